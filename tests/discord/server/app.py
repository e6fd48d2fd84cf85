"""The server: HTTP in front of the gateway and the routes, rate limits,
and faults that tests ask for.
"""

import asyncio
import base64
import contextlib
import json
import re
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

import discord
import yarl
from aiohttp import BodyPartReader, web

from tests.discord.server.errors import No
from tests.discord.server.gateway import Gateway
from tests.discord.server.people import People
from tests.discord.server.rest import Files, Request, Rest
from tests.discord.server.world import World

LIMITS = {
    "POST /channels/*/messages": (5, 5.0),
    "PATCH /channels/*/messages/*": (5, 5.0),
    "GET /guilds/*/members/*": (5, 1.0),
    "POST /users/@me/channels": (10, 10.0),
    "*": (50, 1.0),
}
"""Requests in so many seconds, for a route, where each channel counts by itself."""


CLOUDFLARE = "<html><head><title>Access denied</title></head><body>error code: 1015</body></html>"


class Proxied(No):
    """Cloudflare refuses a request before Discord sees it: a page without Discord's JSON."""


@dataclass
class Fault:
    """The next ``times`` requests that fit get this answer, after ``delay``
    seconds; with no code and no status only the delay. ``after``: the request is
    carried out, and only its answer is lost. ``html``: Cloudflare answers, not Discord.
    """

    method: str
    path: re.Pattern[str]
    code: int = 0
    status: int = 0
    times: int = 1
    delay: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    after: bool = False
    html: bool = False


@dataclass
class Bucket:
    start: float = 0.0
    used: int = 0


class Discord:
    def __init__(self, limits: dict[str, tuple[int, float]] | None = None):
        self.world = World()
        # The first part of a token is the bot's id.
        first = base64.b64encode(self.world.bot.id.encode()).decode().rstrip("=")
        self.token = f"{first}.test.no-real-token"
        self.gateway = Gateway(self.world, self.token)
        self.rest = Rest(self)
        self.people = People(self)
        self.limits = LIMITS | (limits or {})
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.old_edits = (3, 20.0)
        self.most_invalid, self.invalid = 10_000, list[float]()
        self.buckets: dict[tuple[str, str], Bucket] = {}
        self.skew = 0.0
        self.frozen: float | None = None
        self.busy = 0
        self.watch: Callable[[Request], None] | None = None
        self.http = ""
        self.runner: web.AppRunner | None = None

    def now(self) -> float:
        return time.monotonic() + self.skew if self.frozen is None else self.frozen

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self.blob)
        app.router.add_route("*", "/api/v10/{tail:.*}", self.serve)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", 0).start()
        port = self.runner.addresses[0][1]
        self.http, self.gateway.address = (
            f"http://127.0.0.1:{port}",
            f"ws://127.0.0.1:{port}/gateway/",
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.drop(1001)
        if self.runner is not None:
            await self.runner.cleanup()

    async def blob(self, request: web.Request) -> web.Response:
        data = self.world.blobs.get(request.match_info["id"])
        return web.Response(status=404) if data is None else web.Response(body=data)

    @contextlib.contextmanager
    def redirected(self) -> Iterator[None]:
        spots: list[tuple[Any, str, Any]] = [
            (discord.http.Route, "BASE", self.http + "/api/v10"),
            (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(self.gateway.address)),
        ]
        before = [getattr(owner, name) for owner, name, _ in spots]
        for owner, name, value in spots:
            setattr(owner, name, value)
        try:
            yield
        finally:
            for (owner, name, _), value in zip(spots, before, strict=True):
                setattr(owner, name, value)

    def fail(self, method: str, path: str, code: int = 0, **more: Any) -> Fault:
        self.faults.append(Fault(method, re.compile(path), code, **more))
        return self.faults[-1]

    async def serve(self, request: web.Request) -> web.Response:
        self.busy += 1
        try:
            lately = [at for at in self.invalid if at > self.now() - 600]
            if len(lately) >= self.most_invalid:
                return web.Response(status=429, text=CLOUDFLARE, content_type="text/html")
            answer = await self.respond(request)
            if answer.status in (401, 403, 429):
                self.invalid.append(self.now())
            return answer
        finally:
            self.busy -= 1

    async def respond(self, request: web.Request) -> web.Response:
        tail = request.match_info["tail"]
        body: Any = None
        files: Files = {}
        if request.content_type.startswith("multipart/"):
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                if part.name == "payload_json":
                    body = json.loads(await part.text())
                else:
                    files[part.name or ""] = (part.filename or "", bytes(await part.read()))
        elif request.can_read_body:
            body = await request.json()
        seen = Request(request.method, f"/{tail}", body, files, query=dict(request.query))
        self.requests.append(seen)
        headers = {"Via": "1.1 google"}
        try:
            lost = await self.faulty(seen)
            parts = tail.split("/")
            if (
                parts[0] not in ("interactions", "webhooks", "gateway")
                and request.headers.get("Authorization") != f"Bot {self.token}"
            ):
                raise No(0, status=401, message="401: Unauthorized")
            if parts[0] != "interactions":
                headers |= self.take(request.method, parts)
            seen.status, seen.answer = await self.rest.route(seen)
            if lost is not None:
                raise No(0, status=lost, message="lost")
        except Proxied as no:
            seen.status = no.status
            return web.Response(
                status=no.status, text=CLOUDFLARE, content_type="text/html", headers=no.headers
            )
        except No as no:
            seen.status, seen.answer = no.status, no.body
            headers |= no.headers
            if no.status == 429:
                wait = float(headers.get("Retry-After", 1))
                code = no.body["code"]
                seen.answer = {
                    "message": no.body["message"] if code else "You are being rate limited.",
                    "retry_after": wait,
                    "global": "X-RateLimit-Global" in headers,
                }
                seen.answer |= {"code": code} if code else {}
        if self.watch is not None:
            self.watch(seen)
        if seen.answer is None:
            return web.Response(status=seen.status, headers=headers)
        # Without "; charset": discord.py compares the whole value.
        return web.Response(
            status=seen.status,
            body=json.dumps(seen.answer).encode(),
            content_type="application/json",
            headers=headers,
        )

    async def faulty(self, seen: Request) -> int | None:
        """Raise the fault that was asked for; a status: carry out, and then lose the answer."""
        for fault in self.faults:
            if fault.times and fault.method == seen.method and fault.path.search(seen.path):
                fault.times -= 1
                await asyncio.sleep(fault.delay)
                if fault.after:
                    return fault.status
                if fault.html:
                    raise Proxied(0, status=fault.status, headers=fault.headers)
                if fault.code or fault.status:
                    raise No(fault.code, status=fault.status, headers=fault.headers)
        return None

    def take(self, method: str, parts: list[str]) -> dict[str, str]:
        """Use up a bit of the rate limit. Raises ``No`` with 429."""
        route = f"{method} /" + "/".join(
            "*" if part.isdigit() or len(part) > 30 else part for part in parts
        )
        most, per = self.limits.get(route, self.limits["*"])
        major = (
            parts[1] if len(parts) > 1 and parts[0] in ("channels", "guilds", "webhooks") else ""
        )
        bucket, now = self.buckets.setdefault((route, major), Bucket()), time.monotonic()
        if now - bucket.start >= per:
            bucket.start, bucket.used = now, 0
        bucket.used += 1
        left = bucket.start + per - now
        headers = {
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(0, most - bucket.used)),
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
        }
        if bucket.used > most:
            raise No(
                0,
                status=429,
                headers=headers | {"Retry-After": f"{left:.3f}", "X-RateLimit-Scope": "user"},
            )
        return headers
