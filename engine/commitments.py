"""Commitments: what a seat has placed or answered in secret cannot be changed once its question
is closed, and anybody can check that when the secret of the game is out.

The scheme is the whole of this file::

    salt i = HMAC-SHA256(HMAC-SHA256(secret, "commitments"),
                         F(game id) + F(seat) + F("EPOCH/QUESTION") + uint32be(i))
    leaf i = SHA-256(salt i + text i)
    root   = SHA-256(all leaves, sorted)

The root is published when the question closes; F is that of the dice. How many leaves there are
hangs on nothing that is secret; as they are sorted, one can be opened without a word about the
place that it had among the others.
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
    """Return the 32 bytes that hide one leaf.

    ``where`` are the seat, the epoch and the number of the question; ``game`` is the game id in the
    dice.
    """
    seat, epoch, question = where
    key = hmac.digest(secret, b"commitments", "sha256")
    named = b"".join(field(part.encode()) for part in (game, seat, f"{epoch}/{question}"))
    return hmac.digest(key, named + leaf.to_bytes(4, "big"), "sha256")


def root(leaves: Sequence[bytes]) -> str:
    """Return the hash that is published, in hex, of the hashes of the leaves."""
    return hashlib.sha256(b"".join(sorted(leaves))).hexdigest()


def commit(
    secret: bytes, game: str, where: tuple[Seat, int, int], leaves: Sequence[str]
) -> Commitment:
    """Return the commitment of one seat to these texts; the rest as in ``salt``."""
    hashes = [
        hashlib.sha256(salt(secret, game, where, i) + leaf.encode()).digest()
        for i, leaf in enumerate(leaves)
    ]
    return Commitment(*where, root(hashes), tuple(leaves))


def closed(t: Governed, frame: Any, ask: Ask, orders: Mapping[Seat, Order]) -> list[Commitment]:
    """Return the commitments of the question that closes on this frame, one of every seat that was
    asked.

    They cover answers given by default, too. An open question has none.
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
