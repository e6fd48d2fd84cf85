"""Sends finished mails to the provider, several over one encrypted connection."""

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Callable
from typing import Literal

import aiosmtplib
from msgspec import Struct

from engine.errors import TryLater, Undeliverable
from engine.referee.clock import Clock
from mail.outgoing.envelope import Mail
from mail.quota import Quota
from mail.transport.reasons import SmtpRefusal, Step, reason
from mail.transport.tokens import LOOPBACK, TokenRefused, Tokens

Security = Literal["tls", "starttls", "none"]

REUSED = 50
"""Maximum number of mails over one connection."""
IDLE = 5.0
"""Seconds after which an idle connection is closed."""
QUOTA_PAUSE, LOGIN_PAUSE = 300, 900
"""Seconds without sending after the provider wants less mail, or refuses the login."""
LONG_WAIT = 600
"""Seconds of waiting for our own quota from which it is reported."""
HOUR = 3600
"""Seconds before retrying a host that wants proof of our identity."""
CLOSES = 421
"""The reply code after which a connection ends."""

GRACE = 60
"""Extra seconds that the receiver who caused a pause waits after it."""

log = logging.getLogger(__name__)


class Turned(Undeliverable):
    """A permanent refusal. If ``person``, this receiver can't be reached; otherwise the mail is at
    fault.
    """

    def __init__(self, why: str, person: bool):
        super().__init__(why)
        self.person = person


class Doubtful(TryLater):
    """A permanent refusal with a code that some hosts use for temporary faults. It is worth a few
    retries.
    """


class MailServer(Struct, frozen=True, kw_only=True):
    """The server that accepts our mails.

    ``security`` is ``tls`` from the first byte (465), ``starttls`` (587), or ``none``, which is
    only for this machine unless ``plain`` explicitly allows unencrypted traffic. ``tokens`` replace
    the password.
    """

    host: str
    port: int = 465
    user: str = ""
    password: str = ""
    security: Security = "tls"
    plain: bool = False
    timeout: float = 30.0
    tokens: Tokens | None = None

    def check(self) -> None:
        """Raises ``ValueError`` if others could read the connection."""
        if self.security == "none" and not self.plain and self.host not in LOOPBACK:
            raise ValueError(f"a plain connection to {self.host}: set security to tls or starttls")


