"""`meanwhile new-game` writes a game that is green at once, whatever it is called."""

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.cli_commands.new_game import ENDING, KIND, TITLE, package
from renderers import LANGUAGES
from tests.outside.install import MEANWHILE, installed, run

TERMINAL = "walk 3\nagain\nwalk 3\nwalk 3\nfine\nwalk 3\n"
"""On the track of twelve: ann walks, is interrupted and walks once more; then bob, then ann."""
SAID = {
    "en": ("ann walks 3 steps.", "bob says “again”.", "12 of 12 steps"),
    "zh-TW": ("ann 走了 3 步。", "bob 說「再走一次」。", "已走 12 步，共 12 步"),
}


def called(folder: Path, *arguments: str) -> Result:
    before = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(main, ["new-game", *arguments])
    finally:
        os.chdir(before)


@pytest.fixture
def hunt(tmp_path: Path) -> Path:
    made = called(tmp_path, "foxhunt")
    assert made.exit_code == 0, made.output
    (tmp_path / "site").mkdir()
    return installed(tmp_path / "site", tmp_path / "foxhunt")


def test_a_new_game_keeps_the_laws_of_all_games(hunt: Path) -> None:
    done = run(hunt, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert "skipped" in done.stdout, "a game without secrets has no pairs of worlds"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_game_is_played_to_its_end_in_every_language(hunt: Path, language: str) -> None:
    command = (*MEANWHILE, "play", "foxhunt", "--seats", "ann,bob", "--language", language)
    done = run(hunt, *command, said=TERMINAL)
    assert done.returncode == 0, done.stdout
    assert [text for text in SAID[language] if text not in done.stdout] == []


def test_a_new_game_brings_its_rules(hunt: Path) -> None:
    shown = run(hunt, *MEANWHILE, "rules", "foxhunt")
    assert shown.returncode == 0, shown.stdout
    assert shown.stdout.startswith("Foxhunt\n\n1 Two players walk a track in turn")
    about = run(hunt, *MEANWHILE, "show", "foxhunt")
    assert "rules foxhunt\n" in about.stdout, about.stdout


def test_a_new_game_has_no_word_of_the_templates_left() -> None:
    files = list(package("foxhunt"))
    assert len(files) == 8
    texts = [f"{path}\n{text}" for path, text in files]
    assert [text for text in texts if KIND in text or TITLE in text] == []
    assert not any(str(path).endswith(ENDING) for path, _ in files)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Fox", "'Fox': no game can be called that; use a word of small letters"),
        ("../fox", "'../fox': no game can be called that"),
        ("class", "'class': no game can be called that"),
        ("battleboard", "battleboard: there is a game of that name"),
        ("json", "json: Python has a module of that name"),
        ("kept", "kept: is there already; name another place with --folder"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "kept").mkdir()
    refused = called(tmp_path, name)
    assert refused.exit_code == 2
    assert said in refused.output
    assert [path.name for path in tmp_path.rglob("*")] == ["kept"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = called(tmp_path, "foxhunt", "--folder", "file/foxhunt")
    assert refused.exit_code == 2
    assert "file/foxhunt: " in refused.output
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


def test_the_command_says_how_to_go_on(tmp_path: Path) -> None:
    made = called(tmp_path, "foxhunt", "--folder", "there")
    assert made.exit_code == 0, made.output
    assert "cd there\n" in made.output
    assert (tmp_path / "there" / "foxhunt" / "rules.py").is_file()
    assert sys.modules.get("foxhunt") is None
