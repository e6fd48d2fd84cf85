"""Leaks, planted one at a time: each of them the pairs of worlds must notice (rules 4.3)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine import Seat, Table
from engine.games.desert.events import NotYet, Supplied
from engine.games.desert.game import Desert
from engine.games.desert.prompts import Prompt
from engine.games.desert.script import Segment
from engine.games.desert.view import View, copied, project
from engine.games.desert.world import World
from tests.kit.planted import planted


@planted(Desert, "view")
def view_of_everything(_: Any, self: Desert, w: World, viewer: Seat, shown: Any) -> View:
    seen = project(w, viewer, shown)
    return msgspec.structs.replace(
        seen, units={name: copied(unit) for name, unit in w.units.items()}
    )


@contextmanager
def held_by_combat_units() -> Iterator[None]:
    """Who holds a hex for the score is shown while the game lasts: nobody, where a dummy stands."""
    with patch.object(World, "ground", property(lambda _: {})):
        yield


@planted(Prompt, "line")
def lines_aloud(real: Any, self: Prompt, t: Table, seat: Seat, order: Any) -> None:
    """4.3.2: everybody hears that somebody has written a line."""
    real(self, t, seat, order)
    t.tell(NotYet(type(order).__name__))


@planted(Segment, "open")
def strength_at_the_opening(real: Any, self: Segment, t: Table) -> None:
    real(self, t)
    t.tell(Supplied({name: unit.ammo for name, unit in t.world.units.items()}))


LEAKS: tuple[Callable[[], AbstractContextManager[Any]], ...] = (
    view_of_everything,
    held_by_combat_units,
    lines_aloud,
    strength_at_the_opening,
)
