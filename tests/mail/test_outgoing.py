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
from engine.messages import Message
from engine.referee.clock import HandClock
from mail.outgoing.envelope import Mail
from mail.quota import Quota
from mail.transport.smtp import LOGIN_PAUSE, QUOTA_PAUSE, REUSED, MailServer, SmtpSender
from tests.kit.each import each
from tests.mail.stage import Provider, address, asks, office, seated

MAIL = Mail(
    envelope="b@play.example",
    to="ann@mail.example",
    id="<1@play.example>",
    raw=b"Message-ID: <1@play.example>\r\n\r\nhello\r\n",
)


def sending(
    play: Callable[[Provider, SmtpSender, HandClock], Awaitable[None]], user: str = ""
) -> None:
    async def all_of_it() -> None:
        provider, clock = Provider(), HandClock(1_000)
        port = await provider.start()
        outgoing = SmtpSender(
            MailServer(
                host="127.0.0.1", port=port, user=user, password=user, security="none", timeout=5
            ),
            clock,
        )
        try:
            await play(provider, outgoing, clock)
        finally:
            await outgoing.close()
            await provider.stop()

    asyncio.run(all_of_it())


def test_the_bytes_arrive_as_they_are() -> None:
    async def play(provider: Provider, outgoing: SmtpSender, _: HandClock) -> None:
        await outgoing.send(MAIL)
        assert provider.mails == [("b@play.example", "ann@mail.example", MAIL.raw)]

    sending(play)


def test_one_connection_for_a_few_mails() -> None:
    async def play(provider: Provider, outgoing: SmtpSender, _: HandClock) -> None:
        await asyncio.gather(*(outgoing.send(MAIL) for _ in range(REUSED + 1)))
        assert (len(provider.mails), provider.connections) == (REUSED + 1, 2)

    sending(play)


@each(
    "answer, error, paused",
    [
        ("451 4.3.0 try later", TryLater, False),
        ("452 4.2.2 mailbox full", TryLater, False),
        ("421 4.7.0 too much", TryLater, True),
        ("550 5.1.1 no such user", Undeliverable, False),
        ("554 5.6.0 this content", Undeliverable, False),
        ("550 5.4.5 Daily user sending limit exceeded", TryLater, True),
        ("550 5.7.28 mail flood", TryLater, True),
        ("454 4.7.28 mail flood", TryLater, True),
        ("530 5.7.0 log in first", TryLater, True),
        ("550 5.1.90 daily limit for message recipients", TryLater, True),
        ("554 5.7.705 tenant has exceeded threshold", TryLater, True),
        ("550 5.7.1 too many messages", TryLater, False),
        # Google's and Microsoft's lists of codes: the sender's own set-up.
        ("550 5.7.25 no PTR record", TryLater, False),
        ("550 5.7.26 unauthenticated", TryLater, False),
        ("550 5.7.27 SPF did not pass", TryLater, False),
        ("550 5.7.29 not over TLS", TryLater, False),
        ("550 5.7.32 not aligned", TryLater, False),
        ("550 5.7.509 does not pass DMARC", TryLater, False),
        ("550 5.7.515 authentication level", TryLater, False),
        ("552 5.2.2 mailbox full", TryLater, False),
        ("552 too long", Undeliverable, False),
        ("554 no reason", TryLater, False),
        ("550 5.1.1 <author-limit-5.4.5@x.example> quota", Undeliverable, False),
        ("550 5.7.30 basic authentication is not supported", TryLater, True),
        ("554 5.2.0 OutboundSpamException", TryLater, False),
    ],
)
def test_what_refusals_mean(answer: str, error: type[Exception], paused: bool) -> None:
    async def play(provider: Provider, outgoing: SmtpSender, clock: HandClock) -> None:
        provider.answers = [answer]
        with pytest.raises(error):
            await outgoing.send(MAIL)
        if paused:
            with pytest.raises(TryLater):
                await outgoing.send(MAIL)
            assert provider.mails == []
            clock.advance(QUOTA_PAUSE)
        await outgoing.send(MAIL)
        assert len(provider.mails) == 1

    sending(play)


