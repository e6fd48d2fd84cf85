"""The audit log of a game, as moderators read it."""

from typing import Any

import msgspec

from engine.letters import Receipt
from engine.referee.desk import recipients
from engine.referee.desk.verbs import Plain, Request
from engine.store.journal import encode
from engine.store.rows import NOT_COMPOSED, AuditEntry

ACTS = 50
"""Acts of the audit log that are shown."""
TOLD = ("what", "because", "seat", "seats", "seconds", "at", "line")
"""Facts of an act that name nobody's account."""


def audit(request: Request, _: Plain) -> Receipt:
    """Tell what was done to the game by those who may."""
    # What could not be composed for a reader is the operator's affair: a moderator
    # who plays would learn of it too.
    acts = request.batch.store.acts(request.opened.id, but=NOT_COMPOSED, most=ACTS)
    acts += [
        act
        for act in request.batch.acts
        if act.game == request.opened.id and act.action != NOT_COMPOSED
    ]
    return request.done(did="gm audit", acts=[audited(request, act) for act in acts[-ACTS:]])


def audited(request: Request, act: AuditEntry) -> list[Any]:
    """Return an act as the sender may read it: operators as it was noted, everybody else with
    people by the seats by which they were named, or else shortened, and no fact but those of
    ``TOLD``.
    """
    if request.letter.rank == "operator" or request.register.operates(request.sender):
        return [act.at, act.actor, act.action, act.facts]

    door, _, sender = act.actor.partition("/")
    facts = msgspec.json.decode(act.facts)
    told = {name: value for name, value in facts.items() if name in TOLD}
    if who := facts.get("who"):
        told["who"] = facts.get("by_seat") or recipients.shortened(who[1])
    actor = recipients.at_the_table(request.opened, (door, sender))
    return [act.at, actor, act.action, encode(told).decode()]
