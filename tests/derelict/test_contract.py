"""Derelict keeps the laws of all games."""

import pytest

from engine.games.derelict import Derelict
from engine.testing import Case, Laws, ManyLaws
from tests.derelict.kit import KIT


class TestDerelict(Laws):
    case = Case("derelict-1", Derelict(), KIT)


@pytest.mark.nightly
class TestManyDerelict(ManyLaws):
    case = TestDerelict.case
