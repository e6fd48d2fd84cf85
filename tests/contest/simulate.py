"""Many contests as the referee plays them: ``python -m tests.contest.simulate COUNT SEED``.

Each has drop-outs, rests, late entries, absences, memory lost, corrections and rollbacks. The last
line is a tally; a contest that fails prints its seed.
"""

import random
import sys
import time
from collections import Counter
from typing import Any

from engine.games import contest as g
from engine.state import REFEREE, Join
from engine.testing.holds import replays
from tests.contest.house import FORMS, SIZES, House

STUCK = 4_000


def options_of(form: str, n: int, rng: random.Random) -> dict[str, Any]:
    match form:
        case "many":
            return {"form": "swiss", "table": rng.randrange(3, 6), "rounds": rng.randrange(1, 6)}
        case "swiss":
            return {"form": "swiss", "rounds": min(max(1, n - 2), rng.randrange(3, 8))}
        case "knockout":
            return {"form": form, "seeded": rng.random() < 0.5}
    cycles = rng.choice((1, 1, 2)) if n < 13 else 1
    at_once = rng.choice((0, 0, 1, 3))
    return {"form": form, "cycles": cycles, "division": rng.randrange(3, 9), "open": at_once}


def run(seed: int) -> House:
    """Play a contest to its end. Raises ``AssertionError`` if it is stuck."""
    rng = random.Random(seed)
    form, n = rng.choice(FORMS), rng.choice(SIZES)
    options = options_of(form, n, rng)
    if rng.random() < 0.2 and not options.get("open"):
        options["starts"] = "sat 18:00"
    house = House(rng, options)
    leaves, rests, late, ruled, back, wrong = (
        rng.choice((0, p)) for p in (0.02, 0.05, 0.3, 0.03, 0.06, 0.01)
    )
    house.start(n)
    added, begun = n, 0
    for _ in range(STUCK):
        house.work()
        house.settle()
        if house.over:
            replays(house.play)
            return house
        if house.world.begun != begun:
            begun = house.world.begun
            if back and rng.random() < back and len(house.play.entries) > n + 6:
                house.rollback(rng.randrange(n + 2, len(house.play.entries)))
                continue
            if rng.random() < late and house.play.game.enrols(house.world):
                added += 1
                house.enter(REFEREE, Join(f"p{added}", f"P {added}", f"salt {added}"))
            people(house, leaves, rests)
        if house.over:
            continue
        if rng.random() < wrong:
            house.correct()
        if house.world.options.form != "knockout" and rng.random() < 0.005:
            house.enter(REFEREE, g.NextRound())
        house.finish(ruled=ruled)
    raise AssertionError(f"stuck: {seed} {options} {n}")


def people(house: House, leaves: float, rests: float) -> None:
    for seat in house.play.table.seats:
        menu = house.play.table.menu(seat)
        if menu.offered and house.rng.random() < leaves and len(house.world.here) > 2:
            house.enter(seat, menu.parse("withdraw"))
        elif menu.allows(g.Rest()) and house.rng.random() < rests:
            house.enter(seat, menu.parse("rest"))


def main(count: int, seed: int) -> int:
    """Print the tally, and return the number of contests that failed."""
    forms, tally, begun = Counter[str](), Counter[str](), time.process_time()
    for k in range(seed, seed + count):
        try:
            house = run(k)
        except Exception as error:
            tally["failed"] += 1
            print("FAILED", k, type(error).__name__, error, flush=True)
            continue
        options = house.world.options
        forms[options.form + "+" * (options.table > 2)] += 1
        tally += house.tally
        tally["entries"] += len(house.play.entries)
        tally["games"] += len(house.games)
    print(dict(forms), dict(sorted(tally.items())), f"{time.process_time() - begun:.0f} CPU s")
    return tally["failed"]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
