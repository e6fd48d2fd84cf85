"""Random play of whole games on the scenarios of the house: nothing is lost, replay
gives the same bytes, it ends.
"""

import random
from collections import Counter

import pytest

from engine.games.desert.game import EDITIONS
from engine.games.desert.scenario_file import HOUSE, SEATS
from engine.state import PUBLIC, Setup
from engine.store import journal
from engine.testing.kit import Play, asked, choose

GAME = EDITIONS[-1]
LONGEST = 4_000
"""Orders of one game."""
SEGMENTS = 60
"""Full segments of the long run."""


def played(scenario: str, profile: str, seed: int, reloads: bool = False) -> Play:
    """A game to its end: robots that know what they want, and now and
    then say anything that is legal.

    ``Game.check`` holds after every order: TOE points alive, lost, guarding and
    captured are those of the beginning; nobody in an enemy hex, no stack too high, no
    ammunition below nothing (2.2).
    """
    rng = random.Random(f"{scenario}/{profile}/{seed}")
    setup = Setup(
        id=f"r{seed}",
        secret=bytes([seed % 256]) * 32,
        options={"scenario": scenario, "profile": profile},
        scenario={},
        at=0,
    )
    play = Play(GAME, setup)
    if reloads:
        play.look = lambda _: play.reload()
    play.join(SEATS)
    while not play.over:
        assert len(play.entries) < LONGEST
        if rng.random() < 0.3:
            play.enter(*choose(play, rng, beside=0.0))
            continue
        seat = rng.choice(asked(play.table))
        play.write(0, seat, GAME.robot(play.table.view(seat), play.table.menu(seat), rng))
    return play


def judge(play: Play) -> Counter[str]:
    table, _ = journal.replay(GAME, play.setup, play.entries)
    assert table.save() == play.table.save()
    seen = Counter[str]()
    for bulletin in play.bulletins:
        names = {
            type(event).__name__ for viewer in (*SEATS, PUBLIC) for event in bulletin.events(viewer)
        }
        seen.update(names)
    return seen


@pytest.mark.parametrize("profile", ["issue", "book"])
@pytest.mark.parametrize("scenario", HOUSE[:2])
def test_whole_games_of_random_play(scenario: str, profile: str) -> None:
    """3.15: they end with a score, and what a segment is made of has happened."""
    seen = Counter[str]()
    for seed in range(2):
        play = played(scenario, profile, seed, reloads=True)
        seen += judge(play)
        assert set(play.table.world.score) == set(SEATS)
    assert {
        "Barraged",
        "AaFired",
        "Totalled",
        "Assaulted",
        "Lost",
        "SegmentOver",
        "StageOver",
        "Ended",
    } <= set(seen)


@pytest.mark.nightly
@pytest.mark.parametrize("scenario", HOUSE[:2])
def test_many_full_segments(scenario: str) -> None:
    seen, seed = Counter[str](), 0
    while seen["SegmentBegan"] < SEGMENTS:
        seen += judge(played(scenario, ("issue", "book")[seed % 2], seed))
        seed += 1
    rare = {
        "HeldOff",
        "Retreated",
        "Seized",
        "Settled",
        "Vacated",
        "Undefended",
        "Unmet",
        "Shifted",
        "Marched",
    }
    assert rare <= set(seen), seen
