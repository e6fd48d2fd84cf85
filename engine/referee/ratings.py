"""Ratings: each person's estimated skill at a kind of game, with its uncertainty. The transaction
that ends a rated game updates them; the model is Bradley and Terry's as Weng and Lin estimate it
(Journal of Machine Learning Research 12, 2011), in the package ``openskill``.
"""

import logging
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.errors import UnknownGame
from engine.game import AnyGame
from engine.games import find, names
from engine.messages import Address
from engine.plan import DAY
from engine.referee.accounts import SERVER_NOTES, Account, Accounts
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.referee.unit_of_work import UnitOfWork
from engine.state import PUBLIC, Seat
from engine.store import rated
from engine.store.notes import Notes
from engine.store.rows import RatedRow, Rows
from engine.store.store import Store

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

log = logging.getLogger(__name__)

MEAN, DEVIATION = 25.0, 25 / 3
"""The skill and the uncertainty (a standard deviation) of a newcomer."""
POINTS, MIDDLE = 40, 1500
"""A skill is shown as ``MIDDLE`` plus ``POINTS`` for each point above the mean."""
UNSURE = 6.0
"""A rating with a larger uncertainty is provisional, and not ranked. That is about 12 games of
two.
"""
DRIFT, MONTH = 0.5, 30 * DAY
"""The growth of the uncertainty in a month without a game. Its squares add up."""
PAGE = 100
"""The number of games read at a time."""
BEGUN = "rated"
"""The note that games of before the table of ratings were counted."""


def shown(row: RatedRow) -> tuple[int, int]:
    """Return a rating and its uncertainty as people see them, such as 1620 and 170."""
    return round(MIDDLE + POINTS * (row.mu - MEAN)), round(POINTS * row.sigma)


def places(game: AnyGame, result: str, seats: tuple[Seat, ...]) -> dict[Seat, int] | None:
    """Return the place of each seat, 1 for the winners, or ``None`` if the game doesn't count."""
    winners = game.winners(result, seats)
    if not winners or len(seats) < 2:
        return None
    return {seat: 1 if seat in winners else 2 for seat in seats}


@cache
def model() -> "BradleyTerryFull":
    # Imported at the first rated game, because it takes a tenth of a second.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull()


def newcomer(kind: str, who: Account) -> RatedRow:
    return RatedRow(
        kind=kind,
        door=who[0],
        sender=who[1],
        games=0,
        game="",
        at=0,
        mu=MEAN,
        sigma=DEVIATION,
        won=0,
        drawn=0,
    )


def drifted(row: RatedRow, at: int) -> float:
    """Return the uncertainty of a rating at second ``at``."""
    months = (at - row.at) / MONTH if row.games else 0.0
    return min(DEVIATION, math.sqrt(row.sigma**2 + DRIFT**2 * max(0.0, months)))


def after(before: Sequence[RatedRow], ranks: Sequence[int], game: str, at: int) -> list[RatedRow]:
    """Return the ratings of the players of a game after it, given their ``ranks`` in it."""
    teams = [[model().rating(row.mu, drifted(row, at))] for row in before]
    found = model().rate(teams, ranks=[float(rank) for rank in ranks])
    drawn = len(set(ranks)) == 1
    return [
        replace(
            row,
            games=row.games + 1,
            game=game,
            at=at,
            mu=skill.mu,
            sigma=skill.sigma,
            won=row.won + (rank == 1 and not drawn),
            drawn=row.drawn + drawn,
        )
        for row, rank, (skill,) in zip(before, ranks, found, strict=True)
    ]


def players(
    addresses: Iterable[Address], seats: Iterable[Seat], accounts: Accounts
) -> list[list[Account]] | None:
    """Return the accounts of the person at each seat, or ``None`` if the game is not rated. That is
    so if a robot plays, a seat is empty, or one person has two seats.
    """
    behind: dict[Seat, list[Account]] = {}
    for one in addresses:
        if one.door == ROBOT:
            return None
        if one.viewer != PUBLIC:
            behind.setdefault(one.viewer, accounts.person((one.door, one.sender)))
    found = [behind.get(seat, []) for seat in seats]
    several = len({min(person) for person in found if person}) == len(found)
    return found if several else None


def enter(batch: UnitOfWork, opened: OpenGame, at: int) -> None:
    """Add the players' new ratings to the rows of a game that has just ended."""
    table = opened.table
    ranks = places(table.game, table.state.result or "", table.seats)
    if ranks is None or not table.setup.rated:
        return
    people = players(opened.addresses, ranks, batch.accounts)
    if people is not None:
        before = [of(batch, table.game.name, person) for person in people]
        batch.rows_of(opened.id).rated += after(before, list(ranks.values()), opened.id, at)


def of(batch: UnitOfWork, kind: str, person: Sequence[Account]) -> RatedRow:
    """Return a person's rating at a kind of game: that of their account with the most games."""
    fresh = [row for rows in batch.rows.values() for row in rows.rated if row.kind == kind]
    known = [row for row in fresh if (row.door, row.sender) in person]
    known += [row for who in person if (row := rated.latest(batch.store, kind, who)) is not None]
    return max(known, key=lambda row: row.games, default=newcomer(kind, min(person)))


def ranking(batch: UnitOfWork, kind: str, most: int) -> list[tuple[int, RatedRow]]:
    """Return the ratings of the ``most`` strongest people, each with its place."""
    found: dict[Account, RatedRow] = {}
    for row in rated.ranking(batch.store, kind, 2 * most, UNSURE):
        found.setdefault(min(batch.accounts.person((row.door, row.sender))), row)
    return list(enumerate(found.values(), 1))[:most]


# ---- games that ended before there was a table of ratings


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


read_state = msgspec.json.Decoder(Finished).decode
read_setup = msgspec.json.Decoder(Made).decode


def begin(store: Store) -> None:
    """Rate the games that ended before this version, once, in the order in which they ended. Games
    of a missing edition are left out.
    """
    if store.note(SERVER_NOTES, BEGUN) or not any(store.ended(kind, 1) for kind in names()):
        return
    with store.unit(alone=True):
        if store.note(SERVER_NOTES, BEGUN):
            return
        found: Mapping[str, Rows] = {}
        if not any(rated.ranking(store, kind, 1, DEVIATION) for kind in names()):
            found = {kind: Rows(rated=list(rated_before(store, kind))) for kind in names()}
            log.info("rated %d games of before", sum(len(rows.rated) for rows in found.values()))
        store.write(0, games=found, notes=[(SERVER_NOTES, BEGUN, "yes")])


def rated_before(store: Store, kind: str) -> Iterator[RatedRow]:
    accounts, known = Accounts(Notes(store, SERVER_NOTES)), dict[Account, RatedRow]()
    for ended, id, edition in sorted(finished(store, kind), key=lambda one: (one[0].now, one[1])):
        try:
            game = find(kind, edition)
        except UnknownGame:
            continue
        seats = tuple(chair.seat for chair in ended.chairs)
        ranks = places(game, ended.result or "", seats)
        people = players(store.addresses(id), seats, accounts)
        if ranks is None or people is None:
            continue
        before = [known.get(who := min(person), newcomer(kind, who)) for person in people]
        for row in after(before, list(ranks.values()), id, ended.now):
            known[row.door, row.sender] = row
            yield row


def finished(store: Store, kind: str) -> Iterator[tuple[Finished, str, int]]:
    page = store.ended(kind, PAGE)
    while page:
        for row in page:
            if read_setup(row.setup).rated:
                yield read_state(row.state), row.id, row.edition
        page = store.ended(kind, PAGE, page[-1].id)
