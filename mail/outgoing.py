"""Handing finished mails to the provider: one connection for a few, always encrypted, and what its answers mean."""

import asyncio
import contextlib
import re
import ssl
from typing import Literal

import aiosmtplib
from msgspec import Struct

from engine.clock import Clock
from engine.letters import TryLater, Undeliverable
from mail.envelope import Mail

Security = Literal["tls", "starttls", "none"]
LOOPBACK = ("localhost", "127.0.0.1", "::1")

REUSED = 50
"""Mails that go over one connection."""
IDLE = 5.0
"""Seconds after which a connection that is not used is ended."""
QUOTA_PAUSE, LOGIN_PAUSE = 300, 900
"""Seconds for which nothing is sent, when the provider wants less or does not let us in."""

LATER = re.compile(
    r"5\.4\.5|5\.7\.(?:0|1\d|28|30|60)\b|quota|limit|\brate\b|too many|try again|outboundspam|\bauth", re.I
)
"""Refusals for ever that mean: not today, or not from you. No mail is at fault."""


class Server(Struct, frozen=True):
    """Where mail is handed over. ``security``: ``tls`` from the first byte (465), ``starttls`` (587), or ``none``,
    which is for the own machine alone unless ``plain`` says in so many words that the network may read everything."""

    host: str
    port: int = 465
    user: str = ""
    password: str = ""
    security: Security = "tls"
    plain: bool = False
    timeout: float = 30.0

    def check(self) -> None:
        """Raises ``ValueError`` for a connection that others could read."""
        if self.security == "none" and not self.plain and self.host not in LOOPBACK:
            raise ValueError(f"a plain connection to {self.host}: set security to tls or starttls")


class Outgoing:
    """Sends mails, one after the other."""

    def __init__(self, server: Server, clock: Clock, trust: ssl.SSLContext | None = None):
        server.check()
        self.server, self.clock, self.trust = server, clock, trust
        self.turn = asyncio.Lock()
        self.client: aiosmtplib.SMTP | None = None
        self.used = self.paused_until = 0
        self.why = ""
        self.ending: asyncio.Task[None] | None = None

    async def send(self, mail: Mail) -> None:
        """Hand one mail over. Raises ``TryLater`` or ``Undeliverable``.

        If the connection is lost after the last byte, nobody knows whether the provider has it; it is sent again, with
        the same Message-ID.
        """
        async with self.turn:
            if self.clock.now() < self.paused_until:
                raise TryLater(self.why)
            try:
                client = await self.connected()
                self.used += 1
                await client.sendmail(mail.envelope, [mail.to], mail.raw)
            except aiosmtplib.SMTPAuthenticationError as error:
                await self.end()
                raise self.pause(LOGIN_PAUSE, f"the provider does not let us in: {error.code}") from error
            except aiosmtplib.SMTPRecipientsRefused as error:
                raise await self.refused(error.recipients[0].code, error.recipients[0].message) from error
            except aiosmtplib.SMTPResponseException as error:
                raise await self.refused(error.code, error.message) from error
            except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
                await self.end()
                raise TryLater(f"the provider cannot be reached: {type(error).__name__}") from error
            self.later_end()

    async def refused(self, code: int, text: str) -> Exception:
        """What a refusal means."""
        said = f"{code} {text}"[:300]
        for_ever = 500 <= code < 600
        if for_ever and not LATER.search(text):
            self.later_end()
            return Undeliverable(said)
        await self.end()
        return self.pause(QUOTA_PAUSE, said) if for_ever or code == 421 else TryLater(said)

    def pause(self, seconds: int, why: str) -> TryLater:
        """Send nothing for a while."""
        self.paused_until, self.why = self.clock.now() + seconds, why
        return TryLater(why)

    async def connected(self) -> aiosmtplib.SMTP:
        """A connection that has been used for less than ``REUSED`` mails."""
        if self.client is not None and self.client.is_connected and self.used < REUSED:
            return self.client
        await self.end()
        server = self.server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            use_tls=server.security == "tls",
            # Never left to the library: what it does unasked is to go on in clear where encryption is not offered.
            start_tls=server.security == "starttls",
            tls_context=self.trust,
            timeout=server.timeout,
        )
        await client.connect()
        self.client, self.used = client, 0
        return client

    def later_end(self) -> None:
        """End the connection when nothing has come for a while."""
        if self.ending is not None:
            self.ending.cancel()
        self.ending = asyncio.ensure_future(self.end_idle())

    async def end_idle(self) -> None:
        """Wait, then end."""
        await asyncio.sleep(IDLE)
        async with self.turn:
            self.ending = None
            await self.end()

    async def end(self) -> None:
        """End the connection."""
        client, self.client = self.client, None
        if client is not None and client.is_connected:
            with contextlib.suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
                await asyncio.wait_for(client.quit(), 5)
            client.close()

    async def close(self) -> None:
        """Nothing more is sent."""
        if self.ending is not None:
            self.ending.cancel()
        async with self.turn:
            await self.end()
