"""Answering an interaction: acknowledged before anything else, then answered
once, for the person's eyes alone.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import aiohttp
import discord
import msgspec

from bot import queries
from bot.discord import limits, panel, sheets, words
from bot.discord.channels import DOOR
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.panel import PanelPlace
from bot.discord.post import Post, card_of, escaped, files_of, fitted, view_of
from bot.queries import Who
from engine.errors import NotStored, UserError
from engine.referee.doors import Seen
from engine.state import PUBLIC
from engine.store.history import Page
from renderers import Sentences

log = logging.getLogger(__name__)

LAST = 6
"""Events that a panel repeats."""
LATELY = 30
"""Bulletins that are searched for them."""


class DoorClient(discord.AutoShardedClient):
    """A connection that speaks for a door."""

    door: DiscordDoor


Interaction = discord.Interaction[DoorClient]
Act = Callable[["Turn"], Awaitable[Post]]


class Turn:
    """One interaction of one person: ``here`` is the channel, ``id`` what a letter of it
    is called.
    """

    def __init__(self, interaction: Interaction):
        self.door, self.interaction = interaction.client.door, interaction
        self.user = interaction.user
        self.who: Who = (DOOR, str(self.user.id))
        self.run = self.door.writer.run
        self.said = words.words(str(interaction.locale))
        self.say = self.said.say

    @property
    def id(self) -> str:
        """The same when the interaction is delivered again."""
        return str(self.interaction.id)

    @property
    def here(self) -> str | None:
        """The game whose thread this is."""
        return self.door.memory.game_in(self.interaction.channel_id)

    def post(self, message: str, **facts: Any) -> Post:
        """Return one of this door's sentences as a post."""
        return Post(self.say(message, **facts))

    async def seen(self, game: str | None) -> Seen | None:
        """Return a game that this person may look at: one of their own, or one of the server that
        they speak from.
        """
        if game is None:
            return None
        found = await self.run(queries.seen, game, self.who)
        return found if found and (found.viewer != PUBLIC or self.shown_here(game)) else None

    def shown_here(self, game: str | None) -> bool:
        """Return whether a game is shown on the server that the person speaks from."""
        place = self.door.memory.places.get(game or "")
        return place is not None and place.guild == self.interaction.guild_id

    async def game(self, said: str | None) -> Seen:
        """Return the game that is meant, as ``which`` and ``seen`` do. Raises ``Declined``."""
        which = await self.which(said)
        seen = await self.seen(which)
        if seen is None and which is None and (games := await self.running()):
            raise Declined("discord-which-game", games=self.said.listed(games))
        if seen is None:
            raise Declined
        return seen

    async def own_game(self, said: str | None) -> Seen:
        """Return the same, if the person has a seat in it. Raises ``Declined``."""
        seen = await self.game(said)
        if seen.viewer == PUBLIC:
            raise Declined("discord-watching" if seen.game == self.here else "discord-no-game")
        return seen

    async def which(self, game: str | None) -> str | None:
        """Return the game that is meant: as said, else the one of this thread, else the person's
        own if there is but one, or but one that asks them.
        """
        if game:
            return game.strip().casefold()
        if self.here is not None:
            return self.here
        for found in (await self.running(), await self.running(asking=True)):
            if len(found) == 1:
                return found[0]
        return None

    async def running(self, *, asking: bool = False) -> list[str]:
        """Return the running games of this person, or those that ask them."""
        mine = await self.run(queries.games_of, self.who)
        return [one.game for one in mine if one.result is None and (one.is_asked or not asking)]

    async def lately(self, seen: Seen) -> list[str]:
        """Return what this person was told last, a line each."""
        return latest(self.said, seen, await self.run(queries.told, seen.game, self.who, LATELY))

    async def panel(self, seen: Seen, at: PanelPlace | None = None, first: str = "") -> Post:
        """Return where this person stands, and what they may order, with the board."""
        lately = await self.lately(seen)
        post, order = panel.panel(self.said, self.door.names, seen, at, lately, first)
        post = await self.board(post, seen, order)
        if seen.is_asked and sheets.has_lines(seen.menu):
            # What is on the sheet is said where the picture is described, too.
            alt = "\n".join([words.prompt(self.said, seen)[0], post.alt])
            post = msgspec.structs.replace(post, alt=limits.clipped(alt, limits.ALT))
        return post

    async def board(self, post: Post, seen: Seen, order: str = "") -> Post:
        """Return the post, with the board as this person may see it; drawn into it is what becomes
        of an order that is not given yet.
        """
        picture, alt = await self.door.show.drawn(seen, self.said.language, order)
        return msgspec.structs.replace(post, picture=picture, alt=alt)

    @property
    def on_card(self) -> bool:
        """Whether the message that is edited is a card, which it stays."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2


async def acknowledge(interaction: Interaction, *, update: bool = False) -> bool:
    """Tell Discord that we are at it: with ``update`` the message of the press will be
    edited, else there will be an answer for this person alone. ``False``: too late or done
    before, so that nothing may happen.
    """
    try:
        await interaction.response.defer(ephemeral=not update, thinking=not update)
    except UNREACHABLE as error:
        log.info("interaction %s was not acknowledged: %s", interaction.id, error)
        return False
    return True


class Declined(Exception):
    """What somebody wants cannot be done; ``message`` is the sentence that says so. By default
    it is the same for a game that does not exist and for one that is not for this person.
    """

    def __init__(self, message: str = "discord-no-game", **facts: str):
        super().__init__(message)
        self.message, self.facts = message, facts


async def handle(interaction: Interaction, act: Act, *, update: bool = False) -> None:
    """Acknowledge, act, answer: always in this order, and nothing happens without the first."""
    if not await acknowledge(interaction, update=update):
        return
    turn = Turn(interaction)
    try:
        await remember_language(turn)
        post = await act(turn)
    except Declined as declined:
        post = turn.post(declined.message, **declined.facts)
    except NotStored:
        post = turn.post("discord-not-stored")
    except UserError as problem:
        why = limits.clipped(escaped(turn.said.problem(problem)), words.SHOWN)
        post = turn.post("discord-problem", why=why)
    except Exception:
        log.exception("interaction %s failed", interaction.id)
        post = turn.post("discord-internal")
    await reply(turn, post, card=bool(post.parts) or (update and turn.on_card))


async def reply(turn: Turn, post: Post, *, card: bool = False) -> None:
    """Fill in the answer, as a card or not; when its time is over, write to the person directly."""
    post = fitted(post, "answer.txt")
    try:
        await turn.interaction.edit_original_response(
            content=None if card else post.text,
            view=card_of(post) if card else view_of(post),
            attachments=files_of(post),
        )
        return
    except discord.DiscordException as error:
        log.info("interaction %s could not be answered: %s", turn.id, error)
    except (aiohttp.ClientError, OSError) as error:
        log.warning("interaction %s could not be answered: %s", turn.id, error)
        return
    try:
        await turn.door.direct(turn.user.id, post, turn.door.names.seal("answer", turn.id))
    except UNREACHABLE as error:
        log.info("interaction %s was not answered at all: %s", turn.id, error)


def modal(title: str, name: str, labels: Iterable[discord.ui.Label[Any]]) -> discord.ui.Modal:
    """Return a form; ``name`` is its custom id. What comes of it is read from that."""
    made = discord.ui.Modal(title=limits.clipped(title, limits.MODAL_TITLE), custom_id=name)
    for label in labels:
        made.add_item(label)
    made.stop()
    return made


async def ask(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Answer an interaction with a form."""
    try:
        await interaction.response.send_modal(form)
    except UNREACHABLE as error:
        log.info("interaction %s got no form: %s", interaction.id, error)


