"""How strong people are at a kind of game: Elo's numbers, from the games that were finished,
oldest first. Games with more than two seats count as games between every two of them.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import msgspec
from msgspec import Struct

from engine.errors import UnknownGame
from engine.game import AnyGame
from engine.games import find
from engine.referee.doors import ROBOT
from engine.referee.register import Contact
from engine.state import Seat
from engine.store.store import Store

FIRST, STEP, SCALE = 1500.0, 32.0, 400.0
"""The number of somebody new; by how much one game changes it at the most; ten
times as strong is so much more.
"""


PAGE = 100
"""Games that are read at a time."""


class Standing(Struct):
    """Somebody's number at a kind of game, and what it is made of."""

    rating: float = FIRST
    games: int = 0
    won: int = 0
    drawn: int = 0


class Seated(Struct, frozen=True):
    """Of a taken seat, what counts here."""

    seat: Seat


class Made(Struct, frozen=True):
    """Of what a game was made of, what counts here."""

    rated: bool = True


class Finished(Struct, frozen=True):
    """Of a saved game, what counts here."""

    chairs: tuple[Seated, ...]
    now: int
    result: str | None


read = msgspec.json.Decoder(Finished).decode
read_setup = msgspec.json.Decoder(Made).decode


def scores(game: AnyGame, result: str, seats: tuple[Seat, ...]) -> dict[Seat, float] | None:
    """Return what each seat has made of it: 1 won, 0 lost, between them drawn; ``None``: the game
    does not count.
    """
    winners = game.winners(result, seats)
    if not winners or len(seats) < 2:
        return None
    return {seat: (0.5 if len(winners) > 1 else 1.0) if seat in winners else 0.0 for seat in seats}


def expected(own: float, other: float) -> float:
    """Return Elo's expectation of the one against the other."""
    return 1 / (1 + 10 ** ((other - own) / SCALE))


def add(standings: dict[Contact, Standing], made: dict[Contact, float]) -> None:
    """Count one game: ``made`` is what everybody has made of it."""
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
    store: Store, kind: str, person: Callable[[Contact], Contact], left_out: list[str]
) -> dict[Contact, Standing]:
    """Return the numbers of all who have finished a game of this kind; ``person`` names somebody
    who has several doors. Seats that nobody is behind any more, games that were made not to count,
    and those of somebody against themselves do not count; games of an edition that is not installed
    do not either, and are added to those that are ``left_out``.
    """
    ended = sorted(finished(store, kind), key=lambda one: (one[0].now, one[1]))
    standings: dict[Contact, Standing] = {}
    for saved, id, edition in ended:
        behind: dict[Seat, Contact] = {}
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
    """Yield the games of a kind that are over and count, with their ids and editions."""
    page = store.ended(kind, PAGE)
    while page:
        for row in page:
            if read_setup(row.setup).rated:
                yield read(row.state), row.id, row.edition
        page = store.ended(kind, PAGE, page[-1].id)


def best(
    standings: Iterable[tuple[Contact, Standing]], most: int
) -> list[tuple[Contact, Standing]]:
    """Return the strongest first."""
    return sorted(standings, key=lambda one: (-one[1].rating, one[0]))[:most]
