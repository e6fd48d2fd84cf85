"""Interrupts by mail: who may break into a move is asked in a short mail of his own, and told
what came of it. Ambush, 3.3: a sealed window of two hours behind every move.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path

from engine.store import counts
from tests.kit.story import on
from tests.mail.stage import BOB, PEOPLE, Office, address, office, reply, said, text_of


def windows(
    path: Path, play: Callable[[Office], Awaitable[None]], hidden: str = "BX 0507/0"
) -> None:
    async def all_of_it() -> None:
        async with office(path / "m.db") as at:
            await at.make_other("ambush", battle="duel", window="2h")
            for seat, sender in PEOPLE.items():
                await at.door.invite("g12", address(seat))
                await at.take(reply(await at.last(address(seat)), "join", sender))
            await said(at, "deploy A1 1001/3")
            await said(at, "deploy B1 0112/0", "Bob")
            await said(at, "hide AX 0305/3\nok")
            await at.take(reply(at.provider.to(address("Bob"))[-1], f"hide {hidden}\nok", BOB))
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
    before = len(at.provider.to(address("Bob")))
    await said(at, "move A1 walk F")
    (prompt,) = at.provider.to(address("Bob"))[before:]
    text = text_of(prompt)
    wanted = [
        " may ",
        "Due ",
        "Otherwise ",
        "For Bob alone: nobody else sees this, nor whether you answer",
        "Reply with ",
        "noted",
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
    counts = {seat: len(at.provider.to(address(seat))) for seat in PEOPLE}
    await closing(at)
    mails = {seat: at.provider.to(address(seat))[counts[seat] :] for seat in PEOPLE}
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
            bobs = [(str(mail["Subject"]), kinds(mail)) for mail in at.provider.to(address("Bob"))]
            found.append(([shown(mail) for mail in at.provider.to(address("Ann"))], bobs))

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
