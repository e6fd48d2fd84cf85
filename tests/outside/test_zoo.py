"""Games as environments of PettingZoo keep its laws; a seed makes a game."""

import os
import random
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from engine.games import names

SEATS = {"battleboard": ("ann", "bob")}
"""Of games whose seats have no names of their own."""
pytestmark = pytest.mark.skipif(
    find_spec("pettingzoo") is None and not os.environ.get("CI"),
    reason="pettingzoo is not installed (tests/outside/requirements.lock)",
)


def made(kind: str) -> Any:
    from meanwhile.zoo import GameEnv

    return GameEnv(kind, SEATS.get(kind, ()))


@pytest.mark.parametrize("kind", names())
def test_an_environment_keeps_the_laws_of_pettingzoo(kind: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have observations of other kinds
        api_test(made(kind), num_cycles=40)
        seed_test(lambda: made(kind), num_cycles=20)


@pytest.mark.parametrize("kind", names())
def test_agents_who_answer_at_once_keep_its_laws_too(kind: str) -> None:
    from pettingzoo.test import parallel_api_test

    from meanwhile.zoo import ParallelGameEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(ParallelGameEnv(kind, SEATS.get(kind, ())), num_cycles=20)
    env = ParallelGameEnv("desert")
    env.reset(seed=1)
    assert [*env.legal] == env.possible_agents, "a sealed question asks both"


def steps(kind: str, seed: int) -> Iterator[tuple[str, str]]:
    env, lot = made(kind), random.Random(1)
    env.reset(seed=seed)
    for _ in range(30):
        number = lot.randrange(len(env.legal))
        yield env.agent_selection, env.orders()[number]
        env.step(number)
        if env.game.over:
            return


@pytest.mark.parametrize("kind", names())
def test_a_seed_makes_a_game_and_a_seat_observes_its_own_view(kind: str) -> None:
    assert [*steps(kind, 7)] == [*steps(kind, 7)]
    env = made(kind)
    env.reset(seed=3)
    for agent in env.possible_agents:
        assert env.seen(agent) == env.game.view(agent)
        observed = bytes(env.observe(agent)["observation"]).rstrip(b"\0")
        assert observed.startswith(b"{")
        assert bool(env.observe(agent)["action_mask"].any()) == (agent == env.agent_selection)


def test_a_winner_is_rewarded_once() -> None:
    env, lot = made("battleboard"), random.Random(1)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        env.step(None if over else lot.randrange(len(env.legal)))
    assert sorted(total.values()) == [-1, 1]
