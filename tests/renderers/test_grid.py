"""Renderers of small games: sentences from the fields of events and views, boards of signs."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.game import Shown
from engine.state import PUBLIC, Event, Seat
from renderers.toolkit.grid import GridRenderer, GridScene, event_facts, view_facts
from renderers.toolkit.scene import Sign

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
    assert event_facts(Hit("ann", "bob"), "bob", NAMES, say) == {
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
    roles = [event_facts(Hit("ann", "bob"), who, NAMES, say)["role"] for who in ("ann", PUBLIC)]
    assert roles == ["actor", "other"]


def test_a_views_fields_are_what_world_and_frames_show() -> None:
    shown = Shown("ann", Heap(3), (Hit("ann", "bob"),))
    facts = view_facts(shown, say)
    assert (facts["viewer"], facts["left"], facts["n"]) == ("ann", 3, 2)
    assert "world" not in facts


def test_signs_that_are_not_on_the_board_are_not_explained() -> None:
    scene = Chess().scene(Shown(PUBLIC, Heap(3), ()), say)
    assert scene.legend == (Sign("", "x", "tiny-cross"),)
    text = Chess().text(scene, "en")
    assert "x .\n. .\n" in text
    assert "x tiny-cross" in text


def test_different_boards_give_different_pictures_and_equal_ones_the_same() -> None:
    some, same, other = (
        GridScene(banner="a", people={}, legend=(), rows=rows)
        for rows in (("x.",), ("x.",), (".x",))
    )
    png = Chess().png
    assert png(some) == png(same)
    assert png(some) != png(other)


def test_the_question_is_put_in_the_same_words_to_everybody() -> None:
    prompts = {Chess().prompt(Shown(seat, Heap(n), ()), say) for n, seat in enumerate("ab")}
    assert [prompt.parts for prompt in prompts] == [("tiny-prompt", "", "", "", "", "")]
