"""When something is due: counted time, fixed times of day, daylight saving, leap days."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.plan import DAY, HOUR, MINUTE, ClockPlan, Hours, Span
from engine.rulings import calendar, plan_text
from tests.kit.each import each

BERLIN = "Europe/Berlin"


def at(text: str) -> int:
    """A second from ``2026-03-29 01:00``, UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def later(start: str, length: int, hours: str = "", away: tuple[Span, ...] = ()) -> str:
    found = calendar.later(at(start), length, away, plan_text.hours(hours) if hours else None)
    return calendar.format_time(found)


BERLIN_SLEEPS = "Europe/Berlin 22:00-07:00"
TAIPEI_SLEEPS = "Asia/Taipei 22:00-07:00"
WEEKENDS = "Europe/Berlin weekends"
XMAS = at("2026-12-24 00:00"), at("2027-01-02 00:00")


@each(
    "start, length, hours, away, expected",
    [
        # Without absence all time counts.
        ("2026-11-21 10:00", DAY, "", (), "2026-11-22 10:00"),
        # A leap day is a day.
        ("2028-02-28 10:00", DAY, "", (), "2028-02-29 10:00"),
        ("2028-02-28 10:00", 2 * DAY, "", (), "2028-03-01 10:00"),
        ("2027-02-28 10:00", DAY, "", (), "2027-03-01 10:00"),
        # Time in an absence does not count; at its beginning, somebody has had the whole day.
        ("2026-12-23 12:00", DAY, "", (XMAS,), "2027-01-02 12:00"),
        ("2026-12-28 12:00", DAY, "", (XMAS,), "2027-01-03 00:00"),
        ("2026-12-23 00:00", DAY, "", (XMAS,), "2026-12-24 00:00"),
        # Taipei is UTC+8 all year: its quiet hours are 14:00-23:00 UTC.
        ("2026-11-21 12:00", 3 * HOUR, TAIPEI_SLEEPS, (), "2026-11-22 00:00"),
        ("2026-11-21 12:00", 2 * HOUR, TAIPEI_SLEEPS, (), "2026-11-21 14:00"),
        ("2026-11-21 15:00", HOUR, TAIPEI_SLEEPS, (), "2026-11-22 00:00"),
        # 2026-11-20 is a Friday; Berlin is UTC+1 in winter, so Saturday begins at 23:00 UTC.
        ("2026-11-20 20:00", DAY, WEEKENDS, (), "2026-11-23 20:00"),
        ("2026-11-21 12:00", HOUR, WEEKENDS, (), "2026-11-23 00:00"),
        # The night to 2026-03-29 lacks an hour: 21:00 UTC to 05:00 UTC are quiet.
        ("2026-03-28 20:00", 2 * HOUR, BERLIN_SLEEPS, (), "2026-03-29 06:00"),
        # The night to 2026-10-25 has one more: 20:00 UTC to 06:00 UTC are quiet.
        ("2026-10-24 19:00", 2 * HOUR, BERLIN_SLEEPS, (), "2026-10-25 07:00"),
    ],
)
def test_what_does_not_count_moves_what_is_due(
    start: str, length: int, hours: str, away: tuple[Span, ...], expected: str
) -> None:
    assert later(start, length, hours, away) == expected


@each(
    "zone, day, minute, expected",
    [
        # Clocks go from 02:00 to 03:00: the moment at which they do.
        (BERLIN, "2026-03-29", 150, "2026-03-29 01:00"),
        (BERLIN, "2026-03-29", 179, "2026-03-29 01:00"),
        (BERLIN, "2026-03-29", 180, "2026-03-29 01:00"),
        (BERLIN, "2026-03-29", 119, "2026-03-29 00:59"),
        # Clocks show 02:30 twice: the first time.
        (BERLIN, "2026-10-25", 150, "2026-10-25 00:30"),
        (BERLIN, "2026-10-25", 180, "2026-10-25 02:00"),
        # This island puts its clocks forward by half an hour, at 02:00 (UTC+10:30 to UTC+11).
        ("Australia/Lord_Howe", "2026-10-04", 135, "2026-10-03 15:30"),
    ],
)
def test_what_clocks_show_when_they_are_changed(
    zone: str, day: str, minute: int, expected: str
) -> None:
    found = calendar.second(date.fromisoformat(day), minute, calendar.rules_of(zone))
    assert calendar.format_time(found) == expected


