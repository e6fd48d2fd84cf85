"""Structured notes of the mail door, stored as JSON."""

from typing import Generic, TypeVar

import msgspec

from engine.store.journal import encode
from engine.store.notes import Aging, Notes

T = TypeVar("T")
DAY = 86_400

AGING: Aging = (
    ("mailed", "mail"),
    ("mailed-to", "mail"),
    ("sent", DAY),
    ("pending", 14 * DAY),
    ("bounced", "notes"),
    ("guest", "ended"),
    ("heard", "ended"),
    ("mute", "ended"),
    ("daily", "ended"),
    ("question", "ended"),
    ("receipt", "ended"),
    ("recall", "ended"),
)
"""The folders of notes that are removed by age."""


class Kept(Generic[T]):
    """Reads and writes notes of one type, ``kind``."""

    def __init__(self, kind: type[T]):
        self.decode = msgspec.json.Decoder(kind).decode

    def get(self, notes: Notes, name: str) -> T | None:
        value = notes.get(name)
        return None if value is None else self.decode(value)

    def put(self, notes: Notes, name: str, value: T) -> None:
        notes.put(name, encode(value).decode())

    def below(self, notes: Notes, folder: str) -> dict[str, T]:
        return {rest: self.decode(value) for rest, value in notes.below(folder).items()}
