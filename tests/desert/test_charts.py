"""Chart files (rules 1.2): the house's own numbers, properties of every
table, and files that are refused.
"""

import re
import tomllib
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.desert import chart_data
from engine.games.desert.chart_data import READINGS, read_cell, read_span, read_sums, share_out
from engine.games.desert.chart_file import ChartError, kept_charts, read_charts, shipped
from engine.games.desert.chart_tables import severity
from tests.kit.each import each

HERE = Path(__file__).parent
FILE = HERE.parents[1] / "engine" / "games" / "desert" / "charts" / "house-1.toml"
SHIPPED = FILE.read_text("utf-8")
BAD = tomllib.loads((HERE / "bad" / "charts.toml").read_text("utf-8"))["file"]
CHARTS = shipped()
HALVES: tuple[tuple[chart_data.Half, int], ...] = (("attacker", -1), ("defender", 1))
"""A better differential costs the attacker less and the defender more."""
PLACE = {reading: place for place, reading in enumerate(READINGS, 1)}


def edited(find: str, put: str) -> bytes:
    assert SHIPPED.count(find) == 1, find
    return SHIPPED.replace(find, put).encode()


# The files that are refused.


@each("case", BAD)
def test_a_bad_file_is_refused_with_words_that_let_its_author_mend_it(case: dict[str, str]) -> None:
    """1.2.6: the message names file, line or key, what is wrong, and what would be right."""
    with pytest.raises(ChartError) as caught:
        read_charts(edited(case["find"], case["put"]), "mine.toml")
    text = str(caught.value)
    assert all(line.startswith("mine.toml") for line in text.splitlines())
    for words in case["says"]:
        assert words in text


@each("key", [k for k in tomllib.loads(SHIPPED) if k != "meta"])
def test_every_block_is_needed(key: str) -> None:
    rest = re.sub(rf"(?ms)^\[{key}[.\]].*?(?=^\[|\Z)", "", SHIPPED)
    with pytest.raises(ChartError, match=f"'{key}' is missing"):
        read_charts(rest.encode(), "mine.toml")


# The house's numbers, against the formulas of 1.3.


