"""A database is brought over into another one, of the same kind or not, and is the same there."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import StoreError
from engine.store import moving, schema
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from tests.store import server
from tests.store.test_units import batch, everything

AnyStore = SqliteStore | PostgresStore
Maker = Callable[[], AnyStore]


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Maker:
    path = tmp_path / "target"
    if request.param == "sqlite":
        return lambda: SqliteStore(path, filling=True)
    url = server.fresh()
    return lambda: PostgresStore(url, path, filling=True)


@pytest.fixture
def source(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "source") as store:
        fill(store)
        yield store


def fill(store: SqliteStore) -> None:
    for at in (1, 2):
        for game in ("g", "h"):
            inbox = [] if game == "h" else batch(store, game, at)["inbox"]
            store.write(at, **batch(store, game, at) | {"inbox": inbox})
    store.put_notes("mail", {"name": "value"})


def moved(source: AnyStore, target: Maker) -> AnyStore:
    with target() as copy:
        moving.begin(source, copy)
        rows = dict(moving.copied(source, copy))
        assert rows.keys() == moving.KEYS.keys() | {"keepsake"}
        assert rows["game"] == 2
    return target()


def test_every_table_is_brought_over() -> None:
    tables = re.findall(r"create table (\w+)", schema.TABLES + schema.RATED)
    assert {*tables} == {*moving.KEYS, "keepsake"}


def test_the_copy_says_what_its_source_says_and_is_worked_with(
    source: SqliteStore, target: Maker
) -> None:
    with moved(source, target) as copy:
        assert everything(copy, "g", "h") == everything(source, "g", "h")
        assert copy.take_number() == source.take_number()
        for store in (copy, source):
            store.write(3, **batch(store, "g", 3))
        assert everything(copy, "g", "h") == everything(source, "g", "h")


def test_what_was_broken_off_goes_on_and_is_not_worked_with_before(
    source: SqliteStore, target: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "PAGE", 1)
    with target() as copy:
        moving.begin(source, copy)
        for rows in moving.pages(source, copy, "game"):
            moving.put(copy, "game", rows)
            break
        with pytest.raises(StoreError, match="let `meanwhile move` end"):
            copy.settle()
    with moved(source, target) as copy:
        copy.settle()
        assert everything(copy, "g", "h") == everything(source, "g", "h")


def test_nothing_is_moved_into_what_is_not_empty(source: SqliteStore, target: Maker) -> None:
    with moved(source, target) as copy:
        before = everything(copy, "g", "h")
        with pytest.raises(StoreError, match="not empty"):
            moving.begin(source, copy)
        assert everything(copy, "g", "h") == before


def test_a_database_on_a_server_is_moved_back_into_a_file(
    source: SqliteStore, tmp_path: Path
) -> None:
    url = server.fresh()
    with moved(source, lambda: PostgresStore(url, tmp_path / "there", filling=True)) as there:
        back = tmp_path / "back"
        with moved(there, lambda: SqliteStore(back, filling=True)) as copy:
            assert everything(copy, "g", "h") == everything(source, "g", "h")
