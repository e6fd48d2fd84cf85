"""What a door must remember for itself: where a game is shown, which language somebody reads. No game depends on it."""

from engine.store import Store, Transaction

LONGEST = 4000
"""Characters of a value at the most."""


def kept(store: Store, door: str) -> dict[str, str]:
    """All that a door has kept, by name."""
    return dict(store.db.execute("select name, value from keepsake where door = ? order by name", (door,)).fetchall())


def keep(store: Store, door: str, things: dict[str, str | None]) -> None:
    """Remember these, at once and for good; ``None`` forgets. In the writer's thread, between two letters."""
    assert all(value is None or len(value) <= LONGEST for value in things.values())
    with Transaction(store.db) as db:
        for name, value in things.items():
            if value is None:
                db.execute("delete from keepsake where door = ? and name = ?", (door, name))
            else:
                db.execute("insert or replace into keepsake values(?, ?, ?)", (door, name, value))
