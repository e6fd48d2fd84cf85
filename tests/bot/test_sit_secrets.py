"""Nobody at a terminal reads what only somebody at another may know.

Two games are played that differ in one thing alone, where Bob's city is. Bob sits at one
terminal and looks at all that is his; Ann sits at another, Dan and Eve share a third. What
comes over the sockets of Ann, and of Dan and Eve, and what is drawn for them, must be the
same in both games, byte for byte.
"""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from bot import arguments, sockets
from bot.local import door, host, wire
from bot.play.door import TERMINAL
from bot.play.people import TerminalPeople
from bot.play.sitting import Sitting
from bot.service.supervisor import serve
from engine.messages import Message
from engine.referee.clock import HandClock
from engine.referee.doors import GameView
from engine.referee.new_games import game_called
from engine.state import PUBLIC, Seat

HERE, THERE = [0, 0], [5, 5]
BOARDS = [[[4, 1]], [HERE], [[1, 4]], [[3, 3]]]
"""The cities of Ann, Bob, Dan and Eve."""
SEATS = ("ann", "bob", "dan", "eve")
BOBS = ("view", "menu", "history", "board", "help", "bomb nobody 9 9", "say ann hello", "pass")
PAIRS = ("bomb ann 0 5", "view eve", "history", "bomb dan 5 1", "board", "menu")
ANNS = ("view", "history", "menu", "board")


class Terminal:
    def __init__(self, folder: Path, seats: tuple[Seat, ...]):
        self.folder, self.seats = folder, seats
        self.read: list[bytes] = []
        self.idle = asyncio.Event()

    async def sit(self, db: Path) -> None:
        sock = sockets.connected(sockets.path_of(db))
        assert sock is not None
        self.reader, self.writer = await asyncio.open_unix_connection(sock=sock, limit=wire.LONGEST)
        pictures = str(self.folder / "-".join(self.seats))
        request = wire.SitRequest(
            game="secret", seats=self.seats, name="nobody", form="person", pictures=pictures
        )
        self.writer.write(wire.line(request))
        self.listening = asyncio.ensure_future(self.listen())
        await self.idle.wait()

    async def listen(self) -> None:
        async for line in self.reader:
            self.read.append(line)
            match wire.reply(line):
                case wire.AskUpdate(wanted=True):
                    self.idle.set()
                case wire.AloneUpdate():
                    self.writer.write(wire.line(wire.ReadInput()))

    async def type(self, text: str) -> None:
        self.idle.clear()
        self.writer.write(wire.line(wire.BegunInput(text[:3])))
        self.writer.write(wire.line(wire.TypedInput(text.encode())))
        await self.idle.wait()

    async def leave(self) -> None:
        self.writer.write(wire.line(wire.TypedInput(None)))
        await self.listening
        self.writer.close()

    def shown(self) -> list[bytes]:
        folder = self.folder / "-".join(self.seats)
        pictures = sorted(folder.rglob("*.png"))
        drawn = [str(path.relative_to(folder)).encode() + path.read_bytes() for path in pictures]
        # What is shown beside the prompt is the same whether it is sent once or twice.
        seen = [
            line
            for line, before in zip(self.read, [b"", *self.read], strict=False)
            if line != before
        ]
        return [line.replace(str(self.folder).encode(), b"") for line in seen] + drawn


async def quiet(terminals: Iterable[Terminal]) -> None:
    count = -1
    while count != (count := sum(len(terminal.read) for terminal in terminals)):
        await asyncio.sleep(0.1)


