"""Ambush described to the kit."""

import random
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from engine.games.ambush.events import Opened, Revealed, Shot
from engine.games.ambush.hexes import named
from engine.games.ambush.orders import Standing
from engine.state import PUBLIC, Event, Seat
from engine.testing.kit import Kit, Setting
from tests.ambush import random_scenarios
from tests.ambush.leaks import LEAKS
from tests.kit.data import goldens

PROBES = (
    *(
        "move A1 run F F F F F F",
        "move A2 walk F L F on_fall: S F",
        "move BH1 run F",
        "continue A1 F F F",
    ),
    *(
        "avoid yes A1 run F F",
        "fire BH1",
        "ambush BH1 fire",
        "hide BH1 0505/3",
        "fire A1 ML>BH1",
        "reveal BH1 next-round",
    ),
)


class AmbushKit(Kit):
    silent = True
    orders = 2_500
    size, pairs = 40_000, 8
    golden = goldens(__file__)
    owner = "B"
    viewers: tuple[Seat, ...] = (PUBLIC, "A")
    private = (Standing,)
    unclocked: Mapping[str, Any] = MappingProxyType({"deadline": "0"})
    probes: tuple[str, ...] = PROBES
    leaks = LEAKS

    def setting(self, seed: int) -> Setting:
        rng = random.Random(f"ambush {seed}")
        sides = "ABC" if seed % 8 == 7 else "AB"
        size = rng.randint(6, 9), rng.randint(5, 8)
        made = random_scenarios.scenario(rng, sides, size, seed % 2 == 0)
        return Setting(tuple(sides), random_scenarios.options(rng, sides), made)

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        setting = public(seed)
        return setting, setting

    def blind(self) -> AbstractContextManager[Any]:
        """The bytes of a commitment are as good as random to whoever has not the salt (IS-38)."""
        stack = ExitStack()
        stack.enter_context(super().blind())
        stack.enter_context(patch("engine.games.ambush.damage.seal", lambda _: "sealed"))
        return stack

    def reveals(self, event: Event) -> bool:
        return isinstance(event, Revealed | Opened) or (
            isinstance(event, Shot) and event.unit.startswith("B")
        )


def public(seed: int) -> Setting:
    rng = random.Random(f"pair {seed}")
    width, height = rng.randint(6, 8), rng.randint(5, 7)
    made: dict[str, Any] = random_scenarios.scenario(
        rng, size=(width, height), crowded=seed % 2 == 0
    )
    zones = {"A": range(width - 1, width + 1), "B": range(1, width - 1)}
    homes = {"A": range(1, width - 2), "B": range(width - 1, width + 1)}
    taken: set[str] = set()
    for unit in made["unit"]:
        if not unit.get("hidden"):
            rows = [line.split() for line in made["map"]["rows"]]
            spots = [
                named(c, r)
                for c in homes[unit["side"]]
                for r in range(1, height + 1)
                if rows[r - 1][c - 1] in ("P", "I", ".")
            ]
            free = [hex for hex in spots if hex not in taken]
            spot = rng.choice(free) if free else cleared(rng, made, homes[unit["side"]], taken)
            taken.add(spot)
            if unit["side"] == "B":
                unit |= {"walk": 2, "jump": 0}
            unit["at"] = f"{spot}/{rng.randrange(6)}"
    for side, zone in zones.items():
        made["side"][side] = {
            "allowance": rng.randint(1, 3),
            "ambush": [f"{named(c, 1)}-{named(c, height)}" for c in zone],
        }
    options = {
        "window": rng.choice(("0", "10m", "10m", "1h")),
        "tick": rng.choice(("1m", "10m")),
        "deadline": "2d",
        "asking": "steps" if seed % 4 == 3 else "orders",
    }
    return Setting(("A", "B"), options, made)


def cleared(rng: random.Random, made: dict[str, Any], columns: range, taken: set[str]) -> str:
    rows = [line.split() for line in made["map"]["rows"]]
    hex = rng.choice(
        [hex for c in columns for r in range(1, len(rows) + 1) if (hex := named(c, r)) not in taken]
    )
    rows[int(hex[2:]) - 1][int(hex[:2]) - 1] = "P"
    made["map"]["rows"] = [" ".join(row) for row in rows]
    return hex


KIT = AmbushKit()
