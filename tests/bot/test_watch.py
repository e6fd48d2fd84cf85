"""Operators hear of what is out of order for long: once when it is, once when it is no more."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from bot.cli_commands.doctor import service_faults
from bot.service import app, supervisor
from bot.service.watch import LONG, WatchService
from engine.errors import TryLater
from engine.store.rows import NOT_COMPOSED, AuditEntry, DeliveryReport
from engine.store.sqlite import SqliteStore
from tests.kit.story import on


class Patient(supervisor.Service):
    name = "mail"
    complaint = ""

    def ails(self) -> str:
        return self.complaint


class Desk:
    def __init__(self, path: Path):
        with SqliteStore(path):
            pass
        self.path, self.patient, self.now = path, Patient(), 0.0
        self.mails: list[Sequence[str]] = []
        self.closed = False
        self.watch = WatchService(path, [self.patient], {"mail": self.tell}, clock=lambda: self.now)

    async def tell(self, _subject: str, lines: Sequence[str]) -> None:
        if self.closed:
            raise TryLater("the provider cannot be reached")
        self.mails.append(lines)

    async def after(self, seconds: float, complaint: str | None = None) -> list[Sequence[str]]:
        self.now += seconds
        if complaint is not None:
            self.patient.complaint = complaint
        await self.watch.look()
        told, self.mails = self.mails, []
        return told

    def lose(self, count: int) -> None:
        with SqliteStore(self.path) as store:
            lost = [("mail", "550 no such mailbox")] * count
            store.write(0, delivered=DeliveryReport(lost=lost))


def played(tmp_path: Path, play: Callable[[Desk], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await play(Desk(tmp_path / "a.db"))

    asyncio.run(all_of_it())


@on(played)
async def test_a_short_trouble_is_nobodys_business(desk: Desk) -> None:
    assert await desk.after(0, "no connection") == []
    assert await desk.after(LONG - 1) == []
    assert await desk.after(0, "") == []
    assert await desk.after(LONG) == []


@on(played)
async def test_a_long_one_is_told_once_and_its_end_too(desk: Desk) -> None:
    await desk.after(0, "no connection")
    ((line,),) = await desk.after(LONG)
    assert "no connection" in line
    assert await desk.after(10 * LONG) == []
    ((line,),) = await desk.after(1, "")
    assert "well again" in line
    assert await desk.after(LONG) == []


@on(played)
async def test_what_cannot_be_told_is_told_later(desk: Desk) -> None:
    desk.closed = True
    await desk.after(0, "no connection")
    assert await desk.after(LONG) == []
    desk.closed = False
    ((line,),) = await desk.after(60)
    assert "no connection" in line


@on(played)
async def test_lost_messages_are_counted_and_told_once_an_hour(desk: Desk) -> None:
    desk.lose(2)
    assert await desk.after(LONG) == [], "what was lost before this process began has been told"
    desk.lose(3)
    ((line,),) = await desk.after(60)
    assert ("3 messages by mail" in line, "550 no such mailbox" in line) == (True, True)
    desk.lose(1)
    assert await desk.after(60) == []
    ((line,),) = await desk.after(LONG)
    assert "1 messages by mail" in line


@on(played)
async def test_who_is_not_reached_on_one_way_is_told_on_another(desk: Desk) -> None:
    """That mail does not go out is no secret of the mailbox."""
    heard: list[Sequence[str]] = []

    async def direct(_subject: str, lines: Sequence[str]) -> None:
        heard.append(lines)

    desk.closed, desk.watch.tells = True, {"mail": desk.tell, "Discord": direct}
    await desk.after(0, "no mail is handed over")
    await desk.after(LONG)
    await desk.after(60)
    assert [line for lines in heard for line in lines] == [
        "mail has been out of order for an hour: no mail is handed over"
    ]


def test_the_doctor_knows_what_is_out_of_order_just_now(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        def faults() -> list[str]:
            with SqliteStore(desk.path, reading=True) as store:
                return list(service_faults(store))

        async with app.open_writer(tmp_path / "a.db", {}) as writer:
            desk.watch.on_open(writer)
            await desk.after(60, "no mail is handed over: 550 5.4.5 enough")
            assert await asyncio.to_thread(faults) == [], "it may have begun just now"
            await desk.after(60)
            (fault,) = await asyncio.to_thread(faults)
            assert fault.startswith("mail: out of order since 1970-01-01 00:01 UTC")
            assert "no mail is handed over: 550 5.4.5 enough; `meanwhile doctor --mail`" in fault
            again = WatchService(desk.path, [desk.patient], {})
            again.on_open(writer)
            desk.patient.complaint = ""
            await again.look()
            assert await asyncio.to_thread(faults) == []

    played(tmp_path, play)


@on(played)
async def test_messages_that_could_not_be_composed_are_told_with_game_door_and_fault(
    desk: Desk,
) -> None:
    assert await desk.after(LONG) == []
    with SqliteStore(desk.path) as store:
        act = AuditEntry(0, "discord", NOT_COMPOSED, "g12", '{"error":"KeyError"}')
        store.write(0, acts=[act, act])
    ((line,),) = await desk.after(60)
    assert line.startswith("2 messages by discord could not be delivered: ")
    assert ("g12" in line, "KeyError" in line) == (True, True)
