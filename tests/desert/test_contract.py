"""Desert keeps the laws of all games and of all renderers."""

import pytest

from engine.games.desert import EDITIONS
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.desert.kit import KIT, PAPER


@pytest.mark.nightly
class TestFirstDesert(Laws):
    case = Case("desert-1", EDITIONS[0], KIT)


class TestDesert(Laws, PictureLaws):
    case = Case("desert-2", EDITIONS[-1], KIT)


@pytest.mark.nightly
class TestPaperDesert(Laws, PictureLaws):
    case = Case("desert-paper", EDITIONS[-1], PAPER)

    def test_no_golden_game_is_forgotten(self) -> None:
        """Those of the folder are TestDesert's."""


@pytest.mark.nightly
class TestManyFirstDesert(ManyLaws):
    case = TestFirstDesert.case


@pytest.mark.nightly
class TestManyDesert(ManyLaws, ManyPictureLaws):
    case = TestDesert.case
