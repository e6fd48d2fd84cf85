"""The commands that the program prints work as it was called."""

import sys
from pathlib import Path
from subprocess import run

import pytest

from bot.places import as_called
from bot.words import words
from engine.games import names
from tests.repo.tree import ROOT


def printed(*arguments: str) -> str:
    start = [sys.executable, "-m", "bot.cli", *arguments]
    done = run(start, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


def test_help_and_errors_print_commands_as_the_module_that_was_called() -> None:
    for text in (printed("--help"), printed("play", "--json")):
        assert "-m bot.cli " in text
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


def test_the_list_of_games_says_what_each_game_is() -> None:
    lines = printed("games", "--db", "none.db").splitlines()
    for name in names():
        about = words("en").say(f"terminal-card-{name}")
        assert any(line.split()[:1] == [name] and about in line for line in lines), name
