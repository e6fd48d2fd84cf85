"""A process under load is killed again and again, with SIGKILL, at any moment."""

import contextlib
import random
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.games import find
from engine.messages import Message, Receipt
from engine.store import journal
from engine.store.journal import encode
from engine.store.store import Store
from tests.referee.checks import due, faults, receipts
from tests.repo.tree import ROOT
from tests.store import engines, server
from tests.stored import every_game

SAID = 240
"""Lines that a process has said at the most when it is killed: messages and receipts."""
MOMENT = 0.02
"""Seconds at the most from there to its death: several batches are written in them."""


class Ledger:
    """What the killed processes said before they died, and what has to
    hold of what they left behind.
    """

    def __init__(self, folder: Path, db: str = ""):
        self.db = db or str(folder / "db")
        self.log, self.again = folder / "log", folder / "again"
        self.said, self.errors = folder / "said", folder / "errors"
        self.messages: dict[str, Message] = {}
        self.receipts: dict[str, Receipt] = {}
        self.rng = random.Random(7)
        self.found: list[str] = []
        self.ready = 0

    def run(self, name: str, wrong: str, lines: int | None) -> None:
        """One process, killed a moment after it has said so many lines, the first of them before
        it opens the database; ``None``: it is left to finish what it was given.
        """
        open_messages = [
            message for id, message in self.messages.items() if id not in self.receipts
        ]
        answered = self.rng.sample(sorted(self.receipts), min(20, len(self.receipts)))
        self.again.write_bytes(encode(open_messages + [self.messages[id] for id in answered]))
        command: list[str | Path] = [
            *(sys.executable, "-m", "tests.crash.victim", self.db, self.log, self.again, name),
            *filter(None, [wrong]),
        ]
        # Into a file: a pipe that nobody reads would hold the process up at a harmless place.
        with self.said.open("wb") as said, self.errors.open("wb") as errors:
            victim = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=errors)
            if lines is None:
                victim.wait()
            else:
                while self.said.read_bytes().count(b"\n") < lines and victim.poll() is None:
                    time.sleep(0.002)
                time.sleep(self.rng.uniform(0, MOMENT))
                victim.send_signal(signal.SIGKILL)
                victim.wait()
        assert victim.returncode == (0 if lines is None else -signal.SIGKILL), (
            self.errors.read_text()
        )
        self.hear(self.said.read_bytes())

    def hear(self, said: bytes) -> None:
        *lines, _ = said.split(b"\n")
        for line in lines:
            kind, *rest = msgspec.json.decode(line)
            if kind == "ready":
                self.ready += 1
            elif kind in ("begun", "begins"):
                continue
            elif kind == "letter":
                message = msgspec.convert(rest[0], Message)
                self.messages[message.id] = message
            else:
                receipt = msgspec.convert(rest[1], Receipt)
                if self.receipts.setdefault(rest[0], receipt) != receipt:
                    self.found.append(f"{rest[0]} was answered in two ways")

    def wrong(self, done: bool = False) -> list[str]:
        """What does not hold of the database. ``done``: nothing may be on its way any more."""
        with engines.opened(self.db) as store:
            found = self.found + faults(store)
            stored = receipts(store)
            found += [
                f"{id} was acknowledged and is lost"
                for id, r in self.receipts.items()
                if stored.get(id) != r
            ]
            orders: dict[tuple[str | None, str | None], list[int]] = defaultdict(list)
            for receipt in stored.values():
                orders[receipt.game, receipt.seat] += [one.n for one in receipt.done]
            for row in every_game(store):
                found += self.of_game(store, row.id, orders)
            return found + self.of_messages(store, done)

    def of_game(
        self, store: Store, id: str, orders: dict[tuple[str | None, str | None], list[int]]
    ) -> list[str]:
        """Every order that was answered stands in the journal once, and
        everybody is told of each, once.
        """
        row = store.game(id)
        assert row is not None
        game, setup = find(row.kind, row.edition), row.decoded_setup()
        entries = journal.read(game, setup, store.journal(id))
        found = []
        for seat, n in Counter(entry.seat for entry in entries if entry.seat).items():
            if sorted(orders[id, seat]) != list(range(1, n + 1)):
                found.append(
                    f"{id}: {seat} has {n} orders in the journal and {len(orders[id, seat])}"
                    " receipts"
                )
        _, told = journal.replay(game, setup, entries)
        talk, held = len(list(store.talk(id))), due(store)
        for address in store.addresses(id):
            expected = sum(bool(bulletin.events(address.viewer)) for bulletin in told.values())
            mine = [one for one in held.values() if (one.game, one.sender) == (id, address.sender)]
            n = sum(one.must for one in mine) - talk - 1
            if n != expected:
                found.append(f"{id}: {address.sender} hears {n} news instead of {expected}")
        return found

    def lines(self) -> list[list[str]]:
        """What was told: mark, door, receiver and text; what was cut off was not told."""
        found = []
        for line in self.log.read_bytes().split(b"\n") if self.log.exists() else []:
            with contextlib.suppress(msgspec.DecodeError):
                found.append(msgspec.json.decode(line, type=list[str]))
        return found

    def of_messages(self, store: Store, done: bool) -> list[str]:
        lines, held = self.lines(), due(store)
        found = [
            f"{mark} was told and is not stored"
            for mark, _, sender, payload in lines
            if mark not in held
            or (held[mark].sender, msgspec.json.decode(encode(held[mark].events)))
            != (sender, msgspec.json.decode(payload)[2])
        ]
        said = {mark for mark, *_ in lines}
        found += [
            f"{mark} counts as told and was not"
            for mark, one in held.items()
            if one.must and one.noted and mark not in said
        ]
        if done:
            owed = {mark for mark, one in held.items() if one.must}
            found += [f"{mark} was never told" for mark in owed - said]
        last: dict[tuple[str, str, bool], int] = {}
        for mark in dict.fromkeys(mark for mark, *_ in lines if mark in held):
            one = held[mark]
            lane = one.sender, one.game, one.talk
            if last.setdefault(lane, 0) > one.seq:
                found.append(f"{one.sender} was told {one.seq} after {last[lane]}")
            last[lane] = one.seq
        return found


