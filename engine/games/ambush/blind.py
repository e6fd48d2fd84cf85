"""Double blind (``blind=double``): what each side sees, is told, and remembers.

Sight decides all of it, by ``seen``: ``told`` says who is told an event, and ``darken`` leaves in a
view what its viewer knows.
"""

from msgspec.structs import replace

from engine import Event, Seat
from engine.games.ambush import events, sight
from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import Position, Unit
from engine.games.ambush.view import View, copied
from engine.games.ambush.world import Ghost, Memory, World
from engine.state import Told

OPEN = (
    *(events.RoundBegan, events.Initiative, events.Weapons, events.AskingSet, events.Pledged),
    *(events.Opened, events.Scored, events.Won, events.Drawn),
)
"""The events that everybody is told."""
NAMED = ("unit", "target", "skidder")
"""The fields of events that name units."""


def seen(w: World, seat: Seat) -> list[Unit]:
    """Return the enemies in sight of a side's units. Hidden units see, and are not seen.

    Rule: DB-2.
    """
    eyes = w.of(seat)
    return [
        unit
        for unit in w.units.values()
        if unit.owner != seat
        and unit.visible
        and any(eye.hex == unit.hex or not sight.sight(w, eye, unit).blocked for eye in eyes)
    ]


def overlooks(p: Position, seat: Seat, hex: Hex) -> bool:
    """Return whether a side sees a hex: a unit that stood there would be in sight."""
    low = p.cell(hex).level + 1

    def clear(eye: Unit) -> bool:
        high = p.cell(eye.hex).level + (not eye.prone)
        return eye.hex == hex or not sight.look(p, eye.hex, hex, high=high, low=low).blocked

    return any(map(clear, p.of(seat)))


def look(w: World) -> list[Told]:
    """Bring the memory of each side up to date, and return what it is told about new sightings."""
    found = []
    for seat, memory in (w.known or {}).items():
        there = seen(w, seat)
        new = [unit for unit in there if unit.id not in memory.seen]
        found += [Told(None, {seat: sighting(unit)}) for unit in new]
        memory.seen = [unit.id for unit in there]
        memory.ghosts |= {unit.id: remember(unit, w.round) for unit in there}
        for hex, text in w.changed.items():
            if memory.changed.get(hex) != text and overlooks(w, seat, hex):
                memory.changed = {**memory.changed, hex: text}
    return found


def sighting(unit: Unit) -> events.Sighted:
    return events.Sighted(unit.id, unit.hex, unit.facing, unit.name, unit.tons)


def remember(unit: Unit, when: int) -> Ghost:
    return Ghost(
        unit=unit.id,
        owner=unit.owner,
        name=unit.name,
        tons=unit.tons,
        hex=unit.hex,
        facing=unit.facing,
        round=when,
    )


def told(w: World, event: Event) -> list[Told]:
    """Return the copies of an event. Only sides that see, or own, each unit named in it get one.

    Rule: DB-3.
    """
    if type(event).__module__ != events.__name__:  # such as of an undo, which changes no memory
        return [Told(event, {})]
    found = look(w)
    if isinstance(event, OPEN):
        return [Told(event, {}), *found]
    seats = audience(w, event)
    if isinstance(event, events.Destroyed):
        for memory in (w.known[seat] for seat in seats if w.known):
            memory.lost = [*memory.lost, event.unit]
    return [Told(None, dict.fromkeys(seats, event)), *found] if seats else found


def audience(w: World, event: Event) -> list[Seat]:
    if isinstance(event, events.Absorbed):
        return [seat for seat in w.seats if overlooks(w, seat, event.hex)]
    names = [getattr(event, field) for field in NAMED if hasattr(event, field)]

    def knows(seat: Seat, name: str) -> bool:
        return w.units[name].owner == seat or name in (w.known or {})[seat].seen

    return [seat for seat in w.seats if names and all(knows(seat, name) for name in names)]


def darken(w: World, viewer: Seat, view: View) -> View:
    """Return a view with only what its viewer has seen.

    Rule: DB-1.
    """
    memory = (w.known or {}).get(viewer, Memory())
    there = {unit.id for unit in seen(w, viewer)} if viewer in w.seats else set[str]()
    there |= {*memory.lost, *(unit.id for unit in w.units.values() if unit.owner == viewer)}
    units = {name: unit for name, unit in view.units.items() if name in there}
    if (chance := view.chance) is not None:
        mover = copied(w.units[chance.mover])
        mover.hex, mover.facing, mover.prone = chance.hex, chance.facing, chance.prone
        units[mover.id] = mover
    return replace(
        view,
        units=dict(sorted(units.items())),
        changed=memory.changed,
        ghosts=tuple(one for name, one in sorted(memory.ghosts.items()) if name not in units),
        opened={},
        score={},
        trails=[trail for trail in view.trails if w.units[trail.unit].owner == viewer],
        salvos=[one for one in view.salvos if viewer in owners(w, one.unit, one.target)],
        objectives=tuple(replace(one, holder="") for one in view.objectives),
        reserves=tuple(one for one in view.reserves if one.owner == viewer),
        slides=(),
        ordered="",
    )


def owners(w: World, *names: str) -> set[Seat]:
    return {w.units[name].owner for name in names}
