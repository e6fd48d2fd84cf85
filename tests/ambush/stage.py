"""Positions of Ambush for tests, and what may be asked of them."""

from typing import Any

import pytest

from engine.games.ambush import EDITIONS, units
from engine.menu import Refused
from engine.state import Setup
from engine.table import GameTable
from engine.testing.kit import Play
from tests.ambush.scenarios import HERE, Case, Run, fits, read

GAME = EDITIONS[-1]
SHIPPED = HERE.parent.parent / "engine" / "games" / "ambush" / "scenarios"
(WORKED,) = (case for case in read(HERE / "cases" / "example.toml") if case.id == "T59d")
"""The worked example of the rules."""
ORDERS = [line for line in WORKED.play if not line.startswith("=")]
RUN = "A: move A1 run F F F F F F"


def setup(scenario: dict[str, Any], name: str = "test", **more: Any) -> Setup:
    made = {"id": name, "secret": b"k" * 32, "options": {}, "at": 0, **more}
    return Setup(scenario=scenario, **made)


def table(scenario: dict[str, Any], **options: Any) -> GameTable:
    return GameTable.new(GAME, setup(scenario, options=options))


def joined(scenario: dict[str, Any], **more: Any) -> Play:
    play = Play(GAME, setup(scenario, **more))
    play.join(("A", "B"))
    return play


def played(*play: str, **case: Any) -> Run:
    run = Run(Case("rule", play=list(play), **case))
    run.play()
    return run


def worked(lines: list[str], **case: Any) -> Run:
    run = Run(Case("whole", fixture="example", dice=dict(WORKED.dice), play=lines, **case))
    run.play()
    return run


def a1(run: Run) -> units.Unit:
    return run.world.units["A1"]


def seen(run: Run, *wanted: str) -> bool:
    rest = iter(run.events())
    return all(any(fits(event, one) for event in rest) for one in wanted)


def refusal(run: Run, seat: str, text: str) -> tuple[str, str, str]:
    with pytest.raises(Refused) as refused:
        run.table.menu(seat).parse(text)
    return refused.value.refusal.code, refused.value.refusal.word, refused.value.refusal.rule
