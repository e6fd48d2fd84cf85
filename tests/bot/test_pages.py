"""Lists come in pages: nothing reads the states of all games, however many there are."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.service.drawing import newest_of_each_kind
from engine.messages import Message
from engine.referee import batch, clock, open_game, ratings
from engine.referee.referee import Referee
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench import many, stage

GAMES = 330
BOUND = 100
"""Rows that one statement may bring of so many games; states that one act may open."""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database of many games that were told, in all of which the same people play; a third of
    them is over.
    """
    with stage.open_store(tmp_path, 1, timeout="2d") as store:
        asyncio.run(many.begin(store))
        many.multiplied(store, GAMES)
        over = """cast('{"result":"won ann",' || substr(cast(state as text), 2) as blob)"""
        store.db.execute(f"update game set result = 'won ann', state = {over} where rowid % 3 = 0")
        ratings.begin(store)
        return store.path


class Counted:
    """What was read of a database: the longest answer to one statement, and games with states."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.longest, self.states, self.sql = 0, 0, ""
        rows, one = SqliteStore.rows, SqliteStore.one

        def count_rows(store: SqliteStore, sql: str, *parameters: Any) -> list[Any]:
            found = rows(store, sql, *parameters)
            if len(found) > self.longest:
                self.longest, self.sql = len(found), sql
            self.states += len(found) * sql.startswith("select * from game")
            return found

        def count_one(store: SqliteStore, sql: str, *parameters: Any) -> Any:
            found = one(store, sql, *parameters)
            self.states += (found is not None) and sql.startswith("select * from game")
            return found

        monkeypatch.setattr(SqliteStore, "rows", count_rows)
        monkeypatch.setattr(SqliteStore, "one", count_one)


@pytest.fixture
def counted(club: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def command(*arguments: str) -> Callable[[Path], None]:
    def act(db: Path) -> None:
        done = CliRunner().invoke(main, [*arguments, f"--db={db}"])
        assert done.exit_code == 0, done.output

    return act


def word(text: str) -> Callable[[Path], None]:
    def act(db: Path) -> None:
        with SqliteStore(db) as store:
            referee = Referee(store, {stage.DOOR: stage.TinyDoor()})
            message = Message(door=stage.DOOR, id="1", sender="eve", text=text, at=stage.MADE)
            (receipt,) = referee.take([message], stage.MADE).answers
            assert receipt.status == "answered"

    return act


def start(db: Path) -> None:
    """Begin to work and end, forty days later: nothing is due in a third, the rest is overdue."""

    async def work(store: SqliteStore) -> None:
        writer = Writer(store, {stage.DOOR: stage.TinyDoor()}, clock.HandClock(stage.MADE))
        await writer.start()
        await writer.stop()

    with SqliteStore(db) as store:
        asyncio.run(work(store))


def draw(db: Path) -> None:
    with SqliteStore(db) as store:
        assert newest_of_each_kind(batch.Batch(store, {}, open_game.OpenGames())) == ["g0"]


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(command("games"), id="meanwhile games"),
        pytest.param(command("show", "g7"), id="meanwhile show"),
        pytest.param(command("history", "g7"), id="meanwhile history"),
        pytest.param(word("games"), id="games"),
        pytest.param(word("new battleboard"), id="new"),
        pytest.param(start, id="start"),
        pytest.param(draw, id="pictures at the start"),
    ],
)
def test_nothing_reads_all_games(club: Path, counted: Counted, act: Callable[[Path], None]) -> None:
    act(club)
    assert counted.longest <= BOUND, counted.sql
    assert counted.states <= BOUND


def test_ratings_read_their_table_in_pages(club: Path, counted: Counted) -> None:
    word("rating battleboard")(club)
    assert counted.longest <= BOUND, counted.sql


def pages(db: Path, *more: str) -> Iterator[list[str]]:
    after: list[str] = []
    while True:
        done = CliRunner().invoke(main, ["games", f"--db={db}", *more, *after])
        assert done.exit_code == 0, done.output
        yield re.findall(r"^  (g\d+)  ", done.output, re.MULTILINE)
        found = re.search(r"^There are more: meanwhile games (--after) (\S+)$", done.output, re.M)
        if found is None:
            return
        after = list(found.groups())


@pytest.mark.parametrize(("more", "most"), [((), 50), (("--most", "120"), 120)])
def test_the_pages_of_games_lead_through_all_of_them(
    club: Path, more: tuple[str, ...], most: int
) -> None:
    found = list(pages(club, *more))
    assert [len(page) for page in found[:-1]] == [most] * (len(found) - 1)
    listed = [game for page in found for game in page]
    assert sorted(listed) == sorted(f"g{n}" for n in range(GAMES))


def test_who_asks_for_what_stands_below_a_game_that_is_not_there_is_told(club: Path) -> None:
    done = CliRunner().invoke(main, ["games", "--after", "nosuch", f"--db={club}"])
    assert done.exit_code == 2
    assert "has no game 'nosuch'; `meanwhile games` lists those it has" in done.output
