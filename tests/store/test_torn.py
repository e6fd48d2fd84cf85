"""What a file of SQLite says of itself and tells of games where a part of it cannot be read."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import Contradicts, DamagedFile, StoreError
from engine.messages import Address
from engine.store import marks, rows
from engine.store.sqlite import SqliteStore
from tests.store.test_contract import made, news, row, snapshot

Torn = Callable[[str, tuple[Any, ...]], bool]
"""Whether a statement with these values meets the damage."""


class Tearing:
    """A connection to a file that cannot be read where ``torn`` says so."""

    def __init__(self, db: sqlite3.Connection, torn: Torn):
        self.db, self.torn = db, torn

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> Any:
        if self.torn(sql, values):
            raise sqlite3.DatabaseError("database disk image is malformed")
        return self.db.execute(sql, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "db") as store:
        games = {id: made(id, created=n) for n, id in enumerate("ABcdef")}
        games["g"] = rows.Rows(
            made=[row("g", created=9)],
            news=[news(1)],
            addresses=[Address(door="mail", sender="ann", game="g", viewer="ann")],
        )
        store.write(0, games=games)
        yield store


def tear(store: SqliteStore, torn: Torn) -> None:
    store.db = Tearing(store.db, torn)  # type: ignore[assignment]  # the planted fault


def test_what_is_written_of_no_game_is_refused_with_its_name(store: SqliteStore) -> None:
    with pytest.raises(Contradicts, match=r"^there is no game x$"):
        store.write(0, games={"x": rows.Rows(snapshot=snapshot(1))})


def test_a_game_is_found_without_the_index_that_is_damaged(store: SqliteStore) -> None:
    before = store.game("c")
    tear(store, lambda sql, _: "not indexed" not in sql)
    assert store.game("c") == before == row("c", created=2)
    assert store.game("x") is None


def test_games_are_named_by_another_index_where_that_of_the_newest_is_damaged(
    store: SqliteStore,
) -> None:
    assert store.ids() == list("gfedcBA")
    tear(store, lambda sql, _: "order by" in sql)
    assert store.ids() == list("ABcdefg"), "how old they are cannot be read"
    assert (store.ids(2), store.ids(2, "B"), store.ids(9, "f")) == (["A", "B"], ["c", "d"], ["g"])
    assert store.ids(2, "g") == [], "there are no more"


@pytest.mark.parametrize("left", ["news", "address"])
def test_a_game_is_named_by_its_news_and_readers_where_the_table_of_games_is_gone(
    store: SqliteStore, left: str
) -> None:
    tear(store, lambda sql, _: f"from {left} where" not in sql)
    assert store.ids() == ["g"]


def test_a_file_that_can_name_no_game_says_that_it_is_damaged(store: SqliteStore) -> None:
    tear(store, lambda *_: True)
    with pytest.raises(DamagedFile, match="malformed"):
        store.ids()
    assert store.ids(2, "B") == [], "the pages before were all"


def test_an_unfinished_copy_is_opened_to_be_filled_alone(
    store: SqliteStore, tmp_path: Path
) -> None:
    door, name = marks.UNFINISHED
    store.put_notes(door, {name: "of another"})
    store.close()
    with pytest.raises(StoreError, match=r"^not everything was moved into it yet; let `meanwhile"):
        SqliteStore(tmp_path / "db")
    with SqliteStore(tmp_path / "db", filling=True) as copy:
        with pytest.raises(StoreError):
            copy.settle()
        copy.put_notes(door, {name: None})
    SqliteStore(tmp_path / "db").close()
