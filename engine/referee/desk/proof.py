"""What proves that a game is fair: the hashes that were published, and when it is over what they
were made of.
"""

from hashlib import sha256

from msgspec import Struct

from engine.letters import Receipt
from engine.menu import Choice
from engine.referee.desk.verbs import Request, Verb
from engine.store.record import commitments_in

LISTED = 20
"""Commitments that are listed, the newest."""


class Proving(Struct, frozen=True):
    """``proof``: the hashes of the dice and of what was sealed."""


def proof(request: Request, _: Proving) -> Receipt:
    """Show the hashes that prove the game fair; when it is over also what they were made of."""
    opened = request.opened
    setup, over = opened.table.setup, opened.table.state.result is not None
    found = [
        one for row in request.batch.bulletins(opened) for one in commitments_in(row.commitments)
    ]
    sealed = [
        {
            "seat": one.seat,
            "epoch": one.epoch,
            "question": one.question,
            "root": one.root,
            "leaves": list(one.leaves) if over else [],
        }
        for one in found[-LISTED:]
    ]
    return request.done(
        did="proof",
        named=setup.in_dice,
        dice=sha256(setup.secret).hexdigest(),
        secret=setup.secret.hex() if over else "",
        sealed=sealed,
    )


VERBS = (Verb("proof", "anybody", lambda _: [Choice(Proving, "proof")], proof),)
