"""Robots against robots: win rates, lengths, and the events that occur.

The same number makes the same game, with the same dice and the same robots' decisions.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from statistics import median

from msgspec import Struct, field
from msgspec.structs import replace

from engine.game import AnyGame, robot_order
from engine.referee import ratings
from engine.referee.doors import ROBOT
from engine.state import REFEREE, Bulletin, Join, Line, Order, Seat, Setup, Tick
from engine.store.rows import RatedRow
from engine.table import GameTable

SURE = 1.96
"""Standard deviations of a 95% confidence interval."""
LONGEST = 20_000
"""Number of orders after which a game is abandoned."""
PATIENCE = 200
"""Maximum lines of a robot on one sheet; after that the default or a random order is played."""


class Played(Struct, frozen=True, kw_only=True):
    number: int
    seats: tuple[Seat, ...]
    levels: tuple[int, ...]  # levels of its robots, by seat
    result: str
    winners: tuple[Seat, ...]  # empty if the game doesn't count; several for a draw
    orders: int
    events: dict[str, int]
    costs: dict[int, list[float]]  # CPU seconds of each decision, by level
    mark: str  # fingerprint of result, length and events


class Share(Struct, frozen=True, kw_only=True):
    side: str
    games: int
    won: int
    drawn: int
    rate: float  # percentage won of the decided games
    low: float  # end of the confidence interval
    high: float  # end of the confidence interval


class Speed(Struct, frozen=True, kw_only=True):
    """The cost of a level's decisions, in CPU milliseconds."""

    level: int
    decisions: int
    mean: float
    p99: float
    most: float


class Findings(Struct, frozen=True, kw_only=True):
    game: str
    games: int
    seats: list[Share]  # win rates
    levels: list[Share]  # win rates
    ratings: list[tuple[int, int, int]]  # level, rating and uncertainty, by these games alone
    results: dict[str, int]
    orders: dict[str, float]
    # number of games with this kind of event, and of occurrences
    events: dict[str, tuple[int, int]]
    speeds: list[Speed] = field(default_factory=list)
    mark: str = ""  # fingerprint of scenario, rules and robots: of the first game


def numbered(setup: Setup, number: int) -> Setup:
    secret = sha256(f"trial/{number}".encode()).digest()
    return replace(setup, id=f"trial-{number}", secret=secret, at=0, clock=None, salts="fixed")


def play(
    game: AnyGame, setup: Setup, number: int, seats: Sequence[Seat], levels: Mapping[Seat, int]
) -> Played:
    """Play one game between robots of these levels, seated in this order."""
    table = GameTable.new(game, numbered(setup, number))
    events, costs = Counter[str](), dict[int, list[float]]()

    def note(bulletin: Bulletin) -> None:
        for told in bulletin.told:
            copies = (told.event, *told.copies.values())
            event = next((copy for copy in copies if copy is not None), None)
            if event is not None:
                events[type(event).__name__] += 1

    note(table.run())
    for seat in seats:
        note(table.take(0, REFEREE, Join(seat, seat, f"{seat}/{number}")))
    rngs = {seat: Random(f"{number}/{seat}") for seat in seats}
    orders, lines = 0, Counter[Seat]()
    while table.state.stack and orders < LONGEST:
        ask, state = table.ask(), table.state
        waiting = [seat for seat in ask.seats if seat not in state.answers] if ask else []
        if not waiting:
            assert state.due is not None, f"nobody is asked and no time is set: {state.stack}"
            note(table.take(state.due, REFEREE, Tick()))
            continue
        seat, orders = waiting[0], orders + 1
        view, menu = table.view(seat), table.menu(seat)
        began = time.process_time()
        order: Order = robot_order(game, view, menu, rngs[seat], levels[seat])
        costs.setdefault(levels[seat], []).append(time.process_time() - began)
        lines[seat] = lines[seat] + 1 if isinstance(order, Line) else 0
        if lines[seat] > PATIENCE:
            order = menu.default or robot_order(game, view, menu, rngs[seat], 0)
        note(table.take(state.now, seat, order))
    result = table.state.result or ""
    return Played(
        number=number,
        seats=tuple(table.seats),
        levels=tuple(levels[seat] for seat in table.seats),
        result=result,
        winners=(game.winners(result, table.seats) or ()) if result else (),
        orders=orders,
        events=dict(events),
        costs=costs,
        mark=sha256(repr((result, orders, sorted(events.items()))).encode()).hexdigest()[:8],
    )


