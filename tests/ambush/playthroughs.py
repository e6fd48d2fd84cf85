"""The golden games of ambush: the set-up and every letter; ``golden/`` has what comes of them."""

import tomllib
from pathlib import Path
from typing import Any

from engine.state import REFEREE
from engine.testing.kit import Golden, Setting
from tests.ambush.scenarios import HERE, read, scenario

EXAMPLE = next(case for case in read(HERE / "cases" / "example.toml") if case.id == "T59v")
SHIPPED = Path(__file__).parent.parent.parent / "engine" / "games" / "ambush" / "scenarios"


def duel() -> dict[str, Any]:
    return tomllib.loads((SHIPPED / "duel.toml").read_text("utf-8")) | {"end": {"rounds": 1}}


WORKED = Golden(
    "worked example",
    Setting(("A", "B"), {"window": "10m"}, scenario(EXAMPLE), EXAMPLE.dice),
    (
        (10, "A", "ambush AH2 hold"),
        (20, "B", "ambush BH hold"),
        (30, "A", "move A1 run F F F F R B"),
        (40, "A", "move A1 run F F F F R F"),
        (50, "A", "noted"),
        (60, "B", "noted"),
        (2000, REFEREE, None),
        (2010, "B", "avoid yes B1 run F F F F"),
        (2020, "A", "fire AH1"),
        (4000, REFEREE, None),
        (4010, "B", "continue B1 F F L F F"),
        (6000, REFEREE, None),
        (6010, "A", "avoid yes A2 run F F F L F"),
        (6020, "B", "hold"),
        (6030, "B", "ambush BH fire@2"),
        (8000, REFEREE, None),
    ),
)
DUEL = Golden(
    "duel",
    Setting(
        ("A", "B"),
        {"window": "local"},
        duel(),
        {"initiative:A": [5, 9], "initiative:B": [8, 4], "psr:B1": [3, 9]},
    ),
    (
        (10, "A", "deploy A1 0501/3"),
        (20, "B", "deploy B1 0612/0"),
        (30, "A", "hide AX 0305/2"),
        (40, "B", "hide BY 0507/1"),
        (50, "A", "ok"),
        (60, "B", "ok"),
        (70, "B", "ambush BY ask else fire"),
        (80, "B", "move B1 run F F F F F R F ?"),
        (90, "B", "move B1 run F F F F F R F"),
        (100, "A", "noted"),
        (110, "A", "move A1 walk F F F F"),
        (120, "B", "noted"),
        (130, "A", "fire A1 LL>B1 ML#1>B1"),
        (135, "A", "fire A1 ML#1>B1"),
        (140, "B", "fire BY ML#1>A1"),
        (150, "A", "ok"),
        (160, "B", "ok"),
    ),
)