async def remember_language(turn: Turn) -> None:
    """Write direct messages in the language of the person's program, once they play."""
    memory = turn.door.memory
    if turn.user.id in memory.people:
        await memory.speak(turn.user.id, turn.said.language)


async def ordered(turn: Turn, game: str | None, text: str, *, typed: bool = False) -> Post:
    """Give orders as they are written: what has become of them, and where the person stands now."""
    answer = await turn.door.submit(turn.id, turn.user, text, game, typed=typed)
    seen = await turn.seen(answer.game)
    kind = seen.kind.name if seen else "house"
    text = words.receipt(turn.said, answer, kind)
    if answer.refusal is not None and answer.refusal.code == "no-game-of-yours" and game:
        shown = await turn.seen(game)
        if shown is not None and shown.viewer == PUBLIC and game == turn.here:
            return turn.post("discord-watching")
    if seen is None or seen.viewer == PUBLIC or answer.status == "answered":
        return Post(text)
    try:
        return await turn.panel(seen, first=text)
    except Exception as error:  # what was ordered stands, whatever can be drawn of it
        fault = type(error).__name__
        log.error("game %s: an answer at Discord could not be composed: %s", seen.game, fault)
        button = panel.orders_button(turn.said, turn.door.names, seen.game)
        text += f"\n{turn.say('not-composed', game=seen.game)}"
        return Post(text, buttons=(button,))


