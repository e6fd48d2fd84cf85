"""The labs of contests, at night."""

from pathlib import Path

import pytest

from tests.contest import forecasts
from tests.contest.league import league
from tests.contest.season import Season
from tests.discord.opportunities import run


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_rounds_begin_on_time_in_a_season_without_a_moderator(tmp_path: Path) -> None:
    season = Season(tmp_path / "db", people=200, days=60, seed=1)
    season.play()
    assert season.report() == 0


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_a_league_of_sixteen_is_played_at_discord_and_by_mail(tmp_path: Path) -> None:
    run(league(tmp_path, 1))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2])
def test_ratings_forecast_better_than_elo(seed: int) -> None:
    found = forecasts.run(6_000, seed)["all"]
    print(found)
    assert found["oracle"] < found["ours"] < found["elo"]
