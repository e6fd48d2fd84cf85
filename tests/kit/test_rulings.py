"""Whatever moderators do to a game, it goes on, and its journal gives what it has become."""

import random
from typing import Any

import msgspec
import pytest

from engine.house.rulings import Announce, Close, Correct, Hush, Remove, Replace, Vacate, View
from engine.state import HOUSE, Seat
from engine.store import journal
from tests.kit.games import Case, cases, fresh
from tests.kit.play import Play, choose
from tests.kit.test_laws import SEEDS

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)


def ruling(play: Play, rng: random.Random) -> Any:
    """Something that a moderator might do now, beside taking the last seat out."""
    left = [seat for seat in play.table.seats if seat not in play.table.state.people.removed]
    seat = rng.choice(play.table.seats)
    found: list[Any] = [
        Announce("hello"),
        Hush(seat, rng.random() < 0.5),
        View("Max", "box", ""),
        Vacate(seat),
        Replace(seat, "Zoe"),
    ]
    if len(left) > 1 and rng.random() < 0.3:
        found += [Remove(rng.choice(left))] * 3
    return rng.choice(found)


def replays(play: Play) -> None:
    """The journal gives the table."""
    table, _ = journal.replay(play.game, play.setup, play.entries)
    assert table.save() == play.table.save()


def chairs(play: Play) -> list[tuple[Seat, str]]:
    """Who sits where."""
    return [(chair.seat, chair.name) for chair in play.table.state.chairs]


@CASES
@pytest.mark.parametrize("seed", range(SEEDS))
def test_games_go_on_under_rulings(case: Case, seed: int) -> None:
    play, rng = fresh(case, seed), random.Random(seed)
    seated = len(play.entries)
    for _ in range(120):
        if play.over:
            break
        if rng.random() < 0.15:
            play.write(play.now, HOUSE, ruling(play, rng))
        elif rng.random() < 0.05:
            sitting, people = chairs(play), play.table.state.people
            play.undo(play.now, HOUSE, rng.randint(seated, len(play.entries)))
            now = play.table.state.people
            assert chairs(play) == sitting, "who sits where is not taken back"
            assert (now.removed, now.vacant, now.hushed) == (
                people.removed,
                people.vacant,
                people.hushed,
            )
        elif any(seat not in play.table.state.people.removed for seat in play.table.seats):
            play.enter(*choose(play, rng))
    replays(play)
    play.reload()
    replays(play)


@CASES
def test_a_game_in_which_all_but_one_are_out_does_not_stand_still(case: Case) -> None:
    """Whoever is left plays on alone, until the game is over or nobody
    is asked but those who are out.
    """
    for seed in range(3):
        play, rng = fresh(case, seed), random.Random(seed)
        for seat in play.table.seats[1:]:
            if not play.over:
                play.write(play.now, HOUSE, Remove(seat))
        for _ in range(60):
            if play.over:
                break
            ask = play.table.ask()
            assert ask is not None
            assert play.table.state.due is not None or set(ask.seats) - set(
                play.table.state.people.removed
            )
            play.enter(*choose(play, rng, beside=0))
        replays(play)


@CASES
def test_a_game_can_be_closed_at_any_time(case: Case) -> None:
    for seed in range(SEEDS):
        play, rng = fresh(case, seed), random.Random(seed)
        for _ in range(rng.randrange(20)):
            if not play.over:
                play.enter(*choose(play, rng))
        if not play.over:
            play.write(play.now, HOUSE, Close("rain"))
        assert play.over
        assert play.table.state.due is None
        replays(play)


@CASES
def test_a_correction_that_changes_nothing_changes_nothing(case: Case) -> None:
    """Every value at the top of the world can be named, and put back as it is."""
    play, rng = fresh(case, 1), random.Random(1)
    for _ in range(6):
        if not play.over:
            play.enter(*choose(play, rng))
    world = msgspec.json.decode(msgspec.json.encode(play.table.world))
    before = case.game.codec[0].encode(play.table.world)
    for name, value in world.items():
        play.write(play.now, HOUSE, Correct(name, value, "as it is"))
        assert case.game.codec[0].encode(play.table.world) == before
    replays(play)
