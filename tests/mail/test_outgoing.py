"""Handing mails over: encrypted, each again until the provider has it,
none thrown away for a full quota.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import TryLater, Undeliverable
from engine.referee.clock import HandClock
from mail.outgoing.envelope import Mail
from mail.quota import Quota
from mail.transport.smtp import LOGIN_PAUSE, QUOTA_PAUSE, REUSED, MailServer, SmtpSender
from tests.kit.data import beside
from tests.kit.each import each
from tests.kit.story import on
from tests.mail.stage import Provider, local

DATA = beside(__file__)
MAIL = Mail(
    envelope="b@play.example",
    to="ann@mail.example",
    id="<1@play.example>",
    raw=b"Message-ID: <1@play.example>\r\n\r\nhello\r\n",
)


def sending(
    _: Path,
    play: Callable[[Provider, SmtpSender, HandClock], Awaitable[None]],
    **more: str,
) -> None:
    async def story() -> None:
        provider, clock = Provider(), HandClock(1_000)
        outgoing = SmtpSender(local(await provider.start(), timeout=5, **more), clock)
        try:
            await play(provider, outgoing, clock)
        finally:
            await outgoing.close()
            await provider.stop()

    asyncio.run(story())


@on(sending)
async def test_the_bytes_arrive_as_they_are(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    await outgoing.send(MAIL)
    assert provider.mails == [("b@play.example", "ann@mail.example", MAIL.raw)]


@on(sending)
async def test_one_connection_for_a_few_mails(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    await asyncio.gather(*(outgoing.send(MAIL) for _ in range(REUSED + 1)))
    assert (len(provider.mails), provider.connections) == (REUSED + 1, 2)


@each("becomes, answer", [(way, said) for way, some in DATA["refusals"].items() for said in some])
def test_what_refusals_mean(becomes: str, answer: str, tmp_path: Path) -> None:
    async def play(provider: Provider, outgoing: SmtpSender, clock: HandClock) -> None:
        provider.answers = [answer]
        with pytest.raises(Undeliverable if becomes == "never" else TryLater):
            await outgoing.send(MAIL)
        if becomes == "all":
            with pytest.raises(TryLater):
                await outgoing.send(MAIL)
            assert provider.mails == []
            clock.advance(QUOTA_PAUSE)
        await outgoing.send(MAIL)
        assert len(provider.mails) == 1

    sending(tmp_path, play)


@on(sending)
async def test_a_provider_that_is_not_there_and_comes_back(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    await outgoing.send(MAIL)
    provider.drop()
    with pytest.raises(TryLater):
        await outgoing.send(MAIL)
    await outgoing.send(MAIL)
    assert len(provider.mails) == 2
    await provider.stop()
    provider.drop()
    with pytest.raises(TryLater, match="cannot be reached"):
        await outgoing.send(MAIL)


@on(sending)
async def test_a_connection_that_is_lost_after_the_last_byte(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    """Nobody knows whether the provider has it: it is sent again, and is the same mail."""
    provider.answers = ["drop"]
    with pytest.raises(TryLater):
        await outgoing.send(MAIL)
    await outgoing.send(MAIL)
    assert [raw for _, _, raw in provider.mails] == [MAIL.raw]


@on(sending, user="referee", password="referee")
async def test_a_login_that_is_refused_pauses_everything(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    for _ in range(2):
        with pytest.raises(TryLater):
            await outgoing.send(MAIL)
    assert provider.connections == 1
    clock.advance(LOGIN_PAUSE)
    with pytest.raises(TryLater):
        await outgoing.send(MAIL)
    assert provider.connections == 2


@on(sending)
async def test_a_provider_without_encryption_gets_neither_mail_nor_password(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    login = {"user": "referee", "password": "secret", "timeout": 1}
    for security in ("starttls", "tls"):
        server = local(outgoing.server.port, security=security, **login)
        with pytest.raises(TryLater):
            await SmtpSender(server, clock, ssl.create_default_context()).send(MAIL)
    assert provider.mails == []
    assert provider.logins == []


def test_a_plain_connection_is_for_the_own_machine() -> None:
    with pytest.raises(ValueError, match="plain connection"):
        SmtpSender(MailServer(host="smtp.example", security="none"), HandClock(0))
    MailServer(host="smtp.example", security="none", plain=True).check()


@on(sending)
async def test_chat_has_half_of_a_days_mail_at_the_most(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    outgoing.quota = Quota(per_day=6)
    chat = replace(MAIL, chat=True)
    for _ in range(3):
        await outgoing.send(chat)
    with pytest.raises(TryLater, match="half") as failed:
        await outgoing.send(chat)
    assert (failed.value.alone, failed.value.at) == (True, clock.now() + 86_400)
    for _ in range(3):
        assert outgoing.ails() == ""
        await outgoing.send(MAIL)
    with pytest.raises(TryLater) as failed:
        await outgoing.send(MAIL)
    assert (failed.value.alone, failed.value.at) == (False, clock.now() + 86_400)
    assert "per_day is used up" in outgoing.ails()
    clock.advance(86_400)
    await outgoing.send(chat)
    assert len(provider.mails) == 7


@on(sending)
async def test_a_host_that_wants_proof_of_the_sender_stops_no_others_and_says_what_to_publish(
    provider: Provider, outgoing: SmtpSender, clock: HandClock
) -> None:
    provider.answers = ["550 5.7.26 unauthenticated"]
    with pytest.raises(TryLater) as refused:
        await outgoing.send(MAIL)
    assert refused.value.at == clock.now() + 3_600
    assert "publish SPF and DKIM" in outgoing.ails()
    await outgoing.send(MAIL)  # published by now
    assert outgoing.ails() == ""
