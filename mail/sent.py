"""What was mailed to people, as far as a reader of their replies must know it again: the runs of
words of each mail, by its Message-ID.
"""

import base64
from collections.abc import Sequence

from msgspec import Struct

from engine.store.notes import Notes
from mail.kept import Kept
from mail.outgoing.envelope import Mail
from mail.parse.runs import unpacked

MOST = 200
"""Mails to one address of which it is known, the latest."""


class Sent(Struct, frozen=True, array_like=True):
    """A mail that was written at second ``at``; ``chat``: it tells no more than what somebody
    says. ``runs`` are the hashes of its words.
    """

    at: int
    chat: bool
    runs: str


class Queue(Struct, frozen=True, array_like=True):
    """The numbers of the mails to one address that are known: from ``first`` to before ``next``."""

    first: int = 0
    next: int = 0


SENT, QUEUES = Kept(Sent), Kept(Queue)


class Answered(Struct, frozen=True):
    """What a reply answers: the ``runs`` of all mails of its thread that are known; ``chat``: the
    latest of them tells no more than what somebody says.
    """

    runs: frozenset[int]
    chat: bool


def keep(notes: Notes, mail: Mail) -> None:
    """Note what a mail says, for as long as replies to it may come; what is too old is removed by
    its age (``mail.kept.AGING``).
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
    runs = base64.b85encode(mail.runs).decode()
    SENT.put(notes, f"{sent}/{mail.id}", Sent(mail.at, mail.chat, runs))
    notes.put(f"{folder}/{queue.next}", mail.id)
    QUEUES.put(notes, folder, Queue(first, queue.next + 1))


def answered(notes: Notes, to: str, thread: Sequence[str]) -> Answered | None:
    """Return what the mails of a thread said that went to this address, by their Message-IDs, the
    latest last; None if none of them is known. What others were sent is nothing to go by: how a
    reply is read would tell of it.
    """
    found = [one for id in thread if (one := SENT.get(notes, f"mailed/{to}/{id}")) is not None]
    if not found:
        return None
    runs = (unpacked(base64.b85decode(one.runs)) for one in found)
    return Answered(frozenset().union(*runs), found[-1].chat)
