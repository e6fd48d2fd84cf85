"""Answers interactions: acknowledges first, then answers once, visible only to this person."""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Literal, Self

import aiohttp
import discord
import msgspec
from discord import app_commands

from bot import queries
from bot.discord import connection, ids, limits, panel, words
from bot.discord.channels import DOOR
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.ids import Name
from bot.discord.panel import PanelPlace, Sketch
from bot.discord.post import Post, card_of, escaped, files_of, fitted, view_of
from bot.discord.ways import Ways
from bot.queries import Who
from engine.errors import NotStored, UserError
from engine.referee.doors import GameView
from engine.state import PUBLIC

log = logging.getLogger(__name__)


class DoorClient(discord.AutoShardedClient):
    door: DiscordDoor


Interaction = discord.Interaction[DoorClient]
Label = discord.ui.Label[Any]
Act = Callable[["Turn"], Awaitable[Post]]


class Turn:
    """One interaction of one person; ``id`` is that of its message to the referee."""

    def __init__(self, interaction: Interaction):
        self.door, self.interaction = interaction.client.door, interaction
        self.user = interaction.user
        self.who: Who = (DOOR, str(self.user.id))
        self.run = self.door.writer.run
        self.said = words.words(str(interaction.locale))
        self.say = self.said.say
        self.worked_out: Ways | None = None

    @property
    def id(self) -> str:
        return str(self.interaction.id)

    @property
    def guild(self) -> int:
        if self.interaction.guild_id is None:
            raise Declined("discord-not-here")
        return self.interaction.guild_id

    @property
    def here(self) -> str | None:
        return self.door.memory.game_in(self.interaction.channel_id)

    def post(self, message: str, **facts: Any) -> Post:
        return Post(self.say(message, **facts))

    async def seen(self, game: str | None) -> GameView | None:
        if game is None:
            return None
        found = await self.run(queries.seen, game, self.who)
        return found if found and (found.viewer != PUBLIC or self.shown_here(game)) else None

    def shown_here(self, game: str | None) -> bool:
        place = self.door.memory.places.get(game or "")
        if place is None or place.guild != self.interaction.guild_id:
            return False
        return place.watched_by(self.user.id) or self.interaction.permissions.manage_guild

    async def game(self, said: str | None) -> GameView:
        """Return the game that is meant. Raises ``Declined`` if the person may see none."""
        which = await self.which(said)
        seen = await self.seen(which)
        if seen is None and which is None and (games := await self.running()):
            raise Declined("discord-which-game", games=self.said.listed(games))
        if seen is None:
            raise Declined
        return seen

    async def own_game(self, said: str | None) -> GameView:
        seen = await self.game(said)
        if seen.viewer == PUBLIC:
            raise Declined("discord-watching" if seen.game == self.here else "discord-no-game")
        return seen

    async def which(self, game: str | None) -> str | None:
        """Return the named game, else that of this thread, else the only one, or that asks."""
        if game:
            return game
        if self.here is not None:
            return self.here
        only = only_one(await self.run(queries.games_of, self.who))
        return only.game if only else None

    async def running(self) -> list[str]:
        mine = await self.run(queries.games_of, self.who)
        return [one.game for one in mine if one.result is None]

    async def lately(self, seen: GameView) -> list[str]:
        pages = await self.run(queries.told, seen.game, self.who, words.LATELY)
        return words.latest(self.said, seen, pages)

    def ways(self, seen: GameView) -> Ways:
        if self.worked_out is None or self.worked_out.seen is not seen:
            self.worked_out = Ways(seen)
        return self.worked_out

    def resolved(self, seen: GameView, name: Name) -> str | None:
        return self.ways(seen).resolved(self.door.names, name)

    async def panel(self, seen: GameView, at: PanelPlace | None = None, first: str = "") -> Post:
        lately, names = await self.lately(seen), self.door.names
        post, shown = panel.panel(self.said, names, self.ways(seen), at, lately, first)
        post = await self.board(post, seen, shown)
        if seen.is_asked and panel.has_lines(seen.menu):
            # The alt text of the picture includes the first line of the sheet.
            alt = "\n".join([words.prompt(self.said, seen)[0], post.alt])
            post = msgspec.structs.replace(post, alt=limits.clipped(alt, limits.ALT))
        return post

    async def board(self, post: Post, seen: GameView, shown: Sketch | None = None) -> Post:
        picture, alt = await self.door.show.drawn(seen, self.said.language, shown)
        return msgspec.structs.replace(post, picture=picture, alt=alt)

    @property
    def on_card(self) -> bool:
        message = self.interaction.message
        return message is not None and message.flags.components_v2


