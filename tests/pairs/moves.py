"""What happens to both houses of a pair: a list of moves, made from a seed.

A move carries its own chance and nothing of the position, so that any of them can be left out and
the others still mean something: that is what makes shrinking work.
"""

import random
from typing import Literal

from msgspec import Struct

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
WEIGHTS: dict[Kind, int] = {
    "answer": 40,
    "line": 5,
    "anytime": 3,
    "secret": 22,
    "probe": 6,
    "desk": 12,
    "owner": 5,
    "moderator": 4,
    "stranger": 5,
    "look": 6,
    "wait": 10,
    "due": 6,
    "mail": 4,
    "drop": 2,
    "outage": 2,
    "refusing": 1,
    "sleep": 1,
    "restart": 1,
    "kill": 1,
}
"""How often each kind comes up.

``answer``: somebody who is asked answers; the owner of the secrets in secret, if the question is
sealed. ``secret``: what the owner does and nobody else may notice, different in the two houses.
``desk``, ``owner``, ``moderator``, ``stranger``: words to the referee. ``drop``: a connection
breaks and comes back. ``outage``: nothing goes out on one of the ways for a while; ``refusing``:
somebody takes nothing there any more. ``sleep``: the machine stands still for a while.
``restart``: the process ends and begins again; ``kill``: it is not asked.
"""
ALL, COUNTS = list(WEIGHTS), list(WEIGHTS.values())

DESK = (
    "say * hello",
    "say {owner} psst",
    "games",
    "talk",
    "away until {tomorrow}",
    "away none",
    "hours Europe/Berlin 22:00-07:00",
    "hours none",
    "pause",
    "pause no",
    "resume",
    "extend 2h",
    "extend no",
    "wait",
    "ready",
    "queue add always zebra",
    "queue list",
    "queue drop all",
    "mute {owner}",
    "unmute {owner}",
    "undo",
    "undo 2",
    "undo 9",
    "agree",
    "disagree",
    "cancel",
    "join",
    "join {owner}",
    "leave",
    "start",
    "invite box/zed",
    "link",
    "link {code}",
    "unlink json",
    "rating {kind}",
    "queue add always pass",
    "queue",
    "observe",
    "gm look",
    "gm default {owner}",
    "zebra",
    "help",
    "status",
    "board",
    "orders",
    "rules",
    "ping",
    "proof",
    "record",
    "my data",
    "signals mail",
    "signals usual",
    "appeal too far",
    "resume no",
    "hand box/zed",
    "hand nobody",
    "salt zebra",
    "forget me",
    "robot {owner}",
)
"""What a viewer's seat says to the referee."""
OWNER = (
    "say * well",
    "say {viewer} here I am",
    "away until {tomorrow}",
    "away none",
    "hours Asia/Taipei 23:00-08:00",
    "pause",
    "resume",
    "extend 90m",
    "undo",
    "undo 2",
    "agree",
    "disagree",
    "join",
    "invite box/zed",
    "link",
    "link {code}",
    "unlink box",
    "leave",
)
"""What the owner of the secrets says aloud, in both houses."""
MODERATOR = (
    "gm pause",
    "gm resume",
    "gm extend 1h",
    "gm default",
    "gm default {owner}",
    "gm undo",
    "gm rollback 3",
    "gm rollback 5",
    "gm announce tea is ready",
    "gm mute {owner}",
    "gm unmute {owner}",
    "gm audit",
    "gm deadline {tomorrow} 12:00",
    "gm replace {owner}",
    "gm replace {owner} box/zed",
    "gm replace {viewer} box/zed",
    "gm remove {owner}",
    "gm look",
    "gm look {owner}",
    "gm moderator box/zed",
    "gm hand box/zed",
    "gm close",
    "kick {owner}",
    "games",
    "gm kick {owner}",
    "gm rule it stands",
    "gm correct total = 5 because typo",
    "ask {viewer} was that in range?",
    "proof",
    "status",
)
"""What a moderator says who does not play."""
STRANGER = (
    "games",
    "join",
    "join {owner}",
    "talk",
    "observe",
    "observe off",
    "rating {kind}",
    "link",
    "link {code}",
    "away until {tomorrow}",
    "leave",
    "gm look",
    "zebra",
    "history",
    "status",
    "board",
    "rules",
    "proof",
    "record",
    "my data",
    "new {kind} clock=zebra",
)
"""What somebody says who has no seat."""
ASIDE = (
    "talk",
    "games",
    "queue list",
    "queue add always zebra",
    "queue drop all",
    "mute {viewer}",
    "unmute {viewer}",
    "zebra",
    "gm look",
    "my data",
    "proof",
    "status",
    "orders",
    "board",
    "history",
    "?",
    "public?",
)
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