def kill(
    folder: Path, times: int, wrong: str = "", check: int = 5, db: str = ""
) -> tuple[Ledger, list[str]]:
    ledger = Ledger(folder, db)
    for n in range(times):
        early = n % 6 == 5
        ledger.run(f"{n}", wrong, 1 if early else ledger.rng.randint(SAID // 4, SAID))
        if n % check == check - 1 and (found := ledger.wrong()):
            return ledger, found
    ledger.run("last", wrong, None)
    return ledger, ledger.wrong(done=True)


def test_twenty_kills(tmp_path: Path) -> None:
    ledger, found = kill(tmp_path, 20)
    assert found == []
    assert ledger.ready >= 10, "killed under load"
    assert len(ledger.receipts) > 500
    assert len(ledger.messages) > len(ledger.receipts) - 1


@pytest.mark.nightly
@pytest.mark.parametrize("place", [str, server.fresh], ids=["file", "server"])
def test_two_hundred_kills(tmp_path: Path, place: Callable[[], str]) -> None:
    ledger, found = kill(tmp_path, 200, check=40, db=place())
    print(f"200 kills, {ledger.ready} under load: {len(ledger.receipts):,} receipts")
    assert found == []
    assert ledger.ready >= 100, "killed under load"


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [("hasty", "was told and is not stored"), ("forgetful", "was acknowledged and is lost")],
)
def test_a_careless_process_is_found_out(tmp_path: Path, wrong: str, expected: str) -> None:
    _, found = kill(tmp_path, 30, wrong, check=1)
    assert any(expected in line for line in found), found[:5]
