"""Buttons, menus and forms of panels and cards, and orders in direct messages.

An order has the same effect wherever it comes from.
"""

import asyncio
from typing import Any

import discord

from bot import queries
from bot.discord import answer, endings, ids, limits, panel, wide, words
from bot.discord.answer import Declined, Form, Press, Turn, joined, ordered, text_box
from bot.discord.channels import DOOR
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.ids import Act, Name, template
from bot.discord.looking import looked
from bot.discord.panel import PanelPlace
from bot.discord.post import Button, Post, escaped, fitted
from bot.discord.ways import Ways
from bot.queries import Who
from engine.errors import NotStored
from engine.menu import Refused
from engine.referee import signals
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.rulings import agreement, plan_text, votes
from engine.state import PUBLIC
from renderers import Sentences, reading
from renderers.reading.looking import look_of

HASTE = 1.5
"""Maximum seconds to prepare a form; Discord allows three."""


async def stale(turn: Turn, seen: GameView) -> Post:
    first = "" if seen.viewer == PUBLIC else turn.say("discord-old")
    return await turn.panel(seen, first=first)


# ---- the panel


class PanelPress(Press):
    async def answer(self, turn: Turn) -> Post:
        name, seen = self.name, await turn.game(self.name.game)
        chosen = turn.resolved(seen, name)
        if chosen is None:
            return await stale(turn, seen)
        path: tuple[int, ...] | None = name.path
        if name.text:
            path = turn.ways(seen).path_of(chosen)
            if path is None and not seen.menu.takes(chosen):
                return await turn.panel(seen, first=why_not(turn, seen, chosen))
            if path is None:
                return await turn.panel(seen, PanelPlace(given=name))
        return await turn.panel(seen, self.place(turn.ways(seen), path or ()))

    def place(self, ways: Ways, path: tuple[int, ...]) -> PanelPlace:  # noqa: ARG002
        return PanelPlace(path, self.number)

    @property
    def number(self) -> int:
        number = self.name.act[1:]
        return int(number) if number.isdigit() else 0

    @property
    def picked(self) -> int | None:
        values: list[str] = getattr(self.item, "values", [])
        return int(values[0]) if values and values[0].isdigit() else None


class OpenPanel(PanelPress, template=template(Act.OPEN)):
    def place(self, ways: Ways, path: tuple[int, ...]) -> PanelPlace:
        return panel.opened(self.name, ways, path)


class PickWord(PanelPress, template=template(Act.PICK)):
    def place(self, ways: Ways, path: tuple[int, ...]) -> PanelPlace:
        if self.picked is None:
            return PanelPlace(path, self.number)
        return PanelPlace(ways.advanced((*self.name.path, self.picked)))


class OtherWord(PanelPress, template=template(Act.OTHER)):
    def place(self, ways: Ways, path: tuple[int, ...]) -> PanelPlace:
        if self.picked is None:
            return PanelPlace(path, self.number)
        return PanelPlace(ways.other_word(self.name.path, self.number, self.picked))


class ShowHint(PanelPress, template=template(Act.HINT)):
    def place(self, ways: Ways, path: tuple[int, ...]) -> PanelPlace:  # noqa: ARG002
        return PanelPlace(given=self.name)


def why_not(turn: Turn, seen: GameView, chosen: str) -> str:
    try:
        seen.menu.read(chosen)
    except Refused as refused:
        return escaped(turn.said.refusal(refused.refusal, seen.kind.name))
    return turn.say("discord-old")


class GiveOrder(Press, template=template(Act.SEND, Act.PLAY)):
    async def answer(self, turn: Turn) -> Post:
        seen = await turn.game(self.name.game)
        chosen = turn.resolved(seen, self.name)
        if chosen is None:
            return await stale(turn, seen)
        return await ordered(turn, self.name.game, chosen)


