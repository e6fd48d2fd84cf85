"""The table and its people: drawn seats, seats that are out, leaving, taking back, and what a game
is told of all that.
"""

from typing import Any, ClassVar

import pytest

from engine import Choice, Menu, Refused, Seat, SeatHolder, Table, dice, rolls, slots, state
from engine.menu import Refusal
from engine.rulings.rulings import ABANDONED, Remove
from engine.state import REFEREE, Join
from engine.table import GameTable
from tests.engine.tiny import (
    Item,
    Loop,
    Questions,
    Say,
    Tiny,
    World,
    made,
    tiny,
)
from tests.kit.each import each

A, B, AB = Item(("a",)), Item(("b",)), Item(("a", "b"))
YES, NO, PASS = Say("yes"), Say("no"), Say("pass")


# ---- making a game


# ---- drawn seats


def test_a_drawn_seat_is_one_roll_for_each_place_without_salts() -> None:
    table = made(seating="random")
    table.run()
    free = ["a", "b", "c"]
    for n in range(1, 4):
        key = f"{rolls.SEAT_KEY}{n}"
        numbers = dice.stream(bytes(32), (b"tiny-1",), dice.field(f"0/{key}".encode()))
        face = dice.face(numbers, len(free))
        seat = free[face]
        assert table.load(table.save()).draw() == seat
        (roll,) = table.take(1000, REFEREE, Join(seat, seat, seat)).rolls
        assert (roll.key, roll.salts, roll.dice) == (key, (), ((len(free), face),))
        free.remove(seat)


# ---- dice


def test_dice_that_stand_as_they_were_thrown_fall_so() -> None:
    items = {"items": [{"seats": ["a"], "rolls": 2}]}
    table = made(scenario=items, thrown={"0/q2/0": [[6, 2]], "0/q2/1": [[6, 5]]})
    table.run()
    for seat in "abc":
        table.take(1000, REFEREE, Join(seat, seat, seat))
    table.take(1001, "a", YES)
    assert table.world.log == ["a=yes", "die 3", "die 6"]


# ---- menus


class Fussy(Tiny):
    def idle(self, view: Any, seat: Seat) -> str:
        return f"{seat}-waits-as-{view.viewer}"

    def hints(self, view: Any, menu: Menu) -> list[state.Order]:
        assert menu.allows(YES)
        return [Say(word) for word in view.words]


def why(table: GameTable, seat: Seat) -> Refusal:
    with pytest.raises(Refused) as refused:
        table.menu(seat).parse("jump")
    return refused.value.refusal


def test_what_the_game_advises_is_on_the_menu() -> None:
    menu = tiny(A, game=Fussy()).menu("a")
    assert menu.suggested() == ("say pass", "say yes", "say no")


def test_what_could_be_saved_and_never_be_read_again_is_refused_with_the_list_that_lacks_it() -> (
    None
):
    table = tiny(A, game=Short())
    for do in (table.push, table.replace):
        with pytest.raises(TypeError, match=r"^Loop is not in Short\.frames; add it"):
            do(Loop())
    with pytest.raises(TypeError, match=r"^Sung is not in Short\.events; add it"):
        table.tell(None, a=Sung())


class Sung(state.Event, frozen=True):
    """What no game lists."""


class Short(Tiny):
    frames = (Questions,)  # type: ignore[assignment]  # fewer


# ---- what is told to a game


class Witness(Tiny):
    def seated(self, t: Table, chair: SeatHolder) -> None:
        if chair.seat != chair.name:
            t.world.log.append(f"{chair.name} sits on {chair.seat}")

    def check(self, world: World) -> None:
        assert len(world.log) < 9

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        t.world.log.append(f"{chair.name} has left {chair.seat}")

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        t.world.log.append(f"{chair.seat} is {chair.name}")

    def on_referee_order(self, t: Table, order: Any) -> None:
        t.world.log.append(type(order).__name__)


# ---- seats that are out


def removed(*seats: Seat, items: list[Item], pace: int = 0) -> GameTable:
    table = tiny(*items, pace=pace)
    for seat in seats:
        table.take(1001, REFEREE, Remove(seat))
    return table


def test_a_removed_seat_may_order_nothing_and_its_default_is_played() -> None:
    table = removed("a", items=[AB, A, B])
    assert why(table, "a") == Refusal(code="seat-removed", end=4, word="jump")
    assert table.state.answers == {"a": PASS}
    table.take(1002, "b", YES)
    assert table.world.log == ["a=pass b=yes", "a=pass"]
    assert table.ask() == state.Ask(("b",))


def test_what_a_seat_has_answered_before_it_is_removed_stands() -> None:
    table = tiny(AB, B)
    table.take(1001, "a", YES)
    table.take(1001, REFEREE, Remove("a"))
    assert table.state.answers == {"a": YES}


@each("questions, result", [(500, "over"), (501, ABANDONED)])
def test_a_game_is_given_up_after_500_questions_in_a_row_to_removed_seats_alone(
    questions: int, result: str
) -> None:
    table = removed("a", items=[B, *[A] * questions], pace=50)
    assert table.state.result is None
    table.take(1002, "b", YES)
    assert table.state.result == result
    assert (table.state.due, table.ask()) == (None, None)


class Surrender(state.Anytime, frozen=True):
    confirmed: ClassVar[bool] = True
    word: str = "yes"


class WithWayOut(Tiny):
    orders = (*Tiny.orders, Surrender)  # type: ignore[assignment]  # one kind more

    def anytime(self, view: Any, seat: Seat) -> Menu:
        ways = {"a": ["yes"], "b": ["yes", "no"], "c": []}
        choice = Choice(Surrender, "surrender {word}", word=slots.OneOf(ways[seat]))
        return Menu((*super().anytime(view, seat).choices, choice))

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        super().always(t, seat, order)
        if isinstance(order, Surrender):
            t.world.gone.append(seat)


def test_the_way_out_of_a_seat_is_the_one_order_that_ends_its_game() -> None:
    table = tiny(A, B, game=WithWayOut())
    assert [table.way_out(seat) for seat in "abc"] == [Surrender(), None, None]
    assert tiny(A).way_out("a") is None
    table.take(1001, REFEREE, Remove("a"))
    assert table.world.gone == ["a"]
    assert table.ask() == state.Ask(("b",))


# ---- taking back
