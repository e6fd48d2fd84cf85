"""Whole games between people who have nothing but a mail client."""

import asyncio
from pathlib import Path

from tests.mail.stage import Office, office, own_lines, reply

PEOPLE = {"Ann": "Ann <ann@mail.example>", "Bob": "Bob <bob@post.example>"}
SQUARES = [f"{x} {y}" for x in range(4) for y in range(3)]


def address(seat: str) -> str:
    """Where somebody is reached."""
    return PEOPLE[seat].partition("<")[2].rstrip(">")


async def seated(at: Office, **options: str) -> None:
    """Ann and Bob are invited and join by replying."""
    await at.make(**options)
    for seat, sender in PEOPLE.items():
        await at.door.invite("g12", address(seat))
        assert (await at.take(reply(await at.last(address(seat)), "join", sender))).what == "accept"


async def bomb(at: Office, seat: str, square: str) -> None:
    """The seat that is asked answers its latest report."""
    other = next(name for name in PEOPLE if name != seat)
    prompt = [mail for mail in at.provider.to(address(seat)) if "your move" in mail["Subject"]][-1]
    handled = await at.take(reply(prompt, f"Hi,\nbomb {other} {square}\nCheers\n{seat}", PEOPLE[seat]))
    assert handled.what == "accept"
    receipt = [mail for mail in at.provider.to(address(seat)) if mail["Auto-Submitted"] == "auto-replied"][-1]
    assert any(line.endswith(f"bomb {other} {square} (done)") for line in own_lines(receipt))


def test_a_whole_game_by_mail(tmp_path: Path) -> None:
    async def play() -> None:
        async with office(tmp_path / "m.db") as at:
            await seated(at, order="join")
            turns = {seat: iter(SQUARES) for seat in PEOPLE}
            while seat := await at.asked():
                await bomb(at, seat, next(turns[seat]))
            await at.quiet()
            for name in PEOPLE:
                mails = at.provider.to(address(name))
                assert any("the game is over" in mail["Subject"] for mail in mails[-2:])
                assert len({mail["Message-ID"] for mail in mails}) == len(mails)
                # one thread for each seat, after the invitation
                assert len({mail["References"].split()[0] for mail in mails[1:]}) == 1
                assert {mail["To"] for mail in mails} == {address(name)}
            unsent = await at.writer.look(
                lambda batch: batch.store.one("select count(*) from outbox where status != 1")
            )
            assert unsent == (0,)

    asyncio.run(play())
