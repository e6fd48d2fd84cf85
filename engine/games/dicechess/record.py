"""Records of a game, made from its public events: a readable score, and PGN for analysis. And the
reading of moves as people write them.

Pass the public events of a game's bulletins, without undone entries.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import chess
from msgspec import Struct
from msgspec.structs import asdict

from engine import Event, Seat
from engine.games.dicechess.view import Began, Ended, Forfeited, Moved, Rolled
from engine.games.dicechess.world import LAST_RANK, Position

DEAD_HEAT = "1/2-1/2"


class RecordMove(Struct, frozen=True):
    """One move, by a die or as a reply. A reply spends no die unless ``counter_check=die``."""

    seat: Seat
    san: str
    kind: Literal["die", "reply"]


class RecordTurn(Struct):
    seat: Seat
    dice: str
    moves: list[RecordMove] = []
    forfeited: str = ""  # dice lost at its end (R6.5)


class Record(Struct, kw_only=True):
    white: str
    black: str
    fen: str  # ``fen`` and ``quiet`` are those at the start
    quiet: int
    rules: str
    turns: list[RecordTurn] = []
    result: str = "*"
    reason: str = ""  # empty while the game is running


def record(events: Iterable[Event]) -> Record:
    """Return the record of a game from its events. Raises ``ValueError`` if it has not begun."""
    made: Record | None = None
    for event in events:
        if isinstance(event, Began):
            made = Record(**asdict(event))
        if made is None:
            continue
        match event:
            case Rolled():
                made.turns.append(RecordTurn(event.seat, event.dice))
            case Moved():
                made.turns[-1].moves.append(RecordMove(event.seat, event.san, event.kind))
            case Forfeited():
                made.turns[-1].forfeited = event.dice
            case Ended():
                made.result, made.reason = event.result, event.reason
    if made is None:
        raise ValueError("the game has not begun")
    return made


# ---- the score


def score(game: Record) -> str:
    """Write the readable score: dice in square brackets, replies in round ones, with dots before
    replies of the other side. ``7. [NBR] Nc3 Bb5+ (… Kf7) Rd1 7… [PPK] …``
    """
    lines = [*tags(game), ""]
    for number, turn in number_turns(game.turns):
        dots = "." if turn.seat == "white" else "…"
        parts = [f"{number}{dots}", f"[{turn.dice}]", *moves_written(turn)]
        if turn.forfeited:
            parts.append(f"{{{turn.forfeited} forfeited}}")
        lines.append(" ".join(parts))
    lines.append(f"{game.result} {{{game.reason}}}" if game.reason else game.result)
    return "\n".join(lines) + "\n"


def tags(game: Record) -> list[str]:
    head = {
        "White": game.white,
        "Black": game.black,
        "DiceRules": game.rules,
        "FEN": game.fen,
        "Quiet": str(game.quiet),
    }
    return [f'[{name} "{escaped(value)}"]' for name, value in head.items()]


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def number_turns(turns: list[RecordTurn]) -> Iterable[tuple[int, RecordTurn]]:
    for i, turn in enumerate(turns):
        yield (i + (turns[0].seat == "black")) // 2 + 1, turn


def moves_written(turn: RecordTurn) -> list[str]:
    parts: list[str] = []
    for move in turn.moves:
        if move.kind == "die":
            parts.append(move.san)
        else:
            parts.append(f"(… {move.san})" if move.seat != turn.seat else f"({move.san})")
    return parts


# ---- PGN


def pgn(game: Record, day: str) -> str:
    """Return PGN for analysis, without a tag ``Variant``: a null move wherever a side moves again,
    and ``[%dice …]`` at each move.

    ``day`` is the date of the game, as ``2006-11-19``. With ``en_passant=next_turn`` a pawn may be
    captured later than PGN allows. Such a game is written up to that move, with a comment.
    """
    # Imported here because it is slow: it loads engine communication.
    import chess.pgn

    out = chess.pgn.Game()
    out.headers.clear()
    heads = {
        "Event": "Dice chess",
        "Site": "Meanwhile",
        "Date": day.replace("-", "."),
        "Round": "-",
        "White": game.white,
        "Black": game.black,
        "Result": game.result,
        "DiceRules": game.rules,
    }
    for name, value in heads.items():
        out.headers[name] = value
    if game.fen != chess.STARTING_FEN:
        out.setup(game.fen)
    if game.reason:
        out.headers["Termination"] = game.reason
    node: chess.pgn.GameNode = out
    for turn in game.turns:
        roll = f" [%roll {turn.dice}]"
        for move in turn.moves:
            if node.turn() != (move.seat == "white"):
                node = node.add_variation(chess.Move.null())
            try:
                played = node.board().parse_san(move.san)
            except ValueError:
                node.comment = (
                    f"{node.comment} {move.san} takes a pawn en passant that PGN cannot take any"
                    " more".strip()
                )
                return str(out)
            node = node.add_variation(played, comment=f"[%dice {move.kind}]{roll}")
            roll = ""
        if turn.forfeited:
            node.comment += f" [%forfeit {turn.forfeited}]"
    return str(out)


FIGURINES = str.maketrans(
    "♔♕♖♗♘♙♚♛♜♝♞♟×–—−‐‑‒―", "KQRBNPKQRBNPx-------", "\ufe0e\ufe0f\u200b\u200d\u2060\ufeff"
)
LONGEST = 100
"""The maximum length of a written move, with annotations. Consecutive blanks count as one."""
NUMBER = re.compile(r"(?<!\d)\d++ ?(?:\. ?)++")
TAIL = re.compile(r"(?:[+#!?†‡. ]|(?<=[1-8+#!? ])\(?e\.? ?p\.?\)?)+$", re.IGNORECASE)
GAPS = re.compile(r" ?([-=x:]) ?")
NOTHING = frozenset({"-", "--", "z0", "0000", "@@@@", "pass", "skip", "null", "none"})
CASTLING = re.compile(r"[o0]-?[o0](-?[o0])?", re.IGNORECASE)
PROMOTION = r"(?: ?[=/]? ?\(?(?P<promotion>[pnbrqk])\)?)?"
APART = re.compile(r"([a-h][1-8]) (?=[a-h][1-8])", re.IGNORECASE)
"""Two squares separated by a blank."""
TARGET = r"[-x:]?(?P<to>[a-h][1-8])" + PROMOTION
SAID = "king queen rook bishop knight night pawn takes captures to on from"
SIGNS = dict(zip(SAID.split(), [*"KQRBNNPxx--", ""], strict=True))
SIDES = {"kingside": "O-O", "short": "O-O", "queenside": "O-O-O", "long": "O-O-O"}
CASTLES = re.compile(r"castles? (?P<side>kingside|queenside|short|long)", re.IGNORECASE)
SPOKEN = re.compile(rf"\b(?:{'|'.join(SIGNS)})\b", re.IGNORECASE)
PIECE_APART = re.compile(r"[PNBRQK] |[PNBRQK][-a-h1-8]+ [-a-h1-8x]+$")
LONG = re.compile(r"(?P<file>[a-h])(?P<rank>[1-8])" + TARGET)
PIECE = re.compile(r"(?P<kind>[pnbrqk])(?P<file>[a-h])?(?P<rank>[1-8])?" + TARGET)
PAWN = re.compile(r"(?P<file>[a-h])?(?P<rank>)" + TARGET)
FOREIGN = {"S": "N", "C": "N", "L": "B", "A": "B", "F": "B", "T": "R", "D": "Q"}
"""Letters of pieces in Dutch, French, German, Italian, Portuguese and Spanish. Dc4 is no queen to
an English reader, so they are only suggested.
"""
BLANKS = r"[^\S\n\r]*+"
NAMED = rf"{BLANKS}[QRBNqrbn♕♖♗♘♛♜♝♞][\ufe0e\ufe0f]?{BLANKS}[+#!?]*+{BLANKS}(?:[,;/，；、\n\r]|$)"
"""A promotion piece and nothing else, up to the next separator."""
SEPARATORS = re.compile(rf"[,;，；、\n\r]|(?<![a-hA-H][18])/|/(?!{NAMED})")
NEXT_NUMBER = re.compile(r"\s+(?=\d{1,3} ?\.)")
LINK = re.compile(r"<https?:[^<>\s]*>")
"""The address that mail programs add to a move such as ``e4``."""
THANKS = re.compile(r"(?:please|pls|thanks|thank you|thx)[.!]*", re.IGNORECASE)


class Unread(Exception):
    """A text is not a move. It has the refusal's code, and the moves that the text might mean."""

    def __init__(self, code: str, moves: Iterable[chess.Move] = ()):
        super().__init__(code)
        self.code, self.moves = code, tuple(moves)


class Reading(Struct, frozen=True):
    kind: str  # empty if only the origin square identifies the piece
    file: str
    rank: str
    to: str
    promotion: str

    def fits(self, position: Position, move: chess.Move, kind: str) -> bool:
        origin = chess.square_name(move.from_square)
        return (
            self.kind in ("", kind)
            and self.file in ("", origin[0])
            and self.rank in ("", origin[1])
            and self.to in targets(position, move, named=bool(self.kind))
        )

    def unnamed(self, position: Position) -> bool:
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
    """Return the squares that may name a move's destination. For castling, ``e1h1`` may name the
    own rook's square.
    """
    to = chess.square_name(move.to_square)
    if named or not position.castles(move):
        return (to,)
    return to, ("h" if to[0] == "g" else "a") + to[1]


def piece_named(move: chess.Move) -> str:
    return chess.piece_symbol(move.promotion).upper() if move.promotion else ""


def orders(text: str) -> list[str]:
    """Split a message into moves, separated by comma, semicolon, slash, new line, move number or
    blank. The slash of ``a8/Q`` and the blank of ``e2 e4`` don't separate.
    """
    parts = [part for part in map(str.strip, SEPARATORS.split(LINK.sub("", text))) if part]
    said = [part for part in parts if not THANKS.fullmatch(part)] or parts
    return [move for part in said for move in apart(part)]


