"""The rules of Derelict, told line by line in `cases` (DL-1 to DL-19)."""

from pathlib import Path

import pytest

from engine.menu import Refused
from tests.derelict.tale import Tale, Teller, read
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
TALES = [tale for path in CASES for tale in read(path)]


@pytest.mark.parametrize("tale", TALES, ids=lambda tale: tale.title)
def test_case(tale: Tale, tmp_path: Path) -> None:
    Teller(tale, tmp_path).play()


@each(
    "line",
    DATA["a_line_that_is_wrong_is_found"],
)
def test_a_line_that_is_wrong_is_found(line: str, tmp_path: Path) -> None:
    tale = Tale("wrong", {"board": "marine 4,6 N"}, [line])
    with pytest.raises((AssertionError, Refused)):
        Teller(tale, tmp_path).play()
