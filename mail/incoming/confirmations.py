"""Orders and addresses that wait for a YES."""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from engine.store.notes import Notes
from mail.incoming import rate_limit
from mail.incoming.answers import Reply, Row
from mail.incoming.session import MailSession
from mail.kept import Kept
from mail.memberships import Membership
from mail.names import Capability, Confirmation, MailNames
from mail.outgoing.sentences import clipped

MOST = 20
"""Maximum number of pending confirmations per chair and evidence; beyond it the oldest is dropped.
"""
KEPT = 14 * 86_400
"""Seconds after which a pending confirmation expires."""
LINK = re.compile(r"(?:https?:|www\.)\S+|[\w-]+\.\w[\w.-]*/\S*", re.I)
QUOTED = 4_000
"""Maximum number of characters of orders quoted in a request for a YES."""


Waits = Literal["orders", "held", "certain", "leaving", "moving"]
"""The reason for a confirmation.

``orders``: somebody else may have written them. ``held``: their writer may have withdrawn them.
``certain``: the order ends the seat's part in the game. ``leaving``, ``moving``: a new address, to
be confirmed at the old one, then at the new one.
"""


class PendingOrders(Struct, frozen=True, kw_only=True):
    """Lines of a mail that wait for a YES."""

    what: Waits
    game: str
    chair: int
    turn: int  # the question that must still be open; 0: any
    id: str
    asked: str  # the address that the YES must come from
    at: int
    lines: tuple[str, ...]
    trust: str = ""  # evidence for the sender; empty if it was sufficient


NOTES = Kept(PendingOrders)


def folder(of: Membership | Confirmation | PendingOrders) -> str:
    """Return the folder of a chair's pending orders in the door's notes."""
    return f"pending/{of.game}/{of.chair}"


# ---- asking for a YES


def ask_certain(session: MailSession, order: str) -> Reply:
    """Hold an order that ends the seat's part in the game, and ask for a YES."""
    text = session.say("mail-certain", game=session.membership.game, order=order)
    ask(session, "certain", (order,), [text])
    return waits(session, order)


def ask_doubtful(session: MailSession, lines: tuple[str, ...]) -> Reply:
    """Hold orders that may be mere quotations, and ask for a YES."""
    of, turn = session.membership, session.opened.table.state.question
    asking = [session.say("mail-doubtful-ask", game=of.game), *quoted(session, lines)]
    ask(session, "orders", lines, asking, turn=turn)
    return waits(session, *lines)


def ask_held(
    session: MailSession,
    asking: tuple[str, str],
    chosen: tuple[str, ...],
    others: tuple[str, ...],
    because: Sequence[str],
    lines: Sequence[str],
) -> Reply:
    """Hold the ``chosen`` orders of a mail, which may mean the ``others`` instead. ``because`` are
    the lines that are the reason.

    ``asking`` are the sentences above the orders and above the rest of the mail.
    """
    say, turn, of = session.say, session.opened.table.state.question, session.membership
    rest = [line for line in dict.fromkeys([*lines, *session.reading.meant]) if line not in chosen]
    more = (*because, *session.reading.aside)
    rest += [line for line in dict.fromkeys(more) if line not in (*rest, *chosen)]
    # Don't send requests forever to a program that answers each with the same words.
    budget = f"held/{of.game}/{of.chair}"
    if not rate_limit.allows(session.notes, budget, lines, session.at, session.most, again=True):
        session.too_many("too many mails to confirm")
        many = say("mail-not-asked")
        return Reply(wrong=True, rows=tuple(("not", line, many) for line in lines))
    text = [say(asking[0], game=of.game), *quoted(session, chosen)]
    if others:
        text += [say("mail-held-or"), *quoted(session, others)]
    if rest:
        text += [say(asking[1]), *quoted(session, rest)]
    ask(session, "held", chosen, text, turn=turn, others=others)
    said = say("mail-waits")
    rows: tuple[Row, ...] = tuple(("aside", line, said) for line in chosen)
    rows += tuple(("not", line, say("mail-not-held")) for line in rest if line in lines)
    return Reply(effect=True, waiting=len(rows), rows=rows)


def ask_new(session: MailSession, new: str) -> None:
    facts = {"address": session.membership.address, "host": session.writing.names.host}
    ask(session, "moving", (new,), [session.say("mail-moving", **facts)], to=new)


