"""Marks of messages: the same on every repetition, and they tell nothing."""

from hashlib import blake2b

import msgspec

UNFINISHED = ("house", "moved from")
"""The note that stands in a database into which another one is being moved."""

SECRET = "house", "secret"
"""The note, by whom it is kept and its name, that holds what nobody outside of a store knows."""


FORGOTTEN = "forgotten"
"""The name of the note that says up to when receipts were removed."""


def keyed(secret: str) -> blake2b:
    """Return the hash that all marks of a store begin with, from its secret in hex."""
    return blake2b(digest_size=16, key=bytes.fromhex(secret))


def mark_of(key: blake2b, *parts: str | bytes | int) -> str:
    """Return the mark of these parts; where one ends counts."""
    mark = key.copy()
    mark.update(msgspec.json.encode(parts))
    return mark.hexdigest()
