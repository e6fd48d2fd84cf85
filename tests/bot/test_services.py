"""The supervisor: what ends is begun again, what cannot be run stops the
program, and the end is orderly.
"""

import asyncio
from pathlib import Path

import pytest

from bot.service.supervisor import Fate, Service, serve
from engine.errors import NotStored, UserError
from engine.referee.writer import Writer

QUICK = 0.001, 0.002


class Told(Service):
    def __init__(self, name: str, notes: list[str]):
        self.name, self.notes = name, notes
        self.writer: Writer | None = None

    def note(self, what: str) -> None:
        self.notes.append(f"{self.name}: {what}")

    def opened(self, writer: Writer) -> None:
        self.writer = writer
        self.note("opened")

    async def run(self) -> None:
        self.note("run")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.note("stopped")
            raise

    async def last_call(self) -> None:
        assert self.writer is not None
        await self.writer.run(lambda _: self.note("last call"))

    async def close(self) -> None:
        assert self.writer is not None
        with pytest.raises(NotStored):
            await self.writer.run(lambda _: None)
        self.note("closed")


def test_the_order_of_beginning_and_end(tmp_path: Path) -> None:
    notes: list[str] = []
    stopping = asyncio.Event()

    class Last(Told):
        async def run(self) -> None:
            stopping.set()
            await super().run()

    async def play() -> None:
        await serve(tmp_path / "a.db", [Told("a", notes), Last("b", notes)], stopping)

    asyncio.run(play())
    assert notes == [
        *("a: opened", "b: opened", "a: run", "b: run", "a: last call", "b: last call"),
        *("a: stopped", "b: stopped", "a: closed", "b: closed"),
    ]


def test_a_service_that_ends_or_fails_is_begun_again_and_disturbs_no_other(tmp_path: Path) -> None:
    notes: list[str] = []
    stopping = asyncio.Event()

    class Shaky(Told):
        async def run(self) -> None:
            self.note("run")
            tries = notes.count("shaky: run")
            if tries == 1:
                return
            if tries < 4:
                raise ConnectionError("cut")
            stopping.set()
            await asyncio.Event().wait()

    said = list[tuple[str, str, Fate]]()

    async def play() -> None:
        await serve(
            tmp_path / "a.db",
            [Shaky("shaky", notes), Told("calm", notes)],
            stopping,
            back_off=QUICK,
            say=lambda *what: said.append(what),
        )

    asyncio.run(asyncio.wait_for(play(), 30))
    assert (notes.count("shaky: run"), notes.count("calm: run"), notes.count("calm: stopped")) == (
        4,
        1,
        1,
    )
    assert said == [("shaky", "it has ended", "tried again")], "once, at the first"


def test_a_service_that_has_worked_is_complained_of_anew(tmp_path: Path) -> None:
    """A door that tries again by itself says so by the same way, for each of its parts."""
    said, stopping = list[tuple[str, str, Fate]](), asyncio.Event()

    class Trying(Service):
        name = "post"

        async def run(self) -> None:
            for why in ("no line", "no line at all", "", "no\nline"):
                self.complain(why)
            self.complain("no stamps", "sending")
            stopping.set()
            await asyncio.Event().wait()

    asyncio.run(serve(tmp_path / "a.db", [Trying()], stopping, say=lambda *what: said.append(what)))
    assert said == [
        ("post", "no line", "tried again"),
        ("post", "no line", "tried again"),
        ("post (sending)", "no stamps", "tried again"),
    ]


def test_what_cannot_be_run_ends_the_program_with_its_reason_after_an_orderly_end(
    tmp_path: Path,
) -> None:
    notes: list[str] = []

    class Hopeless(Told):
        async def run(self) -> None:
            raise UserError("the token is not accepted")

    async def play() -> None:
        await serve(
            tmp_path / "a.db", [Told("calm", notes), Hopeless("hopeless", notes)], asyncio.Event()
        )

    with pytest.raises(UserError, match="the token is not accepted"):
        asyncio.run(asyncio.wait_for(play(), 30))
    assert notes[-3:] == ["calm: stopped", "calm: closed", "hopeless: closed"]


def test_what_has_run_well_and_cannot_go_on_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.supervisor.CALM", -1.0)
    notes: list[str] = []
    stopping = asyncio.Event()

    class Hopeless(Told):
        async def run(self) -> None:
            asyncio.get_running_loop().call_later(0.05, stopping.set)
            raise UserError("the token was withdrawn")

    async def play() -> None:
        services = [Hopeless("hopeless", notes), Told("calm", notes)]
        await serve(tmp_path / "a.db", services, stopping, say=lambda *what: said.append(what))

    said = list[tuple[str, str, Fate]]()
    asyncio.run(asyncio.wait_for(play(), 30))
    assert said == [("hopeless", "the token was withdrawn", "ended")]
    assert notes[-4:] == ["calm: last call", "calm: stopped", "hopeless: closed", "calm: closed"]
