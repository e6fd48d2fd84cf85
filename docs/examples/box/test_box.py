"""The box obeys the laws of all doors."""

import tempfile
from pathlib import Path

from box import BoxDoor
from nim import Nim
from test_nim import NimKit

from meanwhile import PUBLIC, Seat
from meanwhile.testing import Case, DoorLaws


class TestBox(DoorLaws):
    case = Case("nim", Nim(), NimKit())

    def door(self) -> BoxDoor:
        return BoxDoor(Path(tempfile.mkdtemp(prefix="box-")))

    def sender(self, viewer: Seat) -> str:
        return "public" if viewer == PUBLIC else viewer