def apart(text: str) -> list[str]:
    moves = list[str]()
    for part in NEXT_NUMBER.split(text):
        words = NUMBER.sub("", part).split()
        squares = any(map(APART.match, map(" ".join, pairwise(words))))
        moves += [part] if squares or not all(map(is_move, words)) else words
    return moves if all(map(is_move, moves)) else [text]


@lru_cache(maxsize=500)
def strip_notation(text: str) -> str:
    """Return a text without move number, figurines, annotations and redundant signs. Raises
    ``Unread`` if it is too long.
    """
    text = one_line(text.translate(FIGURINES))
    if len(text) > LONGEST:
        raise Unread("unreadable")
    text = one_line(unicodedata.normalize("NFKC", text))
    text = NUMBER.sub("", text, count=1) if NUMBER.match(text) else text
    text = CASTLES.sub(lambda found: SIDES[found["side"].casefold()], LINK.sub("", text))
    text = SPOKEN.sub(lambda found: SIGNS[found[0].casefold()], text)
    text = GAPS.sub(r"\1", one_line(TAIL.sub("", text)))
    return text.replace(" ", "") if PIECE_APART.match(text) else text


def one_line(text: str) -> str:
    return " ".join(text.split())


def readings(text: str) -> Iterator[Reading]:
    """Yield the interpretations of a plain text, the likeliest first. With an origin square there
    is only one.
    """
    low, shout = text.lower(), text == text.upper()
    capital = text[:1] in "PNBRQK"
    if (match := LONG.fullmatch(low)) and (shout or not capital):
        yield reading("", match)
        return
    if capital and (match := PIECE.fullmatch(low)):
        yield reading(low[0].upper(), match)
    pawn = PAWN.fullmatch(low) if not capital or shout else None
    # Cc3 is a knight's move in Spanish.
    if pawn and (not text[0].isupper() or shout or pawn["file"] != pawn["to"][0]):
        yield reading("P", pawn)
    if not capital and (match := PIECE.fullmatch(low)):
        yield reading(low[0].upper(), match)


def reading(kind: str, match: re.Match[str]) -> Reading:
    """Return the interpretation found by a pattern."""
    got = {name: value or "" for name, value in match.groupdict().items()}
    file = got["file"] or (got["to"][0] if kind == "P" else "")
    return Reading(kind, file, got["rank"], got["to"], got["promotion"].upper())


def is_move(text: str) -> bool:
    with suppress(Unread):
        bare = strip_notation(text)
        return CASTLING.fullmatch(bare) is not None or any(True for _ in readings(bare))
    return False


def read(text: str, position: Position) -> chess.Move:
    """Return the legal move that ``text`` means. Raises ``Unread`` with the first applicable code
    of section 4.1.
    """
    text = strip_notation(text)
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
        kind = FOREIGN.get(text[0], "")
        meant = [way for way in readings(kind + text[1:]) if kind and way.kind == kind]
        raise Unread(
            "unreadable",
            [m for m, k in position.moves.items() for w in meant if w.fits(position, m, k)],
        )
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
