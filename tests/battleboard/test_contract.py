"""BattleBoard keeps the laws of all games and of all renderers."""

import pytest

from engine.games.battleboard import BattleBoard
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.battleboard.kit import KIT


class TestBattleBoard(Laws, PictureLaws):
    case = Case("battleboard-1", BattleBoard(), KIT)


@pytest.mark.nightly
class TestManyBattleBoard(ManyLaws, ManyPictureLaws):
    case = TestBattleBoard.case
