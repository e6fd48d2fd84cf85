"""DiceChess keeps the laws of all games."""

import pytest

from engine.games.dicechess import DiceChess
from engine.testing import Case, Laws, ManyLaws
from tests.dicechess.kit import KIT


class TestDiceChess(Laws):
    case = Case("dicechess-1", DiceChess(), KIT)


@pytest.mark.nightly
class TestManyDiceChess(ManyLaws):
    case = TestDiceChess.case
