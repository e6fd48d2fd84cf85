"""A game as a file: it comes back as it was, and what was changed in it is found."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from bot.cli import main
from engine import errors
from engine.store import record
from engine.store.sqlite import SqliteStore
from tests.kit.each import each
from tests.records.played import play_out, referee, send
from tests.repo.tree import ROOT
from tests.stored import every_game


def finished(tmp_path: Path, **fields: Any) -> record.Record:
    """The record of a game that was played to the end, with a pass taken back on the way;
    ``fields`` of its setup.
    """
    with SqliteStore(tmp_path / "played.db") as store:
        r = referee(store, **fields)
        first = r.memory["g1"].table.world.turn
        assert send(r, first, "pass").status == "taken"
        assert send(r, first, "undo").status == "answered"
        play_out(r)
        row = store.game("g1")
        assert row is not None
        assert row.result is not None
        return record.export(store, row)


def changed(found: record.Record, change: Any) -> record.Record:
    data = json.loads(record.write(found))
    change(data)
    return record.read(json.dumps(data).encode())


def test_a_finished_game_is_right_and_every_die_of_it_was_counted(tmp_path: Path) -> None:
    verdict = record.verify(finished(tmp_path))
    assert verdict.faults == ()
    # Two cities for each of two seats, and the order of turns (rules page, section 6).
    assert verdict.proven >= 2 * 2 * 2 + 1
    assert (verdict.scripted, verdict.typed, verdict.thrown) == (0, 0, 0)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("scripted", {"loaded": {"place/1/1": [3, 3]}}),
        ("thrown", {"thrown": {"0/place/1/1": [[4, 3], [4, 3]]}}),
    ],
)
def test_dice_that_the_seed_does_not_give_are_not_said_to_be_proven(
    tmp_path: Path, kind: str, fields: dict[str, Any]
) -> None:
    plain = record.verify(finished(tmp_path))
    (tmp_path / "played.db").unlink()
    found = finished(tmp_path, **fields)
    verdict = record.verify(found)
    assert verdict.faults == ()
    assert getattr(verdict, kind) == 2, "one die for the column and one for the row"
    assert verdict.proven == plain.proven - 2
    file = tmp_path / "chosen.json"
    file.write_bytes(record.write(found))
    said = CliRunner().invoke(main, ["verify", str(file)])
    assert (said.exit_code, "Not proven: dice that were 2 " in said.output) == (3, True)


def test_a_file_that_a_tool_has_laid_out_anew_is_still_right(tmp_path: Path) -> None:
    found = finished(tmp_path)
    again = record.read(
        json.dumps(json.loads(record.write(found)), indent=4, sort_keys=True).encode()
    )
    assert record.verify(again).faults == ()


def test_a_record_comes_back_as_it_was(tmp_path: Path) -> None:
    found = finished(tmp_path)
    with SqliteStore(tmp_path / "b.db") as store:
        record.bring_in(store, found, 999, players=True)
        row = store.game("g1")
        assert row is not None
        assert record.write(record.export(store, row)) == record.write(found)
        assert store.one("select action, game from audit") == ("import", "g1")
        with pytest.raises(errors.Invalid, match="already"):
            record.bring_in(store, found, 1000, players=True)


def test_a_running_game_goes_on_elsewhere(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "here.db") as here, SqliteStore(tmp_path / "there.db") as elsewhere:
        r = referee(here)
        send(r, r.memory["g1"].table.world.turn, "pass")
        row = here.game("g1")
        assert row is not None
        record.bring_in(elsewhere, record.export(here, row), 999, players=True)
        there = elsewhere.game("g1")
        assert there is not None
        assert (there.state, there.hash, there.n) == (row.state, row.hash, row.n)


def test_every_kind_of_tampering_is_found(tmp_path: Path) -> None:
    found = finished(tmp_path)

    def secret(data: Any) -> None:
        data["setup"]["secret"] = "AAAA"

    def order(data: Any) -> None:
        entry = next(e["entry"] for e in data["journal"] if e["entry"]["order"]["type"] == "Bomb")
        entry["order"]["square"] = [3, 3] if entry["order"]["square"] != [3, 3] else [0, 0]

    def missing(data: Any) -> None:
        del data["journal"][3]

    def die(data: Any) -> None:
        dice = data["bulletins"][1]["rolls"][0][3]
        dice[0][1] = (dice[0][1] + 1) % dice[0][0]

    def told(data: Any) -> None:
        bombed = [e for b in data["bulletins"] for e, _ in b["told"] if e and e["type"] == "Bombed"]
        bombed[-1]["result"] = "MISS"

    def result(data: Any) -> None:
        data["result"] = "drawn"

    for change in (secret, order, missing, die, told, result):
        assert record.verify(changed(found, change)).faults, change.__name__
        with SqliteStore(tmp_path / f"{change.__name__}.db") as store:
            with pytest.raises(errors.Invalid):
                record.bring_in(store, changed(found, change), 1, players=True)
            assert every_game(store) == []


@each("data", [b"", b"\xff\xfe", b"[]", b"{}", b'{"format": 1}'])
def test_what_is_no_record_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(errors.Invalid, match="is no record of a game"):
        record.read(data)


def test_a_record_of_another_format_is_refused(tmp_path: Path) -> None:
    other = msgspec.structs.replace(finished(tmp_path), format=2)
    with pytest.raises(errors.Invalid, match="format 2"):
        record.read(record.write(other))


def test_the_script_in_the_documentation_recomputes_the_dice(tmp_path: Path) -> None:
    script = ROOT / "docs" / "examples" / "fair-play" / "dice.py"
    found = finished(tmp_path)
    for name, kept in (("right", found), ("wrong", changed(found, spoil_a_salt))):
        (tmp_path / f"{name}.json").write_bytes(record.write(kept))
    right, wrong = (
        subprocess.run(
            [sys.executable, str(script), f"{tmp_path}/{name}.json"],
            capture_output=True,
            text=True,
            check=False,
        )
        for name in ("right", "wrong")
    )
    assert f"{record.verify(found).proven} dice are right" in right.stdout
    assert wrong.returncode != 0
    assert "are wrong" in wrong.stderr


def spoil_a_salt(data: Any) -> None:
    data["bulletins"][1]["rolls"][0][2][0] = "another salt"
