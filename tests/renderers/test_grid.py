"""Renderers of small games: sentences from the fields of events and views, boards of signs."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PIL import Image

from engine import PUBLIC, Event, Seat, Shown
from renderers.plain import PLAIN
from renderers.toolkit import pen
from renderers.toolkit.grid import GridRenderer, GridScene, view_facts
from renderers.toolkit.scene import GameFacts, LastAction, Sign, Spot

NAMES = {"ann": "Ann", "bob": "Bob"}


class Hit(Event, frozen=True):
    """All sorts of fields."""

    by: Seat
    at: Seat
    n: int = 2
    sunk: bool = True
    rule: str | None = None
    places: tuple[str, ...] = ("a1", "b2")


class Heap(Struct, frozen=True):
    """What the world shows."""

    left: int


class Chess(GridRenderer):
    """A board of two rows."""

    kind, signs = "tiny", {"x": "tiny-cross", "o": "tiny-ring"}

    def rows(self, view: Any) -> Sequence[str]:
        return ["x.", ".."]


def say(message: str, /, **arguments: str | int) -> str:
    """Say the message itself."""
    return ", " if message == "comma" else " ".join([message, *map(str, arguments.values())])


def test_an_events_fields_are_the_arguments_of_its_sentence() -> None:
    assert Chess().facts(Hit("ann", "bob"), "bob", NAMES, say) == {
        "by": "Ann",
        "at": "Bob",
        "n": 2,
        "sunk": "yes",
        "rule": "none",
        "places": "a1, b2",
        "name": "Ann",
        "role": "other",
    }


def test_who_has_done_it_reads_it_as_the_actor() -> None:
    roles = [Chess().facts(Hit("ann", "bob"), who, NAMES, say)["role"] for who in ("ann", PUBLIC)]
    assert roles == ["actor", "other"]


def test_a_views_fields_are_what_world_and_frames_show() -> None:
    shown = Shown("ann", Heap(3), (Hit("ann", "bob"),))
    facts = view_facts(shown, say)
    assert (facts["viewer"], facts["left"], facts["n"]) == ("ann", 3, 2)
    assert "world" not in facts


class Field(Struct, frozen=True):
    """A board, and what stands beside it."""

    squares: tuple[str, ...]
    turn: Seat
    won_by: Seat | None = None


def test_a_game_without_a_renderer_shows_lines_of_one_length_as_its_board() -> None:
    view = Shown("ann", Field(("x..", ".o."), "ann"), ())
    scene = PLAIN.scene(view, say)
    assert (scene.rows, scene.banner) == (("x..", ".o."), "turn: ann")
    assert PLAIN.text(scene, "en") == "turn: ann\n\nx . .\n. o .\n"
    assert PLAIN.scene(Shown("bob", view.world, ()), say) == scene, "equal views look equal"
    names = PLAIN.scene(Shown("ann", Field(("ann", "bo"), "ann"), ()), say)
    assert (names.rows, names.banner) == ((), "squares: ann, bo; turn: ann")


def test_signs_that_are_not_on_the_board_are_not_explained() -> None:
    scene = Chess().scene(Shown(PUBLIC, Heap(3), ()), say)
    assert scene.legend == (Sign("", "x", "tiny-cross"),)
    text = Chess().text(scene, "en")
    assert "x .\n. .\n" in text
    assert "x tiny-cross" in text


def test_different_boards_give_different_pictures_and_equal_ones_the_same() -> None:
    some, same, other = (
        GridScene(banner="a", game=GameFacts(), rows=rows) for rows in (("x.",), ("x.",), (".x",))
    )
    png = Chess().png
    assert png(some) == png(same)
    assert png(some) != png(other)


def test_the_question_is_put_in_the_same_words_to_everybody() -> None:
    prompts = {Chess().prompt(Shown(seat, Heap(n), ()), say) for n, seat in enumerate("ab")}
    assert [prompt.why for prompt in prompts] == [("tiny-prompt", "", "", "", "")]


def test_what_was_done_last_is_drawn_where_it_was_done_and_stands_in_the_text() -> None:
    def scene(*ways: tuple[Spot, ...]) -> GridScene:
        last = LastAction("Ann took the stick." if ways else "", ways)
        return GridScene(banner="a", game=GameFacts(last=last), rows=("....", "...."))

    here = ((1, 0),)
    pictures = {Chess().png(scene(*ways)) for ways in ((), (here,), (((1, 0), (3, 1)),))}
    assert len(pictures) == 3
    assert "Ann took the stick." in Chess().text(scene(here), "en")
    assert Chess().alt(scene(here), "en").endswith("Ann took the stick.")
    assert "\n\n\n" not in Chess().text(scene(), "en")


def drawn(*ways: tuple[Spot, ...]) -> Image.Image:
    """Return ways in black on white, in squares of 40 pixels."""
    image = Image.new("L", (160, 40), 255).convert("RGB")
    last = LastAction("", ways)
    pen.draw_last(image, last, lambda spot: (20 + 40 * spot[0], 20), 40, (0, 0, 0))
    return image.convert("L")


def darkest(image: Image.Image, column: int) -> int:
    """Return the darkest pixel of a square."""
    low, _ = image.crop((40 * column, 0, 40 * column + 40, 40)).getextrema()
    assert isinstance(low, int)
    return low


def test_a_way_is_an_arrow_and_a_single_spot_a_ring() -> None:
    assert [darkest(drawn(((1, 0),)), k) == 255 for k in range(4)] == [True, False, True, True]
    assert drawn(((1, 0),)).getpixel((60, 20)) == 255
    arrow = drawn(((0, 0), (2, 0)))
    assert [darkest(arrow, k) == 255 for k in range(4)] == [False, False, False, True]
    assert arrow != drawn(((2, 0), (0, 0)))


def test_the_newest_way_is_the_strongest() -> None:
    several = drawn(((0, 0),), ((1, 0),), ((2, 0),))
    strengths = [darkest(several, k) for k in range(3)]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 3
