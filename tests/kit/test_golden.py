"""Law 11: the golden games are played as they are written down.
``make golden`` writes them anew.
"""

from pathlib import Path

import pytest

from engine.games import names
from tests.kit.golden import playthroughs
from tests.repo.tree import ROOT

GOLDEN = list(playthroughs())


@pytest.mark.parametrize(("path", "wanted"), GOLDEN, ids=[path.stem for path, _ in GOLDEN])
def test_a_golden_game_is_played_as_it_is_written_down(path: Path, wanted: str) -> None:
    assert path.exists(), f"make golden writes {path.relative_to(ROOT)}"
    assert path.read_text(encoding="utf-8") == wanted


@pytest.mark.parametrize("name", names())
def test_every_registered_game_has_golden_games_and_no_forgotten_ones(name: str) -> None:
    there = set((ROOT / "tests" / name / "golden").glob("*.txt"))
    assert there, f"{name} has no golden game"
    assert there == {path for path, _ in GOLDEN if path.parent.parent.name == name}


@pytest.mark.parametrize("path", [path for path, _ in GOLDEN], ids=lambda path: path.stem)
def test_a_golden_game_can_be_reviewed(path: Path) -> None:
    assert 50 <= len(path.read_text(encoding="utf-8").splitlines()) <= 320
