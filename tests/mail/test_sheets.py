"""A mail to a sheet is one set: all of it it replaces the one before, or nothing.

Ambush, S3: both sides hide one unit in secret."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.referee import open_game
from engine.store import counts
from tests.kit.story import on
from tests.mail.stage import (
    BOB,
    PEOPLE,
    START,
    Office,
    address,
    hiding,
    office,
    reply,
    rows,
    said,
    text_of,
)


async def sheet(at: Office, seat: str = "A") -> list[str]:
    view = (await at.table()).view(seat)
    return [f"{line.unit} {line.place}" for line in view.sheet.lines]


@on(hiding)
async def test_a_mail_with_one_mistake_does_nothing(at: Office) -> None:
    """Only one unit may be hidden (duel), so the second line does not fit behind the first."""
    text = await said(at, "hide AX 0305/3\nhide AY 0404/1\nok")
    assert "SET ASIDE hide AX 0305/3 In order." in text
    assert "NOT DONE  hide AY 0404/1" in text
    assert "Nothing in this mail was done" in text
    assert await sheet(at) == []
    assert (await at.table()).state.answers == {}
    assert rows(await at.latest("Ann"), "NOT DONE")


@on(hiding)
async def test_what_a_mail_suggests_leaves_nothing_out_that_stands_on_the_sheet(at: Office) -> None:
    suggested = (await said(at, "hide AX 0305/3")).partition("Reply with lines such as")[2]
    assert "hide AX 0305/3  stands on your sheet already" in " ".join(suggested.split(" "))
    assert suggested.index("hide AX 0305/3") < suggested.index(" ok ")


@on(hiding)
async def test_the_last_mail_replaces_the_whole_sheet(at: Office) -> None:
    text = await said(at, "hide AX 0305/3")
    assert "Your sheet is still open" in text
    assert await sheet(at) == ["AX 0305/3"]
    text = await said(at, "ok\nhide AY 0404/1")
    assert "it replaces the one before" in text
    assert "secret until everybody's time to answer is over" in text
    assert "CANCEL takes it back" in text
    assert await sheet(at) == ["AY 0404/1"]
    assert set((await at.table()).state.answers) == {"A"}
    # an answer alone leaves the sheet as it is, and so does a mistake
    await said(at, "ok")
    await said(at, "hide AX 9999/3")
    assert await sheet(at) == ["AY 0404/1"]
    assert set((await at.table()).state.answers) == {"A"}


@on(hiding)
async def test_a_line_that_makes_sense_on_what_stands_there_is_added(at: Office) -> None:
    """HIDE X NONE takes a line away, and is nothing on an empty sheet."""
    await said(at, "hide AX 0305/3")
    text = await said(at, "hide AX none\nhide AY 0404/1")
    assert await sheet(at) == ["AY 0404/1"]
    assert "it replaces the one before" not in text
    assert "Your sheet is still open" in text


@pytest.mark.parametrize("near", [open_game.NEAR, 0])
def test_orders_and_cancel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, near: int) -> None:
    """Whether what was said is found out by the writer, or beside it."""
    monkeypatch.setattr(open_game, "NEAR", near)

    async def play(at: Office) -> None:
        await said(at, "hide AX 0305/3\nok")
        text = await said(at, "orders")
        assert "* hide AX 0305/3\n* ok\n\nYour answer so far: “ok”." in text
        assert "Your answer to the open question is taken back." in await said(at, "cancel")
        assert await sheet(at) == []
        assert (await at.table()).state.answers == {}
        assert "* nothing yet\n\nIt is not answered yet." in await said(at, "orders")
        assert "AX" not in await said(at, "orders", "Bob")

    hiding(tmp_path, play)


@on(hiding)
async def test_a_check_of_a_sheet_changes_nothing(at: Office) -> None:
    await said(at, "hide AX 0305/3\nok")
    before = (await at.table()).save()
    text = await said(at, "check\nhide AY 0404/1\nhide AX 0404/1\nok")
    assert "SET ASIDE hide AY 0404/1 In order." in text
    assert "NOT DONE  hide AX 0404/1" in text
    assert (await at.table()).save() == before


@on(hiding)
async def test_a_later_mail_that_was_written_earlier_does_not_count(at: Office) -> None:
    """A mail that was underway for long, and knows nothing of the receipt,
    changes nothing that was said since.
    """
    at.clock.advance(600)
    first = at.mails("Ann")[-1]
    await said(at, "hide AX 0305/3\nok", to=first, written=START + 500)
    receipt = at.mails("Ann")[-1]
    text = await said(at, "hide AY 0404/1\nok", to=first, written=START + 100)
    assert "was written before the one that receipt 3 answers" in text
    assert "NOT DONE  hide AY 0404/1" in text
    assert await sheet(at) == ["AX 0305/3"]
    # who answers the receipt knows what he overwrites, whatever his clock says
    await said(at, "hide AY 0404/1\nok", to=receipt, written=START + 100)
    assert await sheet(at) == ["AY 0404/1"]


@on(hiding)
async def test_a_clock_that_is_a_year_ahead_makes_no_later_mail_late(at: Office) -> None:
    """What has come has been written: a date counts as the arrival at most, and
    one that is far ahead not at all.
    """
    first = at.mails("Ann")[-1]
    dates = {
        "ahead": 365 * 86_400,
        "before the other came": -30,
        "a day ahead": 86_400,
        "in the meantime": 30,
    }
    for unit, ahead in zip(("AX", "AY", "AX", "AY"), dates.values(), strict=True):
        before = at.clock.now()
        at.clock.advance(60 * (ahead < 86_400))
        text = await said(at, f"hide {unit} 0404/1\nok", to=first, written=before + ahead)
        assert "was written before" not in text
        assert await sheet(at) == [f"{unit} 0404/1"]
    # one that is a little ahead counts as its arrival
    await said(at, "hide AX 0404/1\nok", to=first, written=at.clock.now() + 300)
    text = await said(at, "hide AY 0404/1\nok", to=first, written=at.clock.now() - 60)
    assert "was written before the one that receipt" in text
    assert await sheet(at) == ["AX 0404/1"]


@on(hiding)
async def test_nobody_else_is_told_of_a_sheet(at: Office) -> None:
    """Whatever Ann writes, takes back and writes again: Bob is mailed
    nothing, until the question closes.
    """
    before = len(at.mails("Bob"))
    for text in (
        *("hide AX 0305/3", "hide AY 0404/1\nok", "cancel", "check ok", "orders"),
        "hide AX 0305/3\nok",
    ):
        await said(at, text)
    assert len(at.mails("Bob")) == before
    await said(at, "ok", "Bob")
    told = [text_of(mail) for mail in at.mails("Bob")[before:]]
    assert not any(
        "0305" in line for text in told for line in text.splitlines() if line.startswith("*")
    )


def windows(
    path: Path, play: Callable[[Office], Awaitable[None]], hidden: str = "BX 0507/0"
) -> None:
    async def all_of_it() -> None:
        async with office(path / "m.db") as at:
            await at.make_other("ambush", battle="duel", window="2h")
            for seat, sender in PEOPLE.items():
                await at.door.invite("g12", address(seat))
                await at.take(reply(await at.latest(seat), "join", sender))
            await said(at, "deploy A1 1001/3")
            await said(at, "deploy B1 0112/0", "Bob")
            await said(at, "hide AX 0305/3\nok")
            await at.take(reply(at.mails("Bob")[-1], f"hide {hidden}\nok", BOB))
            assert await at.asked() == "A"
            await play(at)

    asyncio.run(all_of_it())


async def closing(at: Office) -> None:
    while (await at.table()).ask() is not None and (await at.table()).state.due:
        at.clock.advance(60)
        at.door.read_before = at.clock.now()
        await at.writer.read_on()
        await at.quiet()
    async with asyncio.timeout(30):
        while not at.writer.dispatcher.idle or await at.writer.run(
            lambda batch: bool(counts.waiting(batch.store))
        ):
            await at.quiet()


def kinds(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk()]


@on(windows)
async def test_a_prompt_in_a_window_is_a_short_mail(at: Office) -> None:
    """What is asked, the deadline, the default, what may be said; no board, as
    nothing has happened in public.
    """
    before = len(at.mails("Bob"))
    await said(at, "move A1 walk F")
    (prompt,) = at.mails("Bob")[before:]
    text = text_of(prompt)
    wanted = [
        *(" may ", "Closes ", "Otherwise "),
        *("For Bob alone: nobody else sees this, nor whether you answer", "Reply with ", "noted"),
    ]
    places = [text.index(part) for part in wanted]
    assert places[:4] == sorted(places[:4])
    assert "reply with the one word board" in text
    assert "image/png" in kinds(prompt)
    assert "secret until everybody's time to answer is over" in await said(at, "noted", "Bob")
    # more mails do not close it, and nobody is written to
    count = len(at.provider.mails)
    await said(at, "cancel", "Bob")
    await said(at, "noted", "Bob")
    assert len(at.provider.mails) == count + 2


@on(windows)
async def test_what_came_of_it_is_told_when_it_closes(at: Office) -> None:
    """To Bob, who was asked, whether he has answered or not, and to Ann,
    who has moved: each in one mail.
    """
    await said(at, "move A1 walk F")
    counts = {seat: len(at.mails(seat)) for seat in PEOPLE}
    await closing(at)
    mails = {seat: at.mails(seat)[counts[seat] :] for seat in PEOPLE}
    assert [len(found) for found in mails.values()] in ([0, 1], [1, 1])
    (told,) = mails["Bob"]
    assert "   A1" in text_of(told)
    assert "image/png" in kinds(told)


async def test_the_same_mails_whatever_is_hidden(tmp_path: Path) -> None:
    """Two worlds in which Bob hides different units at different places: all that Ann
    is mailed is the same, to the byte of the picture. Bob's mails differ; there are as
    many of them, of the same kinds.
    """

    async def world(path: Path, hidden: str) -> tuple[list[Shown], list[tuple[str, list[str]]]]:
        found: list[tuple[list[Shown], list[tuple[str, list[str]]]]] = []

        async def play(at: Office) -> None:
            await said(at, "move A1 walk F")
            await said(at, "noted", "Bob")
            await closing(at)
            bobs = [(str(mail["Subject"]), kinds(mail)) for mail in at.mails("Bob")]
            found.append(([shown(mail) for mail in at.mails("Ann")], bobs))

        path.mkdir()
        await asyncio.to_thread(windows, path, play, hidden)
        return found[0]

    one, other = (
        await world(tmp_path / "a", "BX 0507/0"),
        await world(tmp_path / "b", "BY 0510/2"),
    )
    assert len(one[0]) > 5
    assert one == other


Shown = tuple[list[tuple[str, str]], list[str], bytes]
OWN = ("Message-ID", "In-Reply-To", "References", "Content-Type")
"""What is made of the bytes of a mail, and of what it answers, whose ids the tests count."""


def shown(mail: EmailMessage) -> Shown:
    parts = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    text = [line for line in text_of(mail).splitlines() if not re.search(r"[0-9a-f]{64}", line)]
    headers = [(name, str(value)) for name, value in mail.items() if name not in OWN]
    return headers, text, b"".join(part.get_content() for part in parts)
