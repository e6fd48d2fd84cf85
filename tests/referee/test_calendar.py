"""When something is due: counted time, fixed times of day, daylight saving, leap days."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.plan import DAY, HOUR, MINUTE, ClockPlan, Hours, Span
from engine.rulings import calendar, plan_text

BERLIN = "Europe/Berlin"


def at(text: str) -> int:
    """A second from ``2026-03-29 01:00``, UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def later(start: str, length: int, hours: str = "", away: tuple[Span, ...] = ()) -> str:
    return calendar.format_time(
        calendar.later(at(start), length, away, plan_text.hours(hours) if hours else None)
    )


def test_without_absence_all_time_counts() -> None:
    assert later("2026-11-21 10:00", DAY) == "2026-11-22 10:00"


def test_a_leap_day_is_a_day() -> None:
    assert later("2028-02-28 10:00", DAY) == "2028-02-29 10:00"
    assert later("2028-02-28 10:00", 2 * DAY) == "2028-03-01 10:00"
    assert later("2027-02-28 10:00", DAY) == "2027-03-01 10:00"


def test_time_in_an_absence_does_not_count() -> None:
    gone = (at("2026-12-24 00:00"), at("2027-01-02 00:00"))
    assert later("2026-12-23 12:00", DAY, away=(gone,)) == "2027-01-02 12:00"
    assert later("2026-12-28 12:00", DAY, away=(gone,)) == "2027-01-03 00:00"
    assert later("2026-12-23 00:00", DAY, away=(gone,)) == "2026-12-24 00:00", (
        "he has had the whole day"
    )


def test_quiet_hours_do_not_count() -> None:
    # Taipei is UTC+8 all year: 22:00-07:00 there is 14:00-23:00 UTC.
    assert later("2026-11-21 12:00", 3 * HOUR, "Asia/Taipei 22:00-07:00") == "2026-11-22 00:00"
    assert later("2026-11-21 12:00", 2 * HOUR, "Asia/Taipei 22:00-07:00") == "2026-11-21 14:00"
    assert later("2026-11-21 15:00", HOUR, "Asia/Taipei 22:00-07:00") == "2026-11-22 00:00"


def test_weekends_do_not_count() -> None:
    # 2026-11-20 is a Friday; Berlin is UTC+1 in winter, so Saturday begins at 23:00 UTC.
    assert later("2026-11-20 20:00", DAY, "Europe/Berlin weekends") == "2026-11-23 20:00"
    assert later("2026-11-21 12:00", HOUR, "Europe/Berlin weekends") == "2026-11-23 00:00"


def test_quiet_hours_follow_daylight_saving() -> None:
    """In Berlin the night to 2026-03-29 lacks an hour, the night to 2026-10-25 has one more."""
    quiet = "Europe/Berlin 22:00-07:00"
    assert later("2026-03-28 20:00", 2 * HOUR, quiet) == "2026-03-29 06:00", (
        "21:00 UTC to 05:00 UTC are quiet"
    )
    assert later("2026-10-24 19:00", 2 * HOUR, quiet) == "2026-10-25 07:00", (
        "20:00 UTC to 06:00 UTC are quiet"
    )


@pytest.mark.parametrize(
    ("day", "minute", "expected"),
    [
        (
            "2026-03-29",
            150,
            "2026-03-29 01:00",
        ),  # clocks go from 02:00 to 03:00: the moment at which they do
        ("2026-03-29", 179, "2026-03-29 01:00"),
        ("2026-03-29", 180, "2026-03-29 01:00"),
        ("2026-03-29", 119, "2026-03-29 00:59"),
        ("2026-10-25", 150, "2026-10-25 00:30"),  # clocks show 02:30 twice: the first time
        ("2026-10-25", 180, "2026-10-25 02:00"),
    ],
)
def test_what_clocks_show_when_they_are_changed(day: str, minute: int, expected: str) -> None:
    found = calendar.second(date.fromisoformat(day), minute, calendar.rules_of(BERLIN))
    assert calendar.format_time(found) == expected


def test_half_an_hour_of_daylight_saving() -> None:
    """Lord Howe Island puts its clocks forward by half an hour, on 2026-10-04
    at 02:00 (UTC+10:30 to UTC+11).
    """
    found = calendar.second(date(2026, 10, 4), 135, calendar.rules_of("Australia/Lord_Howe"))
    assert calendar.format_time(found) == "2026-10-03 15:30"


def slot(start: str, plan: str, away: tuple[Span, ...] = ()) -> str:
    return calendar.format_time(calendar.slot(at(start), plan_text.read(plan), away))


