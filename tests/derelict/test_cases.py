"""The rules of Derelict, told line by line in `cases` (DL-1 to DL-19)."""

from pathlib import Path

import pytest

from engine.menu import Refused
from tests.derelict.tale import Tale, Teller, read
from tests.kit.each import each

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
TALES = [tale for path in CASES for tale in read(path)]


@pytest.mark.parametrize("tale", TALES, ids=lambda tale: tale.title)
def test_case(tale: Tale, tmp_path: Path) -> None:
    Teller(tale, tmp_path).play()


@each(
    "line",
    [
        "activate M1 -> ap=3",
        "activate M1 -> Activated(ap=3)",
        "activate M1 -> no Activated",
        "activate M1 -> no M1",
        "activate M1 -> M1.cell=4,5",
        "activate M1 -> offers move 4,5 for 2",
        "activate M1 -> no offer move 4,5",
        "activate M1 -> all move: 4,5",
        "activate M1 -> may reveal",
        "activate M1 -> may not guard",
        "activate M1 -> every Activated.unit: M2",
        "activate M1 -> !not-your-turn",
        "reveal -> !not-your-turn",
        "alien: pass -> !not-your-turn DL-2",
        "marine sends: activate M1 -> refused",
        "nonsense",
    ],
)
def test_a_line_that_is_wrong_is_found(line: str, tmp_path: Path) -> None:
    tale = Tale("wrong", {"board": "marine 4,6 N"}, [line])
    with pytest.raises((AssertionError, Refused)):
        Teller(tale, tmp_path).play()
