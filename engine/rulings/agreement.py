"""The kinds of agreement: who must agree to an act, and what counts as agreement."""

from typing import Literal

from msgspec import Struct

Consent = Literal["", "silent", "spoken", "all", "most"]
"""The kind of agreement that an act needs from the others if its author plays. ``""``: none."""


class Agreement(Struct, frozen=True, kw_only=True):
    """Robots agree at once to everything, and removed seats are never asked."""

    most: bool = False  # more than half of the players are enough
    silence: bool = False  # silence agrees, 72 hours after the request was delivered to a seat
    vacancy: bool = True  # a seat without a player is not asked; otherwise the act is refused


AGREEMENTS: dict[Consent, Agreement] = {
    "": Agreement(),
    "silent": Agreement(silence=True),
    "spoken": Agreement(vacancy=False),
    "all": Agreement(),
    "most": Agreement(most=True),
}
