"""Renderers of small games: sentences from the fields of events and views, boards of signs."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine import PUBLIC, Event, Seat, Shown
from renderers.plain import PLAIN
from renderers.toolkit.grid import GridRenderer, GridScene, view_facts
from renderers.toolkit.scene import GameFacts, LastAction, Sign, Spot

NAMES = {"ann": "Ann", "bob": "Bob"}


class Hit(Event, frozen=True):
    by: Seat
    at: Seat
    n: int = 2
    sunk: bool = True
    rule: str | None = None
    places: tuple[str, ...] = ("a1", "b2")


class Heap(Struct, frozen=True):
    left: int


class Chess(GridRenderer):
    kind, signs = "tiny", {"x": "tiny-cross", "o": "tiny-ring"}

    def rows(self, view: Any) -> Sequence[str]:
        return ["x.", ".."]


def say(message: str, /, **arguments: str | int) -> str:
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


def test_a_views_fields_are_what_world_and_frames_show() -> None:
    shown = Shown("ann", Heap(3), (Hit("ann", "bob"),))
    facts = view_facts(shown, say)
    assert (facts["viewer"], facts["left"], facts["n"]) == ("ann", 3, 2)
    assert "world" not in facts


class Field(Struct, frozen=True):
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
