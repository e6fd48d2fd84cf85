"""What is PostgreSQL's own: connections that are cut, settings, other people's tables."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from engine.errors import Contradicts, InUse, StoreError
from engine.store import lease, schema
from engine.store.dialect import postgres
from engine.store.postgres import PostgresStore
from tests.store import server
from tests.store.test_contract import made
from tests.store.test_units import batch, everything

Maker = Callable[[], PostgresStore]


@pytest.fixture
def opening(tmp_path: Path) -> Maker:
    """Opens the same database."""
    url = server.fresh()
    return lambda: PostgresStore(url, tmp_path / "db")


def cut(store: PostgresStore) -> None:
    """Have the server end the connection of a store, as when it starts anew."""
    here = store.db.raw.info.backend_pid
    with PostgresStore(store.url, store.path, reading=True) as other:
        other.db.execute("select pg_terminate_backend(?, 5000)", (here,))


def test_a_connection_that_was_cut_is_made_anew(opening: Maker) -> None:
    with opening() as store:
        for at in (1, 2, 3):
            store.write(at, **batch(store, "g", at))
            cut(store)
        assert len(store.journal("g")) == 3


def test_of_a_batch_whose_connection_is_cut_nothing_is_written(opening: Maker) -> None:
    def notes() -> Iterator[tuple[str, str, str | None]]:
        cut(store)
        yield "mail", "name", "value"

    with opening() as store:
        store.write(1, **batch(store, "g", 1))
        before = everything(store, "g")
        with pytest.raises(StoreError):
            store.write(2, **batch(store, "g", 2) | {"notes": notes()})
        assert everything(store, "g") == before
        store.write(2, **batch(store, "g", 2))
        assert everything(store, "g") != before


def test_whoever_lost_the_connection_does_not_write_beside_who_has_come_since(
    opening: Maker,
) -> None:
    with opening() as first:
        first.write(0, games={"g": made("g")})
        cut(first)
        with opening() as second:
            for _ in range(2):
                with pytest.raises(StoreError):
                    first.write(1, games={"h": made("h")})
            with pytest.raises(InUse, match="in use by another process"):
                first.ids()
            second.write(1, games={"k": made("k")})
        # What it holds in memory is of before, so that it must begin anew.
        with pytest.raises(InUse, match="begin anew"):
            first.write(1, games={"h": made("h")})
        assert first.hold() == "lost"
    with opening() as third:
        assert sorted(third.ids()) == ["g", "k"]


def test_a_reader_over_a_connection_that_was_cut_gets_another(opening: Maker) -> None:
    with opening() as store:
        store.write(0, games={"g": made("g")})
        with store.beside() as reader:
            assert reader.ids() == ["g"]
        (idle,) = store.spare
        with PostgresStore(store.url, store.path, reading=True) as other:
            other.db.execute("select pg_terminate_backend(?, 5000)", (idle.info.backend_pid,))
        with store.beside() as reader:
            assert reader.ids() == ["g"]


def test_what_is_append_only_is_so_on_the_server(opening: Maker) -> None:
    with opening() as store:
        store.write(1, **batch(store, "g", 1))
        for table in schema.APPEND_ONLY:
            with pytest.raises(Contradicts, match=f"{table} is append-only"):
                store.db.execute(f"delete from {table}")


def test_tables_of_others_are_left_alone(opening: Maker) -> None:
    store = opening()
    for table in (
        *store.column("select tablename from pg_tables where schemaname = current_schema()"),
    ):
        store.db.execute(f"drop table {table} cascade")
    store.db.execute("create table diary (day date)")
    store.close()
    with pytest.raises(StoreError, match=r"not a database of Meanwhile \(it has diary\)"):
        opening()


def test_a_newer_database_is_not_worked_with(opening: Maker) -> None:
    with opening() as store:
        store.db.execute("insert into migration values(?)", ("of tomorrow",))
    with pytest.raises(StoreError, match=r"newer Meanwhile \(it has of tomorrow\)"):
        opening()


@pytest.mark.parametrize("setting", ["synchronous_commit"])
def test_a_setting_that_loses_what_was_answered_is_a_fault(opening: Maker, setting: str) -> None:
    with opening() as store:
        assert list(store.faults()) == []
        store.db.execute(f"set {setting} = off")
        (fault,) = store.faults()
        assert fault.startswith(f"{setting} is off")


def test_no_password_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refused:
        PostgresStore("postgresql://ann:secret@127.0.0.1:1/x", tmp_path / "db")
    assert "secret" not in str(refused.value) + refused.value.remedy


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("begin immediate", "begin"),
        (
            "update game set n = ? where result is ?",
            "update game set n = %s where result is not distinct from %s",
        ),
        ("select 1 where a like '%x' and b = ?", "select 1 where a like '%%x' and b = %s"),
        ("create index i on game(-created, id)", "create index i on game((-created), id)"),
        (
            "create table t (id integer primary key, x blob) strict",
            "create table t (id bigint generated by default as identity primary key, x bytea)",
        ),
    ],
)
def test_a_statement_is_said_as_postgresql_wants_it(written: str, said: str) -> None:
    assert postgres(written) == said


# ---- who speaks for the database


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are short."""
    monkeypatch.setattr(lease, "LEASE", 0.4)
    monkeypatch.setattr(lease, "RENEWED", 0.05)


def until(true: Callable[[], object]) -> None:
    """Wait for it; the test's own time limit ends that."""
    while not true():
        time.sleep(0.02)


def hangs(*_: object) -> bool:
    """Say nothing, as a process that stands still."""
    raise psycopg.OperationalError


def taken(opening: Maker) -> PostgresStore:
    """Ask until it is given."""
    while True:
        try:
            return opening()
        except InUse:
            time.sleep(0.05)


@pytest.mark.usefixtures("quick")
def test_whoever_says_that_it_is_there_keeps_the_database(opening: Maker) -> None:
    with opening() as store:
        store.keep()
        for _ in range(20):
            with pytest.raises(InUse):
                opening()
            assert store.hold() == "firm"
            time.sleep(0.05)
        store.write(1, **batch(store, "g", 1))


@pytest.mark.usefixtures("quick")
def test_whoever_hangs_is_taken_over_from_and_neither_writes_nor_speaks_any_more(
    opening: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opening() as store:
        store.keep()
        store.write(1, **batch(store, "g", 1))
        monkeypatch.setattr(lease.Lease, "renews", hangs)
        until(lambda: store.hold() == "unsure")
        with pytest.raises(InUse):
            opening()
        with taken(opening) as second:
            second.keep()
            second.write(2, **batch(second, "g", 2))
            with pytest.raises(StoreError):
                store.write(2, **batch(store, "g", 2))
            monkeypatch.undo()  # it goes on
            until(lambda: store.hold() == "lost")
            assert second.hold() == "firm"


@pytest.mark.usefixtures("quick")
def test_whoever_reaches_the_server_again_before_anybody_else_goes_on(opening: Maker) -> None:
    with opening() as store:
        store.keep()
        cut(store)
        store.write(1, **batch(store, "g", 1))
        time.sleep(0.3)
        assert store.hold() == "firm"
