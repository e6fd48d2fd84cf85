"""Three processes at one database on a server, all of them at work on the same games; one of them
speaks. It is killed, stopped for a while or cut off, another one is killed, what it says to the
server is swallowed, the server crashes, or another server takes its place; the others go on.

``python -m tests.crash.several ROUNDS [WRONG]`` says how long each took.
"""

import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg

from engine.store.journal import encode
from tests.crash import test_kill, victim
from tests.repo.tree import ROOT
from tests.store import server

KINDS = ("kill", "other", "stop", "cut", "silence", "crash", "promote")
PROCESSES = 3
WORK = 0.5
"""Seconds at the most that they work before something happens."""


class Worker:
    def __init__(self, folder: Path, name: str, url: str, log: Path, wrong: str):
        self.said, self.again = folder / f"{name}.said", folder / f"{name}.again"
        command = [sys.executable, "-m", "tests.crash.victim", url]
        command += [str(log), str(self.again), name, *filter(None, [wrong])]
        self.errors = folder / f"{name}.errors"
        with self.said.open("wb") as said, self.errors.open("wb") as errors:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=errors)

    def says(self, word: bytes) -> bool:
        return b'["' + word + b'"' in self.said.read_bytes()

    def told(self) -> int:
        told = self.again.with_suffix(".told")
        return told.stat().st_size if told.exists() else 0

    def receipts(self) -> int:
        return self.said.read_bytes().count(b'\n["receipt"')


class Several:
    """Round after round. ``times``: seconds from what happened until another one speaks, or where
    the same one still does, until anybody is given an answer; by kind. ``late``: the lines that
    were told by who had been taken over from, each time.
    """

    def __init__(self, folder: Path, wrong: str = "", *, follows: bool = False):
        self.folder, self.wrong, self.rng = folder, wrong, random.Random(7)
        self.lead = server.Cluster()
        self.standby: server.Cluster | None = None
        if follows:
            self.follow()
        self.url = server.fresh(self.lead)
        self.ledger = test_kill.Ledger(folder, self.url)
        self.times: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.count, self.late = 0, list[int]()
        self.wires: dict[str, server.Wire] = {}
        self.workers: list[Worker] = []
        for _ in range(PROCESSES):
            self.begin()
        self.speaking()

    def follow(self) -> None:
        self.standby = self.lead.followed()

    def begin(self) -> None:
        self.count += 1
        name = f"w{self.count}"
        wire = self.wires[name] = server.Wire(self.folder / f"wire{self.count}", self.lead.folder)
        url = server.address(wire.folder) + self.url[self.url.index("&options") :]
        worker = Worker(self.folder, name, url, self.ledger.log, self.wrong)
        known = self.ledger.messages.items()
        waiting = [message for id, message in known if id not in self.ledger.receipts]
        part = worker.again.with_suffix(".part")
        part.write_bytes(encode(waiting))
        part.rename(worker.again)
        self.workers.append(worker)
        wait(lambda: worker.says(b"ready"), worker)

    def speaking(self, but: Worker | None = None) -> Worker:
        """Return who speaks, as soon as somebody does, ``but`` this one."""
        while True:
            for one in self.workers:
                if one is not but and one.process.pid == self.holder() and one.says(b"begins"):
                    return one
            time.sleep(0.02)

    def holder(self) -> int:
        """Return the number of the process that has the door; 0: nobody has it just now."""
        with psycopg.connect(self.url, autocommit=True) as db:
            found = db.execute("select who from holder where name = 'doors'").fetchone()
        return int(found[0].split("/")[1]) if found else 0

    def end_of(self, worker: Worker) -> None:
        worker.process.wait()
        self.ledger.hear(worker.said.read_bytes())
        self.workers.remove(worker)
        self.begin()

    def answered(self) -> float:
        before = {id(one): one.receipts() for one in self.workers}
        alive = [one for one in self.workers if one.process.poll() is None]
        wait(lambda: any(one.receipts() > before[id(one)] for one in self.workers), *alive)
        return time.monotonic()

    def round(self, kind: str) -> None:
        speaks = self.speaking()
        time.sleep(self.rng.uniform(0, WORK))
        happened = time.monotonic()
        match kind:
            case "kill":
                speaks.process.kill()
                speaks.process.wait()
            case "other":
                other = self.rng.choice([one for one in self.workers if one is not speaks])
                other.process.kill()
                other.process.wait()
                self.times[kind].append(self.answered() - happened)
                self.end_of(other)
                return
            case "stop":
                speaks.process.send_signal(signal.SIGSTOP)
            case "silence":
                self.wires[speaks.said.stem].silent.set()
            case "cut":
                server.cut(self.url)
            case "crash":
                self.lead.crash()
            case "promote":
                self.promote()
        if kind in ("cut", "crash", "promote"):
            self.times[kind].append(self.answered() - happened)
            self.outlived()
            return
        self.speaking(speaks)
        self.times[kind].append(time.monotonic() - happened)
        if kind == "stop":
            told = speaks.told()
            speaks.process.send_signal(signal.SIGCONT)
            # It ends by itself; one that is wrong does not.
            with suppress(subprocess.TimeoutExpired):
                speaks.process.wait(2)
            speaks.process.kill()
            self.late.append(speaks.told() - told)
        if kind == "silence":
            time.sleep(0.2)
            speaks.process.kill()
        self.end_of(speaks)

    def outlived(self) -> None:
        speaks = self.speaking()
        for one in list(self.workers):
            if one is not speaks and one.says(b"begins"):
                one.process.wait()
        for one in list(self.workers):
            if one.process.poll() is not None:
                self.end_of(one)

    def promote(self) -> None:
        assert self.standby is not None
        self.lead.stop()
        self.standby.promote()
        self.lead.end()
        self.lead = self.standby
        self.url = server.address(self.lead.folder) + self.url[self.url.index("&options") :]
        self.ledger.db = self.url
        for wire in self.wires.values():
            wire.server = self.lead.folder
        self.follow()

    def end(self) -> list[str]:
        for one in self.workers:
            one.process.kill()
            one.process.wait()
            self.ledger.hear(one.said.read_bytes())
        self.ledger.run("last", "", None)
        found = self.ledger.wrong(done=True)
        # Between the look and the sending nobody can be stopped from having been stopped.
        found += [f"{late} lines told by who was overtaken" for late in self.late if late > 1]
        for wire in self.wires.values():
            wire.end()
        self.lead.end()
        if self.standby:
            self.standby.end()
        return found


def wait(true: Callable[[], object], *workers: Worker) -> None:
    while not true():
        for one in workers:
            assert one.process.poll() in (None, victim.OVERTAKEN), one.errors.read_text()
        time.sleep(0.005)


def shown(times: dict[str, list[float]]) -> Iterator[str]:
    for kind, took in times.items():
        if took:
            middle = statistics.median(took)
            yield f"{kind}: {len(took)} times, {middle:.2f} s ({min(took):.2f}-{max(took):.2f})"


def main(rounds: int, *kinds: str) -> None:
    chosen = kinds or KINDS
    with tempfile.TemporaryDirectory() as folder:
        several = Several(Path(folder), follows="promote" in chosen)
        for n in range(rounds):
            several.round(kind := chosen[n % len(chosen)])
            print(f"{kind}: {several.times[kind][-1]:.2f} s", flush=True)
        found = several.end()
    print(*shown(several.times), sep="\n")
    print(f"{len(several.ledger.receipts)} answered; told late: {several.late}; wrong: {found}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
