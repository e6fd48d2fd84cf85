"""The worked segment of 5.2: what both sides say, prompt by prompt, and the dice by their keys."""

import re
import tomllib
from pathlib import Path

from engine.testing.kit import Golden, Setting

CASES = Path(__file__).parent / "cases"
(SEGMENT,) = tomllib.loads((CASES / "segment.toml").read_text("utf-8"))["case"]
DICE: dict[str, list[int | str]] = SEGMENT["dice"]


def spoken(play: str) -> tuple[tuple[str, str], ...]:
    return tuple(re.findall(r"^(axis|cw): (.*)$", play, re.MULTILINE))


SAID = spoken(SEGMENT["play"])


ALONE = {
    case["options"]["paper"]: spoken(case["play"])
    for case in tomllib.loads((CASES / "paper.toml").read_text("utf-8"))["case"]
    if case["id"] in ("alone-axis", "alone-cw")
}
"""The same from one side, by the side that is not in the program."""


def up_to(until: str = "", paper: str = "") -> list[str]:
    lines = [f"{seat}: {text}" for seat, text in ALONE.get(paper, SAID)]
    return lines[: lines.index(until)] if until else lines


BARRAGE = Golden(
    "barrage",
    Setting(("axis", "cw"), {"stages": 1}, {}, DICE),
    tuple((10 * k, seat, text) for k, (seat, text) in enumerate(SAID[:17], 1)),
)

FOUGHT = spoken("""
axis: auto
cw: auto
axis: auto
cw: auto
axis: auto
cw: auto
axis: auto
cw: auto
cw: auto
axis: ca II-FALKE C1
axis: ca I-FALKE+PZ-A C2
axis: ca III-FALKE+MG-1 C3
axis: ok
cw: aa HUSSARS 3
cw: ok
cw: ca HUSSARS 4
cw: ok
axis: done
axis: auto
cw: ok
axis: assault C2
axis: assault C3
cw: retreat C2 D2
axis: lose I-FALKE 1
axis: ok
cw: auto
cw: auto
axis: auto
""")
ASSAULT = Golden(
    "assault",
    Setting(
        ("axis", "cw"),
        {"stages": 0, "timeout": "2d"},
        {},
        {k: v for k, v in DICE.items() if "/C2/" in k},
    ),
    tuple((10 * k, seat, text) for k, (seat, text) in enumerate(FOUGHT, 1)),
)