async def joined(turn: Turn, game: str | None, seat: str = "", id: str = "") -> Post:
    """Take a seat. Whoever joins for the first time is written to first, so that they know
    whether that works.
    """
    place = turn.door.memory.places.get(game or "")
    if place is not None and place.keeps_from(turn.user.id, turn.door.writer.clock.now()):
        raise Declined("discord-kept")
    direct = await reachable(turn)
    answer = await turn.door.submit(id or turn.id, turn.user, f"join {seat}".strip(), game)
    if not answer.game:
        return turn.post("discord-no-game")
    text = words.receipt(turn.said, answer, "house")
    if answer.status != "answered":
        return Post(text)
    if place is not None:
        text += f" <#{place.thread}>"
        try:
            await turn.door.show.add_member(place.thread, turn.user.id)
        except UNREACHABLE as error:
            log.info("nobody was added to the thread of game %s: %s", place.game, error)
    if not direct:
        text += f"\n{turn.say('discord-dm-closed')}"
    return Post(text, buttons=(panel.orders_button(turn.said, turn.door.names, answer.game),))


async def reachable(turn: Turn) -> bool:
    """Return whether this person takes direct messages. It is tried once, and again if it failed
    before.
    """
    person = turn.door.memory.people.get(turn.user.id)
    if person is not None and person.direct:
        return True
    await turn.door.memory.speak(turn.user.id, turn.said.language)
    await turn.door.memory.know(turn.user.id, direct=None)
    mark = turn.door.names.seal("test", turn.user.id, turn.id)
    try:
        await turn.door.direct(turn.user.id, turn.post("discord-dm-test"), mark)
    except UNREACHABLE:
        return False
    return True


def latest(said: Sentences, seen: Seen, pages: list[Page]) -> list[str]:
    """Return what somebody was told last, a line each."""
    events = [event for page in pages if not page.undone for event in page.events]
    return words.sentences(said, seen, events[-LAST:])


def told(said: Sentences, seen: Seen, pages: list[Page]) -> list[str]:
    """Return a history, a line each bulletin, with its number in the public history; what was taken
    back is struck out.
    """
    lines = []
    for page in pages:
        text = " ".join(words.sentences(said, seen, page.events))
        line = max(page.numbers)
        number = f"`{line}` " if line else ""
        lines.append(
            f"{number}{words.moment(page.at, 'f')} " + (f"~~{text}~~" if page.undone else text)
        )
    return lines


def history_post(said: Sentences, lines: list[str]) -> Post:
    """Return the end of a history as text, and all of it as a file if that is not all."""
    text, more = limits.lines_within(lines, limits.CONTENT)
    if not lines:
        return Post(said.say("discord-nothing-told"))
    return Post(text, file="\n".join(lines) + "\n" if more else "", file_name="history.txt")
