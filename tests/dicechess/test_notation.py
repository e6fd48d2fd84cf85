"""Section 5.1: every spelling of a move, and what is refused."""

import chess
import pytest

from engine.games.dicechess.record import Unread, orders, read
from engine.games.dicechess.view import Moved, Stalled
from engine.games.dicechess.world import position
from engine.menu import Refused
from tests.dicechess.stage import Stage
from tests.kit.each import each

START = chess.STARTING_FEN
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

# The table of section 5.1, row by row.
READ = [
    (START, "Nf3", "g1f3"),
    (START, "e4", "e2e4"),
    (CAPTURE, "exd5", "e4d5"),
    (ROOKS, "R1a2", "a1a2"),
    (KNIGHTS, "Nbd2", "b1d2"),
    (KNIGHTS, "Nf1d2", "f1d2"),
    (START, "e2e4", "e2e4"),
    (START, "g1f3", "g1f3"),
    (START, "e2-e4", "e2e4"),
    (START, "e2 e4", "e2e4"),
    (START, "G1 F3", "g1f3"),
    (START, "Ng1-f3", "g1f3"),
    (START, "Ng1f3", "g1f3"),
    (START, "N-f3", "g1f3"),
    *(
        (CASTLING, text, "e1g1")
        for text in ("O-O", "0-0", "O-O+", "0-0#", "o-o", "00", "oo", "OO", "O–O", "0‑0", "o—o")
    ),
    *(
        (CASTLING, text, "e1c1")
        for text in ("O-O-O", "0-0-0", "O-O-O+", "o-o-o", "000", "ooo", "O–O–O")
    ),
    *((CASTLING, text, "e1g1") for text in ("e1g1", "e1h1", "E1G1", "e1-g1", "Kg1", "kg1")),
    *((CASTLING, text, "e1c1") for text in ("e1c1", "e1a1", "Kc1")),
    *((CASTLING_BLACK, text, "e8g8") for text in ("e8g8", "e8h8", "Kg8", "O-O")),
    *((CASTLING_BLACK, text, "e8c8") for text in ("e8c8", "e8a8", "Kc8", "0-0-0")),
    *(
        (PROMOTION, text, "a7a8q")
        for text in ("a8=Q", "a8Q", "a8q", "a7a8q", "a7-a8=Q", "a8(Q)", "a8/Q", "a8=q", "A8=Q")
    ),
    *(
        (PROMOTION, text, "a7a8q")
        for text in ("a8=♕", "♙a8=♛", "a8 (Q)", "a8=Q+", "A7A8Q", "a8=(Q)", "a7a8=q!")
    ),
    *(
        (PROMOTION, text, "a7b8n")
        for text in ("axb8=N", "ab8N", "a7xb8n", "axb8(N)", "axb8/n", "axb8=N#", "a7b8♘")
    ),
    *((PROMOTION_BLACK, text, "h2h1b") for text in ("h1=B", "h1b", "h2h1b", "h1/b")),
    *(
        (START, text, "g1f3")
        for text in ("♘f3", "♞f3", "♘\ufe0ef3", "♞\ufe0ff3", "♘g1–f3", "Ｎｆ３")
    ),
    *((START, text, "e2e4") for text in ("♙e4", "♟e4", "♟\ufe0ee4", "Pe4", "pe4")),
    *(
        (EN_PASSANT, text, "e5d6")
        for text in ("exd6 e.p.", "exd6ep", "exd6", "ed6", "exd6 ep", "exd6+ e.p.", "e5d6", "e5×d6")
    ),
    *(
        (START, text, "e2e4")
        for text in ("e4!", "e4.", "1.e4", "1. e4", "1.e4?!", " e4 ", "1. e2-e4!!")
    ),
    *(
        (START.replace(" w ", " b "), text, "g8f6")
        for text in ("1...Nf6", "1… Nf6", "1. ... Nf6", "12...nf6")
    ),
    *((START, text, "e2e4") for text in ("E2E4", "E4", "e2E4", "E2-E4")),
    *((START, text, "g1f3") for text in ("G1-F3", "NF3", "G1F3", "nf3", "ng1f3", "nF3")),
    (BISHOP_AND_PAWN, "bxc3", "b2c3"),
    (BISHOP_AND_PAWN, "bc3", "b2c3"),
    (BISHOP_AND_PAWN, "Bxc3", "d2c3"),
    (BISHOP_AND_PAWN, "b2xc3", "b2c3"),
    (BISHOP_AND_PAWN, "B2XC3", "b2c3"),
    (BISHOP_AND_PAWN, "BXC3", "d2c3"),
    (BISHOP_ALONE, "bxc3", "d2c3"),
    (BISHOP_ALONE, "be3", "d2e3"),
    (ROOK_OR_BISHOP, "B3b6", "e3b6"),
    (ROOK_OR_BISHOP, "bb6", "e3b6"),
    # A missing or wrong + # x never causes a refusal.
    *((START, text, "g1f3") for text in ("Nxf3", "Nf3+", "Nf3#", "Nxf3++", "g1xf3", "Nf3 +")),
    *((CAPTURE, text, "e4d5") for text in ("ed5", "exd5#", "e4-d5", "e4d5+", "e-d5", "e4:d5")),
    (START, "exe4", "e2e4"),
]
REFUSED = [
    *(
        (START, text, "no-pass")
        for text in ("--", "Z0", "z0", "0000", "@@@@", "1. --", "—", "pass", "PASS", "–")
    ),
    *(
        (START, text, "unreadable")
        for text in ("hello", "e9", "i4", "!", "1.", "Nc3 Bb5+", "e4 e5", "", "x", "Ke", "e2e4e5")
    ),
    *(
        (PROMOTION, text, "need-promotion")
        for text in ("a8", "axb8", "a7a8", "a7-a8", "ab8", "A8", "a8+", "♙a8", "b8", "axc8")
    ),
    (PROMOTION_BLACK, "h1", "need-promotion"),
    (PROMOTION_BLACK, "h2h1", "need-promotion"),
    (PROMOTION_BLACK, "a8", "illegal"),
    (KNIGHTS, "Nd2", "ambiguous"),
    (KNIGHTS, "nd2+", "ambiguous"),
    (ROOKS, "Ra2", "ambiguous"),
    (ROOKS, "Raa2", "ambiguous"),
    *(
        (START, text, "illegal")
        for text in tuple("e5 Nd4 O-O Ke2 d3e4 exd3 e2e2 e4=Q Nf3=Q e7e5 Bxc3".split())
    ),
    (PROMOTION, "a8=K", "illegal"),
    (PROMOTION, "a8=P", "illegal"),
    (CASTLING_BLACK, "e1g1", "illegal"),
    *(
        (ROOK_OR_BISHOP, text, "illegal")
        for text in ("b3b6", "b3xb6", "b3-b6", "B3B6", "b3b6=q", "b3b8", "B3-B6+")
    ),
    *(
        (START, text, "unreadable")
        for text in ("e4 x", "e4x", "e4" + 40 * " " + "x", "e4" + 4000 * "!")
    ),
    (EN_PASSANT, "d6", "illegal"),
]


