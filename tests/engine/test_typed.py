"""Dice that the players throw themselves and type (design, section 6): a roll that is not
there yet stops the run; the table goes back to before the entry and asks for it; when it is
typed, the entry is played again.
"""

from typing import Any, ClassVar

import pytest

from engine import PUBLIC, Anytime, Ask, Choice, Event, Menu, Refused, Seat, Table, table
from engine.rulings.physical_dice import Disputed, Type, Typed, Wanted
from engine.state import REFEREE, Join, Tick
from engine.store import journal
from tests.engine.tiny import Heard, Item, Questions, Say, Tiny, tiny
from tests.kit.each import each

SIX = ("1", "2", "3", "4", "5", "6")
YES = Say("yes")


class Asked(Questions):
    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        (seat,) = orders
        item = t.world.items.pop(0)
        die = t.dice(seat)
        t.world.log.append(" ".join([seat, *(str(die(range(1, 7))) for _ in range(item.rolls))]))
        t.tell(Heard(seat))


class Plain(Tiny):
    frames = (Asked,)  # type: ignore[assignment]  # this game has one kind of frame
    first = Asked


class GiveUp(Anytime, frozen=True):
    confirmed: ClassVar[bool] = True


class Camera(Plain):
    orders = (*Tiny.orders, GiveUp)  # type: ignore[assignment]  # one kind more

    def anytime(self, view: Any, seat: Seat) -> Menu:
        return Menu((*super().anytime(view, seat).choices, Choice(GiveUp, "give up")))

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        if isinstance(order, GiveUp):
            t.end(f"given up by {seat}")
        super().always(t, seat, order)

    def has_typed_dice(self, world: Any) -> bool:
        return True

    def types_dice(self, world: Any, key: str) -> bool:
        return key != "b"


def open_roll(rolls: int = 1, pace: int = 0) -> table.GameTable:
    t = tiny(Item(("a",), rolls=rolls), Item(("b",), rolls=1), game=Camera(), pace=pace)
    t.take(1001, "a", YES)
    return t


