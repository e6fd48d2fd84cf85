"""A viewer's knowledge of a game of Ambush: public facts, and a seat's own hidden units and plans.

Menus, completions, refusals, pictures and previews are made only from this.
"""

from copy import copy
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine import Seat
from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import Mode, Position, Unit
from engine.games.ambush.world import Chance, Ghost, Objective, Phase, Rules, Salvo, Trail, World

PUBLIC_FIELDS = (
    "rows changed seats rules players round rounds phase order turns allowance opened deploy ambush"
    " score trails salvos result"
).split()
"""Fields of the world that are public."""


class Reserve(Struct, frozen=True):
    """A unit that its side may have hidden. Its place, and whether it is hidden, are secret."""

    id: str
    owner: Seat
    name: str
    tons: int


class SlotView(Struct, frozen=True):
    name: str
    owner: Seat
    commitment: str
    open: bool
    unit: str  # set once it is public, and earlier for its owner


class Slide(Struct, frozen=True):
    unit: str
    direction: int
    left: int  # hexes to go
    trail: tuple[Hex, ...]  # path so far, with its start


class Halted(Struct, frozen=True):
    """An interrupted move that waits for new orders, with movement points used and left."""

    unit: str
    mode: Mode
    used: int
    left: int


class Resting(Struct, frozen=True):
    """The end of a turn in a double-blind game. Only its side knows the interrupted move."""

    seat: Seat
    halted: Halted | None


class Dodge(Struct, frozen=True):
    unit: str
    skidder: str


class Sheet(Struct, frozen=True):
    """The lines that a seat has written so far, visible only to that seat."""

    kind: Literal["hide", "fire", "reveal"]
    lines: tuple[Any, ...]


class Sealed(Struct, frozen=True):
    """A sealed window for these seats after an order of ``unit``. Nothing else about it is
    public.
    """

    asked: tuple[Seat, ...] = ()
    chance: Chance | None = None  # the viewer's own opportunity
    unit: str = ""


class View(Position, kw_only=True):
    """The game as one viewer knows it. ``units`` are the visible ones and the viewer's
    hidden ones.
    """

    viewer: Seat
    seats: tuple[Seat, ...]
    rules: Rules
    players: dict[Seat, str]
    round: int
    rounds: int
    phase: Phase
    order: list[Seat]
    turns: list[Seat]  # the next first
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
    trails: list[Trail]  # paths of the last segment
    salvos: list[Salvo]  # the last fire
    slides: tuple[Slide, ...]  # unfinished; the top of the stack last
    halted: Halted | None
    dodge: Dodge | None
    sealed: tuple[Seat, ...]  # the seats asked in a sealed window
    ordered: str  # the unit whose order waits for the window
    chance: Chance | None
    sheet: Sheet | None
    policy: dict[str, str]
    result: str | None
    resting: Seat | UnsetType = UNSET  # the side asked whether it goes on, if ``rules.blind``
    ghosts: tuple[Ghost, ...] | UnsetType = UNSET  # enemies out of sight, if ``rules.blind``

    def standing_in(self, hex: Hex) -> Unit | None:
        """Rule: MV-6."""
        return next((u for u in self.units.values() if u.hex == hex and not u.dead), None)

    @property
    def lines(self) -> tuple[Any, ...]:
        return self.sheet.lines if self.sheet else ()


def copied(unit: Unit) -> Unit:
    return replace(unit, armour=dict(unit.armour), structure=dict(unit.structure))


def project(w: World, viewer: Seat, shown: list[Struct]) -> View:
    """Return the view of ``viewer``, with the frames' parts ``shown``."""
    every = w.result is not None
    parts: dict[type, Any] = {type(part): part for part in shown}
    sealed = parts.get(Sealed, Sealed())
    resting: Resting | None = parts.get(Resting)
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
        halted=resting.halted if resting else parts.get(Halted),
        resting=resting.seat if resting else UNSET,
        dodge=parts.get(Dodge),
        sealed=sealed.asked,
        ordered=sealed.unit,
        chance=sealed.chance,
        sheet=parts.get(Sheet),
        policy={i: policy for i, policy in w.policy.items() if every or w.units[i].owner == viewer},
    )
