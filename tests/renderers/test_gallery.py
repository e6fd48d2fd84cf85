"""The pictures of the documentation are those that the program makes today."""

import msgspec
import pytest
from PIL import Image

from renderers.desert.prompts import ASKED
from tests import shots
from tests.renderers import gallery

KINDS = sorted(gallery.COURSES)
SIDES = ("attacker", "defender")


@pytest.mark.parametrize("kind", KINDS)
def test_the_pictures_of_the_repository_are_current(kind: str) -> None:
    """``python -m tests.renderers.gallery --write`` draws them again."""
    kept = msgspec.json.decode(gallery.MARKS.read_bytes())
    assert [*kept] == KINDS
    assert (gallery.FOLDER / f"{kind}.png").exists()
    assert gallery.alike(kept[kind], gallery.of_game(kind)[0].mark())


@pytest.mark.parametrize("kinds", [KINDS[1:2], KINDS], ids=["one", "all"])
def test_the_page_shows_every_picture_with_its_text(kinds: list[str]) -> None:
    found = {kind: gallery.of_game(kind) for kind in kinds}
    page = gallery.page(found)
    names = [one.name for kind, pictures in found.items() for one in pictures if one.name != kind]
    assert [name for name in names if f"(pictures/gallery/{name}.png)" not in page] == []
    assert page.count("```text") >= len(names) - len(found)


def test_every_question_of_desert_is_shown() -> None:
    """D1 to D18; the steps that ask them are those for which there are words."""
    shown = {one.name.removeprefix("desert-") for one in gallery.of_game("desert")}
    assert set(gallery.PROMPTS) - shown == set()
    steps = {"-".join(part for part in name.split("-") if part not in SIDES) for name in shown}
    assert {step.replace("_", "-") for step in ASKED} - steps == set()


def test_every_question_of_ambush_is_shown() -> None:
    shown = {one.name.removeprefix("ambush-") for one in gallery.of_game("ambush")}
    wanted = "deploying hiding-sheet movement watch watch-chance askavoid-dodge halt-halted"
    assert {*wanted.split(), "volley-sheet", "emerging-sheet"} - shown == set()


def test_pictures_of_mails_and_pages_show_the_boards_of_today() -> None:
    """Make them with ``python -m tests.mail.views docs`` and ``python -m tests.replay.picture``."""
    today = msgspec.json.decode(gallery.MARKS.read_bytes())
    noted = msgspec.json.decode(shots.SHOTS.read_bytes())
    for name, (kind, mark) in noted.items():
        assert gallery.alike(mark, today[kind]), name
    pictures = {path.name for path in gallery.FOLDER.glob("*.png")}
    others = {one for one in pictures if not one.startswith("discord-")}
    assert others == {*noted, *(f"{kind}.png" for kind in today)}


def test_a_picture_in_few_colours_keeps_the_colour_of_a_small_badge() -> None:
    picture = Image.linear_gradient("L").resize((400, 400)).convert("RGB")
    for at, ink in ((20, (0, 114, 178)), (60, (213, 94, 0))):
        picture.paste(ink, (at, at, at + 12, at + 12))
        found = shots.few(picture, 64).convert("RGB").getpixel((at + 5, at + 5))
        assert found == pytest.approx(ink, abs=8)