@each("fen, text, uci", READ)
def test_5_1_every_spelling_is_read(fen: str, text: str, uci: str) -> None:
    assert read(text, position(fen)).uci() == uci


@each("fen, text, code", REFUSED)
def test_4_1_what_cannot_be_read_has_its_code(fen: str, text: str, code: str) -> None:
    with pytest.raises(Unread) as refused:
        read(text, position(fen))
    assert refused.value.code == code


def test_5_1_every_legal_move_is_read_in_san_lan_and_uci() -> None:
    """In the positions of this file, whatever the case of the letters
    where that leaves one meaning.
    """
    for fen in (
        START,
        CASTLING,
        CASTLING_BLACK,
        KNIGHTS,
        ROOKS,
        PROMOTION,
        EN_PASSANT,
        BISHOP_AND_PAWN,
    ):
        now = position(fen)
        for move in now.moves:
            for text in (now.board.san(move), now.board.lan(move), move.uci(), move.uci().upper()):
                assert read(text, now) == move, (fen, text)


@each(
    "fen", [START, CASTLING, KNIGHTS, ROOKS, PROMOTION, EN_PASSANT, BISHOP_AND_PAWN, ROOK_OR_BISHOP]
)
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
        ("1. e4 please", "too-much", "please"),
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


def test_5_1_candidates_of_an_ambiguous_move_are_listed() -> None:
    stage = Stage({"fen": KNIGHTS}).then("NNK")
    with pytest.raises(Refused) as refused:
        stage.table.menu("white").parse("Nd2")
    assert refused.value.refusal.code == "ambiguous"
    assert set(refused.value.refusal.wanted[:2]) == {"Nbd2", "Nfd2"}


