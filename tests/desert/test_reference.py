"""What is looked up during a game: charts, ratings, units, rulings; and refusals that name their
rule (1.2, 2.1, 3.1, DS-21, DS-22).
"""

import re
from pathlib import Path

import msgspec
import pytest

import renderers
from engine import Refused
from engine.games import desert
from engine.games.desert import chart_data, scenario_file, slots
from engine.games.desert.rulings import PROFILES, Rulings, rulings, written
from renderers.desert.reference import CHARTS
from renderers.toolkit import scene
from tests.desert import reference_page
from tests.desert.stage import game, view, worked
from tests.kit.each import each

FOLDER = Path(desert.__file__).parent
ABOUT_WORDS = {"E-UNIT", "E-HEX", "E-NONE", "E-NEXT"}
"""Refusals that name no rule: the word itself is none."""


def tables(look: str) -> tuple[scene.TableScene, ...]:
    seen = view(worked("axis: assault C2"), "axis")
    found: tuple[scene.TableScene, ...] = renderers.scene_of("desert", seen, "en", look).tables
    return found


def readings(cell: str) -> list[int]:
    found = []
    for part in cell.split(",") if cell != "-" else []:
        low, _, high = part.partition("-")
        found += [n for n in chart_data.READINGS if int(low) <= n <= int(high or low)]
    return found


@each("number, half", [(0, "attacker"), (1, "defender")])
def test_the_close_assault_table_is_shown_as_it_is_read(number: int, half: chart_data.Half) -> None:
    """P52, P53: each of the 36 readings of each column stands where the referee looks it up."""
    charts = view(worked("axis: assault C2"), "axis").charts
    table = tables("charts crt")[number]
    for column, row in enumerate(table.rows):
        seen: dict[int, int] = {}
        for head, cell in zip(table.heads, row, strict=True):
            if head.endswith("%"):
                seen |= dict.fromkeys(readings(cell), int(head.removesuffix(" %")))
        assert seen == {n: charts.percent(half, column, n) for n in chart_data.READINGS}


def test_the_anti_armour_table_is_shown_as_it_is_read() -> None:
    """3.10: reading 55 with 2 points does 3 to who is not phasing."""
    charts = view(worked("axis: assault C2"), "axis").charts
    (table,) = tables("charts antiarmour")
    for row in table.rows:
        for reading in readings(row[0]):
            for points, damage in enumerate(row[1:]):
                assert int(damage) == charts.damage(points, reading, phasing=False)


def test_morale_and_barrage_are_shown_as_they_are_read() -> None:
    """1.2: each reading has one result."""
    charts = view(worked("axis: assault C2"), "axis").charts
    (table,) = tables("charts morale")
    for row in table.rows:
        for text, cell in zip(table.heads[1:], row[1:], strict=True):
            for reading in readings(cell):
                adjusted = charts.morale_adjustment(int(row[0]), reading)
                assert text == ("surrender" if adjusted is None else str(adjusted))
    for grid, shown in zip(charts.barrage.values(), tables("charts barrage"), strict=False):
        for column, row in enumerate(shown.rows):
            for result, cell in zip(shown.heads[1:], row[1:], strict=True):
                assert all(grid.at(column, n) == result for n in readings(cell))


def test_rulings_are_shown_with_what_could_have_been_chosen() -> None:
    """DS-21."""
    seen = view(game("both: auto", options={"rulings": "R-HOLD=gt_targets"}), "cw")
    (table,) = renderers.scene_of("desert", seen, "en", "rulings").tables
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["R-HOLD"][:3] == ("gt_targets", "gt_nongun", "ge_nongun")
    assert set(rows["R-HOLD"][3].split()) == {"gt_nongun", "gt_targets", "ge_nongun"}
    assert set(rows) == {written(field.name) for field in msgspec.structs.fields(Rulings)}
    for name, row in rows.items():
        for value in row[3].split():
            if name != "R-CA-CAP":
                rulings("issue", f"{name}={value}")
    assert set(PROFILES) == {"issue", "book"}


def test_refusals_name_their_rule() -> None:
    catalogue = (FOLDER / "locale/en.ftl").read_text("utf-8")
    codes = set(re.findall(r"^desert-refusal-([EW]-[A-Z0-9]+) =", catalogue, re.M))
    assert codes - ABOUT_WORDS <= set(slots.RULE_OF)
    rules = (FOLDER / "RULES.md").read_text("utf-8")
    assert all(f"**{rule} " in rules for rule in slots.RULES)
    menu = worked("axis: aa PZ-A medium 5 C2").play.table.menu("axis")
    for text, code, rule in (("ca ART-2 C3", "E-BACK", "DS-3"), ("ok", "E-MUST", "DS-11")):
        with pytest.raises(Refused) as why:
            menu.parse(text)
        assert (why.value.refusal.code, why.value.refusal.rule) == (code, rule)


def test_the_page_to_print_has_every_chart_and_scenario() -> None:
    """DS-22."""
    page = reference_page.page()
    assert page.count("### ") >= len(CHARTS) + len(scenario_file.BUILT_IN)
    assert [name for name in scenario_file.BUILT_IN if f": {name}\n" not in page] == []
