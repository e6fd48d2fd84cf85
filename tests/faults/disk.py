"""The library that fails (``disk.c``): made, put before a program, and told what to do."""

import ctypes
import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

SOURCE = Path(__file__).with_name("disk.c")
KINDS = ("write", "read", "sync", "cut", "open", "remove")
SHORT = -1


class Trouble(Struct, frozen=True):
    """What goes wrong. ``how``: an error number; ``SHORT``: half is done, and nothing after it.
    ``rest``: everything fails from there on.
    """

    name: str
    kind: str
    how: int
    rest: bool = False


TROUBLES = (
    Trouble("a write fails", "write", errno.EIO),
    Trouble("a write finds no room", "write", errno.ENOSPC),
    Trouble("a write is short", "write", SHORT),
    Trouble("a sync fails", "sync", errno.EIO),
    Trouble("a read fails", "read", errno.EIO),
    Trouble("a read is short", "read", SHORT),
    Trouble("a cut fails", "cut", errno.EIO),
    Trouble("an opening fails", "open", errno.EIO),
    Trouble("too many files are open", "open", errno.EMFILE),
    Trouble("a removal fails", "remove", errno.EIO),
    Trouble("the disk is full", "write", errno.ENOSPC, rest=True),
    Trouble("the disk is full in the middle of a write", "write", SHORT, rest=True),
    Trouble("the disk takes no more writes", "write", errno.EIO, rest=True),
    Trouble("the disk syncs no more", "sync", errno.EIO, rest=True),
    Trouble("the disk is read no more", "read", errno.EIO, rest=True),
)


class Disk:
    """The library, in a process that was started with it; ``folder``: whose files may fail."""

    def __init__(self, folder: Path):
        self.c = ctypes.CDLL(None)
        self.c.disk_seen.restype = self.c.disk_hits.restype = ctypes.c_long
        self.c.disk_watch(os.fsencode(folder) + b"/")

    def fail(self, trouble: Trouble, n: int) -> None:
        kind = KINDS.index(trouble.kind)
        self.c.disk_fail(kind, ctypes.c_long(n), trouble.how, int(trouble.rest))

    def mend(self) -> int:
        hits = int(self.c.disk_hits())
        self.c.disk_fail(-1, ctypes.c_long(0), 0, 0)
        return hits

    def seen(self, kind: str) -> int:
        return int(self.c.disk_seen(KINDS.index(kind)))

    def record(self, log: Path | None) -> None:
        """Write what reaches the disk into a log; ``None``: no more."""
        self.c.disk_record(os.fsencode(log) if log else None)

    def note(self, text: str) -> None:
        self.c.disk_note(text.encode())


def missing() -> str:
    if not sys.platform.startswith("linux"):
        return "a disk that fails is made for Linux alone"
    return "" if shutil.which("gcc") else "no gcc on this machine"


def run(folder: Path, program: str, *arguments: str) -> bytes:
    """Run ``python -m tests.faults.PROGRAM`` on a disk that can fail; return what it says."""
    library = folder / "disk.so"
    make = ["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([*make, "-o", str(library), str(SOURCE), "-ldl"], check=True)
    done = subprocess.run(
        [sys.executable, "-m", f"tests.faults.{program}", str(folder), *arguments],
        env=os.environ | {"LD_PRELOAD": str(library)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return done.stdout
