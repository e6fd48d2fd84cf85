"""Desert described to the kit."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.games.desert import events
from engine.state import PUBLIC, Event, Seat
from engine.testing.kit import Golden, Kit, Setting
from tests.desert import twins, worked
from tests.desert.leaks import LEAKS
from tests.kit.data import beside

DATA = beside(__file__)

PROBES = DATA["probes"]
SHARED = (
    events.ListsShown,
    events.Barraged,
    events.HeldOff,
    events.Noticed,
    events.AaFired,
    events.Totalled,
    events.Undefended,
    events.Void,
    events.Seized,
    events.Retreated,
    events.Parted,
    events.Shifted,
    events.Opened,
)
"""What the rules let both sides know of each other (4.1)."""


class DesertKit(Kit):
    silent = True
    orders = 6_000
    size = 60_000
    pairs = 4
    golden: tuple[Golden, ...] = (worked.BARRAGE, worked.ASSAULT)
    owner = "cw"
    viewers: tuple[Seat, ...] = (PUBLIC, "axis")
    unclocked: Mapping[str, Any] = MappingProxyType({"timeout": "none"})
    probes: tuple[str, ...] = PROBES
    leaks = LEAKS

    def setting(self, seed: int) -> Setting:
        rng = random.Random(f"desert {seed}")
        options = {
            "stages": rng.choice((0, 0, 1, 1, 2)),
            "profile": rng.choice(("scenario", "scenario", "book")),
            "timeout": rng.choice(("none", "none", "2h")),
        }
        if rng.random() < 0.3:
            options["rulings"] = rng.choice(
                ("R-HOLD=gt_targets", "R-SUM=columns R-EXCEED=meet", "R-WHPART=point")
            )
        return Setting(("axis", "cw"), options)

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        rng = random.Random(f"pair {seed}")
        options = {"stages": 1, "timeout": rng.choice(("none", "2h"))}
        made, other = twins.dealt("cw", rng)
        return Setting(("axis", "cw"), options, made), Setting(("axis", "cw"), options, other)

    def reveals(self, event: Event) -> bool:
        return isinstance(event, SHARED)


class PaperKit(DesertKit):
    """One side alone (DS-24). Declarations are public in part, so its pairs of worlds are cases."""

    orders = 2_000
    owner = ""
    golden = ()

    def setting(self, seed: int) -> Setting:
        stages, absent = seed % 3, ("axis", "cw")[seed % 2]
        return Setting(
            tuple(seat for seat in ("axis", "cw") if seat != absent),
            {"stages": stages, "paper": absent},
        )


KIT = DesertKit()
PAPER = PaperKit()
