"""Derelict keeps the laws of all games and of all renderers."""

import pytest

from engine.games.derelict import EDITIONS
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.derelict.kit import KIT


@pytest.mark.nightly
class TestFirstDerelict(Laws):
    case = Case("derelict-1", EDITIONS[0], KIT)


class TestDerelict(Laws, PictureLaws):
    case = Case("derelict-2", EDITIONS[1], KIT)


@pytest.mark.nightly
class TestManyFirstDerelict(ManyLaws):
    case = TestFirstDerelict.case


@pytest.mark.nightly
class TestManyDerelict(ManyLaws, ManyPictureLaws):
    case = TestDerelict.case
