"""Two houses that differ only in what a viewer may not know give that viewer the same, at every
surface, and the comparison has eyes.
"""

import time
from pathlib import Path

import pytest

from engine.referee import commands
from renderers.reading import looking
from tests.kit.data import beside
from tests.pairs import discord, games, leaks, moves, shrink, surfaces
from tests.pairs.drive import PairOutcome, play
from tests.pairs.moves import Move

DATA = beside(__file__)

PAIRS = 4
NIGHT = 200
SOME = 25
"""Pairs that may be played until a planted leak has shown: it takes longer where few of them come
to what it is planted in.
"""
REACHING = 1, 2
"""Pairs with mail, and with Discord."""
EYES: dict[str, tuple[str, int, str]] = DATA["eyes"]
"""Each planted leak: a game in which it shows, the first pair that is tried, and the surface at
which it is to be noticed.
"""


def played(game: str, seeds: range) -> list[PairOutcome]:
    outcomes = [play(games.CASES[game], seed) for seed in seeds]
    print(
        f"{game}: {len(outcomes)} pairs, {sum(o.step for o in outcomes)} moves,"
        f" {sum(o.secrets for o in outcomes)} things said in secret,"
        f" {sum(o.messages for o in outcomes)} messages compared"
    )
    return outcomes


@pytest.mark.parametrize("game", sorted(games.CASES))
def test_houses_that_differ_in_secrets_look_the_same(game: str) -> None:
    outcomes = played(game, range(PAIRS))
    assert [o.where for o in outcomes if o.kind == "differs"] == []
    assert sum(o.kind == "abandoned" for o in outcomes) <= PAIRS // 3
    assert sum(o.secrets for o in outcomes) > 3 * PAIRS, "much was said in secret"
    assert sum(o.messages for o in outcomes) > 20 * PAIRS, "and much was compared"


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("game", sorted(games.CASES))
def test_hundreds_of_pairs_that_nobody_has_seen_look_the_same(game: str) -> None:
    """Others each day."""
    first = 500_000 + NIGHT * (int(time.time()) // 86_400 % 1_000)
    outcomes = played(game, range(first, first + NIGHT))
    assert [o.where for o in outcomes if o.kind == "differs"] == []


def test_a_pair_is_played_the_same_way_every_time() -> None:
    assert len({repr(play(games.CASES["ambush"], 3)) for _ in range(2)}) == 1


@pytest.mark.parametrize("leak", leaks.LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: leaks.Leak) -> None:
    game, first, surface = EYES[leak.__name__]
    with leak():
        outcomes = (play(games.CASES[game], seed) for seed in range(first, first + SOME))
        found = next((o for o in outcomes if o.kind == "differs"), None)
    assert found is not None
    assert found.surface.startswith(surface), found.where


def test_a_difference_is_shrunk_to_the_moves_that_make_it() -> None:
    case = games.CASES["ambush"]
    with leaks.by_log():
        seed, outcome = next(
            (seed, outcome)
            for seed in range(10)
            if (outcome := play(case, seed)).kind == "differs" and outcome.step > 5
        )
        moves, shortest = shrink.shrunk(case, seed, outcome)
    assert shortest.surface == outcome.surface == "log"
    assert 0 < len(moves) <= 5
    assert len(moves) < outcome.step


def test_what_is_left_of_a_list_cannot_be_shorter() -> None:
    moves = [Move("wait", n) for n in range(40)]
    needed = {3, 17, 18, 39}
    left = shrink.fewest(moves, lambda some: needed <= {move.seed for move in some})
    assert [move.seed for move in left] == sorted(needed)


def test_every_word_is_said_in_pairs() -> None:
    """A new word is compared in pairs of worlds, or this fails."""
    lines = [*moves.DESK, *moves.OWNER, *moves.MODERATOR, *moves.STRANGER, *moves.ASIDE]
    words = [word.key() for word in commands.WORDS] + [look.word() for look in looking.LOOKS]
    said = {word for word in words for line in lines if f"{line} ".startswith(f"{word} ")}
    assert set(words) - said == set()


def test_whatever_shows_a_game_is_reached_in_pairs(tmp_path: Path) -> None:
    """Fail if a new function takes a view of a game and no pair calls it."""
    with surfaces.reached() as found:
        outcomes = [play(games.CASES["ambush"], seed) for seed in REACHING]
        assert discord.play(games.CASES["ambush"], 1, tmp_path) == ""
    assert {one.kind for one in outcomes} == {"equal"}
    reads, known = surfaces.reads(), surfaces.unreached()
    print(f"{len(reads)} functions show a game, {len(known)} of them in no pair of the day")
    assert known <= reads
    assert reads - found - known == set()
