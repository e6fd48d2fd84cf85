"""What a door must remember for itself: where a game is shown, which language
somebody reads. No game depends on it.
"""

from engine.store.sqlite import Store, Transaction

LONGEST = 600_000
"""Characters of a value at the most: the text of a mail."""


def kept(store: Store, door: str) -> dict[str, str]:
    """All that a door has kept, by name."""
    return dict(
        store.db.execute(
            "select name, value from keepsake where door = ? order by name", (door,)
        ).fetchall()
    )


def keep(store: Store, door: str, things: dict[str, str | None]) -> None:
    """Remember these, at once and for good; ``None`` forgets. In the
    writer's thread, between two letters.
    """
    assert all(value is None or len(value) <= LONGEST for value in things.values())
    with Transaction(store.db) as db:
        store.keep(db, [(door, name, value) for name, value in things.items()])


class Notes:
    """The keepsakes of one door within a batch: what is put here is written with all that the
    batch has made, or not at all.
    """

    def __init__(self, store: Store, door: str):
        self.store, self.door = store, door
        self.fresh: dict[str, str | None] = {}

    def get(self, name: str) -> str | None:
        """What is kept under this name."""
        if name in self.fresh:
            return self.fresh[name]
        row = self.store.one(
            "select value from keepsake where door = ? and name = ?", (self.door, name)
        )
        return None if row is None else str(row[0])

    def below(self, folder: str) -> dict[str, str]:
        """All that is kept under ``FOLDER/...``, by what follows."""
        sql = (
            "select name, value from keepsake where door = ? and name > ? and name < ? order by"
            " name"
        )
        found = dict(self.store.db.execute(sql, (self.door, f"{folder}/", f"{folder}0")).fetchall())
        found |= {
            name: value for name, value in self.fresh.items() if name.startswith(f"{folder}/")
        }
        return {
            name.removeprefix(f"{folder}/"): value
            for name, value in sorted(found.items())
            if value is not None
        }

    def put(self, name: str, value: str | None) -> None:
        """Keep this; ``None`` forgets."""
        assert value is None or len(value) <= LONGEST, name
        self.fresh[name] = value
