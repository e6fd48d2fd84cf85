"""When rules, doors, disk or database fail: one message at most is lost,
nobody is told what is not so.
"""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import NotStored
from engine.menu import Refusal
from engine.referee import ledger
from engine.referee.doors import GameView, News
from engine.referee.scheduler import tick
from engine.state import PUBLIC
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import Cursor, DeliveryReport
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, START, House, Table
from tests.stored import every_game
from tests.tables import inbox, sqlite

INTERNAL = Refusal(code="internal")


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """What fails here is logged, and meant to fail."""
    caplog.set_level(logging.CRITICAL)


def test_a_fault_in_the_rules_costs_one_letter(opened: Opener) -> None:
    house = opened(Table("g"), Table("h"))
    answers = house.take(
        [
            house.message("ann", "add 1"),
            house.message("ann", "add 2", "h"),
            house.message("ann", "stumble"),
            house.message("ann", "speak red"),
            house.message("bob", "add 3"),
        ]
    )
    assert [answer.status for answer in answers] == ["taken", "taken", "refused", "taken", "taken"]
    assert answers[2].refusal == INTERNAL
    assert answers[2].refusal.legal == (), "a constant: nothing of the game is in it"
    assert house.referee.memory["g"].table.world.total == 4


def test_the_game_is_as_before_when_the_only_letter_of_a_batch_fails(house: House) -> None:
    before = house.store.game("g")
    assert house.say("ann", "stumble").refusal == INTERNAL
    assert house.store.game("g") == before
    assert house.say("ann", "add 1").status == "taken"
    assert house.referee.memory["g"].table.world.total == 1


def test_the_refusal_of_a_fault_is_repeated(house: House) -> None:
    message = house.message("ann", "stumble")
    (first,) = house.take([message])
    assert house.take([message]) == [first]


def test_orders_before_the_fault_in_a_script_have_not_happened(house: House) -> None:
    receipt = house.say("ann", "add 1\nstumble\nadd 2")
    assert (receipt.refusal, receipt.done) == (INTERNAL, ())
    assert house.row("g").n == 2  # the two who joined


def test_every_letter_of_a_batch_may_fail(house: House) -> None:
    answers = house.take([house.message("ann", "stumble") for _ in range(9)])
    assert [answer.refusal for answer in answers] == [INTERNAL] * 9


def test_a_look_that_fails_costs_only_itself(house: House) -> None:
    def fail(batch: object) -> None:
        raise LookupError("nothing here")

    before, error, after = house.take(
        [house.message("ann", "add 1"), fail, house.message("ann", "add 2")]
    )
    assert isinstance(error, LookupError)
    assert (before.status, after.status) == ("taken", "taken")


