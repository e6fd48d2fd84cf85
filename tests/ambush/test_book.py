"""IS-22, HU-6: a unit is shown as it follows from what everybody was told, and
its hidden past shows nowhere.
"""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from engine.games.ambush import events, units
from engine.state import Bulletin
from engine.table import GameTable
from engine.testing.laws import TONIGHT
from tests.ambush import random_play, random_scenarios
from tests.ambush.book import FIELDS, Book, Mismatch
from tests.kit.each import each


def keeping(game: random_play.Game) -> Callable[[Bulletin], None]:
    book = Book(game.table.world)
    return lambda bulletin: book.read(bulletin, game.table)


def played(seeds: range) -> None:
    """Games of these seeds by the book; in every third, hidden units have a weapon that
    seldom bears. Raises ``Mismatch``.
    """
    made = random_scenarios.scenario

    def blunt(*args: Any, **more: Any) -> dict[str, Any]:
        scenario = made(*args, **more)
        scenario["unit"] = [
            {**one, "weapons": ["ML:CTr"]} if "hidden" in one else one for one in scenario["unit"]
        ]
        return scenario

    for seed in seeds:
        with patch.object(random_scenarios, "scenario", blunt if seed % 3 == 0 else made):
            random_play.play(seed, watch=keeping)


def test_a_unit_is_shown_as_follows_from_what_everybody_was_told() -> None:
    played(range(9))


@pytest.mark.nightly
def test_three_hundred_games_by_the_book() -> None:
    played(range(TONIGHT, TONIGHT + 300))


FIXED = ("id", "owner", "name", "weapons")
"""Nothing of a game changes these; where a unit is hidden, ``hex`` says where it is."""


def other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict():
            return {place: max(0, amount - 1) for place, amount in value.items()}
    return {"done": "ready", "ready": "done", "stand": "run"}[value]


@each("field", [field for field in FIELDS if field not in (*FIXED, "hex")])
def test_a_hidden_past_that_shows_is_noticed(field: str) -> None:
    tell = GameTable.tell

    def remembering(self: GameTable, event: Any, /, **copies: Any) -> None:
        if isinstance(event, events.Revealed) and self.rehearsal is None:
            unit: units.Unit = self.world.units[event.unit]
            setattr(unit, field, other(getattr(unit, field)))
        tell(self, event, **copies)

    with patch.object(GameTable, "tell", remembering), pytest.raises(Mismatch):
        played(range(7, 12))
