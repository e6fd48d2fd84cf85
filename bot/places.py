"""Where settings and data lie: in the current folder, or, where the program is installed, in the
folders of the XDG Base Directory Specification.
"""

import os
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
