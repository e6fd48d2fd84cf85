"""What the table promises of an undo, of a clock that stands, and of what is answered in secret."""

import random

from engine import Ask, Line
from engine.rulings.times import Hold
from engine.state import REFEREE, Proposal, Retract, Tick
from engine.testing.kit import Case, Play, choose, fresh
from engine.undo import undo_to
from tests.engine.test_table_people import AB, YES, A, B
from tests.engine.tiny import Keep, Note, Tiny, TinyOptions, tiny
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


# ---- questions and time


def test_a_seat_that_is_asked_may_keep_a_secret_question_open() -> None:
    table = tiny(AB, A)
    table.take(1001, REFEREE, Hold("a", on=True))
    for seat in "ab":
        table.take(1002, seat, YES)
    assert table.world.log == []
    table.take(1003, REFEREE, Hold("a", on=False))
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
