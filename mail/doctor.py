"""Checks whether the referee's mail works: connections, encryption, plus addresses, verdicts."""

import asyncio
import contextlib
import secrets
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

import aiosmtplib
from aioimaplib import aioimaplib

from mail.names import MailNames
from mail.parse import kinds, verdicts
from mail.parse.reading import Reading, read
from mail.transport.checks import MailFindings, encrypted
from mail.transport.mailbox import DONE, POLLED, ImapInbox
from mail.transport.smtp import SmtpSender

PATIENCE = 60.0
"""Seconds to wait for the mail that the check sends to itself."""
LOOKED = 2.0
"""Seconds between two searches for that mail."""
ELSEWHERE = ("Junk", "Spam", "INBOX.Junk", "INBOX.Spam", "[Gmail]/Spam", "Junk Email", "Bulk Mail")
"""Folders that mail providers use for spam."""
FORGED = "forged.example"
"""A domain that no mail exchanger vouches for."""


class Doctor:
    """Checks one account. It changes nothing except that it creates missing folders and mails
    itself.
    """

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
        """Run all checks, or stop after the first connection that fails."""
        try:
            for step in (self.reads, self.sends, self.mails_itself):
                if not self.found.faults:
                    await step()
        finally:
            self.imap.close()
            await self.smtp.close()
        return self.found

    # ---- connections

    async def reads(self) -> None:
        server, good = self.imap.server, self.found.good
        with self.found.judging("imap", server):
            await self.imap.connect()
            client = self.imap.open
            tls = encrypted(client.protocol.transport.get_extra_info("ssl_object"))
            good.append(f"IMAP at {server.host}, port {server.port}: {tls}; we are let in")
            for name, instead in INSTEAD.items():
                has = client.has_capability(name)
                good.append(f"IMAP: {name}" if has else f"IMAP: no {name}: {instead}")

    async def sends(self) -> None:
        server = self.smtp.server
        with self.found.judging("smtp", server):
            client = await self.smtp.connected()
            tls = encrypted(client.get_transport_info("ssl_object"))
            login = "we are let in" if server.user else "nobody logs in"
            at = f"SMTP at {server.host}, port {server.port}"
            self.found.good.append(f"{at}: {tls}; {login}")

    def fault(self, text: str) -> None:
        self.found.faults.append(text)

    # ---- a mail to ourselves

    async def mails_itself(self) -> None:
        """Check whether mail to a plus address arrives, and whether a forged verdict survives."""
        address = self.names.address
        tagged = self.names.pattern.replace("{tag}", f"doctor.{secrets.token_hex(4)}")
        reading = await self.round_trip(tagged)
        if self.found.faults and reading is None:
            return
        if reading is not None:
            if tagged.casefold() in map(str.casefold, reading.receivers):
                self.found.good.append(f"addresses with details arrive: {tagged}")
            else:
                self.fault(
                    f"mail to {tagged} arrives, and nothing in it says that it went there: have"
                    " the host write Delivered-To or X-Original-To"
                )
        elif tagged != address and (reading := await self.round_trip(address)) is not None:
            self.fault(
                f"mail to {address} arrives, mail to {tagged} does not: have the host switch on"
                " addresses with details (Postfix and Dovecot: recipient_delimiter = +), or set"
                " pattern to a domain of its own that catches all"
            )
        else:
            self.fault(
                f"no mail to {address} has arrived within {self.patience:.0f} seconds: ask the"
                " host whether this address is that of the mailbox"
            )
        if reading is not None:
            self.judge(reading)

    async def round_trip(self, to: str) -> Reading | None:
        """Send a mail to this address and return it as it arrives, or ``None`` if it doesn't."""
        id = f"<doctor.{secrets.token_hex(8)}@{self.names.host}>"
        with self.found.judging("smtp", self.smtp.server):
            client = await self.smtp.connected()
            try:
                await client.sendmail(self.names.address, [to], self.message(to, id))
            except aiosmtplib.SMTPRecipientsRefused:
                return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                while not self.found.faults:
                    with self.found.judging("imap", self.imap.server):
                        raw = await self.looked_for(id)
                        if raw is not None:
                            return read(raw, self.names.host)
                    await asyncio.sleep(self.looked)
        return None

    def message(self, to: str, id: str) -> bytes:
        """Return a test mail that contains a forged verdict."""
        message = EmailMessage(policy=SMTP)
        claims = f"dmarc=pass header.from={FORGED}"
        if self.authserv_id != NOBODY:
            own = self.authserv_id
            message["Authentication-Results"] = f"{own}; {claims}" if own else claims
        message["From"], message["To"], message["Message-ID"] = self.names.address, to, id
        message["Date"], message["Subject"] = formatdate(), "A test of the mail of the referee"
        message["Auto-Submitted"], message[kinds.OWN] = "auto-generated", "-"
        message.set_content("`meanwhile doctor --mail` has sent this and removes it.\n")
        return message.as_bytes()

    async def looked_for(self, id: str) -> bytes | None:
        """Return the mail with this Message-ID from any folder, and file it; ``None`` if it isn't
        there.
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
                await self.imap.done([int(uids[0])], DONE)
                if said := self.imap.ails():
                    self.fault(said)
            return raw
        return None

    def judge(self, reading: Reading) -> None:
        """Report whether the forged verdict of the test mail would be believed."""
        ours = self.authserv_id
        known = "an exchanger without a name" if ours == "" else ours
        names = list(dict.fromkeys(map(verdicts.name_in, reading.verdicts)))
        others = ", ".join(name for name in names if name and name.casefold() != ours.casefold())
        seen = f"; the verdicts in this mail are of {others}" if others else ""
        name = "; if that is your exchanger, set authserv_id to its name" if others else ""
        if verdicts.verdict(reading.verdicts, ours, FORGED) == "pass":
            self.fault(
                f"a forged verdict that claims to come from {known} stands in a mail that we have"
                " handed over ourselves, so that whoever may do so could write as everybody: have"
                " the host remove Authentication-Results in its own name from what comes in; until"
                f" then leave authserv_id empty{seen}{name}"
            )
            return
        if ours == NOBODY:
            self.found.good.append(f"authserv_id is empty: no verdict is believed{seen}{name}")
        elif ours.casefold() in map(str.casefold, names):
            self.found.good.append(f"verdicts of {known} arrive, and a forged one is not believed")
        else:
            self.found.good.append(
                f"a forged verdict of {known} is not believed. A mail to ourselves has none of its"
                f" own{seen}{name or '; look into one from elsewhere to be sure of the name'}"
            )


NOBODY = " "
"""An exchanger name that matches nobody, so that no verdict counts."""
INSTEAD = {
    "IDLE": f"new mail is looked for every {POLLED:.0f} seconds",
    "MOVE": "mail that is handled is copied, marked as deleted and removed",
    "UIDPLUS": (
        "without MOVE, mail that is handled is removed only as long as nobody else marks mails as"
        " deleted"
    ),
}
"""The workaround for each capability that a server lacks."""
