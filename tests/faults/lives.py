"""Short games on a disk that fails: ``python -m tests.faults.lives FOLDER STEP [careless]``,
under the library of ``disk.c``. Every STEPth operation of a kind fails in a game of its own.
``careless``: what cannot be written is taken for written, so that the checks can be seen to fail.

It prints, as JSON, how many lives there were, how much has failed in them, and what does not hold.
"""

import logging
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

import engine.games
from engine import errors, messages
from engine.store import aging, rows, sqlite
from tests.faults.disk import TROUBLES, Disk, Trouble
from tests.kit.data import beside
from tests.referee.checks import due, faults, receipts
from tests.referee.relay import Relay
from tests.referee.stage import DOOR, START, House, Table

DATA = beside(__file__)

PAGES = 12
"""Pages of the log after which SQLite brings them into the file: in a short game, too."""
LETTERS = DATA["letters"]
HELPS = DATA["helps"]
"""Words of which one at least stands in whatever is said of a disk that fails."""


class Found(Struct):
    """What lives have come to: how many there were, how many operations failed in them, and how
    often somebody was told so.
    """

    lives: int = 0
    failed: int = 0
    refused: int = 0
    wrong: list[str] = []


@contextmanager
def relay() -> Iterator[None]:
    listed = engine.games.editions

    def editions(name: str) -> Any:
        return {1: Relay()} if name == "relay" else listed(name)

    with patch.object(engine.games, "editions", editions):
        yield


class Life:
    """A game that is made and played on a disk that may fail. What cannot be done is tried once
    more, and then again when the disk is whole. ``said``: what was said of the failures; ``told``:
    the marks of what was told; ``answered``: the receipts, by message. ``pragma``: another one.
    """

    def __init__(self, folder: Path):
        self.path, self.pragma = folder / "db", ""
        self.house: House | None = None
        self.said: list[str] = []
        self.wrong: list[str] = []
        self.answered: dict[str, messages.Receipt] = {}
        self.undone: list[tuple[str, Callable[[], None]]] = []
        self.failed = self.copies = 0
        self.steps: list[tuple[str, Callable[[], None]]] = [("make", self.make)]
        for n, (sender, text) in enumerate(LETTERS):
            message = messages.Message(
                door=DOOR, id=f"<{n}>", sender=sender, text=text, at=START + 1 + n, game="g"
            )
            self.steps.append((text, partial(self.say, message)))
        self.steps += [("note", self.note), ("forget", self.forget), ("back up", self.back_up)]

    def tried(self, name: str, act: Callable[[], None]) -> bool:
        try:
            act()
        except (errors.StoreError, errors.NotStored) as error:
            said = f"{error}; {getattr(error, 'remedy', '')}"
            self.said.append(said)
            if not any(word in said for word in HELPS):
                self.wrong.append(f"{name}: nothing helps: {said}")
            return False
        except Exception:
            self.wrong.append(f"{name}: {traceback.format_exc()}")
            return False
        return True

    def open(self) -> None:
        self.house = House(self.path)
        for pragma in (f"wal_autocheckpoint = {PAGES}", *filter(None, [self.pragma])):
            self.house.db.execute(f"pragma {pragma}").fetchall()

    def make(self) -> None:
        assert self.house is not None
        if self.house.store.game("g") is None:
            self.house.take([Table(options={"pace": 300}).make])

    def say(self, message: messages.Message) -> None:
        assert self.house is not None
        self.house.at = message.at
        (receipt,) = self.house.take([message])
        if self.answered.setdefault(message.id, receipt) != receipt:
            self.wrong.append(f"{message.text!r} was answered in two ways")

    def note(self) -> None:
        assert self.house is not None
        self.house.store.put_notes(DOOR, {"a": "b"})

    def forget(self) -> None:
        assert self.house is not None
        aging.forget(self.house.store, rows.Age(what="messages", before=START), (), 500)
        self.house.store.wipe()

    def back_up(self) -> None:
        assert self.house is not None
        self.copies += 1
        self.house.store.back_up(self.path.with_name(f"copy{self.copies}"))

    def live(self) -> None:
        if not (self.tried("open", self.open) or self.tried("open", self.open)):
            return
        for name, act in self.steps:
            if not (self.tried(name, act) or self.tried(name, act)):
                self.undone.append((name, act))

    def recover(self) -> None:
        """The disk is whole: the same process goes on, as if nothing had been."""
        if self.house is None:
            if not self.tried("open again", self.open):
                self.wrong.append(f"it cannot be opened again: {self.said[-1:]}")
                return
            self.undone = self.steps
        for name, act in self.undone:
            if not self.tried(name, act):
                self.wrong.append(
                    f"{name}: cannot be done on a disk that is whole: {self.said[-1:]}"
                )

    def end(self) -> None:
        if self.house is not None:
            self.tried("close", self.house.close)

    def check(self) -> None:
        with sqlite.SqliteStore(self.path) as store:
            self.wrong += faults(store)
            stored = receipts(store)
            for id, receipt in self.answered.items():
                if stored.get(id) != receipt:
                    self.wrong.append(f"{id} was acknowledged and is lost")
            assert self.house is not None
            held = due(store)
            for out in self.house.told:
                if out.mark not in held:
                    self.wrong.append(f"{out.seq} was told to {out.sender} and is not stored")
            said = {out.mark for out in self.house.told}
            lost = [one for mark, one in held.items() if one.must and mark not in said]
            self.wrong += [f"{one.seq} was not told to {one.sender}" for one in lost]


def life(disk: Disk, folder: Path, trouble: Trouble | None, n: int) -> Life:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    one = Life(folder)
    if trouble is not None:
        disk.fail(trouble, n)
    one.live()
    one.failed = disk.mend() if trouble is not None else 0
    one.recover()
    one.end()
    if one.house is not None:
        one.check()
    return one


def careless(write: Callable[..., None]) -> Callable[..., None]:
    def wrong(*args: Any, **more: Any) -> None:
        with suppress(errors.StoreError):
            write(*args, **more)

    return wrong


def played(root: Path, every: int) -> Found:
    found, disk = Found(), Disk(root / "life")
    for trouble in TROUBLES:
        disk.mend()
        plain = life(disk, root / "life", None, 0)
        points = disk.seen(trouble.kind)
        assert plain.wrong == [], plain.wrong
        for n in range(1, points + 1, every):
            one = life(disk, root / "life", trouble, n)
            found.lives += 1
            found.failed += one.failed
            found.refused += len(one.said)
            found.wrong += [f"{trouble.name}, {n} of {points}: {line}" for line in one.wrong]
    return found


def main(root: str, every: str, how: str = "") -> None:
    logging.disable(logging.CRITICAL)
    write = sqlite.SqliteStore.write
    planted = careless(write) if how else write
    with relay(), patch.object(sqlite.SqliteStore, "write", planted):
        found = played(Path(root), int(every))
    sys.stdout.write(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
