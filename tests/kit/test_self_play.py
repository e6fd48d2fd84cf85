"""Games in memory for who trains a robot (``engine.testing.self_play``)."""

import random
import re

import pytest

from engine.game import answers
from engine.testing import SelfPlay, self_play
from tests.kit.each import each
from tests.kit.games import names

SEATS = {"battleboard": ("ann", "bob")}


def played(kind: str, seed: int) -> SelfPlay:
    rng, game = random.Random(seed), SelfPlay(kind, SEATS.get(kind, ()), seed=seed)
    while not game.over:
        seat = game.asked[0]
        game.take(seat, rng.choice(answers(game.menu(seat))).sample(rng))
    return game


@each("kind", names())
def test_every_game_is_played_with_itself_to_its_end_and_equal_seeds_make_equal_games(
    kind: str,
) -> None:
    first, second = played(kind, 3), played(kind, 3)
    assert first.result is not None
    assert first.asked == ()
    assert first.table.save() == second.table.save()


def test_an_offer_its_text_and_its_order_are_the_same() -> None:
    games = [SelfPlay("battleboard", ("ann", "bob"), seed=1) for _ in range(3)]
    seat = games[0].asked[0]
    offer = games[0].offers(seat)[5]
    games[0].take(seat, offer)
    games[1].take(seat, offer.order)
    games[2].take(seat, games[2].menu(seat).parse(offer.order))
    assert len({game.table.save() for game in games}) == 1


def test_the_example_of_the_module_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"::\n\n((?:    .*\n|\n)+)", self_play.__doc__ or "")
    assert found is not None
    exec(re.sub("^    ", "", found[1], flags=re.MULTILINE), {})
    assert capsys.readouterr().out.strip()
