"""``python -m tests.pairs GAME --for SECONDS``: pairs of whole houses, for as long as it is let."""

import argparse
import sys
import time

from tests.pairs import drive, games, shrink, tally

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
    tallies, end = tally.read(), time.monotonic() + asked.seconds
    mine = tallies.setdefault(asked.game, tally.Tally())
    while time.monotonic() < end:
        seed, begun = FIRST + mine.pairs, time.process_time()
        outcome = drive.play(games.CASES[asked.game], seed)
        mine.pairs += 1
        mine.moves += outcome.step
        mine.secrets += outcome.secrets
        mine.messages += outcome.messages
        mine.revealed += outcome.kind == "revealed"
        mine.abandoned += outcome.kind == "abandoned"
        mine.differences += outcome.kind == "differs"
        mine.cpu_seconds = round(mine.cpu_seconds + time.process_time() - begun, 1)
        if mine.pairs % 50 == 0 or outcome.kind == "differs" or time.monotonic() >= end:
            tally.write(tallies | {asked.game: mine})
        if outcome.kind == "differs":
            return show(asked.game, seed)
    print(f"{asked.game}: {mine}")
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
