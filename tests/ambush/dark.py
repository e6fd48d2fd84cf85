"""Double blind described to the kit, and a second reckoning of what each side may know."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from engine import Ask, Seat, Table
from engine.games.ambush import blind, events, rounds, sight
from engine.games.ambush.game import Ambush
from engine.games.ambush.hexes import named
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.state import Event, Told
from engine.table import GameTable
from engine.testing.kit import Setting
from tests.ambush import random_scenarios
from tests.ambush.kit import AmbushKit
from tests.kit.planted import planted

COMMON = (
    "RoundBegan Initiative Weapons AskingSet Pledged Opened Scored Won Drawn Committed Disclosed"
).split()
"""The events of which everybody is told."""


def in_sight(w: World, seat: Seat) -> set[str]:
    """The enemies that a side sees: not hidden, and no eye of the side is blocked by the ground."""
    found = set[str]()
    for eye in w.units.values():
        if eye.owner != seat or not eye.hex or eye.dead:
            continue
        for unit in w.units.values():
            shown = unit.owner != seat and unit.hex and not unit.dead and not unit.hidden
            if shown and (eye.hex == unit.hex or not sight.sight(w, eye, unit).blocked):
                found.add(unit.id)
    return found


def units_of(event: Event) -> set[str]:
    fields = (getattr(event, name, "") for name in ("unit", "target", "skidder"))
    return {name for name in fields if name}


def may_know(w: World, seat: Seat, event: Event) -> bool:
    """Whether a side may be told of this event now."""
    if type(event).__name__ in COMMON:
        return True
    if isinstance(event, events.Absorbed):
        return blind.overlooks(w, seat, event.hex)
    seen, named_units = in_sight(w, seat), units_of(event)
    own = {unit.id for unit in w.units.values() if unit.owner == seat}
    return bool(named_units) and named_units <= own | seen


class DarkKit(AmbushKit):
    """``known``: the events of the other side that somebody was told rightly."""

    golden = ()
    dark = True
    pairs = 12

    def __init__(self) -> None:
        self.known = set[str]()

    def setting(self, seed: int) -> Setting:
        made = super().setting(seed)
        return Setting(made.seats, {**made.options, "blind": "double"}, made.scenario)

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        setting = night(seed)
        return setting, setting

    def blind(self) -> AbstractContextManager[Any]:
        stack = ExitStack()
        stack.enter_context(super().blind())
        self.known.clear()
        real = GameTable.tell

        def tell(table: GameTable, event: Event | None, /, **copies: Event | None) -> None:
            before = len(table.told)
            real(table, event, **copies)
            for one in table.told[before:]:
                copy = one.copies.get("A")
                if copy is not None and may_know(table.world, "A", copy):
                    self.known.add(repr(copy))

        stack.enter_context(patch.object(GameTable, "tell", tell))
        return stack

    def reveals(self, event: Event) -> bool:
        if isinstance(event, events.Opened | events.Scored | events.Won | events.Drawn):
            return True
        foreign = any(name.startswith("B") for name in units_of(event))
        landed = isinstance(event, events.Landed)  # beside somebody unseen
        return (foreign or landed) and repr(event) in self.known


def night(seed: int) -> Setting:
    """A scenario with a screen of woods and houses between the sides, who deploy in secret."""
    rng = random.Random(f"night {seed}")
    width, height = rng.randint(9, 11), rng.randint(5, 7)
    made: dict[str, Any] = random_scenarios.scenario(rng, size=(width, height))
    rows = [line.split() for line in made["map"]["rows"]]
    for row in rows:
        for c in range(width):
            middle = 3 <= c < width - 3
            row[c] = rng.choice("WWWw##.I" if middle else "w.Pr.") if rng.random() < 0.8 else row[c]
            if row[c] == "P" and rng.random() < 0.3:
                row[c] = "L15h1"
    made["map"]["rows"] = [" ".join(row) for row in rows]
    first, last, most = (
        f"{named(start, 1)}-{named(end, height)}"
        for start, end in ((1, 3), (width - 2, width), (1, width - 3))
    )
    for side, (deploy, hide) in {"A": (first, most), "B": (last, last)}.items():
        allowed = rng.randint(1, 3)
        made["side"][side] = {"allowance": allowed, "deploy": [deploy], "ambush": [hide]}
    made["objective"].append({"hex": named(width - 1, height // 2), "points": 20})
    made["end"]["rounds"] = 6
    options = {"window": rng.choice(("0", "10m", "10m", "1h")), "deadline": "2d", "blind": "double"}
    return Setting(("A", "B"), options, made)


# ---- leaks


@planted(blind, "told")
def told_to_everybody(_: Any, w: World, event: Event) -> list[Told]:
    """Events are told as in a game without double blind."""
    return [Told(event, {}), *blind.look(w)]


@planted(blind, "told")
def told_to_both(_: Any, w: World, event: Event) -> list[Told]:
    """Events are told to all sides, but not to others."""
    found = blind.look(w)
    return [Told(None, dict.fromkeys(w.seats, event)), *found]


@planted(blind, "seen")
def seen_through_woods(_: Any, w: World, seat: Seat) -> list[Any]:
    """Sight has no obstacles."""
    return [unit for unit in w.units.values() if unit.owner != seat and unit.visible]


@planted(rounds.Movement, "ask")
def asked_while_units_are_left(real: Any, self: rounds.Movement, t: Table) -> Ask | None:
    """A side whose units have all moved is not asked."""
    w: World = t.world
    found: Ask | None = real(self, t) if w.turns and w.movable(w.turns[0]) else None
    return found


@planted(rounds.Respite, "ask")
def asked_if_interrupted(real: Any, self: rounds.Respite, t: Table) -> Ask | None:
    """Only who was interrupted is asked."""
    found: Ask | None = real(self, t) if self.halt is not None else None
    return found


def of_view(part: str, secret: Callable[[World, View], Any]) -> Any:
    """Return a leak: this part of each view is made from the world."""

    @contextmanager
    def leak() -> Iterator[None]:
        real = Ambush.view

        def view(self: Ambush, w: World, viewer: Seat, shown: Any) -> View:
            seen = real(self, w, viewer, shown)
            return replace(seen, **{part: secret(w, seen)})

        with patch.object(Ambush, "view", view):
            yield

    leak.__name__ = f"view_with_{part}"
    return leak


def last_places(w: World, _: View) -> Any:
    return tuple(
        blind.remember(unit, w.round) for unit in w.units.values() if unit.owner == "B" and unit.hex
    )


LEAKS = (
    *(told_to_everybody, told_to_both, seen_through_woods, asked_while_units_are_left),
    of_view("units", lambda w, _: dict(w.units)),
    of_view("trails", lambda w, _: list(w.trails)),
    of_view("changed", lambda w, _: dict(w.changed)),
    of_view("ghosts", last_places),
    of_view("score", lambda w, _: {seat: len(w.movable(seat)) for seat in w.seats}),
)
SELDOM = asked_if_interrupted, of_view("objectives", lambda w, _: tuple(w.objectives))
"""Leaks that pairs of worlds hardly ever meet."""
DarkKit.leaks = LEAKS
KIT = DarkKit()
