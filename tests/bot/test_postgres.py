"""The commands with a database on a server, as an operator uses them."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from bot import stores
from bot.service.health import HealthService
from bot.service.holder import HolderService
from bot.service.supervisor import Service, serve
from engine.referee.doors import Door
from engine.store.rows import CLOCK
from tests.bench.stage import TinyDoor
from tests.bot.program import run
from tests.bot.test_services import asked
from tests.store import server

PLAY = ("play", "battleboard", "--seats", "ann,bob", "--robot", "ann:2", "--robot", "bob:2")


def settings(folder: Path, url: str) -> None:
    (folder / "config.toml").write_text(f"[store]\nurl = {json.dumps(url)}\n")


def test_a_game_is_played_looked_at_and_verified_on_a_server_and_moved_into_a_file_and_back(
    tmp_path: Path,
) -> None:
    settings(tmp_path, server.fresh())
    played = run(tmp_path, *PLAY)
    assert played.returncode == 0, played.stderr
    listed = run(tmp_path, "games").stdout
    assert "battleboard" in listed
    (game,) = (
        line.split()[0] for line in listed.splitlines() if "has won" in line or "won" in line
    )
    assert "has won" in run(tmp_path, "history", game).stdout
    verified = run(tmp_path, "verify", game)
    assert "is verified" in verified.stdout, verified.stderr
    examined = run(tmp_path, "doctor")
    assert (examined.returncode, "PostgreSQL 1" in examined.stdout) == (0, True), examined
    assert not (tmp_path / "meanwhile.db").exists()

    moved = run(tmp_path, "move", "--to", "file.db")
    assert "1 of 1 games replayed" in moved.stdout, moved.stderr
    assert "is verified" in run(tmp_path, "verify", game, "--db", "file.db").stdout
    other = server.fresh()
    moved = run(tmp_path, "move", "--to", other, "--db", "file.db")
    assert "url = " in moved.stdout, moved.stderr
    settings(tmp_path, other)
    copied = run(tmp_path, "backup", "copy.db")
    assert "copy.db: 1 game" in copied.stdout, copied.stderr
    assert run(tmp_path, "verify", game, "--db", "copy.db").stdout == verified.stdout


@pytest.mark.parametrize(
    ("url", "said"),
    [("postgresql://nobody@127.0.0.1:1/x", "Connection refused"), ("mysql://x", "store.url")],
)
def test_a_server_that_cannot_be_reached_is_named_with_what_would_help(
    tmp_path: Path, url: str, said: str
) -> None:
    settings(tmp_path, url)
    tried = run(tmp_path, "games")
    assert tried.returncode == 2
    assert said in tried.stderr
    assert "Traceback" not in tried.stderr


def test_processes_arrange_themselves_and_say_who_has_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one has what the first one was not asked to serve, and all once that is gone."""
    db, url = tmp_path / "db", server.fresh()
    monkeypatch.setitem(stores.elsewhere, db, url)

    async def serving(
        parts: tuple[str, ...], act: Callable[[HealthService], Awaitable[None]]
    ) -> None:
        stopping, holder = asyncio.Event(), HolderService()
        patients = [Part(part) for part in parts]
        health = HealthService(db, 0, [*patients, holder])
        task = asyncio.create_task(serve(db, [*patients, holder, health], stopping))
        try:
            while not health.port:
                await asyncio.sleep(0.01)
            await act(health)
        finally:
            stopping.set()
            await task

    async def parts_of(health: HealthService) -> dict[str, str]:
        _, said = await asked(f"http://127.0.0.1:{health.port}/healthz")
        found: dict[str, str] = said.get("parts", {})
        return found

    async def until(health: HealthService, *parts: str) -> dict[str, str]:
        while set(found := await parts_of(health)) != set(parts):
            await asyncio.sleep(0.02)
        return found

    async def first(one: HealthService) -> None:
        await until(one, "box", "clock")
        _, numbers = await asked(f"http://127.0.0.1:{one.port}/metrics")
        assert 'meanwhile_part_held{part="box"} 1' in numbers

        async def second(other: HealthService) -> None:
            there = await until(other, "box", "clock", "letters")
            assert len({there["box"], there["clock"], there["letters"]}) == 2
            assert there["box"] == there["clock"] != there["letters"]
            said = ""
            while "serving letters; standing by for box (" not in said:
                said += capsys.readouterr().out
                await asyncio.sleep(0.02)
            assert "serving box, clock; stop with Ctrl-C" in said

        await serving(("box", "clock", "letters"), second)

    asyncio.run(serving(("box", "clock"), first))


class Part(Service):
    def __init__(self, part: str):
        self.name, self.alone = part, part

    @property
    def doors(self) -> Mapping[str, Door]:
        return {} if self.alone == CLOCK else {self.alone: TinyDoor()}

    @property
    def part(self) -> str:
        return self.alone

    async def run(self) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("server_kept", "only", "said"),
    [
        (False, "mail", "--only is for a database on a server"),
        (True, "mail,cloak", "--only: there is no part 'cloak'; there are: clock, mail, terminal"),
        (True, ",", "--only: there is no part ''"),
    ],
)
def test_parts_that_there_are_not_are_refused(
    tmp_path: Path, server_kept: bool, only: str, said: str
) -> None:
    if server_kept:
        settings(tmp_path, server.fresh())
    with (tmp_path / "config.toml").open("a") as file:
        file.write('[mail]\naddress = "referee@mail.test"\n')
        for way in ("imap", "smtp"):
            file.write(f'[mail.{way}]\nhost = "127.0.0.1"\nport = 1\npassword = "x"\n')
            file.write('security = "plain"\n')
    tried = run(tmp_path, "serve", "--only", only)
    assert tried.returncode == 2
    assert said in tried.stderr


def test_who_serves_is_to_be_begun_again_when_the_server_cannot_be_reached(tmp_path: Path) -> None:
    settings(tmp_path, "postgresql://nobody@127.0.0.1:1/x")
    with (tmp_path / "config.toml").open("a") as file:
        file.write('[discord]\ntoken = "x"\n')
    tried = run(tmp_path, "serve")
    assert (tried.returncode, "Connection refused" in tried.stderr) == (75, True), tried.stderr
