"""Scenarios dealt again: everything about one side that the other may not
know is changed, and nothing else.
"""

import random
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

from engine.games import desert

SCENARIOS = Path(desert.__file__).parent / "scenarios"
Made = dict[str, Any]


def scenario(name: str = "halim-road") -> Made:
    return tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))


def dealt(side: str, rng: random.Random, name: str = "") -> tuple[Made, Made]:
    made = alone(scenario(name or rng.choice(("halim-road", "sidi-rahal"))), side, rng)
    return made, twin(made, side, rng)


def alone(made: Made, side: str, rng: random.Random) -> Made:
    made = deepcopy(made)
    enemy = {unit["hex"] for unit in made["unit"] if unit["side"] != side}
    near = {hex for pair in made["adjacent"]["pairs"] if set(pair) & enemy for hex in pair}
    free = [hex for hex in made["hexes"] if all(unit["hex"] != hex for unit in made["unit"])]
    staff = rng.choice([hex for hex in free if hex not in near])
    ruse = rng.choice([hex for hex in free if hex != staff])
    made["unit"] += [
        {"id": "RUSE", "side": side, "name": "Ruse", "kind": "dummy_tank", "sp": 1, "hex": ruse},
        {"id": "STAFF", "side": side, "name": "Staff", "kind": "hq", "hex": staff},
    ]
    return made


def twin(made: Made, side: str, rng: random.Random) -> Made:
    other = deepcopy(made)
    units = [unit for unit in other["unit"] if unit["side"] == side]
    for unit in units:
        if unit["kind"] == "warship":
            continue
        for kind in unit.get("toe", {}):
            unit["toe"][kind] += rng.randrange(4)
        unit["ammo"] = unit.get("ammo", 0) + rng.randrange(20)
        for most, now in (
            ("max_toe", sum(unit.get("toe", {}).values())),
            ("max_ammo", unit["ammo"]),
        ):
            if most in unit:
                unit[most] = max(unit[most], now)
        unit["morale"] = max(-3, min(3, unit.get("morale", 0) + rng.randint(-1, 1)))
        unit["cohesion"] = max(-20, unit.get("cohesion", 0) - rng.randrange(5))
        if rng.random() < 0.3:
            unit["trucks"] = [
                {"kind": "medium", "cargo": rng.choice(["ammo", "fuel"]), "n": rng.randint(1, 4)}
            ]
        if unit["kind"] == "dummy_tank" and rng.random() < 0.5:
            tanks = next(
                name for name, point in other["points"].items() if point["class"] == "tank"
            )
            unit |= {"kind": "tank", "toe": {tanks: rng.randint(1, 4)}, "ammo": 20}
        if unit["id"] == "STAFF":
            foot = next(name for name, point in other["points"].items() if point["class"] == "inf")
            unit |= {"kind": "inf", "toe": {foot: 1}}
    swap(units, rng)
    for dump in other.get("dump", ()):
        if dump["side"] == side and dump.get("real", True):
            dump["ammo"] = dump.get("ammo", 0) + rng.randrange(100)
    return other


def swap(units: list[dict[str, Any]], rng: random.Random) -> None:
    foot = [unit for unit in units if unit["kind"] in ("inf", "hw", "mg")]
    pairs = [(a, b) for a in foot for b in foot if a["hex"] == b["hex"] and a["id"] < b["id"]]
    if pairs and rng.random() < 0.5:
        a, b = rng.choice(pairs)
        a["id"], b["id"] = b["id"], a["id"]
