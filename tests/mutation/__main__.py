"""``python -m tests.mutation ROOM...``: mutants of a room, and which of them its tests let live;
without a room, all of them. The rooms, and mutants that change nothing, stand in ``rooms.toml``.
"""

import argparse
import sys

from tests.mutation import rooms
from tests.mutation.run import Outcome, run

GOAL = 95.0
"""Percent of the mutants that are not equal to the program that must be killed."""


def main() -> int:
    known = rooms.read()
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(known))
    parser.add_argument(
        "--sample", type=int, default=0, help="so many mutants of each room; 0: all"
    )
    parser.add_argument(
        "--only", default="", help="mutants whose function is called like this pattern"
    )
    asked = parser.parse_args()
    if strange := set(asked.rooms) - known.keys():
        parser.error(f"no room {', '.join(sorted(strange))}; there are: {', '.join(known)}")
    outcomes = list[Outcome]()
    for name in asked.rooms or known:
        outcomes.append(outcome := run(name, known[name], asked.sample, asked.only))
        print(outcome.text(), flush=True)
    return int(any(outcome.percent < GOAL for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
