"""The table: questions, windows, sealed and standing answers, sheets,
frames, bulletins, loaded dice.
"""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from engine import PUBLIC, Ask, Event, Frame, Order, Refused, Table, dice, errors, table
from engine.state import REFEREE, Committed, Disclosed, Join, Leave, Start, Tick, Told
from tests.engine import tiny as toy
from tests.engine.tiny import Ban, Heard, Item, Keep, Note, Quit, Say, made, tiny

A, AB, ALL = ("a",), ("a", "b"), ("a", "b", "c")
YES, NO, PASS = Say("yes"), Say("no"), Say("pass")


def log(t: table.GameTable) -> list[str]:
    kept: list[str] = t.world.log
    return kept


# ---- questions


def test_the_answer_of_one_seat_closes_its_question() -> None:
    t = tiny(Item(A), Item(("b",)))
    assert t.ask() == Ask(A)
    b = t.take(1001, "a", YES)
    assert log(t) == ["a=yes"]
    assert (b.at, b.question, b.asked, b.fresh) == (1001, 3, Ask(("b",)), True)


def test_questions_are_counted_from_the_lobby_on() -> None:
    t = made(at=5)
    b = t.run()
    assert (b.question, b.asked, b.due, b.fresh) == (1, Ask(), None, True)
    b = t.take(6, REFEREE, Join("a", "a", "a"))
    assert (b.question, b.fresh) == (1, False)


def test_sealed_answers_wait_until_all_are_in_and_can_be_replaced() -> None:
    t = tiny(Item(ALL))
    for seat, order in (("b", YES), ("a", YES), ("b", NO)):
        b = t.take(1001, seat, order)
        assert (b.told, b.fresh, b.question) == ((), False, 2)
    assert log(t) == []
    assert t.take(1002, "c", PASS).told
    assert log(t) == ["a=yes b=no c=pass"]


def test_the_order_of_arrival_leaves_no_trace() -> None:
    ends = set()
    for seats in permutations(ALL):
        t = tiny(Item(ALL), Item(ALL))
        for seat in seats:
            b = t.take(1001, seat, YES)
        for seat in (seat for seat in seats if seat != "c"):
            t.take(1002, seat, NO)
        ends.add((t.save(), msgspec.json.encode(b, order="deterministic")))
    assert len(ends) == 1


def test_nobody_can_see_who_has_answered() -> None:
    t, other = tiny(Item(ALL)), tiny(Item(ALL))
    t.take(1001, "b", YES)
    for viewer in ("a", "c", PUBLIC):
        assert t.view(viewer) == other.view(viewer)
        assert t.menu(viewer).help() == other.menu(viewer).help()
    assert t.ask() == other.ask()


# ---- time


def test_a_deadline_lies_on_a_tick_and_plays_the_default_of_who_is_missing() -> None:
    """The tick of this game is 10 seconds, so 1000 + 55 is rounded up to 1060."""
    t = tiny(Item(AB), pace=55)
    assert t.state.due == 1060
    t.take(1030, "b", YES)
    assert not t.take(1059, REFEREE, Tick()).told
    assert t.take(1060, REFEREE, Tick()).told
    assert log(t) == ["a=pass b=yes !a"]


def test_without_a_pace_nothing_is_ever_due() -> None:
    t = tiny(Item(AB))
    assert t.state.due is None
    assert not t.take(10**9, REFEREE, Tick()).told


def test_who_missed_a_question_has_not_missed_the_next() -> None:
    """The second question is answered in the same run by a standing order."""
    t = tiny(Item(A), Item(("b",)), Item(A, words=("pass",), forced=True), Item(A), pace=50)
    t.take(1001, "b", Keep("yes"))
    t.take(1050, REFEREE, Tick())
    assert log(t) == ["a=pass !a", "b=yes", "a=pass"]


def test_a_window_closes_at_the_tick_answered_or_not_and_never_before() -> None:
    t = tiny(Item(AB, window=100), Item(A))
    assert (t.ask(), t.state.due) == (Ask(AB, 100), 1100)
    t.take(1001, "a", YES)
    t.take(1002, "b", NO)
    assert log(t) == []
    t.take(1099, REFEREE, Tick())
    assert log(t) == []
    b = t.take(1100, REFEREE, Tick())
    assert log(t) == ["a=yes b=no"]
    assert b.at == 1100


def test_a_window_is_closed_by_ticks_alone() -> None:
    """An order that comes in after the time, and an anytime order, close
    nothing; the default is not skipped.
    """
    t = tiny(Item(AB, window=100), Item(A))
    t.take(1200, "a", YES)
    t.take(1201, "c", Ban("no"))
    assert log(t) == []
    t.take(1202, REFEREE, Tick())
    assert log(t) == ["a=yes b=pass !b"]


