"""Tables of cases that stand in a TOML file beside the module that tries them."""

import tomllib
from pathlib import Path
from typing import Any


def beside(module: str) -> dict[str, Any]:
    """Return the tables of the file that is named like a module, given by its ``__file__``. What
    is an array there is a tuple.
    """
    found: dict[str, Any] = frozen(
        tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))
    )
    return found


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: frozen(one) for name, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value
