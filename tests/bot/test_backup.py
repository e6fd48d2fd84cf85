"""The restore drill: a backup is made while orders come in, restored, looked
over, verified, and played on.
"""

import asyncio
import stat
from itertools import count
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from bot import sockets
from bot.service.app import open_writer
from engine.errors import InUse, StoreError
from engine.referee.referee import Referee
from engine.referee.writer import Writer
from engine.store import record
from engine.store.sqlite import SqliteStore
from tests.bot.program import run
from tests.kit.made import message_of
from tests.records.played import play_out, referee, send
from tests.records.test_all import call
from tests.stored import every_game


async def passes(writer: Writer, answered: set[str], stopping: asyncio.Event) -> None:
    """Ann and Bob pass; ``answered`` gets the ids of messages whose receipts have come."""
    for n in count():
        message = message_of(
            "test", str(n), ("ann", "bob")[n % 2], "pass", at=writer.clock.now(), game="g1"
        )
        if stopping.is_set():
            return
        assert (await writer.submit(message)).status == "taken"
        answered.add(message.id)
        await asyncio.sleep(0.01)


async def backed_up(path: Path, answered: set[str]) -> dict[str, set[str]]:
    """Three backups while orders come in; what was answered before each."""
    before: dict[str, set[str]] = {}
    async with open_writer(path, {}) as writer:
        stopping = asyncio.Event()
        passing = asyncio.create_task(passes(writer, answered, stopping))
        for name in ("first.db", "second.db", "third.db"):
            before[name] = set(answered)
            done = await asyncio.to_thread(run, path.parent, "backup", name, "--db", path.name)
            assert done.returncode == 0
            while len(answered) <= len(before[name]) and not passing.done():
                await asyncio.sleep(0.001)
        stopping.set()
        await passing
    return before


def test_the_restore_drill(tmp_path: Path) -> None:
    path, answered = tmp_path / "games.db", set[str]()
    with SqliteStore(path) as store:
        referee(store, options={"order": "join"})
    before = asyncio.run(backed_up(path, answered))
    assert before["first.db"] < before["second.db"] < before["third.db"] < answered
    kept: set[str] = set()
    for name, sure in before.items():
        file = tmp_path / name
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        with SqliteStore(file) as store:
            rows = store.db.execute("select id from inbox")
            kept = {id for (id,) in rows if id.isdigit()}
        assert sure <= kept <= answered, "what was answered before it began is in it"
    assert "all is well" in run(tmp_path, "doctor", "--db", "third.db").stdout
    assert list(tmp_path.glob("*.part*")) == []
    with SqliteStore(tmp_path / "third.db") as store:
        play_out(Referee(store, {}))
        (row,) = every_game(store)
        verdict = record.verify(record.export(store, row))
    assert verdict.faults == ()
    assert verdict.proven > 0


def test_a_backup_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    run(tmp_path, "new", "battleboard")
    (tmp_path / "kept.db").write_text("precious")
    done = run(tmp_path, "backup", "kept.db")
    assert (done.returncode, "choose another name" in done.stderr) == (2, True)
    assert (tmp_path / "kept.db").read_text() == "precious"


