"""Words that the tables of desert have in common."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.games.desert.units import Unit
from renderers.registry import Say
from renderers.toolkit.scene import TableScene

Sheet = tuple[tuple[TableScene, ...], tuple[str, ...]]
"""Tables, and lines below them."""
Rows = Iterable[tuple[str, ...]]
NOTHING = "-"
"""What stands where there is nothing."""


def heads(say: Say, words: str) -> tuple[str, ...]:
    """Return the heads of a table, of words with blanks between them."""
    return tuple(say(f"desert-head-{word}") for word in words.split())


def toe(points: Mapping[str, int]) -> str:
    """Return stocks as ``2 ammo 1 fuel``."""
    return " ".join(f"{n} {kind}" for kind, n in points.items() if n) or "-"


def states(unit: Unit, say: Say) -> Iterator[str]:
    """Yield how a unit is, in words."""
    there: dict[str, Any] = {
        unit.position or "": unit.position,
        "pinned": unit.pinned,
        "engaged": unit.engaged,
        "contact": unit.contact,
        "retreated": unit.retreated_in,
        "broken": unit.broken,
    }
    for word, value in there.items():
        if value:
            yield say("desert-state", state=word)


def drawn(
    say: Say,
    title: str,
    columns: str,
    rows: Rows,
    right: tuple[int, ...] = (),
    filled: tuple[int, int] | None = None,
) -> TableScene:
    """Return a table under heads, of words with blanks between them."""
    return TableScene(title, heads(say, columns), tuple(rows), right, filled)
