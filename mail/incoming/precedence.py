"""Which of many mails that wait are read first, found by a few of their headers: nothing is
believed because of it, and nothing is done.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from engine.referee.batch import Batch
from engine.referee.register import ADDRESS
from mail.incoming import confirmations
from mail.memberships import DOOR, epoch_of
from mail.names import MailNames
from mail.parse.reading import MAILBOX, RECEIVERS
from mail.parse.verdicts import verdict
from mail.transport.mailbox import Lane

FIELDS = ("From", *RECEIVERS, "Authentication-Results")
"""The headers that are looked at."""
LONGEST = 8_000
"""Characters of these headers that are looked at."""
FOLDED = re.compile(r"\r?\n[ \t]+")
PROVED, ANSWERS, CARRIES, VOUCHED, UNKNOWN = range(5)
"""Ranks, the first of which is read first: a registered sender for whom our exchanger speaks; a
registered one who carries an address of ours; anybody else who carries one; a stranger for whom
the exchanger speaks; all others.
"""


class Head(Struct, frozen=True):
    """What the headers of a mail say: its ``sender``, nothing if that is not one plain address."""

    sender: str
    receivers: tuple[str, ...]
    verdicts: tuple[str, ...]


def head_of(raw: bytes) -> Head:
    """Return what a few headers say. A display name is never taken for an address."""
    text = FOLDED.sub(" ", raw[:LONGEST].decode("utf-8", "replace"))
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        name, _, value = line.partition(":")
        found.setdefault(name.strip().casefold(), []).append(value.strip())
    senders = found.get("from", [])
    match = MAILBOX.fullmatch(senders[0][:1_000]) if len(senders) == 1 else None
    receivers = [
        address
        for name in RECEIVERS
        for value in found.get(name.casefold(), [])
        for address in ADDRESS.findall(value)
    ]
    return Head(
        sender=(match[1] or match[2]).casefold() if match else "",
        receivers=tuple(dict.fromkeys(receivers)),
        verdicts=tuple(found.get("authentication-results", [])),
    )


def ranked(batch: Batch, names: MailNames, authserv_id: str, heads: Sequence[Head]) -> list[Lane]:
    return [lane_of(batch, names, authserv_id, head) for head in heads]


def lane_of(batch: Batch, names: MailNames, authserv_id: str, head: Head) -> Lane:
    """Return the lane of one mail. Of those that carry an address of ours, strangers share the
    lane of its chair: many of them who have seen one are one. Nothing is asked of the store for a
    mail that carries none and for which nobody speaks.
    """
    chair, domain = carried(batch, names, head.receivers), head.sender.rpartition("@")[2]
    results = "\n".join(head.verdicts).casefold()
    said = verdict(head.verdicts, authserv_id, domain) if "=pass" in results else "none"
    if not chair and said != "pass":
        return Lane(UNKNOWN, head.sender)
    if is_registered(batch, head.sender):
        return Lane(PROVED if said == "pass" else ANSWERS, head.sender)
    return Lane(CARRIES, chair) if chair else Lane(VOUCHED, head.sender)


def carried(batch: Batch, names: MailNames, receivers: Sequence[str]) -> str:
    """Return the chair whose address a mail carries, if it is good; else nothing."""
    notes = batch.notes_of(DOOR)
    proved = names.in_addresses(receivers, lambda game, chair: epoch_of(notes, game, chair))
    if proved:
        return f"{proved[0].game}.{proved[0].chair}"
    to = names.confirms(receivers)
    if to is not None and confirmations.find(notes, to, batch.now) is not None:
        return f"{to.game}.{to.chair}"
    back = names.bounced(receivers)
    return f"{back[0]}.{back[1]}" if back else ""


def is_registered(batch: Batch, sender: str) -> bool:
    """Return whether somebody is reached by mail, or invited."""
    if not sender:
        return False
    invited = batch.notes_of(DOOR).below(f"guest-of/{sender}")
    return bool(batch.store.games_read(DOOR, sender) or invited)
