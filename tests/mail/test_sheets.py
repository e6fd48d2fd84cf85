"""A mail to a sheet is one set: all of it it replaces the one before, or nothing.

Ambush, S3: both sides hide one unit in secret."""

from pathlib import Path

import pytest

from engine.referee import past
from tests.kit.story import on
from tests.mail.stage import START, Office, address, hiding, rows, said, text_of


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
    assert rows(await at.last(address("Ann")), "NOT DONE")


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


@pytest.mark.parametrize("near", [past.NEAR, 0])
def test_orders_and_cancel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, near: int) -> None:
    """Whether what was said is found out by the writer, or beside it."""
    monkeypatch.setattr(past, "NEAR", near)

    async def play(at: Office) -> None:
        await said(at, "hide AX 0305/3\nok")
        text = await said(at, "orders")
        assert "* 1. hide AX 0305/3\n* 2. ok\n\nYour answer so far: “ok”." in text
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
    first = at.provider.to(address("Ann"))[-1]
    await said(at, "hide AX 0305/3\nok", to=first, written=START + 500)
    receipt = at.provider.to(address("Ann"))[-1]
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
    first = at.provider.to(address("Ann"))[-1]
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
    before = len(at.provider.to(address("Bob")))
    for text in (
        "hide AX 0305/3",
        "hide AY 0404/1\nok",
        "cancel",
        "check ok",
        "orders",
        "hide AX 0305/3\nok",
    ):
        await said(at, text)
    assert len(at.provider.to(address("Bob"))) == before
    await said(at, "ok", "Bob")
    told = [text_of(mail) for mail in at.provider.to(address("Bob"))[before:]]
    assert not any(
        "0305" in line for text in told for line in text.splitlines() if line.startswith("*")
    )
