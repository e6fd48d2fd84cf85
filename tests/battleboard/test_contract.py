"""BattleBoard keeps the laws of all games."""

import pytest

from engine.games.battleboard import BattleBoard
from engine.testing import Case, Laws, ManyLaws
from tests.battleboard.kit import KIT


class TestBattleBoard(Laws):
    case = Case("battleboard-1", BattleBoard(), KIT)


@pytest.mark.nightly
class TestManyBattleBoard(ManyLaws):
    case = TestBattleBoard.case
