"""The channels of games, and facts about people, as the Discord door stores them.

Losing them harms no game.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import Struct

from bot import queries
from bot.discord.connection import LastSent
from engine.messages import Outgoing
from engine.referee.accounts import SERVER_NOTES, Account, Accounts, Settings
from engine.referee.batch import Batch
from engine.referee.commands import lobby, recipients
from engine.referee.commands.request import No
from engine.referee.writer import Writer
from engine.state import Seat
from engine.store.notes import Notes
from engine.store.rows import AuditEntry
from engine.store.store import Store

DOOR = "discord"
Loss = Literal["", "thread", "channel", "server", "closed"]
"""The reason why a game can't be shown at Discord, or "".

Its thread or channel was deleted, the bot was removed from the server, or Discord refuses our
messages there.
"""


class Card(Struct, frozen=True, kw_only=True):
    message: int
    number: int  # counts the cards of the game, from 1
    news: str = ""  # its text
    question: int = 0  # number of its question
    window: bool = False  # it asks in a window
    mark: str = ""  # that of the latest news on it


class OldCard(Struct, frozen=True):
    """A card that is no longer the newest, and the text that remains on it."""

    message: int
    news: str = ""
    gone: bool = False  # it was deleted


class GameChannel(Struct, frozen=True, kw_only=True):
    game: str
    guild: int
    channel: int
    thread: int
    kind: str = ""  # name of the game
    lobby: int = 0  # id of the lobby post; 0: none
    language: str = "en"  # that of its server
    lobby_shows: str = ""  # hash of the content of the lobby post
    card: Card | None = None  # the newest card
    old: tuple[OldCard, ...] = ()  # cards that still look like the newest
    over: bool = False
    lost: Loss = ""  # the part that is missing
    lost_at: int = 0  # second since which it is missing
    lacks: tuple[str, ...] = ()  # missing rights, if Discord refuses the place
    code: int = 0  # Discord's error code, if it refuses the place
    noticed: int = 0  # question that a line of text mentioned, if Discord refuses the place
    left: tuple[int, ...] = ()  # players who have left the server
    ended: int = 0  # second of the end
    away: bool = False  # the thread was archived after the end
    below: bool = False  # a message of ours is below the newest card
    rematch: str = ""  # id of the next game
    kept: tuple[int, ...] = ()  # users with reserved seats in this rematch
    kept_until: int = 0  # second until which they are reserved
    forum: bool = False  # its thread is a post of a forum, which begins with the lobby post
    private: bool = False  # its thread is private
    wide: bool = False  # its cards show tall boards next to the latest news
    members: tuple[int, ...] = ()  # users added to the private thread
    pinged: int = 0  # role that its post calls
    reported: bool = False  # the channel of results has it
    logged: int = -1  # the last journal entry in the moderators' log
    # calls for substitutes: a seat, the channel and the message
    calls: tuple[tuple[Seat, int, int], ...] = ()

    @property
    def lobby_at(self) -> int:
        return self.thread if self.forum else self.channel

    def watched_by(self, user: int) -> bool:
        return not self.private or user in self.members

    def keeps_from(self, user: int, now: int) -> bool:
        return user not in self.kept and now < self.kept_until

    @property
    def hidden(self) -> bool:
        """Whether no card can be shown, so that its mentions reach nobody."""
        return self.lost in ("channel", "server", "closed")

    @property
    def link(self) -> str:
        return f"{self.thread_link}/{self.card.message}" if self.card else self.thread_link

    @property
    def thread_link(self) -> str:
        return f"https://discord.com/channels/{self.guild}/{self.thread}"


def place_in(notes: Notes, game: str) -> GameChannel | None:
    """Return the place of a game. One that the referee wants (``engine.referee.places``) has no
    thread yet.
    """
    if (kept := notes.get(f"place/{game}")) is not None:
        return msgspec.json.decode(kept, type=GameChannel)
    kind, _, where = (notes.get(f"wanted/{game}") or "").partition(" ")
    made: dict[str, Any] = {"game": game, "kind": kind, "thread": 0}
    if where.startswith("place/"):
        if (like := place_in(notes, where.removeprefix("place/"))) is None:
            return None
        same = ("guild", "channel", "language", "private", "wide")
        return GameChannel(**made, **{name: getattr(like, name) for name in same})
    if not where:
        return None
    guild, channel, language = where.split("/")
    return GameChannel(**made, guild=int(guild), channel=int(channel), language=language)


def take_place(batch: Batch, game: str) -> GameChannel | None:
    """Store the place of a game that the referee wants, and return it."""
    notes = batch.notes_of(DOOR)
    if (place := place_in(notes, game)) is not None and notes.get(f"wanted/{game}") is not None:
        note_place(batch, place)
        notes.put(f"wanted/{game}", None)
    return place


class Prompt(Struct, frozen=True, array_like=True):
    game: str
    question: int
    channel: int
    message: int
    text: str = ""  # its content, as Discord stores it; "" in those of version 0.1.0


class DiscordPerson(Struct, frozen=True):
    direct: bool | None = None  # whether they accept direct messages; ``None``: not tried
    prompts: tuple[Prompt, ...] = ()  # messages with buttons that still work
    owed: dict[str, int] = {}  # questions, by game, that no message has told them about


def note_place(batch: Batch, place: GameChannel) -> None:
    batch.notes_of(DOOR).put(f"place/{place.game}", msgspec.json.encode(place).decode())


class Memory:
    def __init__(self) -> None:
        self.places: dict[str, GameChannel] = {}
        self.people: dict[int, DiscordPerson] = {}
        self.settings: dict[str, Settings] = {}
        self.sent: dict[str, LastSent] = {}
        self.tree = ""
        self.commands: dict[str, int] = {}
        self.writer: Writer

    def read(self, store: Store) -> None:
        for known in (self.places, self.people, self.sent):
            known.clear()
        for name, value in store.notes(DOOR).items():
            what, _, which = name.partition("/")
            if what == "place":
                self.places[which] = msgspec.json.decode(value, type=GameChannel)
            elif what == "person":
                self.people[int(which)] = msgspec.json.decode(value, type=DiscordPerson)
            elif what == "sent":
                self.sent[which] = msgspec.json.decode(value, type=LastSent)
            elif what == "tree":
                self.tree = value
            elif what == "commands":
                self.commands = msgspec.json.decode(value, type=dict[str, int])
        self.settings = Accounts(Notes(store, SERVER_NOTES)).settings_at(DOOR)

    async def keep(self, name: str, value: str | None) -> None:
        things = {name: value}

        def act(batch: Batch) -> None:
            batch.store.put_notes(DOOR, things)

        await self.writer.run(act)

    async def set_place(self, place: GameChannel) -> None:
        self.places[place.game] = place
        await self.writer.run(partial(note_place, place=place))

    async def place_of(self, game: str) -> GameChannel | None:
        if game and game not in self.places:
            place = await self.writer.run(take_place, game)
            if place is not None:
                self.places.setdefault(game, place)
        return self.places.get(game)

    async def change(self, game: str, **changes: Any) -> GameChannel:
        place = msgspec.structs.replace(self.places[game], **changes)
        if place != self.places[game]:
            await self.set_place(place)
        return place

    async def know(self, user: int, **changes: Any) -> None:
        person = msgspec.structs.replace(self.person(user), **changes)
        if self.people.get(user) != person:
            self.people[user] = person
            await self.keep(f"person/{user}", msgspec.json.encode(person).decode())

    async def note_sent(self, outgoing: Outgoing, message: int) -> None:
        if outgoing.game:
            self.sent[outgoing.sender] = sent = LastSent(outgoing.mark, message)
            await self.keep(f"sent/{outgoing.sender}", msgspec.json.encode(sent).decode())

    def settings_of(self, user: int) -> Settings:
        return self.settings.get(str(user), Settings())

    async def speak(self, user: int, language: str) -> None:
        settings = msgspec.structs.replace(self.settings_of(user), language=language)
        if settings != self.settings_of(user):
            self.settings[str(user)] = settings

            def act(batch: Batch) -> None:
                who = DOOR, str(user)
                kept = batch.accounts.settings(who)
                batch.accounts.set(who, msgspec.structs.replace(kept, language=language))

            await self.writer.run(act)

    async def set_tree(self, digest: str, commands: dict[str, int]) -> None:
        self.tree, self.commands = digest, commands
        await self.keep("commands", msgspec.json.encode(commands).decode())
        await self.keep("tree", digest)

    def mention(self, command: str) -> str:
        id = self.commands.get(command.split()[0])
        return f"</{command}:{id}>" if id else f"`/{command}`"

    def person(self, user: int) -> DiscordPerson:
        return self.people.get(user, DiscordPerson())

    def game_in(self, channel: int | None) -> str | None:
        return next((place.game for place in self.places.values() if place.thread == channel), None)

    def games_of_guild(self, guild: int | None, user: int) -> list[str]:
        return [
            place.game
            for place in self.running()
            if guild and place.guild == guild and place.watched_by(user)
        ]

    def running(self) -> Iterable[GameChannel]:
        return [place for place in self.places.values() if not place.over]


def thread_of(place: GameChannel | None) -> int | None:
    return place.thread if place else None


def closed(batch: Batch, prompts: Iterable[Prompt]) -> tuple[Prompt, ...]:
    return tuple(p for p in prompts if not queries.still_open(batch, p.game, p.question))


REPORTS = 25
"""Maximum number of reports that are stored per server."""


class MemberReport(Struct, frozen=True, array_like=True):
    link: str
    by: int
    at: int


class ServerSettings(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The settings of a server. Empty means the default."""

    channels: tuple[int, ...] = ()  # where games may be created
    makers: int = 0  # the role that may create games
    kinds: tuple[str, ...] = ()  # games that may be created
    clock: str = ""  # for games that set none
    language: str = ""  # for games that set none
    most: int = 0  # limit of a person's simultaneous games
    open: int = 0  # channel of the post with open games
    post: int = 0  # message with open games
    idle: int = 0  # seconds for an answer in games without a clock; then the seat is free
    homes: dict[str, int] = {}  # channels for new games, by kind
    pinged: dict[str, int] = {}  # roles that a new game calls, by kind; "": every kind
    results: int = 0  # channel of the results
    log: int = 0  # channel of the moderators' log
    since: dict[str, int] = {}  # seconds at which these two were set; earlier events aren't posted
    substitutes: int = 0  # role that a free seat calls
    moderators: int = 0  # role that the log calls
    wide: bool = False  # for new games; see ``GameChannel``
    reports: tuple[MemberReport, ...] = ()


