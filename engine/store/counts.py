"""Counts of games, and of waiting and lost messages."""

from collections import Counter

from engine.store import rows
from engine.store.store import NOBODY, Store
from engine.store.writing import read_places


def game_counts(store: Store) -> tuple[int, int]:
    sql = "select count(*), count(*) filter (where result is null) from game"
    games, running = store.one(sql)
    return games, running


def waiting(store: Store) -> list[rows.Undelivered]:
    stored = store.rows("select door, coalesce(error, '') from finished")
    held = store.rows("select door, behind from cursor where behind != ?", (NOBODY,))
    late = [(door, place.why) for door, places in held for place in read_places(places).values()]
    return rows.undelivered(Counter([*late, *stored]))


def late(store: Store, before: int) -> list[rows.LateReader]:
    stored = store.rows(
        "select at, door, game, sender, error from finished where coalesce(error, '') != ''"
    )
    held = store.rows("select door, game, behind from cursor where behind != ?", (NOBODY,))
    behind = [
        rows.LateReader(place.since, door, game, sender, place.why)
        for door, game, places in held
        for sender, place in read_places(places).items()
    ]
    return rows.late_readers([*behind, *(rows.LateReader(*row) for row in stored)], before)


def lost(store: Store) -> list[rows.Undelivered]:
    sql = "select door, why, count from lost order by count desc, door, why"
    return [rows.Undelivered(*row) for row in store.rows(sql)]


def not_composed(store: Store) -> list[tuple[str, str, str, int]]:
    sql = (
        "select actor, game, facts, count(*) from audit where action = ?"
        " group by actor, game, facts order by actor, game, facts"
    )
    return store.rows(sql, (rows.NOT_COMPOSED,))


def tally(store: Store) -> rows.Tally:
    def counts(sql: str) -> dict[str, int]:
        return dict(store.rows(sql))

    return rows.Tally(
        games=counts("select kind, count(*) from game group by kind"),
        running=counts("select kind, count(*) from game where result is null group by kind"),
        next_due=store.one("select min(due) from game where due is not null")[0],
    )


def last_told(store: Store) -> int | None:
    last: int | None = store.one("select max(at) from news")[0]
    return last


def told_after(store: Store, at: int) -> int:
    sql = "select count(*) from news where kind = 'told' and at > ?"
    count: int = store.one(sql, (at,))[0]
    return count


def told(store: Store) -> dict[str, int]:
    """Return the number of each game's last news item, by the games' ids in order."""
    return dict(store.rows("select id, told from game order by id"))
