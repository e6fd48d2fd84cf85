"""Clocks of games: plans, absences, quiet hours, banks, pauses, more time, grace,
and what happens to who is late.
"""

import ast
from pathlib import Path

import pytest

from engine.games import find
from engine.plan import HOUR
from engine.rulings import calendar, deadlines, times
from engine.state import PUBLIC, Tick
from engine.store import journal
from engine.table import GameTable as Playing
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.stage import START, House, Table, told
from tests.referee.tale import tales


def test_the_time_for_an_answer_is_said_once() -> None:
    setup = Table(options={"pace": 60}, clock="24h").setup()
    with pytest.raises(ValueError, match="said twice"):
        Playing.new(find("relay"), setup)


def test_what_is_not_said_is_not_hashed() -> None:
    data = journal.encode(Table().setup())
    assert b"clock" not in data
    assert b"dues" not in journal.encode(journal.Entry(n=1, at=2, seat="ann", order=Tick()))


@each("clock, length", [("24h", 86_400), ("none", None)])
def test_the_clock_of_a_game_is_announced(opened: Opener, clock: str, length: int | None) -> None:
    house = opened(Table(clock=clock))
    (announced,) = told(house, PUBLIC, times.ClockSet)
    assert announced.plan.each == length
    assert house.row().due == (length and START + length)


globals().update(tales(__file__))


def test_when_something_is_due_follows_from_what_everybody_knows() -> None:
    """No due time is made of what is secret: answers, what was filed or is kept
    open, the position, the stack.
    """
    secret = {*"answers standing holding world stack view menu orders rolled".split()}
    for module in (deadlines, calendar):
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert read & secret == set()
        assert read & {"dues", "nights", "rules_of", "away", "start"}, "it reads attributes at all"


def test_an_undo_takes_no_absence_back(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.say("ann", "speak red", at=START)
    house.say("ann", "hours UTC 20:00-04:00", at=START)
    house.say("ann", "away 1970-01-01 12:00 to 1970-01-02 12:00", at=START)
    assert house.say("ann", "undo", at=START + HOUR).facts == {"did": "undo"}
    known = house.referee.memory["g"].table.state.people.times
    away, hours = known.away["ann"], known.hours["ann"]
    assert (hours.start, away) == (20 * 60, ((12 * HOUR, 36 * HOUR),))
    assert house.row().due == calendar.later(START + HOUR, 24 * HOUR, away, hours)


@each(
    "text, code, wanted",
    [
        ("away", "incomplete", "none"),
        ("away tomorrow", "unknown-word", "none"),
        ("away until soon", "bad-away", "2026-12-24"),
        ("away 2026-12-24 to 2026-13-01", "bad-away", "2026-12-24"),
        ("away 1970-01-05 to 1970-01-03", "bad-away", "2026-12-24 to 2027-01-02"),
        ("hours", "incomplete", "none"),
        ("hours Mars 22:00-07:00", "bad-hours", "UTC"),
        ("hours UTC 22:00-12:00", "bad-hours", "no more than 12h"),
        ("extend", "incomplete", "24h"),
        ("extend 99d", "bad-length", "1s to 30d"),
        ("extend soon", "bad-length", "15m"),
        ("pause tomorrow", "too-much", "no"),
    ],
)
def test_what_cannot_be_read_is_named(house: House, text: str, code: str, wanted: str) -> None:
    before = house.row()
    refusal = house.say("ann", text).refusal
    assert refusal is not None
    assert (refusal.code, wanted in refusal.wanted or not refusal.wanted) == (code, True), refusal
    assert house.row() == before
