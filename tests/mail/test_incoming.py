"""What is done with mails that come in: once, for the right seat, with
an answer where one may go out.
"""

from pathlib import Path

import pytest

from engine.referee.batch import Batch
from mail.memberships import DOOR
from mail.names import Capability
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    Office,
    address,
    office,
    orders_of,
    own_lines,
    parsed,
    played,
    prompt,
    reply,
    rows,
    text_of,
)
from tests.tables import sqlite


@on(played)
async def test_the_same_mail_again_does_nothing(at: Office) -> None:
    raw = reply(prompt(at), "pass", ANN)
    assert (await at.take(raw)).what == "accept"
    sent = len(at.provider.mails)
    assert (await at.take(raw)).what == "again"
    assert len(at.provider.mails) == sent
    assert await orders_of(at, "Ann") == 1


@on(played)
async def test_a_refused_order_says_why_and_what_would_do(at: Office) -> None:
    assert (await at.says("Ann", "bomb Bob 9 9\npass")).what == "accept"
    text = await at.heard("Ann")
    assert rows(await at.latest("Ann"), "NOT DONE") == ["bomb Bob 9 9", "pass"]
    assert "Not done, because of what happened before it." in text
    assert "Possible here: 0, 1, 2" in text
    assert await at.asked() == "Ann"


@on(played)
async def test_orders_from_elsewhere_wait_for_a_yes(at: Office) -> None:
    assert (await at.take(reply(prompt(at), "pass", "Ann <ann@new.example>"))).what == "confirm"
    assert at.provider.to("ann@new.example") == []
    question = await at.latest("Ann")
    assert "ann@new.example" in text_of(question)
    assert await at.asked() == "Ann"
    # somebody who has seen the question is not the registered one, who hears of it
    assert (await at.take(reply(question, "YES", "Eve <eve@evil.example>"))).what == "drop"
    assert "A YES came from eve@evil.example." in await at.heard("Ann")
    assert at.provider.to("eve@evil.example") == []
    assert (await at.take(reply(question, "hm", ANN))).what == "not confirmed"
    assert await at.asked() == "Ann"
    yes = reply(question, "Yes.", ANN, None)
    assert (await at.take(yes)).what == "accept"
    assert await at.asked() == "Bob"
    assert (await at.take(yes)).what == "again"
    assert await orders_of(at, "Ann") == 1


@on(played)
async def test_a_sender_who_was_vouched_for_once_must_be_vouched_for(at: Office) -> None:
    assert (await at.says("Ann", "pass", None)).what == "confirm"


@on(played)
async def test_a_strict_table(at: Office) -> None:
    await at.writer.run(
        lambda batch: batch.store.put_notes(
            DOOR, {"strict/g12": "yes", "passed/ann@mail.example": None}
        )
    )
    assert (await at.says("Ann", "pass", "none")).what == "confirm"


@on(played)
async def test_sentences_around_orders_are_left_aside_and_said_so(at: Office) -> None:
    await at.says("Ann", "Sorry for the delay!\nHere is my order:\nbomb Bob 0 0\nHave a nice day.")
    text = await at.heard("Ann")
    assert "DONE      bomb Bob 0 0" in text
    assert "SET ASIDE Sorry for the delay! / Here is my order: / Have a nice day. 3 lines" in text


@on(played)
async def test_a_mistyped_order_is_not_passed_over(at: Office) -> None:
    """What stands below it might have been meant for another position."""
    await at.says("Ann", "bmob Bob 0 0\npass")
    assert "NOT DONE  bmob Bob 0 0" in await at.heard("Ann")
    assert await at.asked() == "Ann"


@on(played)
async def test_talk_and_orders_in_one_mail(at: Office) -> None:
    await at.says("Ann", "say Bob here I come\nbomb Bob 0 0\nsay * done")
    assert await at.asked() == "Bob"
    talk = [mail for mail in at.mails("Bob") if "message from" in mail["Subject"]]
    assert "Ann to you only:\n“here I come”" in text_of(talk[0])
    assert "Ann to everybody:\n“done”" in text_of(talk[1])
    assert not any("message from" in mail["Subject"] for mail in at.mails("Ann"))


