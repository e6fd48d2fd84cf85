"""Two processes at one database on a server: one works, one stands by. The one that works is
killed, stopped for a while or cut off, or the server crashes; the other one goes on.

``python -m tests.crash.takeover ROUNDS [WRONG]`` says how long each took.
"""

import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.store.journal import encode
from tests.crash.test_kill import Ledger
from tests.repo.tree import ROOT
from tests.store import server

KINDS = ("kill", "stop", "cut", "crash")
WORK = 0.3
"""Seconds at the most that one works before something happens to it."""


class Worker:
    """One process."""

    def __init__(self, folder: Path, name: str, url: str, wrong: str):
        self.said, self.log, self.again = (
            folder / f"{name}.{what}" for what in ("said", "log", "again")
        )
        command = [sys.executable, "-m", "tests.crash.victim", url]
        command += [str(self.log), str(self.again), name, *filter(None, [wrong])]
        self.errors = folder / f"{name}.errors"
        with self.said.open("wb") as said, self.errors.open("wb") as errors:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=errors)

    def wait_until_it_says(self, word: bytes) -> float:
        """Wait for a line; return the second in which it came."""
        while b'["' + word + b'"' not in self.said.read_bytes():
            assert self.process.poll() is None, self.errors.read_text()
            time.sleep(0.005)
        return time.monotonic()

    def told(self) -> int:
        """How many lines it has told."""
        return self.log.read_bytes().count(b"\n") if self.log.exists() else 0


class Takeovers:
    """Round after round; ``times``: seconds from what happened to the first answer of who goes on,
    by kind. ``late``: lines that were told by who had been taken over from.
    """

    def __init__(self, folder: Path, url: str, wrong: str = ""):
        self.folder, self.url, self.wrong, self.rng = folder, url, wrong, random.Random(7)
        self.ledger = Ledger(folder, url)
        self.times: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.late = self.count = 0
        self.logs: list[Path] = []
        self.working = self.begun()
        self.go_on(self.working)

    def begun(self) -> Worker:
        """Begin another process."""
        self.count += 1
        return Worker(self.folder, f"w{self.count}", self.url, self.wrong)

    def go_on(self, worker: Worker) -> None:
        """Have a process work, with the letters that were not answered yet."""
        self.logs.append(worker.log)
        self.working = worker
        known = self.ledger.letters.items()
        waiting = [letter for id, letter in known if id not in self.ledger.receipts]
        part = worker.again.with_suffix(".part")
        part.write_bytes(encode(waiting))
        part.rename(worker.again)
        worker.wait_until_it_says(b"receipt" if waiting else b"ready")

    def round(self, kind: str) -> None:
        """Let something happen to who works."""
        old, other = self.working, self.begun()
        other.wait_until_it_says(b"begun")
        time.sleep(self.rng.uniform(0, WORK))
        happened = time.monotonic()
        if kind == "kill":
            old.process.kill()
        elif kind == "stop":
            old.process.send_signal(signal.SIGSTOP)
        elif kind == "cut":
            server.cut(self.url)
        else:
            server.cluster().crash()
        if kind in ("cut", "crash"):
            self.settle(old, other, happened, kind)
            return
        self.times[kind].append(other.wait_until_it_says(b"begins") - happened)
        told = old.told()
        if kind == "stop":
            old.process.send_signal(signal.SIGCONT)
        old.process.wait()
        self.late += old.told() - told
        self.ledger.hear(old.said.read_bytes())
        self.go_on(other)

    def settle(self, old: Worker, other: Worker, happened: float, kind: str) -> None:
        """Either of the two goes on: whoever reaches the server first."""
        while old.process.poll() is None and b'["begins"' not in other.said.read_bytes():
            before = old.told()
            time.sleep(0.05)
            if old.told() > before and time.monotonic() - happened > 1:
                self.times[kind].append(time.monotonic() - happened)
                other.process.kill()
                other.process.wait()
                return
        self.times[kind].append(other.wait_until_it_says(b"begins") - happened)
        old.process.wait()
        self.ledger.hear(old.said.read_bytes())
        self.go_on(other)

    def end(self) -> list[str]:
        """Leave the last one to finish; return what does not hold."""
        self.working.process.kill()
        self.working.process.wait()
        self.ledger.hear(self.working.said.read_bytes())
        last = self.ledger.log
        last.write_bytes(b"".join(log.read_bytes() for log in self.logs if log.exists()))
        self.ledger.run("last", "", None)
        return self.ledger.wrong(done=True)


def main(rounds: int, wrong: str = "") -> None:
    """Print the times, and what does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        takeovers = Takeovers(Path(folder), server.fresh(), wrong)
        for n in range(rounds):
            takeovers.round("stop" if wrong else KINDS[n % len(KINDS)])
        found = takeovers.end()
    for kind, times in takeovers.times.items():
        if times:
            middle = statistics.median(times)
            print(f"{kind}: {len(times)} times, {middle:.2f} s ({min(times):.2f}-{max(times):.2f})")
    answered = len(takeovers.ledger.receipts)
    print(f"{answered} answered; told by who was overtaken: {takeovers.late}; wrong: {found}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
