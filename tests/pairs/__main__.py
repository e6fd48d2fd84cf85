"""``python -m tests.pairs GAME --for SECONDS``: pairs of whole houses, for as long as it is let."""

import argparse
import sys
import time
from collections import Counter

from tests.pairs import drive, games, shrink

FIRST = 1_000_000
"""The first seed of this command; those below belong to the tests."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pairs", description=__doc__)
    parser.add_argument("game", choices=sorted(games.CASES))
    parser.add_argument("--for", dest="seconds", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, help="play this pair alone, and tell what comes of it")
    asked = parser.parse_args()
    if asked.seed is not None:
        return show(asked.game, asked.seed)
    seed = first = FIRST + int(time.time())
    end, counted = time.monotonic() + asked.seconds, Counter[str]()
    while time.monotonic() < end:
        outcome = drive.play(games.CASES[asked.game], seed)
        counted += Counter({outcome.kind: 1, "messages": outcome.messages})
        if outcome.kind == "differs":
            return show(asked.game, seed)
        seed += 1
    print(f"{asked.game}: {seed - first} pairs from seed {first}: {dict(counted)}")
    return 0


def show(game: str, seed: int) -> int:
    case = games.CASES[game]
    outcome = drive.play(case, seed)
    print(outcome)
    if outcome.kind != "differs":
        return 0
    moves, shortest = shrink.shrunk(case, seed, outcome)
    print(f"\nwith {len(moves)} moves: {shortest.where}")
    for move in moves:
        print(f"  {move}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
