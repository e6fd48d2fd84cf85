"""What everybody sees of a game of dice chess: all information is public."""

from typing import Literal

from msgspec import Struct

from engine.state import Seat

Phase = Literal["seating", "roll", "die", "reply", "over"]
Why = Literal["opening", "opening_in_check", "dice", "check", "counter_check", "resumed", "over"]
Reason = Literal[
    "checkmate",
    "stalemate",
    "insufficient",
    "threefold",
    "fifty",
    "chain100",
    "resignation",
    "agreement",
    "time",
    "aborted",
]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]


class Made(Struct, frozen=True, kw_only=True):
    """A move on the board. ``spent`` are its dice, none for a reply; ``check``: it gave check."""

    turn: int
    by: Seat
    uci: str
    san: str
    kind: Literal["die", "reply"]
    spent: str
    check: bool


class Terms(Struct, frozen=True):
    """The options of section 6 that decide what may be ordered, and what becomes of who is late."""

    counter_check: Literal["free", "die"]
    castling_dice: Literal["king", "both", "either"]
    on_time: Literal["loss", "moderator"] = "loss"


class View(Struct, frozen=True, kw_only=True):
    """The whole game. It is the same for everybody but for ``viewer``, to
    whose side pictures are turned.

    ``rolled``, ``spent`` and ``kept`` are dice of the owner's turn; ``kept`` are the unspent
    ones, which wait while ``interrupted``. ``owes`` is who owes the reply, ``bound`` the
    dice one of which it must use (none: it is free). ``why`` says why the player to move
    must act. ``candidates`` is what a roll that is due can show. ``moves`` are those of this
    turn and the two before, so that everybody finds what happened since their last one.
    ``taken`` are the pieces captured so far, oldest first, as a FEN writes them.
    ``skipped``: squares open to en passant beside the FEN's own. ``held``: whose time ran
    out, while a moderator decides.
    """

    viewer: Seat
    players: dict[Seat, str]
    fen: str
    skipped: tuple[str, ...]
    phase: Phase
    owner: Seat
    rolled: str
    spent: str
    kept: str
    candidates: str | None
    interrupted: bool
    owes: Seat | None
    bound: str
    why: Why
    to_move: Seat | None
    check: bool
    turn_no: int
    quiet: int
    moves: tuple[Made, ...]
    taken: str
    offer: Seat | None
    held: Seat | None
    terms: Terms
    result: Result | None
    reason: Reason | None

    @property
    def line(self) -> str:
        """Return the state in one line: FEN, unspent dice in the owner's case, and ``?`` roll due,
        ``.`` dice, ``!`` reply owed, ``=`` over.
        """
        dice = self.kept if self.owner == "white" else self.kept.lower()
        mark = {"seating": "?", "roll": "?", "die": ".", "reply": "!", "over": "="}[self.phase]
        return f"{self.fen} {dice or '-'} {mark}"

    def since(self, seat: Seat) -> tuple[Made, ...]:
        """Return the moves since ``seat`` last moved; for the public, those since the
        present player's opponent began.
        """
        who = seat if seat in ("white", "black") else self.to_move
        last = max((i for i, made in enumerate(self.moves) if made.by == who), default=-1)
        return self.moves[last + 1 :]
