"""The database: whose it is, what can be opened, what can never be changed in it, and who looks."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import StoreError
from engine.game import AnyGame
from engine.store import schema
from engine.store.sqlite import SqliteStore
from tests.referee.checks import faults
from tests.referee.relay import Relay2
from tests.referee.stage import House, Table

NOBODY = 65534


def test_a_new_database_is_ours_and_safe(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "db") as store:
        pragmas = {
            name: store.one(f"pragma {name}")[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
        assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        assert store.one("pragma application_id")[0] == schema.APPLICATION
        assert schema.migrations.pending(Database(store.db)) == []


# ---- what cannot be opened


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("content", [b"dear diary,\n" * 200, b"\0" * 4096, bytes(range(256)) * 16])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "db"
    path.write_bytes(content)
    assert "choose another file with --db" in refused(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("sql", ["create table recipes (name)", "pragma application_id = 7"])
def test_a_database_of_another_program(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "db"
    db = sqlite3.connect(path)
    db.execute(sql)
    db.close()
    before = path.read_bytes()
    assert "not a database of Meanwhile" in refused(path)
    assert path.read_bytes() == before


OPENS = """
import os, pathlib, sys
from engine.errors import StoreError
from engine.store.sqlite import SqliteStore
try: SqliteStore(pathlib.Path(sys.argv[1]))
except StoreError as error: sys.exit(str(error))
os.kill(os.getpid(), 9)
"""


def test_one_process_at_a_time(house: House) -> None:
    """The other one is told who has it, and works once that one has ended, however it ended."""

    def other() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", OPENS, str(house.path)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert f"in use by process {os.getpid()}" in other().stderr
    assert f"in use by process {os.getpid()}" in refused(house.path), "nor twice in one"
    house.close()
    assert other().returncode == -9
    house.open()
    assert house.say("ann", "add 1").status == "taken"


@contextmanager
def unprivileged() -> Iterator[None]:
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shelf(house: House) -> Iterator[Path]:
    """A copy of a house's database, alone in a folder into which everybody may look."""
    house.store.close()
    folder = Path(tempfile.mkdtemp())
    shutil.copy(house.path, folder / "db")
    house.open()
    yield folder / "db"
    shutil.rmtree(folder)


def test_a_read_only_folder(shelf: Path) -> None:
    shelf.chmod(0o666)
    shelf.parent.chmod(0o555)
    with unprivileged():
        assert "cannot be opened for writing (Permission denied)" in refused(shelf)


def test_a_read_only_file(shelf: Path) -> None:
    shelf.chmod(0o444)
    shelf.parent.chmod(0o777)
    with unprivileged():
        message = refused(shelf)
    assert "readonly" in message
    assert "make the file and its folder writable" in message
    shelf.chmod(0o644)
    shelf.with_name("db.lock").chmod(0o666)
    with SqliteStore(shelf) as store:
        assert faults(store) == [], "and the lock was given back"


# ---- what cannot be changed


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
@pytest.mark.parametrize("act", ["update {} set rowid = rowid", "delete from {}"])
def test_what_happened_stays(house: House, table: str, act: str) -> None:
    house.say("ann", "say * hello")
    house.take([house.message("ann", "add 1", id="<1>")])
    house.take([house.message("ann", "add 2", id="<1>")])
    column = house.db.execute(f"select * from {table}").description[0][0]
    with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
        house.db.execute(act.format(table).replace("rowid", column))


TAMPERINGS = {
    "the chain breaks at entry 4": "update journal set entry ="
    " cast(replace(cast(entry as text), 'red', 'blue') as blob) where n = 4",
    "the chain breaks at entry 3": "update journal set hash = zeroblob(32) where n = 3",
    "the chain breaks at entry 2": "delete from journal where n = 2",
    "the journal at 3": "delete from journal where n = 4",
    "another state than the snapshot": "update game set state ="
    """ cast(replace(cast(state as text), '"total":1', '"total":7') as blob)""",
    "is not what the rules tell": "update news set body = x'5b5d' where n = 3",
}


@pytest.mark.parametrize("expected", TAMPERINGS)
def test_tampering_is_noticed(house: House, expected: str) -> None:
    """Whoever gets round the triggers is found out by the chain, or by the replay."""
    house.say("ann", "add 1; speak red")
    assert house.row("g").n == 4
    house.db.execute("begin")
    for table in schema.APPEND_ONLY:
        for act in ("update", "delete"):
            house.db.execute(f"drop trigger {table}_no_{act}")
    house.db.execute(TAMPERINGS[expected])
    assert expected in str(faults(house.store))
    house.db.execute("rollback")


# ---- editions, memory


def test_a_running_game_keeps_the_edition_that_it_began_with(
    house: House, relay: dict[int, AnyGame]
) -> None:
    house.say("ann", "add 3")
    relay[2] = Relay2()
    house.take([Table("h").make])
    house.again()
    for game, edition, total in (("g", 1, 6), ("h", 2, 12)):
        house.say("ann", "add 3", game)
        if game == "h":
            house.say("ann", "add 3", game)
        table = house.referee.memory[game].table
        assert (house.row(game).edition, table.game.edition) == (edition, edition)
        assert table.view("ann").total == total


# ---- the module
