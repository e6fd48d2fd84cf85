"""Whole games between people who have nothing but a mail client."""

from pathlib import Path

import pytest

from tests.mail.stage import (
    PEOPLE,
    SQUARES,
    address,
    bomb,
    office,
    own_lines,
    reply,
    rows,
    seated,
    tells_the_end,
    text_of,
)
from tests.tables import sqlite


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
