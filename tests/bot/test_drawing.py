"""What is drawn before anybody waits for a picture."""

import asyncio
import logging
from functools import partial
from pathlib import Path

import pytest

import renderers
from bot.commands.serve import services_of
from bot.config import Config
from bot.service.drawing import DrawingService
from bot.service.entries import TOKEN
from bot.service.supervisor import serve
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import Setup
from engine.store.sqlite import SqliteStore
from renderers.dicechess import board


def made(path: Path, *kinds: str) -> None:
    """A database with a game of each of these kinds, ``g0`` and so on, in order of their age."""
    with SqliteStore(path) as store:
        for n, kind in enumerate(kinds):
            setup = Setup(id=f"g{n}", secret=b"s" * 32, options={}, scenario={}, at=1_000 + n)
            Referee(store, {}).take([partial(Batch.make, kind=kind, setup=setup, addresses=[])], 1)


def served(path: Path) -> None:
    drawing = DrawingService("en")

    async def play() -> None:
        stopping = asyncio.Event()
        serving = asyncio.create_task(serve(path, [drawing], stopping))
        await drawing.drawn.wait()
        stopping.set()
        await serving

    asyncio.run(play())
    assert drawing.failures == 0


def test_the_first_picture_of_a_game_that_runs_finds_its_board_and_colours_made(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    made(path, "dicechess")
    for kept in (board.background, board.palette):
        kept.cache_clear()
    served(path)
    assert board.background.cache_info().currsize == board.palette.cache_info().currsize == 1


def test_the_newest_game_of_each_kind_is_drawn_once_and_one_that_cannot_be_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path, drawn = tmp_path / "games.db", list[str]()

    def picture(kind: str, view: object, language: str) -> bytes:
        drawn.append(kind)
        if kind == "dicechess":
            raise ValueError("no colours")
        return b""

    monkeypatch.setattr(renderers, "picture", picture)
    made(path, "battleboard", "battleboard", "dicechess")
    with caplog.at_level(logging.WARNING):
        served(path)
    assert drawn == ["dicechess", "battleboard"]
    assert [record.getMessage() for record in caplog.records] == [
        "game g2 cannot be drawn: ValueError"
    ]


def test_meanwhile_serve_has_it_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN, "a token")

    async def drawing() -> list[bool]:
        services = services_of(Config(), tmp_path / "games.db")
        return [isinstance(service, DrawingService) for service in services]

    assert asyncio.run(drawing()).count(True) == 1