async def played(folder: Path, city: list[int]) -> dict[tuple[Seat, ...], list[bytes]]:
    """One of the two games: what came to each terminal."""
    folder.mkdir()
    db, stopping = folder / "games.db", asyncio.Event()
    made = arguments.setup(
        game_called("battleboard"), 0, {"players": "4", "size": "6x6", "cities": "1"}, seed="00"
    )
    boards = [[city] if board == [HERE] else board for board in BOARDS]
    made = msgspec.structs.replace(
        made, id="secret", scenario={"boards": boards, "order": [0, 1, 2, 3]}
    )
    service = host.LocalService(db)
    serving = asyncio.ensure_future(serve(db, [service], stopping, HandClock(1_700_000_000)))
    while not sockets.path_of(db).is_socket():
        await asyncio.sleep(0.01)
    await service.writer.make("battleboard", made, [])
    for seat in SEATS:
        message = Message(
            door=TERMINAL,
            id=f"join {seat}",
            sender=f"secret/{seat}",
            text=f"join {seat}",
            at=1_700_000_000,
            game="secret",
            name=seat,
        )
        assert (await service.writer.submit(message)).status == "answered"
    tables: list[tuple[Seat, ...]] = [("ann",), ("bob",), ("dan", "eve")]
    here = {seats: Terminal(folder, seats) for seats in tables}
    for terminal in here.values():
        await terminal.sit(db)
        await quiet(here.values())
    orders: list[tuple[tuple[Seat, ...], tuple[str, ...]]] = [
        (("ann",), ("bomb eve 0 3",)),
        (("bob",), BOBS),
        (("dan", "eve"), PAIRS),
        (("ann",), ANNS),
    ]
    for seats, lines in orders:
        for line in lines:
            await here[seats].type(line)
            await quiet(here.values())
    for terminal in here.values():
        await terminal.leave()
        await quiet(here.values())
    stopping.set()
    await serving
    return {seats: terminal.shown() for seats, terminal in here.items()}


def both(
    folder: Path,
) -> tuple[dict[tuple[Seat, ...], list[bytes]], dict[tuple[Seat, ...], list[bytes]]]:
    here, there = (
        asyncio.run(played(folder / name, city))
        for name, city in (("here", HERE), ("there", THERE))
    )
    return here, there


def test_nobody_at_another_terminal_reads_where_bobs_city_is(tmp_path: Path) -> None:
    here, there = both(tmp_path)
    assert here["ann",] == there["ann",]
    assert here["dan", "eve"] == there["dan", "eve"]
    assert here["bob",] != there["bob",]
    # The comparison has eyes: it has read boards, completions, what is for one alone, and pictures.
    for kind in (b'"board"', b'"words"', b'"alone"'):
        assert any(kind in line for line in here["dan", "eve"])
    assert any(b"\x89PNG" in line for line in here["ann",])


def leak_by_the_door(patch: pytest.MonkeyPatch) -> None:
    plug = door.LocalDoor.plug

    def leaky(self: door.LocalDoor, tray: Any, senders: Any, language: str) -> None:
        plug(self, tray, {*senders, "secret/bob"}, language)

    patch.setattr(door.LocalDoor, "plug", leaky)
    patch.setattr(TerminalPeople, "audience", property(lambda _: "bob"))


def leak_in_the_board(patch: pytest.MonkeyPatch) -> None:
    read = Sitting.read

    async def leaky(self: Sitting, *viewers: Seat) -> dict[Seat, GameView]:
        now = await read(self, *viewers, "bob")
        return now | {PUBLIC: structs.replace(now[PUBLIC], view=now["bob"].view)}

    patch.setattr(Sitting, "read", leaky)


def leak_by_completion(patch: pytest.MonkeyPatch) -> None:
    complete = TerminalPeople.complete

    def leaky(self: TerminalPeople, text: str) -> list[tuple[str, str]]:
        table = self.sitting.writer.referee.memory["secret"].table
        low = any(
            y > 2 for board in table.world.boards if board.seat == "bob" for _, y in board.living
        )
        return [*complete(self, text), *([("x", "")] if low else [])]

    patch.setattr(TerminalPeople, "complete", leaky)


def leak_by_a_line_more(patch: pytest.MonkeyPatch) -> None:
    refresh = TerminalPeople.refresh

    async def leaky(self: TerminalPeople) -> None:
        await refresh(self)
        table = self.sitting.writer.referee.memory["secret"].table
        if any(
            y > 2 for board in table.world.boards if board.seat == "bob" for _, y in board.living
        ):
            self.screen.say("")

    patch.setattr(TerminalPeople, "refresh", leaky)


LEAKS = [leak_by_the_door, leak_in_the_board, leak_by_completion, leak_by_a_line_more]


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    here, there = both(tmp_path)
    assert here["dan", "eve"] != there["dan", "eve"]
