"""Games as environments of PettingZoo: ``pip install meanwhile[zoo]``.

::

    from meanwhile.zoo import GameEnv

    env = GameEnv("battleboard", ("ann", "bob"))
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        actions = env.action_space(agent)
        env.step(None if over else actions.sample(observation["action_mask"]))

An agent is a seat, and an action is the number of an order in ``env.orders()``, a list of texts.
The mask has a 1 for each. An observation is the JSON of everything that the seat may know
(``env.seen(agent)`` as data), as bytes, with zeros behind it. A choice with more orders than the
list has room for, such as a path, is represented by some of its orders, chosen at random. Equal
seeds and equal actions make equal games. In a sealed question each seat answers in its turn and
learns of no other answer before all are in.

The reward is 1 for a win, -1 for a loss and 0 for a draw, all at the end.

``ParallelGameEnv`` takes an action of each agent a step: for games with sealed questions.
"""

import random
import zlib
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from engine.menu import Menu
from engine.state import Order, Seat
from engine.testing.self_play import SelfPlay

ACTIONS = 512
"""Size of the action space: the orders that an agent can choose from at once."""
SAMPLES = 6
"""Orders that represent a choice with too many to list."""
SIZE = 32_768
"""Bytes of an observation. A longer one raises ``ValueError``."""
STEPS = 5_000
"""Steps after which a game is truncated."""


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not installed everywhere
    """One game, with the arguments of ``SelfPlay``. ``steps`` limits its length."""

    metadata: ClassVar = {"name": "meanwhile_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        seats: tuple[Seat, ...] = (),
        *,
        options: Mapping[str, Any] | None = None,
        scenario: Mapping[str, Any] | None = None,
        steps: int = STEPS,
    ):
        super().__init__()
        self.kind, self.most = game, steps
        self.settings: dict[str, Any] = {"options": options, "scenario": scenario}
        self.game = SelfPlay(game, seats, **self.settings)
        roles = self.game.table.game.roles(self.game.table.options)
        self.possible_agents = list(seats or (() if isinstance(roles, int) else roles))
        if not self.possible_agents:
            raise ValueError(f"{game}: name its seats, such as ('ann', 'bob')")
        self.render_mode = None
        self.seeds = random.Random()
        self.legal: list[Order] = []
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (SIZE,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {seat: spaces.Discrete(ACTIONS) for seat in self.possible_agents}

    def observation_space(self, agent: Seat) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin another game. Without a seed it is drawn from the last one."""
        if seed is not None:
            self.seeds.seed(seed)
        self.seed, self.taken = self.seeds.getrandbits(64), 0
        seats = tuple(self.possible_agents)
        self.game = SelfPlay(self.kind, seats, seed=self.seed, **self.settings)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {seat: {} for seat in self.agents}
        self.turn_to(self.game.asked[0])

    def turn_to(self, seat: Seat) -> None:
        """Find out what a seat that is asked can do."""
        self.agent_selection = seat
        lot = random.Random(zlib.crc32(f"{self.seed} {self.taken}".encode()))
        self.legal = orders_of(self.game.menu(self.agent_selection), lot)

    def orders(self) -> list[str]:
        """Return the orders of the agent that is next, as texts: action 3 is the fourth."""
        menu = self.game.menu(self.agent_selection)
        return [menu.write(order) for order in self.legal]

    def seen(self, agent: Seat) -> Any:
        """Return everything that this seat may know, as the game's own data."""
        return self.game.view(agent)

    def observe(self, agent: Seat) -> dict[str, Any]:
        raw = msgspec.json.encode(self.seen(agent), enc_hook=str)
        if len(raw) > SIZE:
            raise ValueError(f"{self.kind}: a view of {len(raw)} bytes; at most {SIZE} fit")
        observation: Any = np.zeros(SIZE, np.uint8)
        mask: Any = np.zeros(ACTIONS, np.int8)
        observation[: len(raw)] = np.frombuffer(raw, np.uint8)
        if agent == self.agent_selection and not self.game.over:
            mask[: len(self.legal)] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.legal):
            raise ValueError(f"{seat}: no action {action}; there are {len(self.legal)}")
        self._cumulative_rewards[seat] = 0
        self._clear_rewards()
        self.play(seat, self.legal[action])
        if not self.game.over:
            self.turn_to(self.game.asked[0])
            if self.taken >= self.most:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def play(self, seat: Seat, order: Order) -> None:
        self.taken += 1
        self.game.take(seat, order)
        if self.game.over:
            self.end()

    def end(self) -> None:
        self.legal, seats = [], tuple(self.possible_agents)
        won = self.game.table.game.winners(self.game.result or "", seats)
        if won and len(won) < len(seats):
            self.rewards = {seat: 1 if seat in won else -1 for seat in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)


class ParallelGameEnv(ParallelEnv):  # type: ignore[misc]  # as above
    """The same game, in steps in which all agents who are asked answer at once.

    ``infos[agent]["asked"]`` says whether an agent is asked. If not, its only action is 0 and
    counts for nothing.
    """

    metadata: ClassVar = {"name": "meanwhile_v0", "render_modes": []}

    def __init__(self, game: str, seats: tuple[Seat, ...] = (), **settings: Any):
        self.turns = GameEnv(game, seats, **settings)
        self.possible_agents = self.turns.possible_agents
        self.observation_spaces = self.turns.observation_spaces
        self.action_spaces = self.turns.action_spaces
        self.render_mode = None
        self.legal: dict[Seat, list[Order]] = {}

    def observation_space(self, agent: Seat) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[Seat, Any], dict[Seat, Any]]:
        self.turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self.look(), self.infos()

    def look(self) -> dict[Seat, Any]:
        """Find out who is asked, and return the observations of all."""
        seen: dict[Seat, Any] = {}
        self.legal = {}
        for seat in self.possible_agents:
            if seat in self.turns.game.asked:
                self.turns.turn_to(seat)
                self.legal[seat] = self.turns.legal
            seen[seat] = self.turns.observe(seat)
            seen[seat]["action_mask"][0] = 1
        return seen

    def infos(self) -> dict[Seat, dict[str, bool]]:
        return {seat: {"asked": seat in self.legal} for seat in self.possible_agents}

    def step(self, actions: Mapping[Seat, int]) -> Any:
        """Return observations, rewards, terminations, truncations and infos by agent."""
        game = self.turns.game
        question, agents = game.table.state.question, self.agents
        for seat, legal in self.legal.items():
            # An answer can close the question for the others.
            if seat in game.asked and game.table.state.question == question:
                if not 0 <= actions[seat] < len(legal):
                    raise ValueError(f"{seat}: no action {actions[seat]}; there are {len(legal)}")
                self.turns.play(seat, legal[actions[seat]])
        ended = dict.fromkeys(agents, game.over)
        cut = dict.fromkeys(agents, not game.over and self.turns.taken >= self.turns.most)
        rewards = {seat: self.turns.rewards[seat] for seat in agents}
        self.agents = [] if game.over or any(cut.values()) else agents
        return self.look(), rewards, ended, cut, self.infos()


def orders_of(menu: Menu, lot: random.Random) -> list[Order]:
    """Return the answers that an agent chooses from, at most ``ACTIONS``. If all are listed, the
    same order has the same number at equal questions.
    """
    found: list[Order] = []
    for choice in menu.offered:
        if choice.role != "anytime":
            listed = choice.orders(ACTIONS)
            found += [choice.sample(lot) for _ in range(SAMPLES)] if listed is None else listed
    return list(dict.fromkeys(found))[:ACTIONS] or [menu.default]