def public(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_a_roll_that_is_not_there_asks_all_seats_for_it() -> None:
    t = tiny(Item(("a",), rolls=1), game=Camera())
    before = t.world.log, len(t.world.items)
    told = t.take(1001, "a", YES)
    assert (t.world.log, len(t.world.items)) == before, "nothing has happened yet"
    assert told.events(PUBLIC) == [Wanted("a", SIX)]
    assert (told.asked, told.fresh, told.rolls) == (Ask(("a", "b", "c")), True, ())
    assert t.state.orders == {"a": 1}, "its receipt says that it is the first order of its seat"


def test_when_all_have_typed_the_same_the_entry_is_played() -> None:
    t = open_roll()
    for seat in "ab":
        told = t.take(1002, seat, t.menu(seat).parse("roll 4"))
        assert (told.told, told.fresh) == ((), False), "nobody is told who has typed"
    told = t.take(1003, "c", t.menu("c").parse("ROLL 4"))
    assert t.world.log == ["a 4"]
    assert public(told.events(PUBLIC)) == [Typed, Heard]
    assert [(roll.dice, roll.loaded) for roll in told.rolls] == [(((6, 3),), True)]
    assert t.ask() == Ask(("b",))
    assert t.state.orders == {"a": 2, "b": 1, "c": 1}


def test_who_types_otherwise_has_everybody_asked_again() -> None:
    t = open_roll()
    t.take(1002, "a", Type(("4",)))
    t.take(1002, "b", Type(("4",)))
    told = t.take(1002, "c", Type(("5",)))
    assert told.events(PUBLIC) == [Disputed("a")]
    assert told.fresh
    assert t.world.log == []
    for seat in "abc":
        told = t.take(1003, seat, Type(("5",)))
    assert t.world.log == ["a 5"]


def test_what_no_die_shows_is_refused_and_what_a_later_die_cannot_show_is_asked_again() -> None:
    t = open_roll()
    with pytest.raises(Refused) as refused:
        t.menu("a").parse("roll 7")
    assert refused.value.refusal.code == "no-such-face"
    assert refused.value.refusal.wanted == (*SIX, "referee")
    for seat in "abc":
        told = t.take(1002, seat, Type(("7",)))
    assert public(told.events(PUBLIC)) == [Typed, Disputed, Wanted]
    assert t.state.throw is not None
    assert t.world.log == []


@each("rolls", [1, 2])
def test_more_dice_than_fell_are_not_taken(rolls: int) -> None:
    t = open_roll(rolls=rolls)
    for seat in "abc":
        told = t.take(1002, seat, Type(("4",) * (rolls + 1)))
    assert public(told.events(PUBLIC)) == [Typed, Disputed, Wanted]
    assert (t.world.log, t.menu("a").why) == ([], Wanted("a", SIX))


def test_who_gives_up_while_a_roll_is_asked_for_ends_the_game() -> None:
    """What waits for the roll has not happened, and does not happen any more;
    nothing else may be said meanwhile.
    """
    t = open_roll()
    assert t.menu("b").help() == ["roll {faces}", "give up"]
    told = t.take(1002, "b", t.menu("b").parse("give up"))
    assert (t.state.throw, t.ask(), told.asked) == (None, None, None)
    assert t.state.result == "given up by b"
    assert t.load(t.save()).save() == t.save()


def test_the_referee_throws_if_all_say_so_or_nobody_types() -> None:
    """Where the referee throws, the dice are keyed ones: the same as in a game of
    the same secret without a camera.
    """
    plain = tiny(Item(("a",), rolls=1), Item(("b",), rolls=1), game=Plain())
    plain.take(1001, "a", YES)
    wished = open_roll()
    for seat in "abc":
        wished.take(1002, seat, wished.menu(seat).parse("roll referee"))
    late = open_roll(pace=60)
    assert late.state.due == 1070
    late.take(1070, REFEREE, Tick())
    for t in (wished, late):
        assert t.world.log == plain.world.log
        assert t.state.typed == {}


def test_a_game_that_waits_for_a_roll_is_saved_and_its_journal_replays() -> None:
    """Law 3: save, load, save gives the same bytes; a replay gives the snapshot."""
    scenario = tiny(Item(("a",), rolls=2), Item(("b",), rolls=1), game=Camera()).setup
    entries: list[journal.Entry] = [
        journal.Entry(n=n, at=1000, seat=REFEREE, order=Join(seat, seat, seat))
        for n, seat in enumerate("abc", 1)
    ]
    t = table.GameTable.new(Camera(), scenario)
    t.run()
    for entry in entries:
        journal.play(t, entry)
    for seat, order in (
        ("a", YES),
        *((seat, Type(("2",))) for seat in "abc"),
        *((seat, Type(("5",))) for seat in "cba"),
    ):
        entries.append(journal.Entry(n=len(entries) + 1, at=1001, seat=seat, order=order))
        t = t.load(t.save())
        journal.play(t, entries[-1])
        again, _ = journal.replay(Camera(), scenario, entries)
        assert again.save() == t.save() == t.load(t.save()).save()
    assert t.world.log == ["a 2 5"]


def test_what_is_sealed_is_committed_to_before_the_players_throw() -> None:
    t = tiny(Item(("a",), window=60, rolls=2), Item(("b",)), game=Camera())
    assert t.take(1001, "a", YES).commitments == ()
    due = t.state.due
    assert due is not None
    waits = t.take(due, REFEREE, Tick())
    assert t.state.throw is not None
    assert [(one.seat, one.leaves[0]) for one in waits.commitments] == [
        ("a", '{"type":"Say","word":"yes"}')
    ]
    for seat in "abc":
        told = t.take(due + 1, seat, Type(("4", "5")))
    assert t.state.throw is None
    assert [one.leaves for one in told.commitments] == [one.leaves for one in waits.commitments]
    assert t.world.log == ["a 4 5"], "the window has closed, and does not begin again"
    assert t.ask() == Ask(("b",))
