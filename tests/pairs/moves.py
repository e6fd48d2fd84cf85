"""What happens to both houses of a pair: a list of moves, made from a seed.

A move carries its own chance and nothing of the position, so that any of them can be left out and
the others still mean something: that is what makes shrinking work.
"""

import random
from typing import Literal

from msgspec import Struct

from tests.kit.data import beside

DATA = beside(__file__)

Kind = Literal[
    "answer",
    "line",
    "anytime",
    "secret",
    "probe",
    "desk",
    "owner",
    "moderator",
    "stranger",
    "look",
    "wait",
    "due",
    "mail",
    "drop",
    "outage",
    "refusing",
    "sleep",
    "restart",
    "kill",
]
WEIGHTS: dict[Kind, int] = DATA["weights"]
"""How often each kind comes up.

``answer``: somebody who is asked answers; the owner of the secrets in secret, if the question is
sealed. ``secret``: what the owner does and nobody else may notice, different in the two houses.
``desk``, ``owner``, ``moderator``, ``stranger``: words to the referee. ``drop``: a connection
breaks and comes back. ``outage``: nothing goes out on one of the ways for a while; ``refusing``:
somebody takes nothing there any more. ``sleep``: the machine stands still for a while.
``restart``: the process ends and begins again; ``kill``: it is not asked.
"""
ALL, COUNTS = list(WEIGHTS), list(WEIGHTS.values())

DESK = DATA["desk"]
"""What a viewer's seat says to the referee."""
OWNER = DATA["owner"]
"""What the owner of the secrets says aloud, in both houses."""
MODERATOR = DATA["moderator"]
"""What a moderator says who does not play."""
STRANGER = DATA["stranger"]
"""What somebody says who has no seat."""
ASIDE = DATA["aside"]
"""What the owner does beside the game and nobody notices."""
PASSES = (1, 30, 600, 3_600, 10_000, 90_000)
"""Seconds that pass."""


class Move(Struct, frozen=True):
    """One thing that happens; ``seed`` is its chance."""

    kind: Kind
    seed: int

    def chance(self, purpose: str = "") -> random.Random:
        return random.Random(f"{self.seed}/{purpose}")

    def own(self, house: int) -> random.Random:
        return random.Random(f"{self.seed}/secret/{house}")


def script(seed: int, length: int) -> list[Move]:
    rng = random.Random(f"script {seed}")
    return [Move(kind, rng.getrandbits(32)) for kind in rng.choices(ALL, COUNTS, k=length)]
