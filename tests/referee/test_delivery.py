"""Doors that draw what they send, in a thread of its own; what reaches one person alone; who is
behind.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable
from typing import Any

import pytest

from engine.errors import NotStored, TryLater
from engine.messages import Outgoing
from engine.referee.batch import Batch
from engine.referee.delivery import BEHIND, FIRST_WAIT
from engine.referee.doors import GameView, News, Repeats
from engine.referee.sending import NOT_FIRM, ReceiverQueue
from engine.referee.unit_of_work import brief
from engine.state import Told
from engine.store.notes import Notes
from engine.store.rows import DeliveryReport
from tests.referee.conftest import Opener
from tests.referee.office import READERS, Office, numbers, quiet_office
from tests.referee.relay import Noted, Said
from tests.referee.stage import DOOR, START, Box, House, Table


class Drawing(Box):
    """A door that draws: what it does, in turn, and in which thread it composes."""

    repeats: Repeats = "checked"

    def __init__(self) -> None:
        super().__init__()
        self.done, self.threads, self.takes = list[str](), set[str](), 0.0

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        self.threads.add(threading.current_thread().name)
        time.sleep(self.takes)
        self.done.append(f"draw {news.sender}")
        if b"9" in (made := super().compose(news, seen, notes) or b""):
            return None
        return made

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        self.done.append(f"send {outgoing.sender}")
        return super().send(outgoing)


@pytest.fixture
def drawing(house: House) -> Drawing:
    house.doors[DOOR] = door = Drawing()
    return door


async def test_what_is_drawn_is_drawn_in_one_thread_for_that_and_arrives_in_order(
    office: Office, drawing: Drawing
) -> None:
    drawing.done.clear()
    for n in range(3):
        await office.says(f"add {n}")
    assert drawing.threads == {"composer_0"}
    for reader in READERS:
        texts = office.box.texts(reader)
        assert [f'"what":"{n}"'.encode() in text for n, text in enumerate(texts)] == [True] * 3
    assert sorted(drawing.done) == sorted(
        f"{act} {reader}" for act in ("draw", "send") for reader in READERS * 3
    )
    assert office.behind() == {}


@pytest.mark.parametrize("repeats", ["checked", "dropped"])
async def test_where_there_is_nothing_to_say_nothing_is_sent_and_nobody_is_behind(
    office: Office, drawing: Drawing, repeats: Repeats
) -> None:
    drawing.repeats = repeats
    await office.says("add 9", "add 1")
    assert office.counts() == [1, 1, 1]
    assert office.behind() == {}


@pytest.mark.parametrize("repeats", ["checked", "dropped"])
async def test_of_a_sealed_question_everything_is_composed_before_the_first_of_it_goes(
    office: Office, drawing: Drawing, repeats: Repeats
) -> None:
    drawing.repeats, drawing.takes = repeats, 0.005
    drawing.done.clear()
    await office.says("call")
    acts = [act.split()[0] for act in drawing.done]
    assert acts == ["draw"] * 3 + ["send"] * 3


async def test_a_drawing_that_fails_for_one_holds_up_nobody_else(
    office: Office, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where not so much as a neutral message can be made."""
    compose = office.writer.dispatcher.sender.composer.compose

    def breaking(*what: object) -> bytes | None:
        if getattr(what[2], "sender", "") == "bob":
            raise RuntimeError("no canvas")
        return compose(*what)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(office.writer.dispatcher.sender.composer, "compose", breaking)
    await office.says("call")
    assert office.counts() == [1, 0, 1]
    assert office.behind() == {"bob": (START + FIRST_WAIT, 1, "no canvas")}
    monkeypatch.setattr(office.writer.dispatcher.sender.composer, "compose", compose)
    await office.wait(FIRST_WAIT)
    assert office.counts() == [1, 1, 1]


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("repeats", ["checked", "dropped"])
async def test_how_far_a_door_has_come_that_must_not_repeat_is_noted_before_its_next_message(
    office: Office, drawing: Drawing, repeats: Repeats, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing.repeats = repeats
    dispatcher, done = office.writer.dispatcher, list[str]()
    commit, report = dispatcher.put, dispatcher.note

    async def noted(delivered: DeliveryReport) -> None:
        assert isinstance(delivered, DeliveryReport)
        done.append("noted")
        if fails:
            raise NotStored("the disk")
        await commit(delivered)

    def later(delivered: DeliveryReport) -> None:
        done.append("later")
        report(delivered)

    async def slow(outgoing: Outgoing) -> None:
        await asyncio.sleep(0)
        done.append("sent")

    monkeypatch.setattr(dispatcher, "put", noted)
    monkeypatch.setattr(dispatcher, "note", later)
    drawing.answer = lambda out: slow(out) if out.sender == "ann" else None
    for n in (1, 2):
        await office.says(f"add {n}")
    first = done[done.index("sent") + 1 :]
    if repeats == "dropped":
        assert "noted" not in done
    else:
        assert first[:1] == ["noted"]
        assert first[1:2] == ["later"] if fails else first[1:2] != ["later"]
    assert len(office.box.texts("ann")) == 2
    assert office.behind() == {}


# ---- one person alone


@pytest.mark.parametrize("repeats", ["checked", "dropped"])
async def test_what_one_person_alone_is_told_reaches_them_alone_with_a_seat_or_without(
    office: Office, drawing: Drawing, repeats: Repeats
) -> None:
    drawing.repeats = repeats

    def tell(batch: Batch) -> None:
        game = batch.game("g")
        assert game is not None
        for who in ("bob", "zoe"):
            event = Told(Said("ann", who), {"bob": Noted("for bob")})
            brief(batch, game, (DOOR, who), [event])

    await office.writer.run(tell)
    await office.quiet()
    assert {(out.sender, out.game) for out in office.box.sent} == {("bob", "g"), ("zoe", "g")}
    assert b"for bob" in b"".join(office.box.texts("bob"))
    assert b"for bob" not in b"".join(office.box.texts("zoe"))
    (hers,) = office.box.texts("zoe")
    assert hers.startswith(b'["g","*",'), "she sees what everybody sees"
    assert b'"what":"zoe"' in hers


# ---- who is behind


async def test_a_door_that_is_back_has_all_that_waits_at_once(office: Office) -> None:
    office.cut_off(*READERS)
    for n in range(3):
        await office.say("ann", f"add {n}")
    await office.says("say * hello", by="bob")
    office.cut_off()
    office.writer.dispatcher.door_is_back("elsewhere")
    await office.quiet()
    assert office.box.sent == []
    office.back()
    await office.quiet()
    assert office.counts() == [4, 4, 4]
    for reader in READERS:
        assert [b"hello" in text for text in office.box.texts(reader)].count(True) == 1
    assert office.behind() == {}
    assert all(outgoing.again for outgoing in office.box.sent if outgoing.tries)


async def test_what_comes_behind_a_message_of_another_game_waits_as_long_and_says_why(
    opened: Opener,
) -> None:
    async with quiet_office(opened(Table("g"), Table("h"))) as office:
        office.cut_off(*READERS)
        await office.say("ann", "add 1", "g")
        await office.say("ann", "add 1", "h")
        await office.quiet()
        places = {one.game: one.behind["ann"] for one in office.house.store.behind(DOOR)}
        due = START + FIRST_WAIT
        assert (places["g"].until, places["g"].why) == (due, "no line")
        assert (places["h"].until, places["h"].tries, places["h"].why) == (due, 0, BEHIND)
        office.cut_off()
        await office.wait(FIRST_WAIT)
        found = {(out.game, out.tries, out.again) for out in office.box.sent}
        assert found == {("g", 1, True), ("h", 0, False)}, "those of h were never tried"


ANN, BOB = (DOOR, "ann"), (DOOR, "bob")
"""Two receivers."""


@pytest.mark.parametrize("texts", [["say * hello", "add 1"], ["add 1", "say * hello"]])
async def test_what_players_say_and_what_happens_wait_together_and_all_of_it_comes(
    office: Office, texts: list[str]
) -> None:
    await office.say("ann", "add 7")
    tried = []

    def refuse(outgoing: Outgoing) -> None:
        tried.append(outgoing.sender)
        if outgoing.sender == "bob":
            raise TryLater("no line")

    office.box.answer = refuse
    for text in texts:
        await office.say("ann", text)
    assert tried.count("bob") == 1, "the later one waits untried"
    lanes = {lane for lane in office.writer.dispatcher.held if lane[0] == BOB}
    assert lanes == {(BOB, False), (BOB, True)}
    await office.quiet()
    office.back("bob")
    await office.quiet()
    assert office.writer.dispatcher.held == {}
    await office.say("ann", "say * at once")
    texts_of = b" ".join(office.box.texts("bob"))
    assert texts_of.count(b"hello") == texts_of.count(b"at once") == 1
    assert texts_of.count(b'"what":"1"') == 1


async def test_who_is_not_back_stays_behind_and_two_are_read_for_at_once(office: Office) -> None:
    dispatcher = office.writer.dispatcher
    office.cut_off(*READERS)
    await office.says("add 1")
    office.back("ann")
    await office.quiet()
    assert set(office.behind()) == {"bob", "everybody"}
    assert office.counts() == [1, 0, 0]
    office.back("bob", "everybody")
    await asyncio.sleep(0)
    assert dispatcher.reading == 2
    await office.quiet()
    assert dispatcher.reading == 0
    assert office.counts() == [1, 1, 1]


async def test_what_is_on_its_way_to_a_receiver_is_not_taken_up_beside_it(office: Office) -> None:
    dispatcher, queue = office.writer.dispatcher, ReceiverQueue()
    now = office.clock.now()
    dispatcher.busy[ANN] = queue
    dispatcher.held = {(ANN, False): now - 5, (BOB, False): now + 500}
    await dispatcher.rounds()
    assert dispatcher.busy == {ANN: queue}
    assert dispatcher.held == {(ANN, False): now - 5, (BOB, False): now + 500}
    assert dispatcher.round.when == now + 1, "not at once, for ever"
    dispatcher.held = {(BOB, False): now + 20}
    await dispatcher.rounds()
    assert dispatcher.round.when == now + 20
    dispatcher.look_soon()
    assert dispatcher.round.when == now + FIRST_WAIT
    dispatcher.busy, dispatcher.held = {}, {}


async def test_who_waits_longer_does_so_though_the_ledger_cannot_be_read_for_others(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = office.writer.dispatcher
    office.cut_off("ann", "bob", error=TryLater("no line", wait=1000))
    await office.says("add 1")
    held = {lane: until for lane, until in dispatcher.held.items() if lane[0] == BOB}
    assert held

    async def failing(*what: object) -> object:
        raise NotStored("the disk")

    monkeypatch.setattr(dispatcher, "run", failing)
    dispatcher.receiver_is_back(*ANN)
    await office.quiet()
    due = office.clock.now() + FIRST_WAIT
    assert dispatcher.held == held | {(ANN, False): due, (ANN, True): due}


async def test_how_far_a_door_has_come_is_noted_once_in_a_second_and_not_for_nothing(
    office: Office,
) -> None:
    dispatcher = office.writer.dispatcher
    dispatcher.flush()
    dispatcher.flush_soon()
    assert dispatcher.timer is None, "nothing is to be noted"
    await office.say("ann", "add 1")
    first = dispatcher.timer
    assert first is not None
    await office.say("ann", "add 2")
    assert dispatcher.timer is first
    dispatcher.flush()
    assert first.cancelled()
    assert dispatcher.timer is None


async def test_what_was_tried_before_is_marked_so_when_it_comes_again(office: Office) -> None:
    tried: list[Outgoing] = []

    def away(outgoing: Outgoing) -> None:
        tried.append(outgoing)
        if outgoing.sender == "ann" and len(tried) < 9:
            raise TryLater("no line")

    office.box.answer = away
    await office.says("add 1")
    await office.wait(FIRST_WAIT)
    hers = [outgoing for outgoing in tried if outgoing.sender == "ann"]
    assert [(out.tries, out.again) for out in hers] == [(0, False), (1, True)]
    assert hers[0].mark == hers[1].mark
    assert numbers([hers[0]]) < numbers([hers[1]]), "each is a message of its own"


async def test_a_ledger_that_cannot_be_read_is_read_again_after_a_while(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    office.cut_off("ann")
    await office.says("add 1")
    office.cut_off()
    store, asked = office.house.store, list[int]()
    read = store.news

    def failing(*what: Any) -> Any:
        asked.append(office.clock.now())
        if len(asked) == 1:
            raise OSError("gone")
        return read(*what)

    monkeypatch.setattr(store, "news", failing)
    await office.wait(3 * FIRST_WAIT)
    assert asked == [START + FIRST_WAIT, START + 2 * FIRST_WAIT]
    assert len(office.box.texts("ann")) == 1


def test_why_somebody_waits_is_said_in_words_for_the_operator() -> None:
    assert BEHIND == "behind an earlier message"
    assert NOT_FIRM == "another process may have taken over"