async def acknowledge(interaction: Interaction, *, update: bool = False) -> bool:
    """Acknowledge an interaction, and return whether that worked.

    With ``update``, the message with the button will be edited; otherwise the answer will be
    ephemeral. ``False`` means that it is too late or was done before, so that nothing may happen.
    """
    try:
        await interaction.response.defer(ephemeral=not update, thinking=not update)
    except UNREACHABLE as error:
        log.info("interaction %s was not acknowledged: %s", interaction.id, error)
        return False
    return True


class Declined(app_commands.CheckFailure):
    """Raised to decline a request; ``message`` is the id of the sentence. The default sentence is
    the same for a game that doesn't exist and for one that the person may not see.
    """

    def __init__(self, message: str = "discord-no-game", **facts: str):
        super().__init__(message)
        self.message, self.facts = message, facts


class RightsLacking(app_commands.BotMissingPermissions):
    def __init__(self, lacks: Iterable[str], channel: int, message: str = "discord-no-rights"):
        super().__init__([*lacks])
        self.channel, self.message = channel, message


def refusal(turn: Turn, error: BaseException) -> Post:
    match error:
        case app_commands.CommandInvokeError():
            return refusal(turn, error.original)
        case app_commands.TransformerError(__cause__=Exception() as cause):
            return refusal(turn, cause)
        case Declined():
            return turn.post(error.message, **error.facts)
        case RightsLacking(missing_permissions=lacks):
            rights = connection.rights_named(turn.said, lacks)
            return turn.post(error.message, place=f"<#{error.channel}>", rights=rights)
        case app_commands.MissingPermissions():
            return turn.post("refusal-not-moderator")
        case app_commands.TransformerError(value=value):
            return turn.post("discord-unseen", what=getattr(value, "mention", str(value)))
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return turn.post("discord-old-command")
        case NotStored():
            return turn.post("discord-not-stored")
        case UserError():
            why = limits.clipped(escaped(turn.said.problem(error)), words.SHOWN)
            return turn.post("discord-problem", why=why)
    log.error("interaction %s failed", turn.id, exc_info=error)
    return turn.post("discord-internal")


async def handle(interaction: Interaction, act: Act, *, update: bool = False) -> None:
    """Acknowledge, act and answer, in this order. Nothing happens if acknowledging fails."""
    if await acknowledge(interaction, update=update):
        try:
            await answered(interaction, act, update=update)
        except Exception as error:
            turn = Turn(interaction)
            await reply(turn, refusal(turn, error), card=update and turn.on_card)


async def answered(interaction: Interaction, act: Act, *, update: bool = False) -> None:
    """Act and answer an acknowledged interaction. Raises what ``refusal`` explains."""
    turn = Turn(interaction)
    if (shares := turn.door.writer.shares) is not None:
        await shares.turn(turn.who, PRESS)
    await remember_language(turn)
    post = await act(turn)
    await reply(turn, post, card=bool(post.parts) or (update and turn.on_card))


async def reply(turn: Turn, post: Post, *, card: bool = False) -> None:
    """Fill in the answer, or send it as a direct message if the time for answers is over."""
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


PRESS = 256
"""The size of a press, compared with a text, for ``Shares``."""


Edits = Literal["private", "always", "never"]
"""The messages that a press edits; if it edits none, the answer is a message of its own."""


async def pressed(interaction: Interaction, act: Act, edits: Edits) -> None:
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    await handle(interaction, act, update=edits == "always" or (edits == "private" and private))


def labelled(label: str, component: discord.ui.Item[Any], told: str = "") -> Label:
    """Return an input of a form with its label and description."""
    told, text = limits.clipped(told, limits.MODAL_HINT), limits.clipped(label, limits.MODAL_LABEL)
    return discord.ui.Label(text=text, description=told or None, component=component)


