"""The position of a game of Derelict and its options."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from engine import Options, Seat
from engine.game import seconds_of
from engine.games.derelict import board as b
from engine.games.derelict import view as v
from engine.games.derelict.board import Token, board
from engine.games.derelict.missions import MissionName

OPEN = (
    "title grid segs turn last_turn side active ap last target fuel winner reason deed afterwards"
).split()
"""Fields of the world that are public."""


class DerelictOptions(Options, frozen=True):
    profile: Annotated[
        v.Profile,
        Meta(
            description=(
                "full: all rules, more than the oldest text has: command points, reinforcements, "
                "forced reveals, marines activated twice; complete: the whole table of the oldest "
                "text, with its costs; seed: moves, doors, sight and reveals alone"
            )
        ),
    ] = "full"
    mission: Annotated[
        MissionName, Meta(description="built-in mission, unless a scenario file is given")
    ] = "corridor"
    last_turn: Annotated[
        int,
        Meta(ge=0, le=200, description="the game ends after so many turns; 0: as the mission says"),
    ] = 0
    command_points: Annotated[
        Literal["public", "marines"], Meta(description="who sees the command points and their die")
    ] = "public"
    timeout: Annotated[str, Meta(description="time for an answer: none, 90s, 15m, 2h, 2d")] = "none"

    def __post_init__(self) -> None:
        seconds_of(self.timeout)

    @property
    def seconds(self) -> int | None:
        return seconds_of(self.timeout)


class World(Struct, kw_only=True):
    options: DerelictOptions
    title: str
    grid: tuple[str, ...]
    segs: tuple[str, ...]
    tokens: list[Token]
    numbers: dict[str, int]  # highest number of a unit given so far, by letter
    players: dict[Seat, str] = {}
    turn: int = 1
    last_turn: int = 0
    afterwards: v.Winner = "alien"  # winner after the last turn
    side: b.Side = "marine"
    active: str = ""
    ap: int = 0
    last: b.Action = ""
    target: str = ""
    command: int = 0
    fuel: int = 6
    history: dict[str, str] = {}
    # a view may have opened, and forced reveals have not been checked since (DL-9.1)
    opened: bool = False
    by_tokens: bool | UnsetType = UNSET  # unset in edition 1, so that it is saved as it was
    about: str = ""
    standing: dict[Seat, v.Standing] = {}
    winner: v.Winner | None = None
    reason: v.Reason | None = None
    deed: v.Deed | None = None

    @property
    def full(self) -> bool:
        return self.options.profile == "full"

    @property
    def armed(self) -> bool:
        """Whether there are shots, assaults and flames: not in the profile ``seed``."""
        return self.options.profile in v.ARMED

    @property
    def board(self) -> b.Board:
        return board(self.grid, self.segs)

    @property
    def position(self) -> v.Position:
        return v.Position(self.board, self.tokens, self.options.profile)

    @property
    def overlooked(self) -> bool:
        """Whether a marine may see a blip that has not been revealed yet (DL-9.1)."""
        return self.full and self.opened and self.exposed is not None

    @property
    def exposed(self) -> Token | None:
        """The blip that is revealed next, because a marine sees it (DL-9.1)."""
        return self.position.exposed(by_rows=not self.by_tokens)

    def find(self, name: str) -> Token | None:
        return next((token for token in self.tokens if token.name == name), None) if name else None

    def unit(self, name: str) -> Token:
        return next(token for token in self.tokens if token.name == name)

    def change(self, old: Token, **changes: Any) -> Token:
        new = replace(old, **changes)
        turned = old.race == "marine" and new.rot != old.rot
        unbarred = (old.kind, new.kind) == ("door", "dooropen")
        self.opened = self.opened or new.cell != old.cell or turned or unbarred
        self.tokens[next(i for i, token in enumerate(self.tokens) if token is old)] = new
        return new

    def mark(self, name: str, *added: b.Marker, without: tuple[b.Marker, ...] = ()) -> None:
        unit = self.unit(name)
        kept = {marker for marker in unit.markers if marker not in without}
        self.change(unit, markers=tuple(sorted(kept | set(added))))

    def remove(self, name: str) -> None:
        """Remove a unit with its markers. If it was active, no unit is (DL-18.1)."""
        self.discard(self.unit(name))
        self.history.pop(name, None)
        if self.active == name:
            self.deactivate()

    def discard(self, token: Token) -> None:
        self.tokens.remove(token)
        self.opened = True

    def deactivate(self) -> None:
        self.active, self.ap, self.last, self.target = "", 0, "", ""

    def name(self, letter: str) -> str:
        self.numbers[letter] = self.numbers.get(letter, 0) + 1
        return f"{letter}{self.numbers[letter]}"

    def door(self, cell: b.Cell) -> Token:
        return next(token for token in self.tokens if token.kind in b.DOORS and token.cell == cell)

    def filed(self, seat: Seat) -> v.Standing:
        return self.standing.get(seat, v.Standing())

    @property
    def secret_points(self) -> bool:
        """Whether there are command points that only the marines know (DL-21)."""
        return self.full and self.options.command_points == "marines"

    def view(self, viewer: Seat, shown: v.Shown) -> v.View:
        """Return the game as ``viewer`` knows it. Only the aliens' player knows the values of
        blips.

        Rule: DL-21.
        """
        hidden = viewer != v.ALIENS
        tokens = tuple(replace(t, value=0) if hidden and t.value else t for t in self.tokens)
        return v.View(
            viewer=viewer,
            players=dict(self.players),
            profile=self.options.profile,
            tokens=tokens,
            command=None if self.secret_points and viewer != v.MARINES else self.command,
            secret_points=self.secret_points,
            history=dict(self.history),
            shown=shown,
            standing=self.filed(viewer) if viewer in v.SEATS else None,
            **{name: getattr(self, name) for name in OPEN},
        )


def seat_of(side: b.Side) -> Seat:
    return v.MARINES if side == "marine" else v.ALIENS


def highest(tokens: list[Token]) -> dict[str, int]:
    """Return the highest number of a unit, by letter."""
    return dict(sorted(b.number(token.name) for token in tokens if token.name))