def test_1_3_anti_armour_is_the_formula() -> None:
    rows = CHARTS.anti_armor.rows
    assert len(rows) == 18
    for r, row in enumerate(rows, 1):
        assert row[0] == (1 if r >= 13 else 0)
        assert row[1:] == tuple(max(0, (p * (r + 10) + 2 * (r - 9)) // 16) for p in range(1, 17))


def test_1_3_close_assault_is_the_formula() -> None:
    steps = ((0, 0), (8, 5), (16, 10), (24, 15), (31, 20), (37, 25), (44, 30), (50, 40))
    for c, (half, sign), reading in product(range(18), HALVES, READINGS):
        v = 3 * (c if sign > 0 else 14 - c) + 6 - PLACE[reading]
        wanted = next((percent for most, percent in steps if v <= most), 50)
        assert CHARTS.percent(half, c, reading) == wanted


def test_1_3_morale_is_the_formula() -> None:
    bounds = (53, 43, 30, 17, -17, -29, -41, -53, -65)
    steps = tuple(zip(bounds, range(4, -5, -1), strict=True))
    for cohesion, reading in product(range(-30, 13), READINGS):
        u = 5 * max(-17, min(cohesion, 8)) + 18 - PLACE[reading]
        wanted = next((modifier for least, modifier in steps if u >= least), None)
        assert CHARTS.morale_adjustment(cohesion, reading) == wanted


def test_the_shipped_set_has_no_oddities_and_can_be_saved() -> None:
    """1.2.5; the SHA-256 of its bytes is pinned to the game."""
    assert CHARTS.warnings == ()
    assert msgspec.json.decode(msgspec.json.encode(CHARTS), type=chart_data.Charts) == CHARTS
    assert kept_charts("") is CHARTS
    assert kept_charts(SHIPPED) == CHARTS
    assert kept_charts(SHIPPED + "\n").sha256 != CHARTS.sha256


def test_1_2_6_the_shipped_file_is_the_one_that_running_games_began_with() -> None:
    """`sha256sum` of the data file of the rules. Games keep no copy of this set:
    other numbers need another name.
    """
    assert CHARTS.sha256 == "80972cc3bc3b02d7c87be3151563332472d18779619cfb8f770f8747e2e1dda1"


# Properties of every table.


def grids() -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
    return [
        (name, grid.results)
        for name, grid in (*CHARTS.barrage.items(), *CHARTS.barrage_raw.items())
    ]


def test_1_2_3_every_cell_table_partitions_the_36_readings() -> None:
    document = tomllib.loads(SHIPPED)
    blocks = [*document["barrage"].values(), *document["barrage_raw"].values()]
    tables = [table for table in blocks if isinstance(table, dict)]
    halves = [
        {key: row for key, row in document["close_assault"][half].items() if key.startswith("pct")}
        for half in ("attacker", "defender")
    ]
    columns = [
        column for table in (*tables, *halves) for column in zip(*table.values(), strict=True)
    ]
    rows = [row for key, row in document["morale"].items() if key != "modifiers"]
    assert len(columns) == 8 * 8 + 2 * 8 + 2 * 18
    for cells in (*columns, *rows):
        counted = [reading for cell in cells for reading in expanded(cell)]
        assert sorted(counted) == list(READINGS)


def expanded(cell: str) -> list[int]:
    if cell == "-":
        return []
    low, _, high = cell.partition("-")
    return [reading for reading in READINGS if int(low) <= reading <= int(high or low)]


@each("name, results", grids())
def test_1_2_5_more_points_never_hurt_less(name: str, results: tuple[tuple[str, ...], ...]) -> None:
    for left, right in pairwise(results):
        assert all(severity(a) <= severity(b) for a, b in zip(left, right, strict=True))


def test_1_2_5_what_is_odd_is_told_and_played() -> None:
    odd = [0, 0, 0, 1, 1, 0, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10]
    charts = read_charts(
        edited(
            "[ 0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9,10]", f"[{', '.join(map(str, odd))}]"
        ),
        "mine.toml",
    )
    assert charts.warnings == ("[anti_armor] rows: list 1: 0 damage with 5 points, 1 with 4",)


# Gaps and notations.


@each("policy, wanted", [("milder", "none"), ("harsher", "pinned")])
def test_1_2_3_gaps_are_filled_as_the_file_says(policy: str, wanted: str) -> None:
    text = edited(
        'pinned   = ["55-66", "51-66", "43-65",', 'pinned   = ["55-66", "51-66", "44-65",'
    ).decode()
    charts = read_charts(
        text.replace('gap_policy = "reject"', f'gap_policy = "{policy}"').encode(), "mine.toml"
    )
    assert charts.barrage["infantry"].at(2, 43) == wanted
    assert charts.barrage["infantry"].at(2, 42) == "none"
    assert charts.barrage["infantry"].at(2, 44) == "pinned"


def test_1_2_3_ends_that_no_dice_show_are_clipped_inwards() -> None:
    assert read_cell("17-28") == (21, 22, 23, 24, 25, 26)
    assert read_cell("34") == (34,)
    assert read_cell("-") == ()
    charts = read_charts(
        edited('none     = ["11-54", "11-46",', 'none     = ["10-54", "11-50",'), "mine.toml"
    )
    assert charts.barrage["infantry"] == CHARTS.barrage["infantry"]


def ends(text: str) -> tuple[int | None, int | None]:
    span = read_span(text)
    return span.low, span.high


NO_CELLS = ("17-20", "67", "7", "34-21", "11-", "a", "", "1-66", "11 - 14")
NO_SPANS = ("..", "5-4", "-8..-10", "one", "", "5,6")
NO_SUMS = ("1", "13", "5-4", "4,4", "2-3-4", "", "x")


@each(
    "reader, text, wanted",
    [
        (ends, "5", (5, 5)),
        (ends, "1-2", (1, 2)),
        (ends, "-10..-8", (-10, -8)),
        (ends, "17+", (17, None)),
        (ends, "17..", (17, None)),
        (ends, "..-11", (None, -11)),
        (ends, "-3", (-3, -3)),
        (read_sums, "-", ()),
        (read_sums, "3", (3,)),
        (read_sums, "4-5", (4, 5)),
        (read_sums, "4-5,10-11", (4, 5, 10, 11)),
    ],
)
def test_1_2_1_1_2_4_intervals_and_sums(
    reader: Callable[[str], object], text: str, wanted: object
) -> None:
    assert reader(text) == wanted


@each(
    "reader, text, why",
    [
        *((read_cell, text, "write|dice") for text in NO_CELLS),
        *((read_span, text, "'") for text in NO_SPANS),
        *((read_sums, text, "sum") for text in NO_SUMS),
    ],
)
def test_1_2_1_1_2_3_1_2_4_what_is_no_cell_interval_or_sum(
    reader: Callable[[str], object], text: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        reader(text)


@each("texts", ["", "2-3 4+", "1-2 2+", "1-2 4+", "1-2 3-4", "1.. 2+"])
def test_1_2_1_columns_that_do_not_follow_each_other(texts: str) -> None:
    with pytest.raises(ValueError, match=r"interval|columns|overlap|gap"):
        chart_data.check_spans([read_span(text) for text in texts.split()], 1)


def test_1_2_1_columns_begin_where_they_may() -> None:
    with pytest.raises(ValueError, match=r"interval|columns|overlap|gap"):
        chart_data.check_spans([read_span("1"), read_span("2+")], None)


@given(st.sets(st.sampled_from(READINGS), min_size=1), st.sampled_from(["milder", "harsher"]))
def test_1_2_3_a_filled_gap_takes_the_result_of_a_neighbour(kept: set[int], policy: str) -> None:
    cells = [[r for r in READINGS if r in kept and r // 20 == n] for n in range(4)]
    shares = dict(zip(READINGS, share_out(cells, policy), strict=True))
    for r in READINGS:
        if r in kept:
            assert shares[r] == r // 20
        else:
            around = [
                max((k for k in kept if k < r), default=None),
                min((k for k in kept if k > r), default=None),
            ]
            near = [k // 20 for k in around if k is not None]
            assert shares[r] == (min(near) if policy == "milder" else max(near))
