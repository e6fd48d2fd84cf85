"""The ledger and the dispatcher: everything arrives, in order for each
receiver, again with the same mark.
"""

import asyncio
import logging
import re
import sqlite3
from contextlib import closing
from itertools import pairwise

import pytest

from engine.errors import TryLater, Undeliverable
from engine.messages import Address, Outgoing
from engine.referee.delivery import FIRST_WAIT, LONGEST_WAIT, LOOK
from engine.referee.sending import NOT_FIRM
from engine.store import counts
from engine.store.rows import DeliveryReport
from engine.store.sqlite import SqliteStore
from tests.referee.office import READERS, Office, at_work, numbers, quiet_office
from tests.referee.stage import DOOR, START, Box, House


def said(office: Office, reader: str = "ann") -> str:
    """The numbers that one of the receivers has read of, in the order of reading."""
    return "".join(re.findall(r'"what":"(.)"', b"".join(office.box.texts(reader)).decode()))


async def test_nothing_is_told_before_it_is_on_the_disk(office: Office) -> None:
    file = f"file:{office.house.path}?mode=ro"
    with closing(sqlite3.connect(file, uri=True, check_same_thread=False)) as reader:

        def answer(outgoing: Outgoing) -> None:
            rows = reader.execute("select 1 from news where game='g' and seq=?", (outgoing.seq,))
            seen.append(rows.fetchone())

        seen: list[object] = []
        office.box.answer = answer
        await office.say("ann", "add 1")
        assert seen == [(1,)] * len(READERS), "told before the receipt is given"


