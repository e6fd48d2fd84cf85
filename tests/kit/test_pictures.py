"""Law 8: the same view gives the same picture and the same text, and every fact
of the picture is in the text.
"""

import random

import pytest

import renderers
from engine.state import PUBLIC
from engine.testing.kit import Case, fresh
from engine.testing.play import Play, choose
from tests.kit.games import registered

CASES = pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)


def drawn(case: Case, play: Play, viewer: str) -> tuple[bytes, str]:
    """Picture and text of what a viewer sees."""
    view = play.table.view(viewer)
    return renderers.picture(case.game.name, view), renderers.board_text(case.game.name, view)


def over_games(case: Case, seeds: range, every: int) -> dict[str, bytes]:
    """Text and picture of some views of some games. Raises ``AssertionError``
    where equal views look different.
    """
    seen: dict[str, bytes] = {}
    for seed in seeds:
        play, rng = fresh(case, seed), random.Random(seed)
        for k in range(60):
            if k % every == 0 or play.over:
                for viewer in (PUBLIC, rng.choice(play.table.seats)):
                    picture, text = drawn(case, play, viewer)
                    play.reload()
                    assert drawn(case, play, viewer) == (picture, text)
                    assert seen.setdefault(text, picture) == picture, (
                        f"the text does not say what the picture shows:\n{text}"
                    )
            if play.over:
                break
            play.enter(*choose(play, rng))
    return seen


@CASES
def test_equal_views_look_equal_and_texts_say_what_pictures_show(case: Case) -> None:
    assert len(over_games(case, range(3), every=15)) > 3


@pytest.mark.nightly
@CASES
def test_many_views_look_equal_and_texts_say_what_pictures_show(case: Case) -> None:
    assert len(over_games(case, range(100, 140), every=1)) > 100
