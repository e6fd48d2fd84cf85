"""What a game lists is looked at where it is defined; what it uses unlisted is refused."""

import msgspec
import pytest

from engine.game import Frame, Game
from engine.state import (
    Committed,
    Disclosed,
    Event,
    Join,
    Leave,
    Order,
    Retract,
    Start,
    Tick,
    Undo,
    Undone,
)
from tests.engine.tiny import Heard, Inner, Item, Loop, Questions, Say, Tiny, tiny
from tests.kit.each import each


def test_a_frame_or_an_event_that_is_not_listed_is_refused_at_once_and_says_where_it_belongs() -> (
    None
):
    """Saved it could never be read again: the game would be lost."""

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
