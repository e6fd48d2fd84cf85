"""The places of settings and data.

They are in the current folder, or for an installed program in the folders of the XDG Base Directory
Specification.
"""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

from msgspec import Struct

SETTINGS, DATABASE = Path("config.toml"), Path("meanwhile.db")
"""If one of these files exists in the current folder, that folder is used."""
CHECKOUT = Path(__file__).parents[1] / "pyproject.toml"
"""A file that is next to the packages in a checkout, but not in an installation."""


class Places(Struct, frozen=True):
    """The folders that relative paths in the settings start from."""

    data: Path = Path()
    cache: Path = Path()


def base(variable: str, otherwise: str) -> Path:
    """Return this program's folder in a base directory. A relative path in the variable is ignored,
    as the specification demands. Raises ``RuntimeError`` if there is no home directory.
    """
    named = Path(os.environ.get(variable, ""))
    return (named if named.is_absolute() else Path.home() / otherwise) / "meanwhile"


def settings_path() -> Path:
    if SETTINGS.is_file() or CHECKOUT.is_file():
        return SETTINGS
    try:
        return base("XDG_CONFIG_HOME", ".config") / SETTINGS
    except RuntimeError:
        return SETTINGS


def places() -> Places:
    if any(path.is_file() for path in (CHECKOUT, SETTINGS, DATABASE)):
        return Places()
    try:
        return Places(base("XDG_STATE_HOME", ".local/state"), base("XDG_CACHE_HOME", ".cache"))
    except RuntimeError:
        return Places()


PRINTED = re.compile(r"(?<![\w./-])meanwhile (?=[a-z-])")
"""The name of the program followed by a command."""


def command() -> str:
    """Return the command line that starts this program from here. It is the name if the shell finds
    it, else the path, or ``python -m`` if it was started as a module.
    """
    own = Path(sys.argv[0])
    if own.parts[-2:] == ("meanwhile", "__main__.py"):
        return f"{shlex.quote(near(Path(sys.executable)))} -m meanwhile"
    if own.name != "meanwhile" or shutil.which("meanwhile"):
        return "meanwhile"
    return shlex.quote(near(own))


def near(path: Path) -> str:
    here, folder = path.absolute(), Path.cwd()
    return str(here.relative_to(folder) if here.is_relative_to(folder) else here)


def as_called(text: str) -> str:
    """Return a text in which commands are written as this program was started."""
    return PRINTED.sub(lambda _: f"{command()} ", text)
