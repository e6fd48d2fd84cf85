"""``python -m tests.referee --runs 500 --steps 2000``: so many lives of two referees, of so many
steps. One is put together anew from its rows now and then, the other never. Ends at the first
difference.
"""

import argparse
import logging
import time

from tests.faults.lives import relay
from tests.referee import test_twin_machine


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description=__doc__)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--steps", type=int, default=2_000)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with relay():
        test_twin_machine.live(asked.runs, asked.steps)
    spent = time.process_time()
    print(f"{test_twin_machine.Twins.steps:,} steps, {spent:,.0f} CPU seconds: no difference")


if __name__ == "__main__":
    main()