async def test_nobody_is_told_anything_while_another_process_may_have_taken_over(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = ["unsure"]
    monkeypatch.setattr(
        office.writer.referee.store, "lease_state", lambda door: {DOOR: holds[-1]}[door]
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


async def test_a_receiver_who_cannot_be_reached_holds_up_nobody_else(office: Office) -> None:
    office.cut_off("ann")
    await office.says("add 0")
    behind = {"ann": (START + FIRST_WAIT, 1, "no line")}
    assert office.behind() == behind
    await office.says("add 1", "add 2")
    assert office.counts() == [0, 3, 3]
    assert office.behind() == behind, "what comes behind it changes nothing"
    await office.wait(FIRST_WAIT - 1)
    office.cut_off()
    assert office.box.texts("ann") == []
    await office.wait(1)
    assert said(office) == "012"


async def test_the_wait_doubles_up_to_an_hour_and_what_is_behind_is_not_counted(
    office: Office,
) -> None:
    tried: list[int] = []

    def answer(outgoing: Outgoing) -> None:
        if outgoing.sender == "ann":
            tried.append(office.clock.now() - START)
            raise TryLater("no line")

    office.box.answer = answer
    await office.says("add 1", "add 2")
    for _ in range(13):
        office.clock.advance(
            office.writer.dispatcher.held[("box", "ann"), False] - office.clock.now()
        )
        await office.quiet()
    waits = [later - before for before, later in pairwise(tried)]
    assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, *[LONGEST_WAIT] * 3]
    assert [tries for _, tries, _ in office.behind().values()] == [14]


async def test_what_can_never_be_delivered_is_put_aside_and_the_next_goes_on(
    office: Office,
) -> None:
    def answer(outgoing: Outgoing) -> None:
        if outgoing.sender == "ann" and b'"what":"1"' in outgoing.payload:
            raise Undeliverable("no such box")

    office.box.answer = answer
    await office.says("add 1", "add 2")
    assert [(one.why, one.count) for one in counts.lost(office.house.store)] == [("no such box", 1)]
    assert counts.waiting(office.house.store) == []
    await office.wait(2 * LOOK)
    assert len(office.box.texts("ann")) == 1


async def test_a_slow_door_holds_up_its_receiver_alone(office: Office) -> None:
    gate = asyncio.Event()
    office.hold_up("ann", lambda: opens(gate))
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


async def opens(gate: asyncio.Event) -> None:
    await gate.wait()


async def test_who_is_back_gets_what_waited_before_anything_newer(office: Office) -> None:
    office.cut_off("ann")
    await office.say("ann", "add 1")
    await office.say("ann", "add 2")
    office.back("ann")
    await office.says("add 3", "add 4")
    assert said(office) == "1234"
    assert office.clock.now() == START, "without waiting"
    assert office.behind() == {}


async def test_who_is_back_and_was_never_away_gets_nothing_twice(office: Office) -> None:
    gate = asyncio.Event()
    office.hold_up("ann", lambda: opens(gate))
    await office.say("ann", "add 1")
    for reader in ("ann", "bob"):
        office.writer.dispatcher.receiver_is_back("box", reader)
    await office.say("ann", "add 2")
    gate.set()
    await office.quiet()
    assert len(numbers(office.box.sent)) == len(set(numbers(office.box.sent))) == 6


async def test_after_a_restart_what_was_held_back_is_sent_first_and_nothing_twice(
    house: House,
) -> None:
    async with quiet_office(house) as office:
        office.cut_off("ann")
        await office.says("add 1")
    house.box.answer = lambda _: None
    async with at_work(house) as office:
        await office.say("ann", "add 2")
        assert said(office) == "12"
    house.box.sent.clear()
    async with at_work(house) as office:
        await office.quiet()
    assert house.box.sent == []


async def test_a_door_that_is_not_open_keeps_its_messages(house: House) -> None:
    """A door of mails is missing, has trouble, closes, and is open again next time."""
    mail = Address(door="mail", sender="bob@x", game="g", viewer="bob")
    house.take([lambda batch: batch.settle(batch.memory["g"], mail)])
    post = Box()

    def trouble(outgoing: Outgoing) -> None:
        raise TryLater("greylisted")

    async with at_work(house) as office:
        await office.says("add 1")
    assert house.store.cursor("mail", "g").upto == 0
    post.answer = trouble
    async with at_work(house, mail=post) as office:
        await office.says("add 2")
    async with at_work(house) as office:
        await office.quiet()
    post.answer = lambda _: None
    async with at_work(house, mail=post) as office:
        await office.quiet()
    assert len(post.sent) == 2, "what was told while there was no such door, too"


async def test_the_end_waits_for_what_is_being_handed_over(house: House) -> None:
    async with quiet_office(house) as office:
        office.hold_up("ann", lambda: asyncio.sleep(0.05))
        await office.say("ann", "add 1")
        await office.say("ann", "add 2")
    assert len(house.box.texts("ann")) == 1
    waiting = [some.count for some in counts.waiting(house.store)]
    assert waiting == [1], "the second is sent next time"
    assert counts.lost(house.store) == []


def broken(*_: object) -> None:
    raise OSError("gone")


async def test_talk_that_waits_alone_keeps_back_no_report(keeping: Box, office: Office) -> None:
    """What players say has a quota of its own at some doors, and a message says what it is."""
    until = START + 10 * LOOK

    def answer(outgoing: Outgoing) -> None:
        if outgoing.talk and office.clock.now() < until:
            raise TryLater("not so much at once", until, alone=True)

    keeping.answer = answer
    for n in "012":
        await office.say("bob", f"say ann {n}{n}")
        await office.says(f"add {n}")
    assert said(office) == "012"
    assert {(out.door, out.game) for out in office.box.sent} == {(DOOR, "g")}
    await office.later(20 * LOOK)
    assert [text[-4:-2] for text in office.box.texts("ann")[-3:]] == [b"00", b"11", b"22"]


async def test_what_has_just_gone_is_not_taken_up_again(keeping: Box, office: Office) -> None:
    """Between the handing over of a stored message and the note of it, others look what waits."""
    gate, commit = asyncio.Event(), office.writer.commit

    async def slowly(delivered: DeliveryReport) -> None:
        await gate.wait()
        await commit(delivered)

    office.writer.commit = slowly  # type: ignore[method-assign]  # the disk takes its time
    keeping.answer = lambda _: asyncio.sleep(0)
    await office.say("ann", "add 1")
    while len(office.box.sent) < len(READERS):
        await asyncio.sleep(0.001)
    await office.writer.dispatcher.collect([])
    gate.set()
    await office.quiet()
    assert office.counts() == [1, 1, 1]


async def test_nothing_newer_is_told_before_what_waits_could_be_read(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.say("ann", "add 1")
    caplog.set_level(logging.CRITICAL)
    with pytest.MonkeyPatch.context() as fault:
        fault.setattr(SqliteStore, "behind", broken)
        async with at_work(house) as office:
            await office.says("add 2")
            assert office.box.sent == []
            fault.undo()
            await office.wait(FIRST_WAIT)
            assert said(office)[-2:] == "12"
