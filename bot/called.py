"""How this program is called from here, for the commands that it prints."""

import re
import shlex
import shutil
import sys
from pathlib import Path

PRINTED = re.compile(r"(?<![\w./-])meanwhile (?=[a-z-])")
"""The name of the program where a command follows it."""


def command() -> str:
    """Return how this program is called from here: by its name if the shell finds it, else by its
    path, or as a module of Python if it was started as one.
    """
    own = Path(sys.argv[0])
    if own.parts[-2:] == ("bot", "cli.py"):
        return f"{shlex.quote(near(Path(sys.executable)))} -m bot.cli"
    if own.name != "meanwhile" or shutil.which("meanwhile"):
        return "meanwhile"
    return shlex.quote(near(own))


def near(path: Path) -> str:
    """Return the path of a file, from the current folder if it lies below that."""
    here, folder = path.absolute(), Path.cwd()
    return str(here.relative_to(folder) if here.is_relative_to(folder) else here)


def as_called(text: str) -> str:
    """Return a text whose commands work as this program was called."""
    return PRINTED.sub(lambda _: f"{command()} ", text)
