"""What a game says about itself is checked where its class is defined, and by the type checker."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.game import Game, Options, Script, Shown
from engine.play import Table
from engine.state import PUBLIC, Seat
from tests.kit.each import each


class Heap(Struct):
    left: int
    under: str

    def show(self, viewer: Seat) -> int:
        return self.left


class HeapOptions(Options, frozen=True):
    left: int = 5


class Heaps(Game[Heap, HeapOptions, Shown]):
    name = "heaps"

    def setup(self, options: HeapOptions, scenario: Any) -> Heap:
        return Heap(options.left, "secret")


def test_the_base_class_names_the_types_of_world_and_options() -> None:
    assert (Heaps.world_type, Heaps.options_type) == (Heap, HeapOptions)


def test_a_subclass_that_names_no_types_has_those_of_its_base() -> None:
    class Second(Heaps):
        edition = 2

    assert (Second.world_type, Second.options_type) == (Heap, HeapOptions)


def test_types_that_a_class_gives_itself_go_before_those_of_its_base_class() -> None:
    class Wide(HeapOptions, frozen=True):
        pass

    class Own(Game[Heap, HeapOptions, Shown]):
        options_type = Wide

    assert (Own.world_type, Own.options_type) == (Heap, Wide)


def test_a_game_without_views_of_its_own_shows_what_its_world_and_its_frames_show() -> None:
    class Part(Struct, frozen=True):
        word: str

    shown = Heaps().view(Heap(3, "secret"), PUBLIC, [Part("a"), Part("b")])
    assert shown == Shown(PUBLIC, 3, (Part("a"), Part("b")))


def test_a_world_that_shows_nothing_is_seen_by_nobody() -> None:
    class Sealed(Struct):
        word: str

    class Blind(Game[Sealed, Options, Shown]):
        name = "blind"

    assert b"secret" not in msgspec.json.encode(Blind().view(Sealed("secret"), "ann", []))


def test_a_step_that_is_no_method_is_refused_where_the_script_is_defined() -> None:
    with pytest.raises(TypeError, match=r"^Day\.steps: Day has no method 'nihgt'$"):

        class Day(Script):
            steps = ("morning", "nihgt")

            def morning(self, t: Table) -> None:
                """Get up."""


def test_steps_may_be_methods_of_a_base_class() -> None:
    class Morning(Script):
        def wake(self, t: Table) -> None:
            """Get up."""

    class Later(Morning):
        steps = ("wake",)

    assert Later.steps == ("wake",)


@each("name", ["", "Nim", "two words", "9men", "nim!"])
def test_a_name_that_nobody_could_type_is_refused_where_the_game_is_defined(name: str) -> None:
    with pytest.raises(TypeError, match=r"^Mine\.name: .*needs small letters, digits and -$"):
        type("Mine", (Game,), {"name": name})


class Wrong(Game[Heap, HeapOptions, Shown]):
    """The type checker refuses each of these; were it silent, it would complain that the remarks
    are of no use.
    """

    def setup(self, options: HeapOptions, scenario: Any) -> str:  # type: ignore[override]  # wrong
        return ""

    def check(self, world: str) -> None:  # type: ignore[override]  # wrong
        """Another world."""

    def view(self, world: Heap, viewer: Seat, shown: list[Struct]) -> int:  # type: ignore[override]  # wrong
        return 0
