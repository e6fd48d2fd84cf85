"""The position of a game of Ambush: everything that is saved."""
# ruff: noqa: RUF012 (msgspec copies the defaults of its structs)

from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine import Seat
from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import Position, Unit

LOCAL = -1
"""The length of a window at one terminal, which stays open until everybody asked has answered."""
Phase = Literal["deploy", "hide", "reveal", "initiative", "movement", "weapons", "end", "over"]
Way = Literal["walk", "jump", "slide", "push"]


class Rules(Struct, frozen=True, kw_only=True):
    """The options and scenario rules of a game. Times are in seconds."""

    window: int  # may be ``LOCAL``
    tick: int
    pbs_trigger: Literal["any_step", "end_of_move"]
    end_detect: bool
    edge_kills: bool
    heat: bool
    steps: bool | UnsetType = UNSET  # windows at each step (WN-7); unset is false
    blind: bool | UnsetType = UNSET  # double blind (DB-1)


class Objective(Struct):
    hex: Hex
    points: int
    holder: Seat = ""  # the last side that alone had a standing unit nearby (2.17)


class Slot(Struct, kw_only=True):
    """One place in an allowance (4.4)."""

    owner: Seat
    unit: str = ""
    salt: str = ""
    commitment: str = ""
    open: bool = False  # its content is public
    text: str | UnsetType = UNSET  # its content when it was sealed, if ``rules.blind``


class Shooter(Struct, frozen=True):
    unit: str
    twist: int
    side: str  # visible side of the target
    weapons: tuple[tuple[str, int], ...]  # with target numbers


class Chance(Struct, frozen=True, kw_only=True):
    """The content of a prompt for an opportunity (3.3)."""

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
    unit: str
    target: str
    start: Hex
    end: Hex
    damage: int  # the total


class Ghost(Struct, frozen=True, kw_only=True):
    """An enemy where it was last seen."""

    unit: str
    owner: Seat
    name: str
    tons: int
    hex: Hex
    facing: int
    round: int


class Memory(Struct):
    """A side's knowledge in a double-blind game."""

    seen: list[str] = []  # the enemies in sight
    ghosts: dict[str, Ghost] = {}
    lost: list[str] = []  # enemies whose destruction it has seen
    changed: dict[Hex, str] = {}  # ``World.changed``, as far as it has seen it


class World(Position, kw_only=True):
    seats: tuple[Seat, ...]
    rules: Rules
    rounds: int
    allowance: dict[Seat, int]
    deploy: dict[Seat, tuple[Hex, ...]]
    ambush: dict[Seat, tuple[Hex, ...]]
    objectives: list[Objective]
    first_turns: str
    players: dict[Seat, str] = {}  # names by side
    order: list[Seat] = []  # sides in initiative order, loser first
    turns: list[Seat] = []  # remaining NORMAL turns
    round: int = 0
    phase: Phase = "deploy"
    slots: dict[str, Slot] = {}
    opened: dict[Seat, int] = {}  # number of a side's public slots
    policy: dict[str, str] = {}
    asked: dict[Seat, Chance] = {}  # opportunity that each owner was asked about in this segment
    said: dict[Seat, tuple[str, ...]] = {}  # the answers: units that fire at their opportunity
    # opportunities that hidden units had at a mover in this round; in edition 2 only with a weapon
    # that bore
    chances: dict[str, int] = {}
    edition_2: bool | UnsetType = UNSET  # unset in edition 1, so that it is saved as it was
    # hex of the last checkpoint of each unit that moved in this round, if ``rules.steps``
    checked: dict[str, Hex] | UnsetType = UNSET
    revealing: list[str] = []
    deaf: list[Seat] = []  # sides that are not asked
    deaf_next: dict[Seat, bool] = {}  # … from the next round on
    score: dict[Seat, int] = {}
    trails: list[Trail] = []
    salvos: list[Salvo] = []  # last fire, kept until a unit moves
    result: str | None = None
    known: dict[Seat, Memory] | UnsetType = UNSET  # if ``rules.blind``

    def right(self, seat: Seat) -> bool:
        """Return whether this side may still have hidden units, which is public (3.1)."""
        return bool(self.rules.blind) or self.allowance[seat] > self.opened.get(seat, 0)

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return the opponents that may have hidden units, in initiative order (Q1)."""
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
