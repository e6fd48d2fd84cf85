"""Sight and geometry (DL-20): the worked example, the directions, and
a second way to compute it all.
"""

import random

from engine.games.derelict import board as parts
from engine.games.derelict.board import Cell, Token, board, in_view, towards
from engine.games.derelict.view import Position
from tests.kit.each import each

EXAMPLE = (
    "###########",
    "#....#....#",
    "#..#......#",
    "#.........#",
    "#.........#",
    "##.##.#...#",
    "#....#....#",
    "###########",
)
EAST = (
    "###########",
    "#oov-#----#",
    "#ov#--vvvv#",
    "#@vvvvA---#",
    "#ovvvD----#",
    "##o##-#---#",
    "#-oo-#----#",
    "###########",
)
SOUTH = (
    "###########",
    "#ooo-#----#",
    "#oo#--oooo#",
    "#@ooooo---#",
    "#vvooo----#",
    "##v##-#---#",
    "#-vv-#----#",
    "###########",
)


@each("rot, picture", [(270, EAST), (0, SOUTH)])
def test_DL_20_the_worked_example(rot: int, picture: tuple[str, ...]) -> None:
    """DL-G8: v is visible, o has a line of sight but is out of view."""
    position = Position(
        board(EXAMPLE), [Token(kind="alien", x=6, y=3, name="A1"), Token(kind="door", x=5, y=4)]
    )
    marine = Token(kind="marine", x=1, y=3, rot=rot, name="M1")
    for y, row in enumerate(EXAMPLE):
        for x, mark in enumerate(row):
            if mark == "." and (x, y) != (1, 3):
                seen = (
                    "v"
                    if position.sees(marine, (x, y))
                    else "o"
                    if position.clear((1, 3), (x, y))
                    else "-"
                )
                wanted = picture[y][x]
                assert seen == wanted or wanted in "AD", f"{x},{y}"


def test_DL_20_directions() -> None:
    """DL-G2, DL-G3: facing N at 5,5."""
    assert towards((5, 5), 180)[0] == (5, 4)
    assert set(towards((5, 5), 180)) == {(5, 4), (4, 4), (6, 4)}
    assert set(towards((5, 5), 0)) == {(5, 6), (4, 6), (6, 6)}
    assert set(parts.beside((5, 5), 180)) == {(4, 5), (6, 5)}
    assert [towards((5, 5), rot)[0] for rot in (0, 90, 180, 270)] == [
        (5, 6),
        (4, 5),
        (5, 4),
        (6, 5),
    ]


def test_DL_20_the_diagonals_are_in_view() -> None:
    """DL-G5."""
    assert in_view((3, 3), 180, (0, 0))
    assert not in_view((3, 3), 180, (0, 1))
    assert in_view((3, 3), 180, (3, 3))
    assert parts.facing((3, 3), (3, 0)) == 180


def slowly(grid: tuple[str, ...], a: Cell, b: Cell) -> bool:
    """DL-G6 as it stands there, written down once more."""

    def blocked(x: int, y: int) -> bool:
        return not (0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == ".")

    def one_way(a: Cell, b: Cell) -> bool:
        dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
        sx, sy = (1 if a[0] < b[0] else -1), (1 if a[1] < b[1] else -1)
        err, (x, y) = dx - dy, a
        while (x, y) != b:
            px, py, e2 = x, y, 2 * err
            if e2 > -dy:
                err, x = err - dy, x + sx
            if e2 < dx:
                err, y = err + dx, y + sy
            if (x, y) != b and blocked(x, y):
                return False
            if x != px and y != py and blocked(x, py) and blocked(px, y):
                return False
        return True

    return one_way(a, b) and one_way(b, a)


def test_DL_20_fast_and_slow_agree() -> None:
    rng = random.Random(20)
    count = 0
    for _ in range(60):
        width, height, walls = rng.randint(1, 14), rng.randint(1, 14), rng.random() * 0.5
        grid = tuple(
            "".join("#" if rng.random() < walls else "." for _ in range(width))
            for _ in range(height)
        )
        made = parts.Board(grid, ())
        for _ in range(120):
            a, b = ((rng.randrange(width), rng.randrange(height)) for _ in range(2))
            assert made.clear(a, b, made.walls) == slowly(grid, a, b), (grid, a, b)
            count += made.clear(a, b, made.walls)
    assert count > 2_000


def test_DL_20_flames_block_only_between_the_ends_and_only_in_the_whole_game() -> None:
    """DL-1.6."""
    for profile, clear in (("full", False), ("seed", True)):
        position = Position(board(("." * 6,)), [Token(kind="flame", x=2, y=0)], profile)  # type: ignore[arg-type]  # one of the two
        assert position.clear((0, 0), (5, 0)) is clear
        assert position.clear((0, 0), (2, 0))


def test_DL_G1_columns_go_right_and_rows_down_from_zero() -> None:
    there = board((".#", ".."))
    assert there.corridors == ((0, 0), (0, 1), (1, 1))
    assert not there.corridor((1, 0))


@each("a, b, far", [((0, 0), (3, 1), 3), ((2, 2), (2, 2), 0), ((5, 1), (1, 7), 6)])
def test_DL_G4_a_distance_is_the_greater_of_columns_and_rows(a: Cell, b: Cell, far: int) -> None:
    assert parts.distance(a, b) == parts.distance(b, a) == far


@each("grid", [(".#.", "..."), ("...", ".#."), (".#", "#.")])
def test_DL_G6_DL_G7_both_ways_must_be_free_and_nobody_sees_between_two_walls(
    grid: tuple[str, ...],
) -> None:
    there = board(grid)
    assert not there.clear((0, 0), (len(grid[0]) - 1, 1), there.walls)


def test_DL_G7_sight_has_no_limit() -> None:
    assert board(("." * 60,)).clear((0, 0), (59, 0), 0)


def test_DL_1_2_every_kind_that_begins_with_marine_is_one() -> None:
    assert all(kind.startswith("marine") for kind in parts.MARINES)
    assert {Token(kind=kind, x=0, y=0).race for kind in parts.MARINES} == {"marine"}
