"""Moderators' work for all games of their server: the list of tasks, and decisions."""

from typing import Any

import discord

from bot import queries
from bot.discord import closing, connection, limits, words
from bot.discord.answer import Declined, Form, Press, Turn, text_box
from bot.discord.channels import DOOR, REPORTS, GameChannel, MemberReport
from bot.discord.club import FEEDS
from bot.discord.connection import UNREACHABLE
from bot.discord.ids import Act, Name, template
from bot.discord.lobby import link_of
from bot.discord.post import Button, ButtonRow, LinePart, Part, Post, TextPart, escaped, laid_out
from bot.queries import Trouble, Who
from engine.game import Gather
from engine.messages import Rank
from engine.referee.batch import Batch
from engine.state import Seat
from engine.store.rows import LateReader

DECISIONS = ("gm replace {seat}", "gm default {seat}", "gm extend 24h", "gm remove {seat}")
"""Decisions about a late player."""
FIT = 9
"""Maximum number of lines in one message."""
SAID = 200
"""Maximum characters of a player's words that are shown."""


def rank(turn: Turn, game: str | None) -> Rank:
    manages = turn.interaction.permissions.manage_guild
    return "moderator" if manages and turn.shown_here(game) else ""


def may(batch: Batch, game: str, turn: Turn) -> bool:
    return bool(rank(turn, game)) or batch.accounts.role(game, turn.who) is not None


async def here(turn: Turn) -> list[GameChannel]:
    guild = turn.interaction.guild_id
    places = [place for place in turn.door.memory.running() if place.guild == guild]

    def mine(batch: Batch) -> list[GameChannel]:
        return [place for place in places if may(batch, place.game, turn)]

    return await turn.run(mine)


async def listed(turn: Turn) -> Post:
    """Return the tasks that need a moderator, oldest first. All of them are public."""
    guild = turn.interaction.guild_id
    await closing.look_for_members(turn.door, guild)
    places = {place.game: place for place in await here(turn)}
    found = [trouble(turn, places, one) for one in await turn.run(queries.troubles, list(places))]
    for place in places.values():
        found += await lost(turn, place)
    manages = turn.interaction.permissions.manage_guild
    reports = turn.door.servers.of(guild).reports if manages else ()
    games = len(found)
    found += unposted(turn) if manages else []
    found += [reported(turn, number, one) for number, one in enumerate(reports)]
    found.sort(key=lambda one: one[0])
    head = turn.say("discord-mod-list", count=games, all=len(places))
    parts: list[Part] = [TextPart(head), *(part for _, part in found[:FIT])]
    if len(found) > FIT:
        parts.append(TextPart(turn.say("discord-mod-more", count=len(found) - FIT)))
    parts.append(TextPart(turn.say("discord-mod-foot")))
    return laid_out(tuple(parts))


def title(turn: Turn, place: GameChannel) -> str:
    text = f"{turn.said.title(place.kind)} {place.game}"
    link = link_of(place)
    return f"[**{text}**]({link})" if link else f"**{text}**"


def row(turn: Turn, text: str, label: str, name: str | None, since: int) -> tuple[int, Part]:
    if name is None:
        return since, TextPart(text)
    return since, LinePart(text, Button(turn.say(label), name))


def trouble(turn: Turn, places: dict[str, GameChannel], one: Trouble) -> tuple[int, Part]:
    names = turn.door.names
    text = turn.say(
        f"discord-mod-{one.kind}",
        title=title(turn, places[one.game]),
        who=escaped(turn.said.listed(one.names)) if one.names else "",
        since=words.moment(one.since),
        text=escaped(limits.clipped(one.text, SAID)),
        count=one.count,
    )
    match one.kind:
        case "appeal":
            verb = "discord-button-rule", names.write(Act.RULE, one.game)
        case "late" | "vacant":
            verb = "discord-button-decide", names.write(Act.DECIDE, one.game, "", one.chairs)
        case _:
            verb = "", None
    return row(turn, text, *verb, one.since)


