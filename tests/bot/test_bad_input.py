"""What cannot be done is said in one sentence, with exit code 2, and without a stack trace."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from tests.bot.program import SCENARIO

FILES = {
    "two.toml": SCENARIO,
    "bad.toml": "boards = =",
    "unknown.toml": "board = []",
    "off.toml": "boards = [[[1, 99]]]",
    "latin.toml": "# \xe9",
    "bad.json": '{"order/": 1}',
    "no.json": "{",
    "order.json": '{"order/": ["zed"]}',
    "place.json": '{"place/1/2": [99]}',
    "key.toml": 'databse = "x.db"',
    "type.toml": "db = 3",
    "choice.toml": 'language = "fr"',
    "text.db": "This is a letter and no database at all.",
}

BATTLE = "play battleboard"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play juggling", ["juggling", "battleboard"]),
        ("juggle", ["juggle"]),
        (f"{BATTLE} --juggle", ["--juggle"]),
        (f"{BATTLE} --seats ann,public", ["public"]),
        (f"{BATTLE} --seats ann,Public", ["Public"]),
        (f"{BATTLE} --seats ann,#bob", ["#bob"]),
        (f"{BATTLE} --seats ann,ANN", ["ANN", "twice"]),
        (f"{BATTLE} --seats ann,,bob", ["ann,,bob", "missing"]),
        (f"{BATTLE} --seats ann,*", ["*"]),
        (f"{BATTLE} --seats ann", ["players"]),
        (f"{BATTLE} --seats ann,bob,cyd --option players=2", ["3", "2", "players"]),
        (f"{BATTLE} --robot zed", ["zed", "player1, player2"]),
        (f"{BATTLE} --option szie=3x3", ["szie", "size"]),
        (f"{BATTLE} --option size=1x1", ["1x1", "10x8"]),
        (f"{BATTLE} --option players=many", ["players=many", "Possible here: 2–20."]),
        (f"{BATTLE} --option players=21", ["players", "20"]),
        (f"{BATTLE} --option size", ["KEY=VALUE"]),
        (f"{BATTLE} --scenario none.toml", ["none.toml", "No such file"]),
        (f"{BATTLE} --scenario .", ["."]),
        (f"{BATTLE} --scenario bad.toml", ["bad.toml", "line 1"]),
        (f"{BATTLE} --scenario latin.toml", ["latin.toml"]),
        (f"{BATTLE} --scenario unknown.toml", ["unknown.toml", "board"]),
        (f"{BATTLE} --scenario off.toml", ["off.toml", "99", "0 to 7"]),
        (f"{BATTLE} --seed xyz", ["xyz", "hexadecimal"]),
        (f"{BATTLE} --seed 0", ["hexadecimal"]),
        (f"{BATTLE} --dice none.json", ["none.json"]),
        (f"{BATTLE} --dice no.json", ["no.json"]),
        (f"{BATTLE} --dice bad.json", ["bad.json", "values"]),
        (f"{BATTLE} --dice order.json", ["order/1", "zed", "player1"]),
        (f"{BATTLE} --dice place.json", ["place/1/2", "99", "0, 1"]),
        (f"{BATTLE} --db text.db", ["text.db", "--db"]),
        (f"{BATTLE} --db none/x.db", ["none/x.db", "No such file"]),
        (f"{BATTLE} --language fr", ["fr", "zh-TW"]),
        ("play --json", ["--json", "meanwhile games"]),
        ("play --resume k3x9fa", ["no database meanwhile.db", "--db"]),
        (f"{BATTLE} --resume k3x9fa --seed 00", ["GAME", "--seed"]),
        ("--config none.toml games", ["none.toml", "No such file"]),
        ("--config key.toml games", ["key.toml", "databse", "pictures"]),
        ("--config type.toml games", ["type.toml", "db"]),
        ("--config choice.toml games", ["choice.toml", "language"]),
        ("--config bad.toml games", ["bad.toml", "line 1"]),
        ("show juggling", ["juggling", "battleboard"]),
        ("menu k3x9fa ann", ["meanwhile.db"]),
        ("history k3x9fa", ["meanwhile.db"]),
        ("games --db text.db", ["text.db", "--db"]),
    ],
)
def test_it_is_said_what_is_wrong(folder: Path, line: str, said: list[str]) -> None:
    done = CliRunner().invoke(main, line.split())
    assert done.exit_code == 2, done.output
    assert isinstance(done.exception, SystemExit)
    assert [word for word in said if word not in done.stderr] == []
    assert len([text for text in done.stderr.splitlines() if text.startswith("Error: ")]) == 1
    assert "Traceback" not in done.output
    assert not (folder / "meanwhile.log").exists()


def test_a_game_that_could_not_be_made_leaves_nothing(folder: Path) -> None:
    CliRunner().invoke(main, [*BATTLE.split(), "--dice", "place.json"])
    listed = CliRunner().invoke(main, ["games"])
    assert "none yet" in listed.output


def test_a_fault_of_the_program_is_told_without_a_stack_trace(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("bot.commands.games.names", broken)
    done = CliRunner().invoke(main, ["games"])
    assert done.exit_code == 2
    assert "planted" in done.stderr
    assert "meanwhile.log" in done.stderr
    assert "Traceback" not in done.output
