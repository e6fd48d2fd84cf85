"""Legal orders as data, for prompts, buttons and programs."""

from typing import Literal

from msgspec import Struct

OFFERS = 1_000
"""The maximum number of orders listed for one choice. A longer choice is described by its
pattern.
"""
Role = Literal["answer", "line", "anytime"]
"""The effect of an order: it answers the question, edits the seat's own sheet while the question
stays open, or can be given at any time.
"""


class Offer(Struct, frozen=True, kw_only=True):
    """One legal order as data. Its texts are spelled as in orders.

    ``order`` is the order itself and ``type`` the name of its class. Its ``role`` is ``answer``,
    ``line`` (it writes on the seat's sheet, and the question stays open) or ``anytime``. ``unit``,
    ``cell`` and ``target`` are its subject, place and target. ``cost`` is in points of the game,
    ``None`` if it has none. ``slots`` are the values of the pattern's slots, by name.
    """

    order: str
    type: str
    role: Role
    unit: str = ""
    cell: str = ""
    target: str = ""
    cost: int | None = None
    slots: dict[str, str] = {}


ABOUT = {
    "unit": ("unit", "units"),
    "cell": ("cell", "hex", "square", "place"),
    "target": ("target", "targets", "to"),
}
"""The slots that fill a field of ``Offer``. The first that a pattern has counts."""


class Unlisted(Struct, frozen=True):
    """A choice with too many orders to list."""

    pattern: str
    type: str  # name of the class of its orders
    role: Role


class OrderParts(Struct, frozen=True):
    """The ways to continue an order."""

    words: tuple[str, ...]  # possible next words
    whole: bool  # it is a legal order already
