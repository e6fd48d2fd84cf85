"""A database of an older or a newer program: brought up to date, with a copy of before, or
refused as it is.
"""

import logging
import shutil
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from engine.errors import StoreError
from engine.store import rows, schema, upgrade
from engine.store.sqlite import SqliteStore

ROW = rows.GameRow("g", "tiny", 1, 0, b"{}", 0, b"h", b"{}", None, None)
Usage = namedtuple("Usage", "total used free")
Upgrade = Callable[[Database], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with SqliteStore(tmp_path / "club.db") as store:
        store.write(0, games={"g": rows.Rows(made=[ROW])})
    return tmp_path / "club.db"


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Upgrade], None]]:
    def become(change: Upgrade) -> None:
        more = Migrations(schema.SET)
        for name, change_of_before in schema.steps().items():
            more(name=name)(change_of_before)

        @more()
        def wings(db: Database) -> None:
            change(db)

        monkeypatch.setattr(schema, "migrations", more)
        schema.names.cache_clear()

    yield become
    monkeypatch.undo()
    schema.names.cache_clear()


def wings(db: Database) -> None:
    db.execute("alter table game add column wings integer not null default 2")


def files(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()} - {path.name, f"{path.name}.lock"}


def games(path: Path) -> list[str]:
    with SqliteStore(path) as store:
        return store.ids()


def refused(path: Path, *, reading: bool = False) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore(path, reading=reading)
    return str(caught.value)


def test_before_a_database_is_changed_it_is_copied(
    path: Path,
    newer: Callable[[Upgrade], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    newer(wings)
    assert games(path) == ["g"]
    assert files(path) == {"club.db.before-wings"}
    (said,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert f"kept in {path}.before-wings" in said.getMessage()
    assert games(path) == ["g"]
    assert len(caplog.records) == 1, "once"
    monkeypatch.undo()
    schema.names.cache_clear()
    assert "newer Meanwhile (it has wings)" in refused(path)
    assert games(Path(f"{path}.before-wings")) == ["g"], "the older program goes on with the copy"


def test_where_there_is_no_room_for_the_copy_nothing_is_changed(
    path: Path, newer: Callable[[Upgrade], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    newer(wings)
    needed = upgrade.ROOM * len(before)
    with monkeypatch.context() as disk:
        disk.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, needed - 1))
        message = refused(path)
    assert f"needs {needed:,} bytes, and {needed - 1:,} are free; make room" in message
    assert (path.read_bytes(), files(path)) == (before, set())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, needed))
    assert games(path) == ["g"]


def test_a_copy_that_cannot_be_written_is_not_half_there(
    path: Path, newer: Callable[[Upgrade], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    newer(wings)

    def fail(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "replace", fail)
        assert "before-wings: cannot be written (No space left on device)" in refused(path)
    assert (path.read_bytes(), files(path)) == (before, set())


def test_a_change_that_fails_leaves_the_database_as_it_was(
    path: Path, newer: Callable[[Upgrade], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(db: Database) -> None:
        wings(db)
        db.execute("insert into nowhere values(1)")

    newer(half)
    assert "no such table: nowhere" in refused(path)
    monkeypatch.undo()
    schema.names.cache_clear()
    assert games(path) == ["g"]


@pytest.mark.parametrize("reading", [False, True])
@pytest.mark.parametrize(
    ("had", "says"),
    [
        (
            ["outbox", "parcels"],
            "an early Meanwhile whose databases are no longer read (it has outbox, parcels)",
        ),
        (["ledger", "telepathy"], "a newer Meanwhile (it has telepathy); update the program"),
    ],
)
def test_what_this_program_cannot_use_is_refused_as_it_is(
    tmp_path: Path, had: list[str], says: str, reading: bool
) -> None:
    path = tmp_path / "db"
    db = Database(path)
    db.execute(f"pragma application_id = {schema.APPLICATION}")
    other = Migrations(schema.SET)

    def nothing(db: Database) -> None:
        assert db.conn.in_transaction

    for name in had:
        other(name=name)(nothing)
    other.apply(db)
    db.close()
    before = path.read_bytes()
    assert says in refused(path, reading=reading)
    assert path.read_bytes() == before
    assert files(path) == set()
