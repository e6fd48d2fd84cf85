"""What cannot be done is said in one sentence, with exit code 2, and without a stack trace."""

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from msgspec import Struct

from bot.cli import COMMANDS, main
from bot.config import Config, read_config, unknown_keys
from bot.places import as_called
from bot.words import words
from engine.errors import UserError
from engine.games import names
from tests.bot.program import SCENARIO
from tests.kit.each import each
from tests.repo.tree import ROOT

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


@each(
    "line, said",
    [
        ("play --resume k3x9fa", ["no database meanwhile.db", "--db"]),
        ("tidy", ["there is no such database"]),
        ("play juggling", ["juggling", "battleboard"]),
        ("juggle", ["juggle"]),
        (f"{BATTLE} --juggle", ["--juggle"]),
        (f"{BATTLE} --seats ann,public", ["public"]),
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
        (f"{BATTLE} --scenario bad.toml", ["bad.toml", "line 1"]),
        (f"{BATTLE} --scenario latin.toml", ["latin.toml"]),
        (f"{BATTLE} --scenario unknown.toml", ["unknown.toml", "board"]),
        (f"{BATTLE} --scenario off.toml", ["off.toml", "99", "0 to 7"]),
        (f"{BATTLE} --seed xyz", ["xyz", "hexadecimal"]),
        (f"{BATTLE} --dice no.json", ["no.json"]),
        (f"{BATTLE} --dice bad.json", ["bad.json", "values"]),
        (f"{BATTLE} --dice order.json", ["order/1", "zed", "player1"]),
        (f"{BATTLE} --dice place.json", ["place/1/2", "99", "0, 1"]),
        (f"{BATTLE} --db text.db", ["text.db", "--db"]),
        (f"{BATTLE} --db none/x.db", ["none/x.db", "No such file"]),
        (f"{BATTLE} --language fr", ["fr", "zh-TW"]),
        ("play --json", ["--json", "meanwhile games"]),
        (f"{BATTLE} --resume k3x9fa --seed 00", ["GAME", "--seed"]),
        ("--config none.toml games", ["none.toml", "No such file"]),
        ("--config key.toml games", ["key.toml", "databse", "pictures"]),
        ("--config type.toml games", ["type.toml", "db"]),
        ("--config choice.toml games", ["choice.toml", "language"]),
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

    monkeypatch.setattr("bot.cli_commands.games.names", broken)
    done = CliRunner().invoke(main, ["games"])
    assert done.exit_code == 2
    assert "planted" in done.stderr
    assert "meanwhile.log" in done.stderr
    assert "Traceback" not in done.output


def started(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_help_and_errors_print_commands_as_the_module_that_was_called() -> None:
    text = started(ROOT, "-m", "meanwhile", "play", "--json").stderr
    assert "-m meanwhile " in text
    assert "meanwhile play" not in text
    assert "`meanwhile " not in text


def test_a_program_that_the_shell_does_not_find_is_printed_with_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin" / "meanwhile")])
    assert as_called("try `meanwhile games`") == "try `bin/meanwhile games`"
    assert as_called("/a/meanwhile play, Meanwhile plays") == "/a/meanwhile play, Meanwhile plays"


def test_the_list_of_games_says_what_each_game_is(folder: Path) -> None:
    lines = CliRunner().invoke(main, ["games"]).output.splitlines()
    for name in names():
        about = words("en").say(f"terminal-card-{name}")
        assert any(line.split()[:1] == [name] and about in line for line in lines), name
    assert not (folder / "meanwhile.db").exists()


BROKEN = """
import sys
from bot import cli
{}
sys.argv = ["meanwhile", "games"]
cli.main()
"""


def test_nobody_but_the_authors_sees_a_stack_trace(tmp_path: Path) -> None:
    fault = 'cli.COMMANDS["games"] = ("bot.no_such_module", "")'
    done = started(tmp_path, "-c", BROKEN.format(fault))
    assert done.returncode == 2
    assert done.stderr.startswith("Error: a fault of the program: ")
    assert len(done.stderr.splitlines()) == 1
    noted = (tmp_path / "meanwhile.log").read_text()
    assert "Traceback" in noted
    assert "games" in noted


LOADED = """
import sys
from bot.cli import main
try:
    main({arguments!r})
finally:
    print("\\n".join(sys.modules), file=sys.stderr)
"""
HEAVY = {"PIL", "discord", "sqlite_utils", "structlog", "structlog.dev", "rich", "prompt_toolkit"}


def test_windows_is_answered_in_one_sentence() -> None:
    told = "import sys; sys.platform = 'win32'; import meanwhile.__main__"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "WSL" in done.stderr


SLOW_TO_SHOW = {"renderers", "mail", "fluent", "babel", "chess.pgn", "engine.referee.referee"}


def loaded(folder: Path, *arguments: str) -> set[str]:
    done = started(folder, "-c", LOADED.format(arguments=arguments))
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines())


def test_the_help_loads_no_command_and_no_game(tmp_path: Path) -> None:
    found = loaded(tmp_path, "--help")
    assert "bot.cli" in found
    assert found & (HEAVY | SLOW_TO_SHOW) == set()
    assert [name for name in found if name.startswith(("bot.cli_commands", "engine.games."))] == []


def test_the_list_of_games_loads_no_rules_and_nothing_that_draws_or_stores(tmp_path: Path) -> None:
    found = loaded(tmp_path, "games")
    assert "bot.cli_commands.games" in found
    assert "engine.games.battleboard" not in found
    assert found & (HEAVY | SLOW_TO_SHOW) == set()


def test_who_plays_a_game_loads_no_other(tmp_path: Path) -> None:
    """The words of all games are read, and none of the games for them."""
    found = loaded(tmp_path, "play", "battleboard", "--seats", "ann,bob", "--json")
    assert {"engine.games.battleboard", "renderers.sentences"} <= found
    others = ("ambush", "derelict", "desert", "dicechess")
    assert [
        name for name in found if name.startswith(tuple(f"engine.games.{x}" for x in others))
    ] == []
    assert [
        name for name in found if name.startswith(tuple(f"renderers.{x}" for x in others))
    ] == []


def test_the_help_says_of_each_command_what_the_command_says_first_of_itself() -> None:
    context = click.Context(main)
    said = {name: main.get_command(context, name) for name in COMMANDS}
    assert {name: text for name, (_, text) in COMMANDS.items()} == {
        name: command and command.get_short_help_str(limit=200) for name, command in said.items()
    }


def said(*words: str) -> tuple[int, str]:
    """Return the exit code of ``meanwhile sentence`` and what it prints."""
    done = CliRunner().invoke(main, ["sentence", *words])
    return done.exit_code, done.output


def test_words_of_a_sentence_and_its_id_lead_to_the_catalogues() -> None:
    code, text = said("bombed", "their", "own", "board")
    assert code == 0
    place, message = text.splitlines()[:2]
    assert place.rpartition(":")[0].endswith("engine/games/battleboard/locale/en.ftl")
    assert message.startswith("battleboard-bombed =")
    _, text = said("battleboard-bombed")
    assert "engine/games/battleboard/locale/zh-TW.ftl:" in text
    code, text = said("quux")
    assert (code, "no sentence contains 'quux'" in text, "fewer words" in text) == (2, True, True)


def test_settings_are_those_of_a_named_file_or_of_the_current_folder_or_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_config(None) == Config()
    (tmp_path / "config.toml").write_text('db = "other.db"')
    assert read_config(None).db == "other.db"
    (tmp_path / "mine.toml").write_text('language = "zh-TW"')
    assert read_config(Path("mine.toml")) == Config(language="zh-TW")


@each(
    "text, said",
    [
        ('langauge = "en"', ["langauge", "did you mean 'language'", "pictures"]),
        ("db = 3", ["db", "str"]),
        ('language = "fr"', ["language", "fr"]),
        ("db = =", ["line 1"]),
        ("[keep]\nreceipts = 3", ["keep.receipts", ">= 7"]),
        ("[keep]\nlogs = 1e9", ["keep.logs", "int"]),
        ('[keep]\nzone = "Europe/Berlim"', ["keep.zone", "did you mean 'Europe/Berlin'"]),
        ("[keep]\nnews = 30", ["keep.news", "receipts", "pictures"]),
    ],
)
def test_a_bad_setting_is_named_with_its_file_reason_and_remedy(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UserError) as problem:
        read_config(path)
    assert [word for word in (*said, "mine.toml") if word not in str(problem.value)] == []


def test_a_key_of_an_inner_table_is_named_in_full() -> None:
    class Inner(Struct):
        port: int = 0

    class Outer(Struct):
        line: Inner

    assert list(unknown_keys({"line": {"prot": 1}}, Outer)) == [("line.prot", ["port"])]
