"""Who is erased from a file of SQLite is named nowhere in it, and nobody else is changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from engine.store import persons
from engine.store import rows as r
from engine.store.sqlite import SqliteStore
from tests.store.test_contract import news, row

ANN = r.Erasure(accounts=(("chat", "ann"),), words=("ann",), stand_in=("gone", "x1"), games=("g",))


COLUMNS = {
    "account": "address.sender inbox.sender finished.sender audit.actor rated.sender"
    " conduct.sender",
    # Names of accounts among other things: whole values are replaced, or the row goes.
    "facts": "audit.facts cursor.behind inbox.id inbox.receipt keepsake.name keepsake.value"
    " lost.why news.about finished.payload finished.error",
    # Seats and what people have said: rewritten field by field (``personal.FIELDS``).
    "game": "address.viewer game.result game.setup game.state journal.entry news.body news.rolls"
    " news.commitments",
    "plain": "address.door address.game address.key address.quiet address.since address.until"
    " audit.action audit.at audit.game audit.id cursor.door cursor.game cursor.upto finished.at"
    " finished.door finished.game finished.id finished.mark finished.talk finished.tries"
    " game.created game.due game.edition game.hash game.id game.kind game.n game.told"
    " inbox.at inbox.digest inbox.door inbox.game journal.game journal.hash journal.n"
    " keepsake.at keepsake.door lost.count lost.door news.at news.game news.kind news.n"
    " news.question news.seq news.undo_to reminder.at reminder.game untold.door untold.game"
    " rated.at rated.door rated.drawn rated.game rated.games rated.kind rated.mu rated.sigma"
    " rated.won conduct.day conduct.door conduct.gone conduct.kept conduct.missed",
}
"""Each column, by what of a person it may hold."""


def test_every_column_says_what_of_a_person_it_may_hold(file: SqliteStore) -> None:
    tables = file.column(
        "select name from sqlite_master where type = 'table'"
        " and name not like 'sqlite%' and name not like '%migrations%'"
    )
    there = {
        f"{table}.{column}"
        for table in tables
        for column in file.column("select name from pragma_table_info(?)", (table,))
    }
    known = [column for columns in COLUMNS.values() for column in columns.split()]
    assert there == set(known)
    assert len(known) == len(set(known))


@pytest.fixture
def file(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "db") as store:
        told = [
            structs.replace(news(seq, "brief"), about=b'{"reader":["chat","%s"]}' % who)
            for seq, who in enumerate((b"ann", b"bob"), 1)
        ]
        games = {
            "g": r.Rows(made=[row("g", result="ann")], news=told),
            "h": r.Rows(made=[row("h")]),
        }
        facts = '{"who":"ann","by":"annabel"}'
        acts = [
            r.AuditEntry(1, by, "pause", game, facts) for game in games for by in ("chat/ann", "x")
        ]
        store.write(0, games=games, acts=acts)
        yield store


def named(file: SqliteStore, game: str) -> list[tuple[str, str]]:
    return [(act.actor, act.facts) for act in file.acts(game, but="", most=9)]


def test_the_audit_log_names_a_stand_in_and_whole_words_alone(file: SqliteStore) -> None:
    persons.erase(file, ANN)
    facts = '{"who":"player","by":"annabel"}'
    for game in ("g", "h"):
        assert named(file, game) == [("gone", facts), ("x", facts)]


def test_nobody_of_that_name_is_behind_at_that_door(file: SqliteStore) -> None:
    bob = {"bob": r.Place(2, 2)}
    late = {"ann": r.Place(1, 1)} | bob
    behind = {("chat", "g"): late, ("chat", "h"): bob, ("mail", "g"): late}
    cursors = {
        (door, game): r.Cursor(door=door, game=game, upto=2, behind=places)
        for (door, game), places in behind.items()
    }
    file.write(1, delivered=r.DeliveryReport(cursors=cursors))
    persons.erase(file, ANN)
    left = {key: file.cursor(*key).behind for key in behind}
    assert left == behind | {("chat", "g"): bob}, "at another door that is somebody else"


def test_a_game_that_is_written_anew_has_the_new_name_in_its_acts_and_no_other_game_has(
    file: SqliteStore,
) -> None:
    game = row("g", result="player-1")
    persons.rewrite(file, r.Rewriting(game=game, journal=(), news=(), names={"ann": "player-1"}))
    assert {facts for _, facts in named(file, "g")} == {'{"who":"player-1","by":"annabel"}'}
    assert {facts for _, facts in named(file, "h")} == {'{"who":"ann","by":"annabel"}'}
