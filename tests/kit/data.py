"""Tables of cases that stand in a TOML file beside the module that tries them."""

import tomllib
from pathlib import Path
from typing import Any

from engine.state import REFEREE, Order
from engine.testing.kit import Golden, Setting


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


def goldens(module: str, *referee: type[Order]) -> tuple[Golden, ...]:
    """Return the golden games of ``playthroughs.toml`` beside a module. The referee says one of its
    orders with the fields of the order, or nothing, to let time pass.
    """
    orders = {one.__name__: one for one in referee}
    path, found = Path(module).with_name("playthroughs.toml"), []
    for golden in tomllib.loads(path.read_text("utf-8"))["golden"]:
        name, rows = golden.pop("name"), golden.pop("messages")
        said: list[tuple[int, str, Any]] = []
        for at, seat, *text in rows:
            if seat == "referee":
                words = text[0].split() if text else []
                said.append((at, REFEREE, orders[words[0]](*words[1:]) if words else None))
            else:
                said.append((at, seat, *text))
        setting = Setting(tuple(golden.pop("seats")), **golden)
        found.append(Golden(name, setting, tuple(said)))
    return tuple(found)
