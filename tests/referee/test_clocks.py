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
from tests.referee.tale import alike, tale


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


test_a_deadline_for_each_answer_and_everybody_knows_it = tale("""
    table clock=24h
    ann at 1h: speak blue   -> due 25h; journal ann/Say@1h
    wait 24h                -> Missed(bob); journal /Tick@25h
""")

test_fixed_times_of_day = tale("""
    table clock="18:00,06:00 UTC"
    bob at 0s: note red        -> due @6h
    ann at @21599: speak red   -> due @18h
""")

test_an_absence_moves_the_open_question_and_the_next_ones = tale("""
    table clock=24h
    # Of her day, so much was gone when she went; the rest comes after.
    ann at 1h: away 1970-01-01 06:00 to 1970-01-02 18:00
        -> games=g; due 60h; bob hears WentAway(ann, 6h, 42h)
    ann at 2h: speak red   -> due 26h
    bob at 3h: speak red   -> due 63h
""")

test_who_comes_back_is_waited_for_no_longer_than_he_would_have_been = tale("""
    table clock=24h
    ann at 0s: away until 1970-01-10   -> due @11d
    ann at 3d: away none               -> due 4d; bob hears CameBack(ann)
    ann: away none                     -> !not-away
""")

test_a_year_has_only_so_many_days_of_absence = tale("""
    table clock="24h away 10d"
    ann at 0s: away until 1970-01-09                  -> answered
    ann: away 1970-02-01 to 1970-02-03                -> !away-too-long
    ann: away 1970-02-01 to 1970-02-01                -> answered
    ann at 366d: away 1971-01-12 to 1971-01-15        -> answered
""")

test_an_absence_holds_in_all_games_of_its_player = tale("""
    table id=g clock=24h
    table id=h clock=24h
    table id=i seats=bob,cy clock=24h
    ann at 0s: away until 1970-01-03   -> games=g+h; due @4d
    ann in h: queue list               -> due @4d
    bob in i: queue list               -> due 24h
""")

test_quiet_hours_stretch_a_deadline = tale("""
    table clock=12h
    # Made at 00:16:40 with twelve hours; now it is nine, and what is left is short of the night.
    ann at @9h: hours UTC 20:00-08:00   -> answered; due 12h
    ann at @10h: speak red
    bob at @15h: speak red              -> due @1d15h
    ann at @1d9h: hours none            -> due @1d15h; bob hears HoursKept(ann, none)
""")

test_who_has_answered_a_sealed_question_shows_in_no_deadline = alike(
    """
    table seats=ann,bob,cy clock="bank 2d + 6h"
    ann at 1h: call
    ? bob at 2h: vote red
    ann at 3h: hours UTC 22:00-06:00   -> answered
""",
    but="bob",
)

test_a_bank_runs_down_and_fills_up_again = tale("""
    table clock="bank 2d + 6h"
    # Her turn goes on, and so does her clock.
    ann at 5h: add 1        -> due 54h
    ann at 30h: speak red   -> times.bank=ann:24h
    # What was left, and the increment; no more than the bank holds, and the increment.
    bob at 31h: speak red   -> due 61h; times.bank.bob=53h
    ann at 32h: speak red   -> due 86h
""")

test_an_absence_is_not_charged_to_the_bank = tale("""
    table clock="bank 2d + 6h"
    ann at 0s: away until 1970-01-05
    ann at @5d10h: speak red           -> times.bank=ann:44h
""")

test_grace_is_told_and_then_over = tale("""
    table clock="24h grace 6h"
    wait 24h                -> GraceBegan(ann, 6h); due 30h
    wait 6h                 -> Missed(ann)
    wait 24h
    bob at 55h: speak blue  -> no Missed
""")

test_who_is_late_with_a_sealed_answer_is_not_told_before_it_closes = tale("""
    table seats=ann,bob,cy clock="24h grace 6h"
    ann at 0s: call
    bob at 0s: vote blue
    wait 24h               -> GraceBegan(-, 6h)
    wait 6h                -> Missed(ann+cy)
""")

test_a_miss_may_be_a_moderators_business = tale("""
    table clock="24h miss moderator"
    wait 24h              -> HandedOver(ann); due none; journal /house-HandOver@24h
    wait 30d              -> journal
    mod: gm extend 12h    -> due in 12h
    ann: speak blue       -> world.words=blue
""")

