"""What the table promises of an undo, of a clock that stands, and of what is answered in secret."""

import random
from typing import Any

from engine import PUBLIC, Ask, Event, Line, Menu, Seat
from engine.rulings import rulings, times
from engine.rulings.times import Hold, Pause
from engine.state import REFEREE, Join, Leave, Proposal, Retract, Tick, Undone
from engine.table import GameTable
from engine.testing.kit import Case, Play, asked, choose, fresh
from engine.undo import go_on, undo_to
from tests.engine.test_table_people import AB, NO, YES, A, B, WithWayOut, Witness
from tests.engine.tiny import Item, Keep, Note, Tiny, TinyOptions, World, made, tiny
from tests.kit.each import each
from tests.kit.games import cases


def test_an_undo_keeps_what_concerns_the_people_and_counts_on() -> None:
    table = tiny(A, B, A)
    table.take(1001, "a", YES)
    state = table.state
    state.epoch, state.people.hushed = 9, ("c",)
    state.people.proposal = Proposal(by="a", agreed=("a",))
    undo = undo_to(table, 3)
    assert (undo.to, undo.how, undo.line, undo.revealed) == (3, "", 0, False)
    assert (undo.question, undo.rolled, undo.orders) == (3, 0, {"a": 1})
    assert (undo.joins, undo.chairs) == (3, tuple(state.chairs))
    assert undo.people is not None
    assert (undo.people.hushed, undo.people.proposal) == (("c",), None)
    assert undo.epoch == 10, "another one than before, also if few questions were asked"
    state.epoch = 1
    assert undo_to(table, 3).epoch == 3, "the number of the open question"
    assert state.people.proposal is not None, "it is still to be decided"
    by_consent = undo_to(table, 2, "consent", 4, revealed=True)
    assert (by_consent.how, by_consent.line, by_consent.revealed) == ("consent", 4, True)


def gone_back(how: str = "") -> tuple[GameTable, list[Event]]:
    """A game that was taken back after seat b had got another player, and what is told of it."""
    table = tiny(A, B, game=Witness())
    saved = table.save()
    table.take(1001, REFEREE, rulings.Replace("b", "Bea"))
    undo = undo_to(table, 3, how, 2 if how else 0, revealed=bool(how))
    table = table.load(saved)
    table.state.back = "a"
    return table, go_on(table, 1002, 5, "a", undo).events(PUBLIC)


def test_after_an_undo_everybody_sits_where_they_sat() -> None:
    table, told = gone_back()
    assert [chair.name for chair in table.state.chairs] == ["a", "Bea", "c"]
    assert table.world.log == ["b is Bea"], "the game hears of the one who is new"
    assert told == [Undone("a")]
    assert table.state.back is None


def test_who_has_left_since_is_there_again_after_an_undo() -> None:
    table = made()
    table.run()
    table.take(1000, REFEREE, Join("a", "Ann", "s"))
    saved = table.save()
    table.take(1000, REFEREE, Leave("a"))
    undo = undo_to(table, 1)
    table = table.load(saved)
    go_on(table, 1001, 3, "a", undo)
    assert table.seats == ("a",)


def test_who_may_leave_while_a_roll_is_asked_for_is_said_by_the_game() -> None:
    class Camera(WithWayOut):
        def has_typed_dice(self, world: World) -> bool:
            return True

        def anytime(self, view: Any, seat: Seat) -> Menu:
            assert view.viewer == seat
            return super().anytime(view, seat)

    table = tiny(Item(("a",), rolls=1), game=Camera())
    table.take(1001, "a", YES)
    offered = [offer.order for offer in table.menu("b").offers()]
    assert offered[-2:] == ["surrender yes", "surrender no"]
    assert table.menu("a").offers()[-1].order == "surrender yes"


def test_an_undo_that_is_no_right_of_one_seat_says_how_it_came_about() -> None:
    _, told = gone_back("moderator")
    assert told == [rulings.RolledBack("moderator", 2, revealed=True)]


# ---- questions and time


def test_all_secret_answers_that_one_entry_closes_are_committed_to() -> None:
    table = tiny(AB, AB, A)
    for seat in "ab":
        table.take(1000, seat, Keep("yes"))
    table.take(1001, "a", NO)
    made = table.take(1001, "b", NO).commitments
    assert [(one.seat, one.question) for one in made] == [
        (seat, question) for question in (2, 3) for seat in "ab"
    ]


def test_a_question_that_opens_while_the_clock_stands_is_not_due() -> None:
    table = tiny(A, B, pace=50)
    table.take(1001, REFEREE, Pause("consent"))
    table.take(1002, "a", YES)
    assert table.state.due is None