@on(played)
async def test_strangers(at: Office) -> None:
    mail = parsed(b"Subject: x\r\nReply-To: referee@play.example\r\nMessage-ID: <1@x>\r\n\r\nhello")
    for verdict, answers in (("fail", 0), (None, 0), ("pass", 1), ("pass", 1)):
        handled = await at.take(reply(mail, "join", "Eve <eve@evil.example>", verdict))
        assert handled.what == ("help" if verdict == "pass" else "drop")
        assert len(at.provider.to("eve@evil.example")) == answers
    (answer,) = at.provider.to("eve@evil.example")
    assert own_lines(answer) == ["There is no game that this could be for."]
    assert next(sender for sender, to, _ in at.provider.mails if to == "eve@evil.example") == "<>"


@on(played)
async def test_two_referees_do_not_write_to_each_other(at: Office) -> None:
    """A mail of another referee is an automatic one, and is never answered."""
    sent = len(at.provider.mails)
    for mail in at.mails("Ann"):
        raw = (
            b"Authentication-Results: mx.play.example; dmarc=pass header.from=x.example\r\n"
            + mail.as_bytes()
        )
        other = (
            raw.replace(b"X-Meanwhile", b"X-Other")
            .replace(b"<referee@play", b"<referee@x")
            .replace(b"Message-ID: <g12", b"Message-ID: <y@x> ")
        )
        assert (await at.take(raw)).what == "drop"
        assert (await at.take(other)).what == "drop"
    assert len(at.provider.mails) == sent


@on(played)
async def test_a_bounce_is_noted_for_its_seat(at: Office) -> None:
    envelope = at.door.writing.names.envelope("g12", 1)
    raw = (
        "From: MAILER-DAEMON@mx.example\r\nReturn-Path: <>\r\nDelivered-To:"
        f" {envelope}\r\n\r\nsorry".encode()
    )
    sent = len(at.provider.mails)
    assert (await at.take(raw)).what == "bounce"
    assert (await at.take(raw.replace(b"g12.1", b"g12.2"))).what == "bounce of nobody's"
    assert len(at.provider.mails) == sent

    def audit(batch: Batch) -> tuple[str, str, str]:
        row: tuple[str, str, str] = sqlite(batch.store).one(
            "select action, game, facts from audit order by id desc limit 1"
        )
        return row

    assert await at.writer.run(audit) == (
        "mail came back",
        "g12",
        '{"chair":1,"status":[]}',
    )


@on(played)
async def test_what_cannot_be_read_is_set_aside(at: Office) -> None:
    assert (await at.take(b"X: y\r\n" * 1_000 + b"\r\n")).what == "unreadable"


async def test_who_has_joined_needs_no_invitation_and_who_is_invited_can_only_join(
    tmp_path: Path,
) -> None:
    async with office(tmp_path / "m.db") as at:
        await at.make()
        await at.door.invite("g12", address("Ann"))
        await at.door.invite("g12", address("Ann"))
        first, second = at.mails("Ann")
        assert first["Reply-To"] == second["Reply-To"]
        assert (await at.take(reply(first, "bomb Bob 0 0", ANN))).what == "accept"
        assert "join" in await at.heard("Ann")
        assert (await at.take(reply(first, "join Red", ANN))).what == "accept"
        assert [chair.seat for chair in (await at.table()).state.chairs] == ["Red"]
        with pytest.raises(KeyError):
            await at.door.invite("g99", address("Ann"))
        with pytest.raises(ValueError, match="address"):
            await at.door.invite("g12", "Ann <ann@mail.example>")


@on(played)
async def test_a_capability_for_a_game_that_does_not_exist(at: Office) -> None:
    to = at.door.writing.names.reply_to(Capability("g99", 1, 1))
    mail = parsed(f"Subject: x\r\nReply-To: {to}\r\nMessage-ID: <1@x>\r\n\r\nhello".encode())
    assert (await at.take(reply(mail, "pass", "Eve <eve@evil.example>", None))).what == "drop"
