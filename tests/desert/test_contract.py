"""Desert keeps the laws of all games."""

import pytest

from engine.games.desert import Desert
from engine.testing import Case, Laws, ManyLaws
from tests.desert.kit import KIT


class TestDesert(Laws):
    case = Case("desert-1", Desert(), KIT)


@pytest.mark.nightly
class TestManyDesert(ManyLaws):
    case = TestDesert.case
