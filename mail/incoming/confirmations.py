"""What waits for a YES: orders that somebody else may have written, orders that end a
part in a game, a new address.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from engine.store.journal import encode
from engine.store.notes import Notes
from mail.incoming.senders import Membership
from mail.names import Confirmation, MailNames

MOST = 20
"""Things that are held for one chair and for which as much speaks; the oldest of these goes."""
KEPT = 14 * 86_400
"""Seconds for which something is held."""


Waits = Literal["orders", "certain", "leaving", "moving"]
"""Orders of somebody who may be somebody else; an order that ends a part in a game; a new
address, to be confirmed at the old one, then at the new one.
"""


class PendingOrders(Struct, frozen=True):
    """Something that waits: lines of a mail, of which ``id`` is the name, written by
    ``sender``. ``turn`` is the question that must still be open, 0 for none. The YES comes from
    ``asked``. ``trust`` is what speaks for the sender, nothing where that was enough.
    """

    what: Waits
    game: str
    chair: int
    turn: int
    id: str
    sender: str
    asked: str
    at: int
    lines: tuple[str, ...]
    trust: str = ""


read_held = msgspec.json.Decoder(PendingOrders).decode


def folder(game: str, chair: int) -> str:
    """Under what name a chair's things are kept."""
    return f"held/{game}/{chair}"


def hold(notes: Notes, names: MailNames, held: PendingOrders) -> Confirmation:
    """Keep it. What waits already goes when it is too old, and before
    others of which as much is known.
    """
    under = folder(held.game, held.chair)
    kept = {proof: read_held(old) for proof, old in notes.below(under).items()}
    old = [proof for proof, one in kept.items() if one.at <= held.at - KEPT]
    alike = [proof for proof, one in kept.items() if one.trust == held.trust and proof not in old]
    alike.sort(key=lambda proof: kept[proof].at)
    for proof in (*old, *alike[: max(0, len(alike) - MOST + 1)]):
        notes.put(f"{under}/{proof}", None)
    proof = names.proof("held", held.game, held.chair, held.what, held.asked, held.id, *held.lines)
    notes.put(f"{under}/{proof}", encode(held).decode())
    return Confirmation(held.game, held.chair, proof)


def find(notes: Notes, to: Confirmation, now: int) -> PendingOrders | None:
    """What a YES is said to."""
    value = notes.get(f"{folder(to.game, to.chair)}/{to.proof}")
    held = read_held(value) if value else None
    return held if held is not None and held.at > now - KEPT else None


def forget(notes: Notes, to: Confirmation) -> None:
    """It waits no longer."""
    notes.put(f"{folder(to.game, to.chair)}/{to.proof}", None)


def forget_all(notes: Notes, place: Membership) -> int:
    """Nothing waits for this chair any longer; how much did."""
    under = folder(place.game, place.chair)
    found = notes.below(under)
    for proof in found:
        notes.put(f"{under}/{proof}", None)
    return len(found)


def is_yes(lines: Sequence[str]) -> bool:
    """Does a mail say YES, and nothing before it?"""
    return bool(lines) and lines[0].strip(" .!").casefold() == "yes"
