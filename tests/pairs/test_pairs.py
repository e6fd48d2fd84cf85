"""Two houses that differ only in what a viewer may not know give that viewer the same, at every
surface, and the comparison has eyes.
"""

from pathlib import Path

import pytest

from tests.pairs import games, leaks, tally
from tests.pairs.drive import PairOutcome, play
from tests.pairs.moves import Move
from tests.pairs.shrink import fewest, shrunk

PAIRS = 10
NIGHT = 300
EYES: dict[str, tuple[str, int]] = {
    "by_content": ("ambush", 5),
    "by_count": ("ambush", 5),
    "by_order": ("ambush", 5),
    "by_mark": ("battleboard", 1),
    "by_id": ("ambush", 10),
    "by_due": ("ambush", 10),
    "by_list": ("ambush", 10),
    "by_vacancy": ("ambush", 48),
    "by_log": ("ambush", 10),
    "by_metrics": ("ambush", 10),
    "by_receipt": ("ambush", 5),
}
"""Each planted leak: a game in which it shows, and after how many pairs it must have."""


def played(game: str, seeds: range) -> list[PairOutcome]:
    """Return what came of these pairs; it is printed as well."""
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
    """Those that come after the ones of the tally: new ones as often as it grows."""
    first = 500_000 + NIGHT * (tally.read().get(game, tally.Tally()).pairs % 1_000)
    outcomes = played(game, range(first, first + NIGHT))
    assert [o.where for o in outcomes if o.kind == "differs"] == []


@pytest.mark.parametrize("leak", leaks.LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: leaks.Leak) -> None:
    game, most = EYES[leak.__name__]
    with leak():
        assert any(play(games.CASES[game], seed).kind == "differs" for seed in range(most))


def test_a_difference_is_shrunk_to_the_moves_that_make_it() -> None:
    case = games.CASES["ambush"]
    with leaks.by_log():
        seed, outcome = next(
            (seed, outcome)
            for seed in range(10)
            if (outcome := play(case, seed)).kind == "differs" and outcome.step > 5
        )
        moves, shortest = shrunk(case, seed, outcome)
    assert shortest.surface == outcome.surface == "log"
    assert 0 < len(moves) <= 5
    assert len(moves) < outcome.step


def test_what_is_left_of_a_list_cannot_be_shorter() -> None:
    moves = [Move("wait", n) for n in range(40)]
    needed = {3, 17, 18, 39}
    left = fewest(moves, lambda some: needed <= {move.seed for move in some})
    assert [move.seed for move in left] == sorted(needed)


def test_a_tally_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = {"ambush": tally.Tally(pairs=12, secrets=7, cpu_seconds=3.5)}
    tally.write(made, tmp_path / "tally.toml")
    assert tally.read(tmp_path / "tally.toml") == made
