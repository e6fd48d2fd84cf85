"""Somebody whom mail does not reach: the second bounce, or a refusal for ever, is said at his
table; a mail of his ends that. And how long mails are tried: the table of waits is that of
``mail.door``, once a minute, then every hour.
"""

import pytest

from engine.errors import TryLater, Undeliverable
from engine.messages import Outgoing
from engine.referee.batch import Batch
from engine.referee.delivery import LONGEST_WAIT
from engine.rulings.rulings import Unreached
from mail.door import DAY
from mail.outgoing.envelope import Mail, write_mail
from mail.transport.smtp import QUOTA_PAUSE
from tests.kit.data import beside
from tests.kit.story import on
from tests.mail.stage import PEOPLE, Office, address, own_lines, played, prompt, reply

DATA = beside(__file__)

REFUSED = DATA["refused"]
"""What is said of one receiver, with words of which none counts."""

DSN = DATA["dsn"]


def bounce(
    at: Office, number: int, status: str = "5.1.1", action: str = "failed", chair: int = 2
) -> bytes:
    envelope = at.door.writing.names.envelope("g12", chair)
    text: str = DSN.format(envelope=envelope, number=number, status=status, action=action)
    return text.replace("\n", "\r\n").encode()


async def said(at: Office) -> list[tuple[str, bool]]:
    def look(batch: Batch) -> list[tuple[str, bool]]:
        opened = batch.game("g12")
        assert opened is not None
        events = [event for page in batch.told(opened, "*") for event in page.events]
        return [(event.seat, event.on) for event in events if isinstance(event, Unreached)]

    return await at.writer.run(look)


@on(played)
async def test_the_second_bounce_is_said_at_the_table_and_a_mail_ends_it(at: Office) -> None:
    assert (await at.take(bounce(at, 1))).what == "bounce"
    assert await said(at) == []
    await at.take(bounce(at, 2))
    await at.take(bounce(at, 3))
    assert await said(at) == [("Bob", True)]
    assert (await at.take(reply(prompt(at), "say Ann here I am", PEOPLE["Bob"]))).what == "confirm"
    assert await said(at) == [("Bob", True)], (
        "what somebody else may have written is no sign of life"
    )
    mail = at.mails("Bob")[-1]
    assert (await at.take(reply(mail, "say Ann here I am", PEOPLE["Bob"]))).what == "accept"
    assert await said(at) == [("Bob", True), ("Bob", False)]
    await at.take(bounce(at, 4))
    assert len(await said(at)) == 2, "counting begins anew"


@pytest.mark.parametrize(
    ("status", "action"),
    [("4.4.1", "delayed"), ("2.0.0", "relayed"), ("5.7.1", "failed"), ("5.3.4", "failed")],
)
@on(played)
async def test_what_says_nothing_of_the_receiver(at: Office, *, status: str, action: str) -> None:
    """RFC 3463: 5.7 is policy, 5.3.4 the size of the mail; what is delayed is still on its way."""
    for number in range(3):
        await at.take(bounce(at, number, status, action))
    assert await said(at) == []


@on(played)
async def test_a_bounce_that_cannot_be_read_counts_by_the_address_it_came_to(at: Office) -> None:
    envelope = at.door.writing.names.envelope("g12", 2)
    raw = (
        "From: MAILER-DAEMON@mx.example\r\nReturn-Path: <>\r\nDelivered-To:"
        f" {envelope}\r\n\r\nsorry".encode()
    )
    for _ in range(2):
        await at.take(raw)
    assert await said(at) == [("Bob", True)]


@pytest.mark.parametrize(
    ("answer", "out"), [("550 5.1.1 no such user", True), ("554 5.6.0 this content", False)]
)
@on(played)
async def test_a_mail_that_the_provider_refuses_for_ever(
    at: Office, *, answer: str, out: bool
) -> None:
    at.provider.answers = [answer]
    await at.says("Ann", "say Bob hello")
    await at.quiet()
    refused = [seat for seat, on in await said(at) if on]
    assert len(refused) == int(out)
    assert await at.one("select coalesce(sum(count), 0) from lost") == 1