def test_a_message_that_cannot_be_composed_costs_its_reader_alone_that_message(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = house.box.compose

    def compose(news: News, seen: GameView, notes: Notes) -> bytes | None:
        if news.reason == "neutral":
            return written(news, seen, notes)
        if seen.viewer == "bob" and any("9" in str(event) for event in news.events):
            raise RuntimeError("no ink")
        return b"ok"

    monkeypatch.setattr(house.box, "compose", compose)
    before = len(house.told)
    answers = [house.say("ann", text) for text in ("add 1", "add 9", "add 2")]
    assert [answer.status for answer in answers] == ["taken"] * 3
    told = [
        (outgoing.sender, outgoing.payload)
        for outgoing in house.told[before:]
        if outgoing.payload != b"ok"
    ]
    assert told == [("bob", b'["neutral","g","bob",["ann"]]')]


def test_a_message_that_cannot_be_composed_leaves_no_note_of_its_door(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a door has written down while it composed would say that it has told what it has not."""

    def compose(news: News, seen: GameView, notes: Notes) -> bytes | None:
        if news.reason != "neutral":
            notes.put(f"told/{seen.viewer}", str(news.at))
        if seen.viewer == "bob":
            raise RuntimeError("no ink")
        return b"ok"

    monkeypatch.setattr(house.box, "compose", compose)
    assert house.say("ann", "add 1").status == "taken"
    keep = ledger.compose(house.store, house.referee.doors, DOOR, "g")
    assert keep is not None
    house.take([keep])
    assert list(house.store.notes(DOOR)) == ["told/*", "told/ann"]


def test_a_reminder_and_talk_that_cannot_be_composed_stop_neither_the_clock_nor_the_talk(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(Table(clock="24h remind 3h"))

    written = house.box.compose

    def fails(news: News, seen: GameView, notes: Notes) -> bytes | None:
        if news.reason != "neutral":
            raise RuntimeError("no ink")
        return written(news, seen, notes)

    monkeypatch.setattr(house.box, "compose", fails)
    house.at = START + 22 * 3_600
    before = len(house.told)
    assert house.take([lambda batch: tick(batch, "g", house.at)]) == [False]
    assert [outgoing.payload for outgoing in house.told[before:]] == [b'["neutral","g","ann",[]]']
    assert house.say("ann", "say * hello").status == "answered"
    assert {outgoing.payload for outgoing in house.told[before + 1 :]} == {
        encode(("neutral", "g", who, ())) for who in ("ann", "bob", PUBLIC)
    }


def test_a_door_without_even_a_neutral_message_costs_no_letter(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bytes | None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(house.box, "compose", fails)
    before = len(house.told)
    assert house.say("ann", "add 1").status == "taken"
    assert house.told[before:] == []


# ---- the store


class Broken:
    """A connection that fails at the statement that contains these words."""

    def __init__(self, db: sqlite3.Connection, words: str, error: Exception):
        self.db, self.words, self.error = db, words, error

    def execute(self, sql: str, *values: Any) -> Any:
        """One statement."""
        if self.words in sql:
            raise self.error
        return self.db.execute(sql, *values)

    def executemany(self, sql: str, rows: Any) -> Any:
        """A statement for each row."""
        if self.words in sql:
            raise self.error
        return self.db.executemany(sql, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)


STATEMENTS = (
    "from inbox",
    "begin immediate",
    "insert into inbox",
    "insert into journal",
    "insert into news",
    "insert into cursor",
    "update game",
    "commit",
)


@pytest.mark.parametrize("words", STATEMENTS)
@pytest.mark.parametrize(
    "error", [sqlite3.OperationalError("disk I/O error"), sqlite3.DatabaseError("malformed")]
)
def test_nothing_has_happened_if_the_batch_cannot_be_written(
    opened: Opener, words: str, error: Exception
) -> None:
    house = opened(Table("g"), Table("h"))
    cursor = Cursor(door=DOOR, game="g", upto=house.row().told)
    delivered = DeliveryReport(cursors={(DOOR, "g"): cursor})
    messages = [
        house.message("ann", "add 1"),
        house.message("ann", "speak red", "h"),
        house.message("eve", "hello", "h"),
    ]
    before = (every_game(house.store), house.store.behind(DOOR), len(inbox(house.store)))
    file = sqlite(house.store)
    whole = file.db
    file.db = Broken(whole, words, error)  # type: ignore[assignment]  # the planted fault
    told = len(house.told)
    for _ in range(2):
        with pytest.raises(NotStored, match=str(error)):
            house.take(messages, delivered)
    file.db = whole
    assert (every_game(house.store), house.store.behind(DOOR), len(inbox(house.store))) == before
    assert len(house.told) == told
    assert [answer.status for answer in house.take(messages, delivered)] == [
        "taken",
        "taken",
        "refused",
    ]
    assert house.store.cursor(DOOR, "g").upto == cursor.upto


def fill(house: House) -> Callable[[], None]:
    """The disk has no room for more; the result makes room again."""
    pages = house.db.execute("pragma page_count").fetchone()[0]
    house.db.execute("create table filler(x)")
    house.db.execute(f"pragma max_page_count = {pages + 1}").fetchall()

    def room() -> None:
        house.db.execute("pragma max_page_count = 1000000").fetchall()

    return room


def test_a_full_disk(house: House) -> None:
    room = fill(house)
    messages = [house.message("ann", f"add {n % 10}") for n in range(500)]
    taken = 0
    kept: tuple[object, ...] = ()

    def until_full() -> None:
        nonlocal taken, kept
        for message in messages:
            kept = every_game(house.store), len(house.told)
            house.take([message])
            taken += 1

    with pytest.raises(NotStored, match="full"):
        until_full()
    assert (every_game(house.store), len(house.told)) == kept
    with pytest.raises(NotStored, match="full"):
        house.take(messages[taken:])
    room()
    assert {receipt.status for receipt in house.take(messages)} == {"taken"}
    assert house.row("g").n == 2 + len(messages)


def test_a_full_disk_is_survived_by_a_restart(house: House) -> None:
    fill(house)
    messages = [house.message("ann", f"add {n % 10}") for n in range(500)]
    with pytest.raises(NotStored, match="full"):
        house.take(messages)
    house.again()
    assert {receipt.status for receipt in house.take(messages)} == {"taken"}
