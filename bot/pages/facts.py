"""The public facts of a game as plain data, with the names that may be shown.

A person is named only after the word `pages on`. Others are called `player-1` and so on, also
within sentences and boards.
"""

import logging
from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from itertools import groupby
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import renderers
from bot.replay_page.checks import for_the_log
from bot.replay_page.contents import HASH
from engine.game_view import GameView
from engine.menu import Menu
from engine.messages import Address
from engine.referee.accounts import SERVER_NOTES, Account, Accounts
from engine.referee.doors import ROBOT
from engine.referee.open_game import table_of
from engine.referee.personal import Renaming, own_names
from engine.rulings.rulings import Closed, Replaced
from engine.state import PUBLIC, Event, Seat
from engine.store import history
from engine.store.marks import SECRET, hidden_place, keyed, mark_of
from engine.store.notes import Notes
from engine.store.rows import GameRow
from engine.store.store import Store
from engine.table import GameTable
from renderers import Sentences, reading
from renderers.contest.sheet import ContestScene
from renderers.toolkit.scene import TableScene

logger = logging.getLogger(__name__)

T = TypeVar("T")
DIGITS = 12
"""The length of the name of a person's page."""
STRANGER = "player-0"
LOGS = 256
"""The number of logs kept, some 50 KB each."""

encode = msgspec.json.Encoder(order="deterministic", enc_hook=repr).encode


class Player(Struct, frozen=True):
    name: str
    page: str = ""  # the name of the person's page, if there is one


class LogLine(Struct, frozen=True):
    at: int
    text: str
    undone: bool = False


Moment = tuple[int, tuple[LogLine, ...]]
"""A second, and what was told then."""


class PublicGame(Struct, frozen=True, kw_only=True):
    """A public game, or a private one whose owner wants a page. ``scene`` is its board."""

    id: str
    place: str  # the name of its folder, which of a private game nobody can guess
    kind: str
    title: str
    state: Literal["open", "running", "over"]
    began: int
    at: int  # second of the newest public news
    players: tuple[Player, ...]
    free: int  # seats that anybody may take
    asked: str = ""  # the question, and who is asked
    due: int | None = None
    paused: bool = False
    banner: str = ""
    rated: bool = False
    update: int = 0
    head: str = ""
    seen: str = ""  # hash of the view
    log: tuple[LogLine, ...] = ()
    scene: Any = None
    tables: tuple[TableScene, ...] = ()  # the standings and all rounds of a contest

    @property
    def listed(self) -> bool:
        return self.place == self.id

    def moments(self) -> list[Moment]:
        """Return the log by seconds, newest first."""
        log = sorted(self.log, key=lambda line: line.at)
        found = groupby(log, key=lambda line: line.at)
        return [(at, tuple(lines)) for at, lines in found][::-1]

    def told_before(self, second: int) -> int | None:
        """Return the second of the last news of a finished game, of a running one of the last
        before ``second``, if it has boards.
        """
        boards = self.state == "running" and not self.tables
        until = self.at + 1 if self.state == "over" else second if boards else 0
        return max((line.at for line in self.log if line.at < until), default=None)

    @property
    def digest(self) -> str:
        """Return a hash of all of it. It tells no more than the game itself."""
        return hashed(replace(self, scene=None))


def hashed(facts: object) -> str:
    return blake2b(encode(facts), digest_size=16).hexdigest()


class Names:
    """The people who may be named now."""

    def __init__(self, store: Store):
        self.store = store
        self.accounts = Accounts(Notes(store, SERVER_NOTES))
        self.listed = self.accounts.listed()

    @cached_property
    def key(self) -> blake2b:
        return keyed(self.store.note(*SECRET) or "")

    def page_of(self, who: Account) -> str:
        """Return the name of a person's page, or "" if they don't want one."""
        if who not in self.listed:
            return ""
        return mark_of(self.key, "page", *min(self.accounts.person(who)))[:DIGITS]

    def everybody(self) -> dict[str, list[Account]]:
        """Return the accounts of each listed person by the name of their page."""
        return {self.page_of(who): self.accounts.person(who) for who in sorted(self.listed)}

    def named(self, readers: Iterable[Address]) -> dict[Seat, Account]:
        """Return the seats whose players may be named, each with an account of its player."""
        found = dict[Seat, Account]()
        for one in readers:
            who = one.door, one.sender
            if (
                one.until is None
                and one.viewer != PUBLIC
                and (one.door == ROBOT or who in self.listed)
            ):
                found.setdefault(one.viewer, who)
        return found


class Pseudonyms:
    """Replaces the names in one game of people who may not be named."""

    def __init__(self, table: GameTable, named: Iterable[Seat]):
        options = msgspec.convert(table.setup.options, table.game.options_type)
        roles, kept = table.game.roles(options), {*named}
        chairs = table.state.chairs
        own = own_names([chair for chair in chairs if chair.seat not in kept], roles)
        words = () if isinstance(roles, int) else roles
        theirs = {chair.name for chair in chairs if chair.seat in kept}
        self.allowed = theirs | {*words}
        self.rename = Renaming(
            {name: new for name, new in own.items() if name and name not in self.allowed}, {}
        )

    def data(self, value: T) -> T:
        if not self.rename.seats:
            return value
        renamed: T = msgspec.json.decode(self.rename.encoded(encode(value)), type=type(value))
        return renamed

    def seat(self, seat: Seat) -> Seat:
        return self.rename.seats.get(seat, seat)

    def event(self, event: Event) -> Event:
        if isinstance(event, Replaced) and event.name not in self.allowed:
            known = self.rename.seats.get(event.name, STRANGER)
            event = replace(event, name=known)
        return self.data(event)

    def seen(self, seen: GameView) -> GameView:
        chairs = tuple(
            replace(
                chair,
                seat=self.seat(chair.seat),
                name=self.rename.seats.get(chair.name, chair.name),
            )
            for chair in seen.chairs
        )
        asked = seen.asked and replace(seen.asked, seats=tuple(map(self.seat, seen.asked.seats)))
        result = seen.result and self.rename.text(seen.result)
        return replace(seen, view=self.data(seen.view), chairs=chairs, asked=asked, result=result)


