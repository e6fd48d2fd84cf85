"""Programs that play in a served house, over WebSocket."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import queries
from bot.line.programs import LARGEST, SHORTEST, ProgramService, ProgramSettings
from bot.service.app import open_writer
from engine.errors import UserError
from engine.messages import Message
from engine.referee.clock import HandClock
from engine.referee.writer import Writer
from tests.referee.stage import Box

Object = dict[str, Any]
START = 1_700_000_000


class Socket:
    """A program's end of a WebSocket."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse):
        self.ws = ws

    async def get(self, kind: str = "") -> Object:
        """Return the next object, or the next of a kind."""
        while True:
            found: Object = json.loads((await self.ws.receive(timeout=30)).data)
            if found["kind"] == kind or not kind:
                return found

    async def say(self, text: str, kind: str = "receipt") -> Object:
        await self.ws.send_str(text)
        found = await self.get()
        while found["kind"] not in ("receipt", "refusal", kind):
            found = await self.get()
        assert found["kind"] == kind, found
        return found

    async def closed(self) -> None:
        while not self.ws.closed:
            await self.ws.receive(timeout=30)


class Served:
    def __init__(self, writer: Writer, port: int, session: aiohttp.ClientSession):
        self.writer, self.port, self.session = writer, port, session

    async def connect(self) -> Socket:
        ws = await self.session.ws_connect(f"ws://127.0.0.1:{self.port}/", max_msg_size=LARGEST)
        socket = Socket(ws)
        assert (await socket.get())["protocol"] == "meanwhile"
        return socket

    async def program(self, name: str) -> Socket:
        socket = await self.connect()
        await socket.say(f"token {name * SHORTEST} {name}")
        return socket

    async def person(self, who: str, text: str, game: str | None = None) -> Any:
        message = Message(
            door="chat", id=f"{who}/{text}", sender=who, text=text, at=START, game=game, name=who
        )
        return await self.writer.submit(message)


@asynccontextmanager
async def served(db: Path) -> AsyncIterator[Served]:
    service = ProgramService(ProgramSettings(port=0), "en")
    doors = {**service.doors, "chat": Box()}
    async with open_writer(db, doors, HandClock(START), service.on_open) as writer:
        running = asyncio.ensure_future(service.run())
        await service.ready()
        async with aiohttp.ClientSession() as session:
            yield Served(writer, service.port, session)
            await service.last_call()
        running.cancel()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "db"


async def test_programs_make_a_game_and_play_it_to_its_end(db: Path) -> None:
    rng = random.Random(5)
    async with served(db) as house:
        ann, bob = await house.program("Ann"), await house.program("Bob")
        made = await ann.say("new battleboard size=4x4 cities=1")
        game = made["game"]
        for player, seat in ((ann, "Ann"), (bob, "Bob")):
            assert (await player.say(f"@{game} join"))["seat"] == seat
        result = None
        while result is None:
            for player in (ann, bob):
                await player.ws.send_str(f"@{game} ?")
                while (found := await player.get())["kind"] != "menu" or found.get("mark"):
                    assert found.get("game") == game or found["kind"] == "receipt", found
                    result = found["result"] if found["kind"] == "result" else result
                if found["asked"] and result is None:
                    order = rng.choice([one for one in found["legal"] if "withdraw" not in one])
                    await player.say(f"@{game} {order}")
        assert result.startswith("won") or result == "drawn"
        state = await house.writer.run(lambda batch: queries.opened_game(batch, game).table.state)
        assert [chair.name for chair in state.chairs] == ["Ann (program)", "Bob (program)"]


async def test_a_person_lets_a_program_play_by_linking_it(db: Path) -> None:
    async with served(db) as house:
        game = (await house.person("zoe", "new dicechess")).facts["game"]
        for who in ("zoe", "yan"):
            await house.person(who, "join", game)
        code = (await house.person("zoe", "link")).facts["code"]
        deep = await house.program("Deep")
        assert (await deep.say(f"@{game} ?", "refusal"))["reason"] == "no-game-of-yours"
        await deep.say(f"link {code}")
        menu = await deep.say(f"@{game} ?", "menu")
        assert menu["seat"] == "white"
        order = next(one for one in menu["legal"] if one not in ("resign", "draw"))
        assert (await deep.say(f"@{game} {order}"))["order"]


@pytest.mark.parametrize("word", ["?", "public?", "offers? 0", "parts? b", "status", "history"])
async def test_a_program_sees_no_game_but_its_own(db: Path, word: str) -> None:
    async with served(db) as house:
        game = (await house.person("zoe", "new battleboard private=yes")).facts["game"]
        eve = await house.program("Eve")
        for id in (game, "nothing"):
            found = await eve.say(f"@{id} {word}", "refusal")
            assert (found["reason"], found["game"]) == ("no-game-of-yours", id)


async def test_a_token_opens_one_account_for_one_connection(db: Path) -> None:
    async with served(db) as house:
        short = await house.connect()
        for text in ("token short", "games", "token"):
            assert (await short.say(text, "refusal"))["reason"] == "no-account"
        first = await house.program("Ann")
        game = (await first.say("new battleboard"))["game"]
        await first.say(f"@{game} join")
        again = await house.connect()
        account = (await again.say(f"token {'Ann' * SHORTEST} Other"))["account"]
        await first.closed()
        other = await house.connect()
        assert (await other.say(f"token {'Bob' * SHORTEST}"))["account"] != account
        assert (await again.say(f"@{game} ?", "menu"))["seat"] == "Ann"


async def test_a_message_beyond_the_longest_line_ends_the_connection(db: Path) -> None:
    async with served(db) as house:
        eve = await house.program("Eve")
        await eve.ws.send_str("x" * (1 << 20))
        await eve.closed()
        assert (await house.program("Ann")) is not None, "others are served"


async def test_a_port_that_is_taken_is_named(db: Path) -> None:
    async with served(db) as house:
        service = ProgramService(ProgramSettings(port=house.port), "en")
        with pytest.raises(UserError, match=rf"\[doors.program\] port = {house.port}: "):
            await service.run()
