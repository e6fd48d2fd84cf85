"""Pictures: the same view is the same bytes, a secret changes none of them, and everything fits."""

import io
import itertools
import os
import subprocess
import sys
from contextlib import redirect_stdout

from PIL import Image

import renderers
from engine.games.battleboard.view import View
from engine.state import PUBLIC
from renderers.battleboard import axes, paint
from renderers.battleboard.paint import DRAWINGS, sprite
from tests.kit.each import each
from tests.renderers.views import KIND, board, crowd, showcase, view, world

HASHES = """
import hashlib, renderers
from tests.kit.each import each
from tests.renderers.views import KIND, showcase
for name, view in showcase().items():
    for language in renderers.LANGUAGES:
        makers = renderers.picture, renderers.board_text
        png, text = (make(KIND, view, language) for make in makers)
        parts = png, text.encode()
        print(name, language, *(hashlib.sha256(part).hexdigest() for part in parts))
"""


def opened(seen: View, language: str = "en") -> Image.Image:
    return Image.open(io.BytesIO(renderers.picture(KIND, seen, language)))


def test_the_same_view_is_the_same_bytes_in_every_process() -> None:
    other = subprocess.run(
        [sys.executable, "-c", HASHES],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    with redirect_stdout(io.StringIO()) as own:
        exec(HASHES, {})
    assert own.getvalue() == other
    assert len(other.splitlines()) == len(showcase()) * len(renderers.LANGUAGES)


def test_cities_that_a_viewer_may_not_know_change_nothing_for_him() -> None:
    anns = [(2, 2), (9, 7)], [(3, 6), (7, 2)]
    one, two = (world(ann, [(4, 4)], [(6, 1)]) for ann in anns)
    for viewer, same in ((PUBLIC, True), ("Bob", True), ("Cyd", True), ("Ann", False)):
        for make in (renderers.picture, renderers.board_text):
            assert (make(KIND, one.view(viewer)) == make(KIND, two.view(viewer))) is same
        assert same is (
            renderers.alt_text(KIND, one.view(viewer)) == renderers.alt_text(KIND, two.view(viewer))
        )


def test_own_cities_are_in_their_owners_picture_alone() -> None:
    game = world([(2, 2), (9, 7)], [(4, 4)])
    for viewer, cities in ((PUBLIC, []), ("Ann", ["Ann 2 2", "Ann 9 7"]), ("Bob", ["Bob 4 4"])):
        assert lying(game.view(viewer), "city") == cities


def lying(seen: View, sprite: str) -> list[str]:
    """Where a sprite lies: ``Ann 2 2``."""
    panels = renderers.scene_of(KIND, seen).panels
    tokens = [(panel.title, token) for panel in panels for token in panel.tokens]
    return [f"{title} {one.x} {one.y}" for title, one in tokens if one.sprite == sprite]


@each("name", showcase())
def test_pictures_are_palette_pngs_of_one_width(name: str) -> None:
    image = opened(showcase()[name])
    assert (image.format, image.mode, image.width) == ("PNG", "P", paint.WIDTH)
    assert image.info == {}


@each("size", [(2, 2), (10, 8), (26, 2), (2, 26), (26, 26)])
@each("players", range(1, 21))
def test_boards_wrap_after_two_and_stay_apart_and_readable(
    players: int, size: tuple[int, int]
) -> None:
    seen = crowd(players, size) if players > 1 else view(board("Ann"), size=size)
    plan = paint.layout(axes(seen), players, 84)
    corners = [plan.corner(i) for i in range(players)]
    rows = [list(row) for _, row in itertools.groupby(corners, key=lambda corner: corner[1])]
    assert all(len(row) <= 2 for row in rows)
    for (x, y), (following, below) in itertools.pairwise(corners):
        assert following >= x + plan.card[0] or below >= y + plan.card[1]
    for x, y in corners:
        assert 0 <= x <= paint.WIDTH - plan.card[0]
        assert y + plan.card[1] <= plan.height - 84
    assert 0 < plan.left < plan.card[0] - size[0] * plan.side
    assert plan.side >= paint.SMALL
    assert plan.height <= paint.TALL or plan.side <= paint.SMALL


def test_at_the_end_and_not_before_every_board_shows_the_cities_that_were_never_hit() -> None:
    game = world([(2, 2), (9, 7)], [(4, 4)])
    for result, shown in ((None, []), ("draw", ["Ann 2 2", "Ann 9 7", "Bob 4 4"])):
        game.result = result
        seen = game.view(PUBLIC)
        assert lying(seen, "stood") == shown
        assert ("c city never hit" in renderers.board_text(KIND, seen)) == bool(shown)


@each("size", [11, 18, 31, 83])
def test_every_sprite_looks_different_at_every_size(size: int) -> None:
    pictures = {sprite(name, size).tobytes() for name in DRAWINGS}
    assert len(pictures) == len(DRAWINGS)
