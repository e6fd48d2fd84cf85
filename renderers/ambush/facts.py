"""What the events of ambush are to their reader: the arguments of their sentences."""

from collections.abc import Mapping
from typing import Any

from engine.games.ambush.events import (
    Aimed,
    Initiative,
    MayAvoid,
    Offered,
    Opened,
    Rolled,
    Scored,
    Struck,
)
from engine.games.ambush.view import Slide
from engine.games.ambush.world import Chance, Shooter
from engine.state import Event, Seat
from renderers.registry import Say
from renderers.toolkit.facts import Facts, fields, yes

TWISTS = {-1: "left", 0: "ahead", 1: "right"}


def sliding(slide: Slide, say: Say) -> str:
    """Return a slide that waits in words: where it is, and how far it goes."""
    return say("ambush-slide", hex=slide.trail[-1], **plain_fields(slide))


def shooter(one: Shooter, message: str, say: Say) -> str:
    weapons = say("comma").join(f"{gun} {number}+" for gun, number in one.weapons)
    twist = TWISTS[one.twist]
    return say(message, unit=one.unit, side=one.side, twist=twist, weapons=weapons or "-")


def plain_fields(thing: Any) -> Facts:
    return fields(thing, "", {}, ())


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """Return the arguments of the event's sentence: its fields, ``role`` and ``name``
    of its seat, and lists in words.
    """
    found = fields(event, viewer, names, ("seat", "owner"))
    return {**found, **lists(event, names, say)}


def lists(event: Event, names: Mapping[Seat, str], say: Say) -> Facts:
    comma = say("comma")
    match event:
        case Initiative(rolls, turns):
            rolled = comma.join(f"{names.get(seat, seat)} {dice}" for seat, dice in rolls)
            return {
                "rolls": rolled or "none",
                "turns": " ".join(names.get(seat, seat) for seat in turns) or "none",
            }
        case Rolled():
            return {"made": yes(event.dice >= event.need)}
        case Struck(took=took):
            each = (say("ambush-took", place=place, damage=damage) for place, damage in took)
            return {"took": comma.join(each) or "none"}
        case Aimed(shots=shots):
            each = (
                say("ambush-aim", weapon=gun, target=target, need=need)
                for gun, target, need in shots
            )
            return {"shots": comma.join(each), "twist": TWISTS[event.twist]}
        case MayAvoid(slides=slides):
            return {"slides": say("space").join(sliding(slide, say) for slide in slides)}
        case Offered(chance=None):
            return {"shooters": "none"}
        case Offered(chance=Chance() as seen, fired=fired):
            each = (shooter(one, "ambush-offered-shooter", say) for one in seen.shooters)
            about = {"unit": seen.mover, "units": comma.join(fired), "shooters": comma.join(each)}
            return {**plain_fields(seen), **about}
        case Opened(text=text):
            unit, hex, facing, pose = text.split("|")
            return {"unit": unit, "hex": hex, "facing": int(facing or 0), "pose": pose or "none"}
        case Scored(points):
            return {
                "points": comma.join(f"{names.get(seat, seat)} {score}" for seat, score in points)
            }
    return {}
