"""How delivery begins, with a ledger of the test: what waits comes first, nothing comes twice."""

import asyncio
from typing import Any, cast

import pytest
from msgspec.structs import replace

from engine.errors import NotStored
from engine.messages import Address, Outgoing
from engine.referee import delivery, ledger
from engine.referee.clock import HandClock
from engine.referee.delivery import LOOK, Dispatcher
from engine.referee.doors import Door
from engine.referee.news import About, GameNews, NewsItem
from engine.referee.sending import Key
from engine.store.rows import Cursor, NewsRow, Place
from tests.referee.stage import DOOR, START, Box

Counted = tuple[list[Cursor], list[Outgoing]]
"""Who is behind at some doors, and what is stored for them."""


class Ledger:
    """What waits in a store of the test, and what it is told; ``fails``: how often it cannot be
    read.
    """

    shared = True

    def __init__(self, backlog: Counted = ([], []), fails: int = 0):
        self.backlog, self.fails, self.noted = backlog, fails, list[Any]()
        self.after, self.news, self.asked = dict[Key, int](), list[Any](), list[Any]()

    async def run(self, act: Any, *args: Any) -> Any:
        if self.fails:
            self.fails -= 1
            raise NotStored("the disk")
        if act is ledger.waiting:
            self.asked.append(tuple(args[0]))
            return self.backlog
        if act is ledger.untold:
            self.asked.append(dict(args[1]))
            reached, after = args[1], self.after
            return {key: seq for key, seq in after.items() if key not in reached or self.news}
        assert act is ledger.stored_for
        return []

    async def beside(self, look: Any) -> Any:
        self.asked.append(look.keywords["places"])
        return self.news

    async def commit(self, delivered: Any) -> None:
        self.noted.append(delivered)

    def report(self, delivered: Any) -> None:
        self.noted.append(delivered)

    def lease_state(self, *_: Any) -> str:
        return "firm"

    def dispatcher(self, doors: dict[str, Door]) -> Dispatcher:
        return Dispatcher(
            cast(Any, self),
            doors,
            HandClock(START),
            run=self.run,
            beside=self.beside,
            commit=self.commit,
            report=self.report,
        )


def out(id: int) -> Outgoing:
    return Outgoing(id=id, game="g", door=DOOR, sender="ann", mark=f"m{id}", payload=b"x")


def begun(*finished: Outgoing, fails: int = 0) -> tuple[Dispatcher, Box, Ledger]:
    """A dispatcher that has not begun to work, and what is stored for its door."""
    box, store = Box(), Ledger(([], [*finished]), fails)
    box.repeats = "kept"
    return store.dispatcher({}), box, store


def ids(box: Box) -> list[int]:
    return [outgoing.id for outgoing in box.sent]


async def test_what_was_stored_before_goes_first_and_what_came_meanwhile_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(delivery, "SECOND", 0.001)
    dispatcher, box, ledger = begun(out(4), out(5))
    starting = asyncio.ensure_future(dispatcher.start({DOOR: box}))
    ledger.backlog[1].append(out(6))
    dispatcher.tell([], [out(5), out(6)])
    assert ids(box) == [], "what waits could not be read yet"
    await starting
    assert ids(box) == [4, 5, 6]
    assert (dispatcher.reading, dispatcher.unread, dispatcher.reached) == (0, None, None)
    assert dispatcher.round.when == START + LOOK
    assert [number for noted in ledger.noted for number in noted.gone][:2] == [4, 5]
    dispatcher.flush()
    dispatcher.tell([], [out(7)])
    assert ids(box) == [4, 5, 6, 7]
    async with asyncio.timeout(60):
        while not ledger.noted or ledger.noted[-1].gone != [7]:
            await asyncio.sleep(0.001)
    assert dispatcher.timer is None, "that it is gone is noted by itself"
    await dispatcher.stop()
    dispatcher.tell([], [out(8)])
    assert ids(box) == [4, 5, 6, 7], "what comes later waits in the ledger"


async def test_what_comes_while_the_ledger_is_read_is_told_once_and_in_order() -> None:
    dispatcher, told, store = sharing()
    store.after, store.news = {(DOOR, "g"): 0}, [news("g", 1, 2)]
    reads = list[int]()

    async def beside(look: Any) -> Any:
        reads.append(len(told))
        dispatcher.tell([news("g", 2, 3)])
        if len(reads) > 1:
            store.after, store.news = {}, []
            return [news("g", 1, 2, 3)]
        return [news("g", 1, 2)]

    dispatcher.beside = beside
    await dispatcher.start({DOOR: Box()})
    assert [number for _, _, number in told] == [1, 2, 3]
    dispatcher.tell([news("g", 4), news("h", 1)])
    assert told[3:] == [(DOOR, "g", 4), (DOOR, "h", 1)], "games of which nothing is known"
    await dispatcher.stop()


# ---- one of several processes


def news(game: str, *numbers: int, doors: tuple[str, ...] = (DOOR, "far")) -> GameNews:
    rows = [NewsRow(game=game, seq=number, n=1, at=START, kind="told") for number in numbers]
    made = GameNews.__new__(GameNews)
    made.game, made.items = game, tuple(NewsItem(row, About()) for row in rows)
    made.readers = tuple(
        Address(door=door, sender="ann", game=game, viewer="ann") for door in doors
    )
    return made


