"""A bound for answers that change nothing, so that no two programs write to each other for ever."""

import hashlib

import msgspec

from engine.journal import encode
from engine.keepsakes import Notes
from mail.envelope import BOUNDARY, Mail

HOUR, DAY = 3_600, 86_400
STRANGER = (5, 20)
"""Answers to somebody without a seat at the most: in an hour, in a day."""
PLAYER = (20, 80)
"""The same for somebody with a seat; answers to orders that were taken are not counted."""

Past = list[tuple[int, str]]
read_past = msgspec.json.Decoder(Past).decode


def text_of(mail: Mail) -> str:
    """What the same text is known by, whichever mail it answers."""
    return hashlib.sha256(BOUNDARY.sub(b"", mail.raw.partition(b"\r\n\r\n")[2])).hexdigest()[:12]


def allows(notes: Notes, mail: Mail, now: int, most: tuple[int, int], *, again: bool = False) -> bool:
    """May this answer go out? From now on it has. The same text goes out once in an hour, unless it may ``again``: who
    asks twice on purpose is answered twice."""
    name = f"fuse/{mail.to.casefold()}"
    past = [(at, said) for at, said in read_past(notes.get(name) or "[]") if at > now - DAY]
    lately = [said for at, said in past if at > now - HOUR]
    text = text_of(mail)
    if len(past) >= most[1] or len(lately) >= most[0] or (text in lately and not again):
        return False
    notes.put(name, encode([*past, (now, text)]).decode())
    return True
