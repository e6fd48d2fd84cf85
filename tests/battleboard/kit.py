"""BattleBoard described to the laws of the kit, with planted leaks of where the cities lie."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from engine import PUBLIC, Ask, Event, House, Seat, SeatHolder, Table
from engine.games.battleboard import BattleBoard, frames, world
from engine.games.battleboard.events import Bombed, Dealt, Passed, Uncovered
from engine.games.battleboard.orders import Back, Gone
from engine.table import GameTable
from engine.testing.kit import Kit, Setting
from tests.kit.data import goldens
from tests.kit.planted import planted

NAMES = ("red", "Blue", "Ünal", "安娜", '"Q"', "a;b", *(f"P{i}" for i in range(14)))


@planted(world.World, "view")
def cities_in_the_view(real: Any, self: world.World, viewer: Seat) -> Any:
    cities = tuple(city for board in self.boards for city in board.living)
    return msgspec.structs.replace(real(self, viewer), own=cities)


@planted(GameTable, "tell")
def dealt_to_all(
    real: Any, self: GameTable, event: Event | None, /, **copies: Event | None
) -> None:
    dealt = next((copy for copy in copies.values() if isinstance(copy, Dealt)), event)
    real(self, dealt, **copies)


@planted(BattleBoard, "seated")
def told_more_of_some(real: Any, self: BattleBoard, t: Table, chair: SeatHolder) -> None:
    real(self, t, chair)
    if t.world.board(chair.seat).living[0][1] < t.world.options.height // 2:
        t.tell(Passed(chair.seat, "order"))


@planted(GameTable, "menu")
def examples_that_know(real: Any, self: GameTable, seat: Seat) -> Any:
    made = real(self, seat)
    salt = sum(x + y for board in self.world.boards for x, y in board.living)
    examples = made.examples
    made.examples = lambda seed, n=10: examples(seed + salt, n)
    return made


@planted(GameTable, "open")
def time_from_cities(real: Any, self: GameTable, top: Any, ask: Ask) -> None:
    real(self, top, ask)
    if self.state.due is not None:
        self.state.due += sum(x for board in self.world.boards for x, _ in board.living)


@planted(GameTable, "menu")
def menu_from_world(real: Any, self: GameTable, seat: Seat) -> Any:
    made = real(self, seat)
    made.why = sum(x for board in self.world.boards for x, _ in board.living)
    return made


@planted(frames.Turns, "answer")
def counted_in_private(real: Any, self: frames.Turns, t: Any, orders: dict[Seat, Any]) -> None:
    t.state.question += sum(x for board in t.world.boards for x, _ in board.living) % 2
    real(self, t, orders)


class BattleBoardKit(Kit):
    orders, size, pairs = 1_500, 40_000, 15
    golden = goldens(__file__, Gone, Back)
    unclocked: Mapping[str, Any] = MappingProxyType({"timeout": "none"})
    owner, viewers = "Blue", ("red", PUBLIC)
    probes = tuple(
        (
            "bomb Blue 0 0; bomb blue d3; bomb Blue 9 9; bomb red 1 1; bomb nobody 0 0; pass; "
            "withdraw; "
        ).split("; ")
    )
    leaks = (
        cities_in_the_view,
        dealt_to_all,
        told_more_of_some,
        examples_that_know,
        time_from_cities,
        menu_from_world,
        counted_in_private,
    )

    def setting(self, seed: int) -> Setting:
        rng = random.Random(seed)
        n = 20 if rng.random() < 0.1 else rng.randint(2, 6)
        width, height = rng.randint(2, 6), rng.randint(2, 6)
        options = {
            "players": n,
            "size": f"{width}x{height}",
            "cities": rng.randint(1, 4),
            "wrecks": rng.choice(("clear", "count")),
            "illegal": rng.choice(("refuse", "pass")),
            "order": rng.choice(("dice", "join")),
            "timeout": rng.choice(("none", "90s", "2d")),
            "gone": rng.choice(("withdraw", "timeout")),
        }
        scenario, loaded = dict[str, Any](), dict[str, list[int | str]]()
        if rng.random() < 0.3:
            scenario["boards"] = [
                some_squares(rng, width, height, rng.randint(1, 4))
                for _ in range(rng.randint(1, n))
            ]
        if rng.random() < 0.3:
            scenario["order"] = rng.sample(range(n), n)
        if rng.random() < 0.3:
            loaded = {"place/1/1": [width - 1, 0], "order/1": [NAMES[n - 1]]}
        return Setting(NAMES[:n], options, scenario, loaded)

    def house(self, table: GameTable, rng: random.Random) -> House | None:
        """A connection breaks, or is there again (BB-25, BB-26)."""
        return rng.choice((Gone, Back))(rng.choice(table.seats))

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        rng = random.Random(seed)
        options = {
            "players": 3,
            "size": "6x5",
            "order": rng.choice(("dice", "join")),
            "timeout": rng.choice(("none", "2h")),
            "wrecks": rng.choice(("clear", "count")),
            "illegal": rng.choice(("refuse", "pass")),
        }
        n = rng.randint(1, 4)
        red, first, second, third = (some_squares(rng, 6, 5, n) for _ in range(4))
        one, other = ({"boards": [red, blue, third]} for blue in (first, second))
        return Setting(("red", "Blue", "Cy"), options, one), Setting(
            ("red", "Blue", "Cy"), options, other
        )

    def reveals(self, event: Event) -> bool:
        return isinstance(event, Uncovered) or (
            isinstance(event, Bombed) and event.target == self.owner
        )


def some_squares(rng: random.Random, width: int, height: int, n: int) -> list[list[int]]:
    """``n`` different squares of a board."""
    return [
        list(square)
        for square in rng.sample([(x, y) for x in range(width) for y in range(height)], n)
    ]


KIT = BattleBoardKit()
