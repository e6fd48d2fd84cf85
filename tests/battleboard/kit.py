"""BattleBoard described to the kit."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine.game import Frame
from engine.games.battleboard.events import Bombed
from engine.games.battleboard.frames import Turns
from engine.games.battleboard.orders import Back, Gone
from engine.games.battleboard.view import View
from engine.games.battleboard.world import World
from engine.state import PUBLIC, Ask, Event, House, Seat
from engine.table import Table
from tests.kit.described import Kit, Setting

NAMES = ("ann", "Bob", "cyd", "d-4", "Ëve", "f.", "丙")
WIDTH, HEIGHT = 6, 5


def squares(rng: random.Random, n: int, width: int = WIDTH, height: int = HEIGHT) -> list[list[int]]:
    """``n`` different squares."""
    return [[x, y] for x, y in rng.sample([(x, y) for x in range(width) for y in range(height)], n)]


@contextmanager
def cities_shown() -> Iterator[None]:
    """The view of a seat says where all cities lie."""
    real = World.view

    def view(self: World, viewer: Seat) -> View:
        own = tuple(square for board in self.boards for square in board.living)
        return msgspec.structs.replace(real(self, viewer), own=own)

    with patch.object(World, "view", view):
        yield


@contextmanager
def boards_sorted_by_secret() -> Iterator[None]:
    """The order of a list betrays what it was sorted by."""
    real = World.view

    def view(self: World, viewer: Seat) -> View:
        first = {board.seat: sorted(board.living) for board in self.boards}
        seen = real(self, viewer)
        return msgspec.structs.replace(seen, boards=tuple(sorted(seen.boards, key=lambda board: first[board.seat])))

    with patch.object(World, "view", view):
        yield


@contextmanager
def menu_from_world() -> Iterator[None]:
    """Why a seat is asked says how many cities of others lie to the left."""
    real = Table.menu

    def menu(self: Table, seat: Seat) -> Any:
        made = real(self, seat)
        made.why = sum(x for board in self.world.boards for x, _ in board.living)
        return made

    with patch.object(Table, "menu", menu):
        yield


@contextmanager
def counted_in_private() -> Iterator[None]:
    """A bomb beside the hidden counts as a question."""
    real = Turns.answer

    def answer(self: Turns, t: Table, orders: dict[Seat, Any]) -> None:
        t.state.question += sum(x for board in t.world.boards for x, _ in board.living) % 2
        real(self, t, orders)

    with patch.object(Turns, "answer", answer):
        yield


@contextmanager
def time_by_secret() -> Iterator[None]:
    """More time for those whose cities lie far apart."""
    real = Table.open

    def opened(self: Table, top: Frame, ask: Ask) -> None:
        real(self, top, ask)
        self.state.due = self.state.now + 60 + sum(y for board in self.world.boards for _, y in board.living)

    with patch.object(Table, "open", opened):
        yield


@contextmanager
def dealt_told_to_all() -> Iterator[None]:
    """What one seat is told of its board is told to everybody."""
    real = Table.tell

    def tell(self: Table, event: Event | None, /, **copies: Event | None) -> None:
        real(self, event or next(iter(copies.values())))

    with patch.object(Table, "tell", tell):
        yield


class BattleBoardKit(Kit):
    """Where Bob's cities lie is secret, until a bomb falls beside them (BB-12)."""

    orders, size = 1_500, 6_000
    owner, viewers = "Bob", ("ann", PUBLIC)
    probes = ("bomb Bob 1 1", "bomb Bob 9 9", "bomb zed 1 1", "bomb Bob c3", "withdraw now", "pass", "move", "")
    leaks = (
        cities_shown,
        boards_sorted_by_secret,
        menu_from_world,
        counted_in_private,
        time_by_secret,
        dealt_told_to_all,
    )

    def setting(self, seed: int) -> Setting:
        """Small boards, so that games end."""
        rng = random.Random(seed)
        n, width, height = rng.randint(2, 4), rng.randint(2, 4), rng.randint(2, 4)
        cities = rng.randint(1, 3)
        options = {
            "players": n,
            "size": f"{width}x{height}",
            "cities": cities,
            "wrecks": rng.choice(("clear", "count")),
            "illegal": rng.choice(("refuse", "pass")),
            "order": rng.choice(("dice", "join")),
            "timeout": rng.choice(("none", "90s", "2h")),
            "gone": rng.choice(("withdraw", "timeout")),
        }
        boards = [squares(rng, cities, width, height) for _ in range(rng.randint(0, n))]
        return Setting(tuple(rng.sample(NAMES, n)), options, {"boards": boards})

    def house(self, table: Table, rng: random.Random) -> House | None:
        """A connection breaks, or is there again (BB-25, BB-26)."""
        gone = table.world.gone
        if gone and rng.random() < 0.5:
            return Back(rng.choice(gone))
        there = [seat for seat in table.world.order if seat not in gone]
        return Gone(rng.choice(there)) if there else None

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        """Bob's board dealt again: elsewhere, one city moved, in another order, or thrown for with a throw more."""
        rng = random.Random(seed)
        ann, bob, cyd = (squares(rng, 3, WIDTH, HEIGHT - 1) for _ in range(3))
        options = {
            "players": 3,
            "size": f"{WIDTH}x{HEIGHT}",
            "cities": 3,
            "wrecks": rng.choice(("clear", "count")),
            "illegal": rng.choice(("refuse", "pass")),
            "timeout": rng.choice(("none", "15m")),
        }
        match rng.randrange(4):
            case 0:
                again = squares(rng, 3)
            case 1:
                free = [square for square in squares(rng, 6) if square not in bob]
                again = [*bob[:2], free[0]]
            case 2:
                again = [bob[2], bob[0], bob[1]]
            case _:
                return self.thrown(options, bob[0]), self.thrown(options, [5, 4, *bob[0]])
        first, second = (
            Setting(("ann", "Bob", "cyd"), options, {"boards": [ann, board, cyd]}) for board in (bob, again)
        )
        return first, second

    def thrown(self, options: dict[str, Any], dice: list[int]) -> Setting:
        """Bob's second city is thrown for with these dice; on (5, 4) there is one already."""
        return Setting(("ann", "Bob", "cyd"), options, loaded={"place/2/1": [5, 4], "place/2/2": [*dice]})

    def reveals(self, event: Event) -> bool:
        """The result of a bomb on Bob's board."""
        return isinstance(event, Bombed) and event.target == "Bob"


KIT = BattleBoardKit()