def test_a_window_after_a_window_waits_for_its_own_tick() -> None:
    t = tiny(Item(A, window=0), Item(A, window=0), Item(A, window=30))
    assert t.state.due == 1000
    t.take(1000, REFEREE, Tick())
    assert log(t) == ["a=pass !a"]
    t.take(1000, REFEREE, Tick())
    assert log(t) == ["a=pass !a"] * 2
    assert t.state.due == 1030


def test_a_window_whose_seats_leave_does_not_close_the_next_one() -> None:
    t = tiny(Item(A, window=30), Item(("b",), window=60))
    t.take(1001, "a", Quit())
    assert (t.ask(), t.state.due) == (Ask(("b",), 60), 1070)


def test_time_does_not_run_backwards() -> None:
    t = tiny(Item(AB))
    t.take(2000, "a", YES)
    assert t.take(1500, "b", YES).at == 2000


# ---- answers that are there beforehand


def test_standing_orders_are_answers_when_the_question_opens() -> None:
    t = tiny(Item(A), Item(AB), Item(AB))
    t.take(1001, "b", Keep("no"))
    t.take(1002, "a", YES)
    assert t.state.answers == {"b": NO}
    t.take(1003, "b", YES)
    t.take(1004, "a", PASS)
    assert log(t) == ["a=yes", "a=pass b=yes"], "an answer replaces what stood"
    assert t.state.answers == {"b": NO}


def test_a_standing_order_in_a_window_waits_for_the_tick() -> None:
    t = tiny(Item(A), Item(("b",), window=100))
    t.take(1001, "b", Keep("yes"))
    t.take(1002, "a", YES)
    assert log(t) == ["a=yes"]
    t.take(1110, REFEREE, Tick())
    assert log(t) == ["a=yes", "b=yes"]


def test_a_forced_choice_is_played_only_if_there_is_but_one() -> None:
    t = tiny(Item(A, forced=True, words=("go",)), Item(A, forced=True), Item(("b",), words=("go",)))
    assert log(t) == ["a=go"]
    assert t.ask() == Ask(A, forced=True)
    t.take(1001, "a", YES)
    assert log(t) == ["a=go", "a=yes"]
    assert t.ask() == Ask(("b",)), "not forced: the seat says it itself"


def test_an_answer_is_checked_again_when_the_world_has_changed() -> None:
    t = tiny(Item(AB))
    t.take(1001, "a", YES)
    t.take(1002, "c", Ban("yes"))
    assert t.state.answers == {}
    t.take(1003, "b", NO)
    assert log(t) == []
    t.take(1004, "a", NO)
    assert log(t) == ["a=no b=no"]


def test_who_leaves_is_not_waited_for() -> None:
    t = tiny(Item(AB), Item(("b",)))
    t.take(1001, "a", YES)
    t.take(1002, "b", Quit())
    assert log(t) == ["a=yes"]
    assert t.state.result == "over", "the next question was for the one who left"


def test_an_anytime_order_asks_nothing_anew() -> None:
    t = tiny(Item(A), pace=50)
    b = t.take(1007, "c", Ban("no"))
    assert (b.question, b.fresh, b.due) == (2, False, 1050)


# ---- sheets


def test_a_line_edits_the_sheet_and_takes_the_answer_back() -> None:
    t = tiny(Item(AB))
    t.take(1001, "a", YES)
    b = t.take(1002, "a", Note("no"))
    assert (b.told, b.fresh) == ((), False)
    assert t.state.answers == {}
    t.take(1003, "b", YES)
    assert log(t) == []
    assert t.view("a").sheet == ("no",)
    assert t.view("b").sheet == ()
    t.take(1004, "a", YES)
    assert log(t) == ["a=yes b=yes"]


# ---- menus


def test_only_those_asked_may_answer() -> None:
    t = tiny(Item(A))
    assert t.menu("a").help() == ["say {word}", "note {word}", "keep {word}", "ban {word}", "quit"]
    assert t.menu("b").help() == ["keep {word}", "ban {word}", "quit"]
    with pytest.raises(Refused, match="not-your-turn"):
        t.menu("b").parse("say yes")
    for stranger in (PUBLIC, REFEREE, "d"):
        assert t.menu(stranger).help() == []


def test_before_the_start_and_after_the_end_nothing_can_be_ordered() -> None:
    t = made(at=5)
    t.run()
    t.take(6, REFEREE, Join("a", "a", "a"))
    with pytest.raises(Refused, match="not-started"):
        t.menu("a").parse("say yes")
    t = tiny(Item(A))
    b = t.take(1001, REFEREE, toy.Shut())
    assert (t.state.result, b.asked, b.due, t.state.open) == ("shut", None, None, False)
    with pytest.raises(Refused, match="game-over"):
        t.menu("a").parse("say yes")


