"""Ranks waiting mails by a few of their headers, to decide which are read first.

Nothing is believed or done because of these headers.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from engine.referee.accounts import ADDRESS
from engine.referee.batch import Batch
from mail.incoming import confirmations
from mail.memberships import DOOR, epoch_of
from mail.names import MailNames
from mail.parse.reading import MAILBOX, RECEIVERS
from mail.parse.verdicts import verdict
from mail.transport.mailbox import QueueKey

FIELDS = ("From", *RECEIVERS, "Authentication-Results")
LONGEST = 8_000
"""Maximum number of characters of headers that are read."""
FOLDED = re.compile(r"\r?\n[ \t]+")
PROVED, ANSWERS, CARRIES, VOUCHED, UNKNOWN = range(5)
"""Ranks; the first is read first.

In order: a registered sender with a passing verdict; a registered sender with an address of ours;
anybody else with such an address; a stranger with a passing verdict; all others.
"""


class Head(Struct, frozen=True):
    """The parsed headers of a mail."""

    sender: str  # empty unless it is exactly one plain address
    receivers: tuple[str, ...]
    verdicts: tuple[str, ...]


def head_of(raw: bytes) -> Head:
    """Parse headers. A display name is never taken for an address."""
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


def ranked(
    batch: Batch, names: MailNames, authserv_id: str, heads: Sequence[Head]
) -> list[QueueKey]:
    return [lane_of(batch, names, authserv_id, head) for head in heads]


def lane_of(batch: Batch, names: MailNames, authserv_id: str, head: Head) -> QueueKey:
    """Return the queue of one mail.

    Strangers with an address of ours share the queue of its chair, so that many who have seen it
    count as one. A mail without such an address or a passing verdict costs no database query.
    """
    chair, domain = carried(batch, names, head.receivers), head.sender.rpartition("@")[2]
    results = "\n".join(head.verdicts).casefold()
    said = verdict(head.verdicts, authserv_id, domain) if "=pass" in results else "none"
    if not chair and said != "pass":
        return QueueKey(UNKNOWN, head.sender)
    if is_registered(batch, head.sender):
        return QueueKey(PROVED if said == "pass" else ANSWERS, head.sender)
    return QueueKey(CARRIES, chair) if chair else QueueKey(VOUCHED, head.sender)


def carried(batch: Batch, names: MailNames, receivers: Sequence[str]) -> str:
    """Return the chair that a valid address of ours in this mail belongs to, or an empty string."""
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
    """Return whether this person is a mail player or invited."""
    if not sender:
        return False
    invited = batch.notes_of(DOOR).below(f"guest-of/{sender}")
    return bool(batch.store.games_read(DOOR, sender) or invited)
