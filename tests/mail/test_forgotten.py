"""A mail is acted on once, even when it is brought again so late that nobody knows of it."""

import pytest

from engine.store import aging, counts
from engine.store.rows import Age
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    BOB,
    START,
    Office,
    address,
    orders_of,
    played,
    prompt,
    reply,
    text_of,
)

DAY = 86_400


def plain(at: Office, id: str, written: int | None, text: str = "pass", by: str = ANN) -> bytes:
    """A mail to the address of the referee alone: nothing in it names a question."""
    raw = reply(prompt(at), text, by, id=id, written=written).decode()
    lines = [
        "To: referee@play.example"
        if line.startswith("To:")
        else "Subject: [g12]"
        if line.startswith("Subject:")
        else line
        for line in raw.split("\r\n")
        if not line.startswith(("In-Reply-To:", "References:", ">", "On 03"))
    ]
    return "\r\n".join(lines).encode()


async def forget(at: Office) -> None:
    age = Age(what="receipts", before=at.clock.now() - 60 * DAY)
    await at.writer.run(lambda batch: aging.forget(batch.store, age, (), 10_000))


@pytest.mark.parametrize("date", [None, 0, -3 * DAY, -70 * DAY, 300, 30 * DAY, 400 * DAY])
@on(played)
async def test_no_mail_is_played_twice_whatever_its_date_says(
    at: Office, *, date: int | None
) -> None:
    """``date`` is how far its date is from the moment at which it came first."""
    raw = plain(at, "<1@x>", None if date is None else START + date)
    assert (await at.take(raw)).what == "accept"
    assert await orders_of(at, "Ann") == 1
    await at.take(reply(prompt(at, "Bob"), "pass", BOB))
    assert await at.asked() == "Ann"
    for days in (1, 59, 2, 30, 300, 70, 400):
        at.clock.advance(days * DAY)
        await forget(at)
        assert (await at.take(raw)).what in ("again", "too old")
        assert await orders_of(at, "Ann") == 1
    # A mail of today is played.
    assert (await at.take(plain(at, "<2@x>", at.clock.now()))).what == "accept"
    assert await orders_of(at, "Ann") == 2


@on(played)
async def test_who_sends_an_old_mail_is_told_so_once(at: Office) -> None:
    at.clock.advance(100 * DAY)
    await forget(at)
    raw = plain(at, "<old@x>", START)
    assert (await at.take(raw)).what == "too old"
    answer = text_of(await at.last(address("Ann")))
    assert "2023-11-14" in answer
    assert "Write it again as a new message" in answer.replace("\n", " ")
    count = len(at.provider.mails)
    assert (await at.take(raw)).what == "again"
    assert len(at.provider.mails) == count
    assert await orders_of(at, "Ann") == 0


@on(played)
async def test_an_old_mail_of_a_stranger_does_nothing_and_is_answered(at: Office) -> None:
    at.clock.advance(100 * DAY)
    await forget(at)
    raw = plain(at, "<n@x>", START, "new battleboard", "eve@else.example")
    raw = raw.replace(b"[g12]", b"")
    before = await at.writer.run(lambda batch: counts.game_counts(batch.store))
    handled = await at.take(raw)
    assert handled.what == "too old"
    assert [mail.to for mail in handled.direct] == ["eve@else.example"]
    assert await at.writer.run(lambda batch: counts.game_counts(batch.store)) == before
