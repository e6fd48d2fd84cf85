"""Handing one's own seat to somebody, who takes it by joining."""

from msgspec import Struct

from engine.house.rulings import Invited
from engine.letters import Receipt
from engine.menu import Choice
from engine.plan import DAY
from engine.referee import telling
from engine.referee.desk import recipients
from engine.referee.desk.lobby import INVITATIONS
from engine.referee.desk.undo import running
from engine.referee.desk.verbs import No, Request, Verb
from engine.slots import Text
from engine.state import Seat, Told

NOBODY = "nobody"


class SeatOffer(Struct, frozen=True):
    """``hand WHO``: the sender's seat is theirs when they join; ``hand nobody``: no longer."""

    who: str


def hand(request: Request, asked: SeatOffer) -> Receipt:
    """Hand your seat in a game that has begun to somebody: it is theirs, with its view, when they
    say `join`; until then it is yours. `hand nobody`: it is no longer to be handed over.
    """
    opened, seat = request.opened, request.seated()
    running(opened)
    if asked.who.casefold() == NOBODY:
        request.register.offer(opened.id, seat, None)
        return request.done(did="hand", who="none", seat=seat)
    offer(request, seat, asked.who, "hand")
    return request.done(did="hand", who=asked.who, seat=seat)


def offer(request: Request, seat: Seat, named: str, act: str) -> str:
    """Offer a seat to somebody, counted with the sender's invitations, and return how they are
    called. Whether an address is one of this table shows to nobody: somebody who may not have the
    seat is refused when they say `join`. Raises ``No``.
    """
    opened, batch, register = request.opened, request.batch, request.register
    who = recipients.contact_of(request, named)
    recipients.not_seated(opened, named)
    at = max(request.letter.at, batch.now)
    if len(register.times("invitations", request.sender, at - DAY)) >= INVITATIONS:
        raise No("too-many-invited", word=str(INVITATIONS))
    register.note_time("invitations", request.sender, at, at - DAY)
    register.invite(opened.id, who)
    register.offer(opened.id, seat, who)
    request.audit(act, seat=seat, who=list(who))
    telling.brief(batch, opened, who, [Told(Invited(request.letter.name), {})])
    return recipients.shown_as_named(opened, who, named)


def handings(_: Request) -> list[Choice]:
    """Return how ``hand`` is spelt."""
    return [Choice(SeatOffer, "hand {who}", who=Text())]


VERBS = (Verb("hand", "seat", handings, hand),)
