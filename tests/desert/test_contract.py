"""Desert keeps the laws of all games and of all renderers."""

import pytest

from engine.games.desert import EDITIONS
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.desert.kit import KIT


class TestDesert(Laws, PictureLaws):
    case = Case("desert-2", EDITIONS[-1], KIT)


@pytest.mark.nightly
class TestManyDesert(ManyLaws, ManyPictureLaws):
    case = TestDesert.case
