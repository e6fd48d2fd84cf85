"""``meanwhile line GAME --json``: any game, a connection a seat, objects on lines."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import pytest
import trustme

from bot.line.command import encrypted
from bot.line.doors import JsonDoor
from bot.line.seats import Seats
from bot.line.server import LineServer
from bot.play.plan import new_game
from bot.service.app import open_writer
from engine.errors import UserError
from engine.games import find
from engine.referee.clock import HandClock
from tests.battleboard.line import BEGIN, HOST, Program

Object = dict[str, Any]


class Player(Program):
    @classmethod
    async def connect(cls, port: int, host: str = HOST) -> Self:
        player = await super().connect(port, host)
        assert await player.get() == {"kind": "hello", "protocol": "meanwhile", "version": 1}
        return player

    @classmethod
    async def seated(cls, port: int, token: str) -> Self:
        player = await cls.connect(port)
        await player.send(f"join {token}")
        return player

    async def get(self) -> Object:
        line = await self.hear()
        assert line is not None
        found: Object = json.loads(line)
        assert found.pop("number") == len(self.heard)
        return found

    async def until(self, kind: str) -> list[Object]:
        found = [await self.get()]
        while found[-1]["kind"] != kind:
            found.append(await self.get())
        return found


class Table:
    def __init__(self, port: int, seats: Seats, tokens: dict[str, str]):
        self.port, self.seats, self.tokens = port, seats, tokens
        self.players: list[Player] = []

    async def sit(self, seat: str) -> Player:
        self.players.append(await Player.seated(self.port, self.tokens[seat]))
        return self.players[-1]

    async def connect(self) -> Player:
        self.players.append(await Player.connect(self.port))
        return self.players[-1]

    async def leave(self, player: Player) -> None:
        before = len(self.seats.door.plugged)
        player.hang_up()
        while len(self.seats.door.plugged) == before:
            await asyncio.sleep(0)


@asynccontextmanager
async def laid(
    path: Path, kind: str, seats: str | None = None, **options: str
) -> AsyncIterator[Table]:
    plan = new_game(find(kind), seats, (), options, seed="00ff")
    door = JsonDoor()
    async with open_writer(path, {door.name: door}, HandClock(BEGIN)) as writer:
        house = Seats(writer, door, kind, plan.setup.id)
        tokens = await house.make(plan.setup, plan.seats)
        server = LineServer(house)
        table = Table(await server.start(HOST, 0), house, tokens)
        try:
            yield table
        finally:
            for player in table.players:
                await player.close()
            await server.stop()


SMALL = {"size": "4x4", "order": "join"}


@pytest.fixture
def table(path: Path) -> AbstractAsyncContextManager[Table]:
    return laid(path, "battleboard", "ann,bob", **SMALL)


async def test_a_seat_reads_what_waited_for_it_and_is_asked(table: Table) -> None:
    ann = await table.sit("ann")
    found = await ann.until("menu")
    assert found[0] == {"kind": "receipt", "seat": "ann", "order": "join", "n": 0}
    events = [thing["event"] for thing in found[1:-1]]
    assert events == ["Joined", "Dealt", "Joined", "TurnOrder", "TurnStarted"]
    assert {thing["to"] for thing in found[1:-1]} == {"ann"}
    assert found[-1]["asked"] is True
    assert found[-1]["choices"] == ["bomb {target} {square}", "pass", "withdraw"]
    assert "pass" in found[-1]["legal"]


async def test_nobody_reads_the_cities_of_another(table: Table) -> None:
    ann, bob = await table.sit("ann"), await table.sit("bob")
    for player, seat in ((ann, "ann"), (bob, "bob")):
        found = await player.until("message")
        while found[-1]["event"] != "Dealt":
            found.append(await player.get())
        await player.send("?", "public?")
        found += [*await player.until("board"), *await player.until("board")]
        (dealt,) = [one["data"]["cities"] for one in found if one.get("event") == "Dealt"]
        views = {one["to"]: one["data"]["own"] for one in found if one["kind"] == "view"}
        assert (sorted(views.pop(seat)), views) == (sorted(dealt), {"public": []})
        assert found[-1]["to"] == "public"


async def test_receipts_come_before_messages_and_refusals_explain(table: Table) -> None:
    ann, bob = await table.sit("ann"), await table.sit("bob")
    await ann.until("menu")
    await bob.send("pass")
    refused = (await bob.until("refusal"))[-1]
    assert (refused["seat"], refused["reason"]) == ("bob", "not-your-turn")
    await ann.send("bomb bob e1", "bomb bob a1")
    refused, receipt, *told = [await ann.get() for _ in range(4)]
    assert (refused["reason"], refused["wanted"]) == ("off-board", ["d1"])
    assert len(refused["legal"]) <= 10
    assert receipt == {"kind": "receipt", "seat": "ann", "order": "bomb bob 0 0", "n": 1}
    assert [thing["event"] for thing in told] == ["Bombed", "TurnStarted"]
    assert (await bob.until("menu"))[-1]["seat"] == "bob"


async def test_a_seat_is_taken_over_by_its_token_alone(table: Table) -> None:
    ann, stranger = await table.sit("ann"), await table.connect()
    await ann.until("menu")
    token = table.tokens["ann"]
    for line in ("pass", "join", "join ann", f"join {token[:-1]}", f"JOIN {token}"):
        await stranger.send(line)
        assert (await stranger.get())["reason"] == "bad-token"
    again = await table.sit("ann")
    assert (await again.get())["order"] == "join"
    await ann.is_hung_up()
    await again.send("pass")
    assert (await again.get())["n"] == 1


async def test_a_seat_that_cannot_be_is_a_clear_problem_and_no_game(path: Path) -> None:
    with pytest.raises(UserError, match="--seats: a b: “a b” cannot be used as a name here"):
        async with laid(path, "battleboard", "a b,c", **SMALL):
            pass


async def test_a_program_of_another_version_is_told_so_and_hung_up_on(table: Table) -> None:
    stranger = await table.connect()
    await stranger.send("hello 2", f"join {table.tokens['ann']}")
    refused = await stranger.get()
    assert refused["reason"] == "bad-version"
    assert "version 1" in refused["text"]
    await stranger.is_hung_up()
    ann = await table.connect()
    await ann.send("hello 1", f"join {table.tokens['ann']}")
    assert [(await ann.get())["kind"], (await ann.get())["kind"]] == ["hello", "receipt"]


async def test_offers_behind_the_first_hundred_are_asked_for_by_the_line_that_is_named(
    path: Path,
) -> None:
    async with laid(path, "battleboard", "ann,bob", order="join") as table:
        ann = await table.sit("ann")
        menu = (await ann.until("menu"))[-1]
        found, line = list(menu["offers"]), menu["next"]
        assert (len(found), line) == (100, "offers? 100")
        while line is not None:
            await ann.send(line)
            page = await ann.get()
            assert (page["kind"], page["first"]) == ("offers", len(found))
            found, line = found + page["offers"], page["next"]
        bombs = [offer for offer in found if offer["type"] == "Bomb"]
        assert len({offer["order"] for offer in bombs}) == len(bombs) == 2 * 10 * 8
        assert len(found) == menu["count"]
        assert {offer["target"] for offer in bombs} == {"ann", "bob"}
        await ann.send("offers? x")
        assert (await ann.get())["reason"] == "not-a-number"


async def test_a_port_with_a_certificate_speaks_tls(table: Table, tmp_path: Path) -> None:
    authority = trustme.CA()
    own = authority.issue_cert("localhost")
    key, chain = tmp_path / "key.pem", tmp_path / "chain.pem"
    own.private_key_pem.write_to_path(key)
    for part in own.cert_chain_pems:
        part.write_to_path(chain, append=True)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    server = LineServer(table.seats)
    port = await server.start(HOST, 0, encrypted(chain, key))
    streams = await asyncio.open_connection(HOST, port, ssl=trusting, server_hostname="localhost")
    player = Player(*streams)
    assert (await player.get())["kind"] == "hello"
    await player.send(f"join {table.tokens['ann']}")
    assert (await player.get())["kind"] == "receipt"
    plain = Player(*await asyncio.open_connection(HOST, port))
    await plain.send(f"join {table.tokens['ann']}")
    assert await plain.hear() is None, "what is not encrypted is not answered"
    await player.close()
    await plain.close()
    await server.stop()
