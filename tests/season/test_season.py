"""A simulated season: no deadline early, twice or inside an absence; no game stuck;
nobody told twice or not at all.
"""

import contextlib
import logging
from functools import partial
from pathlib import Path

import pytest

from engine.plan import DAY
from engine.store.postgres import PostgresStore
from tests.referee.checks import faults
from tests.season.check import clock_faults, last, message_faults, stuck
from tests.season.club import Club, in_file, journals, play_season
from tests.season.people import BY_POST
from tests.store import server
from tests.stored import every_game


@pytest.fixture(autouse=True)
def hushed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


def holds(club: Club) -> int:
    with contextlib.closing(club.store):
        found, missed = clock_faults(club.store)
        assert found[:5] == []
        assert message_faults(club)[:5] == []
        assert stuck(club) == []
        assert faults(club.store) == []
        print(told(club, missed))
    return missed


def years(club: Club) -> float:
    return sum(last(row) - row.decoded_setup().at for row in every_game(club.store)) / DAY / 365


def told(club: Club, missed: int) -> str:
    rows, happened = list(every_game(club.store)), club.happened
    entries = sum(len(club.store.journal(row.id)) for row in rows)
    return (
        f"{len(rows)} games, {years(club):,.0f} years of play, {entries:,} entries, {missed:,}"
        f" deadlines missed, {sum(club.delivered.values()):,} messages, {len(club.again)} of them"
        f" twice after {happened['killed']} kills; {happened['linked']} people linked,"
        f" {happened['undone']} orders undone, {happened['filed']} filed"
    )


def test_two_months_of_a_small_club(tmp_path: Path) -> None:
    club = play_season(partial(in_file, tmp_path), seed=1, games=8, people=14, days=60)
    assert holds(club) > 10
    assert sum(club.delivered.values()) > 500
    assert 0 < len(club.again) < 100, (
        "told once more, with the same mark, because a process was killed"
    )
    assert {
        *("stopped", "killed", "a door was down", "the disk has failed", "the clock was set"),
        *("linked", "undone", "filed"),
    } <= club.happened.keys()


def test_a_season_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    ends = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        club = play_season(partial(in_file, tmp_path / name), seed=2, games=3, people=8, days=12)
        with contextlib.closing(club.store):
            ends.append((journals(club.store), club.happened))
    assert ends[0] == ends[1]
    assert len(ends[0][0]) == 3


@pytest.mark.nightly
def test_a_thousand_days_of_a_large_club(tmp_path: Path) -> None:
    club = play_season(partial(in_file, tmp_path), seed=3, games=200, people=300, days=1_000)
    assert club.end - club.clock.now() < DAY
    assert holds(club) > 1_000
    assert club.happened["a seat was taken over"] > 5
    assert len(club.again) < sum(club.delivered.values()) / 50


@pytest.mark.nightly
def test_half_a_year_of_a_club_on_a_server(tmp_path: Path) -> None:
    opens = partial(PostgresStore, server.fresh(), tmp_path / "db")
    club = play_season(opens, seed=4, games=20, people=30, days=180)
    assert holds(club) > 10


@pytest.mark.nightly
def test_a_thousand_years_of_games_by_post(tmp_path: Path) -> None:
    opens = partial(in_file, tmp_path)
    club = play_season(opens, seed=5, games=120, people=180, days=8_000, pace=BY_POST)
    with contextlib.closing(club.store):
        assert years(club) > 1_000
        assert holds(club) > 50
