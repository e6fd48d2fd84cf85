"""The position of a game of ambush: all that is saved."""
# ruff: noqa: RUF012 (msgspec copies the defaults of its structs)

from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import Position, Unit
from engine.state import Seat

LOCAL = -1
"""The length of a window at one terminal, which stays open until everybody asked has answered."""
Phase = Literal["deploy", "hide", "reveal", "initiative", "movement", "weapons", "end", "over"]
Way = Literal["walk", "jump", "slide", "push"]


class Rules(Struct, frozen=True, kw_only=True):
    """``window`` and ``tick`` are in seconds; ``window`` may be ``LOCAL``."""

    window: int
    tick: int
    pbs_trigger: Literal["any_step", "end_of_move"]
    end_detect: bool
    edge_kills: bool
    heat: bool


class Objective(Struct):
    """A hex worth points and its holder: the last side with a standing unit nearby (2.17)."""

    hex: Hex
    points: int
    holder: Seat = ""


class Slot(Struct):
    """One place in an allowance with its contents and salt (4.4). ``open``: it is public."""

    owner: Seat
    unit: str = ""
    salt: str = ""
    commitment: str = ""
    open: bool = False


class Shooter(Struct, frozen=True):
    """A unit that may shoot. ``side`` is the visible side of the target, ``weapons`` have their
    numbers.
    """

    unit: str
    twist: int
    side: str
    weapons: tuple[tuple[str, int], ...]


class Chance(Struct, frozen=True, kw_only=True):
    """All that a prompt may tell (3.3). Not mode, MP or tokens."""

    mover: str
    hex: Hex
    facing: int
    prone: bool
    contact: bool
    shooters: tuple[Shooter, ...]


class Trail(Struct, frozen=True):
    unit: str
    kind: Way
    hexes: tuple[Hex, ...]


class Salvo(Struct, frozen=True):
    """One unit's fire at another in the last volley. ``damage`` is the total."""

    unit: str
    target: str
    start: Hex
    end: Hex
    damage: int


class World(Position, kw_only=True):
    """The state of the game. ``players`` are the names by side, ``order`` the sides in initiative
    order, loser first. ``turns`` are the remaining NORMAL turns. ``salvos`` is the last fire, kept
    until somebody moves.

    ``opened`` counts a side's public slots. ``asked`` is the opportunity each owner was asked about
    in this segment, ``said`` the units that fire then. ``chances`` are the opportunities that
    hidden units had at a mover in this round. In edition 2 only those with a weapon that bore
    count, and each owner is told afterwards what a window offered. ``deaf`` sides are not asked;
    ``deaf_next`` from the next round on.
    """

    seats: tuple[Seat, ...]
    rules: Rules
    rounds: int
    allowance: dict[Seat, int]
    deploy: dict[Seat, tuple[Hex, ...]]
    ambush: dict[Seat, tuple[Hex, ...]]
    objectives: list[Objective]
    first_turns: str
    players: dict[Seat, str] = {}
    order: list[Seat] = []
    turns: list[Seat] = []
    round: int = 0
    phase: Phase = "deploy"
    slots: dict[str, Slot] = {}
    opened: dict[Seat, int] = {}
    policy: dict[str, str] = {}
    asked: dict[Seat, Chance] = {}
    said: dict[Seat, tuple[str, ...]] = {}
    chances: dict[str, int] = {}
    edition_2: bool | UnsetType = UNSET  # unset in edition 1, so that it is saved as it was
    revealing: list[str] = []
    deaf: list[Seat] = []
    deaf_next: dict[Seat, bool] = {}
    score: dict[Seat, int] = {}
    trails: list[Trail] = []
    salvos: list[Salvo] = []
    result: str | None = None

    def right(self, seat: Seat) -> bool:
        """Return whether this side may still have hidden units, which everybody knows (3.1)."""
        return self.allowance[seat] > self.opened.get(seat, 0)

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return the opponents with ambush rights, in initiative order (Q1)."""
        return [other for other in self.order if other != seat and self.right(other)]

    def fired(self, unit: Unit, target: Unit, damage: int) -> None:
        new = Salvo(unit.id, target.id, unit.hex, target.hex, damage)
        for k, old in enumerate(self.salvos):
            if (old.unit, old.target) == (unit.id, target.id):
                new = replace(new, damage=old.damage + damage)
                self.salvos = [*self.salvos[:k], new, *self.salvos[k + 1 :]]
                return
        self.salvos = [*self.salvos, new]

    def mark(self, unit: Unit, kind: Way, start: Hex) -> None:
        last = self.trails[-1] if self.trails else None
        if last and (last.unit, last.kind, last.hexes[-1]) == (unit.id, kind, start):
            trail = Trail(unit.id, kind, (*last.hexes, unit.hex))
            self.trails = [*self.trails[:-1], trail]
        else:
            self.trails = [*self.trails, Trail(unit.id, kind, (start, unit.hex))]
