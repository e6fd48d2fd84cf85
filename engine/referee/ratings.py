"""Elo ratings per kind of game, computed from the finished games, the oldest first.

A game with more than two seats counts as one game for each pair.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import msgspec
from msgspec import Struct

from engine.errors import UnknownGame
from engine.game import AnyGame
from engine.games import find
from engine.referee.accounts import Account
from engine.referee.doors import ROBOT
from engine.state import Seat
from engine.store.store import Store

FIRST, STEP, SCALE = 1500.0, 32.0, 400.0
"""The first rating, the maximum change by one game, and the difference at which a player is ten
times as strong.
"""


PAGE = 100
"""The number of games read at a time."""


class Standing(Struct):
    """A person's rating at a kind of game, and the number of games."""

    rating: float = FIRST
    games: int = 0
    won: int = 0
    drawn: int = 0


class Seated(Struct, frozen=True):
    """The part of ``SeatHolder`` needed here."""

    seat: Seat


class Made(Struct, frozen=True):
    """The part of ``Setup`` needed here."""

    rated: bool = True


class Finished(Struct, frozen=True):
    """The part of ``State`` needed here."""

    chairs: tuple[Seated, ...]
    now: int
    result: str | None


read = msgspec.json.Decoder(Finished).decode
read_setup = msgspec.json.Decoder(Made).decode


def scores(game: AnyGame, result: str, seats: tuple[Seat, ...]) -> dict[Seat, float] | None:
    """Return each seat's score (1 won, 0.5 drawn, 0 lost), or ``None`` if the game doesn't
    count.
    """
    winners = game.winners(result, seats)
    if not winners or len(seats) < 2:
        return None
    return {seat: (0.5 if len(winners) > 1 else 1.0) if seat in winners else 0.0 for seat in seats}


def expected(own: float, other: float) -> float:
    """Return the score that Elo expects of a player rated ``own`` against ``other``."""
    return 1 / (1 + 10 ** ((other - own) / SCALE))


def add(standings: dict[Account, Standing], made: dict[Account, float]) -> None:
    """Update the ratings by one game. ``made`` is the score of each person."""
    before = {who: standings.setdefault(who, Standing()).rating for who in made}
    for one, other in combinations(made, 2):
        score = 0.5 + (made[one] - made[other]) / 2
        change = STEP / (len(made) - 1) * (score - expected(before[one], before[other]))
        standings[one].rating += change
        standings[other].rating -= change
    for who, score in made.items():
        standings[who].games += 1
        standings[who].won += score == 1.0
        standings[who].drawn += score == 0.5


def ratings(
    store: Store, kind: str, person: Callable[[Account], Account], left_out: list[str]
) -> dict[Account, Standing]:
    """Return the ratings of everybody who finished a game of this kind. ``person`` maps all
    accounts of a person to one.

    Games don't count if they are unrated, if a robot played or a seat was empty, or if one person
    had two seats. Games of a missing edition don't count either, and their ids are added to
    ``left_out``.
    """
    ended = sorted(finished(store, kind), key=lambda one: (one[0].now, one[1]))
    standings: dict[Account, Standing] = {}
    for saved, id, edition in ended:
        behind: dict[Seat, Account] = {}
        addresses = store.addresses(id)
        if any(address.door == ROBOT for address in addresses):
            continue
        for address in addresses:
            behind.setdefault(address.viewer, person((address.door, address.sender)))
        seats = tuple(chair.seat for chair in saved.chairs)
        try:
            game = find(kind, edition)
        except UnknownGame:
            left_out.append(id)
            continue
        made = scores(game, saved.result or "", seats)
        people = {behind[seat] for seat in seats if seat in behind}
        if made is not None and len(people) == len(seats):
            add(standings, {behind[seat]: score for seat, score in made.items()})
    return standings


def finished(store: Store, kind: str) -> Iterator[tuple[Finished, str, int]]:
    page = store.ended(kind, PAGE)
    while page:
        for row in page:
            if read_setup(row.setup).rated:
                yield read(row.state), row.id, row.edition
        page = store.ended(kind, PAGE, page[-1].id)


def best(
    standings: Iterable[tuple[Account, Standing]], most: int
) -> list[tuple[Account, Standing]]:
    """Return the ``most`` strongest people, the strongest first."""
    return sorted(standings, key=lambda one: (-one[1].rating, one[0]))[:most]
