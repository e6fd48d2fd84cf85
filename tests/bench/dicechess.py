"""What opening a turn of dice chess costs beside python-chess's bare list of
legal moves in the same positions.
"""

import random
from functools import partial
from pathlib import Path

import chess

from engine.games.dicechess import DiceChess, orders, world
from engine.games.dicechess.view import View
from engine.state import PUBLIC, REFEREE, Join, Setup
from engine.table import GameTable
from tests.bench.meter import milliseconds
from tests.bench.table import Row

GAME = DiceChess()
SEATS = ("white", "black")
OPENINGS, ROUNDS = 300, 5
RATIO, THINKING = 3.0, 100.0


def table(seed: int) -> GameTable:
    made = GameTable.new(
        GAME,
        Setup(id=f"bench-{seed}", secret=seed.to_bytes(32, "big"), options={}, scenario={}, at=0),
    )
    made.run()
    for seat in SEATS:
        made.take(0, REFEREE, Join(seat, seat, seat))
    return made


def openings(most: int) -> list[GameTable]:
    found: list[GameTable] = []
    rng, seed = random.Random(1), 0
    while len(found) < most:
        playing, seed = table(seed), seed + 1
        while playing.state.stack and len(found) < most:
            view: View = playing.view(PUBLIC)
            if view.phase == "die" and not view.spent:
                found.append(playing.load(playing.save()))
            assert view.to_move is not None
            playing.take(0, view.to_move, playing.menu(view.to_move).choices[0].sample(rng))
    return found


def legal(table: GameTable, board: chess.Board | None) -> list[orders.Move]:
    """Every legal order, and what both seats see, for a position that nobody has looked at yet.

    ``board``: as the move before has left it; without one the position is read from the saved FEN.
    """
    world.KNOWN.clear()
    if board is not None:
        world.KNOWN[(table.world.fen, ())] = world.Position(board, table.world.fen, ())
    views: list[View] = [table.view(seat) for seat in SEATS]
    menu = table.menu(views[0].to_move or "")
    return [orders.Move(move) for move in menu.choices[0].slot("move", {}).few() or ()]


def rows(_: Path) -> list[Row]:
    tables = openings(OPENINGS)
    boards = [chess.Board(table.view(PUBLIC).fen) for table in tables]
    bare = milliseconds(lambda: [list(board.legal_moves) for board in boards], ROUNDS)
    pairs = list(zip(tables, boards, strict=True))
    ours = milliseconds(lambda: [legal(table, board) for table, board in pairs], ROUNDS)
    loaded = milliseconds(lambda: [legal(table, None) for table in tables], ROUNDS)
    rng = random.Random(1)

    def think(table: GameTable) -> None:
        view: View = table.view(PUBLIC)
        GAME.robot(view, table.menu(view.to_move or ""), rng)

    thinking = max(milliseconds(partial(think, table)) for table in tables)
    return [
        Row("dice chess: python-chess's bare list of legal moves", bare / OPENINGS * 1e3, "µs"),
        Row(
            "dice chess: a turn opened, all legal orders and both seats' views",
            ours / OPENINGS * 1e3,
            "µs",
        ),
        Row("dice chess: the second beside the first", ours / bare, "times", RATIO, below=True),
        Row("dice chess: the same with the position read from its FEN", loaded / bare, "times"),
        Row("dice chess: the robot's longest thought", thinking, "ms", THINKING, below=True),
    ]
