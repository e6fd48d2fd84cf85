"""What is PostgreSQL's own: connections that are cut, settings, other people's tables."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from engine.errors import Contended, InUse, StoreError
from engine.store import dialect, lease, moving, sqlite
from engine.store.postgres import PLAIN, PostgresStore, on_the_way
from engine.store.postgres_connection import Statement
from engine.store.rows import CLOCK, AuditEntry, InboxRow, Rows
from tests.store import server
from tests.store.test_contract import made, snapshot
from tests.store.test_units import batch, everything

Maker = Callable[[], PostgresStore]


@pytest.fixture
def opening(tmp_path: Path) -> Maker:
    url = server.fresh()
    return lambda: PostgresStore(url, tmp_path / "db")


def cut(store: PostgresStore) -> None:
    here = store.db.raw.info.backend_pid
    with PostgresStore(store.url, store.path, reading=True) as other:
        other.db.execute("select pg_terminate_backend(?, 5000)", (here,))


def test_a_connection_that_was_cut_is_made_anew(opening: Maker) -> None:
    with opening() as store:
        for at in (1, 2, 3):
            store.write(at, **batch(store, "g", at))
            cut(store)
        assert len(store.journal("g")) == 3
        with store.read_only() as reader:
            assert reader.ids() == ["g"]
        (idle,) = store.spare
        with PostgresStore(store.url, store.path, reading=True) as other:
            other.db.execute("select pg_terminate_backend(?, 5000)", (idle.info.backend_pid,))
        with store.read_only() as reader:
            assert reader.ids() == ["g"], "so is that of a reader"


def test_of_a_batch_whose_connection_is_cut_nothing_is_written(opening: Maker) -> None:
    def messages() -> Iterator[InboxRow]:
        cut(store)
        yield InboxRow("mail", "<cut>", b"digest", 7, "g", b"receipt")

    with opening() as store:
        store.write(1, **batch(store, "g", 1))
        before = everything(store, "g")
        with pytest.raises(StoreError):
            store.write(2, **batch(store, "g", 2) | {"inbox": messages()})
        assert everything(store, "g") == before
        store.write(2, **batch(store, "g", 2))
        assert everything(store, "g") != before


def test_whoever_lost_the_connection_goes_on_beside_who_has_come_since(opening: Maker) -> None:
    with opening() as first:
        first.write(0, games={"g": made("g")})
        before = first.stamp("g")
        cut(first)
        with opening() as second:
            second.write(1, games={"k": made("k")})
            first.write(1, games={"h": made("h")})
            assert sorted(first.ids()) == sorted(second.ids()) == ["g", "h", "k"]
        # What it holds in memory may be of before.
        with first.unit(["g"]):
            assert first.stamp("g") != before


def test_tables_of_others_are_left_alone(opening: Maker) -> None:
    with opening() as store:
        tables = store.column("select tablename from pg_tables where schemaname = current_schema()")
        for table in tables:
            store.db.execute(f"drop table {table} cascade")
        store.db.execute("create table diary (day date)")
    with pytest.raises(StoreError, match=r"not a database of Meanwhile \(it has diary\)"):
        opening()


def test_a_newer_database_is_not_worked_with(opening: Maker) -> None:
    with opening() as store:
        store.db.execute("insert into migration values(?)", ("of tomorrow",))
    with pytest.raises(StoreError, match=r"newer Meanwhile \(it has of tomorrow\)"):
        opening()


def test_people_who_could_keep_the_database_locked_are_a_fault(opening: Maker) -> None:
    """An advisory lock takes no right but that to connect."""
    with opening() as store:
        (name,) = store.one("select current_database()")
        store.db.execute("create role eve login")
        try:
            (fault,) = store.faults()
            assert fault.startswith("eve of the server may connect")
            store.db.execute(f'revoke connect on database "{name}" from public')
            assert list(store.faults()) == []
        finally:
            store.db.execute("drop role eve")


@pytest.mark.parametrize("setting", ["synchronous_commit"])
def test_a_setting_that_loses_what_was_answered_is_a_fault(opening: Maker, setting: str) -> None:
    with opening() as store:
        assert list(store.faults()) == []
        store.db.execute(f"set {setting} = off")
        (fault,) = store.faults()
        assert fault.startswith(f"{setting} is off")


@pytest.mark.parametrize(
    ("address", "mode", "said"),
    [
        ("", PLAIN, ""),
        ("127.0.0.1", PLAIN, ""),
        ("::1", PLAIN, ""),
        ("192.0.2.7", PLAIN, "can read and change everything"),
        ("fe80::1%eth0", PLAIN, "can read and change everything"),
        ("192.0.2.7", "", "posing as the server"),
        ("192.0.2.7", "require", "posing as the server"),
        ("192.0.2.7", "verify-ca", "posing as the server"),
        ("192.0.2.7", "verify-full", ""),
    ],
)
def test_the_doctor_says_what_those_on_the_way_to_the_server_can_do(
    address: str, mode: str, said: str
) -> None:
    found = on_the_way(address, mode)
    assert said in found
    assert bool(found) == bool(said)


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
    assert dialect.postgres(written) == said


# ---- who speaks for the database


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "LEASE", 2.0)
    monkeypatch.setattr(lease, "RENEWED", 0.05)


def until(true: Callable[[], object]) -> None:
    while not true():
        time.sleep(0.02)


def firm(store: PostgresStore, part: str = "mail") -> None:
    until(lambda: store.lease_state(part) == "firm")


def hangs(*_: object) -> set[str]:
    raise psycopg.OperationalError


PARTS = {"mail": ["mail"], "terminal": ["terminal", "robot"]}


@pytest.mark.usefixtures("quick")
def test_whoever_says_that_it_is_there_keeps_its_parts(opening: Maker) -> None:
    with opening() as store, opening() as other:
        store.apply(PARTS)
        firm(store, "robot")
        other.apply(PARTS)
        for _ in range(20):
            assert (store.lease_state("mail"), other.lease_state("mail")) == ("firm", "unsure")
            assert other.holders() == {"mail": store.who, "terminal": store.who}
            time.sleep(0.05)


@pytest.mark.usefixtures("quick")
def test_parts_are_held_by_several_and_free_again_when_they_are_given_up(opening: Maker) -> None:
    with opening() as other:
        with opening() as store:
            store.apply({"mail": ["mail"]})
            firm(store)
            other.apply({**PARTS, CLOCK: [CLOCK]})
            until(lambda: other.lease_state("robot") == other.lease_state(CLOCK) == "firm")
            assert other.holders() == {"mail": store.who, "terminal": other.who, CLOCK: other.who}
        firm(other)


@pytest.mark.usefixtures("quick")
def test_whoever_hangs_is_taken_over_from_and_does_not_speak_any_more(
    opening: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opening() as store, opening() as second:
        store.apply(PARTS)
        firm(store)
        store.write(1, **batch(store, "g", 1))
        with monkeypatch.context() as hanging:
            hanging.setattr(lease.Leases, "mine", hangs)
            until(lambda: store.lease_state("mail") == "unsure")
        # It goes on; but somebody was quicker.
        store.db.execute("update holder set who = 'another', until = 'infinity'")
        until(lambda: store.lease_state("mail") == "lost")
        with pytest.raises(StoreError, match="another process has taken over"):
            store.write(2, **batch(store, "g", 2))
        with pytest.raises(StoreError), store.unit(["g"]):
            store.write(2, **batch(store, "g", 2))
        assert len(store.journal("g")) == 1
        second.write(2, **batch(second, "g", 2))
        assert store.lease_state("mail") == "lost"


# ---- several processes write


def test_a_game_is_one_processs_until_its_batch_is_written(opening: Maker) -> None:
    with opening() as store, opening() as other:
        store.write(0, games={"g": made("g"), "h": made("h")})
        with store.unit(["g"]):
            with other.unit(["h"]):
                other.stamp("h")
                with pytest.raises(Contended, match="game g"):
                    other.stamp("g")
            assert store.stamp("g") > 0


def test_a_stamp_changes_with_what_others_write_and_with_nothing_else(opening: Maker) -> None:
    def stamp(store: PostgresStore) -> int:
        with store.unit(["g"]):
            return store.stamp("g")

    with opening() as store, opening() as other:
        store.write(0, games={"g": made("g"), "h": made("h")})
        before = stamp(store)
        other.write(1, games={"h": snapshots(1)})
        assert stamp(store) == before
        with store.unit(["g"]):
            store.write(1, games={"g": snapshots(1)})
            mine = store.stamp("g")
        assert stamp(store) == mine != before
        other.write(2, games={"g": snapshots(2)})
        assert stamp(store) not in (before, mine)


def snapshots(told: int) -> Rows:
    return Rows(snapshot=snapshot(told))


@pytest.mark.parametrize(
    "more",
    [
        {"games": {"k": made("k")}},
        {"games": {"h": snapshots(1)}},
        {"notes": [("house", "settings/mail/ann", "{}")]},
    ],
)
def test_what_concerns_more_than_the_games_of_a_batch_is_written_alone(
    opening: Maker, more: dict[str, Any]
) -> None:
    with opening() as store:
        store.write(0, games={"g": made("g"), "h": made("h")})
        with pytest.raises(Contended, match="alone"), store.unit(["g"]):
            store.write(1, **more)
        with store.unit(alone=True):
            store.write(1, **more)


def test_nobody_writes_beside_who_is_alone(opening: Maker) -> None:
    with opening() as store, opening() as other:
        other.db.execute("set lock_timeout = 100")
        store.write(0, games={"g": made("g")})
        with store.unit(alone=True), pytest.raises(StoreError, match="lock timeout"):
            other.write(1, acts=[AuditEntry(1, "a", "b", None, "{}")])


def test_a_database_that_is_served_is_not_moved(opening: Maker, tmp_path: Path) -> None:
    with opening() as store, opening() as source:
        store.apply(PARTS)
        firm(store)
        with (
            sqlite.SqliteStore(tmp_path / "copy", filling=True) as copy,
            pytest.raises(InUse, match=f"is served by {store.who}; stop that one first"),
        ):
            moving.begin(source, copy)


@pytest.mark.parametrize("conforming", ["on", "off"])
def test_statements_that_run_together_keep_every_value(opening: Maker, conforming: str) -> None:
    texts = [
        "",
        "a",
        "o'clock",
        "back\\slash",
        "\\'",
        "E'",
        "?",
        "%s",
        "50%",
        "''; select 1; --",
        "é\n",
    ]
    values: list[Any] = [None, 0, -1, 2**62, b"", b"\\'\0\xff", *texts]
    with opening() as store:
        store.db.execute(f"set standard_conforming_strings = {conforming}")
        asked = [Statement("select ?", (value,)) for value in values]
        found = [one for ((one,),) in store.db.together(asked)]
        assert found == values
        with pytest.raises(StoreError):
            store.db.together([Statement("select ?", ("\0",))])
