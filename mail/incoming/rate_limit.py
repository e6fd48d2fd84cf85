"""Limits answers that change nothing, so that two programs never answer each other forever."""

import hashlib
from collections.abc import Iterable

from engine.store.notes import Notes
from mail import quota
from mail.kept import Kept

HOUR, DAY = 3_600, 86_400
Most = tuple[int, int, int]
"""Maximum number of answers per hour, per day, and with the same text per hour."""
STRANGER: Most = (5, 20, 1)
"""The limits for a sender without a seat."""
PLAYER: Most = (20, 80, 3)
"""The limits for a sender with a seat. Answers to accepted orders are not counted."""

Sent = list[tuple[int, str]]
NOTES = Kept(Sent)


def allows(
    notes: Notes, to: str, lines: Iterable[str], now: int, most: Most, *, again: bool = False
) -> bool:
    """Return whether an answer with these lines may go out at second ``now``, and count it.

    With ``again``, identical answers are not limited: a person who asks twice on purpose is
    answered twice.
    """
    sent = sent_to(notes, to, now)
    text = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    same = sum(said == text and at > now - HOUR for at, said in sent)
    if free_at(notes, to, now, most) > now or (same >= most[2] and not again):
        return False
    NOTES.put(notes, f"sent/{to}", [*sent, (now, text)])
    return True


def may_read(notes: Notes, of: str, now: int, most: Most) -> bool:
    """Return whether another mail of a doubtful sender may be read, and count it. Mails are counted
    before they are read. The limit is twice that of answers.
    """
    twice = (2 * most[0], 2 * most[1], 0)
    if free_at(notes, of, now, twice) > now:
        return False
    NOTES.put(notes, f"sent/{of}", [*sent_to(notes, of, now), (now, "")])
    return True


def free_at(notes: Notes, to: str, now: int, most: Most) -> int:
    """Return the time from which another answer may go out; ``now`` if at once."""
    sent = [at for at, _ in sent_to(notes, to, now)]
    return quota.free_at(sent, ((most[0], HOUR), (most[1], DAY)), now)


def sent_to(notes: Notes, to: str, now: int) -> Sent:
    return [(at, said) for at, said in NOTES.get(notes, f"sent/{to}") or [] if at > now - DAY]
