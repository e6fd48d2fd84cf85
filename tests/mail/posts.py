"""Post offices: a provider of mail that runs beside the test, and people who
have nothing but a mail program.

There are two families of them, of which the same is asked: the sandbox's own servers, in a
thread, and a real Dovecot with a real Postfix. Both want encryption before anybody logs in.
"""

import asyncio
import contextlib
import email
import imaplib
import os
import smtplib
import ssl
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from email import policy
from email.message import EmailMessage
from email.utils import formatdate
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import trustme

from bot.config import ImapConfig, MailConfig, SmtpConfig
from mail.sandbox.host import Host
from tests.mail import real
from tests.mail.stage import text_of

LOOPBACK, PASSWORD = "127.0.0.1", "sandbox"
PATIENCE = 60.0
"""Seconds after which a mail that has not come will not come."""
LOOK = 0.05
"""Seconds between two looks into a mailbox."""

TESTS = count(1)
MAILS = count(1)


class Certificate:
    """One for this machine, of an authority of our own. ``file`` is what a client must believe."""

    def __init__(self, folder: Path):
        authority = trustme.CA()
        issued = authority.issue_cert("localhost", LOOPBACK)
        self.file = folder / "authority.pem"
        self.file.write_bytes(authority.cert_pem.bytes())
        self.pem = b"".join(part.bytes() for part in issued.cert_chain_pems)
        self.key = issued.private_key_pem.bytes()
        self.server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        issued.configure_cert(self.server)

    def client(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.file))


class Post(Protocol):
    """A post office. ``mx`` signs its verdicts; a mailbox is there when ``opened`` has named it."""

    name: str
    domain: str
    mx: str
    certificate: Certificate

    @property
    def imap(self) -> int:
        """The port at which mail is read."""

    @property
    def smtp(self) -> int:
        """The port at which mail is handed in."""

    def opened(self, name: str) -> str:
        """A mailbox for somebody of this test; the name it has here, which is nobody else's."""

    def restart(self) -> None:
        """End the server of mailboxes and begin it again, with the same mails."""

    def stop(self) -> None:
        """The end."""


class Plain:
    """The servers of ``--sandbox``, which want no encryption and know ann and bob."""

    name, domain, mx = "plain", "meanwhile.test", "meanwhile.test"
    certificate = None

    def __init__(self, imap: int, smtp: int):
        self.imap, self.smtp = imap, smtp

    def opened(self, name: str) -> str:
        return name


