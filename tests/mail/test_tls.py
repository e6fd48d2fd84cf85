"""Both ways are encrypted, to the server that is meant, or nothing is said at all."""

import asyncio
import ssl
from functools import cache

import pytest
import trustme

from engine.errors import TryLater
from engine.referee.clock import HandClock
from mail.transport.mailbox import ImapInbox
from mail.transport.smtp import MailServer, Security, SmtpSender
from tests.kit.each import each
from tests.mail.imapserver import ImapServer
from tests.mail.stage import Provider
from tests.mail.test_outgoing import MAIL

WAYS: list[Security] = ["tls", "starttls"]


@cache
def authority() -> trustme.CA:
    return trustme.CA()


def of_server(name: str = "localhost") -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority().issue_cert(name).configure_cert(context)
    return context


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority().configure_trust(context)
    return context


def at(port: int, way: Security) -> MailServer:
    return MailServer(
        host="localhost", port=port, user="referee", password="pw", security=way, timeout=2
    )


async def mailed(way: Security, name: str, trust: ssl.SSLContext) -> Provider:
    provider = Provider()
    provider.starttls = of_server(name) if way == "starttls" else None
    port = await provider.start(of_server(name) if way == "tls" else None)
    server = MailServer(host="localhost", port=port, security=way, timeout=2)
    outgoing = SmtpSender(server, HandClock(0), trust)
    try:
        await outgoing.send(MAIL)
    finally:
        await outgoing.close()
        await provider.stop()
    return provider


@each("way", WAYS)
def test_a_mail_goes_out_encrypted(way: Security) -> None:
    assert len(asyncio.run(mailed(way, "localhost", trusting())).mails) == 1


@each("way", WAYS)
def test_no_mail_goes_to_a_server_that_is_another_or_unknown(way: Security) -> None:
    with pytest.raises(TryLater):
        asyncio.run(mailed(way, "elsewhere.example", trusting()))
    with pytest.raises(TryLater):
        asyncio.run(mailed(way, "localhost", ssl.create_default_context()))


async def opened(way: Security, name: str, trust: ssl.SSLContext, more: str = "") -> ImapServer:
    server = ImapServer()
    server.starttls, server.more_in_clear = of_server(name), more
    port = await server.start(of_server(name) if way == "tls" else None)
    inbox = ImapInbox(at(port, way), trust=trust)
    try:
        server.deliver(b"From: ann@mail.example\r\n\r\nhello\r\n", 1)
        await inbox.connect()
        assert [mail.raw for mail in (await inbox.fetch_new()).mails] == [
            b"From: ann@mail.example\r\n\r\nhello\r\n"
        ]
    except (OSError, TimeoutError):
        assert not any("LOGIN" in line for line in server.lines)
        raise
    finally:
        inbox.close()
        await server.stop()
    return server


@each("way", WAYS)
def test_a_mailbox_is_read_encrypted(way: Security) -> None:
    lines = asyncio.run(opened(way, "localhost", trusting())).lines
    assert ("STARTTLS" in lines) == (way == "starttls")


@each("way", WAYS)
def test_no_password_goes_to_a_server_that_is_another_or_unknown(way: Security) -> None:
    with pytest.raises(OSError, match="certificate"):
        asyncio.run(opened(way, "elsewhere.example", trusting()))
    with pytest.raises(OSError, match="certificate"):
        asyncio.run(opened(way, "localhost", ssl.create_default_context()))


def test_what_is_slipped_in_before_the_encryption_ends_it() -> None:
    with pytest.raises(OSError, match="STARTTLS"):
        asyncio.run(
            opened("starttls", "localhost", trusting(), "\r\n* CAPABILITY IMAP4rev1 slipped in")
        )
