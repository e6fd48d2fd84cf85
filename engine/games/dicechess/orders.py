"""The orders of dice chess, from seats and from the referee."""

import random
import re
from typing import ClassVar

import chess

from engine import Anytime, House, Order, Slot, slots
from engine.games.dicechess.record import Unread, is_move, read
from engine.games.dicechess.world import Position


class Move(Order, frozen=True):
    """Move one piece, in UCI notation: by a die (R4) or as a reply to a check (R7)."""

    move: str


class Resign(Anytime, frozen=True):
    """Give up the game (R10)."""

    confirmed: ClassVar[bool] = True


class OfferDraw(Anytime, frozen=True):
    """Offer a draw, valid until the opponent's next move or refusal (R10)."""


class AcceptDraw(Anytime, frozen=True):
    """Accept the opponent's offer of a draw (R10)."""


class DeclineDraw(Anytime, frozen=True):
    """Refuse the opponent's offer of a draw (R10)."""


class GoOn(House, frozen=True):
    """Resume a halted game, with a new deadline (R10, ``on_time=moderator``)."""


class Abort(House, frozen=True):
    """Close the game without a result (R10, ``aborted``)."""


MOVE_NUMBER = re.compile(r"\d*\.+|\d*…")


class MoveSlot(Slot):
    """A slot for a legal move that ``dice`` can pay for (``None``: no dice are needed). Values are
    UCI texts.
    """

    def __init__(self, position: Position, dice: str | None, castling: str):
        self.position, self.dice, self.castling = position, dice, castling
        self.texts = dict[chess.Move, str]()

    @property
    def moves(self) -> list[chess.Move]:
        return self.position.payable(self.dice, self.castling)

    def read(self, reader: slots.Reader, i: int, end: int) -> tuple[str, int]:
        k = next((k for k in range(i, end) if not MOVE_NUMBER.fullmatch(reader.word(k) or "")), i)
        try:
            if k >= end:
                raise Unread("incomplete")
            move = read(reader.text[reader.span(i)[0] : reader.span(end - 1)[1]], self.position)
            if self.dice is not None and self.position.pays(move, self.dice, self.castling) is None:
                raise Unread("not-rolled-type")
        except Unread as unread:
            if (
                unread.code in ("unreadable", "illegal")
                and k + 1 < end
                and self.reads(reader.word(k) or "")
            ):
                reader.note(
                    k + 1, "comma-missing" if is_move(reader.word(k + 1) or "") else "too-much"
                )
            reader.note(k, unread.code, map(self.text, unread.moves or self.moves))
            raise slots.Miss from None
        return move.uci(), end

    def reads(self, word: str) -> bool:
        try:
            read(word, self.position)
        except Unread:
            return False
        return True

    def write(self, value: str) -> str:
        move = chess.Move.from_uci(value)
        if move not in self.position.moves:
            raise slots.Miss
        return self.text(move)

    def text(self, move: chess.Move) -> str:
        """Return SAN, but ``b2xc3`` for a pawn move that would look like a bishop's if case is
        ignored.
        """
        if move not in self.texts:
            san, origin = self.position.san(move), chess.square_name(move.from_square)
            self.texts[move] = origin + san[1:] if san.startswith("bx") else san
        return self.texts[move]

    def sample(self, rng: random.Random) -> str:
        return rng.choice(self.moves).uci()

    def few(self) -> list[str]:
        return [move.uci() for move in self.moves]