async def lost(turn: Turn, place: GameChannel) -> list[tuple[int, Part]]:
    names, found = turn.door.names, []
    if place.lost:
        since = words.moment(place.lost_at)
        because, verb = closing.why(turn.said, place), "try" if place.lost == "closed" else "anew"
        text = turn.say(
            f"discord-mod-lost-{place.lost}", title=title(turn, place), since=since, why=because
        )
        name = names.write(Act.TRY if verb == "try" else Act.ANEW, place.game)
        found.append(row(turn, text, f"discord-button-{verb}", name, place.lost_at))
    else:
        found += [row(turn, *unshown(turn, place, one.since)) for one in of_place(turn, place.game)]
    staff = await turn.run(closing.owners, place.game)
    gone = [sender for door, sender in staff if door == DOOR and int(sender) in place.left]
    if staff and len(gone) == len(staff):
        text = turn.say("discord-mod-owner-gone", title=title(turn, place))
        name = names.write(Act.TAKE, place.game)
        found.append(row(turn, text, "discord-button-take", name, turn.door.writer.clock.now()))
    return found


def of_place(turn: Turn, game: str) -> list[LateReader]:
    late = turn.door.writer.dispatcher.late()
    return [
        one for one in late if (one.door, one.game) == (DOOR, game) and not one.sender.isdigit()
    ]


def unshown(turn: Turn, place: GameChannel, since: int) -> tuple[str, str, str | None, int]:
    text = turn.say("discord-mod-unshown", title=title(turn, place), since=words.moment(since))
    return text, "discord-button-try", turn.door.names.write(Act.TRY, place.game), since


def unposted(turn: Turn) -> list[tuple[int, Part]]:
    club, guild, found = turn.door.club, turn.interaction.guild_id or 0, list[tuple[int, Part]]()
    now, missing = turn.door.writer.clock.now(), club.missing(guild)
    for one in missing:
        place = f"<#{one.channel}>"
        rights = connection.rights_named(turn.said, one.lacks)
        since = one.since or now
        facts = {"what": one.setting, "place": place, "rights": rights or "none"}
        text = turn.say("discord-mod-unready", since=words.moment(since), **facts)
        found.append((since, TextPart(text)))
    known = {one.setting for one in missing}
    for (at, what), since in club.failing.items():
        if at == guild and FEEDS[what].channel not in known:
            text = turn.say("discord-mod-unposted", what=what, since=words.moment(since))
            found.append((since, TextPart(text)))
    return found


def reported(turn: Turn, number: int, one: MemberReport) -> tuple[int, Part]:
    text = turn.say(
        "discord-mod-report", link=one.link, who=f"<@{one.by}>", since=words.moment(one.at)
    )
    name = turn.door.names.write(Act.SEEN, "-", str(one.at), (number,))
    return row(turn, text, "discord-button-seen", name, one.at)


# ---- decisions


async def said(turn: Turn, game: str, text: str) -> Post:
    receipt = await turn.door.submit(turn.id, turn.user, text, game, rank(turn, game))
    return Post(words.receipt(turn.said, receipt, "house"))


class WriteRuling(Press, template=template(Act.RULE)):
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        turn = Turn(interaction)
        style = discord.TextStyle.paragraph
        label = text_box(turn.say("discord-form-ruling"), "text", style=style, max_length=1500)
        form = turn.door.names.write(Act.RULED, self.name.game)
        await RulingForm(form, turn.say("discord-button-rule"), [label]).open(interaction)


class RulingForm(Form, act=Act.RULED):
    async def answer(self, turn: Turn) -> Post:
        text = " ".join(self.values.get("text", "").split())
        return await said(turn, self.name.game, f"gm rule {text}")


class OpenDecisions(Press, template=template(Act.DECIDE)):
    async def answer(self, turn: Turn) -> Post:
        name, seat = self.name, await seat_of(turn, self.name)
        buttons = []
        for number in range(len(DECISIONS)):
            to = turn.door.names.write(Act.DECIDED, name.game, "", (*name.path, number)) or ""
            label = turn.say(f"discord-button-decision-{number}")
            buttons.append(Button(label, to, "danger" if number == 3 else "secondary"))
        text = turn.say("discord-mod-decide", seat=escaped(seat), game=name.game)
        return laid_out((TextPart(text), ButtonRow(tuple(buttons))))


class DecideSeat(Press, template=template(Act.DECIDED)):
    async def answer(self, turn: Turn) -> Post:
        path, seat = self.name.path, await seat_of(turn, self.name)
        word = DECISIONS[path[1]] if len(path) == 2 else DECISIONS[0]
        return await said(turn, self.name.game, word.format(seat=seat))