test_after_so_many_misses_in_a_row_the_seat_is_free = tale("""
    table clock="24h replace 2"
    wait 24h
    wait 24h           -> people.vacant=-
    wait 24h           -> people.vacant=ann
    bob: speak red
    # Nobody else has taken it yet.
    ann: speak red     -> taken; people.vacant=-; times.misses=-
""")

test_a_pause_needs_all_and_stops_the_clock = tale("""
    table clock=24h
    ann at 1h: pause   -> needed=1; due 24h
    bob at 2h: pause   -> needed=0; due none; Paused(consent)
    wait 100d
    bob at now: resume
    # What was left when it stopped.
    ann at now: resume   -> due in 22h
""")

test_what_is_said_during_a_pause_holds_when_it_ends = tale("""
    table clock=24h
    ann at 0s: hours UTC 22:00-23:00
    wait 13400s
    mod at now: gm pause
    ann at now: away until 1970-01-05   -> answered
    mod at now: gm extend 2h            -> due none
    wait 1h
    # Of her day, three hours and 43 minutes are gone; two are added. On the sixth she is
    # back, and sleeps for one hour.
    mod at now: gm resume               -> due @5d23h1000s
""")


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


test_a_wish_can_be_taken_back = tale("""
    table clock=24h
    ann: pause
    ann: pause      -> !said-before
    ann: pause no   -> answered
    bob: pause      -> due 24h
    cy: pause       -> !not-joined
""")

test_a_vote_against_ends_a_vote_that_too_few_others_could_carry = tale("""
    table seats=ann,bob,cy clock=24h
    # All must be for a pause, so one is enough; it can be asked for again.
    ann: pause       -> due 24h
    bob: disagree    -> did=oppose; over=yes; Opposed(bob, pause, 0, yes); times.wishes=-
    bob: pause no    -> !not-for-it
    ann: pause       -> did=pause; needed=2
    bob: pause no    -> did=oppose; over=yes; Opposed(bob, pause, 0, yes)
    # More than half of three: one against is not enough, and may still change sides.
    ann: extend 1h
    cy: extend 2h
    bob: extend no 1h   -> did=oppose; over=no; Opposed(bob, extend, 1h, no); due 24h
    bob: extend no 1h   -> !not-for-it
    cy: disagree        -> did=oppose; over=yes; Opposed(cy, extend, 1h, yes); times.against=-
    bob: extend no      -> did=oppose; over=no; Opposed(bob, extend, 2h, no)
    bob: extend 2h      -> did=extend; needed=0; Extended(2h, consent); times.against=-
""")

test_more_time_needs_more_than_half = tale("""
    table seats=ann,bob,cy clock=24h
    ann at 0s: extend 12h
    ann at 0s: extend 6h    -> due 24h
    # One for each.
    bob at 0s: extend 12h   -> due 24h
    cy at 0s: extend 6h     -> due 30h; Extended(6h, consent); times.wishes=-
""")

test_a_window_is_extended_for_all_and_moves_to_a_tick = tale("""
    table window=10m clock=24h
    ann at 0s: call
    # No absence moves a window.
    ann at 0s: away until 1970-02-01   -> due 10m
    ann at 0s: extend 10m
    bob at 0s: extend 10m              -> due 20m
    mod at now: gm pause
    wait 24h
    mod at now: gm resume              -> due in 20m
""")

test_a_moderator_sets_a_deadline = tale("""
    table clock=24h
    mod: gm deadline 1970-01-04 06:00   -> due @3d6h; DueSet(280800, moderator)
    mod: gm deadline 1970-01-01 00:00   -> !bad-deadline
""")

test_a_default_can_be_forced_and_says_nothing_of_what_was_answered = alike(
    """
    table seats=ann,bob,cy
    ann at 0s: call
    ? bob at 1s: vote red
    mod at 2s: gm default bob          -> answered; Forced(bob, moderator)
""",
    but="bob",
)

test_a_sealed_question_can_be_kept_open = tale("""
    table clock=24h
    # One seat alone is asked.
    ann at 0s: wait         -> !cannot-wait
    ann at 0s: call
    ann at 0s: vote red
    ann at 0s: wait         -> answered; nobody hears
    bob at 0s: vote blue    -> due 24h; no Counted
    ann at 0s: vote green
    ann at 0s: ready        -> Counted(blue+green, -)
""")

test_a_question_that_is_kept_open_closes_at_its_deadline = tale("""
    table clock=24h
    ann at 0s: call
    ann at 0s: wait
    ann at 0s: vote red
    bob at 0s: vote blue
    wait 24h                -> no Missed; times.holding=-; Counted(blue+red, -)
""")


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
