"""Desert keeps the laws of all games and of all renderers."""

import pytest

from engine.games.desert import Desert
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.desert.kit import KIT


class TestDesert(Laws, PictureLaws):
    case = Case("desert-1", Desert(), KIT)


@pytest.mark.nightly
class TestManyDesert(ManyLaws, ManyPictureLaws):
    case = TestDesert.case