class TakeBack(Press, template=template(Act.BACK)):
    async def answer(self, turn: Turn) -> Post:
        seen = await turn.game(self.name.game)
        seal = turn.door.names.seal(Act.BACK, seen.game, seen.viewer, seen.question)
        if seen.viewer == PUBLIC or self.name.seal != seal:
            return await stale(turn, seen)
        done = await turn.door.submit(turn.id, turn.user, "cancel", seen.game)
        there = await turn.game(seen.game)
        return await turn.panel(there, first=words.receipt(turn.said, done, "house"))


# ---- forms for orders


class WriteOrder(Press, template=template(Act.WRITE)):
    """Opens a form for longer orders, filled with the choices of the panel."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        turn, name = Turn(interaction), self.name
        names = turn.door.names
        begun, seal = "", name.seal if not name.path else ""
        if (seen := await at_once(turn, name.game)) is not None:
            begun = turn.resolved(seen, name) or ""
            seal = turn.ways(seen).seal(names, "")
        more: dict[str, Any] = {"style": discord.TextStyle.paragraph, "default": begun or None}
        text = turn.say("discord-form-text")
        label = text_box(text, "text", max_length=limits.MODAL_TEXT, **more)
        form = names.write(Act.WRITTEN, name.game, seal)
        await WrittenOrder(form, turn.say("discord-form"), [label]).open(interaction)


class WrittenOrder(Form, act=Act.WRITTEN):
    async def answer(self, turn: Turn) -> Post:
        seen, text = await turn.game(self.name.game), self.values.get("text", "")
        if turn.resolved(seen, self.name) is None:
            shown = limits.clipped(words.code(text), words.SHOWN)
            return await turn.panel(seen, first=turn.say("discord-old-text", text=shown))
        return await ordered(turn, self.name.game, text)


async def at_once(turn: Turn, game: str) -> GameView | None:
    try:
        async with asyncio.timeout(HASTE):
            return await turn.seen(game)
    except (TimeoutError, NotStored):
        return None


# ---- cards and posts


class OpenOrders(Press, template=template(Act.ORDERS)):
    async def answer(self, turn: Turn) -> Post:
        seen = await turn.game(self.name.game)
        if (old := old_card(turn, self.name, seen)) is not None:
            return old
        if seen.viewer != PUBLIC and turn.door.memory.person(turn.user.id).direct is False:
            await answer.reachable(turn)
        return await turn.panel(seen)


def old_card(turn: Turn, name: Name, seen: GameView) -> Post | None:
    place = turn.door.memory.places.get(name.game)
    if place is None or place.card is None or not name.path:
        return None
    if name.path[0] >= place.card.number or seen.result is not None:
        return None
    lines = [turn.say("discord-card-old")]
    if (asked := reading.asked(turn.said, seen)) is not None:
        now = words.line(turn.said, reading.question(turn.said, asked))
        lines.append(turn.say("discord-now", now=now))
    link = ids.thread_button(turn.said, place.link, "newest")
    board = turn.door.names.write(Act.BOARD, name.game, "", (place.card.number,))
    buttons = [link, *([Button(turn.say("discord-button-board"), board)] if board else [])]
    return Post("\n".join(lines), buttons=tuple(buttons))


class ShowBoard(Press, template=template(Act.BOARD)):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        return await wide.board(turn, await turn.game(self.name.game))


class WatchThread(Press, template=template(Act.WATCH)):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        place = turn.door.memory.places.get(self.name.game)
        if place is None or not turn.shown_here(self.name.game):
            raise answer.Declined
        try:
            await turn.door.show.add_member(place.thread, turn.user.id)
        except UNREACHABLE as error:
            answer.log.info("nobody was added to the thread of game %s: %s", place.game, error)
            return turn.post("discord-watches-not", place=f"<#{place.thread}>")
        return turn.post("discord-watches", place=f"<#{place.thread}>")


class JoinGame(Press, template=template(Act.JOIN)):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        return await joined(turn, self.name.game)


class ContestPress(Press, template=template(Act.CONTEST)):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        seen = await turn.own_game(self.name.game)
        match self.name.path:
            case (1,):
                return await own_games(turn, seen)
            case (2,):
                resting = seen.view.own is not None and seen.view.own.rest
                return await ordered(turn, seen.game, "rest no" if resting else "rest")
        return endings.asks(turn, seen) if endings.word_of(seen) else await turn.panel(seen)


async def own_games(turn: Turn, seen: GameView) -> Post:
    """Return links to the reader's running games of a contest, or what they wait for."""
    own = seen.view.own.number if seen.view.own else 0
    games = [
        table.game
        for tables in seen.view.rounds
        for table in tables
        if own in table.seats and table.game and not table.over
    ]
    lines, links = list[str](), list[Button]()
    for game in games:
        if (one := await turn.run(queries.seen, game, turn.who)) is not None:
            lines.append(words.status(turn.said, one))
        if (place := turn.door.memory.places.get(game)) is not None and place.thread:
            links.append(ids.thread_button(turn.said, place.link))
    if not lines:
        return turn.post("discord-contest-no-game")
    return Post(limits.clipped("\n\n".join(lines), limits.CONTENT), buttons=tuple(links[:5]))


