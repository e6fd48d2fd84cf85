"""Doors that draw what they send, in a thread of its own; what reaches one person alone; who is
behind.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable

import pytest

from engine.errors import NotStored
from engine.messages import Outgoing
from engine.referee.batch import Batch
from engine.referee.delivery import FIRST_WAIT
from engine.referee.doors import GameView, News, Repeats
from engine.referee.unit_of_work import brief
from engine.state import Told
from engine.store.notes import Notes
from engine.store.rows import DeliveryReport
from tests.referee.office import READERS, Office
from tests.referee.relay import Noted, Said
from tests.referee.stage import DOOR, START, Box, House


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


ANN, BOB = (DOOR, "ann"), (DOOR, "bob")
"""Two receivers."""
