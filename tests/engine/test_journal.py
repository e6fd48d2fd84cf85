"""The journal: its chain, what an undo leaves, and the replay."""

from typing import Any, ClassVar

import pytest

from engine import Ask, Event, Order, Seat
from engine.errors import Damaged, Newer
from engine.state import REFEREE, Proposal, Setup, Tick, Undo, Undone
from engine.store import journal
from engine.store.journal import Entry
from engine.table import GameTable
from engine.testing.kit import Play
from engine.undo import undo_to
from tests.engine.tiny import Ban, Heard, Item, Questions, Say, Tiny, tiny
from tests.kit.each import each

SETUP = Setup(
    id="tiny-1",
    secret=bytes(32),
    options={"pace": 50},
    scenario={"items": [{"seats": ["a", "b"], "rolls": 1}, *[{"seats": ["a"], "rolls": 1}] * 9]},
    at=1000,
)


def entries(*orders: Order | int) -> list[int]:
    """The numbers of the entries that have happened; an ``int`` is an undo to that entry."""
    made = [
        Undo(to=o, question=0, rolled=0, orders={}) if isinstance(o, int) else o for o in orders
    ]
    return [
        e.n
        for e in journal.effective(
            [Entry(n=n, at=0, seat=REFEREE, order=o) for n, o in enumerate(made, 1)]
        )
    ]


X = Tick()


@each(
    "orders, kept",
    [
        ((), []),
        ((X, X), [1, 2]),
        ((X, X, 1), [1, 3]),
        ((X, X, 0), [3]),
        ((X, X, 2), [1, 2, 3]),
        ((X, X, X, 2, X, 1), [1, 6]),
        ((X, X, X, 1, X, 4), [1, 4, 6]),
        ((X, X, X, 1, 3), [1, 2, 3, 5]),
        ((X, X, X, 1, 2), [1, 2, 5]),
        ((X, X, X, 1, X, 3, X, 5), [1, 4, 5, 8]),
        ((X, X, 1, X, 1, X, 1), [1, 7]),
    ],
)
def test_what_has_happened(orders: tuple[Any, ...], kept: list[int]) -> None:
    """An undo makes the game what the entries up to one made of it, undos among them."""
    assert entries(*orders) == kept


def played() -> Play:
    play = Play(Tiny(), SETUP)
    play.join(("a", "b", "c"))
    for at, seat, text in (
        (1010, "a", "say yes"),
        (1011, "b", "say no"),
        (1012, "a", "say yes"),
        (1013, "a", "say no"),
    ):
        play.submit(at, seat, text)
    return play


def test_a_journal_binds_to_its_game() -> None:
    play = played()
    assert len(journal.read(play.game, SETUP, play.rows)) == 7
    other = Setup(
        id="tiny-1", secret=bytes(31) + b"x", options={"pace": 50}, scenario=SETUP.scenario, at=1000
    )
    with pytest.raises(Damaged, match="game tiny-1: the chain breaks at entry 1"):
        journal.read(play.game, other, play.rows)


def test_a_changed_entry_is_found_where_it_stands() -> None:
    play = played()
    data, link = play.rows[4]
    play.rows[4] = (data.replace(b"no", b"NO"), link)
    with pytest.raises(Damaged, match="breaks at entry 5"):
        journal.read(play.game, SETUP, play.rows)


def test_an_undo_goes_back_and_its_counters_go_on() -> None:
    play = played()
    before = play.table.state
    b = play.undo(1020, "a", 5)
    state = play.table.state
    assert b.events("*") == [Undone("a")]
    assert state.world.log[0] == "a=yes b=no"
    assert len([word for word in state.world.log if "=" in word]) == 1
    assert (state.question, state.due, state.now) == (before.question + 1, 1070, 1020)
    assert (state.epoch, state.rolled, state.orders) == (
        before.question,
        before.rolled,
        before.orders,
    )
    assert (b.fresh, b.question) == (True, before.question + 1)


def test_after_an_undo_other_dice() -> None:
    """Their epoch is the number of the question that was open: one that everybody knows."""
    play = played()
    first, question = play.bulletins[5].rolls, play.table.state.question
    play.undo(1020, "a", 5)
    (again,) = play.submit(1021, "a", "say yes").rolls
    assert (first[0].epoch, again.epoch) == (0, question)


