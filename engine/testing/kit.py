"""Facts about a game that the laws need, and ways to start its games in tests."""

import random
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from engine import commitments, plan, state
from engine.game import AnyGame, answers
from engine.state import REFEREE, Bulletin, Seat
from engine.store import journal, updates
from engine.store.journal import Entry
from engine.table import GameTable
from engine.undo import undo_to

ENDING, GIVES_UP = ("resign", "draw"), 0.1
"""Orders that end a game, and the share of random games that may give them. Otherwise most games
would end early.
"""


class Play:
    """A table and its journal. ``first`` is the bulletin of the game's creation, and ``bulletins``
    are those of its entries. ``look`` is called with the bulletin of every entry.
    """

    def __init__(self, game: AnyGame, setup: state.Setup):
        self.game, self.setup = game, setup
        self.entries: list[Entry] = []
        self.rows: list[tuple[bytes, bytes]] = []
        self.bulletins: list[Bulletin] = []
        self.look: Callable[[Bulletin], object] | None = None
        self.table = GameTable.new(game, setup)
        self.first = self.table.run()

    @property
    def over(self) -> bool:
        return not self.table.state.stack

    @property
    def now(self) -> int:
        """The Unix second of the last entry."""
        return self.table.state.now

    def join(self, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            self.enter(self.now, REFEREE, state.Join(seat, seat, f"salt of {seat}"))

    def enter(self, at: int, seat: Seat, order: state.Order) -> Bulletin:
        """Enter the ticks due by second ``at``, then a legal order. Return its bulletin."""
        self.ticks(at)
        return self.write(at, seat, order)

    def ticks(self, at: int) -> None:
        """Enter the clock's orders for all deadlines up to second ``at``."""
        while (due := self.table.state.due) is not None and due <= at:
            self.write(due, REFEREE, state.Tick())

    def write(self, at: int, seat: Seat, order: state.Order) -> Bulletin:
        """Write and play one journal entry, and return its bulletin."""
        entry = Entry(n=len(self.entries) + 1, at=at, seat=seat, order=order)
        data = journal.encode(entry)
        before = self.rows[-1][1] if self.rows else journal.first_hash(self.setup)
        self.entries.append(entry)
        self.rows.append((data, journal.link(before, data)))
        self.bulletins.append(journal.play(self.table, entry))
        if self.look:
            self.look(self.bulletins[-1])
        return self.bulletins[-1]

    def submit(self, at: int, seat: Seat, text: str) -> Bulletin:
        """Enter an order as people write it, after due ticks. Raises ``Refused``."""
        self.ticks(at)
        return self.write(at, seat, self.table.menu(seat).parse(text, self.table.state.question))

    def undo(self, at: int, seat: Seat, to: int) -> Bulletin:
        """Undo the entries after number ``to``. The table is replayed from the journal."""
        entry = Entry(n=len(self.entries) + 1, at=at, seat=seat, order=undo_to(self.table, to))
        data = journal.encode(entry)
        self.entries.append(entry)
        self.rows.append((data, journal.link(self.rows[-1][1], data)))
        self.table, told = journal.replay(self.game, self.setup, self.entries)
        self.bulletins.append(told[entry.n])
        return self.bulletins[-1]

    def take_back(self, seat: Seat) -> None:
        """Take back the last order of this seat, which must have the right to it."""
        to = self.table.state.steps[seat] - 1
        since = [
            entry for entry in self.entries[to + 1 :] if isinstance(entry.order, state.Anytime)
        ]
        self.undo(self.now, seat, to)
        if self.look:
            self.look(self.bulletins[-1])
        for entry in since:
            if self.table.menu(entry.seat).allows(entry.order):
                self.write(self.now, entry.seat, entry.order)

    def reload(self) -> None:
        """Replace the table with a saved and loaded one."""
        self.table = self.table.load(self.table.save())


def asked(table: GameTable) -> tuple[Seat, ...]:
    """Return the seats whose answer the game waits for."""
    ask = table.ask()
    return () if ask is None else ask.seats


def may_speak(table: GameTable) -> list[Seat]:
    """Return the seats that can give any order, in order of joining."""
    return [seat for seat in table.seats if table.menu(seat).offered]


def go_on(play: Play, rng: random.Random, most: int) -> None:
    """Play at random to the end, or for ``most`` entries."""
    for _ in range(most):
        if not play.over:
            play.enter(*choose(play, rng))


def choose(play: Play, rng: random.Random, beside: float = 0.05) -> tuple[int, Seat, Any]:
    """Return the next entry of a random game, with its time and seat.

    It is mostly an answer, sometimes a tick, and now and then an order that is always possible.
    Raises ``AssertionError`` if nobody can do anything, because the game would hang.
    """
    table, due = play.table, play.table.state.due
    seats = [seat for seat in asked(table) if seat not in table.state.people.removed]
    assert seats or due is not None, f"nobody is asked and no time is set: {table.state.stack}"
    if due is not None and (not seats or due <= play.now or rng.random() < 0.25):
        return due, REFEREE, state.Tick()
    at = play.now + rng.randrange(3)
    if due is not None:
        at = min(at, due - 1)
    if rng.random() < beside and (others := may_speak(table)):
        seat = rng.choice(others)
        offered = table.menu(seat).offered
        choices = [choice for choice in offered if issubclass(choice.order, state.Anytime)]
        if choices:
            choice = rng.choice(choices)
            if choice.pattern not in ENDING or rng.random() < GIVES_UP:
                return at, seat, choice.sample(rng)
    seat = rng.choice(seats)
    return at, seat, rng.choice(answers(table.menu(seat))).sample(rng)


class Setting(Struct, frozen=True):
    """The start of a game. ``seats`` join in this order."""

    seats: tuple[Seat, ...]
    options: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    loaded: dict[str, list[int | str]] = {}


class Golden(Struct, frozen=True):
    """A game that is written to a file and reviewed."""

    name: str
    setting: Setting
    # seconds since the start, seat, and its text; for the referee an order, or ``None`` to let time
    # pass
    messages: tuple[tuple[int, Seat, Any], ...]


class Kit:
    """The facts about a game that the laws need."""

    orders = 400
    """The maximum number of entries in a random game."""
    size = 20_000
    """The maximum size of a save, in bytes."""
    golden: tuple[Golden, ...] = ()
    """Games that are written to files and reviewed."""
    owner: Seat = ""
    """In pairs of worlds: the seat whose secrets differ. The others play the same orders in both.
    "": the game has no secrets, and no pairs are played.
    """
    pairs = 30
    """The number of pairs of worlds played by day. Thousands are played at night."""
    viewers: tuple[Seat, ...] = (state.PUBLIC,)
    """In pairs of worlds: the viewers who must see no difference."""
    private: tuple[type, ...] = ()
    """In pairs of worlds: secret orders that the owner can give at any time."""
    unclocked: Mapping[str, Any] = MappingProxyType({})
    """Options with which the game itself has no deadline, so that it can have a clock."""
    dark = False
    """In pairs of worlds: whether all of the owner's orders are secret, so that they differ too."""
    probes: tuple[str, ...] = ()
    """Orders that a viewer may try. The answers must be equal in both worlds."""
    silent = False
    """Whether no order can be taken back, because every order reveals something or is sealed."""
    leaks: tuple[Callable[[], AbstractContextManager[Any]], ...] = ()
    """Planted leaks. The pairs must notice each of them."""

    def setting(self, seed: int) -> Setting:
        """Return the start of a game. Over some seeds, all options must occur."""
        raise NotImplementedError

    def house(self, table: GameTable, rng: random.Random) -> state.House | None:
        """Return an order of the referee that could come now, or ``None``."""
        return None

    def dice_key(self, roll: state.Roll) -> bytes:
        """Return K of the dice scheme by the rules of the game, implemented a second time."""
        text = f"{roll.epoch}/{roll.key}".encode()
        return len(text).to_bytes(4, "big") + text

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        """Return two starts of a game that differ only in secrets."""
        raise NotImplementedError

    def blind(self) -> AbstractContextManager[Any]:
        """Return a context that hides intended differences between two worlds.

        A commitment is a hash with a secret salt, so only its number of leaves is compared, and the
        seal of an update is left out of its head. A kit that hides more must hide this too.
        """
        stack = ExitStack()
        for module, name, blind in (
            (commitments, "root", lambda leaves: f"{len(leaves):064x}"),
            (updates, "seal", lambda *_: f"{0:064x}"),
        ):
            stack.enter_context(patch.object(module, name, blind))
        return stack

    def reveals(self, event: state.Event) -> bool:
        """Return whether worlds may differ from this event, the viewer's own copy, on."""
        raise NotImplementedError


class Case(Struct, frozen=True):
    """One edition of one game, and its kit."""

    name: str
    game: AnyGame
    kit: Kit


def begin(case: Case, setting: Setting, seed: int = 0, clock: plan.ClockPlan | None = None) -> Play:
    """Return a game with all seats taken."""
    secret = seed.to_bytes(32, "big")
    options = setting.options if clock is None else {**setting.options, **case.kit.unclocked}
    setup = state.Setup(
        id=f"{case.name}-{seed}",
        secret=secret,
        options=options,
        scenario=setting.scenario,
        at=1_000,
        loaded=setting.loaded,
        clock=clock,
    )
    play = Play(case.game, setup)
    play.join(setting.seats)
    return play


def fresh(case: Case, seed: int) -> Play:
    """Return a new game of this seed, with all seats taken."""
    return begin(case, case.kit.setting(seed), seed)
