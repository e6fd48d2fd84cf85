"""What one viewer may know of a game of ambush: what everybody sees, and a seat
its own hidden units and plans.

Menus, completions, refusals, pictures and previews are made from this and from nothing else.
"""

from copy import copy
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import Mode, Position, Unit
from engine.games.ambush.world import Chance, Objective, Phase, Rules, Salvo, Trail, World
from engine.state import Seat

PUBLIC_FIELDS = (
    "rows changed seats rules players round rounds phase order turns allowance opened deploy ambush"
    " score trails salvos result"
).split()
"""What everybody may know of the world as it stands there."""


class Reserve(Struct, frozen=True):
    """A unit that its side may have hidden; nobody else knows where, or whether."""

    id: str
    owner: Seat
    name: str
    tons: int


class SlotView(Struct, frozen=True):
    """One place in an allowance. ``unit`` is filled once it is public, and for the owner before."""

    name: str
    owner: Seat
    commitment: str
    open: bool
    unit: str


class Slide(Struct, frozen=True):
    """A slide that waits: the hexes to go in its direction, and those gone, the start first."""

    unit: str
    direction: int
    left: int
    trail: tuple[Hex, ...]


class Halted(Struct, frozen=True):
    """An interrupted move that waits for new orders: movement points used, and left."""

    unit: str
    mode: Mode
    used: int
    left: int


class Dodge(Struct, frozen=True):
    unit: str
    skidder: str


class Sheet(Struct, frozen=True):
    """What a seat has written so far where it may write several lines: itself alone sees it."""

    kind: Literal["hide", "fire", "reveal"]
    lines: tuple[Any, ...]


class Sealed(Struct, frozen=True):
    """A sealed window is open for these seats, behind the order of a ``unit``, of which everybody
    knows no more; a viewer who is asked about an opportunity sees their own.
    """

    asked: tuple[Seat, ...] = ()
    chance: Chance | None = None
    unit: str = ""


class View(Position, kw_only=True):
    """``units``: those that everybody sees, and the viewer's own hidden ones (``hidden`` is set).

    ``turns`` is the public turn list, the next first; ``slides``, ``halted`` and ``dodge``
    are the unfinished work that everybody sees, the top of the stack last. ``sealed``: who
    is asked in the sealed window, if one is open, ``ordered`` the unit whose order waits for it.
    ``score`` counts public facts.
    ``trails``: the ways of the last segment; ``salvos``: the last fire.
    """

    viewer: Seat
    seats: tuple[Seat, ...]
    rules: Rules
    players: dict[Seat, str]
    round: int
    rounds: int
    phase: Phase
    order: list[Seat]
    turns: list[Seat]
    allowance: dict[Seat, int]
    opened: dict[Seat, int]
    rights: dict[Seat, bool]
    asking: dict[Seat, bool]
    deploy: dict[Seat, tuple[Hex, ...]]
    ambush: dict[Seat, tuple[Hex, ...]]
    objectives: tuple[Objective, ...]
    reserves: tuple[Reserve, ...]
    slots: tuple[SlotView, ...]
    score: dict[Seat, int]
    trails: list[Trail]
    salvos: list[Salvo]
    slides: tuple[Slide, ...]
    halted: Halted | None
    dodge: Dodge | None
    sealed: tuple[Seat, ...]
    ordered: str
    chance: Chance | None
    sheet: Sheet | None
    policy: dict[str, str]
    result: str | None

    def standing_in(self, hex: Hex) -> Unit | None:
        """Rule: MV-6."""
        return next((u for u in self.units.values() if u.hex == hex and not u.dead), None)

    @property
    def lines(self) -> tuple[Any, ...]:
        return self.sheet.lines if self.sheet else ()


def copied(unit: Unit) -> Unit:
    return replace(unit, armour=dict(unit.armour), structure=dict(unit.structure))


def project(w: World, viewer: Seat, shown: list[Struct]) -> View:
    """Return what ``viewer`` may know; ``shown`` is what the frames show; at the end, all."""
    every = w.result is not None
    parts: dict[type, Any] = {type(part): part for part in shown}
    sealed = parts.get(Sealed, Sealed())
    return View(
        **{name: copy(getattr(w, name)) for name in PUBLIC_FIELDS},
        units={
            i: copied(u) for i, u in w.units.items() if every or not u.hidden or u.owner == viewer
        },
        viewer=viewer,
        rights={seat: w.right(seat) for seat in w.seats},
        asking={seat: seat not in w.deaf for seat in w.seats},
        objectives=tuple(map(copy, w.objectives)),
        reserves=tuple(
            Reserve(u.id, u.owner, u.name, u.tons)
            for u in w.units.values()
            if u.reserve and u.hidden and w.right(u.owner) and not every
        ),
        slots=tuple(
            SlotView(
                name,
                s.owner,
                s.commitment,
                s.open,
                s.unit if every or s.open or s.owner == viewer else "",
            )
            for name, s in w.slots.items()
        ),
        slides=tuple(part for part in shown if isinstance(part, Slide)),
        halted=parts.get(Halted),
        dodge=parts.get(Dodge),
        sealed=sealed.asked,
        ordered=sealed.unit,
        chance=sealed.chance,
        sheet=parts.get(Sheet),
        policy={i: policy for i, policy in w.policy.items() if every or w.units[i].owner == viewer},
    )
