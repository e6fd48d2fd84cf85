"""When rules, doors, disk or database fail: one message at most is lost,
nobody is told what is not so.
"""

import logging
from typing import Any

import pytest
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import NotStored
from engine.menu import Refusal
from engine.referee.doors import GameView, News
from engine.store.notes import Notes
from engine.store.rows import Cursor, DeliveryReport
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table
from tests.referee.tale import tale
from tests.stored import every_game
from tests.tables import inbox, sqlite

INTERNAL = Refusal(code="internal")


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


def test_a_fault_in_the_rules_costs_one_letter(opened: Opener) -> None:
    house = opened(Table("g"), Table("h"))
    said = (
        *(("ann", "add 1", "g"), ("ann", "add 2", "h"), ("ann", "stumble", "g")),
        *(("ann", "speak red", "g"), ("bob", "add 3", "g")),
    )
    answers = house.take([house.message(*one) for one in said])
    assert [answer.status for answer in answers] == ["taken", "taken", "refused", "taken", "taken"]
    assert answers[2].refusal == INTERNAL
    assert answers[2].refusal.legal == (), "a constant: nothing of the game is in it"
    assert house.referee.memory["g"].table.world.total == 4


test_orders_before_the_fault_in_a_script_have_not_happened = tale("""
    ann: add 1; stumble; add 2   -> !internal; receipt.done=-; journal
""")


def test_a_message_that_cannot_be_composed_costs_its_reader_alone_that_message(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
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
    told = [(out.sender, out.payload) for out in house.told[before:] if out.payload != b"ok"]
    assert told == [("bob", b'["neutral","g","bob",["ann"]]')]
    assert "could not be composed: RuntimeError" in caplog.text
    assert "no ink" not in caplog.text, "it may quote what is hidden"


# ---- the store


class Broken:
    def __init__(self, db: sqlite3.Connection, words: str, error: Exception):
        self.db, self.words, self.error = db, words, error

    def execute(self, sql: str, *values: Any) -> Any:
        if self.words in sql:
            raise self.error
        return self.db.execute(sql, *values)

    def executemany(self, sql: str, rows: Any) -> Any:
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

    def stored() -> tuple[object, ...]:
        store = house.store
        return every_game(store), store.behind(DOOR), len(inbox(store)), len(house.told)

    before, file = stored(), sqlite(house.store)
    whole = file.db
    file.db = Broken(whole, words, error)  # type: ignore[assignment]  # the planted fault
    for _ in range(2):
        with pytest.raises(NotStored, match=str(error)):
            house.take(messages, delivered)
    file.db = whole
    assert stored() == before
    answers = house.take(messages, delivered)
    assert [answer.status for answer in answers] == ["taken", "taken", "refused"]
    assert house.store.cursor(DOOR, "g").upto == cursor.upto


@pytest.mark.parametrize("restart", [False, True])
def test_a_full_disk(house: House, restart: bool) -> None:
    pages = house.db.execute("pragma page_count").fetchone()[0]
    house.db.execute("create table filler(x)")
    house.db.execute(f"pragma max_page_count = {pages + 1}").fetchall()
    messages = [house.message("ann", f"add {n % 10}") for n in range(500)]
    taken, kept = 0, tuple[object, ...]()

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
    if restart:
        house.again()
    else:
        house.db.execute("pragma max_page_count = 1000000").fetchall()
    assert {receipt.status for receipt in house.take(messages)} == {"taken"}
    assert house.row("g").n == 2 + len(messages)
