"""A game of somebody else, whose name is not that of its package, is played like every other;
its author has the same laws, and ours stay green where it is installed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli_commands.new_game import package
from engine.games import find, rules_file, rules_of
from tests.outside import install
from tests.outside.install import MEANWHILE, installed, note, run
from tests.repo.tree import ROOT

NIM, BOX = install.EXAMPLES / "nim", install.EXAMPLES / "box"
RULES = (NIM / "nim" / "__init__.py").read_text("utf-8")
CONTRACT = (NIM / "test_nim.py").read_text("utf-8")
TERMINAL = "take 3\nagain\ntake 1\ntake 3\n"
"""A game at a terminal: ann, bob, ann, bob."""
WORDS = {
    "en": ("ann takes 3.", "bob says “again”.", "bob takes 3 and wins."),
    "zh-TW": ("ann 拿走 3 根。", "bob 說「再拿一次」。", "bob 拿走 3 根，獲勝。"),
}
CATALOGUES = {
    language: (NIM / "nim" / "locale" / f"{language}.ftl").read_text("utf-8") for language in WORDS
}
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
POINTS = {"meanwhile.games": {"nim": "%s:EDITIONS"}, "meanwhile.renderers": {"nim": "%s:LOOKS"}}


def points(module: str, *groups: str) -> dict[str, dict[str, str]]:
    return {group: {"nim": POINTS[group]["nim"] % module} for group in groups or POINTS}


@pytest.fixture(params=["module", "package", "renamed"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder in which the game is installed: as one module with its sentences, as the package
    that it is, or in a package of another name.
    """
    if request.param == "package":
        return installed(tmp_path, NIM)
    if request.param == "module":
        (tmp_path / "nim.py").write_text(f"{RULES}\nSENTENCES = {CATALOGUES!r}\n", "utf-8")
        return note(tmp_path, "nim", points("nim"))
    locale = tmp_path / "wooden_matches" / "locale"
    locale.mkdir(parents=True)
    (locale.parent / "__init__.py").write_text("")
    (locale.parent / "rules.py").write_text(RULES, "utf-8")
    for language, text in CATALOGUES.items():
        (locale / f"{language}.ftl").write_text(text, "utf-8")
    return note(tmp_path, "matches", points("wooden_matches.rules"))


@pytest.mark.parametrize("language", WORDS)
def test_an_outside_game_is_played_to_its_end_in_every_language(
    folder: Path, language: str
) -> None:
    command = (*MEANWHILE, "play", "nim", "--seats", "ann,bob", "--language", language)
    done = run(folder, *command, said=TERMINAL)
    assert done.returncode == 0, done.stdout
    assert [word for word in WORDS[language] if word not in done.stdout] == []
    assert "| | | |" in done.stdout, "the board"
    assert "fault" not in done.stdout


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    source, _, _ = RULES.partition("class Looks")
    source = source.replace("from meanwhile.board import GridRenderer\n", "")
    (tmp_path / "nim.py").write_text(f"{source}EDITIONS = (Nim(),)\n", "utf-8")
    return note(tmp_path, "nim", points("nim", "meanwhile.games"))


def test_a_game_without_renderer_and_sentences_shows_the_fields_of_events_and_views(
    bare: Path,
) -> None:
    done = run(bare, *MEANWHILE, "play", "nim", "--seats", "ann,bob", said=TERMINAL)
    assert done.returncode == 0, done.stdout
    assert "Took (by: ann; n: 3; left: 4)." in done.stdout
    assert "left: 0; jokers: ann" in done.stdout
    assert "▶ ann: it is your turn." in done.stdout
    assert "fault" not in done.stdout


def test_a_game_without_renderer_and_sentences_keeps_the_laws_of_pictures(bare: Path) -> None:
    contract = CONTRACT.replace("(Laws, PictureLaws)", "(PictureLaws)")
    assert contract != CONTRACT
    (bare / "test_nim.py").write_text(contract, "utf-8")
    done = run(bare, *PYTEST, "test_nim.py")
    assert done.returncode == 0, done.stdout


def test_an_outside_game_is_listed_and_shown(folder: Path) -> None:
    assert "nim" in run(folder, *MEANWHILE, "games").stdout
    shown = run(folder, *MEANWHILE, "show", "nim")
    assert shown.returncode == 0, shown.stdout
    assert "sticks" in shown.stdout


def test_the_examples_keep_the_laws_of_all_games_and_doors(tmp_path: Path) -> None:
    done = run(installed(tmp_path, NIM, BOX), *PYTEST, "test_nim.py", "test_box.py")
    assert done.returncode == 0, done.stdout
    lines = CONTRACT.partition("class NimKit")[2].splitlines()
    assert len([line for line in lines if line.strip()]) <= 7


