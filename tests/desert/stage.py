"""Short games for single rules: lines as in ``README.md``, on the Halim Road."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.games.desert.view import View
from engine.state import Event, Seat
from engine.testing.kit import Play, Setting, asked, begin, choose
from tests.desert.driven import Change, Driven, scenario
from tests.desert.worked import DICE, up_to
from tests.kit.games import registered


def game(
    *lines: str,
    change: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    dice: dict[str, Any] | None = None,
) -> Driven:
    """A game of one segment, unless ``options`` say otherwise, after these lines."""
    made = scenario("halim-road", [msgspec.convert(change, Change)] if change else [])
    driven = Driven("rule", made, {"stages": 0, **(options or {})}, dice or {}, False, traced=False)
    driven.lines(*lines)
    return driven


def worked(until: str = "", **options: Any) -> Driven:
    """The worked segment up to, and without, the first line of a seat that reads ``until``."""
    return game(*up_to(until), options=options, dice=DICE)


def view(driven: Driven, seat: Seat) -> View:
    seen: View = driven.play.table.view(seat)
    return seen


def told(driven: Driven, seat: Seat, kind: type[Event]) -> list[Any]:
    return [event for event in driven.told[seat] if isinstance(event, kind)]


def wandering(seed: int, **options: Any) -> Iterator[Play]:
    (case,) = [case for case in registered() if case.name == "desert-2"]
    play = begin(case, Setting(("axis", "cw"), {"stages": 1, **options}), seed)
    rng = random.Random(seed)
    while not play.over:
        yield play
        at, seat, order = choose(play, rng, beside=0)
        if rng.random() < 0.4:
            seat = rng.choice(asked(play.table))
            order = play.game.robot(play.table.view(seat), play.table.menu(seat), rng)
        play.enter(at, seat, order)
