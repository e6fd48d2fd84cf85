"""What the program writes is for its owner alone, and never in the place
of what somebody else has made.
"""

import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot import cli, files
from engine.errors import UserError
from engine.store.sqlite import SqliteStore
from tests.bot.program import MEANWHILE, Program, Running, run
from tests.kit.each import each


def all_below(folder: Path) -> Iterator[Path]:
    yield from (path for path in folder.rglob("*") if path.name not in ("two.toml", "config.toml"))


def readable_by_others(folder: Path) -> dict[str, str]:
    modes = {
        str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode)
        for path in all_below(folder)
    }
    return {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


def test_whatever_the_program_makes_is_for_its_owner_alone(tmp_path: Path) -> None:
    """With the umask that most machines have: while a game is played and
    after it, whatever was written.
    """
    (tmp_path / "config.toml").write_text('log = "notes.log"\n')
    before = os.umask(0o022)
    try:
        with Running(tmp_path) as program:
            game = program.until("game")["id"]
            program.answer("ann: pass")
            program.say("public?")
            program.until("board")
            during = {path.name for path in all_below(tmp_path)}
            assert {
                *("meanwhile.db", "meanwhile.db-wal", "meanwhile.db-shm", "meanwhile.db.lock"),
                "pictures",
            } <= during
            assert readable_by_others(tmp_path) == {}
            program.end()
        assert run(tmp_path, "export", game, "-o", "game.json").returncode == 0
        assert run(tmp_path, "export", "--all", "-o", "all").returncode == 0
        assert run(tmp_path, "show", game, "--seat", "ann", "--picture", "seat.png").returncode == 0
        assert (
            run(tmp_path, "replay", game, "--film", "film.gif", "--picture", "board.png").returncode
            == 0
        )
        assert run(tmp_path, "backup", "copy.db").returncode == 0
        (tmp_path / "config.toml").write_text(
            'log = "notes.log"\n[discord]\ntoken = "no.token.atall"\n'
        )
        serving = Program(tmp_path, MEANWHILE, "serve", stderr=subprocess.DEVNULL)
        try:
            for _ in range(400):
                if (tmp_path / "meanwhile.db.sock").exists() and (tmp_path / "notes.log").exists():
                    break
                with pytest.raises(subprocess.TimeoutExpired):
                    serving.wait(0.05)
            made = {path.name for path in all_below(tmp_path)}
            assert readable_by_others(tmp_path) == {}
        finally:
            serving.terminate()
            serving.wait(60)
    finally:
        os.umask(before)
    expected = "game.json all seat.png film.gif board.png copy.db notes.log meanwhile.db.sock"
    assert set(expected.split()) <= made


# ---- nothing is written over


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with settings, a log, and a database with a game that is called ``g``."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('db = "club.db"\nlog = "club.log"\n')
    (tmp_path / "club.log").write_text("noted")
    call("new", "battleboard")
    return tmp_path


def call(*arguments: object, fails: bool = False) -> str:
    done = CliRunner().invoke(cli.main, [str(argument) for argument in arguments])
    assert done.exit_code == (2 if fails else 0), done.output
    return done.output


def game() -> str:
    with SqliteStore(Path("club.db")) as store:
        return store.ids()[0]


WRITING = {
    "export": ("export", "GAME", "-o"),
    "film": ("replay", "GAME", "--film"),
    "replay": ("replay", "GAME", "--picture"),
    "show": ("show", "GAME", "--picture"),
    "backup": ("backup",),
}


@pytest.fixture(params=("export", "backup"))
def writing(request: pytest.FixtureRequest, folder: Path) -> tuple[str, ...]:
    return tuple(game() if word == "GAME" else word for word in WRITING[request.param])


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.suffix != ".lock"
    }


@each("writing", WRITING.values())
def test_no_command_writes_over_what_is_there_or_what_the_program_keeps(
    folder: Path, writing: tuple[str, ...]
) -> None:
    line = [game() if word == "GAME" else word for word in writing]
    (folder / "precious.txt").write_text("my diary")
    text = call(*line, "precious.txt", fails=True)
    assert (
        "precious.txt: is there already; choose another name, or write over it with --force" in text
    )
    assert (folder / "precious.txt").read_text() == "my diary"
    assert not list(folder.glob(".*"))
    assert "not even with --force" in call(*line, "club.db", fails=True)


