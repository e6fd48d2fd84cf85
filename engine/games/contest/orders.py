"""The orders of entrants and of the referee, and the events of a contest. Events name seats, the
record has numbers.
"""

from typing import ClassVar

from engine import Anytime, Event, House, Seat
from engine.games.contest.record import PLAYED, How, Table
from engine.games.contest.standings import Line


class Withdraw(Anytime, frozen=True):
    """Leave the contest (EV-61)."""

    confirmed: ClassVar[bool] = True


class Rest(Anytime, frozen=True):
    """Leave out the next round (EV-23)."""


class Play(Anytime, frozen=True):
    """Play the next round after all."""


class Pair(House, frozen=True):
    """The tables of the round that was drawn, with ``plan``, ``line`` and ``divisions`` as in the
    world. ``by`` is the version of the rule.
    """

    tables: tuple[Table, ...]
    plan: tuple[tuple[Table, ...], ...] = ()
    line: tuple[int, ...] = ()
    divisions: tuple[tuple[int, ...], ...] = ()
    by: str = "1"


class Opened(House, frozen=True):
    """The game of a table was made; without an id, its game is closed and it needs another."""

    round: int  # from 1
    index: int  # from 0
    game: str


class Score(House, frozen=True):
    """The result of a table, by its game, the clock or a moderator. A table that is played (``how``
    is empty) without places is open again.
    """

    round: int
    index: int
    places: tuple[int, ...]
    how: How = PLAYED
    reason: str = ""  # the words of a moderator


class NextRound(House, frozen=True):
    """The next round begins (EV-42)."""


class Free(House, frozen=True):
    """A moderator has freed the seat of an entrant: a substitute may follow."""

    entrant: int


class Gone(House, frozen=True):
    """No substitute follows an entrant who has left (EV-44)."""

    entrant: int


class Excuse(House, frozen=True):
    """These entrants are away, and leave out the next round (EV-43)."""

    entrants: tuple[int, ...]


class Season(House, frozen=True):
    """The sign-up of a season is open until ``closes`` (EV-45)."""

    closes: str


class Strengths(House, frozen=True):
    """Ratings of entrants before the start: number and strength."""

    values: tuple[tuple[int, int], ...]


class Entered(Event, frozen=True):
    """Somebody has entered. They play from round ``since`` on."""

    minor: ClassVar[bool] = True
    entrant: int
    seat: Seat
    name: str
    since: int


class Unentered(Event, frozen=True):
    """Somebody has left before the start."""

    minor: ClassVar[bool] = True
    entrant: int
    seat: Seat


class Drawn(Event, frozen=True):
    """The seed of a round, or of the last draw (round 0)."""

    round: int
    seed: str


class Paired(Event, frozen=True):
    """The tables of a round, and the seats at each."""

    round: int
    tables: tuple[Table, ...]
    who: tuple[tuple[Seat, ...], ...]


class Scored(Event, frozen=True, kw_only=True):
    """The result of a table. Without places it counts for nothing, or is open again."""

    minor: ClassVar[bool] = True
    round: int
    index: int
    places: tuple[int, ...]
    how: How
    reason: str
    who: tuple[Seat, ...]


class Rematch(Event, frozen=True):
    """A drawn knock-out match is played again, with sides changed (EV-36)."""

    round: int
    index: int
    seats: tuple[int, ...]
    who: tuple[Seat, ...]


class Changed(Event, frozen=True):
    """Another entrant has come into a knock-out match, because a result was corrected (EV-63)."""

    round: int
    index: int
    seats: tuple[int, ...]
    who: tuple[Seat, ...]


class Left(Event, frozen=True):
    """An entrant plays no longer. ``free``: a substitute may follow."""

    minor: ClassVar[bool] = True
    entrant: int
    seat: Seat
    free: bool = False


class Followed(Event, frozen=True):
    """A substitute plays on for an entrant, with their record."""

    entrant: int
    seat: Seat


class Opening(Event, frozen=True):
    """A season is open for sign-up. Everybody of the last one is in it."""

    season: int
    closes: str


class Rested(Event, frozen=True):
    """An entrant leaves out the next round, or not after all."""

    minor: ClassVar[bool] = True
    entrant: int
    seat: Seat
    on: bool


class Missing(Event, frozen=True):
    """An entrant has missed so many rounds that one more withdraws them."""

    entrant: int
    seat: Seat


class Ended(Event, frozen=True):
    """The contest is over. ``who`` are the seats of the lines; both are empty if it was
    abandoned.
    """

    lines: tuple[Line, ...]
    who: tuple[Seat, ...]