TWICE = "18:00,06:00 Europe/Berlin"


@each(
    "start, plan, away, expected",
    [
        ("2026-11-21 10:00", TWICE, (), "2026-11-21 17:00"),
        ("2026-11-21 16:00", TWICE, (), "2026-11-21 17:00"),
        # Less than an hour is no time to answer.
        ("2026-11-21 16:01", TWICE, (), "2026-11-22 05:00"),
        # Summer time.
        ("2026-07-21 10:00", TWICE, (), "2026-07-21 16:00"),
        ("2026-11-20 18:00", "18:00 Europe/Berlin mon-fri", (), "2026-11-23 17:00"),
        ("2028-02-28 18:00", "18:00 UTC", (), "2028-02-29 18:00"),
        # Fixed times pass over an absence, after which there must be an hour to answer.
        ("2026-12-23 20:00", "18:00 UTC", (XMAS,), "2027-01-02 18:00"),
        ("2026-12-23 10:00", "18:00 UTC", (XMAS,), "2026-12-23 18:00"),
        ("2026-12-23 20:00", "00:30 UTC", (XMAS,), "2027-01-03 00:30"),
    ],
)
def test_fixed_times_of_day(start: str, plan: str, away: tuple[Span, ...], expected: str) -> None:
    found = calendar.slot(at(start), plan_text.read(plan), away)
    assert calendar.format_time(found) == expected


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
EACH = ClockPlan(each=DAY)
AT_SIX = ClockPlan(times=(360, 1080), zone=BERLIN)
ON_WEEKDAYS = ClockPlan(times=(360, 1080), zone=BERLIN, days=(0, 1, 2, 3, 4))
BANK = ClockPlan(bank=3 * DAY, increment=12 * HOUR)


@each(
    "text, plan",
    [
        ("none", ClockPlan()),
        ("24h", EACH),
        ("1d 12h", replace(EACH, each=DAY + 12 * HOUR)),
        ("18:00,06:00 Europe/Berlin", AT_SIX),
        ("18:00, 06:00 europe/berlin mon-fri", ON_WEEKDAYS),
        ("18:00 UTC sat-mon", ClockPlan(times=(1080,), days=(0, 5, 6))),
        ("bank 3d + 12h", BANK),
        ("bank 3d+12h", BANK),
        ("bank 3d", replace(BANK, increment=0)),
        ("24h grace 6h miss moderator", replace(EACH, grace=6 * HOUR, miss="moderator")),
        ("24h replace 3", replace(EACH, replace=3)),
        ("24h, away 10d, remind 12h 1h", replace(EACH, away=10 * DAY, reminders=(12 * HOUR, HOUR))),
        ("24h remind none away none", replace(EACH, away=0, reminders=())),
    ],
)
def test_plans_as_people_write_them(text: str, plan: ClockPlan) -> None:
    assert plan_text.read(text) == plan


@each(
    "text, word, wanted",
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


def test_moments_as_people_write_them() -> None:
    moment = plan_text.moment
    assert moment("2026-12-24", BERLIN) == at("2026-12-23 23:00")
    assert moment("2026-12-24", BERLIN, last=True) == at("2026-12-24 23:00"), "the whole day"
    assert moment("2026-12-24 18:00", BERLIN) == moment("2026-12-24T18:00", BERLIN)
    for text in ("24.12.2026", "2026-02-29", "2026-12-24 25:00", "tomorrow"):
        with pytest.raises(plan_text.BadPlan):
            moment(text, "UTC")