def test_5_1_the_promotion_pieces_are_listed() -> None:
    stage = Stage({"fen": PROMOTION}).then("PPK")
    with pytest.raises(Refused) as refused:
        stage.table.menu("white").parse("axb8")
    assert set(refused.value.refusal.wanted[:4]) == {"axb8=Q+", "axb8=R+", "axb8=B", "axb8=N"}


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


def moves_told(stage: Stage) -> list[str]:
    return [event.san for event in stage.events if isinstance(event, Moved)]


def test_5_1_a_letter_stops_at_an_interruption() -> None:
    """DC-01 in one letter: the rook's move is dropped, because the position has changed."""
    stage = Stage({"fen": "4k3/8/8/8/8/8/8/RN2KB2 w Q - 0 1"}).then("NBR")
    assert stage.order("white", "Nc3, Bb5+, Rd1") == ""
    assert moves_told(stage) == ["Nc3", "Bb5+"]
    assert (stage.view.phase, stage.view.kept) == ("reply", "R")


def test_5_1_a_letter_stops_at_the_first_refusal() -> None:
    stage = Stage().then("PPN")
    assert stage.order("white", "e4; Rd1; Nf3") == ""
    assert moves_told(stage) == ["e4"]
    assert stage.view.kept == "PN"


def test_5_1_a_letter_stops_when_a_die_dies() -> None:
    """DC-17: after the promotion the other pawn die has no move; the king's, which
    was written before, is dropped.
    """
    stage = Stage({"fen": "7k/P6p/8/8/8/8/8/K7 w - - 0 1"}).then("PPK")
    assert stage.order("white", "a8=N, Kb2") == ""
    assert moves_told(stage) == ["a8=N"]
    assert [event.dice for event in stage.events if isinstance(event, Stalled)] == ["P"]
    assert (stage.view.phase, stage.view.kept) == ("die", "PK")


def test_5_1_a_spent_die_is_not_a_dead_one() -> None:
    stage = Stage({"fen": "4k3/8/8/8/p7/8/P7/R3K3 w - - 0 1"}).then("PRK")
    assert stage.order("white", "a3, Kd2") == ""
    assert moves_told(stage) == ["a3", "Kd2"]


def test_5_1_a_letter_stops_at_the_end_of_the_turn() -> None:
    """The last die ends the turn, in check or not (R6.3); what is written behind it is dropped."""
    stage = Stage({"fen": "4k3/8/8/8/8/8/8/R3KB2 w - - 0 1"}).then("BRR")
    assert stage.order("white", "Ra7, Kd2, Rb7") == ""
    assert moves_told(stage) == ["Ra7"], "no king die"
    assert stage.order("white", "Rb7, Bb5+, Ke2") == ""
    assert moves_told(stage) == ["Rb7", "Bb5+"]
    assert stage.view.phase == "roll"


def test_5_1_a_letter_goes_on_after_a_reply_that_ends_the_interruption() -> None:
    """DC-20: nobody has moved between White's free move and his dice, so nothing is dropped."""
    stage = Stage({"fen": "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"}).then(
        "RNP", "white Re1+", "black Be7+"
    )
    assert stage.order("white", "Kg4, Nf3, a3") == ""
    assert moves_told(stage) == ["Kg4", "Nf3", "a3"]


def test_5_1_moves_without_a_comma_between_them_are_refused_at_the_second() -> None:
    stage = Stage({"fen": START}).then("PNN")
    with pytest.raises(Refused) as refused:
        stage.table.menu("white").parse("e4 Nf3")
    assert (refused.value.refusal.code, refused.value.refusal.word) == ("comma-missing", "Nf3")
