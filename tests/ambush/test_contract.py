"""Ambush keeps the laws of all games."""

import pytest

from engine.games.ambush import Ambush
from engine.testing import Case, Laws, ManyLaws
from tests.ambush.kit import KIT


class TestAmbush(Laws):
    case = Case("ambush-1", Ambush(), KIT)


@pytest.mark.nightly
class TestManyAmbush(ManyLaws):
    case = TestAmbush.case
