"""Derelict described to the laws of the kit, with planted leaks of what blips are worth."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

import msgspec

from engine.games.derelict import EDITIONS, board, missions, reveal, turns
from engine.games.derelict.events import More, Placed, Reinforced
from engine.games.derelict.view import ALIENS, MARINES, Shown, View
from engine.games.derelict.world import World
from engine.state import PUBLIC, Ask, Event, Seat
from engine.table import GameTable
from engine.testing.kit import Case, Kit, Play, Setting, begin
from tests.kit.data import goldens
from tests.kit.planted import planted

ROOM = ("###########", "#....#....#", "#.........#", "#....#....#", "#....#....#", "###########")
SEGMENTS = (
    "...........",
    ".aaaa.bbbb.",
    ".aaaacbbbb.",
    ".aaaa.bbbb.",
    ".aaaa.bbbb.",
    "...........",
)
MARINES_HERE = tuple(
    "marine_sarge marine marine_flame marine_cannon marine_claws marine_hammer".split()
)


def brawl(
    rng: random.Random, values: tuple[str, ...], more: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A small room in which everything comes up soon; ``values`` are the blips."""
    kinds = rng.sample(MARINES_HERE, 3)
    cells = [(x, y) for x in (1, 2, 3, 4) for y in (1, 2, 3, 4)]
    marines = [
        f"{kind} {x},{y} {rng.choice('NESW')}"
        for kind, (x, y) in zip(kinds, rng.sample(cells, 3), strict=True)
    ]
    far = rng.sample([(x, y) for x in (6, 7, 8, 9) for y in (1, 2, 3, 4)], 6)
    blips = [f"{value} {x},{y}" for value, (x, y) in zip(values, far, strict=False)]
    aliens = [f"alien {x},{y} {rng.choice('NESW')}" for x, y in far[len(values) : len(values) + 2]]
    return {
        "title": "brawl",
        "grid": ROOM,
        "segs": SEGMENTS,
        "tokens": [*marines, rng.choice(("door 5,2", "dooropen 5,2")), *blips, *aliens, *more],
    }


LURKING = ("lurk 10,1", "lurk 10,3", "alien_entry 9,1", "alien_entry 9,4")


@planted(World, "view")
def values_in_the_view(real: Any, self: World, viewer: Seat, shown: Shown) -> Any:
    return msgspec.structs.replace(real(self, viewer, shown), tokens=tuple(self.tokens))


@planted(GameTable, "tell")
def draws_told_to_all(
    real: Any, self: GameTable, event: Event | None, /, **copies: Event | None
) -> None:
    real(self, copies.get(ALIENS, event) if isinstance(event, Reinforced) else event, **copies)


@planted(World, "view")
def board_in_order_of_value(real: Any, self: World, viewer: Seat, shown: Shown) -> Any:
    order = [token.name for token in sorted(self.tokens, key=lambda token: token.value)]
    got = real(self, viewer, shown)
    tokens = tuple(sorted(got.tokens, key=lambda token: order.index(token.name)))
    return msgspec.structs.replace(got, tokens=tokens)


@contextmanager
def names_that_tell() -> Iterator[None]:
    real = board.drawn

    def drawn(face: int) -> int:
        value = real(face)
        worlds[-1].numbers["B"] += value == 3
        return value

    worlds: list[World] = []
    begun = turns.AlienStart.answer

    def answer(self: turns.AlienStart, t: GameTable, orders: dict[Seat, Any]) -> None:
        worlds.append(t.world)
        begun(self, t, orders)

    with patch.object(turns, "drawn", drawn), patch.object(turns.AlienStart, "answer", answer):
        yield


@planted(reveal.Forced, "show")
def due_shown_to_all(_: Any, self: reveal.Forced, viewer: Seat) -> Shown:
    return Shown(phase="place" if self.placing else "orient", unit=self.last, due=self.due)


@planted(GameTable, "open")
def time_from_values(real: Any, self: GameTable, top: Any, ask: Ask) -> None:
    real(self, top, ask)
    if self.state.due is not None:
        self.state.due += sum(token.value for token in self.world.tokens)


@planted(GameTable, "menu")
def examples_that_know(real: Any, self: GameTable, seat: Seat) -> Any:
    made = real(self, seat)
    salt = sum(token.value for token in self.world.tokens)
    examples = made.examples
    made.examples = lambda seed, n=10: examples(seed + salt, n)
    return made


@contextmanager
def forced_reveals_counted() -> Iterator[None]:
    real = reveal.emerge

    def emerge(w: World, blip: Any) -> tuple[str, int]:
        name, due = real(w, blip)
        w.numbers["A"] += due
        return name, due

    def shown(self: World, viewer: Seat, shown: Shown) -> View:
        return msgspec.structs.replace(real_view(self, viewer, shown), title=f"{self.numbers}")

    real_view = World.view
    with patch.object(reveal, "emerge", emerge), patch.object(World, "view", shown):
        yield


class DerelictKit(Kit):
    orders, size, pairs = 3_000, 30_000, 5
    golden = goldens(__file__)
    unclocked: Mapping[str, Any] = MappingProxyType({"timeout": "none"})
    owner, viewers = ALIENS, (MARINES, PUBLIC)
    probes = tuple(
        (
            "pass; activate M1; activate B1; move 5,2; turn left; reveal; deploy 9,1; place 3,3; "
            "shoot B1; standing unjam always; standing cells 1,1; "
        ).split("; ")
    )
    leaks = (
        values_in_the_view,
        draws_told_to_all,
        board_in_order_of_value,
        names_that_tell,
        due_shown_to_all,
        time_from_values,
        examples_that_know,
        forced_reveals_counted,
    )

    def setting(self, seed: int) -> Setting:
        rng = random.Random(seed)
        small, chance = rng.random() < 0.7, rng.random()
        options = {
            "profile": "seed" if chance < 0.2 else "complete" if chance < 0.4 else "full",
            "mission": rng.choice(missions.MISSIONS),
            "last_turn": rng.randint(2, 4) + 6 * small,
            "command_points": rng.choice(("public", "marines")),
            "timeout": rng.choice(("none", "90s", "2d")),
        }
        values = tuple(rng.choice(("blip", "blip_2", "blip_3")) for _ in range(3))
        return Setting((MARINES, ALIENS), options, brawl(rng, values, LURKING) if small else {})

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        def one(values: tuple[str, ...], draws: list[int | str]) -> Setting:
            rng = random.Random(seed)
            options = {
                "last_turn": 4,
                "command_points": rng.choice(("public", "marines")),
                "timeout": rng.choice(("none", "2d")),
            }
            return Setting(
                (MARINES, ALIENS), options, brawl(rng, values, LURKING), {"draw/": draws}
            )

        return one(("blip", "blip_2", "blip"), [1, 12, 3] * 4), one(
            ("blip_3", "blip", "blip_2"), [20, 5, 11] * 4
        )

    def reveals(self, event: Event) -> bool:
        return isinstance(event, More | Placed)


KIT = DerelictKit()


def brawl_of(seed: int) -> Play:
    """A game of a seed of the kit by all rules, without a clock."""
    setting = KIT.setting(seed)
    options = {**setting.options, "profile": "full", "timeout": "none"}
    case = Case("derelict-2", EDITIONS[-1], KIT)
    return begin(case, Setting(setting.seats, options, setting.scenario), seed)
