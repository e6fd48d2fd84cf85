"""The state of a contest, its options, and the view that everybody has of it."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from engine import Options, Seat
from engine.game import TIMEOUT
from engine.games.contest import knockout
from engine.games.contest.record import FORFEIT, Rounds, Table, by_entrant
from engine.games.contest.standings import MANY, ROBIN, SWISS, Line, standings

Form = Literal["swiss", "robin", "knockout", "league"]
PATIENCE = 3
"""Rounds in a row that an entrant can miss before they are withdrawn (EV-61)."""


class ContestOptions(Options, frozen=True, kw_only=True):
    """The options of a contest. The referee reads those about games, moments and robots.

    Rules: EV-1, EV-6.
    """

    form: Annotated[Form, Meta(description="swiss, robin, knockout or league")] = "swiss"
    game: Annotated[str, Meta(description="the game that is played")] = "dicechess"
    settings: Annotated[dict[str, Any], Meta(description="options of that game")] = field(
        default_factory=dict
    )
    rounds: Annotated[int, Meta(ge=1, le=15, description="rounds of a Swiss")] = 5
    division: Annotated[int, Meta(ge=3, le=12, description="size of a division: league")] = 8
    cycles: Annotated[int, Meta(ge=1, le=2, description="games of each pair: robin, league")] = 1
    entrants: Annotated[int, Meta(ge=2, le=1000, description="maximum number of entrants")] = 200
    table: Annotated[int, Meta(ge=2, le=6, description="seats of a table: Swiss")] = 2
    up: Annotated[int, Meta(ge=0, le=4, description="entrants who change divisions: league")] = 2
    season: Annotated[int, Meta(ge=1, description="from 2 on by order of entry: league")] = 1
    open: Annotated[int, Meta(ge=0, le=9, description="games at once: robin, league; 0 rounds")] = 0
    late: Annotated[int, Meta(ge=0, le=14, description="rounds with late entry: Swiss")] = 1
    rests: Annotated[int, Meta(ge=0, le=3, description="rounds anybody may leave out: Swiss")] = 1
    seeded: Annotated[bool, Meta(description="seeds by rating: knockout, league")] = False
    closes: Annotated[str, Meta(description="moment at which sign-up closes")] = ""
    starts: Annotated[str, Meta(description="moments at which rounds begin")] = ""
    each: Annotated[str, Meta(description="maximum length of a round: none, 3d")] = "none"
    absence: Annotated[
        Literal["counts", "none"], Meta(description="whether absences move deadlines")
    ] = "counts"
    robots: Annotated[bool, Meta(description="whether robots may enter")] = False

    def __post_init__(self) -> None:
        if not TIMEOUT.fullmatch(self.each):
            raise ValueError(f"each: {self.each!r} is no time such as 12h or 3d, and not none")
        if self.table > 2 and self.form != "swiss":
            raise ValueError(f"table: only a swiss has tables of more than two, not a {self.form}")
        if self.open and (self.starts or self.form not in ("robin", "league")):
            raise ValueError("open: only a robin or league without starts has games at once")

    @property
    def can_rest(self) -> bool:
        return self.form == "swiss" and self.rests > 0


class Entry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An entrant.

    Rule: EV-4.
    """

    number: int  # in order of joining, never used again (EV-4)
    seat: Seat
    name: str
    since: int = 1  # the first round that they can play
    out: bool = False
    free: bool = False  # they have left, and a substitute may follow (EV-44)
    chair: int = 0  # the number of their chair, once a substitute has followed
    rest: bool = False  # left out of the next round
    stays: bool = False  # they play the next round although they are away
    rests: int = 0  # rounds left out so far
    strength: int = 0  # the rating as the referee knew it before the start


class ContestView(Struct, frozen=True, kw_only=True):
    """The whole contest. Everybody may know all of it."""

    viewer: Seat
    options: ContestOptions
    entries: tuple[Entry, ...]
    rounds: tuple[tuple[Table, ...], ...]
    plan: tuple[tuple[Table, ...], ...]
    seeds: tuple[str, ...]
    line: tuple[int, ...]
    divisions: tuple[tuple[int, ...], ...]
    last: str
    abandoned: bool

    @property
    def begun(self) -> int:
        return len(self.seeds)

    @property
    def own(self) -> Entry | None:
        return next((one for one in self.entries if one.seat == self.viewer), None)

    @property
    def ended(self) -> bool:
        return bool(self.last) or self.abandoned

    def standings(self) -> list[Line]:
        return lines(self)


