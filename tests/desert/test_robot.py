"""The robot of Desert: what it spares, and how it does against play at random."""

import random
from collections import Counter

import pytest

from engine.game import answers
from engine.games.desert import condition, game, hints, units
from engine.games.desert.events import Favoured
from engine.games.desert.view import View
from engine.testing import SelfPlay
from tests.kit.each import each

GAME = game.EDITIONS[-1]
SEATS = ("axis", "cw")


def against_random(scenario: str, robot: str, seed: int) -> SelfPlay:
    play, rng = SelfPlay(GAME, seed=seed, options={"scenario": scenario}), random.Random(seed)
    while not play.over:
        seat = play.asked[0]
        view, menu = play.view(seat), play.menu(seat)
        if seat == robot:
            play.take(seat, GAME.robot(view, menu, rng))
        else:
            play.take(seat, rng.choice(answers(menu)).sample(rng))
    return play


def rates(scenario: str, games: int) -> Counter[str]:
    won: Counter[str] = Counter()
    for robot in SEATS:
        for seed in range(games):
            play = against_random(scenario, robot, seed)
            won[robot] += (play.result or "").startswith(f"won {robot}")
    return won


@each("scenario", ["range-day", "two-dawns"])
def test_it_wins_most_games_against_play_at_random(scenario: str) -> None:
    assert rates(scenario, 4).total() >= 6


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("scenario", "least"),
    [
        ("halim-road", {"axis": 28, "cw": 44}),
        ("two-dawns", {"axis": 46, "cw": 44}),
        # Axis attacks across the gates, which lean to who defends them (its file says how much).
        ("sidi-rahal", {"axis": 20, "cw": 47}),
    ],
)
def test_it_wins_many_games_against_play_at_random(scenario: str, least: dict[str, int]) -> None:
    won = rates(scenario, 50)
    assert {side: won[side] >= n for side, n in least.items()} == dict.fromkeys(least, True), won


def test_R_SURR_it_leaves_no_stack_without_ammo_to_defend_itself() -> None:
    play, rng, sheets = SelfPlay(GAME, seed=0), random.Random(0), 0
    while not play.over:
        seat = play.asked[0]
        view: View = play.view(seat)
        early = view.segment < 2 * view.stages and seat != view.phasing
        if early and view.step == "assign" and view.sheet.roles:
            sheets += 1
            for hex in {touch.own for touch in view.touching}:
                stack = [unit for unit in view.stacked(hex, seat) if unit.points]
                had = [u for u in stack if condition.ammo(view, u) >= hints.least_ammo(view, u)]
                assert not had or any(left(view, u) >= hints.least_ammo(view, u) for u in had)
        orders = GAME.hints(view, play.menu(seat))
        play.take(seat, orders[0] if orders else GAME.robot(view, play.menu(seat), rng))
    assert sheets > 1


def left(view: View, unit: units.Unit) -> int:
    spent = sum(
        hints.assault_cost(view, {role.kind: role.n})
        for role in view.sheet.roles.get(unit.id, ())
        if role.task == "ca"
    )
    return condition.ammo(view, unit) - spent


def test_DS_19_a_bonus_counts_at_the_end_and_is_seen_from_the_beginning() -> None:
    scores = []
    for bonus, points in (("none", {}), ("cw+99", {"cw": 99})):
        play = SelfPlay(GAME, seed=1, options={"bonus": bonus})
        assert play.view("axis").bonuses == points
        told = [e for one in play.told for e in one.events("axis") if isinstance(e, Favoured)]
        assert [{one.seat: one.points} for one in told] == ([points] if points else [])
        while not play.over:
            seat = play.asked[0]
            play.take(seat, play.menu(seat).default)
        scores.append(play.view("axis").score)
    assert scores[1] == {**scores[0], "cw": scores[0]["cw"] + 99}
    assert play.result == "won cw score"


@each("bonus", ["cw", "cw+", "cw-3", "ann+3", "cw+1000", "3"])
def test_a_bonus_that_cannot_be_read_is_refused(bonus: str) -> None:
    with pytest.raises(ValueError, match="bonus"):
        SelfPlay(GAME, options={"bonus": bonus})
