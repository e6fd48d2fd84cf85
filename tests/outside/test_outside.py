"""A game of somebody else, whose name is not that of its package, is played like every other;
its author has the same laws, and ours stay green where it is installed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import find, rules_file, rules_of
from tests.outside.sticks import SENTENCES, Nim
from tests.repo.tree import ROOT

HERE = Path(__file__).parent
SOURCE = (HERE / "sticks.py").read_text("utf-8")
CONTRACT = (HERE / "contract.py").read_text("utf-8").replace("tests.outside.sticks", "sticks")
MEANWHILE = ("-c", "from bot.cli import main; main()")
CALLED_FOR_NAMES = (
    "tests/kit",
    "tests/renderers/test_sentences.py",
    "tests/bot/test_looking.py",
    "tests/bot/test_sitting.py",
    "tests/discord/test_form.py",
    "tests/battleboard/test_line_json.py",
)
"""Our tests that are made for each installed game."""


def install(folder: Path, module: str, *, drawn: bool = True) -> Path:
    """Install what ``module`` brings, as pip would: with a note of its entry points; one that is
    not ``drawn`` names no renderer.
    """
    note = folder / "sticks-1.0.dist-info"
    note.mkdir()
    (note / "METADATA").write_text("Metadata-Version: 2.1\nName: sticks\nVersion: 1.0\n")
    looks = f"[meanwhile.renderers]\nnim = {module}:LOOKS\n" if drawn else ""
    (note / "entry_points.txt").write_text(f"[meanwhile.games]\nnim = {module}:EDITIONS\n{looks}")
    return folder


@pytest.fixture(params=["module", "package"])
def installed(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder in which the game is installed: as one module, or in a package with a catalogue."""
    if request.param == "module":
        (tmp_path / "sticks.py").write_text(SOURCE, "utf-8")
        return install(tmp_path, "sticks")
    package = tmp_path / "wooden_matches"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    head, _, rest = SOURCE.partition("SENTENCES = ")
    (package / "rules.py").write_text(head + rest.partition('"""\n}\n')[2], "utf-8")
    (package / "locale" / "en.ftl").write_text(SENTENCES["en"], "utf-8")
    return install(tmp_path, "wooden_matches.rules")


def run(folder: Path, *command: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with the game installed."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "HOME": str(folder)},
        input=said,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_an_outside_game_is_played_to_its_end_in_every_language(
    installed: Path, language: str
) -> None:
    orders = "take 3\nagain\ntake 1\nfine\ntake 3\n"
    command = (*MEANWHILE, "play", "nim", "--seats", "ann,bob", "--language", language)
    done = run(installed, *command, said=orders)
    assert done.returncode == 0, done.stdout
    assert "ann takes 3." in done.stdout
    assert "says “again”" in done.stdout
    assert "| | | |" in done.stdout, "the board"
    assert "fault" not in done.stdout


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder in which the game is installed without renderer and sentences."""
    rules, _, _ = SOURCE.partition("class Looks")
    head, _, rest = rules.partition("SENTENCES = ")
    source = head.replace("from renderers.toolkit.grid import GridRenderer\n", "")
    text = source + rest.partition('"""\n}\n')[2] + "EDITIONS = (Nim(),)\n"
    (tmp_path / "sticks.py").write_text(text, "utf-8")
    return install(tmp_path, "sticks", drawn=False)


def test_a_game_without_renderer_and_sentences_shows_the_fields_of_events_and_views(
    bare: Path,
) -> None:
    orders = "take 3\nagain\ntake 1\nfine\ntake 3\n"
    done = run(bare, *MEANWHILE, "play", "nim", "--seats", "ann,bob", said=orders)
    assert done.returncode == 0, done.stdout
    assert "Took (by: ann; n: 3)." in done.stdout
    assert "left: 0; jokers: ann" in done.stdout
    assert "You are asked." in done.stdout
    assert "fault" not in done.stdout


def test_a_game_without_renderer_and_sentences_keeps_the_laws_of_pictures(bare: Path) -> None:
    contract = CONTRACT.replace("(Laws, PictureLaws)", "(PictureLaws)")
    assert contract != CONTRACT
    (bare / "test_nim.py").write_text(contract, "utf-8")
    done = run(bare, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_nim.py")
    assert done.returncode == 0, done.stdout


def test_an_outside_game_is_listed_and_shown(installed: Path) -> None:
    assert "nim" in run(installed, *MEANWHILE, "games").stdout
    shown = run(installed, *MEANWHILE, "show", "nim")
    assert shown.returncode == 0, shown.stdout
    assert "sticks" in shown.stdout


def test_its_author_has_the_laws_of_all_games_in_seven_lines(tmp_path: Path) -> None:
    (tmp_path / "sticks.py").write_text(SOURCE, "utf-8")
    install(tmp_path, "sticks")
    (tmp_path / "test_nim.py").write_text(CONTRACT, "utf-8")
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_nim.py")
    assert done.returncode == 0, done.stdout
    lines = CONTRACT.partition("class NimKit")[2].splitlines()
    assert len([line for line in lines if line.strip()]) <= 7


def test_a_broken_outside_game_fails_its_contract(tmp_path: Path) -> None:
    """The laws bite where their assertions are not our own tests'."""
    broken = SOURCE.replace("default=Take(1)", "default=Take(9)")
    assert broken != SOURCE
    (tmp_path / "sticks.py").write_text(broken, "utf-8")
    install(tmp_path, "sticks")
    (tmp_path / "test_nim.py").write_text(CONTRACT, "utf-8")
    done = run(tmp_path, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "test_nim.py")
    assert done.returncode == 1
    assert "the default is not legal" in done.stdout


@pytest.mark.nightly
def test_our_tests_stay_green_with_an_outside_game_installed(tmp_path: Path) -> None:
    """Whatever is made for it by its name, and what counts the games."""
    (tmp_path / "sticks.py").write_text(SOURCE, "utf-8")
    install(tmp_path, "sticks")
    tests = [str(ROOT / name) for name in CALLED_FOR_NAMES]
    picked = "nim or listed or every_edition or golden_games"
    done = run(
        tmp_path,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")),
        *("--rootdir", str(ROOT), "-k", picked, *tests),
    )
    assert done.returncode == 0, done.stdout[-3_000:]


def test_a_game_without_a_page_of_rules_is_explained_by_its_module() -> None:
    assert rules_file(Nim()) is None
    assert rules_of(Nim()).startswith("Nim in one module: rules, sentences, pictures. Who takes ")


def test_a_page_of_rules_lies_beside_the_module_of_its_game() -> None:
    game = find("battleboard")
    page = ROOT / "engine" / "games" / "battleboard" / "RULES.md"
    assert str(rules_file(game)) == str(page)
    assert rules_of(game) == page.read_text("utf-8")


def test_the_examples_of_the_readme_are_from_a_game_that_is_played() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    assert [block for block in blocks if block not in SOURCE + CONTRACT] == []
