"""What the referee needs of a real Dovecot and a real Postfix: encryption either way, IDLE and
MOVE, addresses with details, the second in which a mail arrived, and bounces.
"""

import asyncio
import re
import smtplib
import time
from collections.abc import Coroutine
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from bot.service.mail import look_at_mail
from engine.referee.clock import Clock
from mail.names import Capability, MailNames
from mail.outgoing.envelope import Mail
from mail.parse.reading import read
from mail.transport.imap import ImapClient
from mail.transport.mailbox import DONE, Arrived, ImapInbox
from mail.transport.smtp import MailServer, Security, SmtpSender
from tests.mail import real
from tests.mail.posts import LOOPBACK, PASSWORD, Person, Post, Real, people, settings

WAYS: tuple[Security, ...] = ("tls", "starttls")


def servers(post: Real, user: str, security: Security) -> tuple[MailServer, MailServer]:
    wrapped = security == "tls"
    imap = post.servers.imaps if wrapped else post.imap
    smtp = post.servers.smtps if wrapped else post.smtp
    return MailServer(
        host=LOOPBACK, port=imap, user=user, password=PASSWORD, security=security, timeout=5
    ), MailServer(
        host=LOOPBACK, port=smtp, user=user, password=PASSWORD, security=security, timeout=5
    )


async def arrived(inbox: ImapInbox) -> list[Arrived]:
    async with asyncio.timeout(20):
        while True:
            if found := (await inbox.fetch_new()).mails:
                return found
            await inbox.wait()


def run(play: Coroutine[Any, Any, None]) -> None:
    async def all_of_it() -> None:
        await play
        await asyncio.sleep(0.2)

    asyncio.run(all_of_it())


@pytest.mark.parametrize("security", WAYS)
def test_there_and_back(dovecot: Real, security: Security) -> None:
    """Handed over, announced while the loop idles, fetched, moved away; addressed
    with a tag that nobody has set up.
    """

    async def play(referee: Person) -> None:
        trust = dovecot.certificate.client()
        imap, smtp = servers(dovecot, referee.user, security)
        outgoing, inbox = SmtpSender(smtp, Clock(), trust), ImapInbox(imap, trust=trust)
        names = MailNames(b"k" * 32, referee.address)
        to, sender = names.reply_to(Capability("g12", 2, 3)), names.envelope("g12", 2)
        await inbox.connect()
        assert isinstance(inbox.client, ImapClient)
        assert {"IDLE", "MOVE", "UIDPLUS"} <= inbox.client.protocol.capabilities
        waiting = asyncio.create_task(arrived(inbox))
        await asyncio.sleep(0.1)
        before = int(time.time())
        raw = (
            f"From: {referee.address}\r\nTo: {to}\r\nSubject: x\r\nMessage-ID:"
            " <1@ann.example>\r\n\r\nbomb bob a1\r\n"
        )
        await outgoing.send(Mail(envelope=sender, to=to, id="<1@ann.example>", raw=raw.encode()))
        (mail,) = await waiting
        assert before <= mail.at <= int(time.time())
        reading = read(mail.raw, "other.example")
        assert reading.lines == ("bomb bob a1",)
        assert names.in_addresses(reading.receivers, lambda *_: 0) == [Capability("g12", 2, 3)]
        await inbox.done([mail.uid], DONE)
        assert (await inbox.fetch_new()).mails == []
        inbox.close()
        await outgoing.close()

    with people(dovecot, "referee") as (referee,):
        run(play(referee))
        assert (referee.folder("INBOX"), referee.folder(DONE)) == (0, 1)


def test_folders_that_lie_below_the_inbox(below: Real, tmp_path: Path) -> None:
    """As at hosts with Courier or cPanel: every mail is handled once and moved
    away, and the doctor finds nothing.
    """
    with people(below, "referee") as (referee,):
        assert look_at_mail(settings(below, referee.user), tmp_path / "none.db").faults == []
        assert (referee.folder("INBOX"), referee.folder("INBOX.Done")) == (0, 1)


def test_a_bounce_of_postfix_is_read(dovecot: Post) -> None:
    """RFC 3464, as it is really written: who, how, why, and which mail;
    and the address names the seat.
    """
    with people(dovecot, "referee") as (referee,):
        names = MailNames(b"k" * 32, referee.address)
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = (
            referee.address,
            f"nobody@{dovecot.domain}",
            "<77@play.example>",
        )
        mail.set_content("hello")
        with smtplib.SMTP(LOOPBACK, dovecot.smtp) as program:
            referee.enter(program)
            program.send_message(mail, from_addr=names.envelope("g12", 2))
        referee.wait(lambda mail: "Undelivered" in mail["Subject"])
        reading = read(referee.raws[-1], "other.example")
        assert reading.kind == "bounce"
        assert names.bounced(reading.receivers) == ("g12", 2)
        assert [(f.receiver, f.action, f.status) for f in reading.failed] == [
            (f"nobody@{dovecot.domain}", "failed", "5.1.1")
        ]


def test_settings_for_dovecot_2_4_have_nothing_that_only_2_3_knows() -> None:
    """That they are right can only be seen where it is installed."""
    assert real.dovecot_conf("2.3.19") == real.DOVECOT_CONF
    written = real.dovecot_conf("2.4.1")
    assert written.lstrip().startswith("dovecot_config_version")
    assert not re.search(r"%[A-Za-z]|args =|driver = (?!maildir)|= <|plaintext", written)