def test_a_broken_outside_game_fails_its_contract(tmp_path: Path) -> None:
    """The laws bite where their assertions are not our own tests'."""
    broken = RULES.replace("default=Take(1)", "default=Take(9)")
    assert broken != RULES
    (installed(tmp_path, NIM) / "nim" / "__init__.py").write_text(broken, "utf-8")
    done = run(tmp_path, *PYTEST, "-x", "test_nim.py")
    assert done.returncode == 1
    assert "the default is not legal" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("news.prompted and", "news.entry % 2 and news.prompted and", "shown_to_nobody"),
        ("raise TryLater(", "raise OSError(", "tried_later_or_never"),
    ],
    ids=["counting", "raising"],
)
def test_a_broken_outside_door_fails_its_contract(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    installed(tmp_path, NIM, BOX)
    source = (tmp_path / "box.py").read_text("utf-8")
    assert old in source
    (tmp_path / "box.py").write_text(source.replace(old, new), "utf-8")
    if said == "tried_later_or_never":
        contract = (tmp_path / "test_box.py").read_text("utf-8")
        nowhere = contract.replace('Path(tempfile.mkdtemp(prefix="box-"))', 'Path("/dev/null")')
        assert nowhere != contract
        (tmp_path / "test_box.py").write_text(nowhere, "utf-8")
    done = run(tmp_path, *PYTEST, "test_box.py")
    assert done.returncode == 1, done.stdout
    assert re.search(f"FAILED .*{said}", done.stdout), done.stdout


def test_the_examples_are_short() -> None:
    """Count rules, renderer and test; door and test."""
    for example, most in ((NIM, 150), (BOX, 210)):
        lines = [file.read_text("utf-8").count("\n") for file in example.rglob("*.py")]
        assert sum(lines) < most, example


@pytest.mark.nightly
def test_a_new_game_is_green_in_an_environment_of_its_own(tmp_path: Path) -> None:
    """What the command says next is done as it says, but for the network."""
    home = install.environment_of_wheels(tmp_path, ROOT)
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def do(*command: str, folder: Path = tmp_path, said: str = "") -> str:
        return subprocess.run(
            command,
            cwd=folder,
            env=variables,
            input=said,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=True,
            timeout=240,
        ).stdout

    python, meanwhile = str(home / "bin" / "python"), str(home / "bin" / "meanwhile")
    do(meanwhile, "new-game", "foxhunt")
    game = tmp_path / "foxhunt"
    pip = (sys.executable, "-m", "pip", "--quiet", f"--python={python}", "install")
    do(*pip, "--no-deps", "--no-index", "--no-build-isolation", "--editable", ".", folder=game)
    assert " passed" in do(python, "-m", "pytest", "-q", folder=game)
    told = do(meanwhile, "play", "foxhunt", "--seats", "ann,bob", said="walk 3\nagain\nquit\n")
    assert "bob says “again”." in told


def test_a_type_checker_and_a_linter_find_nothing_in_examples_and_new_games(tmp_path: Path) -> None:
    for path, text in package("foxhunt"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    sources = [str(file) for folder in (NIM, BOX, tmp_path) for file in folder.rglob("*.py")]
    found = {"MYPYPATH": os.pathsep.join(map(str, (ROOT, NIM, BOX, tmp_path)))}
    lenient = ("--follow-imports=silent", "--ignore-missing-imports")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    settings = f"--config={ROOT / 'pyproject.toml'}"
    for command in (
        ("mypy", "--config-file=", "--strict", *lenient, cache, *sources),
        ("ruff", "check", settings, "--ignore=ARG002,I001", *sources),
        ("ruff", "format", "--check", settings, *sources),
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            env={**os.environ, **found},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_a_game_without_a_page_of_rules_is_explained_by_its_module(tmp_path: Path) -> None:
    asked = (
        "from nim import Nim; from engine.games import rules_file, rules_of;"
        "print(rules_file(Nim()), rules_of(Nim()))"
    )
    done = run(installed(tmp_path, NIM), "-c", asked)
    assert done.stdout.startswith("None Nim: whoever takes the last stick wins. Once in a game")


def test_a_page_of_rules_lies_beside_the_module_of_its_game() -> None:
    game = find("battleboard")
    page = ROOT / "engine" / "games" / "battleboard" / "RULES.md"
    assert str(rules_file(game)) == str(page)
    assert rules_of(game) == page.read_text("utf-8")
