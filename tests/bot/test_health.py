"""What watchdogs and those who draw curves are told."""

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.arguments import setup
from bot.service.health import HealthService
from bot.service.supervisor import Service, serve
from engine.errors import UserError
from engine.letters import Letter
from engine.referee.new_games import game_called

LINE = re.compile(
    r'(?P<name>meanwhile_[a-z_]+)(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? (?P<value>\d+)'
)
"""A sample in the text format of Prometheus, version 0.0.4, as far as it is used here."""


class Patient(Service):
    name = "patient"
    complaint = ""

    async def run(self) -> None:
        await asyncio.Event().wait()

    def ails(self) -> str:
        return self.complaint


def served(
    path: Path, play: Callable[[str, Patient, HealthService], Awaitable[None]], port: int = 0
) -> None:
    """While ``play`` runs, the program does; it gets the address."""

    async def all_of_it() -> None:
        stopping, patient = asyncio.Event(), Patient()
        health = HealthService(path, port, [patient])
        serving = asyncio.create_task(serve(path, [patient, health], stopping))
        while not health.port and not serving.done():
            await asyncio.sleep(0.005)
        try:
            if not serving.done():
                await play(f"http://127.0.0.1:{health.port}", patient, health)
        finally:
            stopping.set()
            await serving

    asyncio.run(all_of_it())


async def asked(address: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        text = answer.content_type == "text/plain"
        return answer.status, await (answer.text() if text else answer.json())


def test_well_ailing_and_well_again(tmp_path: Path) -> None:
    async def play(address: str, patient: Patient, _: HealthService) -> None:
        assert await asked(f"{address}/healthz") == (200, {"status": "well"})
        patient.complaint = "the mailbox is not read"
        assert await asked(f"{address}/healthz") == (
            503,
            {"status": "ailing", "patient": "the mailbox is not read"},
        )
        patient.complaint = ""
        patient.ended = "the token was withdrawn"
        assert (await asked(f"{address}/healthz"))[1]["patient"] == "the token was withdrawn"

    served(tmp_path / "a.db", play)


def test_it_is_asked_on_this_machine_and_does_nothing(tmp_path: Path) -> None:
    async def play(address: str, _: Patient, health: HealthService) -> None:
        async with aiohttp.ClientSession() as session:
            for method, path, status in (
                ("POST", "/healthz", 405),
                ("DELETE", "/metrics", 405),
                ("GET", "/", 404),
                ("GET", "/metrics/../../a.db", 404),
            ):
                async with session.request(method, f"{address}{path}") as answer:
                    assert answer.status == status, path
        with pytest.raises(OSError, match="failed"):  # at another address of this machine
            await asyncio.open_connection("127.0.0.2", health.port)

    served(tmp_path / "a.db", play)


def test_a_referee_that_takes_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.health.PATIENCE", 0.05)

    async def play(address: str, _: Patient, health: HealthService) -> None:
        go_on = threading.Event()
        stuck = asyncio.ensure_future(health.writer.run(lambda _: go_on.wait(3)))
        status, said = await asked(f"{address}/healthz")
        go_on.set()
        await stuck
        assert (status, "not taken anything up" in said["referee"]) == (503, True)

    served(tmp_path / "a.db", play)


def test_the_numbers(tmp_path: Path) -> None:
    async def play(address: str, patient: Patient, health: HealthService) -> None:
        made = setup(game_called("battleboard"), 0, {"order": "join"})
        await health.writer.make("battleboard", made, [])
        for n, text in enumerate(("join Ann", "join Bob", "bomb Bob a1")):
            sender = "bob" if "Bob" in text and "join" in text else "ann"
            await health.writer.submit(
                Letter(door="line", id=str(n), sender=sender, text=text, at=1, game=made.id)
            )
        patient.complaint = "something"
        status, text = await asked(f"{address}/metrics")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert status == 200
        assert [line for line in lines if not LINE.fullmatch(line)] == []
        for line in (
            "meanwhile_news_total 4",
            'meanwhile_games_running{kind="battleboard"} 1',
            'meanwhile_service_ailing{service="patient"} 1',
            "meanwhile_overdue_seconds 0",
        ):
            assert line in lines
        kinds = dict(re.findall(r"# TYPE (\S+) (\S+)", text))
        assert all(
            kinds[match["name"]] in ("gauge", "counter")
            for match in map(LINE.fullmatch, lines)
            if match
        )

    served(tmp_path / "a.db", play)


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    try:
        with pytest.raises(UserError, match=rf"\[health\] port = {port}"):
            await serve(
                tmp_path / "a.db", [HealthService(tmp_path / "a.db", port, [])], asyncio.Event()
            )
    finally:
        taken.close()
