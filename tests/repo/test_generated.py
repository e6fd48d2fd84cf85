"""Pages and files that are made of the code are current, and name all that there is."""

import os
import re
import shutil
import subprocess
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

import engine
from bot.cli import main
from bot.service import entries, supervisor
from engine import Frame, Game, Script, Slot, Table
from engine.referee import commands, contacts
from engine.referee.doors import Door
from engine.testing import Kit
from renderers import LANGUAGES, registry, sentences_in
from renderers.toolkit.grid import GridRenderer
from tests.bot.program import ENVIRONMENT
from tests.repo import club, reference, schema
from tests.repo.docs import options, tree
from tests.repo.rules_index import DEFINED, homes, rules, said, tried
from tests.repo.shell import COMPLETIONS, FOLDER, MANUAL, contents
from tests.repo.tree import ROOT, texts


def test_pages_are_current() -> None:
    """Else run `python -m tests.repo.NAME --write`."""
    expected = {club.PAGE: club.page(), schema.PAGE: schema.text()}
    expected |= contents()
    assert [path for path, text in expected.items() if path.read_text("utf-8") != text] == []
    assert {*FOLDER.iterdir()} == {*contents()}


# --- the words of the desk -------------------------------------------------------------------


def test_every_word_says_what_it_does_in_a_line_of_discord_and_that_it_is_done() -> None:
    assert len(club.table().splitlines()[2:]) == len(commands.VERBS)
    for language in LANGUAGES:
        said = sentences_in(language)
        assert [one.key() for one in commands.WORDS if not said.translates(one.message())] == []
        assert [one.key() for one in commands.WORDS if len(said.say(one.message())) > 100] == []
        done = {one.word(): f"did-{one.word().replace(' ', '-')}" for one in commands.WORDS}
        mute = [word for word, message in done.items() if not said.translates(message)]
        assert mute == ["gm kick"], "it answers as `kick` does"


def test_words_have_commands_of_discord_those_of_moderators_under_mod() -> None:
    known = club.there()
    texts = [text for verb in commands.VERBS.values() for text in club.on_discord(verb)]
    assert [text for text in texts if text not in known and text.split()[0] != "/order"] == []
    gm = [one.command() for one in commands.WORDS if one.word().startswith("gm ")]
    assert [command for command in gm if not command.startswith("mod ")] == []


def test_all_meanings_of_a_word_may_be_said_by_the_same() -> None:
    for verb in commands.VERBS.values():
        for name in ("by", "gameless", "misread", "free", "counts"):
            assert len({getattr(one, name) for one in verb.kinds}) == 1, (verb.word, name)


# --- the reference ---------------------------------------------------------------------------


HEADING = re.compile(r"^#{2,3} `([\w.]+)`$", re.MULTILINE)
SUBCLASSED = (
    *(Game, Frame, Slot, Table, registry.Renderer, registry.Extras, GridRenderer),
    *(Door, contacts.DoorNames, entries.DoorEntry, entries.Tells, supervisor.Service, Kit, Script),
)


def headings() -> list[str]:
    return [name for page in reference.pages().values() for name in HEADING.findall(page)]


def hooks(kind: type[Any]) -> list[str]:
    """Return the methods that a class itself has, each as ``Class.method``."""
    base = [name for name in dir(kind.__mro__[1]) if kind is Script]
    return [
        f"{kind.__name__}.{name}"
        for name, found in vars(kind).items()
        if isfunction(found) and not name.startswith("_") and name not in base
    ]


def test_every_public_name_and_every_hook_has_a_heading() -> None:
    wanted = [*engine.__all__, *(kind.__name__ for kind in SUBCLASSED)]
    wanted += [hook for kind in SUBCLASSED for hook in hooks(kind)]
    found = headings()
    assert set(wanted) - set(found) == set()
    assert [name for name in set(found) if found.count(name) > 1] == []


def test_hooks_are_found() -> None:
    assert "Game.setup" in hooks(Game)
    assert hooks(Slot) == ["Slot.read", "Slot.write", "Slot.sample", "Slot.few"]


# --- the index of rules ----------------------------------------------------------------------


def test_every_rule_number_has_one_home_and_a_test() -> None:
    faulty = {
        rule.number: (rule.homes, rule.tests)
        for rule in rules()
        if len(rule.homes) != 1 or not rule.tests or not rule.game
    }
    assert faulty == {}


def test_every_game_has_numbered_rules_and_no_number_stands_twice() -> None:
    for page in (ROOT / "engine" / "games").glob("*/RULES.md"):
        numbers = DEFINED.findall(page.read_text("utf-8"))
        assert len(numbers) == len(set(numbers)) > 0, page


