"""The real command, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

MEANWHILE = str(Path(sys.executable).with_name("meanwhile"))
PATH = os.pathsep.join([str(Path(MEANWHILE).parent), os.environ["PATH"]])
ENVIRONMENT = {**os.environ, "PATH": PATH, "COLUMNS": "100", "NO_COLOR": "1"}

# Ann's cities lie at a2 and f4, Bob's at c3 and j8; Ann begins.
SCENARIO = "boards = [[[0, 1], [5, 3]], [[2, 2], [9, 7]]]\norder = [0, 1]\n"
TWO = ("play", "battleboard", "--seats", "ann,bob", "--scenario", "two.toml")

Object = dict[str, Any]


def run(
    folder: Path, *arguments: str, stdin: bytes | str = b"", **more: Any
) -> subprocess.CompletedProcess[str]:
    """The command in a folder, with all of its input, to its end."""
    (folder / "two.toml").write_text(SCENARIO)
    done = subprocess.run(
        [MEANWHILE, *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=120,
        check=False,
        **more,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def objects(folder: Path, lines: str | bytes | Sequence[str], *arguments: str) -> list[Object]:
    """What `play --json` answers to these lines, in a game of Ann and Bob unless
    said otherwise; it must end well.
    """
    stdin = lines if isinstance(lines, str | bytes) else "".join(f"{line}\n" for line in lines)
    done = run(folder, *(arguments or TWO), "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


def of_kind(found: Sequence[Object], kind: str) -> list[Object]:
    """The objects of one kind."""
    return [thing for thing in found if thing["kind"] == kind]


class Running:
    """`play --json` that goes on while a test talks to it."""

    def __init__(self, folder: Path, *arguments: str):
        (folder / "two.toml").write_text(SCENARIO)
        self.process = subprocess.Popen(
            [MEANWHILE, *(arguments or TWO), "--json"],
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def read(self) -> Iterator[Object]:
        """Objects, as they come, to the end."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield msgspec.json.decode(line)

    def until(self, kind: str) -> Object:
        """The next object of this kind; what comes before it is left out."""
        return next(thing for thing in self.read() if thing["kind"] == kind)

    def answer(self, line: str) -> Object:
        """The receipt or refusal of a line."""
        self.say(line)
        return next(thing for thing in self.read() if thing["kind"] in ("receipt", "refusal"))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
        """Close its input; the exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe and not pipe.closed:
                pipe.close()