async def seat_of(turn: Turn, name: Name) -> Seat:
    seen = await turn.game(name.game)
    if not name.path or name.path[0] >= len(seen.chairs):
        raise Declined("discord-old-button")
    return seen.chairs[name.path[0]].seat


class ShowAnew(Press, template=template(Act.ANEW)):
    """Shows a game again in this channel after it has lost its thread or its channel."""

    async def answer(self, turn: Turn) -> Post:
        memory, channel = turn.door.memory, turn.interaction.channel
        place = memory.places.get(self.name.game)
        if place is None or not await turn.run(may, self.name.game, turn):
            raise Declined
        if place.lost != "thread" and isinstance(channel, discord.TextChannel):
            where = {"channel": channel.id, "guild": channel.guild.id, "lobby": 0}
            place = await memory.change(self.name.game, **where)
        try:
            place = await turn.door.show.new_thread(place)
        except UNREACHABLE as error:
            return turn.post("discord-refuses", code=str(getattr(error, "code", 0)))
        turn.door.writer.dispatcher.door_is_back(turn.door.name)
        return turn.post("discord-anew", place=f"<#{place.thread}>")


class TryAgain(Press, template=template(Act.TRY)):
    async def answer(self, turn: Turn) -> Post:
        place = turn.door.memory.places.get(self.name.game)
        if place is None or not await turn.run(may, self.name.game, turn):
            raise Declined
        if place.lost == "closed" and connection.rights_lacking(
            turn.door.connection, place.channel
        ):
            return turn.post("discord-tried-not", why=closing.why(turn.said, place))
        turn.door.refusals.pop(self.name.game, None)
        turn.door.show.soon(self.name.game)
        turn.door.writer.dispatcher.door_is_back(turn.door.name)
        return turn.post("discord-tried", place=f"<#{place.thread}>")


class TakeOver(Press, template=template(Act.TAKE)):
    async def answer(self, turn: Turn) -> Post:
        return await said(turn, self.name.game, f"gm hand {DOOR}/{turn.user.id}")


async def free(turn: Turn, game: str, who: Who) -> str:
    def word(batch: Batch) -> str:
        opened = queries.opened_game(batch, game)
        held = filter(None, (opened.seat_of(*one) for one in batch.accounts.person(who)))
        verb = "kick" if isinstance(opened.table.state.stack[0], Gather) else "replace"
        return f"gm {verb} {next(held, '')}"

    text = await turn.run(word)
    message = f"{turn.id}/{game}"
    receipt = await turn.door.submit(message, turn.user, text, game, rank(turn, game))
    return f"- `{game}`: {words.receipt(turn.said, receipt, 'house')}"


# ---- reports, notices


async def report(turn: Turn, message: discord.Message) -> Post:
    guild = turn.interaction.guild_id
    if guild is None:
        raise Declined("discord-not-here")
    reports = turn.door.servers.of(guild).reports
    if any(one.link == message.jump_url for one in reports):
        return turn.post("discord-reported")
    if sum(one.by == turn.user.id for one in reports) >= MINE or len(reports) >= REPORTS:
        return turn.post("discord-reports-full")
    one = MemberReport(message.jump_url, turn.user.id, turn.door.writer.clock.now())
    await turn.door.servers.change(guild, reports=(*reports, one))
    return turn.post("discord-reported")


MINE = 5
"""Maximum number of open reports per person."""


class DropReport(Press, template=template(Act.SEEN)):
    async def answer(self, turn: Turn) -> Post:
        guild = turn.interaction.guild_id
        if guild is None or not turn.interaction.permissions.manage_guild:
            raise Declined
        reports = turn.door.servers.of(guild).reports
        left = [
            one
            for number, one in enumerate(reports)
            if (str(one.at), number) != (self.name.seal, *self.name.path[:1])
        ]
        await turn.door.servers.change(guild, reports=tuple(left))
        return await listed(turn)


async def notice(turn: Turn, text: str) -> Post:
    if not turn.interaction.permissions.manage_guild:
        raise Declined("refusal-not-moderator")
    told = 0
    for place in await here(turn):
        message = f"{turn.id}/{place.game}"
        word = f"gm announce {' '.join(text.split())}"
        receipt = await turn.door.submit(message, turn.user, word, place.game, "moderator")
        told += receipt.status == "answered"
    return turn.post("discord-noticed", count=told)
