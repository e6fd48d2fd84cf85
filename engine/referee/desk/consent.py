"""What somebody who plays wishes for everybody's game: the others are asked in public, and it is
done when they agree.

Rule: an owner who plays is a player; who is vacant, or says nothing for 72 hours, agrees.
"""

from msgspec.structs import replace

from engine.house.rulings import Approve, AskFor
from engine.letters import Receipt
from engine.referee.batch import Batch
from engine.referee.desk.verbs import Request
from engine.referee.open_game import OpenGame
from engine.state import HOUSE, Seat

PATIENCE = 72 * 3_600
"""Seconds after which who has said nothing agrees."""


def ask(request: Request, by: Seat, what: str) -> Receipt:
    """Ask the others for what the request says. ``by`` is the seat of its sender, or was; ``what``
    is how it is shown to everybody.
    """
    opened, at = request.opened, request.letter.at
    seats = (by,) if by == request.seat else ()
    request.batch.enter(opened, at, HOUSE, AskFor(by, what, seats, at + PATIENCE))
    request.register.ask_for(opened.id, request.letter)
    request.audit("ask", what=what)
    return request.done(did="ask", what=what)


def missing(opened: OpenGame) -> set[Seat]:
    """Return the seats whose agreement to what is proposed is still missing."""
    people = opened.table.state.people
    agreed = people.proposal.agreed if people.proposal is not None else ()
    return {*opened.table.seats} - {*people.removed, *people.vacant, *agreed}


def granted(batch: Batch, opened: OpenGame, at: int) -> Request | None:
    """Return what was asked for, as its author has said it, if it is to be done now; nothing is
    proposed any more then.
    """
    proposal = opened.table.state.people.proposal
    if proposal is None or proposal.until is None or (missing(opened) and at < proposal.until):
        return None
    letter = replace(batch.register.asked_for(opened.id), at=at)
    batch.register.ask_for(opened.id, None)
    batch.enter(opened, at, HOUSE, Approve(proposal.by, proposal.what))
    return Request(
        *(batch, opened, opened.seat_of(letter.door, letter.sender), letter), agreed=True
    )
