"""When answers leave where a game with sealed windows is played: the time that an order takes
must tell nothing, to nobody (IS-27, ``rules/ambush.md`` 4.3).
"""

import asyncio
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.arguments import setup
from bot.line.server import Connection
from bot.service.app import open_writer
from engine.errors import NotStored
from engine.messages import Message
from engine.referee.clock import BLUR, STEP, HandClock, release_time, with_jitter
from engine.referee.new_games import game_called


@given(arrived=st.floats(0, 1e6), work=st.floats(0, 10))
def test_IS_27_an_answer_leaves_at_the_first_multiple_of_fifty_milliseconds_at_which_it_is_ready(
    arrived: float, work: float
) -> None:
    now = arrived + work
    when = release_time(arrived, now)
    steps = (when - arrived) / 0.05
    assert steps >= 0.999
    assert abs(steps - round(steps)) < 1e-3
    assert now - 1e-6 <= when <= max(now, arrived) + STEP + 1e-6


def test_IS_27_no_two_answers_wait_equally_long() -> None:
    times = {with_jitter(10.0) for _ in range(100)}
    assert len(times) > 90
    assert min(times) >= 10.0
    assert max(times) <= 10.0 + 0.02


@pytest.mark.parametrize(
    ("kind", "options", "paced"),
    [
        ("ambush", {"window": "10m"}, True),
        ("ambush", {"window": "local"}, False),
        ("battleboard", {}, False),
    ],
)
def test_IS_27_answers_are_paced_as_soon_as_a_game_with_sealed_windows_is_played(
    tmp_path: Path, kind: str, options: dict[str, str], paced: bool
) -> None:
    async def play() -> tuple[bool, bool]:
        async with open_writer(tmp_path / "games.db", {}, HandClock()) as writer:
            before = writer.paced
            await writer.make(kind, setup(game_called(kind), 0, options, seed="00"), [])
            return before, writer.paced

    assert asyncio.run(play()) == (False, paced)


class Busy(HandClock):
    """A clock by which something takes as long as ``work`` says."""

    def __init__(self) -> None:
        super().__init__(1_000)
        self.worked = 0.0

    def steady(self) -> float:
        return self.worked


def waits(folder: Path, window: str) -> list[tuple[float, float, float]]:
    """What messages took through whatever door, when they came and until when each answer waited;
    some of these messages cannot be written.
    """
    found, clock = list[tuple[float, float, float]](), Busy()

    async def play() -> None:
        async with open_writer(folder / "games.db", {}, clock) as writer:
            await writer.make(
                "ambush", setup(game_called("ambush"), 0, {"window": window}, seed="00"), []
            )
            put = writer.put
            for n, work in enumerate((0.001, 0.012, 0.049, 0.051, 0.12, 0.03)):

                def busy(job: Any, work: float = work, n: int = n) -> Any:
                    clock.worked += work
                    if n == 5:
                        raise NotStored("full")
                    return put(job)

                writer.put = busy  # type: ignore[method-assign]  # it takes its time
                came, clock.awaited = clock.steady(), []
                message = Message(door="any", id=f"{n}", sender="ann", text="join", at=1_000)
                with suppress(NotStored):
                    await writer.submit(message)
                found.extend((work, came, moment) for moment in clock.awaited)
            writer.put = put  # type: ignore[method-assign]  # as it was

    asyncio.run(play())
    return found


def test_IS_27_submit_returns_at_the_grid_whatever_the_door(tmp_path: Path) -> None:
    found = waits(tmp_path, "10m")
    assert len(found) == 6
    for work, came, moment in found:
        step = math.ceil(work / STEP) * STEP
        assert step - 1e-9 <= moment - came <= step + BLUR + 1e-9


def test_an_order_waits_for_nothing_where_nothing_is_sealed(tmp_path: Path) -> None:
    assert waits(tmp_path, "local") == []


class Wire:
    def __init__(self, *lines: bytes):
        self.lines = [b"".join(lines)]
        self.sent: list[tuple[float, bytes]] = []
        self.transport = self

    async def read(self, _: int) -> bytes:
        return self.lines.pop(0) if self.lines else b""

    def write(self, data: bytes) -> None:
        self.sent.append((asyncio.get_running_loop().time(), data))

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, _: str) -> None:
        return None

    def get_write_buffer_size(self) -> int:
        return 0


def served(*lines: bytes, work: float = 0.0) -> tuple[Wire, list[float]]:
    """Answer each line after some work: what was sent, and when each line was looked at."""
    wire, looked = Wire(*lines), list[float]()

    async def serve() -> None:
        connection = Connection(1, wire, wire, 4096, lambda: True)  # type: ignore[arg-type]  # both ends of it
        async for line in connection.lines():
            looked.append(asyncio.get_running_loop().time())
            await asyncio.sleep(work)
            connection.write(line + b"!")
        await connection.empty.wait()

    asyncio.run(serve())
    return wire, looked


def test_IS_27_the_next_line_is_looked_at_when_the_answer_has_left() -> None:
    wire, looked = served(b"one\n", b"two\n", b"three\n")
    assert [data for _, data in wire.sent] == [b"one!", b"two!", b"three!"]
    for (sent, _), began in zip(wire.sent, looked, strict=True):
        assert sent >= began + STEP - 0.001
    for (sent, _), after in zip(wire.sent, looked[1:], strict=False):
        assert after >= sent
