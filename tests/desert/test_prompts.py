"""What a person reads who is asked (4.4): a prompt names the figures of what it
asks, and what is still missing.
"""

from itertools import chain

import renderers
from engine.menu import Refused
from engine.testing.kit import asked
from tests.desert.driven import Driven
from tests.desert.stage import game, wandering, worked
from tests.desert.twins import scenario
from tests.kit.each import each

FIGURES = {
    "E-MISS": "what",
    "E-IDLE": "what",
    "E-SUM": "unit n m",
    "E-MUST": "hex",
    "E-ARMOR": "hex s D",
    "E-RAW": "s n",
    "E-VUL": "s V",
    "E-CAP": "s K",
    "E-LEFT": "n",
}
"""Why a sheet is not done, and the facts of the refusal that the prompt has said already."""


def prompt(driven: Driven, seat: str) -> str:
    return " ".join(renderers.asked_text("desert", driven.play.table.view(seat)).split())


@each(
    "until, seat, figures",
    [
        (
            "pos ART-1 fwd ART-2 back PAK-1 fwd",
            "axis",
            ["ART-1 B1 6 how10 54 = 5", "ART-2 B3 4 how15 48 = 5", "PAK-1 B4 4 pak - - -"],
        ),
        (
            'bar "Nr1 Inf" C1: ART-1',
            "axis",
            ["ART-1 B1 forward 54 = 5 24 18 -", "ART-2 B3 back 48 = 5 16 12 -"],
        ),
        (
            "truck FALKE ammo 1",
            "axis",
            ["must lose 1 of its trucks", "1 truck 2 ammo 2 fuel -", "chosen so far: 0"],
        ),
        (
            "rba HW-COY C4-D3-C3",
            "cw",
            [
                "without a limit of CP: 2-RIFLES",
                "4 CP, or one hex: BDE-HQ",
                "HW-COY 2.",
                "HW-COY C4 8 0 8 2 -",
                "1-RIFLES C1 10 3 7 0 cannot",
            ],
        ),
        (
            "aa PZ-A medium 5 C2",
            "axis",
            [
                "must be assaulted: C2.",
                "you may leave them: C1, C3",
                "PZ-A B2 medium 5 5 5 28 -",
                "C2 must be assaulted B1 B2 0 0",
                "ART-2 B3 how15 4 - - 4 back: withheld",
            ],
        ),
        ("aa C2", "axis", ["Left: C2, C3, C4.", "C2 25 PZ-A", "C3 10 PZ-B"]),
        (
            "lose HUSSARS cruiser/aa 2",
            "cw",
            ["In C2 the damage is 3", "exceed it", "HUSSARS cruiser/aa 3 3 0 0", "0 / 4"],
        ),
        (
            "assault C2",
            "axis",
            [
                "C2 B1 B2 42 waiting I-FALKE 6 axis_inf, II-FALKE 6 axis_inf, PZ-A 2 light",
                "C3+C4 B3 52 waiting, held off III-FALKE 7",
            ],
        ),
        ("retreat C2 D2", "cw", ["are to retreat 1 hex;", "D2 1 2 - 0 25 %", "C2 0 0 - 1 35 %"]),
        (
            "lose HUSSARS 2",
            "cw",
            [
                "must lose at least 8 raw points: 0 are chosen, 8 still",
                "HUSSARS cruiser 4 4 0 0",
                "2-RIFLES cw_inf 6 3 0 0",
                "FIELD-RGT guns: in an overrun only 6",
                "4 points of vulnerability",
                "FIELD-RGT field 6 6 0 0",
            ],
        ),
        ("give HUSSARS 1", "cw", ["4 raw points are captured", "HUSSARS cruiser 2 4 0 0"]),
        (
            "repl 1 PZ-B B2",
            "axis",
            [
                "at most 3 hexes from C2",
                "captured points 1 cruiser",
                "B2, B4, C5, D4, E4.",
                "cruiser 1 1 -",
            ],
        ),
    ],
)
def test_a_prompt_of_the_worked_segment_names_its_figures(
    until: str, seat: str, figures: list[str]
) -> None:
    """5.2: the numbers are those of the rules."""
    text = prompt(worked(f"{seat}: {until}"), seat)
    assert [figure for figure in figures if figure not in text] == []


def test_a_prompt_says_what_a_line_has_changed() -> None:
    driven = worked("cw: lose HUSSARS 2")
    driven.lines("cw: lose HUSSARS 2")
    text = prompt(driven, "cw")
    assert "at least 8 raw points: 8 are chosen, 0 still to be chosen." in text
    assert "HUSSARS cruiser 4 4 2 8" in text
    assert "8 / 8" in text


def test_a_forced_retreat_names_the_hexes_that_are_open() -> None:
    """D17: three hexes from the hex that had to be assaulted; the ways are
    checked by hand on the map of 5.1.
    """
    dry = {
        "unit": [
            {"id": unit["id"], "ammo": 0} for unit in scenario()["unit"] if unit["side"] == "cw"
        ]
    }
    driven = game(
        "to move",
        "both: ok",
        "to obligations",
        change=dry | {"set": {"dump": []}},
        options={"stages": 1},
    )
    text = prompt(driven, "cw")
    assert "had to be assaulted and was not: the units in" in text
    assert "exactly 3 from it. Open to them: " in text


def test_who_is_asked_learns_the_figures_before_they_are_refused() -> None:
    met: set[str] = set()
    for play in chain(wandering(0), wandering(1)):
        for seat in asked(play.table):
            try:
                play.table.menu(seat).parse("ok")
            except Refused as why:
                facts, code = dict(why.refusal.facts), why.refusal.code
                figures = (str(facts[name]) for name in FIGURES.get(code, "").split())
                words = [word for figure in figures for word in figure.split(", ")]
                for language in renderers.LANGUAGES:
                    text = renderers.asked_text("desert", play.table.view(seat), language)
                    assert [word for word in words if word not in text] == [], f"{code}: {text}"
                met.add(code)
    assert {"E-MISS", "E-IDLE", "E-MUST", "E-RAW"} <= met, met
