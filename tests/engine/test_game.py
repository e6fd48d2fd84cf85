"""What a game says about itself is checked where its class is defined, and by the type checker."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine import Event, Frame, Game, Options, Order, Script, Seat, Shown, Table
from engine.state import Committed, Disclosed, Join, Leave, Retract, Start, Tick, Undo, Undone
from tests.engine.tiny import Heard, Inner, Item, Loop, Questions, Say, Tiny, tiny
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


def test_a_step_that_is_no_method_is_refused_where_the_script_is_defined() -> None:
    with pytest.raises(TypeError, match=r"^Day\.steps: Day has no method 'nihgt'$"):

        class Day(Script):
            steps = ("morning", "nihgt")

            def morning(self, t: Table) -> None:
                """Get up."""


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


def test_a_frame_or_an_event_that_is_not_listed_is_refused_at_once_and_says_where_it_belongs() -> (
    None
):
    bare: type[Tiny] = type("Bare", (Tiny,), {"frames": (Questions,), "events": ()})
    t = tiny(Item(("a",)), game=bare())
    with pytest.raises(TypeError, match=r"^Inner is not in Bare\.frames; add it to that list$"):
        t.push(Inner(1))
    with pytest.raises(TypeError, match=r"^Loop is not in Bare\.frames; "):
        t.replace(Loop())
    with pytest.raises(TypeError, match=r"^Heard is not in Bare\.events; "):
        t.tell(Heard("a"))
    with pytest.raises(TypeError, match=r"^Heard is not in Bare\.events; "):
        t.tell(None, a=Heard("a", "yes"))
    assert ([type(frame) for frame in t.state.stack], t.told) == ([Questions], [])
    t.load(t.save())


@each(
    "field, name, base",
    [
        *(("orders", own.__name__, Order) for own in (Leave, Join, Start, Undo, Tick, Retract)),
        *(("events", own.__name__, Event) for own in (Committed, Disclosed, Undone)),
        ("frames", "Gather", Frame),
    ],
)
def test_a_name_of_the_engine_is_refused_where_the_game_is_defined(
    field: str, name: str, base: type
) -> None:
    taken = msgspec.defstruct(name, [], bases=(base,), tag=True)
    with pytest.raises(TypeError) as refused:
        type("Mine", (Game,), {field: (taken,)})
    assert (
        str(refused.value) == f"Mine.{field}: {name} is a name of the engine; give it another name"
    )
    renamed = msgspec.defstruct(name, [], bases=(base,), tag=f"my-{name}")
    type("Mine", (Game,), {field: (renamed,)})


def test_two_of_one_name_and_what_is_no_order_are_refused_where_the_game_is_defined() -> None:
    again = msgspec.defstruct("Say", [], bases=(Order,), tag=True)
    with pytest.raises(
        TypeError, match=r"^Mine\.orders: Say stands there twice, or two have this name; "
    ):
        type("Mine", (Game,), {"orders": (Say, again)})
    with pytest.raises(TypeError, match=r"^Mine\.orders: Heard is not a subclass of Order$"):
        type("Mine", (Game,), {"orders": (Heard,)})
