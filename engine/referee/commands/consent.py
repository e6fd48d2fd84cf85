"""Requests that affect everybody's game: the others are asked, and the request is carried out when
they agree.

Rule: an owner who plays is a player. Anything that may harm a player needs the spoken agreement of
all. For the rest, a player agrees by saying nothing for 72 hours after the request was delivered.
Robots agree. A moderator named by a player without a vote is on that player's side, and can only
ask, too.
"""

from collections.abc import Collection
from typing import Any, Literal

from msgspec.structs import replace

from engine.game import Gather
from engine.messages import Receipt
from engine.plaintext import clean
from engine.referee import stakes
from engine.referee.batch import Batch
from engine.referee.commands import recipients
from engine.referee.commands.request import No, Request
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.rulings import votes
from engine.rulings.agreement import AGREEMENTS, Consent
from engine.rulings.rulings import ActAlone, Approve, AskAgain, AskFor, Hear
from engine.state import REFEREE, Seat
from engine.store.rows import RequestHeard

LONGEST = 2000
"""The maximum length of an announcement, a request or a reason, in characters."""


def needed(request: Request, asked: Any, kind: Consent) -> Receipt | None:
    """Ask the others if the sender plays. Return ``None`` if their agreement isn't needed.

    In a started rated game, a person with a present or former seat has no power over the others,
    only over that seat. A moderator named by a player alone needs the agreement of all. Raises
    ``No`` if the sender can't ask.
    """
    own = stakes.held(request.batch, request.opened, request.sender)
    if request.agreed or asked.over in own:
        return None
    if own and request.seat is None:
        raise No("own-game")
    by = request.seat if own else min(sponsors(request), default=None)
    return ask(request, by, asked, kind) if by else None


def sponsors(request: Request) -> set[Seat]:
    """Return the seats in whose name the sender moderates. A rank from the door is independent."""
    if request.message.rank:
        return set()
    return stakes.sponsors(request.batch, request.opened, request.sender)


def acting_alone(request: Request, asked: Any) -> ActAlone | None:
    """Return the mark of an act of a moderator who plays in an unrated game, if it needs one."""
    opened, state = request.opened, request.opened.table.state
    if request.agreed or state.result or isinstance(state.stack[0], Gather):
        return None
    own = stakes.seats_had(request.batch, opened, stakes.kin(request.batch, opened, request.sender))
    if not own or asked.over in own:
        return None
    return ActAlone(min(own), public_text(request, asked))


def public_text(request: Request, asked: Any) -> str:
    """Return the order as everybody may read it: people in it are shown by their names."""
    what = " ".join(clean(request.message.text).split())[:LONGEST]
    if who := getattr(asked, "who", ""):
        account = recipients.account_of(request, who)
        found = recipients.display_name(request.opened, account, named=who)
        what = f"{what.removesuffix(who)}{found}"
    return what


def ask(request: Request, by: Seat, asked: Any, kind: Consent) -> Receipt:
    """Ask the others for agreement.

    ``by`` is the sender's present or former seat, or the seat of a player who named them. A request
    that is already open is not repeated. Raises ``No`` if somebody can't be asked.
    """
    opened, at = request.opened, request.message.at
    what, spoken = public_text(request, asked), kind == "spoken"
    had = stakes.seats_had(request.batch, opened, stakes.kin(request.batch, opened, request.sender))
    gone = opened.table.state.people.vacant
    seats = {by} if by == request.seat or (by in gone and by in had) else set[Seat]()
    if not AGREEMENTS[kind].vacancy:
        everybody_there(opened, but=seats)
    proposal = opened.table.state.people.proposal
    if proposal is None or (proposal.by, proposal.what) != (by, what):
        agreed = tuple(seat for seat in opened.table.seats if seat in seats | robots(opened))
        ruling = AskFor(by, what, agreed, at + votes.PATIENCE, spoken=spoken)
        request.batch.enter(opened, at, REFEREE, ruling)
        request.accounts.ask_for(opened.id, request.message)
        request.audit("ask", what=what)
    return request.done(did="ask", what=what, kind=kind)


def everybody_there(opened: OpenGame, but: Collection[Seat]) -> None:
    people = opened.table.state.people
    for seat in opened.table.seats:
        if seat in people.vacant and seat not in (*but, *people.removed):
            raise No("nobody-to-agree", word=seat)


def robots(opened: OpenGame) -> set[Seat]:
    return {one.viewer for one in opened.addresses if one.door == ROBOT}


def granted(batch: Batch, opened: OpenGame, at: int) -> Request | None:
    proposal = opened.table.state.people.proposal
    if proposal is None or not proposal.what:
        return None
    silent = votes.agreed_at(opened.table, at)
    if votes.missing(opened.table) and (silent is None or at < silent):
        return None
    message = replace(batch.accounts.asked_for(opened.id), at=at)
    batch.accounts.ask_for(opened.id, None)
    agreed: Literal["silent", "spoken"] = "spoken" if proposal.aloud else "silent"
    batch.enter(opened, at, REFEREE, Approve(proposal.by, proposal.what))
    return Request(
        *(batch, opened, opened.seat_of(message.door, message.sender), message), agreed=agreed
    )


# ---- the seats that a request has reached


def hear(batch: Batch, game: str, seats: Collection[Seat], asked: votes.Request) -> None:
    """Record that an open request was delivered to these seats. Now their silence counts."""
    opened = batch.known(game)
    proposal = opened.table.state.people.proposal if opened is not None else None
    if opened is None or proposal is None or votes.request_of(proposal) != asked:
        return
    new = [one for one in votes.missing(opened.table) if one in seats and one not in proposal.heard]
    if new and opened.table.state.result is None:
        batch.enter(opened, batch.now, REFEREE, Hear(tuple(new)))


def note_heard(batch: Batch, heard: RequestHeard) -> None:
    """Record the delivery of a request. A stored message counts only if it contains the request."""
    seat, asked = heard.seat, (heard.by, heard.what, heard.line)
    if heard.stored:
        who = heard.door, heard.sender
        kept = batch.accounts.mailed(heard.game, who)
        if kept is None or kept.stored != heard.stored:
            return
        seat, asked = kept.seat, (kept.by, kept.what, kept.line)
        batch.accounts.mail(heard.game, who, None)
    hear(batch, heard.game, (seat,), asked)


def remind(batch: Batch, opened: OpenGame, now: int) -> None:
    """Remind everybody who has not answered, a day before silence counts."""
    when = votes.remind_at(opened.table, now)
    if when is not None and when <= now:
        batch.enter(opened, now, REFEREE, AskAgain(votes.missing(opened.table)))
