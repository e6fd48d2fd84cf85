"""Where settings and data lie: in the current folder, or, where the program is installed, in the
folders of the XDG Base Directory Specification.
"""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

from msgspec import Struct

SETTINGS, DATABASE = Path("config.toml"), Path("meanwhile.db")
"""What makes the current folder the one that is used, wherever the program lies."""
CHECKOUT = Path(__file__).parents[1] / "pyproject.toml"
"""Stands beside the packages in a checkout, and nowhere else."""


class Places(Struct, frozen=True):
    """The folders from which paths in the settings go out."""

    data: Path = Path()
    cache: Path = Path()


def base(variable: str, otherwise: str) -> Path:
    """Return the folder of this program in a base directory. A relative path in the variable is
    ignored, as the specification wants it. Raises ``RuntimeError`` if nobody has a home here.
    """
    named = Path(os.environ.get(variable, ""))
    return (named if named.is_absolute() else Path.home() / otherwise) / "meanwhile"


def settings_path() -> Path:
    """Return where the settings are looked for that no option names."""
    if SETTINGS.is_file() or CHECKOUT.is_file():
        return SETTINGS
    try:
        return base("XDG_CONFIG_HOME", ".config") / SETTINGS
    except RuntimeError:
        return SETTINGS


def places() -> Places:
    """Return where data lie of which the settings, if any, were named by no option."""
    if any(path.is_file() for path in (CHECKOUT, SETTINGS, DATABASE)):
        return Places()
    try:
        return Places(base("XDG_STATE_HOME", ".local/state"), base("XDG_CACHE_HOME", ".cache"))
    except RuntimeError:
        return Places()


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
