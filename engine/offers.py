"""Legal orders as data: what prompts, buttons and menus for programs are made from."""

from typing import Literal

from msgspec import Struct

OFFERS = 1_000
"""Orders of one choice that are listed; a choice that has more is described by its pattern."""
Role = Literal["answer", "line", "anytime"]
"""What an order does: it answers the question, or writes a line of the seat's own sheet and the
question stays open, or it is said beside.
"""


class Offer(Struct, frozen=True, kw_only=True):
    """One legal order as data.

    ``order``: its canonical spelling; ``type``: the name of its class. ``slots``: what stands at
    each name of the choice's pattern; ``unit``, ``cell`` and ``target``: what it is about and
    whom it is against. All of these as orders spell them. ``cost``: in the points of the game,
    ``None`` where it has none.
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
"""What an offer says of an order by itself, and the slots that say it; the first that a pattern has
counts.
"""


class Unlisted(Struct, frozen=True):
    """A choice that has too many orders to list: its ``pattern``, the ``type`` of its orders, and
    what they do.
    """

    pattern: str
    type: str
    role: Role
