"""The sparring partner is no fool. Nothing here looks at a clock;
``tests/bench/dicechess.py`` does.
"""

import random

import chess

from engine.games.dicechess import robot
from engine.games.dicechess.orders import Move
from engine.games.dicechess.view import View
from engine.state import PUBLIC
from tests.dicechess.policies import GAME, slot_of, uniform
from tests.dicechess.stage import SEATS, Stage, begun
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

SEEDS = range(6)


def best(stage: Stage, seed: int) -> str:
    view = stage.view
    assert view.to_move is not None
    menu = stage.table.menu(view.to_move)
    order = GAME.robot(view, menu, random.Random(seed))
    assert isinstance(order, Move)
    board = slot_of(menu).position.board
    return board.san(board.parse_uci(order.move))


@each("fen, dice, said", DATA["it_mates_when_it_can"])
@each("seed", SEEDS)
def test_it_mates_when_it_can(fen: str, dice: str, said: tuple[str, ...], seed: int) -> None:
    """DC-02, DC-06, and with a reply DC-22: the interrupted player loses."""
    assert best(Stage({"fen": fen}).then(dice, *said), seed).endswith("#")


def test_it_beats_a_player_who_moves_at_random() -> None:
    results = []
    for seed in range(4):
        rng = random.Random(seed)
        play = begun(seed=seed)
        me = SEATS[seed % 2]
        while not play.over:
            view: View = play.table.view(PUBLIC)
            assert view.to_move is not None
            menu = play.table.menu(view.to_move)
            move = uniform(view, slot_of(menu), rng).uci()
            play.enter(
                play.now,
                view.to_move,
                robot.choose(view, rng) if view.to_move == me else Move(move),
            )
        end: View = play.table.view(PUBLIC)
        results.append({"1-0": "white", "0-1": "black"}.get(end.result or "", "nobody") == me)
    assert all(results)


ROOK_PAWN = "k7/7P/8/8/8/8/8/4K3 w - - 0 1"


@each(
    "fen, move, what",
    [
        (chess.STARTING_FEN, "g1f3", "develops"),
        (chess.STARTING_FEN, "e2e4", "middle"),
        ("rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1", "e1g1", "castles"),
        (ROOK_PAWN, "h7h8r", "check"),
        (ROOK_PAWN, "h7h8n", "promotes"),
        ("rnbqkbnr/ppp1pppp/8/3p4/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 1", "c4d5", "takes"),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "f1b5", "check"),
    ],
)
def test_a_hint_says_what_a_move_is_for(fen: str, move: str, what: str) -> None:
    piece = chess.Board(fen).piece_at(chess.parse_square(move[:2]))
    assert piece is not None
    stage = Stage({"fen": fen}).then(piece.symbol() * 3)
    assert robot.reason(stage.view, Move(move))["what"] == what
