"""What a seat has said to an open question can be taken back, and nobody else learns of it."""

import random

from engine.state import Line, Retract
from engine.testing.kit import Case, Play, asked, choose, fresh
from tests.kit.each import each
from tests.kit.games import cases

SHEETS = [case for case in cases() if case.name in ("ambush-1", "barrage")]


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
