"""Pairings and standings: laws, brute force, and second opinions."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.contest import knockout, lots, many, robin, swiss
from engine.games.contest.record import (
    BYE,
    FORFEIT,
    HALF,
    POINT,
    REST,
    VOID,
    Table,
    decided,
    lost_by,
)
from engine.games.contest.standings import MANY, ROBIN, SWISS, Standings, moves, standings

SEEDS = st.binary(min_size=32, max_size=32)
RANDOM = st.randoms(use_true_random=False)
Record = list[tuple[Table, ...]]


def matchings(numbers: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not numbers:
        yield []
        return
    a, *rest = numbers
    for k, b in enumerate(rest):
        for others in matchings(rest[:k] + rest[k + 1 :]):
            yield [(a, b), *others]


def played(
    rng: random.Random, entrants: Sequence[int], rounds: int, absent: float = 0.15
) -> Record:
    """Return a record that was paired round by round, with people who stay away."""
    record: Record = []
    for _ in range(rounds):
        there = [one for one in entrants if rng.random() > absent] or list(entrants)
        tables = []
        for a, b in swiss.pairings(swiss.players(record, there), rng.randbytes(32)):
            if b == robin.NOBODY:
                tables.append(Table(seats=(a,), how=BYE))
            elif rng.random() < absent / 2:
                gone = rng.choice(((a,), (b,), (a, b)))
                tables.append(Table(seats=(a, b), places=lost_by((a, b), gone), how=FORFEIT))
            else:
                tables.append(Table(seats=(a, b), places=rng.choice(((0, 1), (1, 0), (0, 0)))))
        away = sorted({*entrants} - {*there})
        tables += [Table(seats=(one,), how=rng.choice((REST, VOID))) for one in away]
        record.append(tuple(tables))
    return record


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.integers(0, 5), RANDOM, SEEDS)
def test_ev_20_no_pairing_costs_less(n: int, rounds: int, rng: random.Random, seed: bytes) -> None:
    """Rule EV-20. EV-22. Compare with all pairings, by brute force."""
    entrants = list(range(1, n + 1))
    record = played(rng, entrants, rounds)
    field = swiss.players(record, entrants)
    known = {one.number: one for one in field}
    lowest = min(one.score for one in field)

    def cost(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        each = [swiss.cost(known[max(p)], known.get(min(p)), lowest, seed)[1] for p in pairs]
        return tuple(map(sum, zip(*each, strict=True)))

    numbers = ([robin.NOBODY] if n % 2 else []) + entrants
    best, *others = sorted((cost(way), way) for way in matchings(numbers))
    made = {(min(pair), max(pair)) for pair in swiss.pairings(field, seed)}
    assert made == {*best[1]}
    assert not others or best[0] < others[0][0]
    rng.shuffle(field)
    assert {(min(p), max(p)) for p in swiss.pairings(field, seed)} == made


@settings(max_examples=12, deadline=None)
@given(st.integers(8, 24), RANDOM)
def test_ev_23_nobody_meets_twice_or_is_free_twice(n: int, rng: random.Random) -> None:
    """Rule EV-23. Have at least twice as many entrants as rounds."""
    entrants = list(range(1, n + 1))
    record = played(rng, entrants, n // 2 - 1 if n < 12 else 5, absent=0)
    met = Counter(frozenset(t.seats) for some in record for t in some if len(t.seats) == 2)
    free = Counter(t.seats[0] for some in record for t in some if t.how == BYE)
    assert max(met.values()) == 1
    assert max(free.values(), default=0) <= 1
    assert all(abs(one.ahead) <= 2 for one in swiss.players(record, entrants))


def test_ev_21_large_fields_are_cut_by_score_and_lot() -> None:
    """Rule EV-21."""
    field = [swiss.Player(number=k, score=k % 3 * HALF) for k in range(1, 201)]
    assert [len(some) for some in swiss.stretches(field)] == [64, 64, 72]
    assert [len(some) for some in swiss.stretches(field[:127])] == [127]


def test_ev_24_an_open_table_counts_as_a_draw_for_the_pairing() -> None:
    """Rule EV-24."""
    first, second = swiss.players([(Table(seats=(1, 2)),)], [1, 2])
    assert (first.score, second.score, first.ahead, first.met) == (HALF, HALF, 1, {2: 1})


@settings(deadline=None)
@given(st.integers(2, 41), st.integers(1, 2))
def test_ev_30_everybody_meets_everybody(n: int, cycles: int) -> None:
    """Rule EV-30. EV-31. Check sides, and never four running."""
    entrants = list(range(1, n + 1))
    rounds = robin.rounds(entrants, cycles)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if 0 not in pair)
    assert met == Counter({frozenset(two): cycles for two in combinations(entrants, 2)})
    assert all(sorted(one for pair in pairs for one in pair if one) == entrants for pairs in rounds)
    for one in entrants:
        own = [pair for pairs in rounds for pair in pairs if one in pair and pair[1]]
        line = [1 if pair[0] == one else -1 for pair in own]
        assert abs(sum(line)) <= (0 if cycles == 2 or n % 2 else 1)
        line = line[: len(line) // cycles]
        assert all(abs(sum(line[k : k + 4])) < 4 for k in range(len(line) - 3))


@given(st.integers(2, 70), RANDOM)
def test_ev_35_one_is_left_and_the_first_seeds_are_apart(n: int, rng: random.Random) -> None:
    """Rule EV-35. EV-37: losers of the same round share their place."""
    line, record = knockout.bracket(list(range(1, n + 1))), list[tuple[Table, ...]]()
    assert sorted(one for one in line if one) == list(range(1, n + 1))
    assert not any(a == b == 0 for a, b in knockout.matches(line))
    half = len(line) // 2
    assert (1 in line[:half]) != (2 in line[:half])
    while len(line) > 1:
        pairs = [pair for pair in knockout.matches(line) if 0 not in pair]
        record.append(tuple(Table(seats=pair) for pair in pairs))
        line = knockout.next_line(line, {pair: rng.choice(pair) for pair in pairs})
    place = knockout.places(record, line[0])
    assert place[line[0]] == 1
    assert sorted(place.values())[1:3] == [2, 3][: len(place) - 1]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 40), RANDOM)
def test_ev_25_tables_of_many(n: int, rng: random.Random) -> None:
    """Rule EV-25."""
    lengths, free = many.sizes(n, 3, 6, 4)
    assert sum(lengths) + free == n
    assert all(3 <= one <= 6 for one in lengths)
    assert max(lengths, default=0) - min(lengths, default=0) <= 1
    assert free == (n if n < 3 else 0)
    entrants, record = list(range(1, n + 1)), list[tuple[Table, ...]]()
    for _ in range(3):
        made, out = many.tables(record, entrants, rng.randbytes(32), 4)
        assert sorted([one for table in made for one in table] + out) == entrants
        places = [decided(one, [rng.choice(one)]) for one in made]
        tables = [Table(seats=s, places=p) for s, p in zip(made, places, strict=True)]
        record.append(tuple(tables + [Table(seats=(one,), how=BYE) for one in out]))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 10), st.integers(0, 6), RANDOM, SEEDS)
def test_standings_equal_those_of_a_matrix(
    n: int, rounds: int, rng: random.Random, seed: bytes
) -> None:
    """EV-53, EV-54, EV-55, EV-56: points, opponents' sums and their shares, from a matrix of
    results per round and entrant.
    """
    entrants = list(range(1, n + 1))
    record = played(rng, entrants, rounds)
    got = [[0.0] * (n + 1) for _ in record]
    credit = [[0.0] * (n + 1) for _ in record]
    against = [[0] * (n + 1) for _ in record]
    for k, tables in enumerate(record):
        for table in tables:
            for one in table.seats:
                if len(table.seats) == 1:
                    got[k][one] = {BYE: 1, REST: 0.5}.get(table.how, 0)
                    credit[k][one] = 1 if table.how == BYE else 0.5
                    continue
                (other,) = {*table.seats} - {one}
                mine, theirs = (table.places[table.seats.index(s)] for s in (one, other))
                win = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
                got[k][one] = win if table.how != FORFEIT or mine == 0 else 0
                lost = table.how == FORFEIT and mine != 0
                credit[k][one] = 0.5 if lost else got[k][one]
                against[k][one] = other if table.how != FORFEIT else 0
    made = Standings(record, entrants)
    total = [sum(row[one] for row in got) for one in range(n + 1)]
    worth = [sum(row[one] for row in credit) for one in range(n + 1)]
    for one in entrants:
        assert made.points[one] == total[one] * POINT
        sums = [worth[row[one]] if row[one] else total[one] for row in against]
        assert made.buchholz(one) == sum(sums) * POINT
        assert made.buchholz_cut(one) == sum(sorted(sums)[1:]) * POINT
        berger = sum(worth[row[one]] * got[k][one] for k, row in enumerate(against) if row[one])
        assert abs(made.berger(one) - berger * POINT) < 1
    for breaks in (SWISS, ROBIN, MANY):
        lines = standings(record, entrants, breaks, seed)
        assert [line.place for line in lines] == entrants
        found = [line.points for line in lines]
        assert found == sorted(found, reverse=True)
        before = {one.entrant: one.place for one in standings(record, entrants, breaks)}
        assert all(before[line.entrant] <= line.place for line in lines)


def test_points_of_tables() -> None:
    four = Table(seats=(1, 2, 3, 4), places=(0, 1, 1, 3))
    assert [four.points(one) for one in four.seats] == [120, 60, 60, 0]
    gone = Table(seats=(1, 2), places=lost_by((1, 2), (1, 2)), how=FORFEIT)
    assert [gone.points(one) for one in gone.seats] == [0, 0]
    six = Table(seats=tuple(range(6)), places=(0, 0, 2, 2, 2, 5))
    assert sum(map(six.points, six.seats)) == 3 * POINT


@given(st.integers(1, 5), st.integers(3, 8), st.integers(0, 3), RANDOM)
def test_ev_45_seasons_keep_everybody(count: int, size: int, up: int, rng: random.Random) -> None:
    """Rule EV-45."""
    divisions = [list(range(k * size + 1, (k + 1) * size + 1)) for k in range(count)]
    everybody = {one for division in divisions for one in division}
    gone = [one for one in sorted(everybody) if rng.random() < 0.2]
    made = moves(divisions, up, gone, size)
    assert sorted(one for some in made for one in some) == sorted(everybody - {*gone})
    assert moves([[1, 2, 3], [4, 5, 6]], 1, [], 3) == [[1, 2, 4], [3, 5, 6]]


def test_the_lots_are_those_of_the_rules() -> None:
    seed = bytes(range(32))
    assert lots.lot(seed, 1).hex().startswith("04a6950a")
    assert lots.pair_lot(seed, 2, 1) == lots.pair_lot(seed, 1, 2)
