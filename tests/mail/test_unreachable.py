"""Somebody whom mail does not reach: the second bounce, or a refusal for ever, is said at his table; a mail of his ends
that. And how long mails are tried: the table of waits is that of ``mail.door``, once a minute, then every hour."""

from pathlib import Path

import pytest

from engine.batch import Batch
from engine.letters import Parcel, TryLater
from engine.rulings import Unreached
from mail.door import A_DAY
from mail.envelope import Mail, write_mail
from tests.mail.app import serving, wait_until
from tests.mail.posts import Post, about, people, settings
from tests.mail.stage import Office, own_lines, reply
from tests.mail.test_game import PEOPLE, address
from tests.mail.test_incoming import played, prompt
from tests.mail.test_torture import counted

DSN = """From: Mail Delivery System <MAILER-DAEMON@mx.example>
Return-Path: <>
To: {envelope}
Message-ID: <{number}@mx.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; bob@post.example
Action: {action}
Status: {status}
--b--
"""


def bounce(at: Office, number: int, status: str = "5.1.1", action: str = "failed", chair: int = 2) -> bytes:
    """What comes back (RFC 3464)."""
    envelope = at.door.writing.names.envelope("g12", chair)
    text = DSN.format(envelope=envelope, number=number, status=status, action=action)
    return text.replace("\n", "\r\n").encode()


async def said(at: Office) -> list[tuple[str, bool]]:
    """Who was said to be out of reach, or not any more, in the public history."""

    def look(batch: Batch) -> list[tuple[str, bool]]:
        opened = batch.game("g12")
        assert opened is not None
        events = [event for page in batch.told(opened, "*") for event in page.events]
        return [(event.seat, event.on) for event in events if isinstance(event, Unreached)]

    return await at.writer.look(look)


def test_the_second_bounce_is_said_at_the_table_and_a_mail_ends_it(tmp_path: Path) -> None:
    async def play(at: Office) -> None:
        assert (await at.take(bounce(at, 1))).what == "bounce"
        assert await said(at) == []
        await at.take(bounce(at, 2))
        await at.take(bounce(at, 3))
        assert await said(at) == [("Bob", True)]
        assert (await at.take(reply(prompt(at), "say Ann here I am", PEOPLE["Bob"]))).what == "confirm"
        assert await said(at) == [("Bob", True)], "what somebody else may have written is no sign of life"
        mail = at.provider.to(address("Bob"))[-1]
        assert (await at.take(reply(mail, "say Ann here I am", PEOPLE["Bob"]))).what == "accept"
        assert await said(at) == [("Bob", True), ("Bob", False)]
        await at.take(bounce(at, 4))
        assert len(await said(at)) == 2, "counting begins anew"

    played(tmp_path, play)


@pytest.mark.parametrize(
    ("status", "action"), [("4.4.1", "delayed"), ("2.0.0", "relayed"), ("5.7.1", "failed"), ("5.3.4", "failed")]
)
def test_what_says_nothing_of_the_receiver(tmp_path: Path, status: str, action: str) -> None:
    """RFC 3463: 5.7 is policy, 5.3.4 the size of the mail; what is delayed is still on its way."""

    async def play(at: Office) -> None:
        for number in range(3):
            await at.take(bounce(at, number, status, action))
        assert await said(at) == []

    played(tmp_path, play)


def test_a_bounce_that_cannot_be_read_counts_by_the_address_it_came_to(tmp_path: Path) -> None:
    async def play(at: Office) -> None:
        envelope = at.door.writing.names.envelope("g12", 2)
        raw = f"From: MAILER-DAEMON@mx.example\r\nReturn-Path: <>\r\nDelivered-To: {envelope}\r\n\r\nsorry".encode()
        for _ in range(2):
            await at.take(raw)
        assert await said(at) == [("Bob", True)]

    played(tmp_path, play)


