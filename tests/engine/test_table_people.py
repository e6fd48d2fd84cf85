"""The table and its people: drawn seats, seats that are out, leaving, taking back, and what a game
is told of all that.
"""

from typing import Any, ClassVar

import pytest
from msgspec import Struct

from engine import PUBLIC, Choice, Menu, Refused, Seat, SeatHolder, Table, dice, rolls, slots, state
from engine.menu import Refusal
from engine.plan import ClockPlan
from engine.rulings.rulings import ABANDONED, Remove, Unrated
from engine.rulings.times import ClockSet
from engine.state import REFEREE, Join, Leave
from engine.table import GameTable
from tests.engine.tiny import (
    Item,
    Keep,
    Loop,
    Note,
    Questions,
    Say,
    Shut,
    Tiny,
    TinyOptions,
    World,
    made,
    tiny,
)
from tests.kit.each import each

A, B, AB = Item(("a",)), Item(("b",)), Item(("a", "b"))
YES, NO, PASS = Say("yes"), Say("no"), Say("pass")


# ---- making a game


def test_what_is_special_about_a_game_is_told_when_it_is_made() -> None:
    plan = ClockPlan(each=60)
    events = made(clock=plan, rated=False).run().events(PUBLIC)
    assert events[1:] == [ClockSet(plan), Unrated()]
    assert len(made().run().events(PUBLIC)) == 1, "nothing special"


def test_the_clock_of_a_game_says_how_long_answers_may_take() -> None:
    assert made(clock=ClockPlan(each=60)).state.pace == 60
    assert made(options={"pace": 50}).state.pace == 50
    with pytest.raises(ValueError, match=r"^the time for an answer is said twice: by an option"):
        made(options={"pace": 50}, clock=ClockPlan(each=60))


def test_nobody_has_to_take_a_seat_in_time() -> None:
    table = made(options={"pace": 50})
    assert table.run().due is None


def test_a_game_whose_dice_are_typed_says_so_from_its_world() -> None:
    class Sometimes(Tiny):
        def has_typed_dice(self, world: World) -> bool:
            return world.pace == 50

        def types_dice(self, world: World, key: str) -> bool:
            return world.pace == 50

    for pace in (0, 50):
        table = made(Sometimes(), options={"pace": pace})
        (told,) = table.run().events(PUBLIC)
        assert told.loaded is bool(pace)  # type: ignore[attr-defined]  # it is of that type
        table = tiny(Item(("a",), rolls=1), pace=pace, game=Sometimes())
        table.take(1001, "a", YES)
        assert (table.state.throw is not None) is bool(pace)


# ---- drawn seats


class Numbered(Tiny):
    def roles(self, options: TinyOptions) -> int:  # type: ignore[override]  # a number
        return 3


def test_seats_without_names_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match=r"^the seats of this game have no names, so they cannot"):
        made(Numbered(), seating="random")
    assert made(Numbered()).state.places == 3


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


def test_a_chosen_seat_is_no_roll() -> None:
    assert tiny(A).rolled == 0


# ---- dice


def test_rolls_are_counted_and_begin_anew_with_each_epoch() -> None:
    def rolled(epoch: int) -> GameTable:
        table = tiny(Item(("a",), rolls=3), A)
        table.state.epoch = epoch
        table.take(1001, "a", YES)
        return table

    assert rolled(0).rolled == 3
    key = dice.field(b"7/q2/0")
    salts = (b"tiny-1", b"a", b"b", b"c")
    face = dice.face(dice.stream(bytes(32), salts, key), 6)
    assert rolled(7).world.log[1] == f"die {face + 1}"


def test_dice_may_be_thrown_with_the_salts_of_some_seats_alone() -> None:
    table = tiny(A)
    table.dice("x", ("b",))(range(6))
    assert table.rolls[-1].salts == ("b",)


def test_dice_that_stand_as_they_were_thrown_fall_so() -> None:
    items = {"items": [{"seats": ["a"], "rolls": 2}]}
    table = made(scenario=items, thrown={"0/q2/0": [[6, 2]], "0/q2/1": [[6, 5]]})
    table.run()
    for seat in "abc":
        table.take(1000, REFEREE, Join(seat, seat, seat))
    table.take(1001, "a", YES)
    assert table.world.log == ["a=yes", "die 3", "die 6"]


def test_a_game_may_have_names_of_its_own_for_loaded_dice() -> None:
    class Named(Tiny):
        def loaded_for(self, name: str, key: str) -> bool:
            return True

    table = tiny(Item(("a",), rolls=1), loaded={"z": [1], "aaa": [3]}, game=Named())
    table.take(1001, "a", YES)
    assert table.world.log[1] == "die 3"


# ---- menus


class Fussy(Tiny):
    """Says who is asked what, and advises the banned word of each."""

    def idle(self, view: Any, seat: Seat) -> str:
        return f"{seat}-waits-as-{view.viewer}"

    def hints(self, view: Any, menu: Menu) -> list[state.Order]:
        assert menu.allows(YES)
        return [Say(word) for word in view.words]


def why(table: GameTable, seat: Seat) -> Refusal:
    with pytest.raises(Refused) as refused:
        table.menu(seat).parse("jump")
    return refused.value.refusal


def test_a_seat_that_is_not_asked_is_told_what_the_game_says() -> None:
    assert why(tiny(A, game=Fussy()), "b").code == "b-waits-as-b"


