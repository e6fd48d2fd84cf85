"""Clocks of games: plans, absences, quiet hours, banks, pauses, more time, grace,
and what happens to who is late.
"""

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games import find
from engine.house import calendar, deadlines, times
from engine.plan import DAY, HOUR, Times
from engine.referee.batch import Batch
from engine.referee.desk import time as desk_time
from engine.referee.desk.request import No
from engine.state import PUBLIC, People, Seat, Tick
from engine.store import journal
from engine.table import GameTable as Playing
from tests.referee.conftest import Opener
from tests.referee.stage import START, House, Table

THREE = ("ann", "bob", "cy")


def due(house: House) -> int:
    """When the open question is due, in seconds after the beginning."""
    found = house.row().due
    assert found is not None
    return found - START


def known(house: House) -> Times:
    return people(house).times


def people(house: House) -> People:
    found: People = house.referee.memory["g"].table.state.people
    return found


def entries(house: House) -> list[tuple[int, Seat, str]]:
    """When, who, what: the journal without the joins."""
    rows = [msgspec.json.decode(entry) for entry, _ in house.store.journal("g")]
    return [
        (row["at"] - START, row["seat"], row["order"]["type"])
        for row in rows
        if row["order"]["type"] != "Join"
    ]


def told(house: House, viewer: Seat, kind: type) -> list[Any]:
    return [
        event
        for news in house.box.news
        if news.viewer == viewer
        for event in news.events
        if type(event) is kind
    ]


def moderate(house: House, ruling: Any, *what: Any) -> None:
    def job(batch: Batch) -> None:
        opened = batch.game("g")
        assert opened is not None
        desk_time.rule(batch, opened, house.at, ruling(*what, times.MODERATOR))

    (answer,) = house.take([job])
    if isinstance(answer, Exception):
        raise answer


