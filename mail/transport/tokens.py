"""Access tokens for hosts that accept no passwords (OAuth2 with XOAUTH2, for IMAP and SMTP)."""

import asyncio
import logging
import shlex
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol
from urllib.parse import urlsplit

import aiohttp
import msgspec
from msgspec import Struct

log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Maximum seconds in which a command or a token server must answer."""
EARLY = 60.0
"""Seconds before its expiry at which a token is replaced."""
LONGEST = 16_000
"""Maximum size of an answer, in bytes."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class TokenRefused(PermissionError):
    """Raised if no token will be issued until somebody acts; the text is the server's."""


class TokenUnavailable(OSError):
    """Raised if there is no token at the moment; the text gives the reason."""


class AccessToken(Struct, frozen=True):
    """A token that is valid for ``seconds``; 0 means for one login."""

    text: str
    seconds: float = 0.0


class Source(Protocol):
    async def __call__(self) -> AccessToken:
        """Return a new token. Raises ``TokenRefused`` if somebody must act, ``TokenUnavailable`` if
        a retry may succeed.
        """


class Tokens:
    """Keeps a token until it expires. IMAP and SMTP share one instance."""

    def __init__(self, source: Source, clock: Callable[[], float] = monotonic):
        self.source, self.clock = source, clock
        self.token, self.until, self.used = AccessToken(""), 0.0, False
        self.turn = asyncio.Lock()

    async def get(self) -> str:
        """Return a valid token. Raises ``TokenRefused`` or ``TokenUnavailable`` if there is
        none.
        """
        async with self.turn:
            self.used = self.clock() < self.until
            if not self.used:
                self.token = await self.source()
                self.until = self.clock() + self.token.seconds - EARLY
            return self.token.text

    def outdated(self) -> bool:
        """Forget a token that the host refuses. Returns whether it was an old one, so that a new
        one may work.
        """
        self.until = 0.0
        return self.used


class TokenCommand:
    """A program that prints a token on its first line. It is run without a shell."""

    def __init__(self, line: str):
        self.words = shlex.split(line)

    async def __call__(self) -> AccessToken:
        try:
            process = await asyncio.create_subprocess_exec(
                *self.words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        except OSError as error:
            raise TokenRefused(f"the token command cannot be run: {error.strerror}") from error
        try:
            async with asyncio.timeout(PATIENCE):
                said, _ = await process.communicate()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise TokenUnavailable(
                f"the token command has not ended in {PATIENCE:.0f} seconds"
            ) from None
        first = said[:LONGEST].split(b"\n")[0].decode("ascii", "replace").strip()
        if process.returncode or not first:
            raise TokenUnavailable(
                f"the token command has ended with {process.returncode} and no token"
            )
        return AccessToken(first)


class Granted(Struct):
    """The answer of a token server (RFC 6749, 5.1)."""

    access_token: str
    expires_in: float = 0.0
    refresh_token: str = ""


class Denied(Struct):
    """The error of a token server (RFC 6749, 5.2)."""

    error: str
    error_description: str = ""


class Refresh:
    """Asks a token server for a new access token (RFC 6749, 6). Some return a new refresh token as
    well. ``changed`` is called to store it for the next start.
    """

    def __init__(
        self,
        endpoint: str,
        client: str,
        secret: str,
        refresh: str,
        scope: str,
        changed: Callable[[str], Awaitable[None]],
    ):
        parts = urlsplit(endpoint)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
            raise ValueError(f"endpoint {endpoint!r}: needs an address that begins with https:")
        self.endpoint, self.refresh, self.changed = endpoint, refresh, changed
        fixed = {
            "grant_type": "refresh_token",
            "client_id": client,
            "client_secret": secret,
            "scope": scope,
        }
        self.fixed = {name: value for name, value in fixed.items() if value}

    async def __call__(self) -> AccessToken:
        form = {**self.fixed, "refresh_token": self.refresh}
        try:
            async with (
                aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session,
                session.post(self.endpoint, data=form, allow_redirects=False) as answer,
            ):
                status, body = answer.status, await answer.content.read(LONGEST)
        except (aiohttp.ClientError, TimeoutError) as error:
            raise TokenUnavailable(
                f"the token server cannot be reached: {type(error).__name__}"
            ) from error
        try:
            if status == 200:
                return await self.granted(msgspec.json.decode(body, type=Granted, strict=False))
            denied = msgspec.json.decode(body, type=Denied)
        except msgspec.DecodeError as error:
            raise TokenUnavailable(
                f"the token server answers {status}, and nothing that can be read"
            ) from error
        said = (
            f"the token server answers {status}: {denied.error[:80]}"
            f" {denied.error_description[:200]}".strip()
        )
        for own in (self.refresh, self.fixed.get("client_secret", "")):
            said = said.replace(own, "***") if own else said
        raise (
            TokenRefused(said) if 400 <= status < 500 and status != 429 else TokenUnavailable(said)
        )

    async def granted(self, found: Granted) -> AccessToken:
        if found.refresh_token and found.refresh_token != self.refresh:
            self.refresh = found.refresh_token
            await self.changed(found.refresh_token)
        return AccessToken(found.access_token, found.expires_in)
