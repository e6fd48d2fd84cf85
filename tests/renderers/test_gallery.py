"""The pictures of the documentation are those that the program makes today."""

import msgspec

from renderers.desert.prompts import ASKED
from tests.renderers import gallery

FOUND = gallery.gallery()


def test_the_gallery_is_current() -> None:
    """``python -m tests.renderers.gallery --write`` makes it anew."""
    assert gallery.PAGE.read_text("utf-8") == gallery.page(FOUND)
    kept = msgspec.json.decode(gallery.MARKS.read_bytes())
    now = gallery.marks(FOUND)
    assert {name for name in {*kept, *now} if kept.get(name) != now.get(name)} == set()


def test_every_picture_that_the_gallery_names_is_there_and_no_other() -> None:
    named = {one.name for kind, pictures in FOUND.items() for one in pictures if one.name != kind}
    assert {path.stem for path in (gallery.FOLDER / "gallery").iterdir()} == named
    assert all((gallery.FOLDER / f"{kind}.png").exists() for kind in FOUND)


def test_every_question_of_desert_is_shown() -> None:
    """D1 to D18, by the steps that ask them."""
    shown = {one.name.removeprefix("desert-").replace("-", "_") for one in FOUND["desert"]}
    assert {*ASKED} - shown == set()
