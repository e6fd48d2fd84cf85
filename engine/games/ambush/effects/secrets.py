"""What is hidden (rules 2.12, 4.4): published as commitments for every place in an allowance,
opened with a reveal or at the end.
"""

import hashlib
from collections.abc import Sequence

from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.rolls import key
from engine.games.ambush.events import Cause, Opened, Pledged, Revealed
from engine.games.ambush.world import Slot, World
from engine.play import Table
from engine.state import Event, Opening


def reveal(t: Table, unit: Unit, cause: Cause) -> None:
    """Show a hidden unit to everybody, for the rest of the game (HU-6); it moves and
    counts from the next round on.

    Rule: HU-6.
    """
    w: World = t.world
    name, slot = next((name, slot) for name, slot in w.slots.items() if slot.unit == unit.id)
    unit.hidden, slot.open = False, True
    w.opened[unit.owner] = w.opened.get(unit.owner, 0) + 1
    t.tell(
        Revealed(
            unit=unit.id,
            owner=unit.owner,
            hex=unit.hex,
            facing=unit.facing,
            prone=unit.prone,
            cause=cause,
            slot=name,
            salt=slot.salt,
        )
    )


SALT = 32
"""Bytes."""


def pledge(t: Table) -> None:
    """Commit every side to what is in its places, used or not. Which place holds which unit is
    drawn, so that a reveal says nothing about the other places.

    Rule: CM-1.
    """
    w: World = t.world
    for seat in w.seats:
        hidden = [u for u in w.of(seat) if u.hidden]
        places = w.allowance[seat] - w.opened.get(seat, 0)
        contents: list[Unit | None] = [*hidden, *([None] * (places - len(hidden)))]
        draw = t.dice(key(t, f"slots:{seat}"))
        for n in range(1, places + 1):
            name = f"{seat}-hidden-{n}"
            unit = contents.pop(draw(range(len(contents))))
            die = t.dice(key(t, f"salt:{name}"))
            salt = bytes(die(range(256)) for _ in range(SALT)).hex()
            commitment = seal(f"{salt}|{name}|{content(unit)}")
            w.slots[name] = Slot(seat, unit.id if unit else "", salt, commitment)
            t.tell(Pledged(name, seat, commitment))


def seal(text: str) -> str:
    """Return a commitment: SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def content(unit: Unit | None) -> str:
    """Return what a place holds as commitments say it: ``unit|hex|facing|pose`` or ``none|||``."""
    if unit is None:
        return "none|||"
    return f"{unit.id}|{unit.hex}|{unit.facing}|{'prone' if unit.prone else 'standing'}"


def openings(told: Sequence[Event]) -> list[Opening]:
    """Return the places that were opened, each with the commitment told last before it."""
    pledged, found = dict[str, str](), list[Opening]()
    for n, event in enumerate(told):
        match event:
            case Pledged(slot, _, commitment):
                pledged[slot] = commitment
                continue
            case Revealed():
                pose = "prone" if event.prone else "standing"
                text = f"{event.unit}|{event.hex}|{event.facing}|{pose}"
            case Opened():
                text = event.text
            case _:
                continue
        found.append(
            Opening(
                event=n,
                seat=event.owner,
                place=event.slot,
                text=text,
                opened=f"{event.salt}|{event.slot}|{text}",
                commitment=pledged.get(event.slot, ""),
            )
        )
    return found


def open_all(t: Table) -> None:
    """Tell at the end of the game what the places held that nobody has seen."""
    w: World = t.world
    for name, slot in sorted(w.slots.items()):
        if not slot.open:
            slot.open = True
            t.tell(Opened(name, slot.owner, content(w.units.get(slot.unit)), slot.salt))
