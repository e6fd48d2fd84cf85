"""The connection itself: compressions, heartbeats, what is refused, and whether
this server is Discord enough.
"""

import asyncio
import zlib
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord.app import DiscordClient
from bot.discord.door import DiscordDoor
from tests.discord.server import spec
from tests.discord.server.rest import Request
from tests.discord.stage import staged, until
from tests.kit.each import each

CHOICES = [{"name": "n", "value": "v"}]


class Zlib:
    COMPRESSION_TYPE = "zlib-stream"

    def __init__(self) -> None:
        self.begun = bytearray()
        self.stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> str | None:
        self.begun += data
        if not data.endswith(b"\0\0\xff\xff"):
            return None
        whole, self.begun = self.stream.decompress(bytes(self.begun)), bytearray()
        return whole.decode()


@pytest.mark.parametrize("kind", ["zstd-stream", "zlib-stream", None])
def test_a_game_goes_over_every_kind_of_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str | None
) -> None:
    if kind == "zlib-stream":
        monkeypatch.setattr(discord.utils, "_ActiveDecompressionContext", Zlib)

    async def play() -> None:
        async with staged(tmp_path) as stage:
            if kind is None:
                await stage.stop()
                stage.discord.gateway.compress = False
                await stage.start()
            assert stage.discord.gateway.compressions[-1] == kind
            people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
            game = await stage.game(people["ann"], [people["bob"]])
            user = people[await stage.turn(game)]
            assert (
                "Accepted"
                in (await stage.people.slash(user, stage.thread(game), "order", text="pass")).text
            )

    asyncio.run(play())


async def test_a_connection_without_heartbeats_is_given_up_and_resumed(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        await stage.stop()
        stage.discord.gateway.heartbeat = 300
        await stage.start(heartbeat_timeout=0.6)
        for session in stage.discord.gateway.sessions.values():
            if session.connection is not None:
                session.connection.silent = True
        await until(lambda: stage.discord.gateway.resumed > 0, 20)
        assert await stage.game(stage.user("ann"), [stage.user("bob")])


async def test_the_bot_needs_no_privileged_intent(tmp_path: Path) -> None:
    """None is switched on at this server, and none is asked for."""
    async with staged(tmp_path) as stage:
        (session,) = stage.discord.gateway.sessions.values()
        assert session.intents == 1 | 1 << 12


async def test_the_library_keeps_no_record_of_buttons(tmp_path: Path) -> None:
    """Five hundred games and their buttons must not pile up in memory;
    presses are read from their names.
    """
    async with staged(tmp_path) as stage:
        game = await stage.game(stage.user("ann"), [stage.user("bob")])
        user = stage.user("zoe")
        for _ in range(3):
            await stage.people.click(user, stage.card(game), "Orders")
        client: Any = stage.door.connection.client
        kept = client._connection._view_store
        assert not kept._views
        assert not kept._synced_message_views
        assert not kept._modals


async def test_commands_can_be_built_again_and_again() -> None:
    for _ in range(2):
        client = DiscordClient(DiscordDoor("token"))
        assert {command.name for command in client.tree.get_commands()} >= {
            "game",
            "order",
            "menu",
            "say",
        }


@each(
    "method, path, body, said",
    [
        ("POST", "/channels/1/messages", {"content": "x" * 4001}, "content"),
        ("POST", "/channels/1/messages", {"content": "x", "nonce": "n" * 26}, "nonce"),
        ("POST", "/channels/1/messages", {"content": "x", "flags": "many"}, "flags"),
        (
            "POST",
            "/interactions/1/t/callback",
            {"type": 8, "data": {"choices": [{"name": "n", "value": "v"}] * 26}},
            "choices",
        ),
        ("POST", "/interactions/1/t/callback", {"type": 77}, "type"),
        ("POST", "/channels/1/messages/2/threads", {"name": "n" * 101}, "name"),
        ("PUT", "/applications/1/commands", [{"name": "n" * 33, "description": "d"}], "name"),
        ("POST", "/users/@me/channels", {"recipient_id": "x"}, "recipient_id"),
        ("DELETE", "/guilds/1", None, "not described"),
        ("GET", "/guilds/1/bans", None, "not described"),
    ],
)
def test_what_keeps_not_to_discords_description_is_found(
    method: str, path: str, body: Any, said: str
) -> None:
    request = Request(method, path, body, {}, 204)
    assert said in spec.fault(request)


def test_what_keeps_to_it_is_left_alone() -> None:
    request = Request(
        "POST", "/channels/1/messages", {"content": "x" * 2000, "nonce": "n" * 25}, {}, 204
    )
    assert spec.fault(request) == ""


def test_two_ids_differ_and_one_that_is_named_twice_is_found() -> None:
    def said(*users: int) -> str:
        body = {"content": "x", "allowed_mentions": {"users": [str(user) for user in users]}}
        return spec.fault(Request("POST", "/channels/1/messages", body, {}, 204))

    first = 10**17
    assert said(first, first + 1) == said(first + 2, first + 3) == ""
    assert "non-unique" in said(first, first)
    assert said(first + 4, first + 5) == ""
