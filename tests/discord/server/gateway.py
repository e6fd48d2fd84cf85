"""The gateway: sessions, heartbeats, resuming with replay, both compressions."""

import asyncio
import contextlib
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import zstandard
from aiohttp import WSMsgType, web

from tests.discord.server.world import World

Json = dict[str, Any]

GUILDS, MEMBERS, PRESENCES, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = (
    1,
    1 << 1,
    1 << 8,
    1 << 9,
    1 << 12,
    1 << 15,
)
PRIVILEGED = MEMBERS | PRESENCES | CONTENT
LONGEST = 4096
"""Bytes that a client may send at once."""


@dataclass(eq=False)
class Connection:
    socket: web.WebSocketResponse
    compress: Callable[[bytes], bytes] | None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    session: "Session | None" = None
    silent: bool = False

    async def send(
        self, op: int, data: Any = None, sequence: int | None = None, event: str | None = None
    ) -> None:
        raw = json.dumps({"op": op, "d": data, "s": sequence, "t": event})
        async with self.lock:
            with contextlib.suppress(ConnectionError):
                if self.socket.closed:
                    return
                if self.compress is None:
                    await self.socket.send_str(raw)
                else:
                    await self.socket.send_bytes(self.compress(raw.encode()))


@dataclass(eq=False)
class Session:
    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None
    log: list[tuple[int, str, Json]] = field(default_factory=list)

    async def push(self, event: str, data: Json) -> None:
        self.log.append((len(self.log) + 1, event, data))
        if self.connection is not None:
            await self.connection.send(0, data, len(self.log), event)


def compressor(kind: str | None) -> Callable[[bytes], bytes] | None:
    if kind == "zlib-stream":
        stream = zlib.compressobj()
        return lambda raw: stream.compress(raw) + stream.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        frames = zstandard.ZstdCompressor().compressobj()
        return lambda raw: frames.compress(raw) + frames.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    return None


class Gateway:
    """The sockets. ``compress`` may be switched off; ``privileged`` are the intents
    that the owner has switched on.
    """

    def __init__(self, world: World, token: str):
        self.world, self.token = world, token
        self.address = ""
        self.heartbeat = 41250
        self.compress, self.privileged = True, 0
        self.sessions: dict[str, Session] = {}
        self.identified = self.resumed = 0
        self.compressions: list[str | None] = []

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        kind = request.query.get("compress") if self.compress else None
        self.compressions.append(kind)
        connection = Connection(socket, compressor(kind))
        await connection.send(10, {"heartbeat_interval": self.heartbeat, "_trace": []})
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            if len(message.data) > LONGEST:
                await socket.close(code=4002)
                break
            payload = json.loads(message.data)
            if not await self.one(connection, payload["op"], payload.get("d")):
                break
        return socket

    async def one(self, connection: Connection, op: int, data: Any) -> bool:
        if op == 1 and not connection.silent:
            await connection.send(11)
        if op == 2:
            return await self.identify(connection, data)
        if op == 6:
            return await self.resume(connection, data)
        return True

    async def identify(self, connection: Connection, data: Json) -> bool:
        self.identified += 1
        if data["token"].removeprefix("Bot ") != self.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return False
        if data["intents"] & PRIVILEGED & ~self.privileged:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return False
        shard = tuple(data.get("shard", (0, 1)))
        session = Session(self.world.snowflake(), data["intents"], (shard[0], shard[1]), connection)
        connection.session = self.sessions[session.id] = session
        mine = [
            guild
            for guild in self.world.guilds.values()
            if on_shard(guild["id"], session)
            and self.world.bot.id in self.world.members[guild["id"]]
        ]
        user = self.world.bot.json | {"verified": True, "mfa_enabled": False, "email": None}
        ready = {
            "v": 10,
            "user": user,
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": self.world.bot.id, "flags": 0},
            "shard": list(session.shard),
            "private_channels": [],
            "user_settings": {},
        }
        await session.push("READY", ready)
        for guild in mine if session.intents & GUILDS else []:
            await session.push("GUILD_CREATE", self.guild(guild))
        return True

    async def resume(self, connection: Connection, data: Json) -> bool:
        if data["token"].removeprefix("Bot ") != self.token:
            await connection.socket.close(code=4004)
            return False
        session = self.sessions.get(data["session_id"])
        if session is None:
            await connection.send(9, False)
            return True
        self.resumed += 1
        session.connection, connection.session = connection, session
        for sequence, event, missed in session.log[data["seq"] :]:
            await connection.send(0, missed, sequence, event)
        await session.push("RESUMED", {"_trace": []})
        return True

    def guild(self, guild: Json) -> Json:
        here = [channel for channel in self.world.channels.values() if channel.guild == guild["id"]]
        return guild | {
            "joined_at": "2026-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
            "member_count": len(self.world.members[guild["id"]]),
            "channels": [channel.json for channel in here if not channel.is_thread],
            "threads": [channel.json for channel in here if channel.is_thread],
            "members": [self.world.member(self.world.bot, guild=guild["id"])],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    async def dispatch(
        self, event: str, data: Json, guild: str | None = None, intent: int = 0
    ) -> None:
        """An event for every session that may get it. Without the content intent
        others' texts in servers are blank.
        """
        for session in list(self.sessions.values()):
            if (intent and not session.intents & intent) or not on_shard(guild or "0", session):
                continue
            if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not session.intents & CONTENT:
                data = self.readable(data, guild)
            await session.push(event, data)

    def readable(self, message: Json, guild: str | None) -> Json:
        """A message as a bot without the content intent reads it: its own, those that name it,
        and direct ones whole, of all others only that they are there.
        """
        own = message["author"]["id"] == self.world.bot.id
        named = any(user["id"] == self.world.bot.id for user in message["mentions"])
        if own or named or guild is None or self.privileged & CONTENT:
            return message
        return message | {"content": "", "embeds": [], "attachments": [], "components": []}

    async def drop(self, code: int = 1006, *, op: int | None = None, forget: bool = False) -> None:
        """Break every connection: 1006 cuts the TCP stream, ``op`` 7 asks for a reconnect, 9
        ends the session; ``forget``: the session cannot be resumed.
        """
        for session in list(self.sessions.values()):
            connection, session.connection = session.connection, None
            if forget:
                del self.sessions[session.id]
            if connection is None or connection.socket.closed:
                continue
            if op is not None:
                await connection.send(op, False if op == 9 else None)
            elif code == 1006:
                transport = connection.socket._req.transport if connection.socket._req else None
                if transport is not None:
                    transport.abort()
            else:
                await connection.socket.close(code=code)


def on_shard(guild: str, session: Session) -> bool:
    return (int(guild) >> 22) % session.shard[1] == session.shard[0]
