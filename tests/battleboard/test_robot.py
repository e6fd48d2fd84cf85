"""The robot: it plays by what it has read, and beats those who do not."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Game, Menu, Order
from engine.games.battleboard import events, robot
from engine.games.battleboard.orders import Bomb
from engine.games.battleboard.view import BoardView, Mark, Standing, View
from tests.battleboard.sitting import GAME, Sitting, sit
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

Player = Callable[[View, Menu, random.Random], Order]


def any_order(view: View, menu: Menu, rng: random.Random) -> Order:
    return Game.robot(GAME, view, menu, rng)


def any_square(view: View, menu: Menu, rng: random.Random) -> Order:
    (board,) = (board for board in view.boards if board.seat != view.viewer)
    known = {(mark.x, mark.y) for mark in board.marks}
    free = [(x, y) for x in range(view.width) for y in range(view.height) if (x, y) not in known]
    return Bomb(board.seat, rng.choice(free))


def play(seed: int, players: dict[str, Player], **options: Any) -> Sitting:
    rng, names = random.Random(seed), " ".join(players)
    game = sit(names, secret=seed.to_bytes(4, "big"), order="dice", **options)
    while seat := game.asked:
        menu = game.table.menu(seat)
        order = players[seat](game.view(seat), menu, rng)
        assert menu.allows(order)
        game.enter(seat, order)
    return game


def least(games: int) -> int:
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


@each("marks, cities, squares", DATA["a_near_miss_says_where_to_look_and_a_miss_where_not_to"])
def test_a_near_miss_says_where_to_look_and_a_miss_where_not_to(
    marks: str, cities: int, squares: str
) -> None:
    found = bombs(board("Bob", marks, cities))
    assert found <= set(squares.split())
    assert found


def test_a_wreck_explains_a_near_miss_beside_it() -> None:
    assert "Bob11" not in bombs(board("Bob", "00N 01W"))


def test_hints_are_the_likeliest_squares_without_any_luck() -> None:
    game = sit("Ann Bob")
    first = GAME.hints(game.view("Ann"), game.table.menu("Ann"))
    assert first == GAME.hints(game.view("Ann"), game.table.menu("Ann"))
    assert len({order.square for order in first if isinstance(order, Bomb)}) == 5
    assert GAME.hints(game.view("Bob"), game.table.menu("Bob")) == []
