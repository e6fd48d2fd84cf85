"""The ledger and the dispatcher: everything arrives, in order for each
receiver, again with the same mark.
"""

import asyncio
import logging
import re
from itertools import pairwise

import pytest

from engine.errors import TryLater, Undeliverable
from engine.letters import Address, Outgoing
from engine.referee.batch import Batch
from engine.referee.delivery import FIRST_WAIT, LONGEST_WAIT, LOOK
from engine.referee.doors import News, Seen
from engine.referee.sending import NOT_FIRM
from engine.referee.writer import IDLE
from engine.store import counts
from engine.store.notes import Notes
from engine.store.rows import DeliveryReport
from tests.referee.conftest import Opener
from tests.referee.office import READERS, Office, at_work, numbers, play
from tests.referee.stage import DOOR, START, Box, House, Table


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
        assert office.behind() == {}

    play(house, story)


def test_nothing_is_told_before_it_is_on_the_disk(house: House) -> None:
    async def story(office: Office) -> None:
        def answer(outgoing: Outgoing) -> None:
            seen.append(
                reader.execute(
                    "select count(*) from news where game = 'g' and seq = ?", (outgoing.seq,)
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


def test_nobody_is_told_anything_while_another_process_may_have_taken_over(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(office: Office) -> None:
        holds = ["unsure"]
        monkeypatch.setattr(
            office.writer.referee.store, "hold", lambda door: {DOOR: holds[-1]}[door]
        )
        await office.say("ann", "add 1")
        await office.quiet()
        assert office.counts() == [0, 0, 0]
        assert office.behind() == dict.fromkeys(READERS, (START + 1, 0, NOT_FIRM))
        await office.wait(60)
        assert office.counts() == [0, 0, 0]
        holds.append("firm")
        await office.wait(1)
        assert office.counts() == [1, 1, 1]
        assert office.behind() == {}

    play(house, story)


def test_a_receiver_who_cannot_be_reached_holds_up_nobody_else(house: House) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann")
        for n in range(3):
            await office.say("ann", f"add {n}")
        await office.quiet()
        assert office.counts() == [0, 3, 3]
        assert office.behind() == {"ann": (START + FIRST_WAIT, 1, "no line")}
        await office.wait(FIRST_WAIT - 1)
        office.cut_off()
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
            office.clock.advance(
                office.writer.dispatcher.held[("box", "ann"), False] - office.clock.now()
            )
            await office.quiet()
        waits = [later - before for before, later in pairwise(tried)]
        assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, *[LONGEST_WAIT] * 3]
        assert [tries for _, tries, _ in office.behind().values()] == [14]

    play(house, story)


def test_a_message_says_where_it_goes_of_which_game_and_whether_it_is_talk(house: House) -> None:
    async def story(office: Office) -> None:
        await office.say("ann", "say bob hello")
        await office.say("ann", "add 1")
        await office.quiet()
        hers = [(out.door, out.game, out.talk) for out in office.box.sent if out.sender == "bob"]
        assert hers == [(DOOR, "g", True), (DOOR, "g", False)]

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
        assert [(one.why, one.count) for one in counts.lost(office.house.store)] == [
            ("no such box", 1)
        ]
        assert counts.waiting(office.house.store) == []
        await office.wait(2 * LOOK)
        assert len(office.box.texts("ann")) == 1

    play(house, story)


def test_a_door_that_breaks_is_tried_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann", error=ZeroDivisionError("half a character: \udc80"))
        await office.say("ann", "add 1")
        await office.quiet()
        assert office.behind()["ann"][2] == "half a character: ?"
        office.cut_off()
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
        await office.say("ann", "add 0")
        office.writer.dispatcher.flush()
        await office.writer.run(lambda _: None)
        assert list(office.behind()) == ["ann"], "it may never arrive"
        for n in (1, 2):
            await office.say("ann", f"add {n}")
        assert office.counts() == [0, 3, 3]
        office.clock.advance(3 * LOOK)
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
        assert [(tries, why) for _, tries, why in office.behind().values()] == [(1, "hung up")]
        office.cut_off()
        await office.wait(FIRST_WAIT)
        assert said(office) == "12"

    play(house, story)


def test_who_is_back_gets_what_waited_before_anything_newer(house: House) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann")
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")
        office.cut_off()
        office.writer.dispatcher.receiver_is_back("box", "ann")
        await office.say("ann", "add 3")
        await office.say("ann", "add 4")
        await office.quiet()
        assert said(office) == "1234"
        assert office.clock.now() == START, "without waiting"
        assert office.behind() == {}

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


def test_what_waits_is_sent_after_a_restart_with_the_same_mark_before_anything_newer(
    house: House,
) -> None:
    house.say("ann", "add 1")
    told = house.told

    async def run() -> None:
        async with at_work(house) as office:
            await office.say("ann", "add 2")
            await office.quiet()
            assert [p.mark for p in office.box.sent[:-3]] == [p.mark for p in told]
            assert all(b'"what":"2"' in outgoing.payload for outgoing in office.box.sent[-3:])

    asyncio.run(run())


def test_what_was_held_back_is_sent_first_after_a_restart(house: House) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann")
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


def test_what_a_process_tells_as_it_starts_is_noted_at_once(house: House) -> None:
    """One that dies within its first second has still come that far."""
    house.say("ann", "add 1")

    async def run() -> None:
        async with at_work(house) as office:
            assert len(office.box.sent) >= len(READERS)
            await asyncio.sleep(3 * IDLE)
            assert office.house.store.behind(DOOR) == []

    asyncio.run(run())


def test_a_door_that_is_not_open_keeps_its_messages(house: House) -> None:
    house.take(
        [
            lambda batch: batch.settle(
                batch.memory["g"], Address(door="mail", sender="bob@x", game="g", viewer="bob")
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
    assert house.store.cursor("mail", "g").upto == 0
    asyncio.run(run_with_mail(house, post))
    assert len(post.sent) == 2, "what was told while there was no such door, too"


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
    assert [some.count for some in counts.waiting(house.store)] == [1], (
        "the second is sent next time"
    )
    assert counts.lost(house.store) == []


def test_a_database_that_fails_for_a_while_loses_no_message(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def story(office: Office) -> None:
        office.cut_off("ann")
        await office.say("ann", "add 1")
        await office.quiet()
        office.cut_off()
        store, news = office.house.store, office.house.store.news
        store.news = broken  # type: ignore[method-assign,assignment]  # the planted fault
        await office.wait(FIRST_WAIT)
        assert office.box.texts("ann") == []
        store.news = news  # type: ignore[method-assign]  # the fault is taken out
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


def test_talk_that_waits_alone_keeps_back_no_report(house: House) -> None:
    """What players say has a quota of its own at some doors."""
    house.box.repeats = "kept"

    async def story(office: Office) -> None:
        until = START + 10 * LOOK

        def answer(outgoing: Outgoing) -> None:
            if outgoing.talk and office.clock.now() < until:
                raise TryLater("not so much at once", until, alone=True)

        office.box.answer = answer
        for n in "012":
            await office.say("bob", f"say ann {n}{n}")
            await office.say("ann", f"add {n}")
        await office.quiet()
        assert said(office) == "012"
        office.clock.advance(20 * LOOK)
        await office.quiet()
        assert [text[-4:-2] for text in office.box.texts("ann")[-3:]] == [b"00", b"11", b"22"]

    play(house, story)


def test_what_has_just_gone_is_not_taken_up_again(house: House) -> None:
    """Between the handing over of a stored message and the note of it, others look what waits."""
    house.box.repeats = "kept"

    async def story(office: Office) -> None:
        gate, commit = asyncio.Event(), office.writer.commit

        async def slowly(delivered: DeliveryReport) -> None:
            await gate.wait()
            await commit(delivered)

        async def nothing() -> None:
            return None

        office.writer.commit = slowly  # type: ignore[method-assign]  # the disk takes its time
        office.box.answer = lambda _: nothing()
        await office.say("ann", "add 1")
        while len(office.box.sent) < len(READERS):
            await asyncio.sleep(0.001)
        await office.writer.dispatcher.collect([])
        gate.set()
        await office.quiet()
        assert office.counts() == [1, 1, 1]

    play(house, story)


def test_nothing_newer_is_told_before_what_waits_could_be_read(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.say("ann", "add 1")
    caplog.set_level(logging.CRITICAL)
    behind = house.store.behind

    async def run() -> None:
        async with at_work(house) as office:
            await office.say("ann", "add 2")
            await office.quiet()
            assert office.box.sent == []
            office.house.store.behind = behind  # type: ignore[method-assign]  # the fault is taken out
            await office.wait(FIRST_WAIT)
            assert said(office)[-2:] == "12"

    def again(self: House) -> None:
        self.store.close()
        self.open()
        nonlocal behind
        behind = self.store.behind
        self.store.behind = broken  # type: ignore[method-assign,assignment]  # the planted fault

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(House, "again", again)
        asyncio.run(run())


def test_two_doors_that_compose_once_for_equal_readers_compose_each_for_itself(
    house: House,
) -> None:
    class Signed(Box):
        """Signs what it makes."""

        shares = True

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def compose(self, news: News, seen: Seen, notes: Notes) -> bytes | None:
            return self.name.encode()

    doors = {"left": Signed("left"), "right": Signed("right")}

    async def run() -> None:
        async with at_work(house, **doors) as office:

            def join(batch: Batch) -> None:
                opened = batch.game("g")
                assert opened is not None
                for name in doors:
                    batch.settle(opened, Address(door=name, sender="x", game="g", viewer="*"))

            await office.writer.run(join)
            await office.say("ann", "add 1")
            await office.quiet()

    asyncio.run(run())
    assert {name: set(door.texts("x")) for name, door in doors.items()} == {
        "left": {b"left"},
        "right": {b"right"},
    }
