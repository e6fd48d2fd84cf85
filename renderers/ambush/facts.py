"""The sentence arguments of Ambush's events."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.ambush import events as told
from engine.games.ambush import view, world
from engine.games.ambush.events import Shot, Struck
from engine.state import Event, Seat
from renderers.registry import Say
from renderers.toolkit.facts import Facts, fields, yes

TWISTS = {-1: "left", 0: "ahead", 1: "right"}


def sliding(slide: view.Slide, say: Say) -> str:
    return say("ambush-slide", hex=slide.trail[-1], **plain_fields(slide))


def shooter(one: world.Shooter, message: str, say: Say) -> str:
    weapons = say("comma").join(f"{gun} {number}+" for gun, number in one.weapons)
    twist = TWISTS[one.twist]
    return say(message, unit=one.unit, side=one.side, twist=twist, weapons=weapons or "-")


def plain_fields(thing: Any) -> Facts:
    return fields(thing, "", {}, ())


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """Return the arguments of the event's sentence. These are its fields, ``role`` and ``name`` of
    its seat, and lists in words.
    """
    found = fields(event, viewer, names, ("seat", "owner"))
    return {**found, **lists(event, names, say)}


def lists(event: Event, names: Mapping[Seat, str], say: Say) -> Facts:
    comma = say("comma")
    match event:
        case told.Initiative(rolls, turns):
            rolled = comma.join(f"{names.get(seat, seat)} {dice}" for seat, dice in rolls)
            return {
                "rolls": rolled or "none",
                "turns": " ".join(names.get(seat, seat) for seat in turns) or "none",
            }
        case told.Rolled():
            return {"made": yes(event.dice >= event.need)}
        case Struck(took=took):
            each = (say("ambush-took", place=place, damage=damage) for place, damage in took)
            return {"took": comma.join(each) or "none"}
        case told.Aimed(shots=shots):
            each = (
                say("ambush-aim", weapon=gun, target=target, need=need)
                for gun, target, need in shots
            )
            return {"shots": comma.join(each), "twist": TWISTS[event.twist]}
        case told.MayAvoid(slides=slides):
            return {"slides": say("space").join(sliding(slide, say) for slide in slides)}
        case told.Offered(chance=None):
            return {"shooters": "none"}
        case told.Offered(chance=world.Chance() as seen, fired=fired):
            each = (shooter(one, "ambush-offered-shooter", say) for one in seen.shooters)
            about = {"unit": seen.mover, "units": comma.join(fired), "shooters": comma.join(each)}
            return {**plain_fields(seen), **about}
        case told.Opened(text=text):
            unit, hex, facing, pose = text.split("|")
            return {"unit": unit, "hex": hex, "facing": int(facing or 0), "pose": pose or "none"}
        case told.Scored(points):
            return {
                "points": comma.join(f"{names.get(seat, seat)} {score}" for seat, score in points)
            }
    return {}


ON_THE_WAY = told.Began | told.Stepped | told.Turned | told.Landed | told.MoveOver
"""Events of a moving unit that share one sentence."""
Group = list[Event]


def folded(events: Sequence[Event]) -> list[Event | tuple[Event, ...]]:
    """Group the events of one move or one volley, in order. Hashes are omitted."""
    groups = list[Group]()
    for event in events:
        if isinstance(event, told.Pledged):
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
    assert isinstance(first, told.OfUnit)
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
    began = next((event for event in events if isinstance(event, told.Began)), None)
    places = [event for event in events if isinstance(event, told.Facing)]
    hexes = list(dict.fromkeys(event.hex for event in places))
    turns = [event.facing for event in events if isinstance(event, told.Facing | told.Turned)]
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
