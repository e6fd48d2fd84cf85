"""The calendars: what waits for whom, as two programs read it, and what others can see of it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import icalendar
import pytest
import vobject

from bot.config import PagesConfig
from bot.pages.calendars import (
    AGAIN,
    FOLDER,
    WIDTH,
    CalendarEntry,
    CalendarService,
    calendar,
)
from engine.plan import DAY
from tests.referee.office import Office, at_work
from tests.referee.stage import START, House, Table, code

HOME = "https://club.example"
TITLE = "Böse, \\ Tafel;\r\nATTENDEE:x " + "很" * 40


@asynccontextmanager
async def at_club(house: House, folder: Path) -> AsyncIterator[tuple[Office, CalendarService]]:
    async with at_work(house) as office:
        await office.writer.run(lambda batch: batch.accounts.publish_at(HOME))
        service = CalendarService(folder, PagesConfig(url=f"{HOME}/", title=TITLE), "en")
        service.on_open(office.writer)
        yield office, service


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Two games, one with a clock. Bob is to move in both."""
    board = Table(kind="battleboard", clock="24h")
    made = House(tmp_path / "db", board, Table("h", kind="battleboard"))
    yield made
    made.close()


async def link(office: Office, text: str = "calendar", who: str = "bob") -> Any:
    return (await office.say(who, text, None)).facts["url"]


def read(folder: Path, url: str) -> tuple[bytes, dict[str, Any]]:
    """Return a file and its parts by UID, after two programs have read the same in it."""
    data = folder.joinpath(url.removeprefix(f"{HOME}/")).read_bytes()
    one = icalendar.Calendar.from_ical(data)
    other = vobject.readOne(data.decode())
    assert other.x_wr_calname.value == TITLE.replace("\r\n", "\n")
    parts = {str(part["UID"]): part for part in one.walk() if part.name in ("VEVENT", "VTODO")}
    same = {part.uid.value: part for part in other.components() if part.name != "VTIMEZONE"}
    assert parts.keys() == same.keys()
    for uid, part in parts.items():
        assert same[uid].name == part.name
        assert same[uid].summary.value == str(part["SUMMARY"])
        if part.name == "VEVENT":
            assert same[uid].dtstart.value == part["DTSTART"].dt
    assert all(len(line) <= WIDTH for line in data.split(b"\r\n"))
    assert b"\n" not in data.replace(b"\r\n", b"")
    return data, parts


async def test_two_programs_read_what_waits_until_it_is_answered(
    house: House, tmp_path: Path
) -> None:
    async with at_club(house, folder := tmp_path / "pages") as (office, service):
        url = await link(office)
        assert url == await link(office), "it stays"
        await service.look()
        data, parts = read(folder, url)
        timed, untimed = parts["g@club.example"], parts["h@club.example"]
        assert (timed.name, untimed.name) == ("VEVENT", "VTODO")
        assert timed["DTSTART"].dt == datetime.fromtimestamp(START + DAY, UTC)
        assert str(timed["URL"]) == f"{HOME}/games/g/index.html"
        assert "bomb a square" in timed["SUMMARY"]
        assert b"ann" not in data
        office.clock.advance(AGAIN)
        await service.look()
        assert read(folder, url)[0] == data, "nothing has changed"
        await office.says("bomb ann 1 1", by="bob")
        office.clock.advance(AGAIN)
        await service.look()
        assert read(folder, url)[1].keys() == {"h@club.example"}


async def test_the_address_changes_and_ends_and_goes_with_its_owner(
    house: House, tmp_path: Path
) -> None:
    async with at_club(house, folder := tmp_path / "pages") as (office, service):
        first = await link(office)
        await service.look()
        second = await link(office, "calendar new")
        await service.look()
        assert [path.name for path in folder.rglob("*.ics")] == [second.rpartition("/")[2]]
        assert first != second
        there = folder / FOLDER
        assert (there.stat().st_mode & 0o777, (there / "index.html").read_bytes()) == (0o711, b"")
        data = (await office.say("bob", "my data", None)).facts["data"]
        assert second.rpartition("/")[2].removesuffix(".ics") in data["notes"].values()
        assert await link(office, "calendar off") == ""
        await service.look()
        assert not [*folder.rglob("*.ics")]
        await office.writer.run(lambda batch: batch.accounts.publish_at(""))
        assert code(await office.say("ann", "calendar", None)) == "no-calendars-here"


def test_no_text_breaks_out_of_its_line() -> None:
    text = "END:VEVENT\n\u2028x;,\\n" + "é" * 200
    made = calendar("t", "h", [CalendarEntry("g", text, None, "")], 0)
    assert made.count(b"\r\nEND:") == 4, "of the zone, its part, the task and the calendar"
    (todo,) = icalendar.Calendar.from_ical(made).walk("VTODO")
    assert str(todo["SUMMARY"]) == "END:VEVENT\n\nx;,\\n" + "é" * 200