def ask_sender(session: MailSession, sender: str, lines: tuple[str, ...]) -> bool:
    """Hold orders of an uncertain sender, and ask the registered address for a YES. Returns
    ``False`` if there were too many with the same evidence.
    """
    of, say, notes, now = session.membership, session.say, session.notes, session.at
    budget, most = f"ask/{of.game}/{of.chair}/{session.trust}", session.most
    if not rate_limit.allows(notes, budget, lines, now, most, again=True):
        session.too_many("too many mails to confirm")
        return False
    asking = [say("mail-confirm", sender=sender, game=of.game), *quoted(session, lines)]
    if (until := rate_limit.free_at(notes, budget, now, most)) > now:
        asking.append(say("mail-confirm-last", until=session.writing.when(until)))
    turn = session.opened.table.state.question if of.seat else 0
    ask(session, "orders", lines, asking, turn=turn)
    return True


def waits(session: MailSession, *lines: str) -> Reply:
    """Report that lines wait for a YES. If there is nothing else to say, the request alone is
    sent.
    """
    said = session.say("mail-waits")
    rows: tuple[Row, ...] = tuple(("aside", line, said) for line in lines)
    return Reply(effect=True, waiting=len(lines), rows=rows)


def quoted(session: MailSession, lines: Sequence[str]) -> list[str]:
    """Return lines in quotation marks, up to ``QUOTED`` characters in all, without links."""
    shown: list[str] = []
    left = QUOTED
    for line in (clipped(LINK.sub("[…]", line)) for line in lines):
        left -= len(line)
        if left < 0:
            return [*shown, session.say("mail-confirm-more", count=len(lines) - len(shown))]
        shown.append(f"“{line}”")
    return shown


def ask(
    session: MailSession,
    what: Waits,
    lines: tuple[str, ...],
    asking: Sequence[str],
    *,
    turn: int = 0,
    to: str = "",
    others: Sequence[str] = (),
) -> None:
    """Store lines until they are confirmed, and mail the registered address, or ``to``, for a
    YES. ``others`` are orders to choose instead.
    """
    of = session.membership
    to = to or of.address
    pending = PendingOrders(
        what=what,
        game=of.game,
        chair=of.chair,
        turn=turn,
        id=session.id,
        asked=to,
        at=session.at,
        lines=lines,
        trust=session.trust,
    )
    confirmation = keep(session.notes, session.writing.names, pending)
    if not session.reading.whole and to == of.address:
        asking = [*asking, session.say("mail-not-whole")]
    kind = "mail-held-subject" if what == "held" else "mail-confirm-subject"
    subject = session.say(kind, game=of.game)
    question = session.writing.answer(
        to,
        session.reading.id,
        subject,
        (*asking, session.say("mail-held-how" if what == "held" else "mail-confirm-how")),
        session.at,
        of=Capability(of.game, of.chair, 0),
        reply_to=session.writing.names.confirmation(confirmation),
        choices=[
            ("YES", session.say("mail-choice-yes")),
            ("NO", session.say("mail-choice-no")),
            *((order, session.say("mail-choice-other")) for order in others),
        ],
    )
    session.post(question)


# ---- pending orders


def keep(notes: Notes, names: MailNames, pending: PendingOrders) -> Confirmation:
    """Store pending orders, and return the confirmation that releases them. Drops expired ones and,
    above ``MOST``, the oldest with the same evidence.
    """
    under = folder(pending)
    kept = NOTES.below(notes, under)
    old = [proof for proof, one in kept.items() if one.at <= pending.at - KEPT]
    alike = [p for p, one in kept.items() if one.trust == pending.trust and p not in old]
    alike.sort(key=lambda proof: kept[proof].at)
    for proof in (*old, *alike[: max(0, len(alike) - MOST + 1)]):
        notes.put(f"{under}/{proof}", None)
    facts = (pending.game, pending.chair, pending.what, pending.asked, pending.id)
    proof = names.proof("held", *facts, *pending.lines)
    NOTES.put(notes, f"{under}/{proof}", pending)
    return Confirmation(pending.game, pending.chair, proof)


def find(notes: Notes, to: Confirmation, now: int) -> PendingOrders | None:
    """Return the pending orders that a YES confirms, or ``None`` if there are none or they have
    expired.
    """
    pending = NOTES.get(notes, f"{folder(to)}/{to.proof}")
    return pending if pending is not None and pending.at > now - KEPT else None


def forget(notes: Notes, to: Confirmation) -> None:
    notes.put(f"{folder(to)}/{to.proof}", None)


def forget_all(notes: Notes, of: Membership) -> int:
    """Delete all pending orders of a chair, and return their number."""
    found = notes.below(folder(of))
    for proof in found:
        notes.put(f"{folder(of)}/{proof}", None)
    return len(found)


def forget_held(notes: Notes, of: Membership) -> None:
    """Delete orders held for their writer's own words, since a newer mail replaces them."""
    for proof, pending in NOTES.below(notes, folder(of)).items():
        if pending.what == "held":
            notes.put(f"{folder(of)}/{proof}", None)