@pytest.mark.parametrize("arguments", [("a.db", "--db", "none.db"), ("no-such-folder/a.db",)])
def test_a_backup_that_cannot_be_made_leaves_nothing_behind(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    run(tmp_path, "new", "battleboard")
    before = set(tmp_path.iterdir())
    done = run(tmp_path, "backup", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert set(tmp_path.iterdir()) == before


GAMES = [f"g{n}" for n in range(1, 9)]
SPOILT = bytes(range(256)) * 16
"""A page that is none."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("club") / "club.db"
    with SqliteStore(path) as store:
        for game in GAMES:
            r = referee(store, game)
            if game == GAMES[-1]:
                send(r, r.memory[game].table.world.turn, "pass", game)
            else:
                play_out(r, game=game)
    return path.read_bytes()


def spoiled(club: bytes, page: int) -> bytes:
    return club[: (page - 1) * 4096] + SPOILT + club[page * 4096 :]


def pages_of(club: bytes, folder: Path, table: str) -> list[int]:
    path = folder / "whole.db"
    path.write_bytes(club)
    db = sqlite3.connect(path)
    try:
        found = db.execute(
            "select pageno from dbstat where name = ? and pagetype = 'leaf'", (table,)
        ).fetchall()
    except sqlite3.OperationalError:
        pytest.skip("this SQLite cannot say which page holds what")
    finally:
        db.close()
    return [page for (page,) in found]


def test_whichever_page_is_damaged_it_is_a_finding_and_no_fault_of_the_program(
    club: bytes, tmp_path: Path
) -> None:
    """Every ninth page, one at a time: what can be read comes out, as it was."""
    whole = tmp_path / "whole.db"
    whole.write_bytes(club)
    with SqliteStore(whole) as store:
        before = {row.id: record.write(record.export(store, row)) for row in every_game(store)}
    rescued: dict[int, int] = {}
    for page in range(2, len(club) // 4096 + 1, 9):
        folder = tmp_path / str(page)
        folder.mkdir()
        db = folder / "d.db"
        db.write_bytes(spoiled(club, page))
        said = call("doctor", "--db", db)
        assert "fault of the program" not in said.output
        assert "`meanwhile doctor`" not in said.output, "the doctor sends nobody to the doctor"
        backup = call("backup", folder / "copy.db", "--db", db)
        assert "make room" not in backup.output
        assert backup.exit_code == 2
        assert not (folder / "copy.db").exists()
        assert "fault of the program" not in call("games", "--db", db).output
        exported = call("export", "--all", "-o", folder / "out", "--db", db)
        assert "fault of the program" not in exported.output
        files = {file.stem: file.read_bytes() for file in folder.glob("out/*.json")}
        rescued[page] = len(files)
        for game, data in files.items():
            assert (
                data == before[game]
                or f"game {game}: its players, or what they have said, are lost" in exported.output
            )
        if said.exit_code == 0:
            assert len(files) == len(GAMES), "a page that nobody uses"
            continue
        if "nothing of it can be read" in said.output:
            assert files == {}
            continue
        readable = (
            said.output.partition("games that can still be read: ")[2].partition(";")[0].split(", ")
        )
        assert readable == ([game for game in GAMES if game in files] or ["none"])
        for game in set(GAMES) - set(files):
            assert f"game {game} cannot be read" in exported.output
    assert len([n for n in rescued.values() if n == len(GAMES)]) > len(rescued) // 3
    assert len([n for n in rescued.values() if 0 < n < len(GAMES)]) > 0, (
        "some pages cost some games"
    )


def test_what_is_got_out_of_a_damaged_file_goes_on_elsewhere(club: bytes, tmp_path: Path) -> None:
    page = pages_of(club, tmp_path, "journal")[0]
    db = tmp_path / "d.db"
    db.write_bytes(spoiled(club, page))
    assert call("export", "--all", "-o", tmp_path / "out", "--db", db).exit_code == 2
    done = call("import", tmp_path / "out", "--with-players", "--db", tmp_path / "new.db")
    assert done.exit_code == 0, done.output
    assert "all is well" in call("doctor", "--db", tmp_path / "new.db").output
    with SqliteStore(tmp_path / "new.db") as store:
        assert 0 < len(store.ids()) < len(GAMES)


def test_a_file_whose_beginning_is_gone_is_named_as_such(club: bytes, tmp_path: Path) -> None:
    db = tmp_path / "d.db"
    db.write_bytes(spoiled(club, 1))
    said = call("doctor", "--db", db)
    assert said.exit_code == 2
    assert "file is not a database" in said.output
    assert "fault of the program" not in said.output


# ---- a game whose kind or edition is not installed


@pytest.mark.parametrize(("kind", "edition"), [("battleboard", 9), ("gone", 1)])
def test_a_game_that_is_not_installed_is_a_line_in_the_list_and_stops_nothing(
    club: bytes, tmp_path: Path, kind: str, edition: int
) -> None:
    path = tmp_path / "club.db"
    path.write_bytes(club)
    database = Database(path)
    database.execute("update game set kind = ?, edition = ? where id = 'g2'", (kind, edition))
    database.conn.commit()
    database.close()
    said = call("games", "--db", path)
    assert said.exit_code == 0
    lines = {
        line.split()[0]: line for line in said.output.partition("Games in")[2].splitlines()[1:]
    }
    assert list(lines) == GAMES
    assert "cannot be opened" in lines["g2"]
    assert all("cannot be opened" not in line for game, line in lines.items() if game != "g2")
    said = call("doctor", "--db", path)
    assert said.exit_code == 2
    assert "1 fault, listed above" in said.output
    exported = call("export", "--all", "-o", tmp_path / "all", "--db", path)
    assert exported.exit_code == 0, "a game is moved to where it is installed"
    imported = call("import", tmp_path / "all", "--db", tmp_path / "new.db")
    assert imported.exit_code == 2
    assert "1 of 8 games are not in" in imported.output


# ---- whose the file is


def test_a_lock_follows_symbolic_links(tmp_path: Path) -> None:
    real, link = tmp_path / "real.db", tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(real)
    with SqliteStore(real), pytest.raises(InUse, match="in use by process"):
        SqliteStore(link)
    with SqliteStore(link), pytest.raises(InUse, match="in use by process"):
        SqliteStore(real)
    assert sockets.path_of(link) == sockets.path_of(real)
    (tmp_path / "folder").symlink_to(tmp_path)
    with SqliteStore(real), pytest.raises(InUse):
        SqliteStore(tmp_path / "folder" / "real.db")


def test_a_database_with_two_names_is_refused_under_both(tmp_path: Path) -> None:
    """SQLite would keep a -wal for each name (sqlite.org/howtocorrupt.html, 2.5)."""
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    with SqliteStore(one) as store:
        other.hardlink_to(one)
        with pytest.raises(StoreError, match="2 names"):
            SqliteStore(other)
        assert store.ids() == []
    with pytest.raises(StoreError, match="2 names"):
        SqliteStore(one)
    other.unlink()
    with SqliteStore(one) as store:
        assert store.ids() == []


def test_who_holds_the_file_is_said_when_it_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program, such as one that shows databases, is in the middle of writing."""
    monkeypatch.setattr("engine.store.connection.PRAGMAS", ("journal_mode=wal", "busy_timeout=50"))
    path = tmp_path / "club.db"
    with SqliteStore(path):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    try:
        said = call("new", "battleboard", "--db", path)
    finally:
        other.close()
    assert said.exit_code == 2
    assert "database is locked; another program holds the file" in said.output
    assert "doctor" not in said.output