def test_what_is_worked_out_while_the_clock_stands_is_kept_until_it_goes_on() -> None:
    table = tiny(AB, pace=50)
    told = table.take(1001, REFEREE, Pause("consent"))
    assert times.settle(table, told, {"a": 1500, "b": 1700}, {}) is told
    assert (table.state.people.times.rest, table.state.due) == (1700, None)


def test_a_seat_that_is_asked_may_keep_a_secret_question_open() -> None:
    table = tiny(AB, A)
    table.take(1001, REFEREE, Hold("a", on=True))
    for seat in "ab":
        table.take(1002, seat, YES)
    assert table.world.log == []
    table.take(1003, REFEREE, Hold("a", on=False))
    assert table.world.log == ["a=yes b=yes"]


def test_who_is_not_asked_keeps_nothing_open() -> None:
    table = tiny(AB, A)
    table.take(1001, REFEREE, Hold("c", on=True))
    for seat in "ab":
        table.take(1002, seat, YES)
    assert table.world.log == ["a=yes b=yes"]


def test_only_what_is_said_to_the_question_counts_as_spoken() -> None:
    table = tiny(AB)
    table.take(1001, "b", Keep("yes"))
    table.take(1001, "a", Note("yes"))
    assert table.state.people.times.spoken == ("a",)
    table.take(1001, REFEREE, Tick())
    assert table.state.people.times.spoken == ("a",)


def test_a_question_is_sealed_by_itself_or_by_its_game() -> None:
    class Watched(Tiny):
        """Nobody may notice what others do by the time it takes."""

        def watched(self, options: TinyOptions) -> bool:
            return True

    plain, watched = tiny(A), tiny(A, game=Watched())
    assert [plain.sealed(ask) for ask in (None, Ask(("a",)), Ask(("a", "b")))] == [
        False,
        False,
        True,
    ]
    assert watched.sealed(None)
    assert watched.sealed(Ask(("a",)))


SHEETS = [case for case in cases() if case.name in ("ambush-2", "barrage")]


def sheets(case: Case, seed: int) -> tuple[Play, str] | None:
    """A game in which somebody has begun to write on an empty sheet, and who."""
    play, rng = fresh(case, seed), random.Random(seed)
    for _ in range(200):
        if play.over:
            return None
        at, seat, order = choose(play, rng)
        if isinstance(order, Line) and not isinstance(order, Retract):
            return play, seat
        play.enter(at, seat, order)
    return None


@each("case", SHEETS)
def test_a_sheet_that_is_taken_back_is_as_it_was(case: Case) -> None:
    """Whatever was written since the question opened: view and menu are those of before, for
    the seat; all others were told nothing.
    """
    tried = changed = 0
    for seed in range(12):
        found = sheets(case, seed)
        if found is None:
            continue
        play, seat = found
        play.write(play.now, seat, Retract())
        table, rng = play.table, random.Random(seed)
        view, patterns, answers = (
            table.view(seat),
            table.menu(seat).help(),
            dict(table.state.answers),
        )
        others = {other: table.view(other) for other in table.seats if other != seat}
        told = []
        for _ in range(4):
            lines = [
                choice for choice in table.menu(seat).offered if issubclass(choice.order, Line)
            ]
            if not lines:
                break
            told.append(play.write(play.now, seat, rng.choice(lines).sample(rng)))
        changed += table.view(seat) != view
        told.append(play.write(play.now, seat, Retract()))
        assert table.view(seat) == view
        assert table.menu(seat).help() == patterns
        assert table.state.answers == answers
        assert {other: table.view(other) for other in others} == others
        assert not any(
            bulletin.events(other) or bulletin.fresh for bulletin in told for other in others
        )
        tried += 1
    assert tried >= changed > 3


def test_an_answer_that_is_taken_back_leaves_the_question_open() -> None:
    """Barrage, a toy: all seats plan at once, sealed; one says that it
    is done, and changes its mind.
    """
    (case,) = (case for case in SHEETS if case.name == "barrage")
    play = fresh(case, 1)
    seat, question = asked(play.table)[0], play.table.state.question
    play.submit(play.now, seat, "done")
    assert set(play.table.state.answers) == {seat}
    bulletin = play.write(play.now, seat, Retract())
    assert play.table.state.answers == {}
    assert play.table.state.question == question
    assert not bulletin.fresh
    assert bulletin.told == ()
    assert play.table.state.orders == {seat: 1}  # taking back is no order of its own