class SmtpSender:
    """Sends mails to the provider, one at a time; several share a connection."""

    def __init__(
        self,
        server: MailServer,
        clock: Clock,
        trust: ssl.SSLContext | None = None,
        quota: Quota | None = None,
    ):
        server.check()
        self.server, self.clock, self.trust, self.quota = server, clock, trust, quota or Quota()
        self.turn = asyncio.Lock()
        self.client: aiosmtplib.SMTP | None = None
        self.used = self.paused_until = 0
        self.why = self.broken = ""
        self.accused = ""
        self.unproved: dict[str, str] = {}
        self.alone: set[str] = set()
        self.ending: asyncio.Task[None] | None = None
        self.closing = False
        self.complain: Callable[[str], None] = lambda _: None

    async def send(self, mail: Mail) -> None:
        """Send one mail. Raises ``TryLater`` or ``Undeliverable`` if it is not accepted.

        If the connection is lost after the last byte, nobody knows whether the provider has the
        mail, so it is sent again with the same Message-ID.
        """
        async with self.turn:
            now = self.clock.now()
            if self.closing:
                raise TryLater("the referee ends")
            if now < self.paused_until:
                raise TryLater(self.why, self.paused_until + GRACE * (mail.to == self.accused))
            if now < (free := self.quota.free_at(now, chat=mail.chat)):
                if now < self.quota.free_at(now):
                    raise TryLater("per_minute or per_day is used up", free, alone=mail.chat)
                raise TryLater(
                    "what players say has used up its half of per_minute or per_day",
                    free,
                    alone=True,
                )
            try:
                client = await self.connected()
                self.used += 1
                self.quota.count(now, chat=mail.chat)
                await client.sendmail(mail.envelope, [mail.to], mail.raw)
            except aiosmtplib.SMTPAuthenticationError as error:
                await self.end()
                if self.server.tokens is not None and self.server.tokens.outdated():
                    raise TryLater("the provider wants a new token") from error
                raise self.pause(
                    LOGIN_PAUSE, f"the provider does not let us in: {reason(error)}"
                ) from error
            except TokenRefused as error:
                raise self.pause(LOGIN_PAUSE, str(error)) from error
            except aiosmtplib.SMTPRecipientsRefused as error:
                raise await self.refused(mail, "receiver", error.recipients[0]) from error
            except aiosmtplib.SMTPResponseException as error:
                raise await self.refused(mail, step_of(error), error) from error
            except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
                await self.end()
                self.broken = f"the provider cannot be reached: {reason(error)}"
                self.complain(self.broken)
                raise TryLater(self.broken) from error
            self.went_out(mail)

    def ails(self) -> str:
        """Return the reason why no mail can be sent at present, or an empty string."""
        now = self.clock.now()
        if (waits := self.quota.free_at(now) - now) > LONG_WAIT:
            return f"per_day is used up; the next mail may go out in {-(-waits // 60)} minutes"
        return self.why or self.broken or next(iter(self.unproved.values()), "")

    def went_out(self, mail: Mail) -> None:
        """Record that a mail was accepted, which ends any pause. If a refusal caused the pause, it
        concerned only that receiver, who waits alone from now on.
        """
        if self.accused and self.accused != mail.to:
            self.alone.add(self.accused)
        self.alone.discard(mail.to)
        self.unproved.pop(host_of(mail), None)
        self.why = self.accused = ""
        self.complain("")
        self.later_end()

    async def refused(
        self, mail: Mail, step: Step, error: aiosmtplib.SMTPResponseException
    ) -> Exception:
        refusal = SmtpRefusal(step, error.code, error.message)
        means, said = refusal.means(), refusal.said
        if refusal.remedy:
            return self.waits_for_proof(mail, refusal)
        if means == "us" or error.code == CLOSES:
            await self.end()
        else:
            self.later_end()
        if means == "us" and mail.to not in self.alone:
            self.accused = mail.to
            return self.pause(QUOTA_PAUSE, said, GRACE)
        log.warning("a mail to %s is not taken: %s", mail.to, said)
        if means == "person" or means == "mail":
            return Turned(said, means == "person")
        return Doubtful(said) if means == "doubtful" else TryLater(said)

    def waits_for_proof(self, mail: Mail, refusal: SmtpRefusal) -> TryLater:
        """Delay mails to a host that wants proof of our identity, and tell the operator the remedy.
        Mails to other hosts continue.
        """
        host = host_of(mail)
        said = f"{host} takes no mail of ours: {refusal.remedy} ({refusal.said})"
        if host not in self.unproved:
            log.error("%s", said)
        self.unproved[host] = said
        self.later_end()
        return TryLater(said, self.clock.now() + HOUR)

    def pause(self, seconds: int, why: str, grace: int = 0) -> TryLater:
        if why != self.why:
            log.error("no mail is handed over: %s", why)
            self.complain(f"no mail is handed over: {why}")
        self.paused_until, self.why = self.clock.now() + seconds, why
        return TryLater(why, self.paused_until + grace)

    async def connected(self) -> aiosmtplib.SMTP:
        """Return a connection that has carried fewer than ``REUSED`` mails."""
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
            # Set this explicitly: by default the library continues unencrypted if encryption isn't
            # offered.
            start_tls=server.security == "starttls",
            tls_context=self.trust,
            timeout=server.timeout,
        )
        await client.connect()
        self.client, self.used, self.broken = client, 0, ""
        return client

    def later_end(self) -> None:
        """Close the connection after ``IDLE`` seconds without mails."""
        if self.ending is not None:
            self.ending.cancel()
        self.ending = asyncio.ensure_future(self.end_idle())

    async def end_idle(self) -> None:
        await asyncio.sleep(IDLE)
        async with self.turn:
            self.ending = None
            await self.end()

    async def end(self) -> None:
        client, self.client = self.client, None
        if client is not None and client.is_connected:
            with contextlib.suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
                async with asyncio.timeout(5):
                    await client.quit()
            client.close()

    async def close(self) -> None:
        if self.ending is not None:
            self.ending.cancel()
        async with self.turn:
            await self.end()


def host_of(mail: Mail) -> str:
    return mail.to.rpartition("@")[2].casefold()


def step_of(error: aiosmtplib.SMTPResponseException) -> Step:
    if isinstance(error, aiosmtplib.SMTPDataError):
        return "mail"
    return "sender" if isinstance(error, aiosmtplib.SMTPSenderRefused) else "connection"