RAW = b"Subject: x\r\n\r\nx\r\n"


def outgoing(at: Office, tries: int, written: int) -> Outgoing:
    mail = Mail(
        envelope="b@play.example",
        to=address("Bob"),
        id="<x@play.example>",
        raw=RAW,
        at=written,
    )
    return Outgoing(
        id=1,
        game="g12",
        door="mail",
        sender=address("Bob"),
        mark="m",
        payload=write_mail(mail),
        tries=tries,
    )


@on(played)
async def test_how_long_a_mail_is_tried(at: Office) -> None:
    """After a minute at the earliest; after a day the table is told, and when it is handed over
    after all.
    """
    began, waits = at.clock.now(), list[int]()
    at.provider.returns[RAW] = "451 4.3.0 try later"
    while not waits or at.clock.now() - began <= DAY + 3_600:
        with pytest.raises(TryLater) as failed:
            await at.door.send(outgoing(at, len(waits), began))
        assert (failed.value.at, failed.value.wait) == (None, 60)
        assert bool(await said(at)) == (at.clock.now() - began >= DAY)
        waits.append(LONGEST_WAIT)
        at.clock.advance(LONGEST_WAIT)
    at.provider.returns.clear()
    await at.door.send(outgoing(at, len(waits), began))
    assert await said(at) == [("Bob", True), ("Bob", False)]


@on(played)
async def test_a_mail_that_waits_for_a_day_behind_a_pause_of_all_mail_is_said_to_not_arrive(
    at: Office,
) -> None:
    began = at.clock.now()
    for wait in (0, DAY - 1, 1):
        at.clock.advance(wait)
        at.provider.answers = ["550 5.4.5 Daily user sending limit exceeded"]
        with pytest.raises(TryLater) as failed:
            await at.door.send(outgoing(at, 0, began))
        assert failed.value.at is not None
        assert bool(await said(at)) == (at.clock.now() - began >= DAY)


@on(played)
async def test_a_doubtful_refusal_is_believed_after_a_day(at: Office) -> None:
    """Some hosts say 5.7.1 of what passes: nothing is thrown away for it at once, and
    nothing behind it waits for ever.
    """
    began = at.clock.now()
    at.provider.answers = ["550 5.7.1 too many messages"] * 2
    with pytest.raises(TryLater):
        await at.door.send(outgoing(at, 0, began))
    at.clock.advance(DAY)
    with pytest.raises(Undeliverable, match=r"5\.7\.1"):
        await at.door.send(outgoing(at, 1, began))


@pytest.mark.parametrize("answer", REFUSED)
@on(played)
async def test_one_address_that_is_refused_stops_nobody_elses_mail(
    at: Office, *, answer: str
) -> None:
    """Whatever the provider says about Ann, Bob is told at once, hour after hour;
    and in the end their table knows.
    """
    ann, bob = address("Ann"), address("Bob")
    at.provider.refuses = {ann: answer.format(ann)}
    for hour in (0, 1, 2, 26):
        before = len(at.provider.to(bob))
        for by, to in (("Bob", "Ann"), ("Ann", "Bob")):
            await at.submit(by, f"say {to} hour {hour}")
        await at.quiet()
        # A connection that ends may mean everybody, until somebody else's mail goes out.
        if hour == 0 and answer.startswith("421"):
            at.clock.advance(QUOTA_PAUSE)
            await at.quiet()
        assert len(at.provider.to(bob)) > before
        assert at.door.outgoing.ails() == ""
        at.clock.advance(3_600 if hour < 2 else DAY)
        await at.quiet()

    assert ("Ann", True) in await said(at)
    assert at.provider.named.count(ann) < 20


@on(played)
async def test_the_receipt_of_somebody_who_is_out_of_reach_is_for_his_table(at: Office) -> None:
    """What is said of Bob stands in Ann's next mail."""
    for number in range(2):
        await at.take(bounce(at, number))
    await at.says("Ann", "status")
    last = await at.latest("Ann")
    assert any("Messages to Bob by e-mail are not arriving." in line for line in own_lines(last))
