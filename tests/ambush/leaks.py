"""Leaks, planted one at a time: each of them the pairs of worlds must notice (rules 4.3, 4.6)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine import Ask, Order, Seat, Table
from engine.games.ambush import damage, deployment, events, rounds, units
from engine.games.ambush.game import Ambush
from engine.games.ambush.view import View, copied, project
from engine.games.ambush.windows import SealedWindow, Window
from engine.games.ambush.world import World
from engine.table import GameTable
from tests.kit.planted import planted


@planted(GameTable, "closed")
def early_close(real: Any, self: GameTable, ask: Ask) -> bool:
    """IS-2: a window closes when everybody has answered."""
    return real(self, ask) or (
        bool(ask.seats) and all(seat in self.state.answers for seat in ask.seats)
    )


@planted(SealedWindow, "ask")
def late_by_window(real: Any, self: SealedWindow, t: Table) -> Any:
    """IS-1: a window is longer where there is something to decide."""
    asked = real(self, t)
    more = 600 * len(self.chances)
    return asked and msgspec.structs.replace(asked, window=(asked.window or 0) + more)


@planted(SealedWindow, "ask")
def asked_only_if_near(_: Any, self: SealedWindow, t: Table) -> Ask | None:
    """IS-3: only who has something to decide is asked."""
    return Ask(tuple(self.chances), self.length, secret=True) if self.chances else None


@planted(Ambush, "view")
def view_of_everything(_: Any, self: Ambush, w: World, viewer: Seat, shown: Any) -> View:
    """IS-8: menus, pictures and completions are made from the world."""
    seen = project(w, viewer, shown)
    return msgspec.structs.replace(
        seen, units={name: copied(unit) for name, unit in w.units.items()}
    )


@planted(units.Position, "standing_in")
def occupied_by_hidden(_: Any, self: units.Position, hex: str) -> units.Unit | None:
    """IS-7: a step into a hidden unit is "occupied" and not a contact."""
    return next((u for u in self.units.values() if u.hex == hex and not u.dead), None)


@contextmanager
def one_stream() -> Iterator[None]:
    """IS-10: one stream of dice, and a die that is thrown in secret."""
    real_resume, real_dice = Window.resume, GameTable.dice

    def resume(self: Window, t: Any) -> None:
        t.dice("secret")(range(6))
        real_resume(self, t)

    def shared(self: GameTable, key: str, salts: Any = None) -> Any:
        return real_dice(self, f"stream/{self.state.rolled}", salts)

    with patch.object(Window, "resume", resume), patch.object(GameTable, "dice", shared):
        yield


@planted(Window, "resume")
def counted_in_private(real: Any, self: Window, t: Any) -> None:
    """IS-12: a secret window has a number."""
    t.state.question += 1
    real(self, t)


@planted(Ambush, "view")
def turns_for_hidden(_: Any, self: Ambush, w: World, viewer: Seat, shown: Any) -> View:
    """IS-29: the list of turns has one for every hidden unit."""
    seen = project(w, viewer, shown)
    more = tuple(unit.owner for unit in w.units.values() if unit.hidden and unit.alive)
    return msgspec.structs.replace(seen, turns=[*seen.turns, *more])


@planted(rounds, "score")
def scored_by_secrets(real: Any, w: World, seat: Seat) -> Any:
    """IS-33: hidden units that are still there count for the score."""
    return real(w, seat) + sum(unit.tons for unit in w.of(seat) if unit.hidden)


@planted(GameTable, "tell")
def pledged_if_used(real: Any, self: GameTable, event: Any, /, **copies: Any) -> None:
    """IS-28, F2: a commitment is published for every place in an allowance that is used."""
    if isinstance(event, events.Pledged) and not self.world.slots[event.slot].unit:
        return
    real(self, event, **copies)


@planted(deployment.Hiding, "leaves")
def committed_to_what_is_used(
    real: Any, self: deployment.Hiding, t: Table, seat: Seat, order: Order
) -> tuple[str, ...]:
    """IS-28, F2: the commitment of a side has as many leaves as it has hidden units."""
    return tuple(text for text in real(self, t, seat, order) if text != damage.content(None))


@planted(Ambush, "always")
def standing_orders_aloud(real: Any, self: Ambush, t: Table, seat: Seat, order: Any) -> None:
    """F4: everybody hears that a standing order was filed."""
    real(self, t, seat, order)
    t.tell(events.Noticed("", ""))


@planted(Window, "resume")
def declines_aloud(genuine: Any, self: Window, t: Any) -> None:
    """IS-37: everybody hears that nobody fired."""
    before = len(t.told)
    genuine(self, t)
    if len(t.told) == before:
        t.tell(events.Noticed("", "held"))


@contextmanager
def slot_in_order() -> Iterator[None]:
    """F2: what lies in a slot may be read from the public list."""
    real = project

    def view(self: Ambush, w: World, viewer: Seat, shown: Any) -> View:
        seen = real(w, viewer, shown)
        slots = sorted(seen.slots, key=lambda slot: w.slots[slot.name].unit)
        return msgspec.structs.replace(seen, slots=tuple(slots))

    with patch.object(Ambush, "view", view):
        yield


LEAKS: tuple[Callable[[], AbstractContextManager[Any]], ...] = (
    *(early_close, late_by_window, asked_only_if_near, view_of_everything, occupied_by_hidden),
    *(one_stream, counted_in_private, turns_for_hidden, scored_by_secrets, pledged_if_used),
    *(committed_to_what_is_used, standing_orders_aloud, declines_aloud, slot_in_order),
)
