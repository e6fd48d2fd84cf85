"""A rate limit for answers that change nothing, so that no two programs write to each other for
ever.
"""

import hashlib
from collections.abc import Iterable

from engine.store.notes import Notes
from mail import quota
from mail.kept import Kept

HOUR, DAY = 3_600, 86_400
Most = tuple[int, int, int]
"""Answers at the most: in an hour, in a day, the same text in an hour."""
STRANGER: Most = (5, 20, 1)
"""To somebody without a seat."""
PLAYER: Most = (20, 80, 3)
"""To somebody with a seat; answers to orders that were taken are not counted."""

Sent = list[tuple[int, str]]
NOTES = Kept(Sent)


def allows(
    notes: Notes, to: str, lines: Iterable[str], now: int, most: Most, *, again: bool = False
) -> bool:
    """Return whether an answer of these lines may go out at second ``now``, and count it.

    The same lines go out no more often in an hour than ``most`` says, unless they may
    ``again``: who asks twice on purpose is answered twice.
    """
    sent = sent_to(notes, to, now)
    text = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    same = sum(said == text and at > now - HOUR for at, said in sent)
    if free_at(notes, to, now, most) > now or (same >= most[2] and not again):
        return False
    NOTES.put(notes, f"sent/{to}", [*sent, (now, text)])
    return True


def may_read(notes: Notes, of: str, now: int, most: Most) -> bool:
    """Return whether one more mail may be read of a sender in whom nobody quite believes, and
    count it. Mails are counted before a word is read, twice as many as may be answered.
    """
    twice = (2 * most[0], 2 * most[1], 0)
    if free_at(notes, of, now, twice) > now:
        return False
    NOTES.put(notes, f"sent/{of}", [*sent_to(notes, of, now), (now, "")])
    return True


def free_at(notes: Notes, to: str, now: int, most: Most) -> int:
    """Return the second at which another answer may go out; ``now`` if that is so already."""
    sent = [at for at, _ in sent_to(notes, to, now)]
    return quota.free_at(sent, ((most[0], HOUR), (most[1], DAY)), now)


def sent_to(notes: Notes, to: str, now: int) -> Sent:
    return [(at, said) for at, said in NOTES.get(notes, f"sent/{to}") or [] if at > now - DAY]
