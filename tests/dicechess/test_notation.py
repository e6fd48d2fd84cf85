"""Section 5.1: every spelling of a move, and what is refused."""

import chess
import pytest

from engine.games.dicechess.orders import Move
from engine.games.dicechess.record import Unread, orders, read
from engine.games.dicechess.world import position
from engine.menu import Refused
from tests.dicechess.stage import Stage
from tests.kit.data import beside
from tests.kit.each import each
from tests.kit.prompt import alarm

DATA = beside(__file__)

START = chess.STARTING_FEN
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CASTLING_BLACK = CASTLING.replace(" w ", " b ")
KNIGHTS = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"
"""Knights on b1 and f1: both go to d2."""
ROOKS = "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1"
"""Rooks on a1 and a3: both go to a2."""
PROMOTION = "1n2k3/P7/8/8/8/8/7p/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
BISHOP_AND_PAWN = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
"""The pawn on b2 and the bishop on d2 can both take on c3."""
ROOK_OR_BISHOP = "4k3/8/8/8/b7/1R2B3/2K5/8 w - - 0 1"
"""The rook on b3 is pinned; the bishop on e3 goes to b6."""

LONG = f"e4{40 * ' '}x"


@each("fen, uci, spellings", DATA["read"])
def test_5_1_every_spelling_is_read(fen: str, uci: str, spellings: str) -> None:
    for text in spellings.split("|"):
        assert read(text, position(fen)).uci() == uci, text


@each("fen, code, spellings", [*DATA["refused"], (START, "unreadable", f"{LONG}|e4{4_000 * '!'}")])
def test_4_1_what_cannot_be_read_has_its_code(fen: str, code: str, spellings: str) -> None:
    for text in spellings.split("|"):
        with pytest.raises(Unread) as refused:
            read(text, position(fen))
        assert refused.value.code == code, text


def test_many_blanks_are_answered_at_once() -> None:
    menu = Stage().then("PPN").table.menu("white")
    with alarm():
        with pytest.raises(Refused) as refused:
            menu.parse(LONG)
        assert menu.complete(LONG) == []
        assert menu.parse(f"1.{40 * ' '}e4{40 * ' '}!!") == Move("e2e4")
    assert (refused.value.refusal.code, refused.value.refusal.start) == ("too-much", 42)


POSITIONS = (START, CASTLING, CASTLING_BLACK, KNIGHTS, ROOKS, PROMOTION, EN_PASSANT)


@each("fen", [*POSITIONS, BISHOP_AND_PAWN])
def test_5_1_every_legal_move_is_read_in_san_lan_and_uci(fen: str) -> None:
    now = position(fen)
    for move in now.moves:
        for text in (now.board.san(move), now.board.lan(move), move.uci(), move.uci().upper()):
            assert read(text, now) == move, (fen, text)


@each("fen", [*POSITIONS, BISHOP_AND_PAWN, ROOK_OR_BISHOP])
def test_5_1_two_squares_never_move_a_piece_from_another_square(fen: str) -> None:
    now, squares = position(fen), [chess.square_name(square) for square in chess.SQUARES]
    for start in squares:
        for to in squares:
            forms = (f"{start}{to}", f"{start}-{to}", f"{start}x{to}".upper(), f"{start}{to}q")
            for text in forms if fen == PROMOTION else forms[:1]:
                try:
                    move = read(text, now)
                except Unread:
                    continue
                assert chess.square_name(move.from_square) == start, text


@each("text, code, word", DATA["what_stands_behind_a_whole_move_is_refused_at_its_word"])
def test_what_stands_behind_a_whole_move_is_refused_at_its_word(
    text: str, code: str, word: str
) -> None:
    stage = Stage().then("PPN")
    with pytest.raises(Refused) as refused:
        stage.table.menu("white").parse(text)
    assert (refused.value.refusal.code, refused.value.refusal.word) == (code, word)


@each(
    "fen, dice, text, wanted",
    [
        (KNIGHTS, "NNK", "Nd2", "Nbd2 Nfd2"),
        (PROMOTION, "PPK", "axb8", "axb8=Q+ axb8=R+ axb8=B axb8=N"),
    ],
)
def test_5_1_what_an_unclear_move_may_mean_is_listed(
    fen: str, dice: str, text: str, wanted: str
) -> None:
    with pytest.raises(Refused) as refused:
        Stage({"fen": fen}).then(dice).table.menu("white").parse(text)
    listed = wanted.split()
    assert {*refused.value.refusal.wanted[: len(listed)]} == {*listed}


@each("text, parts", DATA["5_1_several_moves_in_one_letter"])
def test_5_1_several_moves_in_one_letter(text: str, parts: tuple[str, ...]) -> None:
    assert tuple(orders(text)) == parts
