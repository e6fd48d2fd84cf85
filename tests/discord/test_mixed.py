"""A mixed table: one seat is played in Discord, the other at a terminal, in the same game; the
referee is killed and begun again in between. All of them are processes of their own.
"""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.bot.program import ENVIRONMENT, MEANWHILE
from tests.discord.eyes import reading
from tests.discord.server import Discord, spec
from tests.discord.server.world import Channel, User
from tests.discord.stage import GENEROUS, until
from tests.discord.test_serve import PROGRAM

SIZE = 4
SQUARES = [(x, y) for y in range(SIZE) for x in range(SIZE)]
KILLED = 2
"""Rounds after which the referee is killed."""


class Terminal:
    def __init__(self, process: asyncio.subprocess.Process):
        self.process = process
        self.found: list[dict[str, Any]] = []
        self.reading = asyncio.ensure_future(self.read())

    async def read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.found.append(msgspec.json.decode(line))

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    def of_kind(self, kind: str, since: int = 0) -> list[dict[str, Any]]:
        return [thing for thing in self.found[since:] if thing["kind"] == kind]

    async def answer(self, line: str) -> dict[str, Any]:
        before = len(self.found)
        self.say(line)
        await until(lambda: self.of_kind("receipt", before) + self.of_kind("refusal", before), 60)
        return (self.of_kind("receipt", before) + self.of_kind("refusal", before))[0]

    def told(self, event: str) -> int:
        return sum(thing["event"] == event for thing in once(self.found))

    def more(self, what: str, than: int) -> bool:
        return len(self.of_kind(what)) + self.told(what) > than

    async def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        await asyncio.wait_for(self.reading, 60)
        return await self.process.wait()


def once(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages without their numbers, each once: when the referee has ended without a word, the
    last ones may come again before new ones do.
    """
    heard: list[dict[str, Any]] = []
    sittings: list[list[dict[str, Any]]] = [[]]
    for thing in found:
        if thing["kind"] == "game":
            sittings.append([])
        elif thing["kind"] == "message":
            sittings[-1].append({key: thing[key] for key in thing if key != "number"})
    for new in sittings:
        # All that has come so far may be a repetition that is still going on.
        starts = range(len(heard) + 1)
        start = next(i for i in starts if heard[i : i + len(new)] == new[: len(heard) - i])
        heard += new[len(heard) - start :]
    return heard


class Table:
    def __init__(self, discord: Discord, folder: Path):
        self.discord, self.folder = discord, folder
        self.guild = discord.world.guild("Wargamers")
        self.lobby = discord.world.channel(self.guild, "lobby")
        self.ann, self.zoe = (discord.world.user(name, self.guild) for name in ("ann", "zoe"))
        self.referee: asyncio.subprocess.Process

    async def serve(self) -> None:
        before = self.discord.gateway.identified
        self.referee = await asyncio.create_subprocess_exec(
            *(
                *(sys.executable, "-c", PROGRAM, self.discord.http, self.discord.gateway.address),
                "meanwhile.db",
            ),
            cwd=self.folder,
            stdout=asyncio.subprocess.DEVNULL,
        )
        await until(lambda: self.discord.gateway.identified > before, 60)

    async def kill(self) -> None:
        self.referee.kill()
        await self.referee.wait()

    async def game(self) -> str:
        options = f"players=2 size={SIZE}x{SIZE} cities=1 order=join"
        made = await self.discord.people.slash(
            self.ann, self.lobby, "game new", kind="battleboard", options=options, wait=60
        )
        found = re.search(r"Game (\w+) is here", made.text.replace("*", "").replace("`", ""))
        assert found, made.text
        return found[1]

    @property
    def thread(self) -> Channel:
        return next(
            channel for channel in self.discord.world.channels.values() if channel.is_thread
        )

    async def order(self, user: User, text: str) -> str:
        return (
            await self.discord.people.slash(user, self.thread, "order", text=text, wait=60)
        ).text

    async def sit(self, game: str, *arguments: str) -> Terminal:
        return Terminal(
            await asyncio.create_subprocess_exec(
                *(MEANWHILE, "sit", game, *arguments, "--json"),
                cwd=self.folder,
                env=ENVIRONMENT,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        )


@asynccontextmanager
async def table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    async with Discord(GENEROUS) as discord:
        monkeypatch.setenv("MEANWHILE_DISCORD_TOKEN", discord.token)
        made = Table(discord, folder)
        await made.serve()
        try:
            yield made
        finally:
            if made.referee.returncode is None:
                made.referee.send_signal(signal.SIGTERM)
                await made.referee.wait()
        assert [said for request in discord.requests if (said := spec.fault(request))] == []


async def test_one_plays_in_discord_and_one_at_a_terminal_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, monkeypatch) as room:
        game = await room.game()
        bob = await room.sit(game, "--name", "bob")
        await until(lambda: bob.told("TurnStarted"), 60)
        (dealt,) = (thing["data"] for thing in bob.found if thing.get("event") == "Dealt")
        (own,) = dealt["cities"]
        # Whoever bombs in this order meets Bob's city last: both have time to play.
        last = [square for square in SQUARES if list(square) != own] + [tuple(own)]
        for number, (x, y) in enumerate(last, 1):
            if number == KILLED:
                await room.kill()
                await until(lambda: bob.of_kind("refusal"), 60)
                assert bob.of_kind("refusal")[-1]["reason"] == "broken"
                games = len(bob.of_kind("game"))
                await room.serve()
                await until(partial(bob.more, "game", games), 60)
            turns = bob.told("TurnStarted")
            answer = await room.order(room.ann, f"bomb bob {x} {y}")
            assert "Accepted" in answer, answer
            if (x, y) == tuple(own):
                break
            await until(partial(bob.more, "TurnStarted", turns), 60)
            assert (await bob.answer("bob: pass"))["order"] == "pass"
            await until(partial(bob.more, "TurnStarted", turns + 1), 60)
        await until(lambda: bob.of_kind("result"), 60)
        assert bob.told("Bombed") == len(SQUARES)
        assert bob.told("Passed") == len(SQUARES) - 1
        assert await bob.end() == 0
        await until(lambda: "has won" in reading(room.discord.world, room.zoe), 60)
        shown = reading(room.discord.world, room.zoe)
        assert shown.count("bob (program) passed") >= len(SQUARES) - 1
        assert "your cities are" not in shown.casefold()


def test_what_comes_again_after_a_break_is_counted_once() -> None:
    game = {"kind": "game"}
    first, second, third = ({"kind": "message", "event": x} for x in ("Bombed", "Passed", "Turn"))
    assert once([game, first, second, third, game, second, third, first]) == [
        *(first, second, third, first)
    ]
    assert once([game, first, second, third, game, second]) == [first, second, third]
    assert once([game, first, second, game, third, second]) == [first, second, third, second]
    assert once([game, first, first, second]) == [first, first, second]