KEPT = ("club.db", "club.db-wal", "club.db.lock", "club.db.sock", "config.toml", "club.log")


def test_what_the_program_keeps_is_never_written_over(
    folder: Path, writing: tuple[str, ...]
) -> None:
    """By its name, by another path, through a link; whether or not it is there just now."""
    forced = () if writing[0] == "backup" else ("--force",)
    before = content(folder)
    for where in KEPT:
        for target in (Path(where), folder / ".." / folder.name / where):
            assert "never written over, not even with --force" in call(
                *writing, target, *forced, fails=True
            )
        link = Path("link")
        link.symlink_to(where)
        assert "link: is a link to" in call(*writing, link, *forced, fails=True)
        link.unlink()
    after = content(folder)
    assert set(after) == set(before)
    assert all(after[name] == before[name] for name in ("config.toml", "club.log"))
    assert "all is well" in call("doctor")


def test_another_database_is_not_written_over_either(
    folder: Path, writing: tuple[str, ...]
) -> None:
    call("new", "battleboard", "--db", "other.db")
    forced = () if writing[0] == "backup" else ("--force",)
    assert "is a database of Meanwhile" in call(*writing, "other.db", *forced, fails=True)
    assert "all is well" in call("doctor", "--db", "other.db")


@pytest.mark.parametrize("writing", ["export", "film"], indirect=True)
def test_force_writes_over_a_plain_file_at_once(folder: Path, writing: tuple[str, ...]) -> None:
    target, other = folder / "old", folder / "other"
    target.write_text("old")
    target.chmod(0o644)
    other.hardlink_to(target)
    call(*writing, "old", "--force")
    assert target.read_bytes() != b"old"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert other.read_text() == "old", "the file was replaced, not written into"


def test_what_is_no_plain_file_is_refused(folder: Path, writing: tuple[str, ...]) -> None:
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("nowhere")
    forced = () if writing[0] == "backup" else ("--force",)
    for target in ("folder", "pipe", "link"):
        assert target in call(*writing, folder / target, *forced, fails=True)
    assert not (folder / "nowhere").exists()


def test_all_games_are_not_exported_over_others(folder: Path) -> None:
    call("export", "--all", "-o", "all")
    file = folder / "all" / f"{game()}.json"
    file.write_text("mine")
    text = call("export", "--all", "-o", "all", fails=True)
    assert "is there already" in text
    assert file.read_text() == "mine"
    call("export", "--all", "-o", "all", "--force")
    assert file.read_text() != "mine"


def test_what_fails_while_it_is_written_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "board.png"
    target.write_text("old")

    def half() -> None:
        with files.made(target, force=True) as part:
            part.write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(UserError, match="No space left"):
        half()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_somebody_else_makes_meanwhile_stays(tmp_path: Path) -> None:
    target = tmp_path / "board.png"

    def slowly() -> None:
        with files.made(target) as part:
            part.write_text("ours")
            target.write_text("theirs")

    with pytest.raises(UserError, match="is there already"):
        slowly()
    assert target.read_text() == "theirs"


def test_where_there_are_no_hard_links_a_file_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT says EPERM to link(2)."""

    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with files.made(tmp_path / "copy.db") as part:
        part.write_text("ours")
    assert (tmp_path / "copy.db").read_text() == "ours"
    with (
        pytest.raises(UserError, match="is there already"),
        files.made(tmp_path / "copy.db") as part,
    ):
        part.write_text("again")
    assert (tmp_path / "copy.db").read_text() == "ours"


def test_a_scenario_that_commands_terminals_is_refused(tmp_path: Path) -> None:
    """Its names are shown to everybody; TOML lets any character be written as an escape."""
    file = tmp_path / "evil.toml"
    file.write_text('[units."A\\u001b[2J"]\n')
    done = CliRunner().invoke(
        cli.main, ["new", "ambush", "--scenario", str(file), "--db", str(tmp_path / "a.db")]
    )
    assert done.exit_code == 2
    assert "contains characters that control a terminal" in done.output
    assert "\x1b" not in done.output
