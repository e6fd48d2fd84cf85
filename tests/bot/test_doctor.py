"""What `meanwhile doctor` says of settings, clock, disk and delivery; that it repairs
nothing, and works beside serve.
"""

import asyncio
import re
import time
from pathlib import Path

import click
import pytest
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from bot import config
from bot.cli_commands import doctor, remote_commands
from bot.local.host import LocalService
from bot.service.supervisor import serve
from engine.errors import DamagedFile, ReadOnly, UserError
from engine.store import connection, counts, sqlite
from engine.store.rows import Cursor, DeliveryReport, NewsRow, Place, Rows
from engine.store.sqlite import SqliteStore
from tests.bot.program import run
from tests.stored import every_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert run(tmp_path, "new", "battleboard").returncode == 0
    return tmp_path


def said(folder: Path, ends: int = 0) -> str:
    done = run(folder, "doctor")
    assert done.returncode == ends, done.stderr
    return done.stdout


def test_a_good_database(folder: Path) -> None:
    text = said(folder)
    for line in (
        *("settings: the defaults", "`meanwhile serve` has nothing to serve"),
        *("1 game, 1 running", "GiB free", "all is well"),
    ):
        assert line in text


def test_a_clock_that_is_behind(folder: Path) -> None:
    tomorrow = int(time.time()) + 86_400
    with SqliteStore(folder / "meanwhile.db") as store:
        game = every_game(store)[0].id
        late = NewsRow(game=game, seq=99, n=99, at=tomorrow, kind="told", body=b"[]")
        store.write(0, games={game: Rows(news=[late])})
    text = said(folder, 2)
    assert time.strftime("clock: something has happened at %Y-%m-%d", time.gmtime(tomorrow)) in text


def test_little_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "free_at", lambda _: 5 * 2**20)
    (fault,) = doctor.disk_faults(folder / "meanwhile.db")
    assert "5 MiB free" in fault


def test_a_disk_without_room_is_no_damaged_file() -> None:
    """SQLite says of its shared memory, which finds no room, what it says of a broken disk."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    found = connection.failure(error)
    assert isinstance(found, ReadOnly), "it can be looked at all the same"
    assert found.remedy == "make room on the disk"
    error.sqlite_errorname = "SQLITE_IOERR_READ"
    assert isinstance(connection.failure(error), DamagedFile)


def test_whose_a_database_is_that_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = folder / "meanwhile.db"
    context = click.Context(doctor.doctor_command)
    assert config.readable(context, doctor.doctor_command.params[-1], db) == db
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(UserError, match=f"belongs to {re.escape(db.owner())}, and cannot be read"):
        config.readable(context, doctor.doctor_command.params[-1], db)


def test_a_password_that_is_missing_is_named(folder: Path) -> None:
    file = folder / "config.toml"
    file.write_text(
        '[mail]\naddress = "r@x.example"\nimap.host = "x.example"\nsmtp.host = "x.example"\n'
    )
    assert "would not begin: [mail.imap]: there is no password" in said(folder)


def test_messages_that_are_lost_are_listed_with_their_reason(folder: Path) -> None:
    with SqliteStore(folder / "meanwhile.db") as store:
        lost = [("mail", "550 no such mailbox")] * 2
        store.write(0, delivered=DeliveryReport(lost=lost))
    assert "2 by mail are lost: 550 no such mailbox" in said(folder)


@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o600, False)])
def test_passwords_that_others_can_read(folder: Path, mode: int, warned: bool) -> None:
    file = folder / "config.toml"
    file.write_text('[discord]\ntoken = "a secret"\n')
    file.chmod(mode)
    text = said(folder)
    assert ("chmod 600 config.toml" in text) == warned
    assert "has Discord" in text
    assert "a secret" not in text


def test_it_works_beside_the_process_that_serves(folder: Path) -> None:
    async def play() -> str:
        stopping, service = (
            asyncio.Event(),
            LocalService(folder / "meanwhile.db", remote_commands=remote_commands.REMOTE_COMMANDS),
        )
        serving = asyncio.create_task(serve(folder / "meanwhile.db", [service], stopping))
        while service.server.server is None and not serving.done():
            await asyncio.sleep(0.005)
        try:
            return await asyncio.to_thread(said, folder)
        finally:
            stopping.set()
            await serving

    assert "all is well" in asyncio.run(play())


def test_it_says_what_each_table_holds_and_what_a_year_brings(folder: Path) -> None:
    now = 1_800_000_000
    with SqliteStore(folder / "meanwhile.db") as store:
        (game,) = every_game(store)
        old = [
            NewsRow(game=game.id, seq=n, n=n, at=now - 31 * 86_400, kind="told") for n in (10, 11)
        ]
        new = [
            NewsRow(game=game.id, seq=n, n=n, at=now - 29 * 86_400, kind="told")
            for n in range(12, 42)
        ]
        store.write(now, games={game.id: Rows(news=[*old, *new])})
        lines = list(doctor.about_size(store, now))
        weights = {one.table: one for one in store.weights()}
        told = counts.told_after(store, -1)
    assert f"  news: {weights['news'].rows:,} rows, {weights['news'].bytes:,} bytes" in lines
    (rate,) = [line for line in lines if "a year brings" in line]
    lasting = sum(weights[name].bytes for name in ("news", "game"))
    assert rate.startswith("  30 orders and ticks in the last 30 days")
    assert f"{365 * lasting / told / 2**20:,.1f} MiB" in rate


def test_where_nothing_was_played_of_late_it_foretells_nothing(folder: Path) -> None:
    with SqliteStore(folder / "meanwhile.db") as store:
        lines = list(doctor.about_size(store, int(time.time()) + 40 * 86_400))
    assert [line for line in lines if "a year brings" in line] == []
    assert any(line.startswith("  game: 1 rows, ") for line in lines)


def test_where_the_database_cannot_weigh_its_tables_the_weight_is_estimated(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "EXACT", "select name, pgsize from no_such_table")
    with SqliteStore(folder / "meanwhile.db") as store:
        (game,) = [line for line in doctor.about_size(store, 0) if line.startswith("  game: ")]
        kept = every_game(store)[0]
    assert "about " in game
    number = int(game.split("about ")[1].split()[0].replace(",", ""))
    assert number >= len(kept.state) + len(kept.setup) + len(kept.hash)


def test_readers_who_wait_long_are_named(folder: Path) -> None:
    now = int(time.time())
    with SqliteStore(folder / "meanwhile.db") as store:
        game = every_game(store)[0].id
        behind = {
            "<bob@example.org>": Place(0, 0, 9, 0, "no line", now - 3600),
            "cy": Place(0, 0, 1, 0, "no line", now - 60),
        }
        cursor = Cursor(door="mail", game=game, upto=1, behind=behind)
        store.write(now, delivered=DeliveryReport(cursors={("mail", game): cursor}))
    text = said(folder, 2)
    assert f"game {game} to <bob@example.org> for 60 minutes: no line" in text
    assert " to cy " not in text
