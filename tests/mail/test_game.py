"""Whole games between people who have nothing but a mail client."""

from pathlib import Path

import pytest

from tests.mail.stage import Office, asks, office, own_lines, reply, rows, tells_the_end, text_of
from tests.tables import sqlite

PEOPLE = {"Ann": "Ann <ann@mail.example>", "Bob": "Bob <bob@post.example>"}
SQUARES = [f"{x} {y}" for x in range(4) for y in range(3)]


def address(seat: str) -> str:
    return PEOPLE[seat].partition("<")[2].rstrip(">")


async def seated(at: Office, **options: str) -> None:
    await at.make(**options)
    for seat, sender in PEOPLE.items():
        await at.door.invite("g12", address(seat))
        assert (await at.take(reply(await at.last(address(seat)), "join", sender))).what == "accept"


async def bomb(at: Office, seat: str, square: str) -> None:
    other = next(name for name in PEOPLE if name != seat)
    prompt = [mail for mail in at.provider.to(address(seat)) if asks(mail)][-1]
    handled = await at.take(
        reply(prompt, f"Hi,\nbomb {other} {square}\nCheers\n{seat}", PEOPLE[seat])
    )
    assert handled.what == "accept"
    receipt = [
        mail for mail in at.provider.to(address(seat)) if mail["Auto-Submitted"] == "auto-replied"
    ][-1]
    assert rows(receipt) == [f"bomb {other} {square}"]


async def test_a_whole_game_by_mail(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        turns = {seat: iter(SQUARES) for seat in PEOPLE}
        while seat := await at.asked():
            await bomb(at, seat, next(turns[seat]))
        await at.quiet()
        for name in PEOPLE:
            mails = at.provider.to(address(name))
            assert any(tells_the_end(mail) for mail in mails[-2:])
            assert len({mail["Message-ID"] for mail in mails}) == len(mails)
            # one thread for each seat, after the invitation
            assert len({mail["References"].split()[0] for mail in mails[1:]}) == 1
            assert {mail["To"] for mail in mails} == {address(name)}
        unsent = await at.writer.run(
            lambda batch: sqlite(batch.store).one("select count(*) from finished")
        )
        assert unsent == (0,)


async def test_orders_stand_and_are_confirmed_though_nothing_can_be_said_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ordered hears what has become of the orders, the other that there is
    news; both may reply and play on.
    """

    def fails(*_: object) -> str:
        raise MemoryError("what is hidden")

    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        monkeypatch.setattr("renderers.Sentences.event", fails)
        prompts = {seat: (await at.last(address(seat))) for seat in PEOPLE}
        taken = await at.take(reply(prompts["Ann"], "bomb Bob 0 0", PEOPLE["Ann"]))
        assert (taken.what, await at.asked()) == ("accept", "Bob")
        receipt, news = await at.last(address("Ann")), await at.last(address("Bob"))
        assert rows(receipt) == ["bomb Bob 0 0"]
        assert receipt["In-Reply-To"]
        for mail in (receipt, news):
            assert "[g12]" in mail["Subject"]
            assert any("Please look at the board" in line for line in own_lines(mail))
            assert "what is hidden" not in mail.as_string()
        assert (await at.take(reply(news, "bomb Ann 1 1", PEOPLE["Bob"]))).what == "accept"
        assert await at.asked() == "Ann"
        monkeypatch.undo()
        await at.take(reply(await at.last(address("Ann")), "bomb Bob 1 1", PEOPLE["Ann"]))
        news = await at.last(address("Bob"))
        assert "bomb Bob 0 0" not in text_of(news)
        told = [line for line in own_lines(news) if "bombed" in line]
        assert len(told) >= 3, "what could not be told is told with the next mail"