def test_a_provider_that_is_not_there_and_comes_back() -> None:
    async def play(provider: Provider, outgoing: SmtpSender, _: HandClock) -> None:
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

    sending(play)


def test_a_connection_that_is_lost_after_the_last_byte() -> None:
    """Nobody knows whether the provider has it: it is sent again, and is the same mail."""

    async def play(provider: Provider, outgoing: SmtpSender, _: HandClock) -> None:
        provider.answers = ["drop"]
        with pytest.raises(TryLater):
            await outgoing.send(MAIL)
        await outgoing.send(MAIL)
        assert [raw for _, _, raw in provider.mails] == [MAIL.raw]

    sending(play)


def test_a_login_that_is_refused_pauses_everything() -> None:
    async def play(provider: Provider, outgoing: SmtpSender, clock: HandClock) -> None:
        for _ in range(2):
            with pytest.raises(TryLater):
                await outgoing.send(MAIL)
        assert provider.connections == 1
        clock.advance(LOGIN_PAUSE)
        with pytest.raises(TryLater):
            await outgoing.send(MAIL)
        assert provider.connections == 2

    sending(play, user="referee")


def test_a_provider_without_encryption_gets_nothing() -> None:
    """Neither the mail nor the password goes out in clear because the
    other side offers no STARTTLS.
    """

    async def play(provider: Provider, outgoing: SmtpSender, clock: HandClock) -> None:
        assert provider.server is not None
        port = provider.server.sockets[0].getsockname()[1]
        for security in ("starttls", "tls"):
            secure = SmtpSender(
                MailServer(
                    host="127.0.0.1",
                    port=port,
                    user="referee",
                    password="secret",
                    security=security,
                    timeout=1,
                ),
                clock,
                ssl.create_default_context(),
            )
            with pytest.raises(TryLater):
                await secure.send(MAIL)
        assert provider.mails == []
        assert provider.logins == []

    sending(play)


def test_a_plain_connection_is_for_the_own_machine() -> None:
    with pytest.raises(ValueError, match="plain connection"):
        SmtpSender(MailServer(host="smtp.example", security="none"), HandClock(0))
    MailServer(host="smtp.example", security="none", plain=True).check()


def test_chat_has_half_of_a_days_mail_at_the_most() -> None:
    async def play(provider: Provider, outgoing: SmtpSender, clock: HandClock) -> None:
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

    sending(play)


async def test_reports_go_out_while_what_is_said_waits(tmp_path: Path) -> None:
    """Ann talks away her half of the day; Bob is still told that it is his turn, and
    the rest of the talk tomorrow.
    """
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        at.door.outgoing.quota = Quota(per_day=20)
        for n in range(15):
            message = Message(
                door="mail",
                id=f"s{n}",
                sender=address("Ann"),
                text=f"say Bob number {n}",
                at=at.clock.now(),
                game="g12",
            )
            assert (await at.writer.submit(message)).status == "answered"
        await at.quiet()
        talk = [mail for mail in at.mails("Bob") if "message from" in mail["Subject"]]
        assert len(talk) == 10
        await at.says("Ann", "pass")
        assert asks(await at.latest("Bob"))
        at.clock.advance(86_400)
        for _ in range(5):
            at.clock.advance(60)
            await at.quiet()
        talk = [mail for mail in at.mails("Bob") if "message from" in mail["Subject"]]
        assert len(talk) == 15


def test_a_host_that_wants_proof_of_the_sender_stops_no_others_and_says_what_to_publish() -> None:
    async def play(provider: Provider, outgoing: SmtpSender, clock: HandClock) -> None:
        provider.answers = ["550 5.7.26 unauthenticated"]
        with pytest.raises(TryLater) as refused:
            await outgoing.send(MAIL)
        assert refused.value.at == clock.now() + 3_600
        assert "publish SPF and DKIM" in outgoing.ails()
        await outgoing.send(MAIL)  # published by now
        assert outgoing.ails() == ""

    sending(play)
