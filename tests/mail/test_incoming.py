"""What is done with mails that come in: once, for the right seat, with an answer where one may go
out. More of it is told in tales/incoming.toml.
"""

import pytest
from msgspec.structs import replace

from engine.referee.batch import Batch
from mail.incoming import recall
from mail.memberships import DOOR
from mail.names import Capability
from tests.kit.story import on
from tests.mail.stage import (
    EVE,
    Office,
    about,
    address,
    empty,
    own_lines,
    parsed,
    played,
    reply,
)
from tests.tables import audit


@on(played)
async def test_a_strict_table(at: Office) -> None:
    notes = {"strict/g12": "yes", "passed/ann@mail.example": None}
    await at.writer.run(lambda batch: batch.store.put_notes(DOOR, notes))
    assert (await at.says("Ann", "pass", "none")).what == "confirm"


@on(played)
async def test_strangers(at: Office) -> None:
    for verdict, answers in (("fail", 0), (None, 0), ("pass", 1), ("pass", 1)):
        handled = await at.take(reply(about(), "join", EVE, verdict))
        assert handled.what == ("help" if verdict == "pass" else "drop")
        assert len(at.mails("Eve")) == answers
    (answer,) = at.mails("Eve")
    assert "There is no game that this could be for." in " ".join(own_lines(answer))
    assert next(sender for sender, to, _ in at.provider.mails if to == address("Eve")) == "<>"


@on(played)
async def test_two_referees_do_not_write_to_each_other(at: Office) -> None:
    """A mail of another referee is an automatic one, and is never answered."""
    sent = len(at.provider.mails)
    verdict = b"Authentication-Results: mx.play.example; dmarc=pass header.from=x.example\r\n"
    for mail in at.mails("Ann"):
        raw = verdict + mail.as_bytes()
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
    head = f"From: MAILER-DAEMON@mx.example\r\nReturn-Path: <>\r\nDelivered-To: {envelope}"
    raw = f"{head}\r\n\r\nsorry".encode()
    sent = len(at.provider.mails)
    assert (await at.take(raw)).what == "bounce"
    assert (await at.take(raw.replace(b"g12.1", b"g12.2"))).what == "bounce of nobody's"
    assert len(at.provider.mails) == sent

    def noted(batch: Batch) -> tuple[str, str | None, str]:
        act = audit(batch.store)[-1]
        return act.action, act.game, act.facts

    wanted = ("mail came back", "g12", '{"chair":1,"status":[]}')
    assert await at.writer.run(noted) == wanted


@on(played)
async def test_what_cannot_be_read_is_set_aside(at: Office) -> None:
    assert (await at.take(b"X: y\r\n" * 1_000 + b"\r\n")).what == "unreadable"


@on(empty)
async def test_an_invitation_is_the_same_each_time_and_for_a_plain_address(at: Office) -> None:
    await at.make()
    for _ in range(2):
        await at.door.invite("g12", address("Ann"))
    first, second = at.mails("Ann")
    assert first["Reply-To"] == second["Reply-To"]
    with pytest.raises(KeyError):
        await at.door.invite("g99", address("Ann"))
    with pytest.raises(ValueError, match="address"):
        await at.door.invite("g12", "Ann <ann@mail.example>")


@on(played)
async def test_a_capability_for_a_game_that_does_not_exist(at: Office) -> None:
    to = at.door.writing.names.reply_to(Capability("g99", 1, 1))
    mail = parsed(f"Subject: x\r\nReply-To: {to}\r\nMessage-ID: <1@x>\r\n\r\nhello".encode())
    assert (await at.take(reply(mail, "pass", EVE, None))).what == "drop"


@on(played)
async def test_what_waits_is_looked_through_without_a_game_and_goes_with_its_game(
    at: Office, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.door.recall = 600
    await at.says("Ann", "bomb Bob 0 0")

    def look(batch: Batch) -> tuple[list[str], int | None]:
        notes = batch.notes_of(DOOR)
        (one,) = recall.NOTES.below(notes, recall.FOLDER).values()
        recall.NOTES.put(notes, f"{recall.FOLDER}/gone/1", replace(one, game="gone"))
        monkeypatch.setattr(batch, "game", None)
        found = recall.schedule(batch, 0)
        assert list(notes.below(recall.FOLDER)) == [one.note.removeprefix("recall/")]
        return found

    assert await at.writer.run(look) == ([], at.clock.now() + 600)
