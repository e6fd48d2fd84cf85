"""What a seat may say in dice chess, and what the house may say."""

from typing import ClassVar

from engine.state import Anytime, House, Order


class Move(Order, frozen=True):
    """One move of one piece, in UCI: by a die (R4) or as the reply that is owed (R7)."""

    move: str


class Resign(Anytime, frozen=True):
    """Give the game up (R10)."""

    confirmed: ClassVar[bool] = True


class OfferDraw(Anytime, frozen=True):
    """Offer a draw; it stands until the opponent's next move or refusal (R10)."""


class AcceptDraw(Anytime, frozen=True):
    """Take the draw that the opponent offers (R10)."""


class DeclineDraw(Anytime, frozen=True):
    """Refuse the draw that the opponent offers (R10)."""


class GoOn(House, frozen=True):
    """A game that stands still at a moderator's goes on, with a new
    deadline (R10, ``on_time=moderator``).
    """


class Abort(House, frozen=True):
    """The table is closed without a result (R10, ``aborted``)."""