def test_undo_twice_and_undo_of_an_undo() -> None:
    play = played()
    whole = play.table.state.world.log
    questions = [play.table.state.question]
    for at, to in ((1020, 5), (1030, 4)):
        play.undo(at, REFEREE, to)
        questions.append(play.table.state.question)
    assert play.table.state.world.log == []
    assert play.table.state.answers == {}, "the question is asked again"
    play.undo(1040, REFEREE, 7)
    assert play.table.state.world.log == whole
    assert play.table.state.epoch == questions[-1], "always another one"
    assert len(set(questions)) == 3
    assert play.table.state.now == 1040
    table, _ = journal.replay(play.game, SETUP, journal.read(play.game, SETUP, play.rows))
    assert table.save() == play.table.save()


def test_sealed_answers_before_an_undo_are_asked_for_again() -> None:
    play = Play(Tiny(), SETUP)
    play.join(("a", "b", "c"))
    play.submit(1010, "a", "say yes")
    play.submit(1011, "b", "say no")
    play.undo(1012, REFEREE, 4)
    assert play.table.state.answers == {}
    play.submit(1013, "b", "say yes")
    assert play.table.state.world.log == []


class Seen(Event, frozen=True):
    final: ClassVar[bool] = False
    seat: Seat


class SeenQuestions(Questions):
    """Everybody sees all there is to an answer; of ``no`` nobody is told."""

    def answer(self, t: Any, orders: dict[Seat, Any]) -> None:
        t.world.items.pop(0)
        for seat in orders:
            if orders[seat].word == "final":
                t.tell(Heard(seat))
            if orders[seat].word != "no":
                t.tell(Seen(seat))


class SeenTiny(Tiny):
    frames = (SeenQuestions,)  # type: ignore[assignment]  # this game has one kind of frame
    first = SeenQuestions
    events = (Heard, Seen)  # type: ignore[assignment]  # one kind more

    def always(self, t: Any, seat: Seat, order: Any) -> None:
        super().always(t, seat, order)
        if isinstance(order, Ban):
            t.tell(Seen(seat))


def said(*items: Item, word: str = "yes") -> GameTable:
    table = tiny(*items, game=SeenTiny())
    journal.play(table, Entry(n=4, at=1001, seat="a", order=Say(word)))
    return table


ALONE = Item(("a",), words=("yes", "no", "final"))


def test_what_everybody_was_told_of_may_be_taken_back_by_its_seat() -> None:
    state = said(ALONE, Item(("b",))).state
    assert (state.back, state.steps) == ("a", {"a": 4})


@each("following", [Item(("a", "b")), Item(("b",), window=60), Item(())])
def test_is_23_nobody_takes_back_what_a_secret_question_has_followed(following: Item) -> None:
    state = said(ALONE, *([following] if following.seats else [])).state
    assert (state.back, state.steps) == (None, {"a": 4})


def test_an_answer_in_secret_is_no_step_of_its_seat() -> None:
    table = tiny(Item(("a",), window=60), Item(("b",)), game=SeenTiny())
    journal.play(table, Entry(n=4, at=1001, seat="a", order=Say("yes")))
    told = journal.play(table, Entry(n=5, at=1060, seat=REFEREE, order=Tick()))
    assert told.asked == Ask(("b",))
    assert (table.state.back, table.state.steps) == (None, {})


def proposed(until: int | None) -> GameTable:
    table = tiny(Item(("a", "b")), Item(("c",)), game=SeenTiny())
    table.state.people.proposal = Proposal(by="b", agreed=("b",), until=until)
    journal.play(table, Entry(n=3, at=1001, seat="c", order=Ban("no")))
    journal.play(table, Entry(n=4, at=1001, seat="a", order=Say("yes")))
    assert table.state.people.proposal is not None, "the question is still open"
    journal.play(table, Entry(n=5, at=1002, seat="b", order=Say("yes")))
    return table


def test_what_was_to_be_taken_back_is_dropped_when_the_game_goes_on() -> None:
    assert proposed(None).state.people.proposal is None
    assert proposed(5000).state.people.proposal is not None, "it concerns the people"


@each("back", [False, True])
def test_an_entry_sets_the_due_times_and_banks_that_stand_in_it(back: bool) -> None:
    table = tiny(ALONE, Item(("b",)), pace=50)
    order = undo_to(table, 3) if back else Say("yes")
    told = journal.play(
        table, Entry(n=4, at=1001, seat="a", order=order, dues={"b": 1230}, bank={"a": 7})
    )
    assert (told.due, table.state.due) == (1230, 1230)
    assert (table.state.people.times.dues, table.state.people.times.bank) == ({"b": 1230}, {"a": 7})


def test_an_entry_of_a_later_version_names_the_game_that_it_belongs_to() -> None:
    later = b'{"at":0,"n":1,"order":{"type":"Sing"},"seat":"a"}'
    with pytest.raises(Newer, match="tiny"):
        journal.entry_reader(Tiny())(later)
