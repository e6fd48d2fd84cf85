"""The manual page and the completions are those of today's commands, and work."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.cli import main
from tests.bot.program import ENVIRONMENT
from tests.repo.docs import options, tree
from tests.repo.shell import COMPLETIONS, FOLDER, MANUAL, contents

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


def test_what_shells_know_is_current() -> None:
    """Else run `python -m tests.repo.shell --write`."""
    expected = contents()
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path in expected}
    assert [path.name for path, text in expected.items() if path.read_text("utf-8") != text] == []


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
