"""The robot: it plays by what it has read, and beats those who do not."""

import inspect
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Game, Menu, Order
from engine.games.battleboard import events, robot
from engine.games.battleboard.orders import Bomb, Pass
from engine.games.battleboard.view import BoardView, Mark, Standing, View
from tests.battleboard.sitting import GAME, Sitting, sit
from tests.kit.each import each

Player = Callable[[View, Menu, random.Random], Order]


def any_order(view: View, menu: Menu, rng: random.Random) -> Order:
    return Game.robot(GAME, view, menu, rng)


def any_square(view: View, menu: Menu, rng: random.Random) -> Order:
    """Bombs the opponent where nobody has, and learns nothing."""
    (board,) = (board for board in view.boards if board.seat != view.viewer)
    known = {(mark.x, mark.y) for mark in board.marks}
    free = [(x, y) for x in range(view.width) for y in range(view.height) if (x, y) not in known]
    return Bomb(board.seat, rng.choice(free))


def play(seed: int, players: dict[str, Player], **options: Any) -> Sitting:
    """A game to its end; every order is on the menu."""
    rng, names = random.Random(seed), " ".join(players)
    game = sit(names, secret=seed.to_bytes(4, "big"), order="dice", **options)
    while seat := game.asked:
        menu = game.table.menu(seat)
        order = players[seat](game.view(seat), menu, rng)
        assert menu.allows(order)
        game.enter(seat, order)
    return game


def least(games: int) -> int:
    """The games won against the player against whom it wins least, with the options that suit it
    least.
    """
    five: dict[str, Any] = {"cities": 5, "wrecks": "count", "illegal": "pass"}
    return min(
        sum(
            play(seed, {"Robot": GAME.robot, "Other": other}, **options).result == "won Robot"
            for seed in range(games)
        )
        for other in (any_order, any_square)
        for options in ({}, five)
    )


def test_it_wins_seven_of_ten_games_at_least() -> None:
    assert least(12) >= 8


@pytest.mark.nightly
def test_it_wins_seven_of_ten_of_two_hundred_games() -> None:
    assert least(200) >= 140


@each("players", [2, 6])
def test_it_never_bombs_itself_nor_a_square_it_knows(players: int) -> None:
    def watched(view: View, menu: Menu, rng: random.Random) -> Order:
        order = GAME.robot(view, menu, rng)
        assert isinstance(order, Bomb)
        assert order.target != view.viewer
        assert order.square not in {(mark.x, mark.y) for mark in view.board(order.target).marks}
        return order

    for seed in range(20):
        result = play(seed, {f"P{i}": watched for i in range(players)}, size="6x6", cities=3).result
        assert result is not None
        assert result.startswith("won")


def test_the_same_view_and_luck_give_the_same_order() -> None:
    view = sit("Ann Bob Cy").view("Ann")
    assert robot.choose(view, random.Random(7)) == robot.choose(view, random.Random(7))


RESULTS: dict[str, events.Result] = {"N": "NEAR_MISS", "M": "MISS", "W": "HIT"}


def board(seat: str, marks: str = "", left: int = 1, standing: Standing = "playing") -> BoardView:
    """``"22N 33M 44W"``: near miss, miss, wreck."""
    read = tuple(Mark(int(at[0]), int(at[1]), RESULTS[at[2]], at[2] == "W") for at in marks.split())
    return BoardView(seat=seat, name=seat, standing=standing, left=left, total=2, marks=read)


def bombs(*boards: BoardView) -> set[str]:
    """Where the robot bombs on boards of five by five, whatever its luck: ``Bob01``."""
    view = replace(sit("Ann Bob", size="5x5").view("Ann"), boards=(board("Ann"), *boards))
    orders = [robot.choose(view, random.Random(seed)) for seed in range(60)]
    found = [order for order in orders if isinstance(order, Bomb)]
    return {f"{order.target}{order.square[0]}{order.square[1]}" for order in found}


@each(
    "marks, cities, squares",
    [
        ("00N", 1, "Bob01 Bob10 Bob11"),
        ("00N 22M", 1, "Bob01 Bob10"),
        ("00N 22N", 1, "Bob11"),
        ("00N 44N", 2, "Bob01 Bob10 Bob11 Bob33 Bob34 Bob43"),
    ],
)
def test_a_near_miss_says_where_to_look_and_a_miss_where_not_to(
    marks: str, cities: int, squares: str
) -> None:
    found = bombs(board("Bob", marks, cities))
    assert found <= set(squares.split())
    assert found


def test_a_wreck_explains_a_near_miss_beside_it() -> None:
    """Nothing is known of where the other city is; 1,1 is no better than anywhere else."""
    assert "Bob11" not in bombs(board("Bob", "00N 01W"))


def test_it_goes_where_it_knows_most() -> None:
    found = bombs(board("Bob"), board("Cy", "00N"), board("Dan", "22N"))
    assert {name[:-2] for name in found} == {"Cy"}


def test_it_spends_nothing_on_those_who_are_out() -> None:
    out: list[tuple[str, Standing]] = [("Bob", "left"), ("Cy", "lost"), ("Eve", "leaving")]
    marked = [board(seat, "00N", 1, standing) for seat, standing in out]
    assert {name[:-2] for name in bombs(*marked, board("Dan"))} == {"Dan"}


def test_it_passes_if_the_others_are_leaving() -> None:
    game = sit("Ann Bob")
    game.say("Bob", "withdraw")
    assert GAME.robot(game.view("Ann"), game.table.menu("Ann"), random.Random(1)) == Pass()


def test_unasked_it_has_nothing_to_say() -> None:
    """As every game's robot: ``IndexError``."""
    game = sit("Ann Bob")
    with pytest.raises(IndexError):
        GAME.robot(game.view("Bob"), game.table.menu("Bob"), random.Random(1))


def test_it_is_given_a_view_and_luck_and_nothing_else() -> None:
    assert list(inspect.signature(robot.choose).parameters) == ["view", "rng"]


def test_hints_are_the_likeliest_squares_without_any_luck() -> None:
    game = sit("Ann Bob")
    first = GAME.hints(game.view("Ann"), game.table.menu("Ann"))
    assert first == GAME.hints(game.view("Ann"), game.table.menu("Ann"))
    assert len({order.square for order in first if isinstance(order, Bomb)}) == 5
    assert GAME.hints(game.view("Bob"), game.table.menu("Bob")) == []
