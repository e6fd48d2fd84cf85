"""Golden games of this project are there, and short enough to be read."""

from pathlib import Path

from engine.testing.golden import LONGEST
from tests.kit.each import each
from tests.kit.games import names
from tests.repo.tree import ROOT

GOLDEN = sorted(path for name in names() for path in (ROOT / "tests" / name / "golden").iterdir())


@each("name", names())
def test_every_game_has_golden_games(name: str) -> None:
    assert [path for path in GOLDEN if path.parent.parent.name == name] != []


@each("path", GOLDEN)
def test_a_golden_game_can_be_reviewed(path: Path) -> None:
    assert 50 <= len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST
