"""Random scenarios: small maps, often slippery, two sides or three, some of their units hidden."""

import random
from typing import Any

from engine.games.ambush.hexes import named
from tests.ambush.scenarios import armour

GUNS = ("ML", "LL", "SL", "PPC", "MG", "AC5", "AC20", "SRM4", "SRM6", "LRM10", "LRM20", "FL")
PLACES = ("RA", "LA", "RT", "LT", "CT", "HD", "CTr")


def terrain(rng: random.Random, crowded: bool) -> str:
    if crowded:
        return rng.choice("IIPPPPw")
    code = rng.choice("IIIPPPPPPPPPPPP....wwwWrr1" + "2L#")
    level = rng.choice((0,) * 24 + (1, 1, 2, 3))
    if code == "L":
        return rng.choice(("L15h1", "M40h2", "H90h3", "L60h1@1"))
    return code + (str(level) if level and code not in "12" else "")


def walker(rng: random.Random, name: str, side: str, **more: Any) -> dict[str, Any]:
    tons = rng.choice((20, 35, 45, 55, 70, 100))
    guns = [f"{rng.choice(GUNS)}:{rng.choice(PLACES)}" for _ in range(rng.randint(1, 4))]
    thin = {
        place: max(1, amount // rng.choice((1, 2, 4))) for place, amount in armour(tons).items()
    }
    return {
        "id": name,
        "side": side,
        "tons": tons,
        "walk": rng.randint(3, 6),
        "jump": rng.choice((0, 0, 0, 3, 5)),
        "piloting": rng.randint(5, 8),
        "gunnery": rng.randint(2, 5),
        "armour": thin,
        "weapons": guns,
        **more,
    }


def scenario(
    rng: random.Random, sides: str = "AB", size: tuple[int, int] = (9, 9), crowded: bool = False
) -> dict[str, Any]:
    width, height = size
    cells = {
        named(c, r): terrain(rng, crowded)
        for c in range(1, width + 1)
        for r in range(1, height + 1)
    }
    units: list[dict[str, Any]] = []
    tables: dict[str, Any] = {}
    for side in sides:
        columns = [c for c in range(1, width + 1) if c % len(sides) == sides.index(side)]
        zone = [f"{named(c, 1)}-{named(c, height)}" for c in columns]
        own = [hex for hex in cells if int(hex[:2]) in columns]
        for hex in rng.sample(own, len(own) // (8 if crowded else 4)):
            cells[hex] = rng.choice(("w", "w", "W", "r", "L40h1"))
        for hex in rng.sample(own, 8):
            cells[hex] = rng.choice("PPI.")
        units += [
            walker(rng, f"{side}{n}", side) for n in range(1, 6 if crowded else rng.randint(2, 4))
        ]
        reserve = rng.randint(1, 3)
        units += [walker(rng, f"{side}H{n}", side, hidden=True) for n in range(1, reserve + 1)]
        tables[side] = {"allowance": rng.choice((0, 1, 2, 3)), "deploy": zone, "ambush": zone}
    rows = [" ".join(cells[named(c, r)] for c in range(1, width + 1)) for r in range(1, height + 1)]
    middle = named((width + 1) // 2, (height + 1) // 2)
    options = {
        "pbs_trigger": rng.choice(("any_step", "any_step", "any_step", "end_of_move")),
        "end_detect": rng.choice(("yes", "yes", "no")),
        "edge_kills": rng.choice(("no", "no", "yes")),
        "heat": rng.choice(("no", "yes")),
    }
    return {
        "map": {"size": f"{width}x{height}", "rows": rows},
        "unit": units,
        "side": tables,
        "objective": [{"hex": middle, "points": 30}],
        "end": {"rounds": 2 if crowded else 4},
        "options": options,
    }


def options(rng: random.Random, sides: str = "AB") -> dict[str, Any]:
    return {
        "sides": len(sides),
        "window": rng.choice(("0", "10m", "10m", "1h", "local")),
        "tick": rng.choice(("1s", "1m", "10m")),
        "deadline": rng.choice(("0", "1h", "2d")),
        "asking": rng.choice(("orders", "steps")),
    }
