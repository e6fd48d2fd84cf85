"""Section 5.1: every spelling of a move, and what is refused."""

import chess
import pytest

from engine.games.dicechess.orders import Move
from engine.games.dicechess.record import Unread, orders, read
from engine.games.dicechess.world import position
from engine.menu import Refused
from tests.dicechess.stage import Stage
from tests.kit.each import each
from tests.kit.prompt import alarm

START = chess.STARTING_FEN
START_BLACK = START.replace(" w ", " b ")
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CASTLING_BLACK = CASTLING.replace(" w ", " b ")
KNIGHTS = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"
"""Knights on b1 and f1: both go to d2."""
ROOKS = "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1"
"""Rooks on a1 and a3: both go to a2."""
PROMOTION = "1n2k3/P7/8/8/8/8/7p/4K3 w - - 0 1"
PROMOTION_BLACK = PROMOTION.replace(" w ", " b ")
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
CAPTURE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
BISHOP_AND_PAWN = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
"""The pawn on b2 and the bishop on d2 can both take on c3."""
BISHOP_ALONE = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1"
ROOK_OR_BISHOP = "4k3/8/8/8/b7/1R2B3/2K5/8 w - - 0 1"
"""The rook on b3 is pinned; the bishop on e3 goes to b6."""

READ = [
    (START, "g1f3", "Nf3|g1f3|G1 F3|Ng1-f3|Ng1f3|N-f3|♘f3|♞f3|♘\ufe0ef3|♞\ufe0ff3|♘g1–f3|Ｎｆ３"),
    (START, "e2e4", "e4|e2e4|e2-e4|e2 e4|♙e4|♟e4|♟\ufe0ee4|Pe4|pe4|exe4"),
    (KNIGHTS, "b1d2", "Nbd2"),
    (KNIGHTS, "f1d2", "Nf1d2"),
    (ROOKS, "a1a2", "R1a2"),
    (CASTLING, "e1g1", "O-O|0-0|O-O+|0-0#|o-o|00|oo|OO|O–O|0‑0|o—o|e1g1|e1h1|E1G1|e1-g1|Kg1|kg1"),
    (CASTLING, "e1c1", "O-O-O|0-0-0|O-O-O+|o-o-o|000|ooo|O–O–O|e1c1|e1a1|Kc1"),
    (CASTLING_BLACK, "e8g8", "e8g8|e8h8|Kg8|O-O"),
    (CASTLING_BLACK, "e8c8", "e8c8|e8a8|Kc8|0-0-0"),
    (PROMOTION, "a7a8q", "a8=Q|a8Q|a8q|a7a8q|a7-a8=Q|a8(Q)|a8/Q|a8=q|A8=Q|a8=♕|♙a8=♛|a8 (Q)|a8=Q+"),
    (PROMOTION, "a7b8n", "axb8=N|ab8N|a7xb8n|axb8(N)|axb8/n|axb8=N#|a7b8♘"),
    (PROMOTION_BLACK, "h2h1b", "h1=B|h1b|h2h1b|h1/b"),
    (EN_PASSANT, "e5d6", "exd6 e.p.|exd6ep|exd6|ed6|exd6 ep|exd6+ e.p.|e5d6|e5×d6"),
    (CAPTURE, "e4d5", "exd5|ed5|exd5#|e4-d5|e4d5+|e-d5|e4:d5"),
    # Numbers of moves, marks, and what a telephone writes in capitals.
    (START, "e2e4", "e4!|e4.|1.e4|1. e4|1.e4?!| e4 |1. e2-e4!!|E2E4|E4|e2E4|E2-E4"),
    (START_BLACK, "g8f6", "1...Nf6|1… Nf6|1. ... Nf6|12...nf6"),
    (START, "g1f3", "G1-F3|NF3|G1F3|nf3|ng1f3|nF3"),
    (PROMOTION, "a7a8q", "A7A8Q|a8=(Q)|a7a8=q!"),
    # A small b is a pawn if one can move so.
    (BISHOP_AND_PAWN, "b2c3", "bxc3|bc3|b2xc3|B2XC3"),
    (BISHOP_AND_PAWN, "d2c3", "Bxc3|BXC3"),
    (BISHOP_ALONE, "d2c3", "bxc3"),
    (BISHOP_ALONE, "d2e3", "be3"),
    (ROOK_OR_BISHOP, "e3b6", "B3b6|bb6"),
    # A missing or wrong + # x never causes a refusal.
    (START, "g1f3", "Nxf3|Nf3+|Nf3#|Nxf3++|g1xf3|Nf3 +"),
]
"""The table of section 5.1: the spellings of a move in a position."""
REFUSED = [
    (START, "no-pass", "--|Z0|z0|0000|@@@@|1. --|—|pass|PASS|–"),
    (START, "unreadable", "hello|e9|i4|!|1.|Nc3 Bb5+|e4 e5||x|Ke|e2e4e5|e4 x|e4x"),
    (PROMOTION, "need-promotion", "a8|axb8|a7a8|a7-a8|ab8|A8|a8+|♙a8|b8|axc8"),
    (PROMOTION_BLACK, "need-promotion", "h1|h2h1"),
    (KNIGHTS, "ambiguous", "Nd2|nd2+"),
    (ROOKS, "ambiguous", "Ra2|Raa2"),
    (START, "illegal", "e5|Nd4|O-O|Ke2|d3e4|exd3|e2e2|e4=Q|Nf3=Q|e7e5|Bxc3"),
    (PROMOTION, "illegal", "a8=K|a8=P"),
    (PROMOTION_BLACK, "illegal", "a8"),
    (CASTLING_BLACK, "illegal", "e1g1"),
    (ROOK_OR_BISHOP, "illegal", "b3b6|b3xb6|b3-b6|B3B6|b3b6=q|b3b8|B3-B6+"),
    (EN_PASSANT, "illegal", "d6"),
]
LONG = f"e4{40 * ' '}x"


