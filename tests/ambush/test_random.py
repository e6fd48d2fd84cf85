"""Random games to the end: invariants at every transition, saves,
journals, and what came up in them.
"""

from collections.abc import Iterator

import pytest

from engine.games.ambush.events import Revealed, Rolled
from engine.store import journal
from tests.ambush.random_play import Game, play, same, told


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


def reloaded(seeds: range) -> None:
    """T74: a save and a load at every transition change nothing, and the journal gives the same."""
    for seed in seeds:
        first = play(seed)
        moves = [(one.at, one.seat, one.order) for one in first.entries[len(first.table.seats) :]]
        again = play(seed, reloads=True, moves=moves)
        assert same(first.table, again.table), seed
        assert again.bulletins == first.bulletins, seed
        assert again.rows == first.rows, seed
        replayed, bulletins = journal.replay(first.game, first.setup, first.entries)
        assert same(first.table, replayed), seed
        assert list(bulletins.values()) == first.bulletins, seed


def test_T74_saved_and_loaded_at_every_transition() -> None:
    reloaded(range(8))


@pytest.mark.nightly
def test_T74_a_hundred_games_saved_and_loaded_at_every_transition() -> None:
    reloaded(range(100))


DEEP = 47
"""Of seeds from 0 on, the first in whose game three frames interrupt each other."""


def test_an_interrupt_of_an_interrupt_comes_to_an_end() -> None:
    game = play(DEEP)
    assert game.traced.deepest >= 3
    assert game.table.state.result is not None
