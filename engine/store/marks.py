"""Marks of messages: equal for every retry, and without any information."""

from hashlib import blake2b
from typing import Protocol

import msgspec

UNFINISHED = ("house", "moved from")
"""Door and name of the note that marks an unfinished copy of another database."""

SECRET = "house", "secret"
"""Door and name of the note with the database's secret."""


FORGOTTEN = "forgotten"
"""The name of the note with the second before which receipts were removed."""


class NotedStore(Protocol):
    def note(self, door: str, name: str) -> str | None: ...


def keyed(secret: str) -> blake2b:
    return blake2b(digest_size=16, key=bytes.fromhex(secret))


def mark_of(key: blake2b, *parts: str | bytes | int) -> str:
    """Return the mark of these parts. A boundary between parts counts."""
    mark = key.copy()
    mark.update(msgspec.json.encode(parts))
    return mark.hexdigest()


def hidden_place(store: NotedStore, game: str) -> str:
    """Return the name of a private game's folder on the club's pages: 128 bits without meaning."""
    return mark_of(keyed(store.note(*SECRET) or ""), "game", game)
