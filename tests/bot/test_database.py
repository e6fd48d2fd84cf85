"""`meanwhile play` and its database: nothing acknowledged is lost, whatever stops
it, and no wrong file is touched.
"""

import ctypes
import os
import resource
import subprocess
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest
from sqlite_utils import Database

from tests.bot.program import MEANWHILE, TWO, Program, Running, objects, of_kind, run


def test_a_game_goes_on_after_its_input_has_ended(tmp_path: Path) -> None:
    first = objects(tmp_path, ["ann: pass", "bob: bomb ann a1"])
    second = objects(tmp_path, ["ann: pass", "public?"], "play", "--resume", first[0]["id"])
    assert second[0] == {**first[0], "resumed": True}
    assert of_kind(second, "receipt") == [
        {"kind": "receipt", "seat": "ann", "order": "pass", "n": 2}
    ]
    assert of_kind(second, "view")[0]["data"]["turn"] == "bob"
    assert [m["event"] for m in of_kind(second, "message")] == ["Passed", "TurnStarted"]


def test_a_robot_stays_a_robot(tmp_path: Path) -> None:
    first = objects(tmp_path, [], *TWO, "--robot", "bob")
    second = objects(tmp_path, ["ann: pass"], "play", "--resume", first[0]["id"])
    assert second[0]["robots"] == ["bob"]
    assert of_kind(second, "view") == []
    assert "Bombed" in [m["event"] for m in of_kind(second, "message")]


def test_a_finished_game_tells_its_result_again(tmp_path: Path) -> None:
    first = objects(tmp_path, ["bob: withdraw", "ann: pass"])
    second = objects(tmp_path, ["ann: pass"], "play", "--resume", first[0]["id"])
    assert of_kind(second, "result") == of_kind(first, "result") != []
    assert [refusal["reason"] for refusal in of_kind(second, "refusal")] == ["game-over"]


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    """What was not yet noted as delivered comes again before anything else; what
    was acknowledged has happened.
    """
    with Running(tmp_path) as program:
        id = program.until("game")["id"]
        assert program.answer("ann: bomb bob c3")["n"] == 1
        program.kill()
    found = objects(tmp_path, ["public?", "bob: pass"], "play", "--resume", id)
    kinds = [thing["kind"] for thing in found]
    assert kinds[0] == "game"
    assert set(kinds[1 : kinds.index("view")]) <= {"message"}
    (view,) = of_kind(found, "view")
    assert view["data"]["turn"] == "bob"
    assert [mark["result"] for mark in view["data"]["boards"][1]["marks"]] == ["HIT"]
    assert of_kind(found, "receipt") == [
        {"kind": "receipt", "seat": "bob", "order": "pass", "n": 1}
    ]


def test_messages_that_nobody_read_come_first(tmp_path: Path) -> None:
    """A reader that has gone away is told later what it has missed."""
    first = objects(tmp_path, ["ann: pass"])
    db = Database(tmp_path / "meanwhile.db")
    db.execute(
        """update cursor set behind =
        cast(json_object(game, json_array(upto - 1, upto - 1)) as blob)"""
    )
    db.execute("insert into untold select door, game from cursor")
    db.conn.commit()
    db.close()
    second = objects(tmp_path, ["bob: pass"], "play", "--resume", first[0]["id"])
    assert [thing["kind"] for thing in second[:4]] == ["game", "message", "message", "receipt"]
    assert [thing["event"] for thing in second[1:3]] == ["Passed", "TurnStarted"]
    third = objects(tmp_path, [], "play", "--resume", first[0]["id"])
    assert of_kind(third, "message") == []


def test_messages_of_another_game_wait_for_that_game(tmp_path: Path) -> None:
    first = objects(tmp_path, ["ann: pass"])
    db = Database(tmp_path / "meanwhile.db")
    db.execute("update cursor set upto = 0")
    db.execute("insert into untold select door, game from cursor")
    db.conn.commit()
    db.close()
    other = objects(tmp_path, ["ann: pass", "bob: pass"])
    assert {m["data"].get("game", other[0]["id"]) for m in of_kind(other, "message")} == {
        other[0]["id"]
    }
    again = objects(tmp_path, [], "play", "--resume", first[0]["id"])
    assert of_kind(again, "message") == of_kind(first, "message")


