"""Derelict keeps the laws of all games and of all renderers."""

import pytest

from engine.games.derelict import Derelict
from engine.testing import Case, Laws, ManyLaws
from renderers.testing import ManyPictureLaws, PictureLaws
from tests.derelict.kit import KIT


class TestDerelict(Laws, PictureLaws):
    case = Case("derelict-1", Derelict(), KIT)


@pytest.mark.nightly
class TestManyDerelict(ManyLaws, ManyPictureLaws):
    case = TestDerelict.case
