"""A fault of the program: one sentence for whoever is there, and the whole story in the log."""

import subprocess
import sys
from pathlib import Path

import pytest

BROKEN = """
import sys
from bot import cli
{}
sys.argv = ["meanwhile", "games"]
cli.main()
"""


@pytest.mark.parametrize(
    "fault",
    [
        'cli.COMMANDS["games"] = ("bot.no_such_module", "")',
        "import bot.commands.games\nbot.commands.games.names = lambda: 1 / 0",
    ],
    ids=["cannot be loaded", "fails"],
)
def test_nobody_but_the_authors_sees_a_stack_trace(tmp_path: Path, fault: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN.format(fault)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: a fault of the program: ")
    assert len(done.stderr.splitlines()) == 1
    noted = (tmp_path / "meanwhile.log").read_text()
    assert "Traceback" in noted
    assert "games" in noted
