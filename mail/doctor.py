"""Is the mail of the referee ready? Connections, encryption, addresses with
details, and whose verdicts arrive.
"""

import asyncio
import contextlib
import secrets
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.utils import formatdate

import aiosmtplib
from aioimaplib import aioimaplib
from msgspec import Struct, field

from mail.inbox import DONE, POLLED, ImapInbox
from mail.names import MailNames
from mail.outgoing.envelope import BYTES
from mail.parse.kinds import OWN
from mail.parse.reading import Reading, read
from mail.parse.verdicts import verdict, without_comments
from mail.transport.imap import Said
from mail.transport.smtp import MailServer, SmtpSender

PATIENCE = 60.0
"""Seconds for which a mail to oneself is waited for."""
LOOKED = 2.0
"""Seconds between looks."""
ELSEWHERE = ("Junk", "Spam", "INBOX.Junk", "INBOX.Spam", "[Gmail]/Spam", "Junk Email", "Bulk Mail")
"""Where hosts put what they take for rubbish."""
FORGED = "forged.example"
"""A domain that nobody vouches for."""


class MailFindings(Struct):
    """What was found: ``good`` to know, and ``faults``, each with what to do."""

    good: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Doctor:
    """Looks at one account. Changes nothing but that it makes the folders and mails itself."""

    def __init__(
        self,
        imap: ImapInbox,
        smtp: SmtpSender,
        names: MailNames,
        authserv_id: str,
        patience: float = PATIENCE,
        looked: float = LOOKED,
    ):
        self.imap, self.smtp, self.names, self.authserv_id = imap, smtp, names, authserv_id
        self.patience, self.looked = patience, looked
        self.found = MailFindings()

    async def examine(self) -> MailFindings:
        """Look at everything."""
        try:
            if await self.reads() and await self.sends():
                await self.mails_itself()
        finally:
            self.imap.close()
            await self.smtp.close()
        return self.found

    # ---- connections

    async def reads(self) -> bool:
        """Can mail be read?"""
        server = self.imap.server
        async with self.judged("imap", server) as well:
            await self.imap.connect()
            client = self.imap.open
            tls = client.protocol.transport.get_extra_info("ssl_object")
            self.found.good.append(
                f"IMAP at {server.host}, port {server.port}: {encrypted(tls)}; we are let in"
            )
            for name, instead in INSTEAD.items():
                has = client.has_capability(name)
                self.found.good.append(f"IMAP: {name}" if has else f"IMAP: no {name}: {instead}")
            well.append(True)
        return bool(well)

    async def sends(self) -> bool:
        """Can mail be handed over?"""
        server = self.smtp.server
        async with self.judged("smtp", server) as well:
            client = await self.smtp.connected()
            tls = client.get_transport_info("ssl_object")
            login = "we are let in" if server.user else "nobody logs in"
            self.found.good.append(
                f"SMTP at {server.host}, port {server.port}: {encrypted(tls)}; {login}"
            )
            well.append(True)
        return bool(well)

    @asynccontextmanager
    async def judged(self, table: str, server: MailServer) -> AsyncIterator[list[bool]]:
        """What goes wrong becomes a sentence."""
        where = f"[mail.{table}] {server.host}, port {server.port}"
        try:
            yield []
        except (PermissionError, aiosmtplib.SMTPAuthenticationError) as error:
            self.fault(
                f"{where}: {server.user} is not let in ({told(error)}): check user and password;"
                " many hosts want a password made for programs, or tokens ([mail.oauth])"
            )
        except Said as error:
            self.fault(f"{where}: we are let in, and {error}")
        except (
            OSError,
            TimeoutError,
            aiosmtplib.SMTPException,
            aioimaplib.AioImapException,
        ) as error:
            # What really happened stands behind what the library says.
            cause = error.__cause__ or error
            if isinstance(cause, ssl.SSLCertVerificationError):
                self.fault(
                    f"{where}: the certificate is not believed ({cause.verify_message}): use the"
                    " name that is in it as host, or name its authority with ca_file"
                )
                return
            self.fault(
                f"{where}: cannot be used ({told(error)}): check host, port and security"
                f" ({server.security!r} now; {other(server)!r} may be what this port wants)"
            )

    def fault(self, text: str) -> None:
        """Something is wrong."""
        self.found.faults.append(text)

    # ---- a mail to ourselves

    async def mails_itself(self) -> None:
        """A mail to an address with details comes back to us, and its forged verdict does not."""
        tagged = self.names.pattern.replace("{tag}", f"doctor.{secrets.token_hex(4)}")
        reading = await self.round_trip(tagged)
        if reading is None:
            if self.found.faults:
                return
            plain = (
                await self.round_trip(self.names.address) if tagged != self.names.address else None
            )
            if plain is None:
                self.fault(
                    f"no mail to {self.names.address} has arrived within {self.patience:.0f}"
                    " seconds: ask the host whether this address is that of the mailbox"
                )
            else:
                self.fault(
                    f"mail to {self.names.address} arrives, mail to {tagged} does not: have the"
                    " host switch on addresses with details (Postfix and Dovecot:"
                    " recipient_delimiter = +), or set pattern to a domain of its own that"
                    " catches all"
                )
                self.judge(plain)
            return
        if tagged.casefold() not in map(str.casefold, reading.receivers):
            self.fault(
                f"mail to {tagged} arrives, and nothing in it says that it went there: have the"
                " host write Delivered-To or X-Original-To"
            )
        else:
            self.found.good.append(f"addresses with details arrive: {tagged}")
        self.judge(reading)

    async def round_trip(self, to: str) -> Reading | None:
        """A mail from us to this address, as it arrives; ``None``: it does not."""
        id = f"<doctor.{secrets.token_hex(8)}@{self.names.host}>"
        async with self.judged("smtp", self.smtp.server) as well:
            client = await self.smtp.connected()
            with contextlib.suppress(aiosmtplib.SMTPRecipientsRefused):
                await client.sendmail(self.names.address, [to], self.letter(to, id))
                well.append(True)
        if not well:
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                while True:
                    async with self.judged("imap", self.imap.server) as well:
                        raw = await self.looked_for(id)
                        if raw is not None:
                            return read(raw, self.names.host)
                        well.append(True)
                    if not well:
                        return None
                    await asyncio.sleep(self.looked)
        return None

    def letter(self, to: str, id: str) -> bytes:
        """A mail that claims a verdict that nobody has given."""
        message = EmailMessage(policy=BYTES)
        claims = f"dmarc=pass header.from={FORGED}"
        own = self.names.host if self.authserv_id == NOBODY else self.authserv_id
        message["Authentication-Results"] = f"{own}; {claims}" if own else claims
        message["From"], message["To"], message["Message-ID"] = self.names.address, to, id
        message["Date"], message["Subject"] = formatdate(), "A test of the mail of the referee"
        message["Auto-Submitted"], message[OWN] = "auto-generated", "-"
        message.set_content("`meanwhile doctor --mail` has sent this and removes it.\n")
        return message.as_bytes()

    async def looked_for(self, id: str) -> bytes | None:
        """The mail with this Message-ID, wherever the host or a referee at
        work has put it; it is put away.
        """
        client = self.imap.open
        done = self.imap.below(DONE)
        elsewhere = dict.fromkeys([*ELSEWHERE, *map(self.imap.below, ELSEWHERE)])
        for folder in (self.imap.folder, done, *elsewhere):
            if (await client.select(aioimaplib.quoted(folder))).result != "OK":
                continue
            answer = await client.uid_search(
                "HEADER", "Message-ID", aioimaplib.quoted(id), charset=None
            )
            uids = [line for line in map(bytes, answer.lines) if line.isdigit()]
            if answer.result != "OK" or not uids:
                continue
            got = await client.uid("fetch", uids[0].decode(), "(UID BODY.PEEK[])")
            raw = next((bytes(line) for line in got.lines if isinstance(line, bytearray)), None)
            if raw is None:
                continue
            if folder in elsewhere:
                self.fault(
                    f"the host takes mail of the referee for rubbish (folder {folder}): mark it as"
                    " good there, and have SPF and DKIM set up for the domain; players' hosts may"
                    " do the same"
                )
            if folder != done:
                await self.imap.done(int(uids[0]), DONE)
                if said := self.imap.ails():
                    self.fault(said)
            return raw
        return None

    def judge(self, reading: Reading) -> None:
        """Whose verdicts are in it?"""
        ours = self.authserv_id
        known = "an exchanger without a name" if ours == "" else ours
        names = list(dict.fromkeys(map(name_in, reading.verdicts)))
        if verdict(reading.verdicts, ours, FORGED) == "pass":
            self.fault(
                f"a forged verdict that claims to come from {known} stands in a mail that we have"
                " handed over ourselves, so that whoever may do so could write as everybody: have"
                " the host remove Authentication-Results in its own name from what comes in; until"
                " then leave authserv_id empty"
            )
            return
        others = ", ".join(
            name
            for name in names
            if name and name.casefold() not in (ours.casefold(), self.names.host)
        )
        seen = f"; this mail has verdicts of {others}" if others else ""
        if ours == NOBODY:
            self.found.good.append(f"authserv_id is empty: no verdict is believed{seen}")
        elif ours.casefold() in map(str.casefold, names):
            self.found.good.append(f"verdicts of {known} arrive, and a forged one is not believed")
        else:
            self.found.good.append(
                f"a forged verdict of {known} is not believed. A mail to ourselves has none of its"
                f" own{seen}; look into one from elsewhere to be sure of the name"
            )


NOBODY = " "
"""Believes no verdict: no exchanger is called so."""
INSTEAD = {
    "IDLE": f"new mail is looked for every {POLLED:.0f} seconds",
    "MOVE": (
        "mail that is handled is copied and marked as deleted; empty the folder from time to time"
    ),
}
"""What happens where a server does not have these."""


def name_in(header: str) -> str:
    """Who has written a verdict; some write no name."""
    first = without_comments(header).split(";")[0]
    return "" if "=" in first else next(iter(first.split()), "")


def encrypted(tls: ssl.SSLObject | None) -> str:
    """How the connection is encrypted."""
    return (
        f"encrypted ({tls.version()}), the certificate is good" if tls is not None else "in clear"
    )


def other(server: MailServer) -> str:
    """The other way to encrypt."""
    return "starttls" if server.security == "tls" else "tls"


def told(error: Exception) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
