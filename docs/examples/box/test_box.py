"""The box keeps the laws of all doors."""

from pathlib import Path

import pytest
from box import BoxDoor
from nim import Nim
from test_nim import NimKit

from engine.state import PUBLIC, Seat
from engine.testing import Case, DoorLaws


class TestBox(DoorLaws):
    case = Case("nim", Nim(), NimKit())

    @pytest.fixture(autouse=True)
    def there(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def door(self) -> BoxDoor:
        return BoxDoor(self.folder)

    def sender(self, viewer: Seat) -> str:
        return "public" if viewer == PUBLIC else viewer