class World(Struct, kw_only=True):
    """The position. ``plan`` are the tables of later rounds where they are known, ``line`` is the
    bracket of the last round, ``divisions`` those of a league.
    """

    options: ContestOptions
    entries: list[Entry] = field(default_factory=list)
    rounds: list[tuple[Table, ...]] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)  # one for each round drawn, in hex
    last: str = ""  # seed of the last draw, once the contest has ended
    plan: list[tuple[Table, ...]] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    divisions: list[list[int]] = field(default_factory=list)
    abandoned: bool = False  # too few have entered
    called: int = 0  # the round that the referee has called to begin

    @property
    def begun(self) -> int:
        """The number of rounds drawn."""
        return len(self.seeds)

    @property
    def seed(self) -> bytes:
        """The seed of the last round drawn."""
        return bytes.fromhex(self.seeds[-1])

    @property
    def here(self) -> list[int]:
        """The entrants who play on."""
        return [one.number for one in self.entries if not one.out]

    @property
    def gone(self) -> list[int]:
        return [one.number for one in self.entries if one.out]

    @property
    def free(self) -> set[int]:
        return {one.number for one in self.entries if one.free}

    def running(self) -> Iterator[tuple[int, int, Table]]:
        """Yield round, index and table of each table that is not decided."""
        for number, tables in enumerate(self.rounds, 1):
            for index, table in enumerate(tables):
                if not table.over:
                    yield number, index, table

    def rests_left(self, one: Entry) -> bool:
        return self.options.can_rest and not one.out and one.rests < self.options.rests

    def entry(self, number: int) -> Entry:
        return next(one for one in self.entries if one.number == number)

    def number(self, seat: Seat) -> int:
        return next(one.number for one in self.entries if one.seat == seat)

    def change(self, number: int, **fields: Any) -> None:
        self.entries = [
            replace(one, **fields) if one.number == number else one for one in self.entries
        ]

    def put(self, number: int, index: int, **fields: Any) -> Table:
        """Change a table of round ``number`` (from 1), and return it."""
        tables = [*self.rounds[number - 1]]
        tables[index] = replace(tables[index], **fields)
        self.rounds[number - 1] = tuple(tables)
        return tables[index]

    def standings(self) -> list[Line]:
        return lines(self)

    def missed(self) -> dict[int, int]:
        """Return how many of the last rounds in a row each entrant has missed (EV-61)."""
        last = by_entrant(self.rounds[-PATIENCE:], self.here)
        return {
            one: next(
                (k for k, table in enumerate(reversed(some)) if not absent(table, one)), len(some)
            )
            for one, some in last.items()
        }


def absent(table: Table | None, entrant: int) -> bool:
    return table is not None and table.how == FORFEIT and table.lost(entrant)


def bracket_after(line: Sequence[int], rounds: Rounds) -> list[int]:
    """Return the line of a knock-out after its last round."""
    if not rounds:
        return []
    winner = {(s[0], s[1]): table.winner for table in rounds[-1] if len(s := table.seats) == 2}
    winner |= {(b, a): won for (a, b), won in winner.items()}  # a drawn match changes its sides
    return knockout.next_line(line, winner)


def lines(w: World | ContestView) -> list[Line]:
    """Return the standings of a contest: of a league division by division."""
    options, rounds, seed = w.options, w.rounds, bytes.fromhex(w.last)
    breaks = MANY if options.table > 2 else SWISS if options.form == "swiss" else ROBIN
    if options.form == "league" and w.divisions:
        return [
            replace(one, group=k)
            for k, some in enumerate(w.divisions)
            for one in standings(rounds, some, breaks, seed)
        ]
    found = standings(rounds, [one.number for one in w.entries], breaks, seed)
    if options.form == "knockout" and rounds:
        found = by_round(found, rounds, w.line)
    return found


def by_round(found: list[Line], rounds: Rounds, line: Sequence[int]) -> list[Line]:
    """Return the standings of a knock-out: the later somebody is out, the higher (EV-37)."""
    left = bracket_after(line, rounds)
    place = knockout.places(rounds, left[0] if len(left) == 1 else 0)
    placed = (replace(one, place=place.get(one.entrant, len(place) + 1)) for one in found)
    return sorted(placed, key=lambda one: (one.place, one.entrant))