# ---- the lobby


def test_the_game_begins_with_the_last_seat_or_with_those_there() -> None:
    t = made(scenario={"items": [{"seats": ["a"]}]}, at=5)
    t.run()
    t.take(6, REFEREE, Join("a", "Ann", "s"))
    t.take(7, REFEREE, Join("b", "Bob", "s"))
    t.take(8, REFEREE, Leave("a"))
    t.take(9, REFEREE, Join("a", "Ann", "s"))
    assert [(chair.seat, chair.number) for chair in t.state.chairs] == [("b", 2), ("a", 3)]
    assert t.seats == ("b", "a")
    b = t.take(10, REFEREE, Start())
    assert b.asked == Ask(A)


def test_bad_options_are_refused_with_their_place() -> None:
    for options, scenario, words in (
        ({"pace": "x"}, {}, r"\$\.pace"),
        ({"speed": 1}, {}, "speed"),
        ({}, {"items": [{"seats": 3}]}, r"\$\.items\[0\]\.seats"),
    ):
        with pytest.raises(msgspec.ValidationError, match=words):
            made(options=options, scenario=scenario)


# ---- frames


def test_a_script_does_its_steps_and_results_come_back_to_the_frame_below() -> None:
    t = tiny(game=toy.TinySteps())
    assert log(t) == ["first", "second", "1 got 0", "2 got 1", "3 got 2", "third"]
    assert t.state.stack == []


def test_rules_that_run_in_circles_are_stopped() -> None:
    with pytest.raises(RuntimeError, match="tiny: the rules run in circles on Loop"):
        tiny(game=toy.TinyLoop())


def test_a_frame_without_a_method_names_itself() -> None:
    class Bare(Frame):
        """Does nothing."""

    with pytest.raises(NotImplementedError, match="Bare"):
        Bare().resume(tiny(Item(A)))


def test_a_rehearsal_changes_nothing() -> None:
    t = tiny(Item(A, rolls=2), Item(A))
    before = t.save()
    (die,) = t.rehearse("as if")
    assert t.save() == before
    assert (t.told, t.rolls, t.popped, t.rehearsal) == ([], [], None, None)
    t.take(1001, "a", YES)
    assert log(t)[1] == f"die {die}", "keyed dice fall as they fell in the rehearsal"


# ---- saving


def test_a_save_is_the_same_bytes_after_loading_and_keeps_types() -> None:
    t = tiny(Item(AB), Item(A, window=5), pace=60)
    t.take(1001, "a", Note("no"))
    t.take(1002, "b", YES)
    again = t.load(t.save())
    assert again.save() == t.save()
    assert again.state == t.state
    assert type(again.state.stack[0]) is toy.Questions
    assert type(again.state.answers["b"]) is Say


def test_a_loaded_table_is_another_table() -> None:
    t = tiny(Item(AB))
    before = t.save()
    t.load(before).take(1001, "a", YES)
    assert t.save() == before


# ---- what is told


def test_each_viewer_gets_exactly_one_copy() -> None:
    t = tiny(Item(AB), Item(A))
    t.take(1001, "a", YES)
    b = t.take(1002, "b", NO)
    assert b.events("a") == [Heard("a", "yes"), Heard("b")]
    assert b.events("b") == [Heard("a"), Heard("b", "no")]
    assert b.events("c") == b.events(PUBLIC) == [Heard("a"), Heard("b")]
    assert b.own("a") == [Heard("a", "yes")]
    assert b.own("c") == []


def test_a_copy_for_one_alone_and_a_copy_for_all_but_one() -> None:
    private = Told(None, {"a": Heard("a")})
    assert (private.copy("a"), private.copy("b"), private.copy(PUBLIC)) == (Heard("a"), None, None)
    behind = Told(Heard("a"), {"a": None})
    assert (behind.copy("a"), behind.copy("b")) == (None, Heard("a"))


def test_seats_may_have_any_name() -> None:
    t = tiny(Item(A))
    t.tell(Heard("self"), self=Heard("x"), event=None)
    copies: dict[str, Event | None] = t.told[-1].copies
    assert copies == {"self": Heard("x"), "event": None}


def test_a_bulletin_is_told_once() -> None:
    t = tiny(Item(AB))
    t.take(1001, "a", YES)
    assert len(t.take(1002, "b", NO).told) == 3, (
        "two answers, and the secret of the dice at the end"
    )
    assert t.told == []
    assert t.take(1003, REFEREE, Tick()).told == ()


