"""Handing finished mails to the provider: one connection for a few, always encrypted, and what its answers mean."""

import asyncio
import contextlib
import re
import ssl
from collections import deque
from typing import Literal

import aiosmtplib
from msgspec import Struct

from engine.clock import Clock
from engine.letters import TryLater, Undeliverable
from mail.envelope import Mail
from mail.tokens import Refused, Tokens

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
    which is for the own machine alone unless ``plain`` says in so many words that the network may read everything. With
    ``tokens``, one of them takes the place of the password."""

    host: str
    port: int = 465
    user: str = ""
    password: str = ""
    security: Security = "tls"
    plain: bool = False
    timeout: float = 30.0
    tokens: Tokens | None = None

    def check(self) -> None:
        """Raises ``ValueError`` for a connection that others could read."""
        if self.security == "none" and not self.plain and self.host not in LOOPBACK:
            raise ValueError(f"a plain connection to {self.host}: set security to tls or starttls")


class Quota:
    """How many mails may be handed over in a minute and in 24 hours; 0: as many as there are."""

    def __init__(self, per_minute: int = 0, per_day: int = 0):
        self.limits = [(limit, seconds) for limit, seconds in ((per_minute, 60), (per_day, 86_400)) if limit]
        self.past: deque[int] = deque(maxlen=max((limit for limit, _ in self.limits), default=0))

    def free_at(self, now: int) -> int:
        """The second from which on one more may go out."""
        return max([now, *(self.past[-limit] + seconds for limit, seconds in self.limits if len(self.past) >= limit)])

    def count(self, now: int) -> None:
        """One goes out."""
        self.past.append(now)


class Outgoing:
    """Sends mails, one after the other."""

    def __init__(self, server: Server, clock: Clock, trust: ssl.SSLContext | None = None, quota: Quota | None = None):
        server.check()
        self.server, self.clock, self.trust, self.quota = server, clock, trust, quota or Quota()
        self.turn = asyncio.Lock()
        self.client: aiosmtplib.SMTP | None = None
        self.used = self.paused_until = 0
        self.why = self.broken = ""
        self.ending: asyncio.Task[None] | None = None
        self.closing = False

    async def send(self, mail: Mail) -> None:
        """Hand one mail over. Raises ``TryLater`` or ``Undeliverable``.

        If the connection is lost after the last byte, nobody knows whether the provider has it; it is sent again, with
        the same Message-ID.
        """
        async with self.turn:
            now = self.clock.now()
            if self.closing:
                raise TryLater("the referee ends")
            if now < self.paused_until:
                raise TryLater(self.why, self.paused_until)
            if now < (free := self.quota.free_at(now)):
                raise TryLater("so many mails are not handed over at once", free)
            try:
                client = await self.connected()
                self.used += 1
                self.quota.count(now)
                await client.sendmail(mail.envelope, [mail.to], mail.raw)
            except aiosmtplib.SMTPAuthenticationError as error:
                await self.end()
                if self.server.tokens is not None and self.server.tokens.outdated():
                    raise TryLater("the provider wants a new token") from error
                raise self.pause(LOGIN_PAUSE, f"the provider does not let us in: {error.code}") from error
            except Refused as error:
                raise self.pause(LOGIN_PAUSE, str(error)) from error
            except aiosmtplib.SMTPRecipientsRefused as error:
                raise await self.refused(error.recipients[0].code, error.recipients[0].message) from error
            except aiosmtplib.SMTPResponseException as error:
                raise await self.refused(error.code, error.message) from error
            except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
                await self.end()
                self.broken = f"the provider cannot be reached: {type(error).__name__}"
                raise TryLater(self.broken) from error
            self.broken = ""
            self.later_end()

    def ails(self) -> str:
        """Why nothing goes out at present; nothing if all is well."""
        return self.why if self.clock.now() < self.paused_until else self.broken

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
        return TryLater(why, self.paused_until)

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
            password=(server.password or None) if server.tokens is None else None,
            oauth_token_generator=server.tokens.get if server.tokens is not None else None,
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
