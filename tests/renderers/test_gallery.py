"""The pictures of the documentation are those that the program makes today."""

import msgspec

from renderers.desert.prompts import ASKED
from tests.renderers import gallery

FOUND = gallery.gallery()
SIDES = ("attacker", "defender")


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
    """D1 to D18; the steps that ask them are those for which there are words."""
    shown = {one.name.removeprefix("desert-") for one in FOUND["desert"]}
    assert set(gallery.PROMPTS) - shown == set()
    steps = {"-".join(part for part in name.split("-") if part not in SIDES) for name in shown}
    assert {step.replace("_", "-") for step in ASKED} - steps == set()


def test_every_question_of_ambush_is_shown() -> None:
    """Deploying, hiding, moving, a window with and without an opportunity, avoiding, going on,
    fire, and revealing.
    """
    shown = {one.name.removeprefix("ambush-") for one in FOUND["ambush"]}
    wanted = "deploying hiding-sheet movement watch watch-chance askavoid-dodge halt-halted"
    assert {*wanted.split(), "volley-sheet", "emerging-sheet"} - shown == set()