def test_the_secret_is_committed_to_and_disclosed() -> None:
    """SHA-256 of 32 zero bytes, as any tool prints it."""
    t = made()
    committed = Committed(
        "tiny-1", "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", loaded=False
    )
    assert t.run().events(PUBLIC) == [committed]
    t = tiny(Item(A))
    assert t.take(1001, "a", YES).events(PUBLIC)[-1] == Disclosed("00" * 32)


def test_bulletins_are_read_as_they_are_written() -> None:
    t = tiny(Item(AB))
    t.take(1001, "a", YES)
    told = t.take(1002, "b", NO).told
    read = t.game.told_decoder.decode(msgspec.json.encode(told))
    assert [(one.event, one.copies) for one in read] == [(one.event, one.copies) for one in told]


def test_the_orders_of_a_seat_are_counted() -> None:
    t = tiny(Item(AB), Item(A))
    said: list[tuple[str, Order]] = [
        ("a", Note("no")),
        ("a", YES),
        ("b", Ban("no")),
        ("b", YES),
        (REFEREE, Tick()),
    ]
    for seat, order in said:
        t.take(1001, seat, order)
    assert t.state.orders == {"a": 2, "b": 2}


# ---- dice


def faces(*items: Item, **loaded: list[int | str]) -> tuple[list[Any], table.GameTable]:
    """The dice of the first question, with these loaded: ``q2/0``, ``q2/1`` and so on."""
    t = tiny(*items, loaded={key.replace("_", "/"): values for key, values in loaded.items()})
    t.take(1001, "a", YES)
    return [int(word.split()[1]) for word in log(t) if word.startswith("die")], t


def test_a_roll_is_what_the_scheme_makes_of_game_salts_epoch_and_key() -> None:
    """K = F("epoch/key"): design of the dice, with the salts of all seats in order of joining."""
    t = tiny(Item(A, rolls=1), Item(A))
    (roll,) = t.take(1001, "a", YES).rolls
    key = dice.field(b"0/q2/0")
    wanted = dice.face(dice.stream(bytes(32), (b"tiny-1", b"a", b"b", b"c"), key), 6)
    assert (roll.epoch, roll.key, roll.dice) == (0, "q2/0", ((6, wanted),))


def test_loaded_dice_go_by_key_then_by_the_longest_prefix_that_is_left() -> None:
    got, _ = faces(Item(A, rolls=4), Item(A), q2_1=[5], q2=[1, 2], q=[6])
    assert got == [1, 5, 2, 6]


def test_dice_that_are_not_loaded_fall_as_they_would_without_loading() -> None:
    fair, _ = faces(Item(A, rolls=4), Item(A))
    got, t = faces(Item(A, rolls=4), Item(A), q2_1=[5])
    assert [got[0], *got[2:]] == [fair[0], *fair[2:]]
    assert got[1] == 5
    assert (t.state.loaded, t.setup.loaded) == ({"q2/1": []}, {"q2/1": [5]})


def test_loaded_dice_mark_the_roll_and_the_game() -> None:
    t = tiny(Item(A, rolls=2), Item(A), loaded={"q2/1": [5]})
    rolls = t.take(1001, "a", YES).rolls
    assert [(roll.key, roll.loaded) for roll in rolls] == [("q2/0", False), ("q2/1", True)]
    assert rolls[1].dice == ((6, 4),), "six faces, and face 5 counted from 0"
    assert rolls[0].salts == ("a", "b", "c")
    first = made(loaded={"q": [1]}).run()
    assert [event.loaded for event in first.events(PUBLIC) if isinstance(event, Committed)] == [
        True
    ]


def test_loaded_dice_that_cannot_fall_are_named() -> None:
    with pytest.raises(errors.LoadedDice, match=r"q2/0 cannot be 7; possible: 1, 2, 3, 4, 5, 6"):
        faces(Item(A, rolls=1), Item(A), q2=[7])


def test_counters_start_afresh_in_a_chapter() -> None:
    t = tiny(Item(A))
    assert [t.nth("x"), t.nth("x"), t.nth("y")] == [1, 2, 1]
    t.chapter()
    assert t.nth("x") == 1


def test_a_game_that_an_anytime_order_ends_while_others_have_answered_is_over() -> None:
    class Resigning(toy.Tiny):
        def always(self, t: Table, seat: str, order: Any) -> None:
            t.end(f"{seat} resigns")

    t = tiny(Item(ALL), game=Resigning())
    t.take(1001, "b", YES)
    t.take(1002, "a", Quit())
    assert t.state.result == "a resigns"
    assert t.ask() is None
    assert t.menu("b").idle == "game-over"
