"""Chess moves as people write them, in every spelling of section 5.1."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress

import chess
from msgspec import Struct

from engine.games.dicechess.position import LAST_RANK, Position

FIGURINES = str.maketrans(
    "♔♕♖♗♘♙♚♛♜♝♞♟×–—−‐‑‒―", "KQRBNPKQRBNPx-------", "\ufe0e\ufe0f\u200b\u200d\u2060\ufeff"
)
LONGEST = 100
"""No move is written with more characters, its annotations included; blanks that
follow each other count as one.
"""
NUMBER = re.compile(r"\d+ ?(?:\. ?)+")
TAIL = re.compile(r"(?:[+#!?†‡. ]|(?<=[1-8+#!? ])\(?e\.? ?p\.?\)?)+$", re.IGNORECASE)
GAPS = re.compile(r" ?([-=x:]) ?")
NOTHING = frozenset({"-", "--", "z0", "0000", "@@@@", "pass", "skip", "null", "none"})
CASTLING = re.compile(r"[o0]-?[o0](-?[o0])?", re.IGNORECASE)
PROMOTION = r"(?: ?[=/]? ?\(?(?P<promotion>[pnbrqk])\)?)?"
APART = re.compile(r"([a-h][1-8]) (?=[a-h][1-8])", re.IGNORECASE)
"""A square, and another behind a blank."""
TARGET = r"[-x:]?(?P<to>[a-h][1-8])" + PROMOTION
LONG = re.compile(r"(?P<file>[a-h])(?P<rank>[1-8])" + TARGET)
PIECE = re.compile(r"(?P<kind>[pnbrqk])(?P<file>[a-h])?(?P<rank>[1-8])?" + TARGET)
PAWN = re.compile(r"(?P<file>[a-h])?(?P<rank>)" + TARGET)
BLANKS = r"[^\S\n\r]*+"
NAMED = rf"{BLANKS}[QRBNqrbn♕♖♗♘♛♜♝♞][\ufe0e\ufe0f]?{BLANKS}[+#!?]*+{BLANKS}(?:[,;/，；、\n\r]|$)"
"""A promotion piece and nothing else, up to the next separator."""
SEPARATORS = re.compile(rf"[,;，；、\n\r]|(?<![a-hA-H][18])/|/(?!{NAMED})")


class Unread(Exception):
    """No move can be taken from a text: the refusal's code, and the moves that it might mean."""

    def __init__(self, code: str, moves: Iterable[chess.Move] = ()):
        super().__init__(code)
        self.code, self.moves = code, tuple(moves)


class Reading(Struct, frozen=True):
    """One way to understand a text. ``kind`` is empty where the
    origin alone says which piece moves.
    """

    kind: str
    file: str
    rank: str
    to: str
    promotion: str

    def fits(self, position: Position, move: chess.Move, kind: str) -> bool:
        """Return whether it is this move, whatever it promotes to."""
        origin = chess.square_name(move.from_square)
        return (
            self.kind in ("", kind)
            and self.file in ("", origin[0])
            and self.rank in ("", origin[1])
            and self.to in targets(position, move, named=bool(self.kind))
        )

    def unnamed(self, position: Position) -> bool:
        """Return whether it is a pawn move to the last rank that does not name the piece."""
        if (
            self.promotion
            or chess.square_rank(chess.parse_square(self.to)) != LAST_RANK[position.seat]
        ):
            return False
        own_pawns = position.board.pieces(chess.PAWN, position.board.turn)
        return self.kind == "P" or (
            not self.kind and chess.parse_square(self.file + self.rank) in own_pawns
        )


def targets(position: Position, move: chess.Move, *, named: bool) -> tuple[str, ...]:
    """Return the squares that may stand for where a move goes: in ``e1h1`` the own
    rook's square stands for castling.
    """
    to = chess.square_name(move.to_square)
    if named or not position.castles(move):
        return (to,)
    return to, ("h" if to[0] == "g" else "a") + to[1]


def piece_named(move: chess.Move) -> str:
    """Return the letter of the piece that a move promotes to; none: an empty text."""
    return chess.piece_symbol(move.promotion).upper() if move.promotion else ""


def orders(text: str) -> list[str]:
    """Return the moves in one letter: separated by comma, semicolon, slash or new line.
    The slash of ``a8/Q`` is no such.
    """
    return [part for part in map(str.strip, SEPARATORS.split(text)) if part]


def plain(text: str) -> str:
    """Return a text without move number, figurines, annotations, and signs that say
    nothing new. Raises ``Unread``.
    """
    text = one_line(text.translate(FIGURINES))
    if len(text) > LONGEST:
        raise Unread("unreadable")
    text = one_line(unicodedata.normalize("NFKC", text))
    text = NUMBER.sub("", text, count=1) if NUMBER.match(text) else text
    return GAPS.sub(r"\1", TAIL.sub("", text))


def one_line(text: str) -> str:
    """Return a text with single blanks, none around it."""
    return " ".join(text.split())


def readings(text: str) -> Iterator[Reading]:
    """Yield the ways to understand a plain text, the likeliest first. One that names the
    square of a piece has no other.
    """
    low, shout = text.lower(), text == text.upper()
    capital = text[:1] in "PNBRQK"
    if (match := LONG.fullmatch(low)) and (shout or not capital):
        yield reading("", match)
        return
    if capital and (match := PIECE.fullmatch(low)):
        yield reading(low[0].upper(), match)
    if (not capital or shout) and (match := PAWN.fullmatch(low)):
        yield reading("P", match)
    if not capital and (match := PIECE.fullmatch(low)):
        yield reading(low[0].upper(), match)


def reading(kind: str, match: re.Match[str]) -> Reading:
    """Return the reading that a pattern has found. A pawn move without a file goes straight on."""
    got = {name: value or "" for name, value in match.groupdict().items()}
    file = got["file"] or (got["to"][0] if kind == "P" else "")
    return Reading(kind, file, got["rank"], got["to"], got["promotion"].upper())


def is_move(text: str) -> bool:
    """Return whether this is the text of a move, in whatever position."""
    with suppress(Unread):
        bare = plain(text)
        return CASTLING.fullmatch(bare) is not None or any(True for _ in readings(bare))
    return False


def read(text: str, position: Position) -> chess.Move:
    """Return the legal move that ``text`` means. Raises ``Unread`` with the first
    code of section 4.1 that holds.
    """
    text = plain(text)
    if (apart := APART.match(text)) and position.board.color_at(
        chess.parse_square(apart[1].lower())
    ) == position.board.turn:
        text = APART.sub(r"\1", text, count=1)
    if text.lower() in NOTHING or text == "":
        raise Unread("no-pass" if text else "unreadable")
    if castling := CASTLING.fullmatch(text):
        file = 2 if castling[1] else 6
        for move in position.moves:
            if position.castles(move) and chess.square_file(move.to_square) == file:
                return move
        raise Unread("illegal")
    ways = list(readings(text))
    if not ways:
        raise Unread("unreadable")
    for way in ways:
        fitting = [move for move, kind in position.moves.items() if way.fits(position, move, kind)]
        if fitting and way.unnamed(position):
            raise Unread("need-promotion", fitting)
        fitting = [move for move in fitting if piece_named(move) == way.promotion]
        if len(fitting) > 1:
            raise Unread("ambiguous", fitting)
        if fitting:
            return fitting[0]
    raise Unread("need-promotion" if any(way.unnamed(position) for way in ways) else "illegal")
