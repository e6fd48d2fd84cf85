"""Leaks, planted one at a time: each of them the pairs of worlds must notice (rules 4.3, 4.6)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine.games.ambush import events, rounds
from engine.games.ambush.damage import content
from engine.games.ambush.deployment import Hiding
from engine.games.ambush.game import Ambush
from engine.games.ambush.units import Position, Unit
from engine.games.ambush.view import View, copied, project
from engine.games.ambush.windows import Watch, Window
from engine.games.ambush.world import World
from engine.play import Table
from engine.state import Ask, Order, Seat
from engine.table import GameTable


@contextmanager
def early_close() -> Iterator[None]:
    """IS-2: a window closes when everybody has answered."""
    real = GameTable.closed

    def closed(self: GameTable, ask: Ask) -> bool:
        return real(self, ask) or (
            bool(ask.seats) and all(seat in self.state.answers for seat in ask.seats)
        )

    with patch.object(GameTable, "closed", closed):
        yield


@contextmanager
def late_by_window() -> Iterator[None]:
    """IS-1: a window is longer where there is something to decide."""
    real = Watch.ask

    def ask(self: Watch, t: Table) -> Ask | None:
        asked = real(self, t)
        more = 600 * len(self.chances)
        return asked and msgspec.structs.replace(asked, window=(asked.window or 0) + more)

    with patch.object(Watch, "ask", ask):
        yield


@contextmanager
def asked_only_if_near() -> Iterator[None]:
    """IS-3: only who has something to decide is asked."""

    def ask(self: Watch, t: Table) -> Ask | None:
        return Ask(tuple(self.chances), self.length, secret=True) if self.chances else None

    with patch.object(Watch, "ask", ask):
        yield


@contextmanager
def view_of_everything() -> Iterator[None]:
    """IS-8: menus, pictures and completions are made from the world."""

    def view(self: Ambush, w: World, viewer: Seat, shown: Any) -> View:
        seen = project(w, viewer, shown)
        return msgspec.structs.replace(
            seen, units={name: copied(unit) for name, unit in w.units.items()}
        )

    with patch.object(Ambush, "view", view):
        yield


@contextmanager
def occupied_by_hidden() -> Iterator[None]:
    """IS-7: a step into a hidden unit is "occupied" and not a contact."""

    def standing_in(self: Position, hex: str) -> Unit | None:
        return next((u for u in self.units.values() if u.hex == hex and not u.dead), None)

    with patch.object(Position, "standing_in", standing_in):
        yield


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


@contextmanager
def counted_in_private() -> Iterator[None]:
    """IS-12: a secret window has a number."""
    real = Window.resume

    def resume(self: Window, t: Any) -> None:
        t.state.question += 1
        real(self, t)

    with patch.object(Window, "resume", resume):
        yield


@contextmanager
def turns_for_hidden() -> Iterator[None]:
    """IS-29: the list of turns has one for every hidden unit."""

    def view(self: Ambush, w: World, viewer: Seat, shown: Any) -> View:
        seen = project(w, viewer, shown)
        more = tuple(unit.owner for unit in w.units.values() if unit.hidden and unit.alive)
        return msgspec.structs.replace(seen, turns=[*seen.turns, *more])

    with patch.object(Ambush, "view", view):
        yield


@contextmanager
def scored_by_secrets() -> Iterator[None]:
    """IS-33: hidden units that are still there count for the score."""
    real = rounds.score

    def score(w: World, seat: Seat) -> int:
        return real(w, seat) + sum(unit.tons for unit in w.of(seat) if unit.hidden)

    with patch.object(rounds, "score", score):
        yield


@contextmanager
def pledged_if_used() -> Iterator[None]:
    """IS-28, F2: a commitment is published for every place in an allowance that is used."""
    real = GameTable.tell

    def tell(self: GameTable, event: Any, /, **copies: Any) -> None:
        if isinstance(event, events.Pledged) and not self.world.slots[event.slot].unit:
            return
        real(self, event, **copies)

    with patch.object(GameTable, "tell", tell):
        yield


@contextmanager
def committed_to_what_is_used() -> Iterator[None]:
    """IS-28, F2: the commitment of a side has as many leaves as it has hidden units."""
    real = Hiding.leaves

    def leaves(self: Hiding, t: Table, seat: Seat, order: Order) -> tuple[str, ...]:
        return tuple(text for text in real(self, t, seat, order) if text != content(None))

    with patch.object(Hiding, "leaves", leaves):
        yield


@contextmanager
def standing_orders_aloud() -> Iterator[None]:
    """F4: everybody hears that a standing order was filed."""
    real = Ambush.always

    def always(self: Ambush, t: Table, seat: Seat, order: Any) -> None:
        real(self, t, seat, order)
        t.tell(events.Noticed("", ""))

    with patch.object(Ambush, "always", always):
        yield


@contextmanager
def declines_aloud() -> Iterator[None]:
    """IS-37: everybody hears that nobody fired."""
    genuine = Window.resume

    def resume(self: Window, t: Any) -> None:
        before = len(t.told)
        genuine(self, t)
        if len(t.told) == before:
            t.tell(events.Noticed("", "held"))

    with patch.object(Window, "resume", resume):
        yield


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
    *(
        one_stream,
        counted_in_private,
        turns_for_hidden,
        scored_by_secrets,
        pledged_if_used,
        committed_to_what_is_used,
        standing_orders_aloud,
    ),
    *(declines_aloud, slot_in_order),
)
