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
from engine.state import Told

NOBODY = "nobody"


class SeatOffer(Struct, frozen=True):
    """``hand WHO``: the sender's seat is theirs when they join; ``hand nobody``: no longer."""

    who: str


def hand(request: Request, asked: SeatOffer) -> Receipt:
    """Hand your seat in a game that has begun to somebody: it is theirs, with its view, when they
    say `join`; until then it is yours. `hand nobody`: it is no longer to be handed over.
    """
    opened, batch, register = request.opened, request.batch, request.register
    seat = request.seated()
    running(opened)
    if asked.who.casefold() == NOBODY:
        register.offer(opened.id, seat, None)
        return request.done(did="hand", who="none", seat=seat)
    who = recipients.contact_of(request, asked.who)
    if held := recipients.plays(request, who):
        raise No("joined-before", word=held)
    if recipients.has_viewed(batch, opened, recipients.kin(batch, opened, who)):
        raise No("has-viewed")
    at = max(request.letter.at, batch.now)
    lately = register.times("invitations", request.sender, at - DAY)
    if len(lately) >= INVITATIONS:
        raise No("too-many-invited", word=str(INVITATIONS))
    register.note_time("invitations", request.sender, at, at - DAY)
    register.invite(opened.id, who)
    register.offer(opened.id, seat, who)
    request.audit("hand", seat=seat, who=list(who))
    telling.brief(batch, opened, who, [Told(Invited(request.letter.name), {})])
    return request.done(did="hand", who=asked.who, seat=seat)


def handings(_: Request) -> list[Choice]:
    """Return how ``hand`` is spelt."""
    return [Choice(SeatOffer, "hand {who}", who=Text())]


VERBS = (Verb("hand", "seat", handings, hand),)
