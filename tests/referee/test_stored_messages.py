"""Messages that are composed and stored before they go: beside the writer, and once."""

import asyncio
import logging
from threading import current_thread
from typing import Any

import pytest

from engine.referee.batch import Batch
from engine.referee.delivery import FIRST_WAIT
from engine.referee.doors import GameView, News
from engine.store.notes import Notes
from tests.referee.office import READERS, Office
from tests.referee.stage import DOOR, Box
from tests.referee.test_outbox import broken


async def test_what_could_not_be_composed_and_stored_is_tried_again(
    keeping: Box, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    with pytest.MonkeyPatch.context() as fault:
        fault.setattr(office.house.store, "read_only", broken)
        await office.says("add 1")
        assert keeping.sent == []
    await office.wait(FIRST_WAIT)
    assert office.counts() == [1, 1, 1]


async def test_what_is_stored_is_composed_beside_the_writer_and_saves_no_game_again(
    keeping: Box, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, saved = list[str](), list[int]()
    compose, write = keeping.compose, office.house.store.write

    def note_thread(*what: Any) -> bytes | None:
        threads.append(current_thread().name)
        return compose(*what)

    def count_games(at: int, **rows: Any) -> None:
        saved.append(len(rows["games"]))
        write(at, **rows)

    monkeypatch.setattr(office.house.store, "write", count_games)
    monkeypatch.setattr(keeping, "compose", note_thread)
    await office.says("add 1")
    assert len(keeping.sent) == len(threads) == len(READERS)
    assert all(name.startswith("composer") for name in threads)
    assert sum(saved) == 1, "the order alone"


async def test_what_goes_by_notes_that_have_changed_is_composed_again_and_stored_once(
    keeping: Box, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each message counts what the door has noted; a mail that comes in counts too."""
    loop, tries = asyncio.get_running_loop(), list[bytes]()

    def one_more(notes: Notes) -> bytes:
        count = int(notes.get("count") or 0) + 1
        notes.put("count", str(count))
        return str(count).encode()

    def change(batch: Batch) -> None:
        one_more(batch.notes_of(DOOR))

    def compose(news: News, seen: GameView, notes: Notes) -> bytes | None:
        tries.append(one_more(notes))
        if len(tries) == 1:
            asyncio.run_coroutine_threadsafe(office.writer.run(change), loop).result()
        return tries[-1]

    monkeypatch.setattr(keeping, "compose", compose)
    await office.says("add 1")
    assert tries == [b"1", b"2", b"3", b"2", b"3", b"4"]
    assert [out.payload for out in keeping.sent] == [b"2", b"3", b"4"]
