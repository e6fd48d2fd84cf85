"""Commitments to secret placements and answers: once a question has closed they cannot be changed,
and everybody can check that after the game.

The scheme is the whole of this file::

    salt i = HMAC-SHA256(HMAC-SHA256(secret, "commitments"),
                         F(game id) + F(seat) + F("EPOCH/QUESTION") + uint32be(i))
    leaf i = SHA-256(salt i + text i)
    root   = SHA-256(all leaves, sorted)

The root is published when the question closes. F is the ``field`` of the dice. The number of leaves
depends on nothing secret. Because they are sorted, one leaf can be opened without revealing its
place among the others.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.dice import field
from engine.play import Governed
from engine.state import Ask, Commitment, Order, Seat

NONE = "none"
"""The text of an empty leaf."""
encode = msgspec.json.Encoder(order="sorted").encode


def text(thing: Any) -> str:
    """Return data as the text of a leaf: JSON, the same for the same data."""
    return NONE if thing is None else encode(thing).decode()


def salt(secret: bytes, game: str, where: tuple[Seat, int, int], leaf: int) -> bytes:
    """Return the 32 bytes that hide one leaf. ``game`` is the game id of the dice scheme. ``where``
    is the seat, the epoch and the number of the question.
    """
    seat, epoch, question = where
    key = hmac.digest(secret, b"commitments", "sha256")
    named = b"".join(field(part.encode()) for part in (game, seat, f"{epoch}/{question}"))
    return hmac.digest(key, named + leaf.to_bytes(4, "big"), "sha256")


def root(leaves: Sequence[bytes]) -> str:
    """Return the published hash of all leaf hashes, in hex."""
    return hashlib.sha256(b"".join(sorted(leaves))).hexdigest()


def commit(
    secret: bytes, game: str, where: tuple[Seat, int, int], leaves: Sequence[str]
) -> Commitment:
    """Return the commitment of one seat to these texts. For the other arguments see ``salt``."""
    hashes = [
        hashlib.sha256(salt(secret, game, where, i) + leaf.encode()).digest()
        for i, leaf in enumerate(leaves)
    ]
    return Commitment(*where, root(hashes), tuple(leaves))


def closed(t: Governed, frame: Any, ask: Ask, orders: Mapping[Seat, Order]) -> list[Commitment]:
    """Return the commitments of a closing question, one for every seat that was asked. They also
    cover answers given by default. A question that is not sealed has none.
    """
    if not (ask.sealed or frame.has_sheets):
        return []
    state, setup = t.state, t.setup
    return [
        commit(
            setup.secret,
            setup.in_dice,
            (seat, state.epoch, state.question),
            frame.leaves(t, seat, orders[seat]),
        )
        for seat in ask.seats
    ]