def test_a_number_is_defined_in_bold_at_the_beginning_of_a_line() -> None:
    text = "**SK-3** Failure.\n\n**R4 Moving.** As R5.\n\nsee **BB-1**, and BB-2"
    assert DEFINED.findall(text) == ["SK-3", "R4"]


def test_a_home_is_a_line_of_its_own_in_a_docstring() -> None:
    source = '"""A.\n\nRule: R4.\n"""\n'
    source += (
        'class A:\n    def f(self):\n        """F.\n\n        Rules: SK-1, R-EVEN.\n        """\n'
    )
    source += 'def h():\n    """H.\n\n    Rule: R-CA-CAP.\n    """\n'
    source += 'def g():\n    """As the rule: SK-2, or Rule: SK-3."""\n'
    assert list(homes("a.py", source)) == [
        ("R4", "a.py"),
        ("SK-1", "a.py: A.f"),
        ("R-EVEN", "a.py: A.f"),
        ("R-CA-CAP", "a.py: h"),
    ]


def test_a_test_says_its_numbers_in_its_name_or_docstring() -> None:
    assert said("test_DL_5_2_and_CO_3_a_slide") == {"DL-5", "CO-3"}
    assert said("test_R8_en_passant R-EVEN") == {"R8", "R-EVEN"}
    assert said("test_R_CA_CAP_at_most, R-THIRTY: more.") == {"R-CA-CAP", "R-THIRTY"}
    source = 'def test_SK_1_a():\n    """CO-2."""\ndef help_SK_3(): ...\n'
    assert {number for number, _ in tried("tests/a.py", source)} == {"SK-1", "CO-2"}
    assert list(tried("tests/a/cases/b.toml", "name = 'MV-2'")) == [
        ("MV-2", "tests/a/cases/b.toml")
    ]


def test_no_rule_is_cited_by_a_number_that_the_rules_do_not_have() -> None:
    """People read the rules that came with the program, and not the pages that they are from."""
    cited = [
        (path, number)
        for path, text in texts()
        if path.parts[:2] == ("engine", "games") and path.suffix == ".py"
        for number in re.findall(r"""["'](S\d+|\d\.\d+)["']""", text)
    ]
    assert cited == []


# --- what shells know ------------------------------------------------------------------------


BASH = """
source {file}
COMP_WORDS=(meanwhile {words}); COMP_CWORD={last}
compopt() {{ :; }}
_meanwhile_completion meanwhile
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
_path_files() {{ :; }}
compadd() {{ shift 4; print -l -- ${{(P)1}} }}
_describe() {{ print -l -- ${{${{(P)3}}%%:*}} }}
compdef() {{ :; }}
source {file}
words=(meanwhile {words}); CURRENT=$(({last} + 1))
_meanwhile_completion
"""
FISH = """
source {file}
complete --do-complete "meanwhile {words}"
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def test_the_manual_names_every_command_and_option() -> None:
    page = (FOLDER / MANUAL).read_text("utf-8").replace("\\-", "-")
    for path, command in tree(main):
        assert re.search(rf"\b{path}\b", page), path
        assert [name for name in options(command) if name not in page] == [], path


def wanted(program: str) -> None:
    if shutil.which(program) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{program} is not installed (.ci/run installs it)")
        pytest.skip(f"{program} is not installed")


def test_the_manual_is_a_page_without_faults() -> None:
    wanted("groff")
    command = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-rLL=100n", str(FOLDER / MANUAL)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    text = re.sub(r"\x1b\[\d+m", "", done.stdout)
    assert "meanwhile - A referee for board games in which players interrupt each other\n" in text
    assert "meanwhile play battleboard --seats ann,bob --robot bob --option size=6x6\n" in text


@pytest.mark.parametrize("shell", COMPLETIONS)
def test_a_shell_completes_commands_and_options(shell: str, tmp_path: Path) -> None:
    wanted(shell)

    def completed(words: str) -> set[str]:
        script = SCRIPTS[shell].format(
            file=FOLDER / COMPLETIONS[shell], words=words, last=len(words.split())
        )
        done = subprocess.run(
            [shell, "-c", script],
            cwd=tmp_path,
            env={**ENVIRONMENT, "HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return {line.partition("\t")[0] for line in done.stdout.splitlines()}

    assert completed("pla") == {"play"}
    assert completed("play --se") == {"--seats", "--seed"}
    assert completed("show de") == {"derelict", "desert"}
