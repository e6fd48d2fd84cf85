"""A person on the pages: ratings, record and reliability, which they have agreed to show."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from bot.pages.facts import Names
from engine.plan import DAY
from engine.referee import conduct, ratings
from engine.referee.accounts import Account
from engine.store import rated
from engine.store.rows import RatedRow
from renderers import Sentences

LEFT, RIGHT, TOP, BOTTOM = 46, 626, 16, 154
"""The area of a curve in its picture, in pixels."""
LEVELS = 4
LISTED = 10
"""The number of people in the standings of a kind of game."""


class Curve(Struct, frozen=True):
    first: int
    line: str
    band: str
    levels: tuple[tuple[float, int], ...]  # heights in the picture, with their ratings
    days: tuple[tuple[float, int], ...]  # places in the picture, with their seconds


class Rated(Struct, frozen=True, kw_only=True):
    """A person's rating at a kind of game. ``sure``: it is no longer provisional."""

    name: str
    page: str
    kind: str
    title: str
    rating: int
    unsure: int
    sure: bool
    games: int
    won: int
    drawn: int
    at: int
    curve: Curve | None


class PersonPage(Struct, frozen=True, kw_only=True):
    name: str
    page: str
    at: int  # second of the newest fact
    ratings: tuple[Rated, ...]
    reliable: int | None  # percent of answers in time, ``None`` of a new person

    @property
    def games(self) -> int:
        return sum(one.games for one in self.ratings)

    @property
    def won(self) -> int:
        return sum(one.won for one in self.ratings)


def person_page(
    names: Names, page: str, accounts: Sequence[Account], said: Sentences, today: int
) -> PersonPage:
    name = names.accounts.name(accounts[0])
    rows = [row for who in accounts for row in rated.history(names.store, who)]
    rows.sort(key=lambda row: (row.kind, row.games))
    found = tuple(
        rating(name, page, said.title(kind), [*each])
        for kind, each in groupby(rows, key=lambda row: row.kind)
    )
    return PersonPage(
        name=name,
        page=page,
        at=max((one.at for one in found), default=0),
        ratings=tuple(sorted(found, key=lambda one: (-one.games, one.kind))),
        reliable=conduct.share(names.store, accounts, today),
    )


def rating(name: str, page: str, title: str, rows: Sequence[RatedRow]) -> Rated:
    last = rows[-1]
    shown, unsure = ratings.shown(last)
    return Rated(
        name=name,
        page=page,
        kind=last.kind,
        title=title,
        rating=shown,
        unsure=unsure,
        sure=last.sigma <= ratings.UNSURE,
        games=last.games,
        won=last.won,
        drawn=last.drawn,
        at=last.at,
        curve=curve(rows) if len(rows) > 1 else None,
    )


def curve(rows: Sequence[RatedRow]) -> Curve:
    """Return a person's ratings as lines of a picture. A day counts, not the second."""
    points = [(row.at // DAY * DAY, *ratings.shown(row)) for row in rows]
    low = min(value - unsure for _, value, unsure in points) // 50 * 50
    high = -(-max(value + unsure for _, value, unsure in points) // 50) * 50
    first, last = points[0][0], points[-1][0]

    def x(at: int, k: int) -> float:
        part = (at - first) / (last - first) if last > first else k / (len(points) - 1)
        return round(LEFT + part * (RIGHT - LEFT), 1)

    def y(value: float) -> float:
        return round(BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP), 1)

    places = [(x(at, k), value, unsure) for k, (at, value, unsure) in enumerate(points)]
    upper = [f"{at},{y(value + unsure)}" for at, value, unsure in places]
    lower = [f"{at},{y(value - unsure)}" for at, value, unsure in reversed(places)]
    values = [round(low + (high - low) * k / (LEVELS - 1)) for k in range(LEVELS)]
    return Curve(
        first=points[0][1],
        line=" ".join(f"{at},{y(value)}" for at, value, _ in places),
        band=" ".join([*upper, *lower]),
        levels=tuple((y(value), value) for value in values),
        days=((LEFT, first), (RIGHT, last)) if last > first else ((LEFT, first),),
    )


def standings(pages: Iterable[PersonPage]) -> list[tuple[str, list[Rated]]]:
    """Return the strongest people by the title of each kind of game."""
    found: dict[str, list[Rated]] = {}
    for page in pages:
        for one in page.ratings:
            if one.sure:
                found.setdefault(one.title, []).append(one)
    return [
        (title, sorted(every, key=lambda one: (2 * one.unsure - one.rating, one.name))[:LISTED])
        for title, every in sorted(found.items())
    ]