class GameInMaking(Struct, frozen=True):
    channel: int
    at: int


def venue(guild: int) -> Account:
    return DOOR, str(guild)


class Servers:
    """The settings of servers. ``here`` are the games that this process is creating."""

    def __init__(self, memory: Memory):
        self.memory = memory
        self.here = set[str]()
        self.settings: dict[int, ServerSettings] = {}
        self.making: dict[str, GameInMaking] = {}

    def read(self, store: Store) -> None:
        for name, value in store.notes(DOOR).items():
            what, _, which = name.partition("/")
            if what == "server":
                self.settings[int(which)] = msgspec.json.decode(value, type=ServerSettings)
            elif what == "making":
                self.making[which] = msgspec.json.decode(value, type=GameInMaking)

    def of(self, guild: int | None) -> ServerSettings:
        return self.settings.get(guild or 0, ServerSettings())

    async def change(self, guild: int, **changes: Any) -> None:
        settings = msgspec.structs.replace(self.of(guild), **changes)
        if settings != self.of(guild):
            self.settings[guild] = settings
            await self.memory.keep(f"server/{guild}", msgspec.json.encode(settings).decode())

    async def begin(self, game: str, making: GameInMaking) -> None:
        self.making[game] = making
        self.here.add(game)
        await self.memory.keep(f"making/{game}", msgspec.json.encode(making).decode())

    async def end(self, game: str) -> None:
        self.here.discard(game)
        if self.making.pop(game, None) is not None:
            await self.memory.keep(f"making/{game}", None)


def unwelcome(batch: Batch, guild: int, who: Account) -> tuple[str, str]:
    try:
        recipients.welcome(batch, venue(guild), who)
        lobby.may_make(batch, who)
    except No as no:
        return f"refusal-{no.refusal.code}", no.refusal.word
    return "", ""


def ban(batch: Batch, guild: int, who: Account, by: Account, *, on: bool) -> list[str]:
    here = venue(guild)
    batch.accounts.ban(here, who, on=on)
    action, facts = "ban" if on else "ban lifted", {"who": list(who), "at": list(here)}
    batch.acts.append(AuditEntry.of(batch.now, "/".join(by), action, "", **facts))
    return recipients.playing(batch, here, who)
