"""Forms of arithmetic that must hold for all numbers (rules 2.3, R-EVEN, 4.2, 2.1)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.games.desert import casualties, chart_file, gunnery, prices, units
from engine.games.desert.casualties import Exposed
from engine.games.desert.prices import actual, average, ceil_pct, floor_pct, half_up, unsupported

CHARTS = chart_file.shipped()


@given(st.integers(0, 10_000), st.integers(0, 200))
def test_2_3_rounding_is_that_of_fractions(x: int, percent: int) -> None:
    exact = Fraction(x * percent, 100)
    assert floor_pct(x, percent) == exact.__floor__()
    assert ceil_pct(x, percent) == exact.__ceil__()
    assert actual(x) == (Fraction(x, 10) + Fraction(1, 2)).__floor__()
    assert half_up(x) == Fraction(x, 2).__ceil__()


@given(st.lists(st.integers(-30, 10), min_size=1, max_size=9))
def test_2_3_the_average_is_the_nearest(xs: list[int]) -> None:
    """Halves up; away from zero where the table wants it (R-AVG)."""
    exact = Fraction(sum(xs), len(xs))
    assert average(xs) == (exact + Fraction(1, 2)).__floor__()
    nearest = average(xs, away=True)
    assert abs(nearest - exact) <= Fraction(1, 2)
    if abs(nearest - exact) == Fraction(1, 2):
        assert abs(nearest) > abs(exact)


@given(st.integers(0, 60), st.integers(0, 60))
def test_2_3_unsupported_is_a_third_of_the_excess(tanks: int, infantry: int) -> None:
    assert unsupported(tanks, infantry) == max(0, Fraction(tanks - infantry, 3).__ceil__())


POOLS = st.lists(st.tuples(st.integers(1, 5), st.integers(0, 9)), max_size=5)


@given(POOLS, st.integers(0, 60))
def test_3_11_the_cheapest_choice_is_legal_and_no_point_too_many(
    points: list[tuple[int, int]], need: int
) -> None:
    """4.2: the default takes as few points as possible."""
    pool = [Exposed(f"U{n}", "x", many, rating) for n, (many, rating) in enumerate(points)]
    chosen = casualties.cheapest_choice(pool, need)
    assert all(chosen.get((entry.unit, entry.kind), 0) <= entry.n for entry in pool)
    assert casualties.enough(chosen, pool, need)
    ratings = sorted((entry.rating for entry in pool for _ in range(entry.n)), reverse=True)
    fewest = next((n for n in range(len(ratings) + 1) if sum(ratings[:n]) >= need), len(ratings))
    assert sum(chosen.values()) == fewest


@given(
    st.dictionaries(st.sampled_from(["ammo", "fuel", "stores", "troops"]), st.integers(0, 6)),
    st.integers(0, 20),
)
def test_R_EVEN_the_default_is_even_and_complete(groups: dict[str, int], total: int) -> None:
    loss = gunnery.evenly(groups, total)
    assert sum(loss.values()) == min(total, sum(groups.values()))
    assert all(0 <= loss[group] <= groups[group] for group in groups)
    assert gunnery.uneven(loss, groups) is None


def test_R_EVEN_names_the_group_to_take_from_first() -> None:
    """P19.s3: fuel 2, ammo 2; one from each is even, two from one is not; a group
    that is used up does not count.
    """
    assert gunnery.uneven({"fuel": 2}, {"fuel": 2, "ammo": 2}) == "ammo"
    assert gunnery.uneven({"fuel": 1}, {"fuel": 2, "ammo": 2}) is None
    assert gunnery.uneven({"fuel": 3, "ammo": 1}, {"fuel": 4, "ammo": 1}) is None


TRUCKS: tuple[units.TruckKind, ...] = ("light", "medium", "heavy")
GROUPS = st.lists(st.tuples(st.sampled_from(TRUCKS), st.integers(1, 4)), max_size=4)


@given(st.integers(0, 60), st.integers(0, 30), GROUPS, st.integers(0, 30))
def test_2_1_ammunition_is_drawn_in_its_order_and_none_is_lost(
    need: int, own: int, groups: list[tuple[units.TruckKind, int]], dumps: int
) -> None:
    load = CHARTS.ammo.truck
    there = own + sum(load[kind] * n for kind, n in groups) + dumps
    trucks = [units.Trucks(kind, "ammo", n) for kind, n in groups]
    drawn = prices.draw_ammo(need, own, trucks, dumps, CHARTS)
    if drawn is None:
        assert need > there
        return
    opened = sum(load[kind] * drawn.emptied.get(kind, 0) for kind in TRUCKS)
    assert own + opened + drawn.dumps - need == drawn.kept
    assert not drawn.emptied or need > own
    assert not drawn.dumps or opened == there - own - dumps
    assert drawn.kept >= 0
