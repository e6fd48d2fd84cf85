"""What has happened in ambush, in few sentences: a way is one, and so is a volley."""

from collections.abc import Mapping, Sequence

from engine.games.ambush.events import (
    Began,
    Facing,
    Landed,
    MoveOver,
    OfUnit,
    Pledged,
    Shot,
    Stepped,
    Struck,
    Turned,
)
from engine.state import Event, Seat
from renderers.registry import Say

ON_THE_WAY = Began | Stepped | Turned | Landed | MoveOver
"""What one sentence tells of a unit that moves."""
Group = list[Event]


def folded(events: Sequence[Event]) -> list[Event | tuple[Event, ...]]:
    """Return the events in their order, ways and volleys together; hashes are left out."""
    groups = list[Group]()
    for event in events:
        if isinstance(event, Pledged):
            continue
        if groups and together(groups[-1], event):
            groups[-1].append(event)
        else:
            groups.append([event])
    return [
        tuple(group) if len(group) > 1 or isinstance(group[0], Shot | Struck) else group[0]
        for group in groups
    ]


def together(group: Group, event: Event) -> bool:
    first = group[0]
    if isinstance(first, ON_THE_WAY):
        return isinstance(event, ON_THE_WAY) and event.unit == first.unit
    if isinstance(first, Shot):
        if isinstance(event, Shot):
            return (event.unit, event.target) == (first.unit, first.target)
        return isinstance(event, Struck) and event.unit == first.target
    return isinstance(first, Struck) and isinstance(event, Struck) and event.unit == first.unit


def tell(events: tuple[Event, ...], _viewer: Seat, _names: Mapping[Seat, str], say: Say) -> str:
    first = events[0]
    assert isinstance(first, OfUnit)
    if isinstance(first, ON_THE_WAY):
        return way(first.unit, events, say)
    took = damage(events, say)
    if not isinstance(first, Shot):
        return say("ambush-volley-damage", unit=first.unit, took=took or "none")
    shots = [
        say("ambush-volley-shot", weapon=e.weapon, dice=e.dice, need=e.need, damage=e.damage)
        for e in events
        if isinstance(e, Shot)
    ]
    line = say(
        "ambush-volley", unit=first.unit, target=first.target, shots=say("comma").join(shots)
    )
    if not took:
        return line
    return say("space").join((line, say("ambush-volley-damage", unit=first.target, took=took)))


def way(unit: str, events: tuple[Event, ...], say: Say) -> str:
    """Return how a unit has gone, hex by hex, and how it stands then."""
    began = next((event for event in events if isinstance(event, Began)), None)
    places = [event for event in events if isinstance(event, Facing)]
    hexes = list(dict.fromkeys(event.hex for event in places))
    turns = [event.facing for event in events if isinstance(event, Facing | Turned)]
    return say(
        "ambush-path-told",
        unit=unit,
        mode=began.mode if began else "none",
        hexes=" › ".join(hexes) or "none",
        facing=turns[-1] if turns else 0,
        turned="yes" if turns else "no",
    )


def damage(events: tuple[Event, ...], say: Say) -> str:
    lost: dict[str, int] = {}
    for event in events:
        if isinstance(event, Struck):
            for place, points in event.took:
                lost[place] = lost.get(place, 0) + points
    return say("comma").join(
        say("ambush-took", place=place, damage=points) for place, points in lost.items()
    )
