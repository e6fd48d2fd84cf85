"""``python -m tests.bot.warm FD MODULE...`` has loaded the program, and these modules, once, and
forks when a test starts it.

What a start costs is nearly all reading of modules: a tenth of a second instead of a whole one,
and still a process of its own, with its own folder, environment, streams and end. Nothing but
modules and the sentences of the catalogues is shared. ``tests.bot.program`` has the other end.
"""

import contextlib
import gc
import os
import runpy
import select
import signal
import socket
import sys
import time
from collections.abc import Iterable
from importlib import import_module

import msgspec

LONGEST = 1 << 20
"""Bytes of a start: its environment is the longest part."""
STREAMS = 3


class Start(msgspec.Struct, kw_only=True):
    """What is started: the arguments behind ``python``, of which the first may be ``meanwhile``."""

    arguments: list[str]
    folder: str
    environment: dict[str, str]
    umask: int


def load(more: Iterable[str]) -> None:
    from bot.cli import COMMANDS
    from engine import games
    from renderers import LANGUAGES, sentences_in
    from renderers.registry import renderer

    modules = {place.partition(":")[0] for place, _ in COMMANDS.values()}
    modules |= {f"bot.play.{name}" for name in ("sitting", "programs", "people", "screens", "plan")}
    modules |= {"bot.service.mail", "mail.inbox"}
    for module in (*more, *sorted(modules)):
        import_module(module)
    for name in games.names():
        games.find(name)
        renderer(name)
    for language in LANGUAGES:
        sentences_in(language)
    gc.collect()
    gc.freeze()


def serve(control: socket.socket) -> Start | None:
    """Fork for every start until the other end closes. In a child, return what it is to do; in
    the server, at the end, nothing.

    The last of the descriptors that come with a start gets four bytes: the exit code, or the
    number of the signal as a negative one.
    """
    woken, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([control, woken], [], [])
        if woken in ready:
            woken.recv(4096)
            while running and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                result = running.pop(ended[0])
                code = os.waitstatus_to_exitcode(ended[1])
                with contextlib.suppress(BrokenPipeError):
                    os.write(result, code.to_bytes(4, "big", signed=True))
                os.close(result)
        if control not in ready:
            continue
        said, fds, _, _ = socket.recv_fds(control, LONGEST, STREAMS + 1)
        if not said:
            return None
        start = msgspec.json.decode(said, type=Start)
        if not (pid := os.fork()):
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for line in (control, woken, wake):
                line.close()
            for fd in running.values():
                os.close(fd)
            become(start, fds)
            return start
        running[pid] = fds.pop()
        for fd in fds:
            os.close(fd)
        control.send(pid.to_bytes(4, "big"))


def become(start: Start, fds: list[int]) -> None:
    for fd in range(STREAMS):
        os.dup2(fds[fd], fd)
    for fd in fds:
        os.close(fd)
    os.umask(start.umask)
    os.chdir(start.folder)
    os.environ.clear()
    os.environ.update(start.environment)
    time.tzset()
    for name, fd, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        old = getattr(sys, name)
        coding = {"encoding": old.encoding, "errors": old.errors, "closefd": False}
        new = os.fdopen(fd, mode, 1 if name == "stderr" else -1, **coding)
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)


def run(start: Start) -> None:
    first, *rest = start.arguments
    if first in ("-c", "-m"):
        sys.argv = [first, *rest[1:]]
        if first == "-c":
            exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
        else:
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        return
    from bot.cli import main

    sys.argv = start.arguments
    main()


if __name__ == "__main__":
    load(sys.argv[2:])
    if begun := serve(socket.socket(fileno=int(sys.argv[1]))):
        run(begun)
