"""``python -m tests.nightly [NAME ...]``: all shifts of the night, or some of them; one more at a
time than there are cores. Ends with 1 if one of them failed.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from click import Command, Context

from bot.progress import working
from tests.nightly.shifts import ROOT, Done, report, shifts, work


def main(names: list[str]) -> int:
    logs = ROOT / "build/nightly"
    logs.mkdir(parents=True, exist_ok=True)
    begun, listed = time.monotonic(), shifts()
    wanted = names or [*listed]

    def one(name: str) -> Done:
        done = work(name, listed[name], logs)
        step()
        print(f"{'ok' if done.passed else 'FAILED'}: {name}", flush=True)
        return done

    # Some of them wait for servers and for processes.
    lanes = ThreadPoolExecutor(len(os.sched_getaffinity(0)) + 1)
    with Context(Command("nightly")), working("shifts", len(wanted)) as step, lanes:
        done = list(lanes.map(one, wanted))
    told = report(done, time.monotonic() - begun)
    (logs / "report.txt").write_text(f"{told}\n", "utf-8")
    print(told)
    return int(any(not one.passed for one in done))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
