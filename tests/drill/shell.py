"""A shell in which the commands of docs/evidence/drill.md are typed, one after the other."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Mapping
from pathlib import Path

from tests.repo.tree import ROOT

LOOP = """umask 022; trap 'kill $(jobs -p) 2>/dev/null; wait; exit' TERM
while IFS= read -r -d '' line; do
eval "$line" </dev/null; printf '\\036%d %s\\n' $? "$PWD"
done"""
PATIENCE = 600.0
"""Seconds that a command may take at the most."""
SCALE = 20
"""How many times faster a second of the page passes, where it only waits."""


class Typed:
    """What a command has come to: its code, and all that it said."""

    def __init__(self, said: str, code: int):
        self.said, self.code = said, code


class Shell:
    """A bash whose home is a folder of the test. ``before``: the words that start it, if it is to
    run within something else.
    """

    def __init__(self, home: Path, environment: Mapping[str, str] | None = None):
        self.home, self.folder = home, home
        self.programs = home.parent / "programs"
        self.environment = {
            **{name: value for name, value in os.environ.items() if "MEANWHILE" not in name},
            "HOME": str(home),
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PATH": os.pathsep.join(
                [str(self.programs), str(Path(sys.executable).parent), os.environ["PATH"]]
            ),
            **(environment or {}),
        }
        self.process: Process | None = None

    async def begin(self, *before: str) -> None:
        """Start it; ``before`` are the words of what it runs within."""
        self.programs.mkdir(exist_ok=True)
        self.home.mkdir(exist_ok=True)
        (self.home / "checkout").symlink_to(ROOT)
        self.put("sleep", f'exec {sys.executable} -ISc "import time; time.sleep($1 / {SCALE})"')
        self.put("sudo", 'exec "$@"')
        self.put("faketime", f'shift; AHEAD={2 * 86_400} exec "$@"')
        self.process = await asyncio.create_subprocess_exec(
            *(*before, "bash", "-c", LOOP),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            cwd=self.home,
            env=self.environment,
            start_new_session=True,
        )

    def put(self, name: str, line: str) -> None:
        file = self.programs / name
        file.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        file.chmod(0o755)

    async def type(self, line: str) -> Typed:
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line.encode() + b"\0")
        async with asyncio.timeout(PATIENCE):
            said = await self.process.stdout.readuntil(b"\036")
            end = (await self.process.stdout.readline()).decode()
        code, _, folder = end.rstrip("\n").partition(" ")
        self.folder = Path(folder)
        return Typed(said[:-1].decode(), int(code))

    async def end(self) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.close()
        os.killpg(self.process.pid, signal.SIGTERM)
        await self.process.wait()
