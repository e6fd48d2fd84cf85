"""Views of BattleBoard made by hand, and the boards they could come from."""

import random
from collections.abc import Sequence

from engine.games.battleboard.events import Result
from engine.games.battleboard.view import BoardView, Mark, Standing, View
from engine.games.battleboard.world import BattleOptions, BattleScenario, Board, World
from engine.state import PUBLIC, Seat

KIND = "battleboard"


def board(
    name: str,
    marks: Sequence[Mark] = (),
    *,
    seat: str = "",
    standing: Standing = "playing",
    left: int = 2,
    total: int = 5,
) -> BoardView:
    return BoardView(
        seat=seat or name, name=name, standing=standing, left=left, total=total, marks=tuple(marks)
    )


def mark(x: int, y: int, result: Result, wreck: bool | None = None) -> Mark:
    return Mark(x, y, result, result in ("HIT", "LOSS") if wreck is None else wreck)


def view(
    *boards: BoardView,
    viewer: Seat = PUBLIC,
    size: tuple[int, int] = (10, 8),
    own: Sequence[tuple[int, int]] = (),
    turn: str | None = None,
    result: str | None = None,
    open_seats: int = 0,
) -> View:
    playing = [one.seat for one in boards if one.standing in ("playing", "leaving")]
    order = tuple(playing) if not open_seats else ()
    on_turn = None if result or not order else turn or order[0]
    return View(
        viewer=viewer,
        width=size[0],
        height=size[1],
        wrecks="clear",
        illegal="refuse",
        boards=tuple(boards),
        own=tuple(own),
        order=order,
        turn=on_turn,
        open_seats=open_seats,
        result=result,
    )


def crowd(players: int, size: tuple[int, int] = (10, 8), seed: int = 1) -> View:
    rng = random.Random(seed)
    kinds: list[tuple[Result, bool]] = [
        ("HIT", True),
        ("NEAR_MISS", False),
        ("MISS", False),
        ("NEAR_MISS", True),
        ("MISS", True),
    ]
    squares = [(x, y) for x in range(size[0]) for y in range(size[1])]
    boards = []
    for number in range(players):
        some = sorted(rng.sample(squares, rng.randrange(len(squares) + 1)))
        marks = [Mark(x, y, *rng.choice(kinds)) for x, y in some]
        boards.append(board(f"Player{number}", marks, left=rng.randint(1, 5)))
    return view(*boards, size=size, turn="Player1")


def showcase() -> dict[str, View]:
    marks = [
        mark(0, 0, "HIT"),
        mark(1, 0, "NEAR_MISS"),
        mark(3, 5, "MISS"),
        mark(9, 7, "NEAR_MISS", True),
        mark(8, 7, "MISS", True),
    ]
    ann, bob = board("Ann", marks), board("Bob", marks[:2], left=4)
    lost = board("Zoë_K", [*marks, mark(4, 4, "LOSS")], standing="lost", left=0)
    return {
        "public": view(ann, bob, lost),
        "private": view(ann, bob, lost, viewer="Ann", own=[(2, 2), (5, 6)], turn="Bob"),
        "leaving": view(
            ann, board("Bob", marks, standing="leaving"), board("Cyd", standing="left")
        ),
        "names": view(
            board("Дмитрий"), board("王小明"), board("Big Bob", seat="Big_Bob"), board("😀")
        ),
        "open": view(board("Ann"), viewer="Ann", own=[(1, 1)], open_seats=2),
        "nobody": view(open_seats=2),
        "won": view(board("Ann", marks), lost, result="won Ann"),
        "drawn": view(
            board("Ann", marks, standing="left"), board("Bob", standing="left"), result="drawn"
        ),
        "many": crowd(7),
        "large": crowd(2, (26, 26)),
    }


def world(*livings: Sequence[tuple[int, int]]) -> World:
    boards = [
        Board(seat=seat, name=seat, living=list(living), wrecks=[], marks={"0,0": "MISS"})
        for seat, living in zip(("Ann", "Bob", "Cyd"), livings, strict=False)
    ]
    order = [one.seat for one in boards]
    return World(
        options=BattleOptions(players=len(boards)),
        scenario=BattleScenario(),
        boards=boards,
        order=order,
        turn=order[0],
    )
