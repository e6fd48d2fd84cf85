"""What a door must remember for itself: where a game is shown, which language
somebody reads. No game depends on it.
"""

from typing import Literal, Self

from engine.store.store import Store

Aging = tuple[tuple[str, Literal["mail", "notes", "ended"] | int], ...]
"""Which notes of a door grow old: those called ``FOLDER/...``, after so many seconds, or as the
settings say for what was mailed, or for notes; ``ended``: like notes, but counted from the end of
the game of whose id the name goes on.
"""

LONGEST = 600_000
"""Characters of a value at the most: the text of a mail."""


class Notes:
    """The notes of one door within a batch: what is put here is written with all that the
    batch has made, or not at all.
    """

    def __init__(self, store: Store | None, door: str):
        self.store, self.door = store, door
        self.fresh: dict[str, str | None] = {}

    @classmethod
    def nothing(cls, door: str) -> Self:
        return cls(None, door)

    def get(self, name: str) -> str | None:
        if name in self.fresh or self.store is None:
            return self.fresh.get(name)
        return self.store.note(self.door, name)

    def below(self, folder: str) -> dict[str, str]:
        """Return all that is noted under ``FOLDER/...``, by what follows."""
        start = f"{folder}/"
        fresh = {name: value for name, value in self.fresh.items() if name.startswith(start)}
        found = (self.store.notes(self.door, folder) if self.store else {}) | fresh
        return {
            name.removeprefix(start): value
            for name, value in sorted(found.items())
            if value is not None
        }

    def put(self, name: str, value: str | None) -> None:
        """Note this; ``None`` forgets."""
        assert value is None or len(value) <= LONGEST, name
        self.fresh[name] = value


class DraftNotes(Notes):
    """The notes of one door, read beside the process that writes; ``before``: what was noted
    under each name that was looked at or written.
    """

    def __init__(self, store: Store, door: str):
        super().__init__(store, door)
        self.before: dict[str, str | None] = {}

    def get(self, name: str) -> str | None:
        value = super().get(name)
        if name not in self.fresh:
            self.before[name] = value
        return value

    def put(self, name: str, value: str | None) -> None:
        """Note this, once ``enter`` is called."""
        self.get(name)
        super().put(name, value)

    def enter(self, notes: Notes) -> bool:
        """Put into a batch what is new; ``False``: what it goes by is out of date, and nothing
        was put.
        """
        if any(notes.get(name) != value for name, value in self.before.items()):
            return False
        for name, value in self.fresh.items():
            notes.put(name, value)
        return True