def test_fixed_times_of_day() -> None:
    plan = "18:00,06:00 Europe/Berlin"
    assert slot("2026-11-21 10:00", plan) == "2026-11-21 17:00"
    assert slot("2026-11-21 16:00", plan) == "2026-11-21 17:00"
    assert slot("2026-11-21 16:01", plan) == "2026-11-22 05:00", (
        "less than an hour is no time to answer"
    )
    assert slot("2026-07-21 10:00", plan) == "2026-07-21 16:00", "summer time"
    assert slot("2026-11-20 18:00", "18:00 Europe/Berlin mon-fri") == "2026-11-23 17:00"
    assert slot("2028-02-28 18:00", "18:00 UTC") == "2028-02-29 18:00"


def test_fixed_times_pass_over_an_absence() -> None:
    gone = (at("2026-12-24 00:00"), at("2027-01-02 00:00"))
    assert slot("2026-12-23 20:00", "18:00 UTC", (gone,)) == "2027-01-02 18:00"
    assert slot("2026-12-23 10:00", "18:00 UTC", (gone,)) == "2026-12-23 18:00"
    assert slot("2026-12-23 20:00", "00:30 UTC", (gone,)) == "2027-01-03 00:30", (
        "there must be an hour to answer"
    )


ZONES = st.sampled_from(
    ["UTC", BERLIN, "America/New_York", "Asia/Taipei", "Australia/Lord_Howe", "America/St_Johns"]
)
MOMENTS = st.integers(at("2024-01-01 00:00"), at("2036-12-31 00:00"))
HOURS = st.builds(
    lambda zone, start, length, weekends: Hours(zone, start, (start + length) % 1440, weekends),
    ZONES,
    st.integers(0, 1439),
    st.integers(0, 720),
    st.booleans(),
)


@st.composite
def absences(draw: st.DrawFn, around: int) -> tuple[Span, ...]:
    starts = draw(st.lists(st.integers(around - 5 * DAY, around + 40 * DAY), max_size=4))
    return calendar.merged((start, start + draw(st.integers(1, 20 * DAY))) for start in starts)


def off(when: int, away: tuple[Span, ...], hours: Hours | None) -> bool:
    """Is this second one that does not count? By what clocks on the wall show,
    minute by minute: a second opinion.
    """
    if any(start <= when < end for start, end in away):
        return True
    if hours is None:
        return False
    wall = datetime.fromtimestamp(when, calendar.rules_of(hours.zone))
    minute = 60 * wall.hour + wall.minute
    if hours.start < hours.end:
        quiet = hours.start <= minute < hours.end
    else:
        quiet = hours.start != hours.end and (minute >= hours.start or minute < hours.end)
    return quiet or (hours.weekends and wall.weekday() >= 5)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), start=MOMENTS, length=st.integers(1, 10 * DAY), hours=st.none() | HOURS)
def test_nobody_is_due_early_or_while_he_is_away(
    data: st.DataObject, start: int, length: int, hours: Hours | None
) -> None:
    away = data.draw(absences(start))
    due = calendar.later(start, length, away, hours)
    assert due >= start + length
    assert calendar.counted(start, due, away, hours) == length
    assert calendar.counted(start, due - 1, away, hours) == length - 1, (
        "the last second counts: not later than need be"
    )
    assert not any(begin < due < end for begin, end in away)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), start=MOMENTS, hours=HOURS)