class Embedded:
    name = "embedded"

    def __init__(self, certificate: Certificate):
        self.certificate = certificate
        self.host = Host()
        self.host.starttls = self.host.imap.starttls = certificate.server
        self.domain = self.mx = self.host.domain
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="post", daemon=True)
        self.thread.start()
        self.imap, self.smtp = self.done(self.host.start())

    def done(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def opened(self, name: str) -> str:
        own = own_name(name)
        self.host.open(own)
        return own

    def restart(self) -> None:
        async def again() -> None:
            await self.host.stop()
            await self.host.start(self.imap, self.smtp)

        self.done(again())

    async def end(self) -> None:
        await self.host.stop()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def stop(self) -> None:
        self.done(self.end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class Real:
    name = "real"
    domain, mx = real.DOMAIN, real.MX

    def __init__(self, certificate: Certificate, below: bool = False):
        self.certificate = certificate
        self.servers = real.Servers(certificate.pem, certificate.key, below)
        self.imap, self.smtp = self.servers.imap, self.servers.smtp

    def opened(self, name: str) -> str:
        return own_name(name)

    def restart(self) -> None:
        self.servers.restart()

    def stop(self) -> None:
        self.servers.stop()


def own_name(name: str) -> str:
    return f"t-{os.getpid()}-{next(TESTS)}-{name}"


def settings(post: Post, name: str, imap: int = 0, smtp: int = 0) -> MailConfig:
    """Return the settings of a referee with this mailbox; or other ports."""
    own: Any = {"host": LOOPBACK, "security": "starttls", "user": name, "password": PASSWORD}
    return MailConfig(
        address=f"{name}@{post.domain}",
        authserv_id=post.mx,
        ca_file=str(post.certificate.file),
        recall_minutes=0,
        imap=ImapConfig(port=imap or post.imap, **own),
        smtp=SmtpConfig(port=smtp or post.smtp, per_minute=0, per_day=0, **own),
    )


class Person:
    """Reads with imaplib and writes with smtplib; blocks while doing so. ``mails`` are those
    that have come, ``raws`` their bytes, ``sent`` what was written.
    """

    def __init__(self, post: "Post | Plain", name: str):
        self.post, self.name = post, name
        self.user = post.opened(name)
        self.address = f"{self.user}@{post.domain}"
        self.trust = post.certificate.client() if post.certificate else None
        self.mails: list[EmailMessage] = []
        self.raws: list[bytes] = []
        self.sent: list[EmailMessage] = []
        self.box: imaplib.IMAP4 | None = None
        self.last = 0

    def look(self) -> None:
        """Fetch what has come since the last look. From a server that is just
        being restarted, nothing comes.
        """
        for _ in range(2):
            try:
                self.fetch()
                return
            except (imaplib.IMAP4.abort, OSError):
                self.hang_up()

    def fetch(self) -> None:
        if self.box is None:
            self.box = self.login()
            self.box.select(readonly=True)
        self.box.noop()
        found: list[Any] = self.box.uid("SEARCH", f"UID {self.last + 1}:*")[1]
        for uid in sorted(int(word) for word in (found[0] or b"").split()):
            # The last mail fits every range that has no end.
            if uid > self.last:
                answer: list[Any] = self.box.uid("FETCH", str(uid), "(BODY.PEEK[])")[1]
                raw = next(part[1] for part in answer if isinstance(part, tuple))
                self.raws.append(raw)
                self.mails.append(email.message_from_bytes(raw, policy=policy.default))
                self.last = uid

    def wait(self, wanted: Callable[[EmailMessage], bool], since: int = 0) -> EmailMessage:
        """The first mail of this kind, among those that came after so
        many. Raises ``TimeoutError``.
        """
        end = time.monotonic() + PATIENCE
        while True:
            self.look()
            if (found := next(filter(wanted, self.mails[since:]), None)) is not None:
                return found
            if time.monotonic() > end:
                subjects = [str(mail["Subject"]) for mail in self.mails[since:]]
                raise TimeoutError(f"{self.name} waits; has {subjects}")
            time.sleep(LOOK)

    def written(self, mail: EmailMessage, text: str, id: str = "") -> EmailMessage:
        """An answer to a mail as programs write it: to where it says, in its
        thread, with what it said below.
        """
        message = EmailMessage()
        message["From"] = f"{self.name} <{self.address}>"
        message["To"] = mail["Reply-To"] or mail["From"]
        message["Subject"] = f"Re: {mail['Subject'].removeprefix('Re: ')}"
        message["Date"] = formatdate(localtime=True)
        message["Message-ID"] = id or f"<{next(MAILS)}.{self.user}@{self.post.domain}>"
        message["In-Reply-To"] = mail["Message-ID"]
        message["References"] = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
        quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
        message.set_content(f"{text}\n\nOn Tue, 3 Nov 2026 at 21:14, Referee wrote:\n{quoted}")
        return message

    def answer(self, mail: EmailMessage, text: str, id: str = "") -> EmailMessage:
        message = self.written(mail, text, id)
        self.send(message)
        return message

    def send(self, *messages: EmailMessage) -> None:
        with smtplib.SMTP(LOOPBACK, self.post.smtp) as program:
            self.enter(program)
            for message in messages:
                program.send_message(message)
        self.sent += messages

    def folder(self, name: str = "INBOX") -> int:
        with contextlib.closing(self.login()) as box:
            status, found = box.select(name, readonly=True)
            return int(found[0] or 0) if status == "OK" else 0

    def login(self) -> "Closing":
        box = Closing(LOOPBACK, self.post.imap)
        self.enter(box)
        return box

    def enter(self, server: imaplib.IMAP4 | smtplib.SMTP) -> None:
        """Encrypt, where the server does, and log in."""
        if self.trust is not None and isinstance(server, smtplib.SMTP):
            server.starttls(context=self.trust)
        elif self.trust is not None and isinstance(server, imaplib.IMAP4):
            server.starttls(ssl_context=self.trust)
        server.login(self.user, PASSWORD)

    def close(self) -> None:
        if self.box is not None:
            with contextlib.suppress(OSError, imaplib.IMAP4.error):
                self.box.logout()
        self.hang_up()

    def hang_up(self) -> None:
        box, self.box = self.box, None
        if box is not None:
            with contextlib.suppress(OSError):
                box.shutdown()


class Closing(imaplib.IMAP4):
    def close(self) -> Any:  # what IMAP calls CLOSE is not wanted here
        return self.logout()


def about(*words: str) -> Callable[[EmailMessage], bool]:
    return lambda mail: all(word in str(mail["Subject"]) for word in words)


@contextlib.contextmanager
def people(post: Post, *names: str) -> Iterator[list[Person]]:
    found = [Person(post, name) for name in names]
    try:
        yield found
    finally:
        for person in found:
            person.close()
