"""All games of a database as files, and into another one."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from engine.store import record
from engine.store.sqlite import SqliteStore
from tests.records.played import play_out, referee, send
from tests.stored import every_game


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    with SqliteStore(path) as store:
        for game in ("g1", "g2", "g3"):
            r = referee(store, game)
            if game == "g3":
                send(r, r.memory[game].table.world.turn, "pass", game)
            else:
                play_out(r, game=game)
    return path


def spoiled(file: Path, change: Any) -> None:
    data = json.loads(file.read_bytes())
    change(data)
    file.write_text(json.dumps(data))


def exported(db: Path) -> dict[str, bytes]:
    with SqliteStore(db) as store:
        return {row.id: record.write(record.export(store, row)) for row in every_game(store)}


def test_all_games_come_back_as_they_were(tmp_path: Path) -> None:
    db, folder, other = club(tmp_path), tmp_path / "a" / "games", tmp_path / "other.db"
    done = call("export", "--all", "--output", folder, "--db", db)
    assert done.exit_code == 0, done.output
    assert sorted(file.name for file in folder.iterdir()) == ["g1.json", "g2.json", "g3.json"]
    done = call("import", folder, "--with-players", "--db", other)
    assert done.exit_code == 0, done.output
    assert exported(other) == exported(db)
    assert len(exported(other)) == 3


def test_the_export_of_what_goes_on_is_noted(tmp_path: Path) -> None:
    db = club(tmp_path)
    assert call("export", "--all", "--output", tmp_path / "games", "--db", db).exit_code == 0
    with SqliteStore(db) as store:
        noted = list(store.db.execute("select actor, action, game from audit order by id"))
    assert noted == [("operator", "export of a running game", "g3")]


def test_what_is_refused_is_named_and_stops_no_other(tmp_path: Path) -> None:
    db, folder, other = club(tmp_path), tmp_path / "games", tmp_path / "other.db"
    call("export", "--all", "--output", folder, "--db", db)
    spoiled(folder / "g1.json", lambda data: data.update(result="drawn"))
    (folder / "g0.json").write_text("no game")
    done = call("import", folder, "--db", other)
    assert done.exit_code == 2
    assert "g0.json: is no record of a game" in done.output
    assert "g1.json: game g1 does not hold: the rules come to" in done.output
    assert "2 of 4 games are not in" in done.output
    assert sorted(exported(other)) == ["g2", "g3"]
    again = call("import", folder / "g2.json", folder / "g3.json", "--db", other)
    assert again.exit_code == 2
    assert "g2.json: game g2 is in this database already" in again.output


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_written(tmp_path: Path) -> None:
    db, folder = club(tmp_path), tmp_path / "games"
    with SqliteStore(db) as store:
        store.db.execute("update game set setup = ? where id = 'g2'", (b"no setup",))
    done = call("export", "--all", "--output", folder, "--db", db)
    assert done.exit_code == 2
    assert "game g2 cannot be read" in done.output
    assert sorted(file.name for file in folder.iterdir()) == ["g1.json", "g3.json"]


def test_no_name_of_a_game_leaves_the_folder(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "a.db") as store:
        referee(store, "../g1")
    assert (
        call("export", "--all", "--output", tmp_path / "games", "--db", tmp_path / "a.db").exit_code
        == 0
    )
    assert not (tmp_path / "g1.json").exists()
    assert [file.parent for file in tmp_path.rglob("*.json")] == [tmp_path / "games"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["export"], "name one game, or say --all"),
        (["export", "g1", "--all", "-o", "f"], "name one game, or say --all"),
        (["export", "--all"], "name a folder"),
        (["export", "--all", "-o", "f", "--as", "pgn"], "every game is a JSON file"),
        (["export", "--all", "-o", "f", "--db", "none.db"], "there is no such database"),
        (["export", "--all", "-o", "club.db/f", "--db", "club.db"], "Not a directory"),
        (["import", "empty"], "there is no file"),
        (["import", "nothing.json"], "No such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    club(tmp_path)
    (tmp_path / "empty").mkdir()
    done = call(*arguments)
    assert done.exit_code == 2
    assert reason in done.output
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["journal"][0].update(hash="no hex"),
        lambda data: data["bulletins"][0].update(told={"a": 1}),
        lambda data: data["bulletins"][0].update(told=[[7, {}]]),
        lambda data: data["setup"].update(options={"size": "0x0"}),
        lambda data: data["bulletins"][1]["rolls"][0][3].append([0, 0]),
    ],
)
def test_no_forged_file_is_a_fault_of_the_program(tmp_path: Path, change: Any) -> None:
    db, file = club(tmp_path), tmp_path / "g1.json"
    assert call("export", "g1", "--output", file, "--db", db).exit_code == 0
    spoiled(file, change)
    done = call("import", file, "--db", tmp_path / "other.db")
    assert done.exit_code == 2
    assert "fault of the program" not in done.output
    assert "g1.json: " in done.output
    assert exported(tmp_path / "other.db") == {}
