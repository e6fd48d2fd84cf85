"""The outbox and the dispatcher: everything arrives, in order for each
receiver, again with the same mark.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from engine.errors import TryLater, Undeliverable
from engine.letters import Address, Outgoing
from engine.referee.delivery import FIRST_WAIT, LONGEST_WAIT
from engine.store.rows import LEASE
from engine.store.sqlite import SqliteStore
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work, numbers
from tests.referee.stage import START, Box, House, Table

READERS = ("ann", "bob", "everybody")


def play(house: House, story: Callable[[Office], Awaitable[None]]) -> None:
    """Let this happen in an office that has sent what was waiting."""

    async def run() -> None:
        async with at_work(house) as office:
            await office.quiet()
            house.box.sent.clear()
            await story(office)

    asyncio.run(run())


def away(office: Office, sender: str, error: Exception) -> None:
    """From now on this receiver cannot be reached."""

    def answer(outgoing: Outgoing) -> None:
        if outgoing.sender == sender:
            raise error

    office.box.answer = answer


def reached(office: Office) -> None:
    """From now on everybody can be."""
    office.box.answer = lambda _: None


def said(office: Office) -> str:
    """The numbers that one of the receivers has read of, in the order of reading."""
    return "".join(re.findall(r'"what":"(.)"', b"".join(office.box.texts("ann")).decode()))


def test_everybody_gets_everything_in_order(house: House) -> None:
    async def story(office: Office) -> None:
        for n in range(5):
            await office.say("ann", f"add {n}")
        await office.quiet()
        for reader in READERS:
            assert [
                bytes(f'"what":"{n}"', "ascii") in text
                for n, text in enumerate(office.box.texts(reader))
            ] == [True] * 5
        assert numbers(office.box.sent) == sorted(numbers(office.box.sent))
        assert {status for _, status, *_ in office.rows()} == {1}

    play(house, story)


def test_nothing_is_told_before_it_is_on_the_disk(house: House) -> None:
    async def story(office: Office) -> None:
        def answer(outgoing: Outgoing) -> None:
            seen.append(
                reader.execute(
                    "select count(*) from outbox where mark = ?", (outgoing.mark,)
                ).fetchone()[0]
            )

        office.box.answer = answer
        await office.say("ann", "add 1")
        assert len(seen) == len(READERS), "told before the receipt is given"

    import sqlite3

    seen: list[int] = []
    reader = sqlite3.connect(f"file:{house.path}?mode=ro", uri=True, check_same_thread=False)
    play(house, story)
    reader.close()
    assert seen == [1] * len(READERS)


def test_a_receiver_who_cannot_be_reached_holds_up_nobody_else(house: House) -> None:
    async def story(office: Office) -> None:
        away(office, "ann", TryLater("no line"))
        for n in range(3):
            await office.say("ann", f"add {n}")
        await office.quiet()
        assert [len(office.box.texts(reader)) for reader in READERS] == [0, 3, 3]
        waiting = [row for row in office.rows() if row[1] == 0]
        due = START + FIRST_WAIT
        behind = ("ann", 0, due, 0, "behind an earlier message")
        assert waiting == [("ann", 0, due, 1, "no line"), behind, behind]
        await office.wait(FIRST_WAIT - 1)
        reached(office)
        assert office.box.texts("ann") == []
        await office.wait(1)
        assert numbers(office.box.sent)[-3:] == sorted(numbers(office.box.sent)[-3:])
        assert len(office.box.texts("ann")) == 3

    play(house, story)


def test_the_wait_doubles_up_to_an_hour_and_what_is_behind_is_not_counted(house: House) -> None:
    async def story(office: Office) -> None:
        tried: list[int] = []

        def answer(outgoing: Outgoing) -> None:
            if outgoing.sender == "ann":
                tried.append(office.clock.now() - START)
                raise TryLater("no line")

        office.box.answer = answer
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")
        await office.quiet()
        for _ in range(13):
            office.clock.advance(office.writer.dispatcher.held["box", "ann"] - office.clock.now())
            await office.quiet()
        waits = [later - before for before, later in pairwise(tried)]
        assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, *[LONGEST_WAIT] * 3]
        assert [tries for _, status, _, tries, _ in office.rows() if status == 0] == [14, 0]

    play(house, story)


def test_what_can_never_be_delivered_is_put_aside_and_the_next_goes_on(house: House) -> None:
    async def story(office: Office) -> None:
        def answer(outgoing: Outgoing) -> None:
            if outgoing.sender == "ann" and b'"what":"1"' in outgoing.payload:
                raise Undeliverable("no such box")

        office.box.answer = answer
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")
        await office.quiet()
        assert [
            (status, error) for sender, status, _, _, error in office.rows() if sender == "ann"
        ][-2:] == [
            (2, "no such box"),
            (1, None),
        ]
        assert office.house.store.outbox_counts() == (0, 1)
        await office.wait(2 * LEASE)
        assert len(office.box.texts("ann")) == 1

    play(house, story)


def test_a_door_that_breaks_is_tried_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def story(office: Office) -> None:
        away(office, "ann", ZeroDivisionError("half a character: \udc80"))
        await office.say("ann", "add 1")
        await office.quiet()
        assert [error for *_, error in office.rows()][-2] == "half a character: ?"
        reached(office)
        await office.wait(FIRST_WAIT)
        assert len(office.box.texts("ann")) == 1

    play(house, story)
    assert "door box failed with ZeroDivisionError" in caplog.text


def test_a_slow_door_holds_up_its_receiver_alone(house: House) -> None:
    async def story(office: Office) -> None:
        gate = asyncio.Event()

        async def slowly() -> None:
            await gate.wait()

        office.box.answer = lambda outgoing: slowly() if outgoing.sender == "ann" else None
        for n in range(3):
            await office.say("ann", f"add {n}")
        assert [len(office.box.texts(reader)) for reader in READERS] == [0, 3, 3]
        office.clock.advance(3 * LEASE)
        await asyncio.sleep(0.05)
        gate.set()
        await office.quiet()
        assert said(office) == "012"

    play(house, story)


def test_a_slow_door_that_fails_in_the_end(house: House) -> None:
    async def story(office: Office) -> None:
        async def fail() -> None:
            await asyncio.sleep(0)
            raise TryLater("hung up")

        office.box.answer = lambda outgoing: fail() if outgoing.sender == "ann" else None
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")
        await office.quiet()
        assert [(tries, error) for _, status, _, tries, error in office.rows() if not status] == [
            (1, "hung up"),
            (0, "behind an earlier message"),
        ]
        reached(office)
        await office.wait(FIRST_WAIT)
        assert said(office) == "12"

    play(house, story)


def test_who_is_back_gets_what_waited_before_anything_newer(house: House) -> None:
    async def story(office: Office) -> None:
        away(office, "ann", TryLater("no line"))
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")
        reached(office)
        office.writer.dispatcher.receiver_is_back("box", "ann")
        await office.say("ann", "add 3")
        await office.say("ann", "add 4")
        await office.quiet()
        assert said(office) == "1234"
        assert office.clock.now() == START, "without waiting"
        assert {status for _, status, *_ in office.rows()} == {1}

    play(house, story)


def test_who_is_back_and_was_never_away_gets_nothing_twice(house: House) -> None:
    async def story(office: Office) -> None:
        gate = asyncio.Event()

        async def slowly() -> None:
            await gate.wait()

        office.box.answer = lambda outgoing: slowly() if outgoing.sender == "ann" else None
        await office.say("ann", "add 1")
        office.writer.dispatcher.receiver_is_back("box", "ann")
        office.writer.dispatcher.receiver_is_back("box", "bob")
        await office.say("ann", "add 2")
        gate.set()
        await office.quiet()
        assert len(numbers(office.box.sent)) == len(set(numbers(office.box.sent))) == 6

    play(house, story)


def test_a_lease_runs_out(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(office: Office) -> None:
        with monkeypatch.context() as lost:
            lost.setattr(office.writer.dispatcher, "hand_out", lambda _: None)
            await office.say("ann", "add 1")
        await office.wait(LEASE - 1)
        assert office.box.sent == []
        await office.wait(1)
        assert [outgoing.sender for outgoing in office.box.sent] == ["everybody", "ann", "bob"]
        await office.wait(2 * LEASE)
        assert len(office.box.sent) == 3

    play(house, story)


def test_what_waits_is_sent_after_a_restart_with_the_same_mark_before_anything_newer(
    house: House,
) -> None:
    house.say("ann", "add 1")
    told = house.told

    async def run() -> None:
        async with at_work(house) as office:
            await office.say("ann", "add 2")
            await office.quiet()
            assert [(p.mark, p.payload) for p in office.box.sent[:-3]] == [
                (p.mark, p.payload) for p in told
            ]
            assert all(b'"what":"2"' in outgoing.payload for outgoing in office.box.sent[-3:])

    asyncio.run(run())


def test_what_was_held_back_is_sent_first_after_a_restart(house: House) -> None:
    async def story(office: Office) -> None:
        away(office, "ann", TryLater("no line"))
        await office.say("ann", "add 1")
        await office.quiet()

    play(house, story)

    house.box.answer = lambda _: None

    async def run() -> None:
        async with at_work(house) as office:
            await office.say("ann", "add 2")
            assert said(office) == "12"

    asyncio.run(run())


def test_what_was_sent_is_not_sent_again_after_a_restart(house: House) -> None:
    async def story(office: Office) -> None:
        await office.say("ann", "add 1")

    play(house, story)
    house.box.sent.clear()

    async def nothing(office: Office) -> None:
        await office.quiet()

    play(house, nothing)
    assert house.box.sent == []


def test_a_door_that_is_not_open_keeps_its_messages(house: House) -> None:
    house.take(
        [
            lambda batch: batch.rows_of("g").addresses.append(
                Address(door="mail", sender="bob@x", game="g", viewer="bob")
            )
        ]
    )
    house.again()
    post = Box()

    async def run(**doors: Box) -> None:
        async with at_work(house, **doors) as office:
            await office.say("ann", "add 1")
            await office.quiet()

    asyncio.run(run())
    assert house.store.one("select count(*) from outbox where door = 'mail'")[0] == 0, (
        "nobody could write it"
    )
    asyncio.run(run_with_mail(house, post))
    assert len(post.sent) == 1


async def run_with_mail(house: House, post: Box) -> None:
    """Somebody is told by mail; the door of the mail has trouble,
    closes, and is open again next time.
    """

    def trouble(outgoing: Outgoing) -> None:
        raise TryLater("greylisted")

    post.answer = trouble
    async with at_work(house, mail=post) as office:
        await office.say("ann", "add 2", id="<mail>")
        await office.quiet()
    async with at_work(house) as office:
        await office.quiet()
    post.answer = lambda _: None
    async with at_work(house, mail=post) as office:
        await office.quiet()


def test_the_end_waits_for_what_is_being_handed_over(house: House) -> None:
    async def story(office: Office) -> None:
        async def slowly() -> None:
            await asyncio.sleep(0.05)

        office.box.answer = lambda outgoing: slowly() if outgoing.sender == "ann" else None
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")

    play(house, story)
    assert len(house.box.texts("ann")) == 1
    assert house.store.outbox_counts() == (1, 0), "the second is sent next time"


def test_a_database_that_fails_for_a_while_loses_no_message(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def story(office: Office) -> None:
        away(office, "ann", TryLater("no line"))
        await office.say("ann", "add 1")
        await office.quiet()
        reached(office)
        store, write = office.house.store, SqliteStore.write
        store.write = broken  # type: ignore[method-assign,assignment]  # the planted fault
        await office.wait(FIRST_WAIT)
        assert office.box.texts("ann") == []
        store.write = write.__get__(store)  # type: ignore[method-assign]  # the fault is taken out
        await office.wait(FIRST_WAIT)
        assert len(office.box.texts("ann")) == 1

    play(house, story)


def broken(*_: object) -> None:
    """A store that cannot write."""
    raise OSError("gone")


def test_marks_are_different_and_tell_nothing(opened: Opener) -> None:
    marks: list[list[str]] = []
    for n, secret in enumerate((b"a" * 32, b"b" * 32)):
        house = opened(Table(secret=secret), Table("h", secret=secret + b"h"), name=f"db{n}")
        for text in ("add 1", "note red", "say * x", "undo"):
            house.say("ann", text)
            house.say("ann", text, "h")
        marks.append([outgoing.mark for outgoing in house.told])
    first, second = marks
    assert len(set(first + second)) == len(first) + len(second), (
        "without the secret nobody can make them"
    )
    assert all(len(mark) == 32 and set(mark) <= set("0123456789abcdef") for mark in first)
    assert sorted(first) != first


def test_what_waits_alone_keeps_back_nothing_behind_it(house: House) -> None:
    """A message that may be late, such as chat, goes out when its door has said;
    the others are not in its queue.
    """

    async def story(office: Office) -> None:
        until = START + 10 * LEASE
        late: list[int] = []

        def answer(outgoing: Outgoing) -> None:
            if (
                outgoing.sender == "ann"
                and (not late or late[0] == outgoing.id)
                and office.clock.now() < until
            ):
                late[:] = [outgoing.id]
                raise TryLater("not so much at once", until, alone=True)

        office.box.answer = answer
        for n in "012":
            await office.say("ann", f"add {n}")
        await office.quiet()
        assert said(office) == "12"
        office.clock.advance(20 * LEASE)
        await office.quiet()
        assert said(office) == "120"

    play(house, story)
