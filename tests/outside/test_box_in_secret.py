"""The box keeps the laws of doors in a game with hidden units and sealed questions, too."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Undeliverable
from engine.messages import Outgoing
from engine.state import PUBLIC, Seat
from engine.testing import DoorLaws
from tests.kit.games import registered
from tests.outside.install import EXAMPLES


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(EXAMPLES / "box")
    yield import_module("box")
    del sys.modules["box"]


class TestBoxInSecret(DoorLaws):
    case = next(case for case in registered() if case.name.startswith("ambush"))

    @pytest.fixture(autouse=True)
    def there(self, box: Any, tmp_path: Path) -> None:
        self.box, self.folder = box, tmp_path

    def door(self) -> Any:
        return self.box.BoxDoor(self.folder)

    def sender(self, viewer: Seat) -> str:
        return "public" if viewer == PUBLIC else viewer


@pytest.mark.parametrize("sender", ["..", "a/b", "", "Ann", "/tmp"])
def test_nothing_is_written_for_whom_the_box_has_no_name(
    box: Any, tmp_path: Path, sender: str
) -> None:
    door = box.BoxDoor(tmp_path / "box")
    outgoing = Outgoing(id=1, game="g", door="box", sender=sender, mark="m", payload=b"x")
    with pytest.raises(Undeliverable):
        door.send(outgoing)
    assert list(tmp_path.iterdir()) == []


def test_news_that_are_sent_twice_are_one_file_and_others_are_in_order(
    box: Any, tmp_path: Path
) -> None:
    door = box.BoxDoor(tmp_path)
    for mark in ("b", "a", "b", "c"):
        door.send(
            Outgoing(id=1, game="g", door="box", sender="ann", mark=mark, payload=mark.encode())
        )
    files = sorted((tmp_path / "ann" / "news").iterdir())
    assert [file.read_text() for file in files] == ["b", "a", "c"]