def text_box(label: str, id: str, *, told: str = "", **more: Any) -> Label:
    return labelled(label, discord.ui.TextInput[Any](custom_id=id, **more), told)


PRESSES: list[type["Press"]] = []
FORMS: dict[str, type["Form"]] = {}


class Press(discord.ui.DynamicItem[Any], template="(?!)"):
    """A button or menu, one class for each purpose. The library makes an instance at each press
    from the custom id alone, so messages of an earlier process still work.
    """

    edits: Edits = "private"

    def __init_subclass__(cls, template: str = "") -> None:
        super().__init_subclass__(template=template or "(?!)")
        if template:
            PRESSES.append(cls)

    def __init__(self, item: discord.ui.Item[Any], name: Name):
        super().__init__(item)
        self.name = name

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        return cls(item, ids.read(match[0]) or Name("", ""))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await pressed(interaction, self.answer, self.edits)

    async def answer(self, turn: Turn) -> Post:
        raise NotImplementedError  # each button has its own


class OldPress(Press, template=ids.UNKNOWN):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        return turn.post("discord-old-button")


class Form(discord.ui.Modal):
    """A form, whose custom id outlives the process. ``values`` are the inputs by field."""

    edits: Edits = "private"

    def __init_subclass__(cls, act: ids.Act | None = None) -> None:
        super().__init_subclass__()
        if act is not None:
            FORMS[act] = cls

    def __init__(self, id: str | None, title: str = "", labels: Iterable[Label] = ()):
        super().__init__(title=limits.clipped(title, limits.MODAL_TITLE), custom_id=id or "")
        self.name = ids.read(self.custom_id) or Name("", "")
        self.values = dict[str, str]()
        for label in labels:
            self.add_item(label)
        self.stop()  # keep the library from storing it

    async def open(self, interaction: Interaction) -> None:
        try:
            await interaction.response.send_modal(self)
        except UNREACHABLE as error:
            log.info("interaction %s got no form: %s", interaction.id, error)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        self.values = values_of(interaction.data or {})
        await pressed(interaction, self.answer, self.edits)

    async def answer(self, turn: Turn) -> Post:
        raise NotImplementedError  # each form has its own


class OldForm(Form):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        return turn.post("discord-old-button")


def submitted(interaction: Interaction) -> Form:
    data: dict[str, Any] = dict(interaction.data or {})
    id = str(data.get("custom_id", ""))
    name = ids.read(id)
    return (FORMS.get(name.act[:1], OldForm) if name else OldForm)(id)


def values_of(data: Mapping[str, Any]) -> dict[str, str]:
    found = {}
    for part in data.get("components", []):
        inner: dict[str, Any] = part.get("component") or next(iter(part.get("components", [])), {})
        if "custom_id" in inner:
            picked = inner.get("values") or [inner.get("value") or ""]
            found[str(inner["custom_id"])] = str(picked[0])
    return found


async def remember_language(turn: Turn) -> None:
    memory = turn.door.memory
    if turn.user.id in memory.people:
        await memory.speak(turn.user.id, turn.said.language)


async def ordered(turn: Turn, game: str | None, text: str, *, typed: bool = False) -> Post:
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
    except Exception as error:  # the order counts even if drawing fails
        fault = type(error).__name__
        log.error("game %s: an answer at Discord could not be composed: %s", seen.game, fault)
        button = ids.orders_button(turn.said, turn.door.names, seen.game)
        text += f"\n{turn.say('not-composed', game=seen.game)}"
        return Post(text, buttons=(button,))


async def joined(turn: Turn, game: str | None, seat: str = "", id: str = "") -> Post:
    """Take a seat. A new player is sent a direct message first, to find out whether that works."""
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
    return Post(text, buttons=(ids.orders_button(turn.said, turn.door.names, answer.game),))


async def reachable(turn: Turn) -> bool:
    """Return whether this person accepts direct messages, by a test message if unknown."""
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


def only_one(games: Iterable[GameView]) -> GameView | None:
    running = [one for one in games if one.result is None]
    asking = [one for one in running if one.is_asked]
    return next((one for (one,) in (found for found in (running, asking) if len(found) == 1)), None)
