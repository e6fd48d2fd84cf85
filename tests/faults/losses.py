"""The power goes while a short game is played: ``python -m tests.faults.losses FOLDER STEP``, under
the library of ``disk.c``.

What reaches the files is recorded. From the record the disk is made again as it may have been at
any moment: all that was written; what was synced alone; that and any part of what was written
since, the last of it torn. Whatever was acknowledged by then is found there by the next process.
Then each sync in turn fails, and what it should have brought to the disk never reaches it.

It prints, as JSON, how many disks there were, and what does not hold.
"""

import errno
import logging
import random
import shutil
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from engine import errors, messages
from engine.store.sqlite import SqliteStore
from tests.faults.disk import Disk, Trouble
from tests.faults.lives import Found, Life, relay
from tests.referee.checks import faults, receipts

HEAD = struct.Struct("<ciqq")
SECTOR = 512
"""Bytes that a disk writes whole or not at all."""
TROUBLE = Trouble("a sync fails", "sync", errno.EIO)
WAYS = ("all", "synced", "some")


class Done(Struct, frozen=True):
    """What was done to a file: ``w`` written, ``t`` cut, ``s`` synced, ``x`` not synced, ``u``
    removed; ``!``: what the program says, in ``path``.
    """

    what: str
    path: str
    at: int
    data: bytes = b""


class Recorded(Life):
    disk: Disk

    def say(self, message: messages.Message) -> None:
        super().say(message)
        self.disk.note(message.id)

    def back_up(self) -> None:
        super().back_up()
        self.disk.note(f"copy{self.copies}")


def read(log: Path) -> Iterator[Done]:
    data, place = log.read_bytes(), 0
    while place < len(data):
        what, name, at, length = HEAD.unpack_from(data, place)
        place += HEAD.size
        path = data[place : place + name].decode()
        place += name
        body = data[place : place + length] if what == b"w" else b""
        place += len(body)
        yield Done(what.decode(), path, at, body)


def apply(file: bytearray, done: Done) -> None:
    if done.what == "t":
        del file[done.at :]
        file.extend(bytes(max(0, done.at - len(file))))
    else:
        file.extend(bytes(max(0, done.at - len(file))))
        file[done.at : done.at + len(done.data)] = done.data


def some(since: list[Done], rng: random.Random) -> list[Done]:
    kept = [done for done in since if rng.random() < 0.5]
    if kept and kept[-1].what == "w" and len(kept[-1].data) > SECTOR:
        whole = rng.randrange(1, len(kept[-1].data) // SECTOR + 1) * SECTOR
        kept[-1] = Done("w", kept[-1].path, kept[-1].at, kept[-1].data[:whole])
    return kept


class Platter:
    """What stands on a disk. ``synced``: the files that are there for good; ``since``: what was
    done to each since.
    """

    def __init__(self) -> None:
        self.synced: dict[str, bytearray] = {}
        self.since: dict[str, list[Done]] = {}

    def take(self, done: Done) -> None:
        name = Path(done.path).name
        if done.what == "u":
            self.synced.pop(name, None)
            self.since.pop(name, None)
        elif done.what == "x":
            # The kernel takes what could not be written for written.
            self.since.pop(name, None)
        elif done.what == "s":
            for one in self.since.pop(name, []):
                apply(self.synced.setdefault(name, bytearray()), one)
        else:
            self.since.setdefault(name, []).append(done)

    def write(self, folder: Path, way: str, rng: random.Random) -> None:
        for name in self.synced.keys() | self.since.keys():
            if name.endswith((".lock", "-shm")):
                continue
            file, since = bytearray(self.synced.get(name, b"")), self.since.get(name, [])
            for done in since if way == "all" else some(since, rng) if way == "some" else ():
                apply(file, done)
            (folder / name).write_bytes(file)


def found_on(folder: Path, said: list[str]) -> list[str]:
    try:
        with SqliteStore(folder / "db") as store:
            stored, wrong = receipts(store), faults(store)
    except errors.StoreError as error:
        return [f"it does not open: {error}"]
    wrong += [
        f"{id} was acknowledged and is lost" for id in said if id[0] == "<" and id not in stored
    ]
    for name in said:
        if name.startswith("copy"):
            with SqliteStore(folder / name) as copy:
                kept = receipts(copy)
                wrong += [f"{name}: {line}" for line in faults(copy)]
            wrong += [f"{name}: {id} is lost" for id in said if id[0] == "<" and id not in kept]
    return wrong


def recorded(disk: Disk, root: Path, pragma: str, failing: int = 0) -> list[Done]:
    (root / "life").mkdir()
    disk.record(root / "log")
    disk.fail(TROUBLE, failing)
    one = Recorded(root / "life")
    one.disk = disk
    one.pragma = pragma
    one.live()
    disk.record(None)
    one.end()
    assert one.wrong == []
    shutil.rmtree(root / "life")
    return list(read(root / "log"))


def checked(
    root: Path, platter: Platter, way: str, said: list[str], rng: random.Random
) -> list[str]:
    folder = root / "disk"
    folder.mkdir()
    platter.write(folder, way, rng)
    wrong = found_on(folder, said)
    shutil.rmtree(folder)
    return wrong


def lost(root: Path, every: int, pragma: str) -> Found:
    disk, found = Disk(root / "life"), Found()
    platter, said, rng = Platter(), list[str](), random.Random(7)
    history = recorded(disk, root, pragma)
    for n, done in enumerate(history):
        if done.what == "!":
            said.append(done.path)
            continue
        platter.take(done)
        if n % every:
            continue
        for way in WAYS:
            found.lives += 1
            wrong = checked(root, platter, way, said, rng)
            found.wrong += [f"{way} after {n}: {line}" for line in wrong]
    for failing in range(1, sum(done.what == "s" for done in history) + 1):
        platter, said = Platter(), []
        for done in recorded(disk, root, pragma, failing):
            if done.what == "!":
                said.append(done.path)
            else:
                platter.take(done)
        found.failed += 1
        wrong = checked(root, platter, "synced", said, rng)
        found.wrong += [f"sync {failing} failed: {line}" for line in wrong]
    return found


def main(root: str, every: str, pragma: str = "") -> None:
    logging.disable(logging.CRITICAL)
    with relay():
        found = lost(Path(root), int(every), pragma)
    sys.stdout.write(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
