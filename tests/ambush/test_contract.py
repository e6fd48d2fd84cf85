"""Ambush keeps the laws of all games and of all renderers."""

import pytest

from engine.games.ambush import EDITIONS
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.ambush.kit import KIT


@pytest.mark.nightly
class TestFirstAmbush(Laws):
    case = Case("ambush-1", EDITIONS[0], KIT)


class TestAmbush(Laws, PictureLaws):
    case = Case("ambush-2", EDITIONS[1], KIT)


@pytest.mark.nightly
class TestManyFirstAmbush(ManyLaws):
    case = TestFirstAmbush.case


@pytest.mark.nightly
class TestManyAmbush(ManyLaws, ManyPictureLaws):
    case = TestAmbush.case
