"""Messages that are composed and stored before they go: beside the writer, and once."""

import asyncio
import logging
from threading import current_thread
from typing import Any

import pytest

from engine.referee.batch import Batch
from engine.referee.delivery import FIRST_WAIT
from engine.referee.doors import News, Seen
from engine.store.notes import Notes
from tests.referee.office import READERS, Office, play
from tests.referee.stage import DOOR, House
from tests.referee.test_outbox import broken


def test_what_could_not_be_composed_and_stored_is_tried_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.box.repeats = "kept"
    caplog.set_level(logging.CRITICAL)

    async def story(office: Office) -> None:
        store, beside = office.house.store, office.house.store.beside
        store.beside = broken  # type: ignore[method-assign,assignment]  # the planted fault
        await office.say("ann", "add 1")
        await office.quiet()
        assert office.box.sent == []
        store.beside = beside  # type: ignore[method-assign]  # the fault is taken out
        await office.wait(FIRST_WAIT)
        assert office.counts() == [1, 1, 1]

    play(house, story)


def test_what_is_stored_is_composed_beside_the_writer_and_saves_no_game_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.box.repeats = "kept"
    threads, saved = list[str](), list[int]()
    compose = house.box.compose

    def note_thread(news: News, seen: Seen, notes: Notes) -> bytes | None:
        threads.append(current_thread().name)
        return compose(news, seen, notes)

    async def story(office: Office) -> None:
        write = house.store.write

        def count_games(at: int, **rows: Any) -> None:
            saved.append(len(rows["games"]))
            write(at, **rows)

        monkeypatch.setattr(house.store, "write", count_games)
        house.box.compose = note_thread  # type: ignore[method-assign]  # the test looks on
        await office.say("ann", "add 1")
        await office.quiet()
        assert len(office.box.sent) == len(READERS)

    play(house, story)
    assert len(threads) == len(READERS)
    assert all(name.startswith("composer") for name in threads)
    assert sum(saved) == 1, "the order alone"


def test_what_goes_by_notes_that_have_changed_is_composed_again_and_stored_once(
    house: House,
) -> None:
    """Each message counts what the door has noted; a mail that comes in counts too."""
    house.box.repeats = "kept"

    def one_more(notes: Notes) -> bytes:
        count = int(notes.get("count") or 0) + 1
        notes.put("count", str(count))
        return str(count).encode()

    async def story(office: Office) -> None:
        loop, tries = asyncio.get_running_loop(), list[bytes]()

        def change(batch: Batch) -> None:
            one_more(batch.notes_of(DOOR))

        def compose(news: News, seen: Seen, notes: Notes) -> bytes | None:
            tries.append(one_more(notes))
            if len(tries) == 1:
                asyncio.run_coroutine_threadsafe(office.writer.run(change), loop).result()
            return tries[-1]

        office.box.compose = compose  # type: ignore[method-assign]  # another door
        await office.say("ann", "add 1")
        await office.quiet()
        assert tries == [b"1", b"2", b"3", b"2", b"3", b"4"]
        assert [out.payload for out in office.box.sent] == [b"2", b"3", b"4"]

    play(house, story)
