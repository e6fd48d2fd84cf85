"""A bound for answers that change nothing, so that no two programs write to each other for ever."""

import hashlib
from collections.abc import Iterable

import msgspec

from engine.store.journal import encode
from engine.store.notes import Notes

HOUR, DAY = 3_600, 86_400
STRANGER = (5, 20, 1)
"""Answers to somebody without a seat at the most: in an hour, in a
day, the same text in an hour.
"""
PLAYER = (20, 80, 3)
"""The same for somebody with a seat; answers to orders that were taken are not counted."""

Past = list[tuple[int, str]]
read_past = msgspec.json.Decoder(Past).decode


def allows(
    notes: Notes,
    to: str,
    lines: Iterable[str],
    now: int,
    most: tuple[int, int, int],
    *,
    again: bool = False,
) -> bool:
    """May an answer of these lines go out? From now on it has. The same lines go
    out no more often in an hour than that, unless they may ``again``: who asks
    twice on purpose is answered twice.
    """
    past = past_of(notes, to, now)
    lately = [said for at, said in past if at > now - HOUR]
    text = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    if free_at(notes, to, now, most) > now or (lately.count(text) >= most[2] and not again):
        return False
    notes.put(f"fuse/{to}", encode([*past, (now, text)]).decode())
    return True


def free_at(notes: Notes, to: str, now: int, most: tuple[int, int, int]) -> int:
    """When another answer may go out; ``now`` if that is so already."""
    past = [at for at, _ in past_of(notes, to, now)]
    lately = [at for at in past if at > now - HOUR]
    today = past[-most[1]] + DAY if len(past) >= most[1] else now
    return max(today, lately[-most[0]] + HOUR if len(lately) >= most[0] else now)


def past_of(notes: Notes, to: str, now: int) -> Past:
    """What has gone out in the last day."""
    return [(at, said) for at, said in read_past(notes.get(f"fuse/{to}") or "[]") if at > now - DAY]
