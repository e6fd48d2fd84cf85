"""The options of section 5 and the scenario of section 4: what is taken, what a refusal says."""

from typing import Any

import msgspec

from engine.state import REFEREE, Join, Setup
from engine.table import GameTable
from tests.battleboard.sitting import GAME
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)


def make(options: dict[str, Any], scenario: dict[str, Any] | None = None) -> GameTable:
    table = GameTable.new(
        GAME, Setup(id="game", secret=b"secret", options=options, scenario=scenario or {}, at=0)
    )
    table.run()
    return table


def refusal(options: dict[str, Any], scenario: dict[str, Any] | None = None) -> str:
    """The text of the refusal. Raises ``AssertionError`` if there is none."""
    try:
        make(options, scenario)
    except (msgspec.ValidationError, ValueError) as error:
        return str(error)
    raise AssertionError(f"{options} {scenario} were taken")


@each("options, words", DATA["a_wrong_option_is_named_with_what_would_have_worked"])
def test_a_wrong_option_is_named_with_what_would_have_worked(
    options: dict[str, Any], words: list[str]
) -> None:
    text = refusal(options)
    assert all(word in text for word in words), text


@each("scenario, words", DATA["a_wrong_scenario_is_named_with_its_place"])
def test_a_wrong_scenario_is_named_with_its_place(
    scenario: dict[str, Any], words: list[str]
) -> None:
    text = refusal({}, scenario)
    assert all(word in text for word in words), text


@each("timeout, seconds", [("45s", 45), ("15m", 900), ("2h", 7200), ("2d", 172800)])
def test_BB_18_times(timeout: str, seconds: int) -> None:
    table = make({"timeout": timeout})
    for name in ("Ann", "Bob"):
        table.take(7, REFEREE, Join(name, name, name))
    assert table.state.due == 7 + seconds
