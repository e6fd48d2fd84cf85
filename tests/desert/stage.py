"""Short games for single rules: lines as in ``README.md``, on the Halim Road."""

from typing import Any

import msgspec

from engine.games.desert.view import View
from engine.state import Event, Seat
from tests.desert.driven import Change, Driven, scenario
from tests.desert.worked import DICE, SAID


def game(
    *lines: str,
    change: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    dice: dict[str, Any] | None = None,
) -> Driven:
    """A game of one segment, unless ``options`` say otherwise, after these lines."""
    made = scenario("halim-road", [msgspec.convert(change, Change)] if change else [])
    driven = Driven("rule", made, {"stages": 0, **(options or {})}, dice or {}, False, traced=False)
    driven.lines(list(lines))
    return driven


def worked(until: str = "", **options: Any) -> Driven:
    """The worked segment up to, and without, the first line of a seat that reads ``until``."""
    lines = [f"{seat}: {text}" for seat, text in SAID]
    if until:
        lines = lines[: lines.index(until)]
    return game(*lines, options=options, dice=DICE)


def view(driven: Driven, seat: Seat) -> View:
    seen: View = driven.play.table.view(seat)
    return seen


def told(driven: Driven, seat: Seat, kind: type[Event]) -> list[Any]:
    return [event for event in driven.told[seat] if isinstance(event, kind)]
