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
from tests.dicechess.test_rules import GIVEN
from tests.kit.each import each

SEEDS = range(6)


def best(stage: Stage, seed: int) -> str:
    view = stage.view
    assert view.to_move is not None
    menu = stage.table.menu(view.to_move)
    order = GAME.robot(view, menu, random.Random(seed))
    assert isinstance(order, Move)
    board = slot_of(menu).position.board
    return board.san(board.parse_uci(order.move))


@each(
    "fen, dice, said",
    [
        ("6k1/5ppp/8/8/8/8/5PPP/1N1Q2K1 w - - 0 1", "QNP", ()),
        ("6rk/6pp/8/4N3/8/8/8/K6R w - - 0 1", "NRR", ()),
        ("8/8/8/8/7k/4r3/2q5/5QK1 w - - 0 1", "QQK", ("white Qe1+",)),
    ],
)
@each("seed", SEEDS)
def test_it_mates_when_it_can(fen: str, dice: str, said: tuple[str, ...], seed: int) -> None:
    """DC-02, DC-06, and with a reply DC-22: the interrupted player loses."""
    assert best(Stage({"fen": fen}).then(dice, *said), seed).endswith("#")


@each("seed", SEEDS)
def test_it_mates_with_two_dice(seed: int) -> None:
    """The rook to the seventh rank says nothing yet; the other one then mates on the eighth."""
    stage = Stage({"fen": "6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1"}).then("RRK")
    assert stage.order("white", best(stage, seed)) == ""
    if stage.view.phase != "over":
        assert stage.view.phase == "die"
        assert best(stage, seed).endswith("#")


@each("seed", SEEDS)
def test_it_does_not_leave_its_queen_to_be_taken(seed: int) -> None:
    """The queen is attacked by a pawn and has a die: after all of White's
    moves no black piece attacks her.
    """
    stage = Stage({"fen": "rnb1kbnr/pppp1ppp/8/4p3/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1"}).then(
        "QPN"
    )
    while stage.view.owner == "white" and stage.view.phase == "die":
        assert stage.order("white", best(stage, seed)) == ""
    board = stage.table.world.position.board
    (queen,) = board.pieces(5, True)
    assert not board.attackers(False, queen)


@each("seed", SEEDS)
def test_it_takes_a_queen_that_is_left_to_it(seed: int) -> None:
    stage = Stage({"fen": "rnb1kbnr/pppp1ppp/8/4p3/3q4/5N2/PPP1PPPP/RNB1KB1R w KQkq - 0 1"}).then(
        "NNN"
    )
    assert best(stage, seed) == "Nxd4"


@each("scenario", GIVEN)
def test_it_always_knows_a_legal_order(scenario: dict[str, object]) -> None:
    stage = Stage({"fen": scenario["fen"]} if "fen" in scenario else {})
    kinds = stage.view.candidates or ""
    assert stage.roll((kinds.replace("K", "") or "K")[0] * 3) == ""
    if to_move := stage.view.to_move:
        menu = stage.table.menu(to_move)
        assert menu.allows(robot.choose(stage.view, random.Random(1)))


def test_it_beats_a_player_who_moves_at_random() -> None:
    """Four games, the robot's colour changing: it wins all."""
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


def test_the_first_hint_mates_where_a_move_does() -> None:
    stage = Stage({"fen": "6k1/5ppp/8/8/8/8/5PPP/1N1Q2K1 w - - 0 1"}).then("QNP")
    hints = GAME.hints(stage.view, stage.table.menu("white"))
    assert hints[0] == Move("d1d8")
    assert len(hints) == 5


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
