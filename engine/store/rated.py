"""Reading ratings and conduct."""

from typing import Any

import msgspec

from engine.store.rows import RatedRow
from engine.store.store import ALL, Store

RANKED = (
    "rated as r where kind = ? and sigma <= ? and games = (select max(games) from rated"
    " where (kind, door, sender) = (r.kind, r.door, r.sender))"
)
"""SQL that selects the newest rating of each account at a kind of game."""


def latest(store: Store, kind: str, who: tuple[str, str], upto: int = ALL) -> RatedRow | None:
    """Return an account's rating at a kind of game after at most ``upto`` rated games."""
    sql = (
        "select * from rated where kind = ? and door = ? and sender = ? and games <= ?"
        " order by games desc limit 1"
    )
    return next(iter(found(store, sql, (kind, *who, upto))), None)


def history(store: Store, who: tuple[str, str]) -> list[RatedRow]:
    """Return an account's ratings after each of its rated games, the oldest first."""
    sql = "select * from rated where door = ? and sender = ? order by at, kind, games"
    return found(store, sql, who)


def after(store: Store, game: str) -> list[RatedRow]:
    """Return the ratings of the players of a game after it."""
    return found(store, "select * from rated where game = ?", (game,))


def ranking(store: Store, kind: str, most: int, sigma: float) -> list[RatedRow]:
    """Return the newest ratings of up to ``most`` accounts with an uncertainty of at most
    ``sigma``, the highest ``mu - 2 sigma`` first.
    """
    sql = f"select * from {RANKED} order by 2 * sigma - mu, door, sender limit ?"
    return found(store, sql, (kind, sigma, most))


def above(store: Store, row: RatedRow, sigma: float) -> int:
    """Return the number of accounts above this one in the ranking."""
    sql = f"select count(*) from {RANKED} and 2 * sigma - mu < ?"
    return int(store.one(sql, (row.kind, sigma, 2 * row.sigma - row.mu))[0])


def conduct(store: Store, who: tuple[str, str], since: int, before: int) -> tuple[int, int, int]:
    """Return the sums of ``kept``, ``missed`` and ``gone`` of an account in these days."""
    sql = (
        "select coalesce(sum(kept), 0), coalesce(sum(missed), 0), coalesce(sum(gone), 0)"
        " from conduct where door = ? and sender = ? and day >= ? and day < ?"
    )
    kept, missed, gone = map(int, store.one(sql, (*who, since, before)))
    return kept, missed, gone


def found(store: Store, sql: str, values: tuple[Any, ...]) -> list[RatedRow]:
    return [msgspec.convert(row, RatedRow) for row in store.rows(sql, values)]
