"""The club's pages: what an order adds to them, a thousand games made again, and how long a new
game waits for its page beside a replay.

Games are played by random robots, one order a look, as if everybody looked after each order.
Boards, their scenes and texts are drawn for readers at other doors too and not counted; replays
of a thousand games are not made.
"""

import random
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import renderers
from bot.config import PagesConfig
from bot.pages import files
from bot.pages.service import EVERY, PagesService
from bot.pages.site import Site
from engine.messages import Address
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import REFEREE, Join, Setup, Tick
from engine.store.sqlite import SqliteStore
from engine.store.store import Store
from tests.bench.table import Row, at_most
from tests.kit.games import names

NOW = 1_000_000
SEATS = ("ann", "bob")
KINDS = [name for name in names() if name != "contest"]
KIND = "ambush"
"""The kind whose replay takes longest."""
ORDERS, LEARNT = 120, 5
"""The most orders of a game, and the looks before the first that is measured."""
ORDER_MS, ANEW_S, ANEW_MB, BESIDE_S = 1.0, 60.0, 200.0, 30.0
MADE, OF = 40, 1_000
"""The games made again, and those that the goal is about."""

T = TypeVar("T")


class Club:
    """A database whose games are played by robots, and the folder of its pages."""

    def __init__(self, folder: Path):
        self.store = SqliteStore(folder / "club.db")
        self.referee, self.rng, self.at = Referee(self.store, {}), random.Random(1), NOW
        self.folder = folder / "pages"
        self.site = self.again()

    def again(self, folder: str = "pages") -> Site:
        config = PagesConfig(title="Club", url="https://club.example")
        return Site(self.folder.with_name(folder), config, "en", {})

    def run(self, act: Callable[[Batch], T]) -> T:
        self.at += 1
        found: T = self.referee.take([act], self.at).answers[0]
        return found

    def begin(self, kind: str, id: str) -> None:
        def make(batch: Batch) -> None:
            setup = Setup(id=id, secret=id.encode().ljust(32), options={}, scenario={}, at=self.at)
            opened = batch.make(kind, setup, [])
            roles = opened.table.game.roles(opened.table.options)
            for number, seat in enumerate(SEATS if isinstance(roles, int) else roles):
                batch.enter(opened, self.at, REFEREE, Join(seat, seat, f"salt of {seat}"))
                batch.settle(opened, Address(door="x", sender=f"{number}", game=id, viewer=seat))

        self.run(make)

    def order(self, id: str) -> bool:
        """Give a robot's order, and return whether the game goes on."""

        def give(batch: Batch) -> bool:
            opened = batch.game(id)
            assert opened is not None
            table, ask = opened.table, opened.table.ask()
            seats = [seat for seat in ask.seats if seat not in table.state.answers] if ask else []
            if seats:
                view, menu = table.view(seats[0]), table.menu(seats[0])
                order = table.game.robot(view, menu, self.rng)
                batch.enter(opened, self.at, seats[0], order)
            elif table.state.result is None and table.state.due is not None:
                self.at = max(self.at, table.state.due)
                batch.enter(opened, self.at, REFEREE, Tick())
            return table.state.result is None

        return self.run(give)

    def page(self) -> bytes:
        return files.read(self.folder, "games/g1/now.json")

    def look(self, site: Site) -> None:
        for part in site.look(self.store, NOW):
            assert part


class Apart:
    """Counts the CPU of some functions by themselves."""

    def __init__(self) -> None:
        self.spent = 0.0

    def wrap(self, act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.thread_time()
            try:
                return act(*args, **kwargs)
            finally:
                self.spent += time.thread_time() - began

        return timed


def drawing() -> tuple[Apart, ExitStack]:
    """Return what drawing for others costs, while the stack is open."""
    apart, stack = Apart(), ExitStack()
    for name in ("scene_of", "laid_out", "encoded"):
        timed = apart.wrap(getattr(renderers, name))
        stack.enter_context(mock.patch.object(renderers, name, timed))
    return apart, stack


def orders(folder: Path, kind: str) -> list[float]:
    """Return the milliseconds that each order of a game adds, if everybody learns of it."""
    club, costs = Club(folder), list[float]()
    club.begin(kind, "g1")
    club.look(club.site)
    apart, stack = drawing()
    with club.store, stack:
        for _ in range(ORDERS):
            on, page = club.order("g1"), club.page()
            before, began = apart.spent, time.thread_time()
            club.look(club.site)
            spent = time.thread_time() - began - (apart.spent - before)
            costs += [spent * 1e3] if club.page() != page else []
            if not on:
                break
    return costs[LEARNT:]


def anew(folder: Path) -> tuple[float, float, float]:
    """Return the seconds and the megabytes of some games made again, and the seconds of their
    boards among them.
    """
    club = Club(folder)
    for number, kind in zip(range(MADE), cycle(KINDS)):
        club.begin(kind, f"g{number}")
        for _ in range(MADE):
            if not club.order(f"g{number}"):
                break
    apart, stack = drawing()
    with club.store, stack:
        began, site = time.thread_time(), club.again("anew")
        club.look(site)
        spent = time.thread_time() - began
    made = [path for path in site.folder.rglob("*") if path.is_file()]
    return spent, sum(path.stat().st_size for path in made) / 1e6, apart.spent


def beside_a_replay(folder: Path) -> tuple[float, float]:
    """Return the seconds of the first replay of a process, and the longest time between two looks
    for new games while it is made.
    """
    club = Club(folder)
    club.begin(KIND, "g1")
    while club.order("g1"):
        continue
    looks, db = [time.monotonic()], club.store.path
    club.store.close()
    service = PagesService(db, club.site, clock=lambda: club.at)
    real = service.first_look

    def first_look(store: Store) -> None:
        real(store)
        looks.append(time.monotonic())

    with mock.patch.object(service, "first_look", first_look):
        service.look()
    return looks[-1] - looks[0], max(b - a for a, b in pairwise(looks)) + EVERY


def rows(folder: Path) -> list[Row]:
    found = list[Row]()
    for kind in KINDS:
        (folder / kind).mkdir()
        costs = orders(folder / kind, kind)
        note = f"CPU, {len(costs)} orders; without drawing and opening the database"
        found.append(at_most(f"{kind}: an order", statistics.median(costs), "ms", ORDER_MS, note))
        found.append(Row("  the slowest", max(costs), "ms"))
    (folder / "anew").mkdir()
    seconds, size, drawn = (one * OF / MADE for one in anew(folder / "anew"))
    note = f"{MADE} games of up to {MADE} orders, times {OF // MADE}; without replays"
    found += [
        at_most(f"{OF:,} games made again", seconds, "s", ANEW_S, f"CPU, {note}"),
        Row("  of which their boards", drawn, "s"),
        at_most("  their files", size, "MB", ANEW_MB),
    ]
    (folder / "beside").mkdir()
    replay, latest = beside_a_replay(folder / "beside")
    return [
        *found,
        Row(f"{KIND}: a first replay, with looks between", replay, "s", note="on the wall"),
        at_most("  a new game waits for its page", latest, "s", BESIDE_S, "at most, on the wall"),
    ]
