"""Whatever is done to a chart file or a scenario file: it is read, or refused in words."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.desert import chart_file, scenario_file, units
from tests.desert import test_charts, test_scenarios

LINES = test_charts.SHIPPED.splitlines()
JUNK = '"x" -1 true [] {} 1.5 ["a",2] "66-11" "no" [[1]] {cp=1} 99999 "1..2"'.split()


@settings(max_examples=300)
@given(st.integers(0, len(LINES) - 1), st.sampled_from(["delete", "double", "swap", *JUNK]))
def test_a_chart_file_with_one_line_changed_is_read_or_refused(n: int, action: str) -> None:
    lines = list(LINES)
    if action == "delete":
        del lines[n]
    elif action == "double":
        lines.insert(n, lines[n])
    elif action == "swap":
        lines[n], lines[n - 1] = lines[n - 1], lines[n]
    else:
        lines[n] = f"{lines[n].partition('=')[0]}= {action}"
    problems: tuple[str, ...] = ()
    try:
        chart_file.read_charts("\n".join(lines).encode(), "mine.toml")
    except chart_file.ChartError as error:
        problems = error.problems
    assert all(problem.startswith("mine.toml") and len(problem) > 30 for problem in problems)


DOCUMENT: dict[str, Any] = tomllib.loads(test_scenarios.HALIM)


def tables(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(value, dict) and path:
            yield (*path, key)
        if isinstance(one, dict) or (isinstance(one, list) and one and isinstance(one[0], dict)):
            yield from tables(one, (*path, key))


PLACES = list(tables(DOCUMENT))
NOT_HERE: list[Any] = ["x", "axis", "cw", "C2", "", -1, 0, 3, 10**6, True, 1.5, "(3)"]
VALUES = [*NOT_HERE, [], {}, ["B1"], {"axis_inf": 1}, [{}]]


@settings(max_examples=80)
@given(st.sampled_from(PLACES), st.sampled_from(VALUES))
def test_a_scenario_file_with_one_value_changed_is_laid_out_or_refused(
    place: tuple[str | int, ...], value: Any
) -> None:
    document = deepcopy(DOCUMENT)
    *path, key = place
    table: Any = document
    for part in path:
        table = table[part]
    table[key] = value
    problem = ""
    try:
        laid = scenario_file.lay_out(msgspec.convert(document, scenario_file.DesertScenario))
    except ValueError as error:
        problem = str(error)
    else:
        saved = msgspec.json.encode(laid.units)
        assert msgspec.json.decode(saved, type=dict[str, units.Unit]) == laid.units
    named = problem.partition(":")[0]
    assert not problem or "." in named or named.startswith(("unit", "scenario")), problem
