"""``meanwhile line`` as a process: killed and started again, interrupted,
ended by itself, started wrongly.
"""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from tests.battleboard.line import Program
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

MEANWHILE = (sys.executable, "-c", "from bot.cli import main; main()", "line")
LISTENING = re.compile(r"listening on 127\.0\.0\.1:(\d+), game (\w+)\n")


class Served:
    def __init__(self, process: asyncio.subprocess.Process, port: int, game: str):
        self.process, self.port, self.game = process, port, game
        self.programs: list[Program] = []

    async def connect(self) -> Program:
        self.programs.append(await Program.connect(self.port))
        return self.programs[-1]

    async def joined(self, name: str, key: str = "") -> Program:
        program = await self.connect()
        if key:
            await program.asks(f"key {key}", "key-ok")
        await program.send(f"join {name}")
        assert (await program.hear() or "").startswith("ok ")
        return program

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def process(folder: Path, *arguments: str) -> AsyncIterator[Served]:
    """``meanwhile line battleboard`` on a database in this folder."""
    started = await asyncio.create_subprocess_exec(
        *MEANWHILE, "battleboard", *arguments, cwd=folder, stdout=asyncio.subprocess.PIPE
    )
    assert started.stdout is not None
    try:
        line = (await started.stdout.readline()).decode()
        listening = LISTENING.fullmatch(line)
        assert listening, line
        served = Served(started, int(listening[1]), listening[2])
        yield served
        for program in served.programs:
            await program.close()
    finally:
        if started.returncode is None:
            started.kill()
            await started.wait()


async def test_seats_with_keys_go_on_after_a_kill_as_if_nothing_had_been(tmp_path: Path) -> None:
    async with process(tmp_path, "--option", "order=join") as served:
        ann, bob = await served.joined("Ann", "s"), await served.joined("Bob", "t")
        await ann.hears("turn-order Ann Bob", "move-started Ann", "your-move")
        await ann.asks("pass", "move-ended Ann pass", "move-started Bob")
        before, game = await ann.history(), served.game
        await served.kill()
    async with process(tmp_path, "--resume", game) as served:
        assert served.game == game
        ann, bob = await served.connect(), await served.connect()
        await ann.asks("resume Ann s", "resumed 6")
        await bob.asks("resume Bob t", "resumed 6")
        assert await ann.history() == before
        await bob.asks("pass", "move-ended Bob pass", "move-started Ann")
        await ann.hears("move-ended Bob pass", "move-started Ann", "your-move")


async def test_a_seat_without_key_has_left_when_the_server_starts_again(tmp_path: Path) -> None:
    """BB-26: its connection is broken."""
    async with process(tmp_path, "--option", "order=join") as served:
        ann = await served.joined("Ann", "s")
        await served.joined("Bob")
        await ann.hears("turn-order Ann Bob", "move-started Ann", "your-move")
        game = served.game
        await served.kill()
    async with process(tmp_path, "--resume", game) as served:
        ann = await served.connect()
        await ann.asks("resume Ann s", "resumed 5")
        assert (await ann.history())[-1] == "withdraw Bob"
        await ann.asks("pass", "move-ended Ann pass", "won Ann")


@pytest.mark.parametrize("interrupt", [signal.SIGINT, signal.SIGTERM])
async def test_an_interrupted_server_ends_well_and_nobody_has_left(
    tmp_path: Path, interrupt: signal.Signals
) -> None:
    async with process(tmp_path, "--option", "players=3") as served:
        await served.joined("Bob")
        ann = await served.joined("Ann", "s")
        game = served.game
        served.process.send_signal(interrupt)
        assert await served.process.wait() == 0
        await ann.is_hung_up()
    async with process(tmp_path, "--resume", game) as served:
        ann = await served.connect()
        await ann.asks("resume Ann s", "resumed 2")
        assert (await ann.history())[-1] == "withdraw Bob"


async def test_once_the_server_ends_when_the_game_is_over_and_everybody_has_hung_up(
    tmp_path: Path,
) -> None:
    async with process(tmp_path, "--once", "--option", "order=join") as served:
        ann, _ = await served.joined("Ann", "s"), await served.joined("Bob", "t")
        await ann.hears("turn-order Ann Bob", "move-started Ann", "your-move")
        await ann.asks("withdraw", "withdraw Ann", "move-ended Ann pass", "won Bob")
        for program in served.programs:
            await program.close()
        assert await served.process.wait() == 0


@each(
    "arguments, said",
    DATA["what_cannot_be_served_is_told_in_a_sentence"],
)
def test_what_cannot_be_served_is_told_in_a_sentence(
    arguments: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["line", *arguments.split()])
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert said in done.stderr
