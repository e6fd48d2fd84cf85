"""Shifts of the night: what each runs, and what it says of itself."""

import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FUZZ = ROOT / ".venv/fuzz/bin/python"
"""Made-up input has an environment of its own."""
NIGHTLY = (
    "-m",
    "pytest",
    "-m",
    "nightly or at_night",
    "-q",
    "-rP",
    "--no-header",
    "--timeout=3600",
    "--durations=5",
)
SAID = re.compile(
    r"-+ Captured stdout call -+\n(.*?)(?=^(?:[-_=]{3,}|_+ ))", re.MULTILINE | re.DOTALL
)


class Done(Struct, frozen=True):
    """What a shift has done: whether it passed, how many seconds it took, by the clock and of CPU,
    and what it says.
    """

    name: str
    passed: bool
    seconds: float
    cpu: float
    said: list[str]


def shifts(path: Path = HERE / "shifts.toml") -> dict[str, list[str] | str]:
    """Read the shifts by their names: paths of tests, or a module and its arguments."""
    found: dict[str, list[str] | str] = tomllib.loads(path.read_text("utf-8"))["shifts"]
    return found


def command(what: list[str] | str) -> list[str]:
    if isinstance(what, list):
        return [sys.executable, *NIGHTLY, *what]
    python = str(FUZZ) if what.startswith("tests.fuzz ") else sys.executable
    return [python, "-m", *what.split()]


def work(name: str, what: list[str] | str, logs: Path) -> Done:
    log, begun = logs / f"{re.sub(r'[^a-z]+', '-', name.lower())}.log", time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(
            command(what), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        _, status, spent = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Done(
        name=name,
        passed=not process.returncode,
        seconds=time.monotonic() - begun,
        cpu=spent.ru_utime + spent.ru_stime,
        said=list(said(log.read_text("utf-8", "replace"), tests=isinstance(what, list))),
    )


def said(text: str, *, tests: bool) -> Iterator[str]:
    """Yield what of a shift's output is told in the end: of ``tests`` what they have printed and
    how many have passed, of a module all.
    """
    lines = text.splitlines()
    if not tests:
        yield from (line for line in lines if line.strip())
        return
    for block in SAID.findall(text):
        yield from block.splitlines()
    yield from lines[-1:]


def report(done: list[Done], seconds: float) -> str:
    rows = [
        f"{'ok    ' if one.passed else 'FAILED'} {one.name:<45}"
        f" {one.seconds / 60:6.1f} min {one.cpu / 60:6.1f} CPU min"
        + "".join(f"\n         {line}" for line in one.said)
        for one in done
    ]
    failed = sum(not one.passed for one in done)
    cpu = sum(one.cpu for one in done)
    end = f"{len(done)} shifts, {failed} failed: {seconds / 60:.1f} min, {cpu / 60:.1f} CPU min"
    return "\n".join([*rows, end])
