"""The restore drill: a backup is made while orders come in, restored, looked
over, verified, and played on.
"""

import asyncio
import random
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from bot.arguments import setup
from bot.service.app import open_writer
from engine.letters import Address, Letter
from engine.referee.batch import Batch
from engine.referee.new_games import game_called
from engine.referee.writer import Writer
from engine.state import Seat
from engine.store import record
from engine.store.sqlite import SqliteStore
from tests.bot.program import run
from tests.stored import every_game

KINDS = ("battleboard", "dicechess")
TABLES = 6
PEOPLE = ("ann", "bob")
numbers = count(1)


def asked(batch: Batch, game: str, lot: random.Random) -> tuple[Seat, str] | None:
    opened = batch.game(game)
    assert opened is not None
    ask = opened.table.ask()
    if ask is None or not ask.seats:
        return None
    said = [
        text
        for text in opened.table.menu(ask.seats[0]).examples(lot.randrange(1000))
        if text != "withdraw"
    ]
    return ask.seats[0], lot.choice(
        [text for text in said if not text.startswith(("resign", "draw"))] or said
    )


async def make(writer: Writer, kind: str) -> str:
    game = setup(game_called(kind), 0, {})
    await writer.make(kind, game, [])
    await seat(writer, game.id)
    return game.id


async def seat(writer: Writer, game: str) -> None:
    for person in PEOPLE:
        await writer.submit(
            Letter(
                door="line",
                id=f"join/{next(numbers)}",
                sender=person,
                text="join",
                at=1,
                game=game,
                name=person,
            )
        )


async def play(writer: Writer, game: str, answered: set[str], stopping: asyncio.Event) -> None:
    """Say one thing after the other, until the game is over; ``answered`` gets the ids of
    letters whose receipts have come.
    """
    lot = random.Random(game)
    while not stopping.is_set() and (found := await writer.run(asked, game=game, lot=lot)):
        person = await writer.run(sender_of, game=game, seat=found[0])
        letter = Letter(
            door="line",
            id=str(next(numbers)),
            sender=person,
            text=found[1],
            at=writer.clock.now(),
            game=game,
        )
        receipt = await writer.submit(letter)
        assert receipt.status in ("taken", "stopped"), receipt
        answered.add(letter.id)


async def table(writer: Writer, kind: str, answered: set[str], stopping: asyncio.Event) -> None:
    while not stopping.is_set():
        await play(writer, await make(writer, kind), answered, stopping)


def sender_of(batch: Batch, game: str, seat: Seat) -> str:
    opened = batch.game(game)
    assert opened is not None
    found: Address = next(address for address in opened.addresses if address.viewer == seat)
    return found.sender


async def more(answered: set[str]) -> None:
    wanted = len(answered) + TABLES
    while len(answered) < wanted:
        await asyncio.sleep(0.001)


async def backup(path: Path, name: str) -> str:
    done = await asyncio.to_thread(run, path.parent, "backup", name, "--db", path.name)
    assert done.returncode == 0
    return done.stdout


def letters_in(path: Path) -> Iterator[str]:
    with SqliteStore(path) as store:
        yield from (id for (id,) in store.db.execute("select id from inbox where door = 'line'"))


def test_the_restore_drill(tmp_path: Path) -> None:
    path, answered = tmp_path / "games.db", set[str]()
    before: dict[str, set[str]] = {}

    async def serve_and_back_up() -> None:
        async with open_writer(path, {}) as writer:
            stopping = asyncio.Event()
            kinds = KINDS * (TABLES // 2)
            tables = [
                asyncio.create_task(table(writer, kind, answered, stopping)) for kind in kinds
            ]
            for name in ("first.db", "second.db", "third.db"):
                before[name] = set(answered)
                await backup(path, name)
                await more(answered)
            stopping.set()
            await asyncio.gather(*tables)

    asyncio.run(serve_and_back_up())
    assert before["first.db"] < before["second.db"] < before["third.db"] < answered
    for name, sure in before.items():
        file = tmp_path / name
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert sure <= set(letters_in(file)) <= set(letters_in(path)), (
            "what was answered before it began is in it"
        )
        assert "all is well" in run(tmp_path, "doctor", "--db", name).stdout
    assert list(tmp_path.glob("*.part*")) == []
    restored = tmp_path / "third.db"
    asyncio.run(go_on(restored))
    with SqliteStore(restored) as store:
        assert {row.kind for row in every_game(store) if row.result is not None} == set(KINDS)
        verdicts = [
            record.verify(record.export(store, row))
            for row in every_game(store)
            if row.result is not None
        ]
    assert [fault for verdict in verdicts for fault in verdict.faults] == []
    assert sum(verdict.proven for verdict in verdicts) > 0
    assert "all is well" in run(tmp_path, "doctor", "--db", restored.name).stdout


async def go_on(path: Path) -> None:
    async with open_writer(path, {}) as writer:
        running = [row.id for row in every_game(writer.referee.store) if row.result is None]
        assert len(running) >= TABLES - 1
        for game in running:
            # The backup may have been made before everybody had joined.
            if not await writer.run(asked, game=game, lot=random.Random(game)):
                await seat(writer, game)
        async with asyncio.TaskGroup() as group:
            for game in running:
                group.create_task(play(writer, game, set(), asyncio.Event()))
        assert all(
            row.result is not None for row in every_game(writer.referee.store) if row.id in running
        )


def test_a_backup_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    run(tmp_path, "new", "battleboard")
    (tmp_path / "kept.db").write_text("precious")
    done = run(tmp_path, "backup", "kept.db")
    assert (done.returncode, "choose another name" in done.stderr) == (2, True)
    assert (tmp_path / "kept.db").read_text() == "precious"


@pytest.mark.parametrize("arguments", [("a.db", "--db", "none.db"), ("no-such-folder/a.db",)])
def test_a_backup_that_cannot_be_made_leaves_nothing_behind(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    run(tmp_path, "new", "battleboard")
    before = set(tmp_path.iterdir())
    done = run(tmp_path, "backup", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert set(tmp_path.iterdir()) == before