class AnswerRequest(Press, template=template(Act.AGREE, Act.DISAGREE)):
    async def answer(self, turn: Turn) -> Post:
        found = await turn.run(open_requests, self.name.game)
        seal = turn.door.names.seal
        asked = next((one for one in found if seal(self.name.game, *one) == self.name.seal), None)
        if asked is None:
            return turn.post("discord-request-over")
        text = "agree" if self.name.act == Act.AGREE else "disagree"
        if asked[0] == signals.VOTE:
            what, seconds = agreement.vote_named(asked[1])
            length = plan_text.duration(seconds) if seconds else ""
            no = "no" if text == "disagree" else ""
            text = " ".join(filter(None, (what, no, length)))
        done = await turn.door.submit(turn.id, turn.user, text, self.name.game)
        return Post(words.receipt(turn.said, done, "house"))


def open_requests(batch: Batch, game: str) -> list[votes.Request]:
    opened = batch.known(game)
    if opened is None or opened.table.state.result is not None:
        return []
    people = opened.table.state.people
    found: list[votes.Request] = [(signals.VOTE, key, 0) for key in people.times.wishes]
    if people.proposal is not None:
        found.append(votes.request_of(people.proposal))
    return found


# ---- private messages


async def written(door: DiscordDoor, message: discord.Message) -> None:
    who, said = (DOOR, str(message.author.id)), words.words(door.language_of(message.author.id))
    try:
        post = await answered(door, message, who, said)
    except Declined as declined:
        post = Post(said.say(declined.message, **declined.facts))
    except NotStored:
        post = Post(said.say("discord-not-stored"))
    post = fitted(post, "answer.txt")
    try:
        mark = door.names.seal("written", message.id)
        await door.connection.post(message.channel.id, post, mark)
    except UNREACHABLE as error:
        answer.log.info("message %s was not answered: %s", message.id, error)


async def answered(door: DiscordDoor, message: discord.Message, who: Who, said: Sentences) -> Post:
    """Return the answer to a direct message. Raises ``Declined``, ``NotStored``."""
    if (word := look_of(message.content)) is not None:
        mine = await door.writer.run(queries.games_of, who)
        if (seen := answer.only_one(mine)) is None:
            games = said.listed([one.game for one in mine if one.result is None])
            raise Declined("discord-which-game" if games else "discord-no-game", games=games)
        return await looked(door, said, seen, word)
    receipt = await door.submit(str(message.id), message.author, message.content, None, typed=True)
    seen = await door.writer.run(queries.seen, receipt.game or "", who)
    post = Post(words.receipt(said, receipt, seen.kind.name if seen else "house"))
    if seen is not None and seen.viewer != PUBLIC and receipt.status != "answered":
        pages = await door.writer.run(queries.told, seen.game, who, words.LATELY)
        lately = words.latest(said, seen, pages)
        post, _ = panel.panel(said, door.names, Ways(seen), lately=lately, first=post.text)
    return post
