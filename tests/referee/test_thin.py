"""What went out long ago is forgotten, and nothing else is."""

from pathlib import Path

from engine.store.rows import DEAD, SENT, WAITING
from engine.store.sqlite import SqliteStore


def test_only_what_went_out_long_ago_by_that_door_is_forgotten(tmp_path: Path) -> None:
    rows = [
        *(
            (1, "mail", 10, SENT),
            (2, "discord", 11, SENT),
            (3, "mail", 12, DEAD),
            (4, "mail", 13, WAITING),
        ),
        *((5, "mail", 14, SENT), (6, "mail", 99, SENT), (7, "mail", 15, SENT)),
    ]
    with SqliteStore(tmp_path / "a.db") as store:
        columns = "id, game, door, sender, mark, payload, due, status"
        sql = f"insert into outbox({columns}) values(?, 'g', ?, 'ann', ?, x'01', ?, ?)"
        store.db.executemany(
            sql, [(id, door, str(id), due, status) for id, door, due, status in rows]
        )

        def forgotten() -> set[int]:
            return {id for (id,) in store.db.execute("select id from outbox where payload = x''")}

        come = store.thin("mail", 0, 50, most=2)
        assert (come, forgotten()) == (3, {1})
        come = store.thin("mail", come, 50, most=2)
        assert (come, forgotten()) == (5, {1, 5})
        assert store.thin("mail", come, 50) == come, "what stands behind one that is too new waits"
        assert store.thin("mail", come, 100) == 7
        assert forgotten() == {1, 5, 6, 7}
        assert store.outbox_counts() == (1, 1)
