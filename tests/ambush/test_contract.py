"""Ambush keeps the laws of all games and of all renderers."""

import pytest

from engine.games.ambush import Ambush
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.ambush.kit import KIT


class TestAmbush(Laws, PictureLaws):
    case = Case("ambush-1", Ambush(), KIT)


@pytest.mark.nightly
class TestManyAmbush(ManyLaws, ManyPictureLaws):
    case = TestAmbush.case