def test_another_process_may_look(tmp_path: Path) -> None:
    """It sees what has been written; where the audit log must know of it, and
    nobody can write there, it does not.
    """
    with Running(tmp_path) as program:
        game = program.until("game")["id"]
        assert program.answer("ann: pass")["kind"] == "receipt"
        assert f"{game}  battleboard" in run(tmp_path, "games").stdout
        assert "ann passed." in run(tmp_path, "history", game).stdout
        refused = run(tmp_path, "history", game, "--seat", "ann")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "quit that one first" in refused.stderr


def test_two_processes_do_not_share_a_file(tmp_path: Path) -> None:
    with Running(tmp_path) as program:
        program.until("game")
        for arguments in (TWO, ("play",)):
            done = run(tmp_path, *arguments)
            assert done.returncode == 2
            assert f"in use by process {program.process.pid}" in done.stderr
        assert program.answer("ann: pass")["kind"] == "receipt"
        assert program.end() == 0


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    db = Database(tmp_path / "foreign.db")
    db["tea"].insert({"kind": "oolong"})  # type: ignore[union-attr]  # a table, never a view
    db.close()
    before = (tmp_path / "foreign.db").read_bytes()
    done = run(tmp_path, *TWO, "--db", "foreign.db")
    assert done.returncode == 2
    assert "foreign.db: is not a database of Meanwhile" in done.stderr
    assert (tmp_path / "foreign.db").read_bytes() == before


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    objects(tmp_path, [])
    db = Database(tmp_path / "meanwhile.db")
    db.execute(
        "insert into _sqlite_migrations(migration_set, name, applied_at) values ('meanwhile',"
        " 'from_2040', '2040')"
    )
    db.conn.commit()
    db.close()
    done = run(tmp_path, *TWO)
    assert done.returncode == 2
    assert "newer" in done.stderr
    assert "from_2040" in done.stderr


def without_privilege() -> None:
    """The superuser may write what nobody may write; a program started after
    this may not (CAP_DAC_OVERRIDE).
    """
    drop_from_the_bounding_set, dac_override = 24, 1
    if (
        os.geteuid() == 0
        and ctypes.CDLL(None).prctl(drop_from_the_bounding_set, dac_override, 0, 0, 0) != 0
    ):
        raise OSError("this superuser cannot give up a privilege")


@pytest.mark.parametrize(
    ("locked", "wanted"), [("meanwhile.db*", "new battleboard"), ("meanwhile.db", "games")]
)
def test_a_database_that_may_not_be_written_is_named(
    tmp_path: Path, locked: str, wanted: str
) -> None:
    objects(tmp_path, [])
    for file in tmp_path.glob(locked):
        file.chmod(0o444)
    tmp_path.chmod(0o555)
    done = subprocess.run(
        [MEANWHILE, *wanted.split()],
        cwd=tmp_path,
        capture_output=True,
        preexec_fn=without_privilege,
        check=False,
        text=True,
    )
    tmp_path.chmod(0o755)
    assert done.returncode == 2, done.stdout
    assert "meanwhile.db: " in done.stderr
    assert "--db" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    """The limit of the file size stands for the disk: every write behind
    the first byte of a file fails.
    """
    with Running(tmp_path) as program:
        game = program.until("game")
        assert program.answer("ann: pass")["n"] == 1
        _, room = resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE)
        for n in range(2):
            resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (1, room))
            refused = program.answer("bob: bomb ann a1")
            assert (refused["kind"], refused["seat"], refused["reason"]) == (
                "refusal",
                "bob",
                "not-stored",
            )
            resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (room, room))
            assert program.answer("bob: bomb ann a1")["n"] == n + 1
            assert program.answer("ann: pass")["n"] == n + 2
        assert program.end() == 0
    found = objects(tmp_path, ["public?"], "play", "--resume", game["id"])
    (view,) = of_kind(found, "view")
    assert len(view["data"]["boards"][0]["marks"]) == 1
    assert view["data"]["turn"] == "bob"


LITTLE = (
    "import resource; most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]; "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most)); "
    "from bot.cli import main; main(['play', 'battleboard'])"
)


def test_without_room_for_a_new_game_the_command_says_so(tmp_path: Path) -> None:
    full = Program(tmp_path, "-c", LITTLE, stdin=DEVNULL, stderr=PIPE)
    _, said = full.communicate()
    assert full.returncode == 2
    assert b"meanwhile.db" in said
    assert b"Traceback" not in said
    assert objects(tmp_path, ["ann: pass"])[0]["kind"] == "game"
