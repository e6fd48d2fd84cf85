"""A mail provider on loopback, for one domain.

It accepts mail by SMTP, stamps it like an exchanger, and serves it by IMAP. Nothing leaves this
machine.
"""

import asyncio
import re
import ssl
import time
from email.utils import formatdate

from aiosmtpd import smtp

from mail.parse.reading import MAILBOX
from mail.sandbox.boxes import MailAccount
from mail.sandbox.imap import LOOPBACK, ImapServer, Place, bound

DOMAIN = "meanwhile.test"
"""A reserved name that no real host may have (RFC 2606)."""
FOLDERS = ("INBOX", "Sent", "Drafts", "Trash")
LARGEST = 10_000_000
"""Maximum size of a mail, in bytes."""
HEADER = re.compile(rb"^[^\r\n:]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*", re.M)


class Host:
    """A host with mailboxes that all have the same password.

    Addresses are ``NAME@DOMAIN``, and ``NAME+anything@DOMAIN`` for the same mailbox. With
    ``strips``, forged verdicts are removed from incoming mail.
    """

    at = LOOPBACK

    def __init__(self, domain: str = DOMAIN, password: str = "sandbox", strips: bool = True):
        self.domain, self.password, self.strips = domain, password, strips
        self.accounts: dict[str, MailAccount] = {}
        self.imap = ImapServer(self.accounts)
        self.starttls: ssl.SSLContext | None = None
        self.sessions: set[smtp.SMTP] = set()
        self.server: asyncio.Server | None = None

    def open(self, *names: str) -> None:
        for name in names:
            self.accounts.setdefault(
                name.casefold(), MailAccount(name.casefold(), self.password, FOLDERS)
            )

    def address(self, name: str) -> str:
        return f"{name.casefold()}@{self.domain}"

    async def start(
        self, imap: Place = 0, submission: Place = 0, tls: ssl.SSLContext | None = None
    ) -> tuple[int, int]:
        """Start both servers, and return their ports, IMAP first. Raises ``OSError`` if a port is
        taken.
        """
        found = await self.imap.start(tls, imap)
        try:
            sock = bound(submission)
        except OSError:
            await self.imap.stop()
            raise
        self.server = await asyncio.get_running_loop().create_server(
            self.session, sock=sock, ssl=tls
        )
        return found, sock.getsockname()[1]

    async def stop(self) -> None:
        if self.server is None:
            return
        self.server.close()
        for session in self.sessions:
            if isinstance(session.transport, asyncio.WriteTransport):
                session.transport.abort()
        await self.imap.stop()

    # ---- SMTP

    def session(self) -> smtp.SMTP:
        session = smtp.SMTP(
            self,
            hostname=self.domain,
            ident="Meanwhile",
            data_size_limit=LARGEST,
            authenticator=self.login,
            auth_require_tls=False,
            tls_context=self.starttls,
        )
        self.sessions.add(session)
        return session

    def login(
        self, _server: object, _session: object, _envelope: object, _kind: str, said: object
    ) -> smtp.AuthResult:
        """Check a user's password; the domain in the user name is optional."""
        if isinstance(said, smtp.LoginPassword):
            user = said.login.decode("utf-8", "replace").casefold().removesuffix(f"@{self.domain}")
            account = self.accounts.get(user)
            if account is not None and said.password == account.password.encode():
                return smtp.AuthResult(success=True, auth_data=user)
        return smtp.AuthResult(success=False, handled=False)

    def account_of(self, address: str) -> MailAccount | None:
        user, _, domain = address.casefold().rpartition("@")
        return self.accounts.get(user.partition("+")[0]) if domain == self.domain else None

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name for it
        self,
        _server: object,
        _session: object,
        envelope: smtp.Envelope,
        address: str,
        _options: object,
    ) -> str:
        """Accept a receiver that has a mailbox here, and refuse all others."""
        if self.account_of(address) is None:
            return "550 5.1.1 there is no such mailbox here, and nothing leaves this machine"
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(  # noqa: N802  # aiosmtpd's name for it
        self, _server: object, session: smtp.Session, envelope: smtp.Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        by = str(getattr(session, "auth_data", "")) if session.authenticated else ""
        for receiver in envelope.rcpt_tos:
            self.deliver(envelope.content, envelope.mail_from or "", receiver, by)
        return "250 kept"

    def deliver(
        self, raw: bytes, sender: str, receiver: str, by: str = "", at: int | None = None
    ) -> None:
        """Deliver a mail of ``sender`` for ``receiver`` that arrives at second ``at``. ``by`` is
        the user who has logged in to send it. Raises ``KeyError`` if the receiver is unknown.
        """
        account = self.account_of(receiver)
        if account is None:
            raise KeyError(receiver)
        now = int(time.time()) if at is None else at
        head, blank, body = raw.partition(b"\r\n\r\n")
        if self.strips:
            head = HEADER.sub(self.kept, head + b"\r\n").removesuffix(b"\r\n")
        stamps = (
            f"Return-Path: <{sender}>\r\nDelivered-To: {receiver}\r\n"
            f"Authentication-Results: {self.domain}; {self.verdict(head, by)}\r\n"
            f"Received: from loopback by {self.domain}; {formatdate(now)}\r\n"
        )
        account.deliver(stamps.encode() + head + blank + body, now)

    def kept(self, match: re.Match[bytes]) -> bytes:
        """Return a header, or nothing if it is a forged verdict in our name."""
        name, _, value = match[0].partition(b":")
        forged = (
            name.strip().lower() == b"authentication-results"
            and self.domain.encode() in value.lower()
        )
        return b"" if forged else match[0]

    def verdict(self, head: bytes, by: str) -> str:
        """Return the DMARC result: only a logged-in user may write under their own address."""
        found = re.search(rb"^From:([^\r\n]*(?:\r\n[ \t][^\r\n]*)*)", head, re.I | re.M)
        match = MAILBOX.fullmatch(" ".join(found[1].decode("latin-1").split())) if found else None
        address = next(filter(None, match.groups())).casefold() if match else ""
        own = self.account_of(address)
        good = own is not None and own.user == by
        return (
            f"dmarc={'pass' if good else 'fail'}"
            f" header.from={address.rpartition('@')[2] or 'nobody'}"
        )
