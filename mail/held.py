"""What waits for a YES: orders that somebody else may have written, orders that end a part in a game, a new address."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from engine.journal import encode
from engine.keepsakes import Notes
from mail.names import Confirmation, Names
from mail.senders import Place

LONGEST = 3_000
"""Characters of what is held."""
MOST = 5
"""Things that are held for one chair; the oldest goes."""
KEPT = 14 * 86_400
"""Seconds for which something is held."""
PAUSE = 3_600
"""Seconds between two questions that somebody else's mails have caused."""


Waits = Literal["orders", "certain", "leaving", "moving"]
"""Orders of somebody who may be somebody else; an order that ends a part in a game; a new address, to be confirmed at
the old one, then at the new one."""


class Held(Struct, frozen=True):
    """Something that waits: lines of a mail, of which ``id`` is the name, written by ``sender``. ``turn`` is the
    question that must still be open, 0 for none. The YES comes from ``asked``."""

    what: Waits
    game: str
    chair: int
    turn: int
    id: str
    sender: str
    asked: str
    at: int
    lines: tuple[str, ...]


read_held = msgspec.json.Decoder(Held).decode


def folder(game: str, chair: int) -> str:
    """Under what name a chair's things are kept."""
    return f"held/{game}/{chair}"


def hold(notes: Notes, names: Names, held: Held) -> Confirmation | None:
    """Keep it. ``None``: it is too long."""
    value = encode(held).decode()
    if not held.lines or len(value) > LONGEST:
        return None
    under = folder(held.game, held.chair)
    ages = {proof: read_held(old).at for proof, old in notes.below(under).items()}
    fresh = sorted((proof for proof, at in ages.items() if at > held.at - KEPT), key=lambda proof: ages[proof])
    for proof in ages:
        if proof not in fresh[-MOST + 1 :]:
            notes.put(f"{under}/{proof}", None)
    proof = names.proof("held", held.game, held.chair, held.what, held.asked, held.id, *held.lines)
    notes.put(f"{under}/{proof}", value)
    return Confirmation(held.game, held.chair, proof)


def find(notes: Notes, to: Confirmation, now: int) -> Held | None:
    """What a YES is said to."""
    value = notes.get(f"{folder(to.game, to.chair)}/{to.proof}")
    held = read_held(value) if value else None
    return held if held is not None and held.at > now - KEPT else None


def forget(notes: Notes, to: Confirmation) -> None:
    """It waits no longer."""
    notes.put(f"{folder(to.game, to.chair)}/{to.proof}", None)


def forget_all(notes: Notes, place: Place) -> int:
    """Nothing waits for this chair any longer; how much did."""
    under = folder(place.game, place.chair)
    found = notes.below(under)
    for proof in found:
        notes.put(f"{under}/{proof}", None)
    return len(found)


def may_ask(notes: Notes, place: Place, now: int) -> bool:
    """May somebody else's mail cause a question now? From now on it has."""
    name = f"asked/{place.game}/{place.chair}"
    if now < int(notes.get(name) or 0) + PAUSE:
        return False
    notes.put(name, str(now))
    return True


def is_yes(lines: Sequence[str]) -> bool:
    """Does a mail say YES, and nothing before it?"""
    return bool(lines) and lines[0].strip(" .!").casefold() == "yes"
