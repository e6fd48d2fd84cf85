"""DiceChess keeps the laws of all games and of all renderers."""

import pytest

from engine.games.dicechess import DiceChess
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.dicechess.kit import KIT


class TestDiceChess(Laws, PictureLaws):
    case = Case("dicechess-1", DiceChess(), KIT)


@pytest.mark.nightly
class TestManyDiceChess(ManyLaws, ManyPictureLaws):
    case = TestDiceChess.case
