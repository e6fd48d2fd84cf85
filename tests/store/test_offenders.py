"""The laws of the store can fail: each of these breaks one, and is found out by it."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import structs

from engine.letters import Address, Outgoing
from engine.store import memory
from engine.store.contract import Store
from engine.store.memory import MemoryStore
from engine.store.memory_tables import Tables, Unit
from engine.store.rows import Age, Cursor, Freed, GameRow, InboxRow, NewsRow
from tests.store import test_aging, test_contract, test_units
from tests.store.engines import Opener


class HalfDone(MemoryStore):
    """What was done of a batch before it failed stays done."""

    def write(self, at: int, **batch: Any) -> None:
        with patch.object(memory, "transaction", lambda: nullcontext(Unit())):
            super().write(at, **batch)


class Twice(MemoryStore):
    """A letter is answered again."""

    def write(self, at: int, *, inbox: Iterable[InboxRow] = (), **batch: Any) -> None:
        letters = list(inbox)
        for letter in letters:
            self.written.inbox.pop((letter.door, letter.id), None)
        super().write(at, inbox=letters, **batch)


class OneNumbering(MemoryStore):
    """News have one numbering for all games."""

    def news(self, game: str, after: int = 0) -> list[NewsRow]:
        every = [row for rows in self.kept.news.values() for row in rows.values()]
        numbered = [structs.replace(row, seq=n) for n, row in enumerate(every, 1)]
        return [row for row in numbered if row.game == game and row.seq > after]


class Backwards(MemoryStore):
    """A cursor is where the last report says."""

    def write(self, at: int, **batch: Any) -> None:
        super().write(at, **batch)
        report = batch.get("delivered")
        for key, cursor in (report.cursors if report else {}).items():
            self.kept.cursors[key] = cursor


class Rewritten(MemoryStore):
    """An entry takes the place of the one that has its number."""

    def write(self, at: int, **batch: Any) -> None:
        for rows in (batch.get("games") or {}).values():
            for entry in rows.journal:
                self.written.journal.get(entry.game, {}).pop(entry.n, None)
        super().write(at, **batch)


class ByText(MemoryStore):
    """The tenth entry stands before the second."""

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        rows = sorted(self.kept.journal.get(game, {}).items(), key=lambda row: str(row[0]))
        return [(row.entry, row.hash) for n, row in rows if n > after]


class Scribbling(MemoryStore):
    """Who only reads may write as well."""

    @property
    def written(self) -> Tables:
        return self.kept


class Live(MemoryStore):
    """Who only reads sees what is written meanwhile."""

    def __init__(self, path: Path, tables: Tables, *, reading: bool = False):
        super().__init__(path, tables, reading=reading)
        self.tables = tables


class Two(MemoryStore):
    """Two may write at a time."""

    def __init__(self, path: Path, tables: Tables, *, reading: bool = False):
        tables.open = False
        super().__init__(path, tables, reading=reading)


class Undead(MemoryStore):
    """What is closed still answers."""

    def close(self) -> None:
        assert self.tables is not None
        self.tables.open = False


class Blurred(MemoryStore):
    """Where a part of a mark ends is lost."""

    def mark(self, *parts: str | bytes | int) -> str:
        told = (part if isinstance(part, bytes) else str(part).encode() for part in parts)
        return super().mark(b"".join(told))


class Forgetful(MemoryStore):
    """The numbers of messages begin anew with each process."""

    def __init__(self, path: Path, tables: Tables, *, reading: bool = False):
        super().__init__(path, tables, reading=reading)
        self.number = 0


class NumbersAgain(MemoryStore):
    """The numbers of a batch that was not written are used again."""

    def write(self, at: int, **batch: Any) -> None:
        try:
            super().write(at, **batch)
        except BaseException:
            self.number = max(self.kept.finished, default=0)
            raise


class Sticky(MemoryStore):
    """A note that is forgotten is empty."""

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        super().put_notes(door, {name: value or "" for name, value in notes.items()})


class Everywhere(MemoryStore):
    """The notes of all doors lie in one drawer."""

    def notes(self, door: str, below: str = "") -> dict[str, str]:
        return super().notes("mail", below) | super().notes("chat", below)


class Silent(MemoryStore):
    """Who is behind is not looked for where all others were told everything."""

    def behind(self, door: str) -> list[Cursor]:
        return [one for one in super().behind(door) if self.waits(one)]


class Present(MemoryStore):
    """Who has left is still told."""

    def addresses(self, game: str) -> list[Address]:
        return self.readers(game)


class Hasty(MemoryStore):
    """Whoever is back, all are sent what waits."""

    def finished(self, door: str, receivers: Any = None) -> list[Outgoing]:
        return super().finished(door)


class Boundless(MemoryStore):
    """A page is as long as there is something for it."""

    def ended(self, kind: str, most: int, after: str = "") -> list[GameRow]:
        return super().ended(kind, 1000, after)


class Absent(MemoryStore):
    """What no game has may have a row all the same."""

    def write(self, at: int, **batch: Any) -> None:
        every = (batch.get("games") or {}).items()
        there = {id: rows for id, rows in every if rows.made or id in self.kept.games}
        super().write(at, **batch | {"games": there})


class Eager(MemoryStore):
    """All that is old goes in one step."""

    def forget(self, age: Age, after: tuple[str | int, ...], most: int) -> Freed:
        return super().forget(age, after, 1 << 30)


class Amnesiac(MemoryStore):
    """It is not known up to when receipts were forgotten."""

    def forget(self, age: Age, after: tuple[str | int, ...], most: int) -> Freed:
        freed = super().forget(age, after, most)
        self.forgotten_before = 0
        return freed


class Ageless(MemoryStore):
    """Notes that were put at once grow old as well."""

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        self.write(0, notes=((door, name, value) for name, value in notes.items()))


OFFENDERS: dict[type[MemoryStore], str] = {
    HalfDone: "test_of_a_batch_that_is_broken_off_nothing_is_written",
    Twice: "test_a_letter_is_answered_once_at_each_door",
    OneNumbering: "test_each_game_has_numbers_of_its_own",
    Backwards: "test_a_cursor_never_goes_back",
    Rewritten: "test_of_a_batch_that_contradicts_what_is_stored_nothing_is_written",
    Absent: "test_of_a_batch_that_contradicts_what_is_stored_nothing_is_written",
    ByText: "test_what_happened_is_told_in_the_order_of_its_numbers",
    Scribbling: "test_who_reads_sees_one_moment_and_changes_nothing",
    Live: "test_who_reads_sees_one_moment_and_changes_nothing",
    Two: "test_one_writes_at_a_time_unless_processes_share_it",
    Undead: "test_what_is_closed_answers_nothing_and_writes_nothing",
    Blurred: "test_a_mark_depends_on_where_one_part_ends",
    Forgetful: "test_no_number_of_a_message_is_used_twice",
    NumbersAgain: "test_no_number_of_a_message_is_used_twice",
    Sticky: "test_notes_are_each_doors_own_and_none_forgets",
    Everywhere: "test_notes_are_each_doors_own_and_none_forgets",
    Silent: "test_a_door_is_behind_where_something_was_told_since_or_a_reader_waits",
    Present: "test_who_reads_a_game_no_more_has_read_up_to_a_number",
    Hasty: "test_a_stored_message_waits_until_it_has_gone_or_is_lost",
    Eager: "test_a_step_removes_no_more_rows_than_it_was_told",
    Amnesiac: "test_how_far_receipts_are_forgotten_is_known_to_the_next_process",
    Ageless: "test_of_the_notes_only_those_grow_old_that_a_batch_has_put_below_the_folder",
    Boundless: "test_lists_come_in_pages_and_each_row_stands_on_one",
}
LAWS: dict[str, Callable[..., None]] = {
    name: law
    for module in (test_aging, test_contract, test_units)
    for name, law in vars(module).items()
    if name.startswith("test_")
}


def ask(law: str, engine: type[MemoryStore], folder: Path) -> None:
    """Ask a law of an engine, in all its cases."""
    wanted = inspect.signature(LAWS[law]).parameters
    cases = test_units.CONTRADICTIONS if "what" in wanted else [""]
    for case in cases:
        opened = Opener(partial(engine, folder / "db", Tables()))
        given = {"opened": opened, "what": case, "tmp_path": folder}
        if "store" in wanted:
            given["store"] = opened()
        LAWS[law](**{name: given[name] for name in wanted})


@pytest.mark.parametrize("offender", OFFENDERS, ids=lambda offender: offender.__name__)
def test_who_breaks_a_law_is_found_out(offender: type[MemoryStore], tmp_path: Path) -> None:
    ask(OFFENDERS[offender], MemoryStore, tmp_path)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        ask(OFFENDERS[offender], offender, tmp_path)


def test_every_method_of_the_contract_is_asked_of() -> None:
    asked = {
        name
        for module in (test_aging, test_contract, test_units)
        for name in re.findall(
            r"\b(?:store|reader|beside|opened\(\))\.(\w+)\(", inspect.getsource(module)
        )
    }
    assert {name for name in vars(Store) if not name.startswith("_")} - asked == set()
