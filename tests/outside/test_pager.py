"""The contract test of an outside door, as its author writes it."""

from engine.testing import Case, DoorLaws
from tests.outside.contract import NimKit
from tests.outside.pager import Pager
from tests.outside.sticks import Nim


class TestPager(DoorLaws):
    case = Case("nim", Nim(), NimKit())

    def door(self) -> Pager:
        return Pager()
