"""Doors that draw what they send, in a thread of its own; what reaches one person alone; who is
behind.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable
from typing import Any

import pytest

from engine.errors import NotStored, TryLater
from engine.letters import Outgoing
from engine.referee.batch import Batch
from engine.referee.delivery import BEHIND, FIRST_WAIT
from engine.referee.doors import News, Repeats, Seen
from engine.referee.sending import NOT_FIRM, ReceiverQueue
from engine.referee.unit_of_work import brief
from engine.state import Told
from engine.store.notes import Notes
from engine.store.rows import DeliveryReport
from tests.referee.conftest import Opener
from tests.referee.office import READERS, Office, numbers, play
from tests.referee.relay import Noted, Said
from tests.referee.stage import DOOR, START, Box, House, Table


class Drawing(Box):
    """A door that draws: what it does, in turn, and in which thread it composes."""

    repeats: Repeats = "checked"

    def __init__(self) -> None:
        super().__init__()
        self.done, self.threads, self.takes = list[str](), set[str](), 0.0

    def compose(self, news: News, seen: Seen, notes: Notes) -> bytes | None:
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
    """The door of the house draws."""
    house.box = door = Drawing()
    return door


def test_what_is_drawn_is_drawn_in_one_thread_for_that_and_arrives_in_order(
    house: House, drawing: Drawing
) -> None:
    async def story(office: Office) -> None:
        drawing.done.clear()
        for n in range(3):
            await office.say("ann", f"add {n}")
            await office.quiet()
        assert drawing.threads == {"composer_0"}
        for reader in READERS:
            texts = office.box.texts(reader)
            assert [f'"what":"{n}"'.encode() in text for n, text in enumerate(texts)] == [True] * 3
        assert sorted(drawing.done) == sorted(
            f"{act} {reader}" for act in ("draw", "send") for reader in READERS * 3
        )
        assert office.behind() == {}

    play(house, story)


@pytest.mark.parametrize("repeats", ["checked", "dropped"])
def test_where_there_is_nothing_to_say_nothing_is_sent_and_nobody_is_behind(
    house: House, drawing: Drawing, repeats: Repeats
) -> None:
    drawing.repeats = repeats

    async def story(office: Office) -> None:
        await office.say("ann", "add 9")
        await office.say("ann", "add 1")
        await office.quiet()
        assert office.counts() == [1, 1, 1]
        assert office.behind() == {}

    play(house, story)


@pytest.mark.parametrize("repeats", ["checked", "dropped"])
def test_of_a_sealed_question_everything_is_composed_before_the_first_of_it_goes(
    house: House, drawing: Drawing, repeats: Repeats
) -> None:
    drawing.repeats, drawing.takes = repeats, 0.005

    async def story(office: Office) -> None:
        drawing.done.clear()
        await office.say("ann", "call")
        await office.quiet()
        acts = [act.split()[0] for act in drawing.done]
        assert acts == ["draw"] * 3 + ["send"] * 3

    play(house, story)


def test_a_drawing_that_fails_for_one_holds_up_nobody_else(
    house: House, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where not so much as a neutral message can be made."""

    async def story(office: Office) -> None:
        compose = office.writer.dispatcher.sender.composer.compose

        def breaking(*what: object) -> bytes | None:
            if getattr(what[2], "sender", "") == "bob":
                raise RuntimeError("no canvas")
            return compose(*what)  # type: ignore[arg-type]  # as it came

        monkeypatch.setattr(office.writer.dispatcher.sender.composer, "compose", breaking)
        await office.say("ann", "call")
        await office.quiet()
        assert office.counts() == [1, 0, 1]
        assert office.behind() == {"bob": (START + FIRST_WAIT, 1, "no canvas")}
        monkeypatch.setattr(office.writer.dispatcher.sender.composer, "compose", compose)
        await office.wait(FIRST_WAIT)
        assert office.counts() == [1, 1, 1]

    play(house, story)


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("repeats", ["checked", "dropped"])
def test_how_far_a_door_has_come_that_must_not_repeat_is_noted_before_its_next_message(
    house: House, drawing: Drawing, repeats: Repeats, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing.repeats = repeats

    async def story(office: Office) -> None:
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
            await office.say("ann", f"add {n}")
            await office.quiet()
        first = done[done.index("sent") + 1 :]
        if repeats == "dropped":
            assert "noted" not in done
        else:
            assert first[:1] == ["noted"]
            assert first[1:2] == ["later"] if fails else first[1:2] != ["later"]
        assert len(office.box.texts("ann")) == 2
        assert office.behind() == {}

    play(house, story)


# ---- one person alone


@pytest.mark.parametrize("repeats", ["checked", "dropped"])
def test_what_one_person_alone_is_told_reaches_them_alone_with_a_seat_or_without(
    house: House, drawing: Drawing, repeats: Repeats
) -> None:
    drawing.repeats = repeats

    async def story(office: Office) -> None:
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

    play(house, story)


# ---- who is behind


def test_who_is_behind_is_noted_until_when_and_why(house: House) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann")
        await office.say("ann", "add 1")
        await office.quiet()
        places = dict(office.behind())
        assert places == {"ann": (START + FIRST_WAIT, 1, "no line")}
        await office.say("ann", "add 2")
        await office.quiet()
        assert office.behind() == places, "what comes behind it changes nothing"

    play(house, story)


def test_a_door_that_is_back_has_all_that_waits_at_once_and_in_order(house: House) -> None:
    async def story(office: Office) -> None:
        office.cut_off(*READERS)
        for n in range(3):
            await office.say("ann", f"add {n}")
        await office.say("bob", "say * hello")
        await office.quiet()
        assert office.box.sent == []
        office.cut_off()
        office.writer.dispatcher.door_is_back("elsewhere")
        await office.quiet()
        assert office.box.sent == []
        office.writer.dispatcher.door_is_back(DOOR)
        await office.quiet()
        assert office.counts() == [4, 4, 4]
        for reader in READERS:
            kinds = [b"hello" in text for text in office.box.texts(reader)]
            assert kinds.count(True) == 1
        assert office.behind() == {}
        assert all(outgoing.again for outgoing in office.box.sent if outgoing.tries)

    play(house, story)


def test_all_who_are_behind_get_all_that_they_have_missed(house: House) -> None:
    async def story(office: Office) -> None:
        for n in (1, 2, 3):
            office.cut_off(*READERS[:n])
            await office.say("ann", f"add {n}")
        await office.quiet()
        office.cut_off()
        office.writer.dispatcher.door_is_back(DOOR)
        await office.quiet()
        assert office.counts() == [3, 3, 3]

    play(house, story)


def test_what_comes_behind_a_message_of_another_game_waits_as_long_and_says_why(
    opened: Opener,
) -> None:
    house = opened(Table("g"), Table("h"))

    async def story(office: Office) -> None:
        office.cut_off(*READERS)
        await office.say("ann", "add 1", "g")
        await office.say("ann", "add 1", "h")
        await office.quiet()
        places = {cursor.game: cursor.behind["ann"] for cursor in house.store.behind(DOOR)}
        due = START + FIRST_WAIT
        assert (places["g"].until, places["g"].why) == (due, "no line")
        assert (places["h"].until, places["h"].tries, places["h"].why) == (due, 0, BEHIND)
        office.cut_off()
        await office.wait(FIRST_WAIT)
        found = {(out.game, out.tries, out.again) for out in office.box.sent}
        assert found == {("g", 1, True), ("h", 0, False)}, "those of h were never tried"

    play(house, story)


ANN, BOB = (DOOR, "ann"), (DOOR, "bob")
"""Two receivers."""


@pytest.mark.parametrize("texts", [["say * hello", "add 1"], ["add 1", "say * hello"]])
def test_what_players_say_and_what_happens_wait_together_and_all_of_it_comes(
    house: House, texts: list[str]
) -> None:
    async def story(office: Office) -> None:
        await office.say("ann", "add 7")
        office.cut_off("bob")
        for text in texts:
            await office.say("ann", text)
        assert {lane for lane in office.writer.dispatcher.held if lane[0] == BOB} == {
            (BOB, False),
            (BOB, True),
        }
        await office.quiet()
        office.cut_off()
        office.writer.dispatcher.receiver_is_back(*BOB)
        await office.quiet()
        assert office.writer.dispatcher.held == {}
        await office.say("ann", "say * at once")
        texts_of = b" ".join(office.box.texts("bob"))
        assert texts_of.count(b"hello") == texts_of.count(b"at once") == 1
        assert texts_of.count(b'"what":"1"') == 1

    play(house, story)


def test_who_is_not_back_stays_behind(house: House) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann", "bob")
        await office.say("ann", "add 1")
        await office.quiet()
        office.cut_off()
        office.writer.dispatcher.receiver_is_back(*ANN)
        await office.quiet()
        assert set(office.behind()) == {"bob"}
        assert (len(office.box.texts("ann")), len(office.box.texts("bob"))) == (1, 0)
        office.writer.dispatcher.receiver_is_back(*BOB)
        await office.quiet()
        assert len(office.box.texts("bob")) == 1

    play(house, story)


def test_two_who_are_back_at_once_are_read_for_at_once(house: House) -> None:
    async def story(office: Office) -> None:
        dispatcher = office.writer.dispatcher
        office.cut_off("ann", "bob")
        await office.say("ann", "add 1")
        await office.quiet()
        office.cut_off()
        dispatcher.receiver_is_back(*ANN)
        dispatcher.receiver_is_back(*BOB)
        await asyncio.sleep(0)
        assert dispatcher.reading == 2
        await office.quiet()
        assert dispatcher.reading == 0
        assert office.counts() == [1, 1, 1]

    play(house, story)


def test_what_is_on_its_way_to_a_receiver_is_not_taken_up_beside_it(house: House) -> None:
    async def story(office: Office) -> None:
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

    play(house, story)


def test_who_waits_longer_does_so_though_the_ledger_cannot_be_read_for_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(office: Office) -> None:
        dispatcher = office.writer.dispatcher
        office.cut_off("ann", "bob", error=TryLater("no line", wait=1000))
        await office.say("ann", "add 1")
        await office.quiet()
        held = {lane: until for lane, until in dispatcher.held.items() if lane[0] == BOB}
        assert held

        async def failing(*what: object) -> object:
            raise NotStored("the disk")

        monkeypatch.setattr(dispatcher, "run", failing)
        dispatcher.receiver_is_back(*ANN)
        await office.quiet()
        due = office.clock.now() + FIRST_WAIT
        assert dispatcher.held == held | {(ANN, False): due, (ANN, True): due}

    play(house, story)


def test_how_far_a_door_has_come_is_noted_once_in_a_second_and_not_for_nothing(
    house: House,
) -> None:
    async def story(office: Office) -> None:
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

    play(house, story)


def test_what_was_tried_before_is_marked_so_when_it_comes_again(house: House) -> None:
    async def story(office: Office) -> None:
        tried: list[Outgoing] = []

        def away(outgoing: Outgoing) -> None:
            tried.append(outgoing)
            if outgoing.sender == "ann" and len(tried) < 9:
                raise TryLater("no line")

        office.box.answer = away
        await office.say("ann", "add 1")
        await office.quiet()
        await office.wait(FIRST_WAIT)
        hers = [outgoing for outgoing in tried if outgoing.sender == "ann"]
        assert [(out.tries, out.again) for out in hers] == [(0, False), (1, True)]
        assert hers[0].mark == hers[1].mark
        assert numbers([hers[0]]) < numbers([hers[1]]), "each is a message of its own"

    play(house, story)


def test_a_ledger_that_cannot_be_read_is_read_again_after_a_while(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(office: Office) -> None:
        office.cut_off("ann")
        await office.say("ann", "add 1")
        await office.quiet()
        office.cut_off()
        dispatcher, asked = office.writer.dispatcher, list[int]()
        run = dispatcher.run

        async def failing(*what: Any) -> object:
            asked.append(office.clock.now())
            if len(asked) == 1:
                raise NotStored("the disk")
            return await run(*what)

        monkeypatch.setattr(dispatcher, "run", failing)
        await office.wait(3 * FIRST_WAIT)
        assert asked == [START + FIRST_WAIT, START + 2 * FIRST_WAIT]
        assert len(office.box.texts("ann")) == 1

    play(house, story)


def test_why_somebody_waits_is_said_in_words_for_the_operator() -> None:
    assert BEHIND == "behind an earlier message"
    assert NOT_FIRM == "another process may have taken over"
