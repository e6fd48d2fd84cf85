"""Windows by mail: what is asked there in secret, what came of it, and what nobody else can tell.
How sheets are filled in is told in tales/sheets.toml.
"""

import asyncio
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.games.ambush.orders import Noted
from engine.referee import open_game
from engine.store import counts
from tests.kit.story import on
from tests.mail.stage import PEOPLE, Office, hiding, said, seat_all, stage, text_of


@pytest.mark.parametrize("near", [open_game.NEAR, 0])
@on(hiding)
async def test_orders_and_cancel(at: Office, *, near: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether what was said is found out by the writer, or beside it."""
    monkeypatch.setattr(open_game, "NEAR", near)
    assert "Reply with" not in await said(at, "hide AX 0305/3\nok"), "nothing is left to answer"
    text = await said(at, "orders")
    assert "* hide AX 0305/3\n* ok\n\nYour answer so far: “ok”." in text
    text = await said(at, "cancel")
    assert "Your answer to the open question is taken back." in text
    assert "Reply with" in text
    assert (await at.table()).view("A").sheet.lines == ()
    assert (await at.table()).state.answers == {}
    assert "* nothing yet\n\nIt is not answered yet." in await said(at, "orders")
    assert "AX" not in await said(at, "orders", "Bob")


@stage
async def windows(at: Office, hidden: str = "BX 0507/0") -> None:
    await at.make_other("ambush", battle="duel", window="2h")
    await seat_all(at)
    await said(at, "deploy A1 1001/3")
    await said(at, "deploy B1 0112/0", "Bob")
    await said(at, "hide AX 0305/3\nok")
    await at.says("Bob", f"hide {hidden}\nok")
    assert await at.asked() == "A"


async def closing(at: Office) -> None:
    while (await at.table()).ask() is not None and (await at.table()).state.due:
        at.clock.advance(60)
        await at.door.has_read(at.clock.now())
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
    anns, bobs = (at.mails(seat)[counts[seat] :] for seat in PEOPLE)
    assert (len(anns) <= 1, len(bobs)) == (True, 1)
    assert "   A1" in text_of(bobs[0])
    assert "image/png" in kinds(bobs[0])


def test_the_same_mails_whatever_is_hidden(tmp_path: Path) -> None:
    """Worlds in which Bob hides different units at different places, and his answer is
    played at once, waits until it is final, beyond the window's end, or is taken back: all that
    Ann is mailed is the same, to the byte of the picture, at the same seconds. Bob's mails differ;
    where nothing waits, there are as many of them, of the same kinds.
    """
    found: list[tuple[list[Shown], list[tuple[str, list[str]]]]] = []

    def world(hidden: str, recall: int = 0, *more: str) -> None:
        async def play(at: Office) -> None:
            await said(at, "move A1 walk F")
            at.door.recall = recall
            for text in ("noted", *more):
                await said(at, text, "Bob")
            assert (await at.table()).state.answers == ({} if recall else {"B": Noted()})
            await closing(at)
            bobs = [(str(mail["Subject"]), kinds(mail)) for mail in at.mails("Bob")]
            found.append(([shown(mail) for mail in at.mails("Ann")], bobs))

        windows(tmp_path, play, hidden=hidden)

    world("BX 0507/0")
    world("BY 0510/2")
    assert found[0] == found[1]
    world("BX 0507/0", 600)
    world("BX 0507/0", 600, "cancel")
    assert len(found[0][0]) > 5
    assert [anns for anns, _ in found] == [found[0][0]] * 4


Shown = tuple[list[tuple[str, str]], list[str], bytes]
OWN = ("Message-ID", "In-Reply-To", "References", "Content-Type")
"""What is made of the bytes of a mail, and of what it answers, whose ids the tests count."""


def shown(mail: EmailMessage) -> Shown:
    parts = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    lines = re.sub(r"(update \d+ · ).*", r"\1", text_of(mail)).splitlines()
    text = [line for line in lines if not re.search(r"[0-9a-f]{64}", line)]
    headers = [(name, str(value)) for name, value in mail.items() if name not in OWN]
    return headers, text, b"".join(part.get_content() for part in parts)
