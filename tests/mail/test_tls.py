"""Both ways are encrypted, to the server that is meant, or nothing is said at all."""

import asyncio
import base64
import re
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest
import trustme
from aiohttp import web
from aiosmtpd import smtp

from engine.errors import TryLater
from engine.referee.clock import HandClock
from mail.sandbox.imap import CAPABILITIES
from mail.transport.mailbox import ImapInbox
from mail.transport.smtp import LOGIN_PAUSE, MailServer, Security, SmtpSender
from mail.transport.tokens import (
    AccessToken,
    Refresh,
    TokenCommand,
    TokenRefused,
    Tokens,
    TokenUnavailable,
)
from tests.kit.each import each
from tests.mail.imapserver import ImapServer
from tests.mail.stage import Provider, local
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


async def mailed(
    way: Security, name: str, trust: ssl.SSLContext, *, stripped: bool = False
) -> Provider:
    provider = Provider()
    provider.starttls = of_server(name) if way == "starttls" and not stripped else None
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


def test_no_mail_goes_out_where_the_offer_to_encrypt_was_taken_out() -> None:
    with pytest.raises(TryLater):
        asyncio.run(mailed("starttls", "localhost", trusting(), stripped=True))


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


class Given:
    def __init__(self, *texts: str, seconds: float = 3_600):
        self.left, self.seconds = list(texts), seconds

    async def __call__(self) -> AccessToken:
        return AccessToken(self.left.pop(0), self.seconds)


class TokenProvider(Provider):
    """Lets in who has the token ``right`` (XOAUTH2, as Google and Microsoft describe it)."""

    right = "new"

    def session(self) -> smtp.SMTP:
        return smtp.SMTP(
            self, hostname="smtp.test", auth_require_tls=False, authenticator=self.login
        )

    async def auth_XOAUTH2(self, server: smtp.SMTP, args: list[str]) -> smtp.AuthResult:
        said = base64.b64decode(args[1])
        good = said == f"user=referee@play.example\x01auth=Bearer {self.right}\x01\x01".encode()
        if not good:
            await server.challenge_auth('{"status":"401"}')
        return smtp.AuthResult(success=good, handled=False, auth_data=b"referee")


@asynccontextmanager
async def token_server(
    answers: list[tuple[int, dict[str, Any]]],
) -> AsyncIterator[tuple[str, list[dict[str, str]]]]:
    asked: list[dict[str, str]] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append({name: str(value) for name, value in (await request.post()).items()})
        status, said = answers.pop(0)
        return web.json_response(said, status=status)

    app = web.Application()
    app.router.add_post("/token", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/token", asked
    finally:
        await runner.cleanup()


async def test_a_token_is_refreshed_before_it_ends_and_a_new_refresh_token_is_told() -> None:
    """The request is that of RFC 6749, section 6, the answer that of 5.1."""
    answers: list[tuple[int, dict[str, Any]]] = [
        (
            200,
            {
                "access_token": "one",
                "token_type": "Bearer",
                "expires_in": "3600",
                "refresh_token": "r2",
            },
        ),
        (200, {"access_token": "two", "token_type": "Bearer", "expires_in": 3600}),
    ]
    now, told = [0.0], []

    async def changed(value: str) -> None:
        told.append(value)

    async with token_server(answers) as (address, asked):
        tokens = Tokens(Refresh(address, "id", "secret", "r1", "mail", changed), lambda: now[0])
        assert [await tokens.get(), await tokens.get()] == ["one", "one"]
        now[0] = 3_599.0
        assert await tokens.get() == "two"
    fixed = {
        "grant_type": "refresh_token",
        "client_id": "id",
        "client_secret": "secret",
        "scope": "mail",
    }
    assert asked == [fixed | {"refresh_token": "r1"}, fixed | {"refresh_token": "r2"}]
    assert told == ["r2"]


@each(
    "status, said, error",
    [
        (400, {"error": "invalid_grant", "error_description": "token-r1, client-s3"}, TokenRefused),
        (429, {"error": "slow_down"}, TokenUnavailable),
        (503, {"error": "temporarily_unavailable"}, TokenUnavailable),
        (200, {"no": "token"}, TokenUnavailable),
    ],
)
async def test_what_a_token_server_says_instead(
    status: int, said: dict[str, Any], error: type[OSError]
) -> None:
    async def changed(value: str) -> None:
        raise AssertionError(value)

    async with token_server([(status, said)]) as (address, _):
        with pytest.raises(error) as refused:
            await Refresh(address, "id", "client-s3", "token-r1", "", changed)()
        assert not re.search("r1|s3", str(refused.value))


def test_a_token_server_is_asked_encrypted() -> None:
    async def changed(value: str) -> None:
        raise AssertionError(value)

    with pytest.raises(ValueError, match="https"):
        Refresh("http://login.example/token", "id", "", "r1", "", changed)


def test_a_command_prints_a_token() -> None:
    run = asyncio.run
    assert run(TokenCommand(f"{sys.executable} -c 'print(\"abc\"); print(2)'")()) == AccessToken(
        "abc"
    )
    with pytest.raises(TokenUnavailable, match="3"):
        run(TokenCommand(f"{sys.executable} -c 'raise SystemExit(3)'")())
    with pytest.raises(TokenRefused, match="cannot be run"):
        run(TokenCommand("no-such-program-here")())


async def test_mail_is_read_with_a_token_and_an_old_one_is_replaced() -> None:
    server = ImapServer(capabilities=f"{CAPABILITIES} AUTH=XOAUTH2")
    port = await server.start()
    tokens = Tokens(Given("old", "new", "worse"))
    inbox = ImapInbox(local(port, user="referee", timeout=2, tokens=tokens))
    server.tokens = {"old"}
    await inbox.connect()
    server.tokens = {"new"}
    with pytest.raises(ConnectionError):
        await inbox.connect()
    await inbox.connect()
    server.tokens = set()
    with pytest.raises(ConnectionError):
        await inbox.connect()
    with pytest.raises(PermissionError):
        await inbox.connect()
    inbox.close()
    await server.stop()


async def test_mail_goes_out_with_a_token_and_an_old_one_is_replaced() -> None:
    provider, clock = TokenProvider(), HandClock(0)
    port = await provider.start()
    tokens = Tokens(Given("old", "new", "worse"))
    await tokens.get()
    outgoing = SmtpSender(
        local(port, user="referee@play.example", tokens=tokens),
        clock,
    )
    with pytest.raises(TryLater, match="new token"):
        await outgoing.send(MAIL)
    await outgoing.send(MAIL)
    assert len(provider.mails) == 1
    await outgoing.end()
    provider.right = "another"
    with pytest.raises(TryLater, match="new token"):
        await outgoing.send(MAIL)
    with pytest.raises(TryLater, match="let us in") as refused:
        await outgoing.send(MAIL)
    assert refused.value.at == LOGIN_PAUSE
    await outgoing.close()
    await provider.stop()