def test_delay_warnings_are_no_bounces(tmp_path: Path) -> None:
    """As a text alone, and as a report that does not name its receiver."""

    async def play(at: Office) -> None:
        envelope = at.door.writing.names.envelope("g12", 2)
        warning = "Your message has not been delivered after 24 hours. It will be tried further."
        for number in range(3):
            raw = (
                f"From: Mailer-Daemon <mailer-daemon@mx.example>\r\nTo: {envelope}\r\nMessage-ID: <w{number}@mx>\r\n"
                f"Subject: Warning: message delayed 24 hours\r\nAuto-Submitted: auto-replied\r\n\r\n{warning}\r\n"
            )
            assert (await at.take(raw.encode())).what == "late"
            nameless = bounce(at, number, "4.4.7", "delayed").replace(b"rfc822; bob@post.example", b"rfc822; bob")
            assert (await at.take(nameless)).what == "late"
        assert await said(at) == []

    played(tmp_path, play)


@pytest.mark.parametrize(("answer", "out"), [("550 5.1.1 no such user", True), ("554 5.6.0 this content", False)])
def test_a_mail_that_the_provider_refuses_for_ever(tmp_path: Path, answer: str, out: bool) -> None:
    async def play(at: Office) -> None:
        at.provider.answers = [answer]
        await at.take(reply(prompt(at), "say Bob hello", PEOPLE["Ann"]))
        await at.quiet()
        refused = [seat for seat, on in await said(at) if on]
        assert len(refused) == int(out)
        (dead,) = await at.writer.look(lambda batch: batch.store.one("select count(*) from outbox where status = 2"))
        assert dead == 1

    played(tmp_path, play)


def test_how_long_a_mail_is_tried(tmp_path: Path) -> None:
    """1, 5, 15 and 30 minutes, then every hour; after a day the table is told. A pause of the provider's counts for
    nothing."""

    async def play(at: Office) -> None:
        mail = Mail("b@play.example", address("Bob"), "<x@play.example>", b"Subject: x\r\n\r\nx\r\n")
        waits: list[int] = []
        for tries in range(A_DAY + 2):
            at.provider.answers = ["451 4.3.0 try later"]
            with pytest.raises(TryLater) as failed:
                await at.door.send(Parcel(1, "g12", "mail", address("Bob"), "m", write_mail(mail), tries))
            assert failed.value.at is None
            assert failed.value.wait is not None
            assert bool(await said(at)) == (tries >= A_DAY)
            waits.append(failed.value.wait)
        least = [60, 300, 900, 1_800, *([3_600] * (A_DAY - 2))]
        for wait, shortest in zip(waits, least, strict=True):
            assert shortest <= wait <= 1.1 * shortest
        assert 24 * 3_600 <= sum(least[:A_DAY]) < 25 * 3_600
        at.provider.answers = ["421 4.7.0 too much"]
        with pytest.raises(TryLater) as failed:
            await at.door.send(Parcel(1, "g12", "mail", address("Bob"), "m", write_mail(mail), 3))
        assert failed.value.at == at.clock.now() + 300

    played(tmp_path, play)


def test_an_invitation_to_nobody(post: Post, tmp_path: Path) -> None:
    """The provider knows at once, or finds out later: either way the operator's log has it, and the game goes on."""
    with people(post, "referee", "ann") as (referee, ann), serving(tmp_path, settings(post, referee.user)) as app:
        game = app.game()
        app.invite(game, f"nobody@{post.domain}")
        app.invite(game, ann.address)
        ann.wait(about("invited"))
        dead = "select count(*) from outbox where status = 2 and error like '550 5.1.1%'"
        back = "select count(*) from audit where action = 'mail came back' and facts like '%5.1.1%'"
        wait_until(lambda: counted(app, dead) + counted(app, back) == 1)


def test_the_receipt_of_somebody_who_is_out_of_reach_is_for_his_table(tmp_path: Path) -> None:
    """What is said of Bob stands in Ann's next mail."""

    async def play(at: Office) -> None:
        for number in range(2):
            await at.take(bounce(at, number))
        await at.take(reply(prompt(at), "status", PEOPLE["Ann"]))
        last = await at.last(address("Ann"))
        assert any("What is sent to Bob by mail does not arrive." in line for line in own_lines(last))

    played(tmp_path, play)
