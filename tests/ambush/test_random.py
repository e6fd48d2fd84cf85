"""Random games to the end: invariants at every transition, saves,
journals, and what came up in them.
"""

from collections.abc import Iterator

from engine.games.ambush.events import Revealed, Rolled
from tests.ambush.random_play import Game, play, told


def exercised(game: Game) -> Iterator[str]:
    for event in told(game.bulletins):
        yield type(event).__name__
        if isinstance(event, Revealed):
            yield f"revealed {event.cause}"
        if isinstance(event, Rolled):
            yield f"rolled {event.roll}"


def test_games_end_and_show_what_they_are_there_for() -> None:
    wanted = {*"Skidded Pushed MayAvoid Interrupted Closing Fell Destroyed Blocked Landed".split()}
    wanted |= {"revealed shot", "revealed choice", "rolled push"}
    for seed in range(40):
        wanted.difference_update(exercised(play(seed)))
        if seed >= 8 and not wanted:
            break
    assert wanted == set()
