"""The laws can fail: a fault of every kind, planted in a toy, is found."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from engine import Ask, Path, Refused, Seat, Table
from engine.store import journal
from engine.table import GameTable
from engine.testing.holds import outcome, replays, rolls_hold, sealed, undone, wander
from engine.testing.kit import Case, fresh
from tests.kit.each import each
from tests.kit.games import toys
from tests.kit.planted import planted
from tests.kit.toys import field, patrol
from tests.kit.toys import sealed as barrage

BARRAGE, PATROL = toys()


def laws(case: Case, seeds: int = 12) -> None:
    for seed in range(seeds):
        play = fresh(case, seed)
        wander(case, play, random.Random(seed), look=0.5)
        replays(play)
        rolls_hold(case, play)
        assert outcome(case, seed, reload=True) == outcome(case, seed, reload=False)
        sealed(case, seed)
        play = fresh(case, seed)
        seated = len(play.entries)
        wander(case, play, random.Random(seed), look=0, most=8)
        undone(play, random.Random(seed).randint(seated, len(play.entries)))


@planted(barrage.Losses, "menu")
def illegal_default(real: Any, self: Any, view: Any, seat: Seat) -> Any:
    made = real(self, view, seat)
    made.default = barrage.Lose(("x9",))
    return made


@planted(barrage.Round, "again")
def endless(real: Any, self: Any, t: Table) -> None:
    t.world.round -= 1
    t.world.given_up = []
    t.world.batteries = {seat: {"z1": 1} for seat in t.seats}
    real(self, t)


@planted(GameTable, "dice")
def key_used_twice(real: Any, self: GameTable, key: str) -> Any:
    return real(self, key.partition("/")[2])


@contextmanager
def kept_beside_the_save() -> Iterator[None]:
    heard: dict[int, int] = {}
    real = barrage.Round.fire

    def fire(self: Any, t: Table) -> None:
        heard[id(t)] = heard.get(id(t), 0) + 1
        t.world.round += heard[id(t)] > 1
        real(self, t)

    with patch.object(barrage.Round, "fire", fire):
        yield


@planted(GameTable, "take")
def order_of_arrival_counts(real: Any, self: GameTable, at: int, seat: Seat, order: Any) -> Any:
    if isinstance(order, barrage.Ready) and not self.state.answers:
        self.state.counts["first " + seat] = 1
    return real(self, at, seat, order)


@planted(GameTable, "view")
def reading_changes_something(real: Any, self: GameTable, viewer: Seat) -> Any:
    self.state.counts["looks"] = self.state.counts.get("looks", 0) + 1
    return real(self, viewer)


@planted(patrol.Movement, "pass_on")
def grows_with_age(real: Any, self: Any, t: Any) -> None:
    t.state.counts |= {
        f"{'long ' * 40}{k}": k for k in range(len(t.state.counts), len(t.state.counts) + 30)
    }
    real(self, t)


@planted(patrol.Watch, "ask")
def forced_in_a_window(_: Any, self: Any, t: Table) -> Ask | None:
    return Ask(self.owners, 60, forced=True) if self.owners else None


@contextmanager
def nobody_asked() -> Iterator[None]:
    with patch.object(patrol.FallBack, "ask", lambda *_: Ask()):
        yield


@planted(journal, "go_on")
def undo_keeps_the_dice(real: Any, self: GameTable, at: int, n: int, seat: Seat, undo: Any) -> Any:
    before = self.state.epoch
    bulletin = real(self, at, n, seat, undo)
    self.state.epoch = before
    return bulletin


@contextmanager
def spelling_nobody_reads() -> Iterator[None]:
    real = Path.write
    with patch.object(Path, "write", lambda self, value: real(self, value).replace("E", "east")):
        yield


@contextmanager
def units_on_one_square() -> Iterator[None]:
    with patch.object(field.View, "free", lambda *_: True):
        yield


FAULTS: list[tuple[Case, Callable[[], AbstractContextManager[None]]]] = [
    *(
        (BARRAGE, fault)
        for fault in (illegal_default, endless, kept_beside_the_save, order_of_arrival_counts)
    ),
    *((PATROL, fault) for fault in (grows_with_age, forced_in_a_window, nobody_asked)),
    *(
        (PATROL, fault)
        for fault in (spelling_nobody_reads, units_on_one_square, reading_changes_something)
    ),
    *((BARRAGE, fault) for fault in (undo_keeps_the_dice, key_used_twice)),
]


@each("case, fault", FAULTS)
def test_a_planted_fault_is_found(
    case: Case, fault: Callable[[], AbstractContextManager[None]]
) -> None:
    with fault(), pytest.raises((AssertionError, Refused)) as found:
        laws(case)
    print(f"{fault.__name__}: {type(found.value).__name__}: {str(found.value)[:100]}")


@each("case", [BARRAGE, PATROL])
def test_without_a_fault_nothing_is_found(case: Case) -> None:
    laws(case, 2)
