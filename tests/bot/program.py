"""The real command, in a process of its own, forked from one that has loaded it
(:mod:`tests.bot.warm`).
"""

import atexit
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, CompletedProcess, Popen, TimeoutExpired
from types import TracebackType
from typing import IO, Any, Self

import msgspec

from tests.bot.warm import Start
from tests.repo.tree import ROOT

MEANWHILE = str(Path(sys.executable).with_name("meanwhile"))
PATH = os.pathsep.join([str(Path(MEANWHILE).parent), os.environ["PATH"]])
ENVIRONMENT = {
    **os.environ, "PATH": PATH, "COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"
}  # fmt: skip

# Ann's cities are at a2 and f4, Bob's at c3 and j8; Ann begins.
SCENARIO = "boards = [[[0, 1], [5, 3]], [[2, 2], [9, 7]]]\norder = [0, 1]\n"
TWO = ("play", "battleboard", "--seats", "ann,bob", "--scenario", "two.toml")

Object = dict[str, Any]
Stream = IO[bytes] | int | None
"""A file, a descriptor, a constant of :mod:`subprocess`, or nothing: it is inherited."""


@cache
def warm(*modules: str) -> tuple[socket.socket, threading.Lock]:
    """The process that forks: one for all tests of this process that want these modules loaded, and
    it ends with it.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = Popen(
            [sys.executable, "-m", "tests.bot.warm", str(theirs.fileno()), *modules],
            cwd=ROOT,
            stdin=DEVNULL,
            stdout=DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )

    @atexit.register
    def end() -> None:
        ours.close()
        process.wait()

    return ours, threading.Lock()


class Program:
    """``meanwhile`` with these arguments, or a ``-c`` or ``-m`` of Python, in a process of its
    own: as much of ``subprocess.Popen`` as tests use. ``loaded``: modules that it need not load.
    """

    loaded: tuple[str, ...] = ()
    stdin: IO[bytes] | None = None
    stdout: IO[bytes] | None = None
    stderr: IO[bytes] | None = None

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        environment: Mapping[str, str] = ENVIRONMENT,
        stdin: Stream = None,
        stdout: Stream = None,
        stderr: Stream = None,
    ):
        self.arguments = arguments
        self.ended: int | None = None
        theirs = [self.opened(0, stdin, "stdin"), self.opened(1, stdout, "stdout")]
        theirs.append(os.dup(theirs[1]) if stderr == STDOUT else self.opened(2, stderr, "stderr"))
        self.result, told = os.pipe()
        os.umask(umask := os.umask(0o077))
        start = Start(
            arguments=list(arguments),
            folder=str(folder),
            environment=dict(environment),
            umask=umask,
        )
        line, lock = warm(*self.loaded)
        with lock:
            socket.send_fds(line, [msgspec.json.encode(start)], [*theirs, told])
            self.pid = int.from_bytes(line.recv(4), "big")
        for fd in (*theirs, told):
            os.close(fd)

    def opened(self, fd: int, stream: Stream, name: str) -> int:
        if stream is None:
            return os.dup(fd)
        if stream == DEVNULL:
            return os.open(os.devnull, os.O_RDWR)
        if stream != PIPE:
            return os.dup(stream if isinstance(stream, int) else stream.fileno())
        read, write = os.pipe()
        theirs, ours, mode = (read, write, "wb") if fd == 0 else (write, read, "rb")
        setattr(self, name, os.fdopen(ours, mode))
        return theirs

    def poll(self) -> int | None:
        with suppress(TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; the code. Raises ``TimeoutExpired``."""
        if self.ended is None:
            if not select.select([self.result], [], [], timeout)[0]:
                raise TimeoutExpired(self.arguments, timeout or 0)
            self.ended = int.from_bytes(os.read(self.result, 4), "big", signed=True)
            os.close(self.result)
        return self.ended

    @property
    def returncode(self) -> int | None:
        """The code, after :meth:`wait` or :meth:`poll`."""
        return self.ended

    def send_signal(self, sign: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sign)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, said: bytes = b"", timeout: float | None = None) -> tuple[bytes, bytes]:
        found = {"stdout": b"", "stderr": b""}

        def write() -> None:
            assert self.stdin is not None
            with suppress(BrokenPipeError), self.stdin as stream:
                stream.write(said)

        def read(name: str) -> None:
            with getattr(self, name) as stream:
                found[name] = stream.read()

        works = [threading.Thread(target=write)] if self.stdin else []
        works += [
            threading.Thread(target=read, args=[name]) for name in found if getattr(self, name)
        ]
        for work in works:
            work.start()
        self.wait(timeout)
        for work in works:
            work.join()
        return found["stdout"], found["stderr"]


def run(
    folder: Path,
    *arguments: str,
    stdin: bytes | str = b"",
    environment: Mapping[str, str] = ENVIRONMENT,
) -> CompletedProcess[str]:
    (folder / "two.toml").write_text(SCENARIO)
    program = Program(
        folder,
        *(MEANWHILE, *arguments),
        environment=environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    out, err = program.communicate(stdin.encode() if isinstance(stdin, str) else stdin, 120)
    return CompletedProcess(program.arguments, program.wait(), out.decode(), err.decode())


def objects(folder: Path, lines: str | bytes | Sequence[str], *arguments: str) -> list[Object]:
    """What `play --json` answers to these lines, in a game of Ann and Bob unless
    said otherwise; it must end well.
    """
    stdin = lines if isinstance(lines, str | bytes) else "".join(f"{line}\n" for line in lines)
    done = run(folder, *(arguments or TWO), "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [*counted(done.stdout.encode().splitlines())]


def unnumbered(line: bytes | str) -> Object:
    found: Object = msgspec.json.decode(line)
    found.pop("number", None)
    return found


def counted(lines: Iterable[bytes | str]) -> Iterator[Object]:
    for n, line in enumerate(lines, 1):
        assert msgspec.json.decode(line)["number"] == n, line
        yield unnumbered(line)


def of_kind(found: Sequence[Object], kind: str) -> list[Object]:
    return [thing for thing in found if thing["kind"] == kind]


class Running:
    def __init__(self, folder: Path, *arguments: str):
        (folder / "two.toml").write_text(SCENARIO)
        self.process = Program(
            folder,
            *(MEANWHILE, *(arguments or TWO), "--json"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def read(self) -> Iterator[Object]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield unnumbered(line)

    def until(self, kind: str) -> Object:
        return next(thing for thing in self.read() if thing["kind"] == kind)

    def answer(self, line: str) -> Object:
        self.say(line)
        return next(thing for thing in self.read() if thing["kind"] in ("receipt", "refusal"))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
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
