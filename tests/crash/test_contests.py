"""A contest in a process that is killed with SIGKILL, again and again, until it is over."""

import os
import random
import signal
import time
from pathlib import Path

from engine.games import contest as g
from engine.referee import contests
from engine.store import journal
from tests.referee.stage import House
from tests.referee.test_contests import entered, games_of, resign, running

ENTRANTS, KILLS = 8, 12


def work(path: Path, id: str, seed: int) -> None:
    """Play on in a process of its own, without a bell."""
    house, rng = House(path), random.Random(seed)
    house.ids = iter(range(seed * 10_000, 10**9))  # type: ignore[assignment]  # ids of its own
    house.take([contests.look])
    while live := running(house, id):
        resign(house, rng.choice(live), rng)
    os._exit(0)


def test_a_round_robin_comes_to_its_end_however_often_its_process_is_killed(
    tmp_path: Path,
) -> None:
    path, rng, kills = tmp_path / "db", random.Random(9), 0
    house = House(path)
    id = entered(house, f"form=robin entrants={ENTRANTS}", ENTRANTS, start=False)
    house.close()
    for run in range(1, 200):
        if (child := os.fork()) == 0:
            work(path, id, run)
        time.sleep(rng.uniform(0.0, 0.03))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        kills += os.WIFSIGNALED(status)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            break
    house = House(path)
    row, games = house.row(id), games_of(house, id)
    assert kills >= KILLS
    assert str(row.result).startswith("won Ann")
    assert len(games) == ENTRANTS * (ENTRANTS - 1) // 2
    assert all(game.result for game in games)
    kind, setup = g.Contest(), row.decoded_setup()
    table, _ = journal.replay(kind, setup, journal.read(kind, setup, house.store.journal(id)))
    named = [one.game for played in table.world.rounds for one in played if one.game]
    assert sorted(named) == sorted(game.id for game in games)
    house.close()
