"""What each viewer was told, page by page, and what a file of SQLite says of its own faults."""

import sqlite3
from pathlib import Path

import pytest

from engine.messages import Address
from engine.rulings.rulings import Announced
from engine.state import PUBLIC, Event, Told
from engine.store import journal
from engine.store import sqlite as sqlite_store
from engine.store.history import GrowingLog, Page, lines, pages, taken_back
from engine.store.rows import BulletinRow, InboxRow, Rows
from engine.store.sqlite import SqliteStore
from tests.engine.tiny import Heard, Tiny
from tests.store.test_contract import row

GAME = Tiny()


def told(n: int, *happenings: Told, undo_to: int | None = None) -> BulletinRow:
    """What entry ``n`` made known at second 100 + n."""
    return BulletinRow("g", n, 100 + n, journal.encode(happenings), b"[]", undo_to)


ALL, FULLER = Told(Heard("a"), {}), Told(Heard("a"), {"b": Heard("a", "no")})
ALONE = Told(None, {"b": Heard("b", "yes")})


def page(entry: int, *told: tuple[Event, int, int]) -> Page:
    """What a viewer reads of an entry: each event with its line and its place."""
    events, numbers, places = zip(*told, strict=True)
    return Page(
        at=100 + entry,
        events=events,
        undone=False,
        entry=entry,
        public=any(numbers),
        numbers=numbers,
        places=places,
    )


def test_a_page_is_what_one_bulletin_brought_a_viewer_with_its_lines_and_places() -> None:
    rows = [told(0), told(1, ALL, ALONE), told(2, ALONE), told(3, ALONE, FULLER, ALL)]
    general, hers, fuller = Heard("a"), Heard("b", "yes"), Heard("a", "no")
    assert pages(GAME, rows, "a") == [
        page(1, (general, 1, 0)),
        page(3, (general, 2, 1), (general, 3, 2)),
    ]
    assert pages(GAME, rows, "b") == [
        page(1, (general, 1, 0), (hers, 0, 1)),
        page(2, (hers, 0, 0)),
        page(3, (hers, 0, 0), (fuller, 2, 1), (general, 3, 2)),
    ]
    assert lines(GAME, rows) == [(1, general), (3, general), (3, general)]


@pytest.mark.parametrize(
    ("undos", "undone"),
    [({}, set()), ({4: 1}, {2, 3}), ({4: 4}, set()), ({3: 1, 5: 2}, {3, 4}), ({3: 1, 5: 4}, {2})],
)
def test_what_was_taken_back_and_what_that_brought_back(
    undos: dict[int, int], undone: set[int]
) -> None:
    rows = [told(n, ALL, undo_to=undos.get(n)) for n in range(1, 6)]
    assert taken_back(rows) == undone
    assert {page.entry for page in pages(GAME, rows, PUBLIC) if page.undone} == undone
    for part in range(len(rows)):
        log = GrowingLog(GAME, PUBLIC)
        log.grow(rows[:part])
        assert log.grow(rows[part:]) == pages(GAME, rows, PUBLIC)
    assert taken_back([]) == set()


def test_what_was_announced_stands_whatever_is_taken_back() -> None:
    assert Announced.stands
    rows = [
        told(1, ALL),
        told(2, Told(Announced("x"), {})),
        told(3, Told(Announced("x"), {}), ALL),
        told(4, ALL, undo_to=1),
    ]
    found = {page.entry: page.undone for page in pages(GAME, rows, PUBLIC)}
    assert found == {1: False, 2: False, 3: True, 4: False}


# ---- of a file


@pytest.fixture
def file(tmp_path: Path) -> SqliteStore:
    store = SqliteStore(tmp_path / "db")
    seat = Address(door="chat", sender="ann", game="g", viewer="ann", key=b"of ann")
    rows = Rows(made=[row("g")], addresses=[seat])
    store.write(0, inbox=[InboxRow("chat", "<1>", b"d", 1, None, b"{}")], games={"g": rows})
    return store


def test_a_row_that_refers_to_nothing_is_named_with_its_table(
    file: SqliteStore, tmp_path: Path
) -> None:
    assert list(file.faults()) == []
    file.close()
    db = sqlite3.connect(tmp_path / "db")
    db.execute("update address set game = 'x'")
    db.commit()
    db.close()
    store = SqliteStore(tmp_path / "db")
    assert list(store.faults()) == ["table address: a row refers to nothing in game"]
    store.close()


def test_the_engine_is_named_with_what_is_to_be_known_of_its_version(
    file: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = sqlite3.sqlite_version
    named = tuple(map(int, version.split(".")))
    monkeypatch.setattr(sqlite_store, "SAFE_SQLITE", named)
    assert file.engine() == f"SQLite {version}"
    monkeypatch.setattr(sqlite_store, "SAFE_SQLITE", (*named, 1))
    assert file.engine().startswith(f"SQLite {version} (a known fault of versions before")
    file.close()


def test_after_wiping_others_are_waited_for_as_before(file: SqliteStore) -> None:
    before = file.db.execute("pragma busy_timeout").fetchone()[0]
    file.wipe()
    assert file.db.execute("pragma busy_timeout").fetchone()[0] == before > 0
    file.close()
