"""A person's inbox, sorted by due time, and their settings for notifications and absences."""

from typing import Any

import discord

from bot import queries
from bot.discord import words
from bot.discord.answer import Form, Press, Turn, text_box
from bot.discord.ids import Act, template
from bot.discord.lobby import link_of
from bot.discord.post import Button, ButtonRow, LinePart, Part, Post, TextPart, laid_out
from bot.queries import WaitingGame
from engine.referee.commands.person import USUAL, WAYS
from engine.state import PUBLIC

FIT = 10
"""Maximum number of games in one message."""
NEVER = 1 << 62


async def inbox(turn: Turn) -> Post:
    found = await turn.run(queries.waiting, turn.who)
    mine = [one for one in found if one.asks or one.request is not None]
    mine.sort(key=lambda one: one.seen.due if one.seen.due is not None else NEVER)
    others = [one for one in found if one not in mine]
    head = turn.say("discord-inbox", all=len(found), others=len(others))
    parts: list[Part] = [TextPart(head)]
    parts += [line(turn, one) for one in mine[:FIT]]
    if len(mine) > FIT:
        parts.append(TextPart(turn.say("discord-inbox-more", count=len(mine) - FIT)))
    if not mine:
        new = turn.door.memory.mention("game new")
        parts.append(TextPart(turn.say("discord-inbox-empty", new=new)))
    if others:
        named = ", ".join(place_of(turn, one) for one in others[: 3 * FIT])
        parts.append(TextPart(turn.say("discord-inbox-others", games=named)))
    parts.append(buttons(turn))
    return laid_out(tuple(parts))


class OpenInbox(Press, template=template(Act.INBOX)):
    async def answer(self, turn: Turn) -> Post:
        return await inbox(turn)


def line(turn: Turn, one: WaitingGame) -> Part:
    seen, place = one.seen, turn.door.memory.places.get(one.seen.game)
    said = turn.said
    text = words.own_question(said, seen)
    if one.request is not None:
        text = "\n".join((text, *words.sentences(said, seen, [one.request])))
    if seen.is_asked and (otherwise := words.line(said, words.otherwise(said, seen))):
        text += f"\n-# {otherwise}"
    if one.answered:
        text += f"\n-# {turn.say('discord-inbox-answered')}"
    link = link_of(place)
    return (
        LinePart(text, Button(turn.say("discord-button-open"), url=link))
        if link
        else (TextPart(text))
    )


def place_of(turn: Turn, one: WaitingGame) -> str:
    title = f"{turn.said.title(one.seen.kind.name)} `{one.seen.game}`"
    link = link_of(turn.door.memory.places.get(one.seen.game))
    return f"[{title}]({link})" if link else title


async def helped(turn: Turn) -> Post:
    mention = turn.door.memory.mention
    seen = await turn.seen(turn.here)
    lines = [turn.say("discord-help")]
    for name in HELPED:
        key = f"discord-help-{name.replace(' ', '-')}"
        lines.append(f"- {mention(name)} — {turn.say(key)}")
    if turn.interaction.permissions.manage_guild:
        lines.append(f"- {mention('mod list')} — {turn.say('discord-help-mod-list')}")
        lines.append(f"- {mention('mod settings')} — {turn.say('discord-help-mod-settings')}")
    if seen is not None:
        playing = "no" if seen.viewer == PUBLIC else "yes"
        lines.append(turn.say("discord-help-here", kind=seen.kind.name, playing=playing))
    return Post("\n".join(lines))


HELPED = ("inbox", "menu", "order", "game new", "game list", "game rules", "undo", "appeal")
"""Commands that everybody needs."""


# ---- signals and absences


def buttons(turn: Turn) -> ButtonRow:
    names = turn.door.names
    acts = (("told", Act.SIGNALS), ("away", Act.AWAY))
    return ButtonRow(
        tuple(
            Button(turn.say(f"discord-button-{label}"), names.write(act, "-") or "")
            for label, act in acts
        )
    )


async def signals(turn: Turn, first: str = "") -> Post:
    now = await turn.run(lambda batch: batch.accounts.signals(turn.who)) or USUAL
    parts: list[Part] = [TextPart(turn.say("discord-told"))]
    parts += [TextPart(first)] if first else []
    for number, way in enumerate(WAYS):
        to = turn.door.names.write(Act.SIGNAL, "-", "", (number,)) or ""
        label = turn.say("discord-button-chosen" if way == now else "discord-button-choose")
        text = turn.say("discord-told-way", way=way)
        parts.append(LinePart(text, Button(label, to, off=way == now)))
    return laid_out(tuple(parts))


class ShowSignals(Press, template=template(Act.SIGNALS)):
    async def answer(self, turn: Turn) -> Post:
        return await signals(turn)


class ChooseSignal(Press, template=template(Act.SIGNAL)):
    async def answer(self, turn: Turn) -> Post:
        way = dict(enumerate(WAYS)).get(self.name.path[0], "") if self.name.path else ""
        done = await turn.door.submit(turn.id, turn.user, f"signals {way}", None)
        return await signals(turn, words.receipt(turn.said, done, "house") if done.refusal else "")


class GoAway(Press, template=template(Act.AWAY)):
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        turn = Turn(interaction)
        more: dict[str, Any] = {"placeholder": "2026-12-24", "max_length": 40}
        labels = [
            text_box(turn.say(f"discord-away-{field}"), field, required=field == "end", **more)
            for field in ("start", "end")
        ]
        form = turn.door.names.write(Act.AWAY_FORM, "-")
        await AwayForm(form, turn.say("discord-button-away"), labels).open(interaction)


class AwayForm(Form, act=Act.AWAY_FORM):
    async def answer(self, turn: Turn) -> Post:
        start, end = (" ".join(self.values.get(at, "").split()) for at in ("start", "end"))
        said = f"away {start} to {end}" if start else f"away until {end}"
        done = await turn.door.submit(turn.id, turn.user, said, None)
        return Post(words.receipt(turn.said, done, "house"))