@each("fen, uci, spellings", READ)
def test_5_1_every_spelling_is_read(fen: str, uci: str, spellings: str) -> None:
    for text in spellings.split("|"):
        assert read(text, position(fen)).uci() == uci, text


@each("fen, code, spellings", [*REFUSED, (START, "unreadable", f"{LONG}|e4{4_000 * '!'}")])
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
    """Whatever the case of the letters where that leaves one meaning."""
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


@each(
    "text, code, word",
    [
        ("e4 x", "too-much", "x"),
        ("e4 =Q", "too-much", "=Q"),
        ("1. e4 perhaps", "too-much", "perhaps"),
        ("e4 Nf3", "comma-missing", "Nf3"),
        ("e4 O-O", "comma-missing", "O-O"),
    ],
)
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


def test_a_refusal_shows_the_place_and_what_is_legal() -> None:
    stage = Stage().then("PPN")
    with pytest.raises(Refused) as refused:
        stage.table.menu("white").parse("1. Bc4")
    refusal = refused.value.refusal
    assert (refusal.code, refusal.word, refusal.start) == ("illegal", "Bc4", 3)
    assert set(refusal.legal) >= {"resign", "draw"}
    with pytest.raises(Refused) as other:
        stage.table.menu("black").parse("e5")
    assert other.value.refusal.code == "not-your-move"


@each(
    "text, parts",
    [
        ("Nc3, Bb5+, Rd1", ["Nc3", "Bb5+", "Rd1"]),
        ("Nc3; Bb5+ / Rd1", ["Nc3", "Bb5+", "Rd1"]),
        ("Nc3\nBb5+\r\n\n Rd1 ", ["Nc3", "Bb5+", "Rd1"]),
        ("Nc3，Bb5+；Rd1", ["Nc3", "Bb5+", "Rd1"]),
        ("a8/Q", ["a8/Q"]),
        ("a8/Q, Nf3", ["a8/Q", "Nf3"]),
        ("axb8/n+/Nf3", ["axb8/n+", "Nf3"]),
        ("a8=Q/Qd5", ["a8=Q", "Qd5"]),
        ("Ra8/Qd1", ["Ra8", "Qd1"]),
        ("h1/♛", ["h1/♛"]),
        ("e4,,", ["e4"]),
    ],
)
def test_5_1_several_moves_in_one_letter(text: str, parts: list[str]) -> None:
    assert orders(text) == parts
