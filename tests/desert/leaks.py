"""Leaks, planted one at a time: each of them the pairs of worlds must notice (rules 4.3)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine import Seat, Table
from engine.games.desert import events, game, prompts, script, world
from engine.games.desert.view import View, copied, project
from tests.kit.planted import planted


@planted(game.Desert, "view")
def view_of_everything(_: Any, self: game.Desert, w: world.World, viewer: Seat, shown: Any) -> View:
    seen = project(w, viewer, shown)
    return msgspec.structs.replace(
        seen, units={name: copied(unit) for name, unit in w.units.items()}
    )


@contextmanager
def held_by_combat_units() -> Iterator[None]:
    with patch.object(world.World, "ground", property(lambda _: {})):
        yield


@planted(prompts.Prompt, "line")
def lines_aloud(real: Any, self: prompts.Prompt, t: Table, seat: Seat, order: Any) -> None:
    """4.3.2: everybody hears that somebody has written a line."""
    real(self, t, seat, order)
    t.tell(events.NotYet(type(order).__name__))


@planted(script.Segment, "open")
def strength_at_the_opening(real: Any, self: script.Segment, t: Table) -> None:
    real(self, t)
    t.tell(events.Supplied({name: unit.ammo for name, unit in t.world.units.items()}))


LEAKS: tuple[Callable[[], AbstractContextManager[Any]], ...] = (
    view_of_everything,
    held_by_combat_units,
    lines_aloud,
    strength_at_the_opening,
)
