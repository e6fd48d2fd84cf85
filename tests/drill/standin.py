"""A ``meanwhile`` on the path of a shell that costs next to nothing to start: a client which has
the real one forked by :mod:`tests.bot.warm`, with its own folder, environment and streams.

Where the drill waits for a minute, the program does so for seconds; where it speaks to Discord, it
speaks to that of the tests. Nothing else is other than at home.
"""

import json
import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.bot.program import Program
from tests.drill.shell import SCALE

CLIENT = """#!{python} -IS
import json, os, signal, socket, sys
line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
line.connect({path!r})
told = [sys.argv[1:], os.getcwd(), dict(os.environ)]
socket.send_fds(line, [json.dumps(told).encode()], [0, 1, 2])
pid = int.from_bytes(line.recv(4), "big")
for sign in (signal.SIGTERM, signal.SIGINT):
    signal.signal(sign, lambda sign, _: os.kill(pid, sign))
code = int.from_bytes(line.recv(4), "big", signed=True)
sys.exit(code if code >= 0 else 128 - code)
"""
PROGRAM = """
import json, os, sys, time
sys.argv[0] = "meanwhile"
told = json.loads(os.environ.pop("DRILL"))
import bot.service.mail, bot.service.supervisor, bot.service.watch
bot.service.mail.SANDBOX_PORTS = tuple(told["ports"])
bot.service.watch.SOON //= told["scale"]
bot.service.supervisor.CALM /= told["scale"]
every, clock = bot.service.watch.WatchService.__init__.__defaults__
bot.service.watch.WatchService.__init__.__defaults__ = every / told["scale"], clock
if told["discord"]:
    import discord, yarl
    discord.http.Route.BASE = told["discord"][0] + "/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(told["discord"][1])
if ahead := int(os.environ.get("AHEAD", 0)):
    right = time.time
    time.time = lambda: right() + ahead
from bot.cli import main
main()
"""
LONGEST = 1 << 20


class StandIn:
    """The other end of the client: ``told`` is what programs that start now get to know."""

    def __init__(self, folder: Path, ports: list[int]):
        self.path, self.ports = folder / "line", ports
        self.told: dict[str, Any] = {"ports": ports[:2], "scale": SCALE, "discord": None}
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.bind(str(self.path))
        self.socket.listen()
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()
        self.works: list[threading.Thread] = []

    def put(self, programs: Path) -> None:
        file = programs / "meanwhile"
        file.write_text(CLIENT.format(python=sys.executable, path=str(self.path)), "utf-8")
        file.chmod(0o755)

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self.socket.accept()
                work = threading.Thread(target=self.start, args=[line])
                self.works.append(work)
                work.start()

    def start(self, line: socket.socket) -> None:
        with line:
            said, fds, _, _ = socket.recv_fds(line, LONGEST, 3)
            if not said:
                return
            arguments, folder, environment = json.loads(said)
            program = Program(
                Path(folder),
                *("-c", PROGRAM, *arguments),
                environment=environment | {"DRILL": json.dumps(self.told)},
                stdin=fds[0],
                stdout=fds[1],
                stderr=fds[2],
            )
            for fd in fds:
                os.close(fd)
            line.send(program.pid.to_bytes(4, "big"))
            code = program.wait()
            with suppress(OSError):
                line.send(code.to_bytes(4, "big", signed=True))

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for thread in (self.thread, *self.works):
            thread.join()
