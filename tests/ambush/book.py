"""The umpire's book: what everybody can work out of the units from the roster and
from what everybody has been told.

A view must show a unit as it stands in the book, in every field: what a unit has done or
suffered while it was hidden, and nobody was told of, shows nowhere, then or later.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.games.ambush import events as e
from engine.games.ambush import hexes, world
from engine.games.ambush.units import GUNS, Unit
from engine.games.ambush.view import View
from engine.state import PUBLIC, Bulletin, Event, Seat
from engine.table import GameTable

EFFORT = {"stand": 0, "walk": 1, "run": 2}
FIELDS = tuple(field.name for field in msgspec.structs.fields(Unit))


@dataclass
class Mismatch(Exception):
    viewer: Seat
    unit: str
    field: str
    shown: Any
    told: Any

    def __str__(self) -> str:
        field = f"{self.unit}.{self.field}"
        return f"{self.viewer} is shown {field} = {self.shown!r}; told was {self.told!r}"


class Book:
    def __init__(self, w: world.World):
        self.units = deepcopy(w.units)
        self.phase, self.cooled = "setup", True

    def read(self, bulletin: Bulletin, table: GameTable) -> None:
        """Note what everybody was told, and compare what is shown. Raises ``Mismatch``."""
        for event in bulletin.events(PUBLIC):
            self.note(event, table.world.rules.heat)
        view: View = table.view(PUBLIC)
        if view.phase == "end":
            self.cool(view.rules.heat)
        for unit in self.units.values():
            unit.tested = unit.pilot_hits
        if view.result is None:
            for viewer in (PUBLIC, *table.seats):
                self.compare(viewer, table.view(viewer))

    def compare(self, viewer: Seat, view: View) -> None:
        """Raises ``Mismatch``."""
        seen = {name for name, unit in self.units.items() if not unit.hidden}
        shown = {name for name, unit in view.units.items() if not unit.hidden}
        if other := sorted(seen ^ shown):
            raise Mismatch(viewer, ",".join(other), "hidden", sorted(shown), sorted(seen))
        for name in sorted(seen):
            for field in ("dead", "hex") if self.units[name].dead else FIELDS:
                found, told = (getattr(of.units[name], field) for of in (view, self))
                if found != told:
                    raise Mismatch(viewer, name, field, found, told)

    def note(self, event: Event, heat: bool) -> None:
        match event:
            case e.RoundBegan(number):
                self.cool(heat)
                self.phase, self.cooled = "movement", False
                for unit in self.units.values() if number > 1 else ():
                    unit.turn = "ready" if unit.visible and unit.able else "done"
                    unit.mode, unit.moved, unit.skidded, unit.shot = "stand", 0, False, False
            case e.Initiative() | e.Weapons():
                self.phase = "weapons" if isinstance(event, e.Weapons) else self.phase
                for unit in self.units.values():
                    unit.damage, unit.rolled20 = 0, False
            case _ if (unit_told := self.units.get(getattr(event, "unit", ""))) is not None:
                self.of(unit_told, event)

    def of(self, unit: Unit, event: Event) -> None:
        match event:
            case e.Placed():
                unit.hex, unit.facing = event.hex, event.facing
                unit.hidden, unit.reserve, unit.turn = False, False, "ready"
            case e.Revealed():
                unit.hex, unit.facing = event.hex, event.facing
                unit.prone, unit.hidden = event.prone, False
                unit.turn = "ready" if event.cause == "choice" else "done"
            case e.Began(_, mode, turn) if turn != "S":
                unit.turn, unit.mode = "moving", mode
            case e.Landed():
                unit.moved = hexes.distance(unit.hex, event.hex)
                unit.hex, unit.facing = event.hex, event.facing
            case e.Stepped():
                unit.moved, unit.hex, unit.facing = unit.moved + 1, event.hex, event.facing
            case e.Turned(_, facing):
                unit.facing = facing
            case e.Posed(_, prone):
                unit.prone = prone
            case e.Fell():
                unit.facing, unit.prone = event.facing, True
            case e.Skidded():
                unit.skidded = True
            case e.Slid(_, hex) | e.Pushed(_, hex) | e.Stopped(_, hex):
                unit.hex = hex
            case e.MoveOver():
                unit.turn = "done"
            case e.Shot(weapon=label):
                unit.shot = unit.shot or self.phase == "movement"
                unit.warmth += GUNS[label.partition("#")[0]].heat
            case _:
                self.harm(unit, event)

    def harm(self, unit: Unit, event: Event) -> None:
        match event:
            case e.Struck():
                for location, amount in event.took:
                    self.strike(unit, location, event.side == "rear", amount)
            case e.PilotHit(_, hits):
                unit.pilot_hits = hits
            case e.Rolled("damage") | e.Failed("damage"):
                unit.rolled20 = unit.rolled20 or not unit.legs_lost
            case e.Fainted():
                unit.unconscious, unit.turn = True, "done" if unit.turn == "ready" else unit.turn
            case e.Woke():
                unit.unconscious = False
            case e.Shutdown(_, on):
                unit.shutdown = not on
            case e.Destroyed():
                unit.dead, unit.hex = True, ""

    def strike(self, unit: Unit, location: str, rear: bool, amount: int) -> None:
        """Armour, then structure; what has none left is gone, with a side torso its arm (2.16)."""
        plate = location + "r" if rear and location + "r" in unit.armour else location
        plated = min(amount, unit.armour[plate])
        unit.armour[plate] -= plated
        unit.structure[location] -= amount - plated
        unit.damage += amount
        if unit.structure[location] <= 0:
            for gone in (location, {"LT": "LA", "RT": "RA"}.get(location, location)):
                unit.structure[gone] = 0
                unit.armour |= {name: 0 for name in (gone, gone + "r") if name in unit.armour}

    def cool(self, heat: bool) -> None:
        """The end of a round (2.18)."""
        for unit in self.units.values() if heat and not self.cooled else ():
            if unit.alive:
                effort = max(3, unit.moved) if unit.mode == "jump" else EFFORT[unit.mode]
                unit.heat, unit.warmth = max(0, unit.heat + unit.warmth + effort - unit.sinks), 0
        self.cooled = True