def sharing(*doors: str) -> tuple[Dispatcher, list[tuple[str, str, int]], Ledger]:
    """A dispatcher that shares its work with others, and what it has told: door, game, number."""
    told, ledger = list[tuple[str, str, int]](), Ledger()
    dispatcher = ledger.dispatcher({door: Box() for door in doors})
    sender: Any = dispatcher.sender
    sender.prepare = list

    def send(one: Any) -> None:
        told.append((one.reader.door, one.reader.game, one.seq))

    sender.send = send
    return dispatcher, told, ledger


async def test_who_shares_the_work_speaks_at_no_door_before_it_is_opened() -> None:
    dispatcher, told, ledger = sharing()
    dispatcher.tell([news("g", 1)])
    assert told == []
    behind = {"ann": Place(2, 2), "bob": Place(1, 1, 4)}
    ledger.backlog = (
        [
            Cursor(door=DOOR, game="h", upto=9, behind={}),
            Cursor(door="post", game="g", upto=3, behind=behind),
            Cursor(door=DOOR, game="g", upto=3, behind=behind),
        ],
        [replace(out(4), sender="zoe")],
    )
    box, post, elsewhere = Box(), Box(), (("far", "ann"), False)
    post.repeats = "kept"
    dispatcher.held = {elsewhere: START + 9}
    await dispatcher.open({DOOR: box, "post": post})
    assert told == [(DOOR, "g", 0)], "what was stored"
    places = dispatcher.book.waiting()
    assert places == {
        ((DOOR, "g"), "ann"): Place(2, 2, 1),
        ((DOOR, "g"), "bob"): Place(1, 1, 4),
    }, "whoever spoke before may have tried; what is stored is no place"
    assert dispatcher.book.cursors[DOOR, "g"].upto == 3
    lanes = {((DOOR, who), talk) for who in ("ann", "bob") for talk in (False, True)}
    assert dispatcher.held == {elsewhere: START + 9} | dict.fromkeys(lanes, START)
    assert dispatcher.round.when == START
    await dispatcher.stop()


async def test_what_comes_next_is_told_at_once_and_what_leaves_a_gap_when_it_is_read() -> None:
    dispatcher, told, ledger = sharing(DOOR, "far")
    dispatcher.reached = {(DOOR, "g"): 3, ("far", "g"): 5}
    dispatcher.tell([news("g", 4)])
    assert told == [(DOOR, "g", 4)]
    dispatcher.tell([news("g", 6)])
    assert told[1:] == [("far", "g", 6)], "the other does not know of 5"
    assert dispatcher.reached == {(DOOR, "g"): 4, ("far", "g"): 6}
    ledger.after, ledger.news = {(DOOR, "g"): 3}, [news("g", 4, 5, 6)]
    await dispatcher.catch_up()
    assert ledger.asked[0] == {(DOOR, "g"): 4, ("far", "g"): 6}
    assert told[2:] == [(DOOR, "g", 5), (DOOR, "g", 6)], "nothing twice"
    assert dispatcher.reached == {(DOOR, "g"): 6, ("far", "g"): 6}
    await dispatcher.catch_up()
    assert len(told) == 4, "it was told"
    dispatcher.tell([news("g", 7, 8)])
    assert sorted(told[4:]) == [(door, "g", n) for door in (DOOR, "far") for n in (7, 8)]
    dispatcher.reached |= {(DOOR, "h"): 0}
    dispatcher.tell([news("g", 9, doors=("far",)), news("h", 1)])
    assert told[8:] == [("far", "g", 9), (DOOR, "h", 1)], "games of one batch"
    await dispatcher.stop()


async def test_who_was_behind_is_told_as_far_as_this_process_has_come() -> None:
    dispatcher, told, ledger = sharing(DOOR)
    dispatcher.reached = {(DOOR, "g"): 5}
    for game, upto in (("g", 3), ("h", 5)):
        dispatcher.book.cursors[DOOR, game] = Cursor(
            door=DOOR, game=game, upto=upto, behind={"ann": Place(2, 2)}
        )
    ledger.after, ledger.news = {}, [news("g", 3, 4, 5, 6), news("h", 3)]
    await dispatcher.collect([(DOOR, "ann")])
    assert told == [(DOOR, "g", 3), (DOOR, "g", 4), (DOOR, "g", 5), (DOOR, "h", 3)]
    await dispatcher.stop()


async def test_the_first_that_is_taken_up_from_another_process_may_have_arrived() -> None:
    dispatcher, _, ledger = sharing(DOOR)
    marked = list[tuple[str, int, bool]]()

    def send(one: Any) -> None:
        marked.append((one.reader.game, one.seq, one.again))

    cast(Any, dispatcher.sender).send = send
    dispatcher.reached = {(DOOR, "g"): 3}
    after = {(DOOR, "g"): 3, (DOOR, "h"): 0}
    ledger.after, ledger.news = after, [news("g", 4, 5), news("h", 1, 2)]
    assert await dispatcher.catch_up()
    assert marked == [("g", 4, False), ("g", 5, False), ("h", 1, True), ("h", 2, False)]
    ledger.after, ledger.news = {}, []
    assert not await dispatcher.catch_up()
    await dispatcher.stop()