def test_what_the_game_advises_is_on_the_menu() -> None:
    menu = tiny(A, game=Fussy()).menu("a")
    assert menu.suggested() == ("say pass", "say yes", "say no")


def test_a_forced_answer_is_the_only_one_of_the_seat_that_is_asked() -> None:
    class Own(Questions):
        """Only seat b, with its own view, has but one answer."""

        def menu(self, view: Any, seat: Seat) -> Menu:
            alone = seat == view.viewer == "b"
            return Menu([Choice(Say, "say {word}", word=slots.OneOf(["yes", "no"][: 2 - alone]))])

    class OwnTiny(Tiny):
        frames = (Own,)  # type: ignore[assignment]  # this game has one kind of frame
        first = Own

    table = tiny(Item(("b",), forced=True), Item(("a",), forced=True), game=OwnTiny())
    assert table.world.log == ["b=yes"]
    assert table.menu("a").allows(NO)
    assert not tiny(B, game=OwnTiny()).menu("b").allows(NO)


def test_while_no_question_is_open_nothing_can_be_ordered() -> None:
    table = tiny(A)
    table.state.open = False
    assert why(table, "a").code == "not-started"


def test_what_the_frames_show_a_viewer_is_part_of_the_view() -> None:
    class Shown(Questions):
        def show(self, viewer: Seat) -> Struct | None:
            return Leave(viewer) if viewer != "a" else None

    class ShownTiny(Tiny):
        frames = (Shown,)  # type: ignore[assignment]  # this game has one kind of frame
        first = Shown

        def view(self, world: World, viewer: Seat, shown: list[Struct]) -> Any:
            return viewer, shown

    table = tiny(A, game=ShownTiny())
    assert [table.view(seat) for seat in "ab"] == [("a", []), ("b", [Leave("b")])]


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


def test_a_game_hears_who_leaves_and_what_the_house_orders() -> None:
    table = made(Witness())
    table.run()
    table.take(1000, REFEREE, Join("b", "Bea", "s"))
    table.take(1000, REFEREE, Leave("b"))
    table.take(1000, REFEREE, Shut())
    assert table.world.log == ["Bea sits on b", "Bea has left b", "Shut"]


class Various(Tiny):
    def roles(self, options: TinyOptions) -> tuple[Seat, ...]:
        return tuple("abcdef"[: options.pace])


def test_the_options_say_which_seats_there_are() -> None:
    table = made(Various(), options={"pace": 1}, seating="random")
    table.run()
    assert (table.state.places, table.draw()) == (1, "a")


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


def test_a_game_of_removed_seats_alone_is_given_up() -> None:
    table = removed("a", "b", "c", items=[B])
    assert table.state.result in (ABANDONED, "over")
    assert removed("c", "a", items=[B]).state.result is None


@each("questions, result", [(500, "over"), (501, ABANDONED)])
def test_a_game_is_given_up_after_500_questions_in_a_row_to_removed_seats_alone(
    questions: int, result: str
) -> None:
    table = removed("a", items=[B, *[A] * questions], pace=50)
    assert table.state.result is None
    table.take(1002, "b", YES)
    assert table.state.result == result
    assert (table.state.due, table.ask()) == (None, None)


def test_questions_that_anybody_is_left_to_answer_are_not_counted_as_unattended() -> None:
    table = removed("a", items=[B, AB, *[A] * 500])
    table.take(1001, "b", Keep("yes"))
    table.take(1002, "b", YES)
    assert table.world.log[:2] == ["b=yes", "a=pass b=yes"]
    assert table.state.result == "over"


def test_where_nobody_is_removed_no_question_is_unattended() -> None:
    table = tiny(*[Item(("a",), forced=True, words=("yes",))] * 600)
    assert table.state.result == "over"


class Surrender(state.Anytime, frozen=True):
    confirmed: ClassVar[bool] = True
    word: str = "yes"


class WithWayOut(Tiny):
    """Who surrenders is gone, if the rules allow it to this seat now."""

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


class Sheets(Questions):
    def forget(self, t: Table, seat: Seat) -> None:
        t.world.sheets.pop(seat, None)


class SheetsTiny(Tiny):
    frames = (Sheets,)  # type: ignore[assignment]  # this game has one kind of frame
    first = Sheets


def test_what_was_said_to_the_open_question_can_be_taken_back() -> None:
    table = tiny(AB)
    assert not table.retractable("a"), "nothing was said"
    table.take(1001, "a", YES)
    assert [table.retractable(seat) for seat in "abc"] == [True, False, False]
    assert not made().retractable("a")


def test_a_sheet_can_be_taken_back_by_who_is_asked() -> None:
    table = tiny(AB, game=SheetsTiny())
    table.take(1001, "a", Note("yes"))
    assert table.world.sheets == {"a": ["yes"]}
    assert [table.retractable(seat) for seat in "abc"] == [True, True, False]
    table.take(1001, "a", state.Retract())
    assert table.world.sheets == {}


def test_while_a_roll_is_asked_for_nothing_is_taken_back() -> None:
    class Camera(SheetsTiny):
        def has_typed_dice(self, world: World) -> bool:
            return True

    table = tiny(Item(("a",), rolls=1), game=Camera())
    table.take(1001, "a", YES)
    assert table.state.throw is not None
    assert not table.retractable("a")
