"""`meanwhile serve` in a process of its own, as its operator runs it."""

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot import sockets
from bot.arguments import setup
from bot.cli_commands.new import make
from bot.config import MailConfig
from bot.local.remote import done
from bot.service import mail
from engine.referee.clock import Clock
from engine.referee.new_games import game_called
from engine.store.journal import encode
from tests.bot.program import ENVIRONMENT, MEANWHILE, Object, Program
from tests.mail.posts import PATIENCE


class App:
    program = Program

    def __init__(self, folder: Path, config: MailConfig):
        self.folder, self.config = folder, config
        self.db = folder / "meanwhile.db"
        self.process: Program | None = None
        self.command = [MEANWHILE, "serve"]
        self.environment = ENVIRONMENT
        (folder / "config.toml").write_text(toml_of(config))

    def game(self, scenario: str = "", **options: str) -> str:
        prepared = self.folder / "scenario.toml"
        prepared.write_text(scenario)
        made = setup(
            game_called("battleboard"), Clock().now(), options, prepared if scenario else None
        )
        done(self.db, make, kind="battleboard", setup=encode(made).decode())
        return made.id

    def invite(self, game: str, address: str) -> None:
        shown = {
            "address": self.config.address,
            "pattern": self.config.pattern,
            "shown": self.config.name,
        }
        done(self.db, mail.mail_invite, game=game, receiver=address, language="en", **shown)

    def start(self) -> None:
        self.begin()
        wait_until(lambda: served(self.db) or not self.running)

    def begin(self) -> None:
        with (self.folder / "stderr").open("ab") as said:
            self.process = self.program(
                self.folder,
                *self.command,
                environment=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=said,
            )

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)

    def complaints(self) -> str:
        return (self.folder / "stderr").read_text()


@contextlib.contextmanager
def serving(folder: Path, config: MailConfig) -> Iterator[App]:
    app = App(folder, config)
    app.start()
    try:
        yield app
    finally:
        code = app.end() if app.running else -1
    assert (code, app.complaints()) == (0, "")


class Terminal:
    def __init__(self, folder: Path, game: str, name: str):
        self.process = Program(
            folder,
            *(MEANWHILE, "sit", game, "--name", name, "--json"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def read(self) -> Iterator[Object]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield msgspec.json.decode(line)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


def toml_of(config: MailConfig) -> str:
    facts: dict[str, Any] = {"mail": msgspec.to_builtins(config)}
    lines: list[str] = []

    def table(name: str, values: dict[str, Any]) -> None:
        lines.append(f"[{name}]")
        lines.extend(
            f"{key} = {encode(value).decode()}"
            for key, value in values.items()
            if not isinstance(value, dict)
        )
        for key, value in values.items():
            if isinstance(value, dict):
                table(f"{name}.{key}", value)

    for name, values in facts.items():
        table(name, values)
    return "\n".join(lines) + "\n"


def served(db: Path) -> bool:
    line = sockets.connected(sockets.path_of(db))
    if line is not None:
        line.close()
    return line is not None


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so. Raises ``TimeoutError``."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


assert sys.platform != "win32", "the socket of a served database is a file"
