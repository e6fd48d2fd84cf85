"""What is deleted is found in no file of SQLite, and its room is given back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from engine.store.rows import Age
from engine.store.sqlite import SqliteStore
from tests.store.test_aging import forgotten, message


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "db") as store:
        yield store


def test_room_that_is_free_is_given_back(store: SqliteStore) -> None:
    rows = [message(f"<{n}>", n) for n in range(2_000)]
    store.write(0, inbox=[structs.replace(one, receipt=b"r" * 500) for one in rows])
    assert store.free() == 0
    forgotten(store, Age(what="receipts", before=1_900), 500)
    free = store.free()
    assert free > 800_000
    assert store.compact() == free
    assert store.free() == 0
    assert store.answered("chat", "<1950>") == (b"d", b"r" * 500)


def test_what_is_removed_is_found_in_no_file(store: SqliteStore) -> None:
    secret = b"a word that nobody else says"
    row = structs.replace(message("<1>", 0), receipt=secret * 300)
    store.write(0, inbox=[row, structs.replace(message("<2>", 9), receipt=secret[::-1])])
    forgotten(store, Age(what="receipts", before=1), 10)
    store.wipe()
    files = [file for file in store.path.parent.iterdir() if file.name.startswith(store.path.name)]
    found = b"".join(file.read_bytes() for file in files)
    assert secret not in found
    assert secret[::-1] in found, "the search finds what is there"
