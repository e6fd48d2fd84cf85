"""The public facts of a game as plain data, with the names that may be shown.

A person is named only after the word `pages on`. Others are called `player-1` and so on, also
within sentences and boards.
"""

from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from bot.replay_page.checks import for_the_log
from bot.replay_page.contents import HASH
from engine.game_view import GameView
from engine.menu import Menu
from engine.messages import Address
from engine.referee.accounts import SERVER_NOTES, Account, Accounts
from engine.referee.doors import ROBOT
from engine.referee.open_game import table_of
from engine.referee.personal import Renaming, own_names
from engine.rulings.rulings import Replaced
from engine.state import PUBLIC, Event, Seat
from engine.store import history
from engine.store.marks import SECRET, keyed, mark_of
from engine.store.notes import Notes
from engine.store.rows import GameRow
from engine.store.store import Store
from engine.table import GameTable
from renderers import Sentences, reading

T = TypeVar("T")
DIGITS = 12
"""The length of the name of a person's page."""
STRANGER = "player-0"

encode = msgspec.json.Encoder(order="deterministic").encode


class Player(Struct, frozen=True):
    name: str
    page: str = ""  # the name of the person's page, if there is one


class LogLine(Struct, frozen=True):
    at: int
    text: str
    undone: bool = False


class PublicGame(Struct, frozen=True, kw_only=True):
    """A public game. ``board`` is its view, from which the board is drawn."""

    id: str
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
    log: tuple[LogLine, ...] = ()
    board: Any = field(default=None)

    @property
    def digest(self) -> str:
        """Return a hash of all of it. It tells no more than the game itself."""
        return blake2b(encode(msgspec.to_builtins(self, enc_hook=repr)), digest_size=16).hexdigest()


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


def facts(store: Store, row: GameRow, said: Sentences, names_of: Names) -> PublicGame | None:
    """Return the public facts of a game, or ``None`` if it is private. Raises
    ``UnknownGame`` if its rules are not installed.
    """
    table = table_of(row)
    if table.setup.private:
        return None
    named = names_of.named(store.addresses(row.id))
    naming = Pseudonyms(table, named)
    seen = naming.seen(GameView.of(table, PUBLIC, Menu(idle="not-joined")))
    kind, names = seen.kind.name, reading.people(seen)
    pages = history.pages(table.game, store.bulletins(row.id), PUBLIC)
    asked = reading.asked(said, seen)
    over = seen.result is not None
    vacant = len(table.state.people.vacant)
    return PublicGame(
        id=row.id,
        kind=kind,
        title=said.title(kind),
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
        banner=reading.banner(said, seen, [event for page in pages for event in page.events]),
        rated=table.setup.rated,
        update=seen.update,
        head=seen.head,
        log=tuple(
            LogLine(
                page.at,
                HASH.sub(r"\1…", said.event(kind, naming.event(event), PUBLIC, names)),
                page.undone,
            )
            for page in pages
            for event in page.events
            if for_the_log(event)
        ),
        board=seen.view,
    )
