"""When a receipt leaves: in games with sealed windows, the time that an order takes must tell
nothing (design of the referee, docs/architecture.md).
"""

import asyncio
import time
from pathlib import Path

import pytest

from bot.commands.arguments import setup
from bot.service.app import open_writer
from engine.letters import Letter
from engine.referee.clock import HandClock
from engine.referee.new_games import game_called
from engine.referee.writer import QUARTER, Writer


def waits(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, options: dict[str, str], work: float
) -> list[float]:
    """How long the receipts of two letters were kept back, where something else
    took ``work`` seconds before each.
    """
    found: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float, *more: object) -> None:
        found.append(seconds)
        await sleep(0, *more)

    async def play() -> None:
        made = setup(game_called(kind), 0, options, seed="00")
        async with open_writer(path / "games.db", {}, HandClock()) as writer:
            await writer.make(kind, made, [])
            seats = ("A", "B") if kind == "ambush" else ("ann", "bob")
            for seat in seats:
                await writer.submit(
                    Letter(
                        door="door",
                        id=f"join {seat}",
                        sender=seat,
                        text=f"join {seat}",
                        at=0,
                        game=made.id,
                        name=seat,
                    )
                )
            monkeypatch.setattr(asyncio, "sleep", noted)
            for n in range(2):
                await slowly(
                    writer,
                    Letter(
                        door="door",
                        id=str(n),
                        sender=seats[0],
                        text="nonsense",
                        at=0,
                        game=made.id,
                        name=seats[0],
                    ),
                    work,
                )
            monkeypatch.setattr(asyncio, "sleep", sleep)

    asyncio.run(play())
    return found


async def slowly(writer: Writer, letter: Letter, work: float) -> None:
    """A letter that is answered after some work of the writer's thread."""
    working = writer.run(lambda _: time.sleep(work))
    receipt, _ = await asyncio.gather(writer.submit(letter), working)
    assert receipt.status == "refused"


@pytest.mark.parametrize("work", [0.0, 0.1])
def test_receipts_leave_a_quarter_of_a_second_after_the_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: float
) -> None:
    """What the work has taken is taken off the wait."""
    kept = waits(tmp_path, monkeypatch, "ambush", {"window": "10m"}, work)
    assert len(kept) == 2
    assert all(seconds <= QUARTER - work for seconds in kept)
    assert QUARTER == 0.25


@pytest.mark.parametrize(
    ("kind", "options"), [("battleboard", {}), ("ambush", {"window": "local"})]
)
def test_other_receipts_leave_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, options: dict[str, str]
) -> None:
    assert waits(tmp_path, monkeypatch, kind, options, 0.0) == []
