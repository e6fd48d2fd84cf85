"""`meanwhile tidy`, and the same every night: what is old is removed, everything else stays."""

import asyncio
import os
import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.cli_commands.remote_commands import REMOTE_COMMANDS
from bot.cli_commands.tidy import done
from bot.config import Config, KeepConfig, read_config
from bot.local.host import LocalService
from bot.service import app, supervisor, tidy
from bot.service.tidy import TidyService, last_hour
from engine.referee.accounts import SERVER_NOTES, Accounts
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.open_game import OpenGames
from engine.store import aging, rows
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from engine.store.store import Store
from mail.memberships import DOOR as MAIL
from tests.bot.program import run
from tests.kit.each import each

DAY = 86_400
NOW = 1_800_000_000
"""Friday, 15 January 2027, 08:00 UTC."""


def messages(*ages: int, now: int = NOW) -> Iterator[rows.InboxRow]:
    for n, days in enumerate(ages):
        yield rows.InboxRow("chat", f"<{n}>", b"d", now - days * DAY, None, b"{}")


def receipts(store: Store) -> int:
    return next(one.rows for one in store.weights() if one.table == "inbox")


def test_the_example_has_every_age_with_its_default() -> None:
    example = Path(__file__).parents[2] / "config.example.toml"
    assert read_config(example).keep == KeepConfig()


# ---- the command


def test_a_dry_run_says_what_the_command_then_removes(tmp_path: Path) -> None:
    db = tmp_path / "meanwhile.db"
    with SqliteStore(db) as store:
        store.write(0, inbox=messages(1, 59, 61, 400, now=int(time.time())))
    dry = run(tmp_path, "tidy", "--dry-run")
    assert (dry.returncode, dry.stderr) == (0, "")
    assert "would be removed: 2 receipts" in dry.stdout
    with SqliteStore(db) as store:
        assert receipts(store) == 4
    wet = run(tmp_path, "tidy")
    assert "removed: 2 receipts" in wet.stdout
    with SqliteStore(db) as store:
        assert receipts(store) == 2
    again = run(tmp_path, "tidy")
    assert again.stdout == "nothing is old enough to be removed\n"
    (tmp_path / "config.toml").write_text("[keep]\nreceipts = 7\n")
    assert "removed: 1 receipts" in run(tmp_path, "tidy").stdout


# ---- files


def aged(file: Path, days: int) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"12345")
    os.utime(file, (NOW - days * DAY, NOW - days * DAY))
    return file


def test_old_pictures_go_with_their_folders_and_no_other_file(tmp_path: Path) -> None:
    config = Config(pictures=str(tmp_path / "p"), log="-")
    (tmp_path / "p").mkdir()
    old = aged(tmp_path / "p" / "g1" / "003-ann.png", 91)
    young = aged(tmp_path / "p" / "g2" / "004-all.png", 89)
    other = aged(tmp_path / "p" / "g2" / "holiday.png", 400)
    outside = aged(tmp_path / "x" / "005-all.png", 400)
    (tmp_path / "p" / "g2" / "006-all.png").symlink_to(outside)
    (drawn,) = [one for one in tidy.files(config, tmp_path / "db", NOW) if one.what == "pictures"]
    assert (drawn.count, drawn.bytes) == (1, 5)
    assert not old.parent.exists()
    assert young.exists()
    assert other.exists()
    assert outside.exists()


