"""Notes that a door stores for itself, such as a person's language. No game depends on them."""

from typing import Literal, Self

from engine.store.store import Store

Aging = tuple[tuple[str, Literal["mail", "notes", "ended"] | int], ...]
"""Lifetimes of a door's notes: folder and age.

An age is in seconds, or ``mail`` or ``notes`` for the operator's setting. ``ended`` is the setting
for notes, counted from the end of the game whose id follows in the note's name.
"""

LONGEST = 600_000
"""The maximum length of a value, in characters: the text of a mail."""


class Notes:
    """The notes of one door within a batch, each read at most once. Changes are written with the
    batch or not at all.
    """

    def __init__(self, store: Store | None, door: str):
        self.store, self.door = store, door
        self.fresh: dict[str, str | None] = {}
        self.known: dict[str, str | None] = {}

    @classmethod
    def nothing(cls, door: str) -> Self:
        return cls(None, door)

    def get(self, name: str) -> str | None:
        if name in self.fresh or self.store is None:
            return self.fresh.get(name)
        if name not in self.known:
            self.known[name] = self.store.note(self.door, name)
        return self.known[name]

    def below(self, folder: str) -> dict[str, str]:
        start = f"{folder}/"
        fresh = {name: value for name, value in self.fresh.items() if name.startswith(start)}
        found = (self.store.notes(self.door, folder) if self.store else {}) | fresh
        return {
            name.removeprefix(start): value
            for name, value in sorted(found.items())
            if value is not None
        }

    def put(self, name: str, value: str | None) -> None:
        assert value is None or len(value) <= LONGEST, name
        self.fresh[name] = value


class DraftNotes(Notes):
    """A door's notes outside the writer's thread. ``before`` has the values that were read."""

    def __init__(self, store: Store, door: str):
        super().__init__(store, door)
        self.before: dict[str, str | None] = {}

    def get(self, name: str) -> str | None:
        value = super().get(name)
        if name not in self.fresh:
            self.before[name] = value
        return value

    def put(self, name: str, value: str | None) -> None:
        self.get(name)
        super().put(name, value)

    def enter(self, notes: Notes) -> bool:
        """Put the changes into a batch, unless a note read here has changed. Return whether."""
        if any(notes.get(name) != value for name, value in self.before.items()):
            return False
        for name, value in self.fresh.items():
            notes.put(name, value)
        return True