def found(game: str, games: Iterable[Played]) -> Findings:
    played = sorted(games, key=lambda one: one.number)
    seats = dict.fromkeys(seat for one in played for seat in one.seats)
    levels = sorted({level for one in played for level in one.levels})
    lengths = [one.orders for one in played]
    kinds = Counter(kind for one in played for kind in one.events)
    costs = {
        level: [cost for one in played for cost in one.costs.get(level, ())] for level in levels
    }
    return Findings(
        game=game,
        games=len(played),
        seats=[share(played, seat) for seat in seats],
        levels=[level_share(played, level) for level in levels] if len(levels) > 1 else [],
        ratings=level_ratings(played),
        results=dict(Counter(one.result or "not over" for one in played).most_common()),
        orders={"least": min(lengths), "median": median(lengths), "most": max(lengths)},
        events={
            kind: (n, sum(one.events.get(kind, 0) for one in played))
            for kind, n in kinds.most_common()
        },
        speeds=[speed(level, some) for level, some in costs.items() if some],
        mark=played[0].mark,
    )


def decided(played: Iterable[Played]) -> list[Played]:
    return [one for one in played if one.winners and len(one.winners) < len(one.seats)]


def share(played: Sequence[Played], seat: Seat) -> Share:
    mine = [one for one in played if seat in one.seats]
    won = sum(seat in one.winners for one in decided(mine))
    return rated(seat, mine, won, len(decided(mine)))


def level_share(played: Sequence[Played], level: int) -> Share:
    """Return the results of a level; a game counts once if one of its robots has won."""
    mine = [one for one in played if level in one.levels]
    clear = [one for one in decided(mine) if len(set(one.levels)) > 1]
    won = sum(level in winning_levels(one) for one in clear)
    return rated(f"level {level}", mine, won, len(clear))


def level_ratings(played: Sequence[Played]) -> list[tuple[int, int, int]]:
    """Return each level with its rating and uncertainty by these games alone, as people have them.
    Games in which two robots have the same level don't count.
    """
    rows: dict[int, RatedRow] = {}
    for one in played:
        if len({*one.levels}) < len(one.levels) or not one.winners:
            continue
        before = [rows.get(n) or ratings.newcomer("", (ROBOT, str(n))) for n in one.levels]
        ranks = [1 if seat in one.winners else 2 for seat in one.seats]
        rows |= zip(one.levels, ratings.after(before, ranks, "", 0), strict=True)
    return [(level, *ratings.shown(row)) for level, row in sorted(rows.items())]


def winning_levels(one: Played) -> set[int]:
    pairs = zip(one.seats, one.levels, strict=True)
    return {level for seat, level in pairs if seat in one.winners}


def rated(side: str, mine: Sequence[Played], won: int, of: int) -> Share:
    """Return the results of a side, with rate and confidence interval."""
    low, high = interval(won, of)
    return Share(
        side=side,
        games=len(mine),
        won=won,
        drawn=sum(len(one.winners) == len(one.seats) for one in mine),
        rate=round(100 * won / of, 1) if of else 0.0,
        low=round(100 * low, 1),
        high=round(100 * high, 1),
    )


def interval(won: int, of: int) -> tuple[float, float]:
    """Return the confidence interval of the rate by Wilson's score; 0 to 1 without games."""
    if not of:
        return 0.0, 1.0
    rate, z = won / of, SURE * SURE / of
    centre = rate + z / 2
    off = SURE * sqrt(rate * (1 - rate) / of + z / (4 * of))
    return max(0.0, (centre - off) / (1 + z)), min(1.0, (centre + off) / (1 + z))


def speed(level: int, costs: Sequence[float]) -> Speed:
    ordered = sorted(1000 * cost for cost in costs)
    return Speed(
        level=level,
        decisions=len(ordered),
        mean=round(sum(ordered) / len(ordered), 2),
        p99=round(ordered[int(0.99 * (len(ordered) - 1))], 2),
        most=round(ordered[-1], 2),
    )