def test_a_deadline_for_each_answer_and_everybody_knows_it(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    assert due(house) == DAY
    (announced,) = told(house, PUBLIC, times.ClockSet)
    assert announced.plan.each == DAY
    house.say("ann", "speak blue", at=START + HOUR)
    assert due(house) == DAY + HOUR
    house.wait(DAY)
    assert told(house, PUBLIC, times.Missed) == [times.Missed(("bob",))]
    assert entries(house) == [(HOUR, "ann", "Say"), (DAY + HOUR, "", "Tick")]


def test_no_clock_is_none(opened: Opener) -> None:
    house = opened(Table(clock="none"))
    assert house.row().due is None
    assert told(house, PUBLIC, times.ClockSet)


def test_the_time_for_an_answer_is_said_once() -> None:
    setup = Table(options={"pace": 60}, clock="24h").setup()
    with pytest.raises(ValueError, match="said twice"):
        Playing.new(find("relay"), setup)


def test_what_is_not_said_is_not_hashed() -> None:
    """Games made before there were clocks keep their chains."""
    data = journal.encode(Table().setup())
    assert b"clock" not in data
    assert b"dues" not in journal.encode(journal.Entry(n=1, at=2, seat="ann", order=Tick()))


def test_fixed_times_of_day(opened: Opener) -> None:
    house = opened(Table(clock="18:00,06:00 UTC"))
    assert due(house) == 6 * HOUR - START
    house.say("ann", "speak red", at=6 * HOUR - 1)
    assert due(house) == 18 * HOUR - START


def test_an_absence_moves_the_open_question_and_the_next_ones(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    receipt = house.say("ann", "away 1970-01-01 06:00 to 1970-01-02 18:00", at=START + HOUR)
    assert receipt.facts["games"] == ["g"]
    assert due(house) == DAY + 36 * HOUR, (
        "of her day, so much was gone when she went; the rest comes after"
    )
    assert told(house, "bob", times.WentAway) == [times.WentAway("ann", 6 * HOUR, 42 * HOUR)]
    house.say("ann", "speak red", at=START + 2 * HOUR)
    assert due(house) == DAY + 2 * HOUR, "bob is there"
    house.say("bob", "speak red", at=START + 3 * HOUR)
    assert due(house) == DAY + 3 * HOUR + 36 * HOUR


def test_who_comes_back_is_waited_for_no_longer_than_he_would_have_been(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.say("ann", "away until 1970-01-10", at=START)
    assert due(house) == 10 * DAY - START + DAY
    house.say("ann", "away none", at=START + 3 * DAY)
    assert due(house) == 4 * DAY
    assert told(house, "bob", times.CameBack) == [times.CameBack("ann")]
    assert house.say("ann", "away none").refusal is not None


def test_a_year_has_only_so_many_days_of_absence(opened: Opener) -> None:
    house = opened(Table(clock="24h away 10d"))
    assert house.say("ann", "away until 1970-01-09", at=START).status == "answered"
    refused = house.say("ann", "away 1970-02-01 to 1970-02-03", at=START + 1).refusal
    assert refused is not None
    assert refused.code == "away-too-long"
    assert house.say("ann", "away 1970-02-01 to 1970-02-01").status == "answered"
    assert (
        house.say("ann", "away 1971-01-12 to 1971-01-15", at=START + 366 * DAY).status == "answered"
    ), "another year"


def test_an_absence_holds_in_all_games_of_its_player(opened: Opener) -> None:
    house = opened(
        Table("g", clock="24h"),
        Table("h", clock="24h"),
        Table("i", seats=("bob", "cy"), clock="24h"),
    )
    receipt = house.say("ann", "away until 1970-01-03", at=START)
    assert receipt.facts["games"] == ["g", "h"]
    assert house.row("h").due == house.row("g").due == 3 * DAY + DAY
    assert house.row("i").due == START + DAY


def test_quiet_hours_stretch_a_deadline(opened: Opener) -> None:
    house = opened(Table(clock="12h"))
    assert house.say("ann", "hours UTC 20:00-08:00", at=9 * HOUR).status == "answered"
    # Made at 00:16:40 with twelve hours; now it is nine, and what is left is short of the night.
    assert due(house) == 12 * HOUR
    house.say("ann", "speak red", at=10 * HOUR)
    house.say("bob", "speak red", at=15 * HOUR)
    assert house.row().due == DAY + 15 * HOUR, "five hours this day, seven the next"
    house.say("ann", "hours none", at=DAY + 9 * HOUR)
    assert house.row().due == DAY + 15 * HOUR
    assert told(house, "bob", times.HoursKept)[-1] == times.HoursKept("ann", None)


def test_what_several_are_asked_is_due_when_the_last_of_them_is(opened: Opener) -> None:
    house = opened(Table(seats=THREE, clock="24h"))
    house.say("bob", "away 1970-01-01 12:00 to 1970-01-02 12:00", at=START)
    house.say("ann", "call", at=START)
    assert due(house) == 2 * DAY
    assert known(house).dues == {"ann": START + DAY, "bob": START + 2 * DAY, "cy": START + DAY}
    house.say("cy", "away until 1970-01-04", at=START)
    assert due(house) == 4 * DAY - START + DAY
    house.say("cy", "away none", at=START + HOUR)
    assert due(house) == 2 * DAY, "as if it had not been, but for the hour"


def test_who_has_answered_a_sealed_question_shows_in_no_deadline(opened: Opener) -> None:
    """The due time, and all that is told, is the same whoever has answered."""
    seen = []
    for name, seat in (("one", "bob"), ("two", "cy")):
        house = opened(Table(seats=THREE, clock="bank 2d + 6h"), name=name)
        house.say("ann", "call", at=START + HOUR)
        house.box.news.clear()
        house.say(seat, "vote red", at=START + 2 * HOUR)
        house.say("ann", "hours UTC 22:00-06:00", at=START + 3 * HOUR)
        seen.append((due(house), known(house).bank, [news.events for news in house.box.news]))
    assert seen[0] == seen[1]


def test_a_bank_runs_down_and_fills_up_again(opened: Opener) -> None:
    house = opened(Table(clock="bank 2d + 6h"))
    assert due(house) == 2 * DAY + 6 * HOUR
    house.say("ann", "add 1", at=START + 5 * HOUR)
    assert due(house) == 2 * DAY + 6 * HOUR, "her turn goes on, and so does her clock"
    house.say("ann", "speak red", at=START + 30 * HOUR)
    assert known(house).bank == {"ann": 24 * HOUR}
    house.say("bob", "speak red", at=START + 31 * HOUR)
    assert due(house) == 31 * HOUR + 30 * HOUR, "what was left, and the increment"
    assert known(house).bank["bob"] == 2 * DAY + 5 * HOUR
    house.say("ann", "speak red", at=START + 32 * HOUR)
    assert due(house) == 32 * HOUR + 2 * DAY + 6 * HOUR, (
        "no more than the bank holds, and the increment"
    )


def test_a_bank_that_is_empty_has_the_increment(opened: Opener) -> None:
    house = opened(Table(clock="bank 1h + 6h"))
    house.wait(7 * HOUR)
    assert known(house).bank == {"ann": 0}
    house.say("bob", "speak red", at=START + 7 * HOUR)
    assert due(house) == 13 * HOUR


def test_sealed_questions_charge_no_bank(opened: Opener) -> None:
    house = opened(Table(clock="bank 2d + 6h"))
    house.say("ann", "call", at=START + HOUR)
    before = dict(known(house).bank)
    assert due(house) == 7 * HOUR, "a flat time"
    house.say("bob", "vote red", at=START + 3 * HOUR)
    house.say("ann", "vote red", at=START + 6 * HOUR)
    assert known(house).bank == before


def test_an_absence_is_not_charged_to_the_bank(opened: Opener) -> None:
    house = opened(Table(clock="bank 2d + 6h"))
    house.say("ann", "away until 1970-01-05", at=START)
    house.say("ann", "speak red", at=5 * DAY + 10 * HOUR)
    assert known(house).bank == {"ann": 2 * DAY + 6 * HOUR - 10 * HOUR}


def test_grace_is_told_and_then_over(opened: Opener) -> None:
    house = opened(Table(clock="24h grace 6h"))
    house.wait(DAY)
    assert told(house, PUBLIC, times.GraceBegan) == [times.GraceBegan(("ann",), 6 * HOUR)]
    assert due(house) == DAY + 6 * HOUR
    house.wait(6 * HOUR)
    assert told(house, PUBLIC, times.Missed) == [times.Missed(("ann",))]
    house.wait(DAY)
    house.say("bob", "speak blue", at=house.at + HOUR)
    assert len(told(house, PUBLIC, times.Missed)) == 1, "in the grace is in time"


def test_who_is_late_with_a_sealed_answer_is_not_told_before_it_closes(opened: Opener) -> None:
    house = opened(Table(seats=THREE, clock="24h grace 6h"))
    house.say("ann", "call", at=START)
    house.say("bob", "vote blue", at=START)
    house.wait(DAY)
    assert told(house, PUBLIC, times.GraceBegan) == [times.GraceBegan((), 6 * HOUR)]
    house.wait(6 * HOUR)
    assert told(house, PUBLIC, times.Missed) == [times.Missed(("ann", "cy"))]


def test_a_miss_may_be_a_moderators_business(opened: Opener) -> None:
    house = opened(Table(clock="24h miss moderator"))
    house.wait(DAY)
    assert told(house, PUBLIC, times.HandedOver) == [times.HandedOver(("ann",))]
    assert house.row().due is None
    house.wait(30 * DAY)
    assert entries(house) == [(DAY, "", "house-HandOver")]
    moderate(house, times.Extend, 12 * HOUR)
    assert due(house) == 31 * DAY + 12 * HOUR
    house.say("ann", "speak blue", at=house.at + 1)
    assert house.referee.memory["g"].table.world.words == ["blue"]


def test_who_comes_late_still_may_answer_until_the_moderator_decides(opened: Opener) -> None:
    house = opened(Table(clock="24h miss moderator"))
    house.wait(3 * DAY)
    assert house.say("ann", "speak blue").status == "taken"
    assert house.row().due == house.at + DAY


def test_after_so_many_misses_in_a_row_the_seat_is_free(opened: Opener) -> None:
    house = opened(Table(clock="24h replace 2"))
    house.wait(DAY)
    house.wait(DAY)
    assert people(house).vacant == ()
    house.wait(DAY)
    assert people(house).vacant == ("ann",)
    house.say("bob", "speak red")
    assert house.say("ann", "speak red").status == "taken", "nobody else has taken it yet"
    assert people(house).vacant == ()
    assert known(house).misses == {}


def test_a_pause_needs_all_and_stops_the_clock(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    assert house.say("ann", "pause", at=START + HOUR).facts["needed"] == 1
    assert due(house) == DAY
    assert house.say("bob", "pause", at=START + 2 * HOUR).facts["needed"] == 0
    assert house.row().due is None
    assert told(house, PUBLIC, times.Paused) == [times.Paused("consent")]
    house.wait(100 * DAY)
    for seat in ("bob", "ann"):
        house.say(seat, "resume", at=house.at)
    assert house.row().due == house.at + 22 * HOUR, "what was left when it stopped"


def test_what_is_said_during_a_pause_holds_when_it_ends(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.say("ann", "hours UTC 22:00-23:00", at=START)
    house.wait(4 * HOUR - START)
    left = house.row().due
    assert left is not None
    moderate(house, times.Pause)
    assert house.say("ann", "away until 1970-01-05", at=house.at).status == "answered"
    moderate(house, times.Extend, 2 * HOUR)
    assert house.row().due is None
    house.wait(HOUR)
    moderate(house, times.Resume)
    # Of her day, three hours and 43 minutes are gone; two are added. On the sixth she is
    # back, and sleeps for one hour.
    assert house.row().due == 5 * DAY + (DAY + START - 4 * HOUR) + 2 * HOUR + HOUR


def test_an_absence_does_not_wake_a_question_that_waits_for_a_moderator(opened: Opener) -> None:
    house = opened(Table(clock="18:00 UTC miss moderator"))
    house.wait(DAY)
    assert house.row().due is None
    assert house.say("ann", "away until 1970-01-20", at=house.at).status == "answered"
    assert house.row().due is None
    moderate(house, times.Extend, HOUR)
    assert house.row().due == 20 * DAY + HOUR, "an hour that counts: after the absence"


def test_a_due_time_is_a_tick_and_no_quiet_hour(opened: Opener, relay: dict[int, Any]) -> None:
    """A game whose questions close at whole hours; its player sleeps
    from ten minutes before one on.
    """
    house = opened(Table(clock="5h"))
    game = house.referee.memory["g"].table.game
    house.say("ann", "speak red", at=2 * HOUR)
    house.say("bob", "hours UTC 07:10-09:30", at=2 * HOUR)
    assert house.row().due == 7 * HOUR, "before his quiet hours begin"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game), "tick", HOUR)
        house.say("bob", "speak red", at=2 * HOUR + 600)
        house.say("ann", "speak red", at=2 * HOUR + 900)
        assert house.row().due == 10 * HOUR, (
            "7:15 would be 8:00, and then he sleeps; 9:30 is no tick"
        )


def test_when_something_is_due_follows_from_what_everybody_knows() -> None:
    """No due time is made of what is secret: answers, what was filed or is kept
    open, the position, the stack.
    """
    secret = {
        "answers",
        "standing",
        "holding",
        "world",
        "stack",
        "view",
        "menu",
        "orders",
        "rolled",
    }
    for module in (deadlines, calendar):
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert read & secret == set()
        assert read & {"dues", "nights", "rules_of", "away", "start"}, "it reads attributes at all"


def test_a_wish_can_be_taken_back(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.say("ann", "pause")
    assert house.say("ann", "pause").refusal is not None
    assert house.say("ann", "pause no").status == "answered"
    house.say("bob", "pause")
    assert house.row().due is not None
    assert house.say("cy", "pause").refusal is not None, "he has no seat"


def test_while_the_clock_stands_still_orders_are_taken_and_nothing_is_due(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    moderate(house, times.Pause)
    assert house.say("ann", "speak red").status == "taken"
    assert house.row().due is None
    house.wait(DAY)
    moderate(house, times.Resume)
    assert house.row().due == house.at + DAY, "a question opened meanwhile has its whole time"


def test_more_time_needs_more_than_half(opened: Opener) -> None:
    house = opened(Table(seats=THREE, clock="24h"))
    house.say("ann", "extend 12h", at=START)
    house.say("ann", "extend 6h", at=START)
    assert due(house) == DAY
    house.say("bob", "extend 12h", at=START)
    assert due(house) == DAY, "one for each"
    house.say("cy", "extend 6h", at=START)
    assert due(house) == DAY + 6 * HOUR
    assert told(house, PUBLIC, times.Extended) == [times.Extended(6 * HOUR, "consent")]
    assert known(house).wishes == {}


def test_a_wish_for_more_time_ends_with_its_question(opened: Opener) -> None:
    house = opened(Table(seats=THREE, clock="24h"))
    house.say("ann", "extend 12h", at=START)
    house.say("ann", "speak red", at=START)
    house.say("bob", "extend 12h", at=START)
    assert due(house) == DAY


def test_a_window_is_extended_for_all_and_moves_to_a_tick(opened: Opener) -> None:
    house = opened(Table(options={"window": 600}, clock="24h"))
    house.say("ann", "call", at=START)
    house.say("ann", "away until 1970-02-01", at=START)
    assert due(house) == 600, "no absence moves a window"
    for seat in ("ann", "bob"):
        house.say(seat, "extend 10m", at=START)
    assert due(house) == 1200
    moderate(house, times.Pause)
    house.wait(DAY)
    moderate(house, times.Resume)
    assert house.row().due == house.at + 1200


def test_a_moderator_sets_a_deadline(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    moderate(house, times.SetDue, START + 3 * DAY)
    assert due(house) == 3 * DAY
    assert told(house, PUBLIC, times.DueSet) == [times.DueSet(START + 3 * DAY, "moderator")]
    with pytest.raises(No, match="bad-deadline"):
        moderate(house, times.SetDue, START)


def test_a_moderator_cannot_bring_a_window_forward(opened: Opener) -> None:
    house = opened(Table(options={"window": 600}))
    house.say("ann", "call", at=START)
    with pytest.raises(No, match="bad-deadline"):
        moderate(house, times.SetDue, START + 300)
    with pytest.raises(No, match="in-a-window"):
        moderate(house, times.Force, "bob")


def test_a_default_can_be_forced_and_says_nothing_of_what_was_answered(opened: Opener) -> None:
    seen = []
    for name, answered in (("one", True), ("two", False)):
        house = opened(Table(seats=THREE), name=name)
        house.say("ann", "call", at=START)
        if answered:
            house.say("bob", "vote red", at=START)
        house.box.news.clear()
        moderate(house, times.Force, "bob")
        seen.append([(news.viewer, news.events, news.question) for news in house.box.news])
    assert seen[0] == seen[1]
    with pytest.raises(No, match="not-asked"):
        moderate(opened(Table(), name="three"), times.Force, "bob")


def test_a_sealed_question_can_be_kept_open(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    assert house.say("ann", "wait", at=START).refusal is not None, "one seat alone is asked"
    house.say("ann", "call", at=START)
    house.say("ann", "vote red", at=START)
    house.box.news.clear()
    assert house.say("ann", "wait", at=START).status == "answered"
    assert house.box.news == [], "nobody is told"
    house.say("bob", "vote blue", at=START)
    assert house.row().due == START + DAY, "it is still open"
    house.say("ann", "vote green", at=START)
    house.say("ann", "ready", at=START)
    (counted,) = {
        event
        for news in house.box.news
        for event in news.events
        if type(event).__name__ == "Counted"
    }
    assert counted.votes == ("blue", "green")


def test_a_question_that_is_kept_open_closes_at_its_deadline(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    for seat, text in (("ann", "call"), ("ann", "wait"), ("ann", "vote red"), ("bob", "vote blue")):
        house.say(seat, text, at=START)
    house.wait(DAY)
    assert told(house, PUBLIC, times.Missed) == []
    assert known(house).holding == ()


def test_an_undo_takes_no_absence_back(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.say("ann", "speak red", at=START)
    house.say("ann", "hours UTC 20:00-04:00", at=START)
    house.say("ann", "away 1970-01-01 12:00 to 1970-01-02 12:00", at=START)
    undone = house.say("ann", "undo", at=START + HOUR)
    if undone.facts.get("did") != "undo":
        house.say("bob", "agree", at=START + HOUR)
    assert known(house).hours["ann"].start == 20 * 60
    assert known(house).away["ann"] == ((12 * HOUR, 36 * HOUR),)
    away, hours = known(house).away["ann"], known(house).hours["ann"]
    assert house.row().due == calendar.later(START + HOUR, DAY, away, hours)


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
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
        ("pause please", "too-much", "no"),
    ],
)
def test_what_cannot_be_read_is_named(house: House, text: str, code: str, wanted: str) -> None:
    before = house.row()
    refusal = house.say("ann", text).refusal
    assert refusal is not None
    assert (refusal.code, wanted in refusal.wanted or not refusal.wanted) == (code, True), refusal
    assert house.row() == before