class PublicLog:
    """The public log of a game. News that have been told before are not read and told again,
    unless a name in them is another one now.
    """

    def __init__(self, table: GameTable):
        self.news = history.GrowingLog(table.game, PUBLIC)
        self.names: object = None
        self.told: list[tuple[str, ...]] = []  # the sentences of each page

    def grow(
        self, store: Store, game: str, said: Sentences, naming: Pseudonyms, names: dict[Seat, str]
    ) -> list[history.Page]:
        pages = self.news.grow(store.bulletins(game, self.news.last))
        known = naming.rename.seats, naming.allowed, names
        if known != self.names:
            self.names, self.told = known, []
        kind = self.news.game.name
        for page in pages[len(self.told) :]:
            told = [naming.event(event) for event in page.events if for_the_log(event)]
            lines = (said.event(kind, event, PUBLIC, names) for event in told)
            self.told.append(tuple(HASH.sub(r"\1…", line) for line in lines))
        return pages

    @property
    def lines(self) -> tuple[LogLine, ...]:
        pages = zip(self.news.pages, self.told, strict=True)
        return tuple(LogLine(page.at, line, page.undone) for page, told in pages for line in told)


class PublicLogs:
    """The logs of the running games that have changed last."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[bytes, PublicLog]] = {}

    def of(self, row: GameRow, table: GameTable) -> PublicLog:
        """Return the log of a game. It begins again if the game has been rewritten."""
        setup, log = self.known.pop(row.id, (b"", PublicLog(table)))
        return log if setup == row.setup else PublicLog(table)

    def keep(self, row: GameRow, log: PublicLog) -> None:
        if row.result is None:
            self.known[row.id] = row.setup, log
        while len(self.known) > LOGS:
            del self.known[next(iter(self.known))]


def facts(
    store: Store, row: GameRow, said: Sentences, names_of: Names, logs: PublicLogs | None = None
) -> PublicGame | None:
    """Return the public facts of a game, or ``None`` if it has no page. Raises ``UnknownGame`` if
    its rules are not installed.
    """
    table = table_of(row)
    private = table.setup.private
    if private and not names_of.accounts.page_linked(row.id):
        return None
    logs = logs or PublicLogs()
    named = names_of.named(store.addresses(row.id))
    naming = Pseudonyms(table, named)
    seen = naming.seen(GameView.of(table, PUBLIC, Menu(idle="not-joined")))
    kind, names = seen.kind.name, reading.people(seen)
    log = logs.of(row, table)
    pages = log.grow(store, row.id, said, naming, names)
    logs.keep(row, log)
    asked = reading.asked(said, seen)
    over = seen.result is not None
    vacant = len(table.state.people.vacant)
    scene = drawable(seen, said)
    closed = [event for page in pages for event in page.events if isinstance(event, Closed)]
    return PublicGame(
        id=row.id,
        place=hidden_place(store, row.id) if private else row.id,
        kind=kind,
        title=(title := said.title(kind))[:1].upper() + title[1:],
        state="over" if over else "open" if seen.open else "running",
        began=table.setup.at,
        at=max((page.at for page in pages), default=table.setup.at),
        players=tuple(
            Player(
                names.get(naming.seat(chair.seat), chair.name),
                names_of.page_of(named[chair.seat]) if chair.seat in named else "",
            )
            for chair in table.state.chairs
        ),
        free=0 if over else vacant or max(0, seen.places - len(seen.chairs)),
        asked=reading.written(asked.what).rstrip(".。") if asked else "",
        due=seen.due if asked else None,
        paused=seen.paused,
        banner=reading.banner(said, seen, closed, scene) if scene else seen.result or "",
        rated=table.setup.rated,
        update=seen.update,
        head=seen.head,
        seen=hashed(seen.view),
        log=log.lines,
        scene=scene,
        tables=tables_of(seen, scene, said) if isinstance(scene, ContestScene) else (),
    )


def drawable(seen: GameView, said: Sentences) -> Any:
    """Return the scene of the board. One that can't be made must not stop the others."""
    try:
        return renderers.scene_of(seen.kind.name, seen.view, said.language)
    except Exception as error:
        logger.warning("game %s cannot be drawn: %s", seen.game, type(error).__name__)
        return None


def tables_of(seen: GameView, scene: ContestScene, said: Sentences) -> tuple[TableScene, ...]:
    """Return the tables of a contest: standings, then rounds, the newest first."""
    kind, modes = seen.kind.name, renderers.modes(seen.kind.name, seen.view)
    rounds = [mode for mode in modes if mode.startswith("round ")]
    others = [mode for mode in modes if mode.startswith("from ")]
    found = list(scene.tables)
    for mode in (*others, *reversed(rounds)):
        found += renderers.scene_of(kind, seen.view, said.language, mode).tables
    return tuple(dict.fromkeys(found))
