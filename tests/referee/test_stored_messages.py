"""Messages that are composed and stored before they go: beside the writer, and once."""

import asyncio

import pytest

from engine.referee.batch import Batch
from engine.referee.doors import GameView, News
from engine.store.notes import Notes
from tests.referee.office import Office
from tests.referee.stage import DOOR, Box


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