def test_what_counts_is_what_the_clocks_on_the_wall_say(
    data: st.DataObject, start: int, hours: Hours
) -> None:
    """But for the two nights a year in which clocks are changed: then an hour may
    be shown twice, or not at all.
    """
    away = tuple((a // 60 * 60, b // 60 * 60) for a, b in data.draw(absences(start)))
    start = start // 60 * 60
    zone = calendar.rules_of(hours.zone)
    offsets = {datetime.fromtimestamp(start + k * DAY, zone).utcoffset() for k in range(-2, 5)}
    if len(offsets) == 1:
        minutes = sum(not off(start + k * MINUTE, away, hours) for k in range(2 * 1440))
        assert calendar.counted(start, start + 2 * DAY, away, hours) == minutes * MINUTE


@settings(max_examples=100, deadline=None)
@given(
    data=st.data(),
    start=MOMENTS,
    zone=ZONES,
    times=st.lists(st.integers(0, 1439), min_size=1, max_size=3, unique=True),
    days=st.sets(st.integers(0, 6)),
)
def test_a_fixed_time_is_one_of_the_plan(
    data: st.DataObject, start: int, zone: str, times: list[int], days: set[int]
) -> None:
    away = data.draw(absences(start))
    plan = ClockPlan(times=tuple(sorted(times)), zone=zone, days=tuple(sorted(days)))
    due = calendar.slot(start, plan, away)
    assert calendar.counted(start, due, away) >= HOUR
    assert not any(begin < due <= end for begin, end in away)
    wall = datetime.fromtimestamp(due, calendar.rules_of(zone))
    day = datetime.fromtimestamp(due, calendar.rules_of(zone)).date()
    assert due in {calendar.second(day, minute, calendar.rules_of(zone)) for minute in times}
    assert not days or wall.weekday() in days


def test_a_player_who_is_never_there_is_noticed() -> None:
    with pytest.raises(ValueError, match="no time counts"):
        calendar.slot(0, ClockPlan(times=(0,), days=(7,)))


def test_spans_are_merged_and_cut() -> None:
    assert calendar.merged([(5, 9), (1, 3), (3, 4), (8, 12), (20, 20)]) == ((1, 4), (5, 12))
    assert calendar.without([(1, 4), (5, 12), (20, 30)], 8) == ((1, 4), (5, 8))


PLANS = st.builds(
    ClockPlan,
    each=st.none() | st.integers(1, 366 * DAY),
    grace=st.integers(0, DAY),
    miss=st.sampled_from(["default", "moderator"]),
    replace=st.integers(0, 99),
    reminders=st.sets(st.integers(1, 5 * DAY), max_size=3).map(
        lambda some: tuple(sorted(some, reverse=True))
    ),
    away=st.integers(0, 100 * DAY),
)
FIXED = st.builds(
    ClockPlan,
    times=st.sets(st.integers(0, 1439), min_size=1, max_size=4).map(
        lambda some: tuple(sorted(some))
    ),
    zone=ZONES,
    days=st.sets(st.integers(0, 6)).map(lambda some: tuple(sorted(some))),
)
BANKS = st.builds(ClockPlan, bank=st.integers(1, 30 * DAY), increment=st.integers(0, DAY))


@given(PLANS | FIXED | BANKS)
def test_a_plan_is_read_as_it_is_written(plan: ClockPlan) -> None:
    assert plan_text.read(plan_text.write(plan)) == plan


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("none", ClockPlan()),
        ("24h", ClockPlan(each=DAY)),
        ("1d 12h", ClockPlan(each=DAY + 12 * HOUR)),
        ("18:00,06:00 Europe/Berlin", ClockPlan(times=(360, 1080), zone=BERLIN)),
        (
            "18:00, 06:00 europe/berlin mon-fri",
            ClockPlan(times=(360, 1080), zone=BERLIN, days=(0, 1, 2, 3, 4)),
        ),
        ("18:00 UTC sat-mon", ClockPlan(times=(1080,), days=(0, 5, 6))),
        ("bank 3d + 12h", ClockPlan(bank=3 * DAY, increment=12 * HOUR)),
        ("bank 3d+12h", ClockPlan(bank=3 * DAY, increment=12 * HOUR)),
        ("bank 3d", ClockPlan(bank=3 * DAY)),
        (
            "2d grace 6h miss moderator replace 3",
            ClockPlan(each=2 * DAY, grace=6 * HOUR, miss="moderator", replace=3),
        ),
        (
            "24h, away 10d, remind 12h 1h",
            ClockPlan(each=DAY, away=10 * DAY, reminders=(12 * HOUR, HOUR)),
        ),
        ("24h remind none away none", ClockPlan(each=DAY, away=0, reminders=())),
    ],
)
def test_plans_as_people_write_them(text: str, plan: ClockPlan) -> None:
    assert plan_text.read(text) == plan


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        ("", "", "24h"),
        ("24", "24", "12h"),
        ("0h", "0h", "1s to 366d"),
        ("18:00", "", "Europe/Berlin"),
        ("18:00 Berlin", "berlin", "Europe/Berlin"),
        ("25:00 UTC", "25:00", "18:30"),
        ("24h grace", "", "6h"),
        ("24h miss me", "me", "moderator"),
        ("24h replace 0", "0", "1 to 99"),
        ("24h 18:00", "18:00", "grace 6h"),
        ("18:00 UTC mon-xyz", "mon-xyz", "mon-fri"),
        ("bank", "", "3d"),
    ],
)
def test_what_is_no_plan_is_named(text: str, word: str, wanted: str) -> None:
    with pytest.raises(plan_text.BadPlan) as bad:
        plan_text.read(text)
    assert bad.value.word == word
    assert wanted in bad.value.wanted


@pytest.mark.parametrize(
    "text", ["", "Europe/Atlantis", "UTC 22-07", "UTC 22:00-22:00", "UTC 08:00-07:00", "UTC later"]
)
def test_what_are_no_hours(text: str) -> None:
    with pytest.raises(plan_text.BadPlan):
        plan_text.hours(text)


def test_moments_as_people_write_them() -> None:
    assert plan_text.moment("2026-12-24", BERLIN) == at("2026-12-23 23:00")
    assert plan_text.moment("2026-12-24", BERLIN, last=True) == at("2026-12-24 23:00"), (
        "the whole day"
    )
    assert plan_text.moment("2026-12-24 18:00", BERLIN) == plan_text.moment(
        "2026-12-24T18:00", BERLIN
    )
    for text in ("24.12.2026", "2026-02-29", "2026-12-24 25:00", "tomorrow"):
        with pytest.raises(plan_text.BadPlan):
            plan_text.moment(text, "UTC")
