"""Remembers the mails sent to people, so that quotations in their replies are recognised.

It stores the hashed runs of words of each mail, by its Message-ID.
"""

import base64
from collections.abc import Sequence

from msgspec import Struct

from engine.store.notes import Notes
from mail.kept import Kept
from mail.outgoing.envelope import Mail
from mail.parse.runs import unpacked

MOST = 200
"""Maximum number of remembered mails per address; the latest are kept."""


class Sent(Struct, frozen=True, array_like=True):
    """A remembered mail, written at second ``at``."""

    at: int
    chat: bool  # it contains only a chat message
    runs: str  # hashes of its words (``written``)


class Queue(Struct, frozen=True, array_like=True):
    """The numbers of the remembered mails to one address, from ``first`` to before ``next``."""

    first: int = 0
    next: int = 0


SENT, QUEUES = Kept(Sent), Kept(Queue)


class Answered(Struct, frozen=True):
    """The mails that a reply answers."""

    runs: frozenset[int]  # all known mails of its thread
    chat: bool  # the latest one contains only a chat message


def keep(notes: Notes, mail: Mail) -> None:
    """Remember a mail's words for as long as replies to it may come. Old entries are removed by age
    (``mail.kept.AGING``) and above ``MOST``.
    """
    sent, folder = f"mailed/{mail.to}", f"mailed-to/{mail.to}"
    if notes.get(f"{sent}/{mail.id}") is not None:
        return
    queue = QUEUES.get(notes, folder) or Queue()
    first = queue.first
    while first < queue.next:
        id = notes.get(f"{folder}/{first}") or ""
        old = SENT.get(notes, f"{sent}/{id}")
        if old is not None and queue.next - first < MOST:
            break
        notes.put(f"{sent}/{id}", None)
        notes.put(f"{folder}/{first}", None)
        first += 1
    SENT.put(notes, f"{sent}/{mail.id}", Sent(mail.at, mail.chat, written(mail.runs)))
    notes.put(f"{folder}/{queue.next}", mail.id)
    QUEUES.put(notes, folder, Queue(first, queue.next + 1))


def answered(notes: Notes, to: str, thread: Sequence[str]) -> Answered | None:
    """Return the known mails of a thread that went to this address, or ``None`` without any.

    ``thread`` are Message-IDs, latest last. Mails to other people are ignored, since the way a
    reply is read could reveal them.
    """
    found = [one for id in thread if (one := SENT.get(notes, f"mailed/{to}/{id}")) is not None]
    if not found:
        return None
    runs = (unpacked(as_bytes(one.runs)) for one in found)
    return Answered(frozenset().union(*runs), found[-1].chat)


def written(runs: bytes) -> str:
    return f":{base64.b64encode(runs).decode()}"


def as_bytes(text: str) -> bytes:
    """Return the hashes that are stored in base 64, by 0.1.0 in base 85."""
    return base64.b64decode(text) if text.startswith(":") else base64.b85decode(text)