def test_copies_of_before_an_update_go_when_they_are_old_and_no_other_file(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    old = aged(tmp_path / "m.db.before-ledger", 91)
    kept = [aged(tmp_path / "m.db.before-pages", 89), aged(tmp_path / "m.db", 400)]
    kept.append(aged(tmp_path / "m.db.before-x.part", 400))
    config = Config(log="-", pictures=str(tmp_path / "p"))
    found = {one.what: one.count for one in tidy.files(config, db, NOW)}
    assert found["copies of before an update"] == 1
    assert not old.exists()
    assert sorted(tmp_path.iterdir()) == sorted(kept)


def test_the_log_is_put_aside_every_night_and_goes_when_it_is_old(tmp_path: Path) -> None:
    log = tmp_path / "m.log"
    config = Config(log=str(log), pictures=str(tmp_path / "none"))
    for night in range(100):
        log.write_text(f"night {night}\n")
        tidy.turn_over(log, NOW + night * DAY)
        list(tidy.files(config, tmp_path / "db", NOW + night * DAY))
    kept = sorted(file.read_text() for file in tmp_path.iterdir())
    assert kept == sorted(f"night {night}\n" for night in range(10, 100))
    other = tmp_path / "m.log.2001-99-99"
    other.write_text("of somebody else")
    list(tidy.files(config, tmp_path / "db", NOW + 999 * DAY))
    assert list(tmp_path.iterdir()) == [other]


def test_what_was_put_aside_on_the_same_day_is_not_written_over(tmp_path: Path) -> None:
    log = tmp_path / "m.log"
    for text in ("first\n", "second\n"):
        log.write_text(text)
        tidy.turn_over(log, NOW)
    assert (tmp_path / "m.log.2027-01-15").read_text() == "first\n"
    assert log.read_text() == "second\n"


# ---- every night


@each(
    "zone, hour, wanted",
    [
        ("UTC", 4, NOW - 4 * 3_600),
        ("UTC", 9, NOW - 23 * 3_600),
        ("Asia/Taipei", 4, NOW - 12 * 3_600),
        ("America/New_York", 3, NOW),
    ],
)
def test_the_hour_is_that_of_the_zone(zone: str, hour: int, wanted: int) -> None:
    assert last_hour(KeepConfig(zone=zone, hour=hour), NOW) == wanted


async def test_once_a_night_from_the_first_night_on_and_also_after_a_restart(
    tmp_path: Path,
) -> None:
    config = Config(pictures=str(tmp_path / "p"), log=str(tmp_path / "m.log"))
    clock = HandClock(NOW)

    async def night(service: TidyService) -> int:
        async with app.open_writer(tmp_path / "db", {}, clock) as writer:
            service.on_open(writer)
            await service.look()
            return await writer.run(lambda batch: receipts(batch.store))

    with SqliteStore(tmp_path / "db") as store:
        store.write(0, inbox=messages(58, 59, 70))
    assert await night(TidyService(config, tmp_path / "db")) == 3
    clock.advance(19 * 3_600)
    assert await night(TidyService(config, tmp_path / "db")) == 3, "04:00 is still to come"
    clock.advance(2 * 3_600)
    assert await night(TidyService(config, tmp_path / "db")) == 2
    clock.advance(20 * 3_600)
    assert await night(TidyService(config, tmp_path / "db")) == 2
    clock.advance(4 * 3_600)
    assert await night(TidyService(config, tmp_path / "db")) == 1


async def test_the_steps_leave_room_for_others(tmp_path: Path) -> None:
    """Between two steps the writer is free, and none looks at more rows than it says."""
    with SqliteStore(tmp_path / "db") as store:
        store.write(0, inbox=messages(*[100] * (3 * tidy.ROWS)))
    config = Config(pictures=str(tmp_path / "p"), log="-")
    async with app.open_writer(tmp_path / "db", {}, HandClock(NOW)) as writer:
        service = TidyService(config, tmp_path / "db", pause=0)
        service.on_open(writer)
        seen = list[int]()
        going = asyncio.create_task(service.tidied(NOW))
        while not going.done():
            seen.append(await writer.run(lambda batch: receipts(batch.store)))
        removed = {one.what: one.count for one in await going}
    assert removed["receipts"] == 3 * tidy.ROWS
    assert max(a - b for a, b in pairwise(seen)) <= 2 * tidy.ROWS
    assert len(set(seen)) > 2


def test_every_kind_of_note_that_grows_old_is_removed_and_what_is_needed_stays(
    tmp_path: Path,
) -> None:
    with SqliteStore(tmp_path / "db") as store:
        notes = Notes(store, SERVER_NOTES)
        accounts = Accounts(notes)
        accounts.code_for(("mail", "ann@x.example"), "ABCD", NOW)
        accounts.note_time("tries", ("mail", "ann@x.example"), NOW, 0)
        accounts.call(("mail", "ann@x.example"), "Ann")
        accounts.give_role("g", ("mail", "ann@x.example"), "owner")
        mailed = {"sent/ann@x.example": "[]", "mailed/ann@x.example/<1>": "[]", "key": "00"}
        put = [(SERVER_NOTES, name, text) for name, text in notes.fresh.items() if text]
        store.write(NOW, notes=put + [(MAIL, name, text) for name, text in mailed.items()])
        done(
            tidy.steps(KeepConfig(), NOW + 61 * DAY),
            partial(tidy.taken, Batch(store, {}, OpenGames())),
        )
        assert sorted(store.notes(SERVER_NOTES)) == sorted(
            ["secret", "name/mail/ann%40x.example", "role/g/mail/ann%40x.example"]
        )
        assert list(store.notes(MAIL)) == ["key"]


def test_beside_a_process_that_serves_it_is_done_by_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    db = tmp_path / "meanwhile.db"
    with SqliteStore(db) as store:
        store.write(0, inbox=messages(1, *[61] * 1_500, now=int(time.time())))

    async def all_of_it() -> list[str]:
        stopping, service = asyncio.Event(), LocalService(db, remote_commands=REMOTE_COMMANDS)
        serving = asyncio.create_task(supervisor.serve(db, [service], stopping))
        while service.server.server is None and not serving.done():
            await asyncio.sleep(0.005)
        said = []
        for arguments in (["tidy", "--dry-run"], ["tidy"], ["tidy"]):
            ended = await asyncio.to_thread(CliRunner().invoke, main, arguments)
            assert ended.exit_code == 0, ended.output
            said.append(ended.output)
        stopping.set()
        await serving
        return said

    dry, wet, again = asyncio.run(all_of_it())
    assert "would be removed: 1,500 receipts" in dry
    assert "removed: 1,500 receipts" in wet
    assert "receipts" not in again
    with SqliteStore(db) as store:
        assert receipts(store) == 1


def test_a_process_that_takes_no_requests_is_named_and_nothing_changes(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        store.write(0, inbox=messages(100, now=int(time.time())))
        refused = run(tmp_path, "tidy")
        assert refused.returncode == 2
        assert "quit that one first, or let `meanwhile serve` have the database" in refused.stderr
        assert receipts(store) == 1


def test_room_is_given_back_when_nobody_serves_and_else_it_says_how(tmp_path: Path) -> None:
    db = tmp_path / "meanwhile.db"
    with SqliteStore(db) as store:
        store.write(0, inbox=messages(*[100] * 5_000, now=int(time.time())))
        store.wipe()
        full = db.stat().st_size
        age = rows.Age(what="receipts", before=1 << 40)
        while aging.forget(store, age, (), 1_000).rows:
            pass
        store.wipe()
        with SqliteStore(db, reading=True) as beside:
            (line,) = tidy.given_back(beside)
        assert "while nobody serves" in line
        assert db.stat().st_size == full
    assert "given back to the disk" in run(tmp_path, "tidy").stdout
    assert db.stat().st_size < full / 2
