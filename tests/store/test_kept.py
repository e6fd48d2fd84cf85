"""Every database of a released version is opened by today's program: each game of it is the one
that its journal makes, and goes on.
"""

import gzip
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.cli_commands.doctor import game_faults
from engine.referee.batch import Batch
from engine.referee.standing_orders import ALWAYS
from engine.store import counts, history, sqlite
from tests.repo.tree import ROOT
from tests.store.kept import (
    ANN,
    ANSWER,
    BOB,
    ELSEWHERE,
    FILED,
    FOLDER,
    GAMES,
    SEALED,
    SPOKEN,
    Club,
    half_sealed,
)

VERSIONS = sorted(path.name.removesuffix(".db.gz") for path in FOLDER.iterdir())


@pytest.fixture(params=VERSIONS)
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    kept = FOLDER / f"{request.param}.db.gz"
    (tmp_path / "club.db").write_bytes(gzip.decompress(kept.read_bytes()))
    with sqlite.SqliteStore(tmp_path / "club.db") as store:
        club = Club(store)
        club.at = counts.last_told(store) or club.at
        yield club


def games(club: Club) -> dict[str, str]:
    tables = {id: club.table(id) for id in club.store.ids()}
    return {table.game.name: id for id, table in tables.items() if table.state.result is None}


def test_this_version_has_a_database_that_is_kept() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] in VERSIONS


def test_every_game_is_what_its_journal_makes(club: Club) -> None:
    assert set(games(club)) == set(GAMES)
    assert len(club.store.ids()) == len(GAMES) + 1, "and one that is over"
    assert list(club.store.faults()) == []
    assert [fault for id in club.store.ids() for fault in game_faults(club.store, id)] == []


def test_what_was_done_in_them_still_holds(club: Club) -> None:
    for kind, id in games(club).items():
        table, rows = club.table(id), club.store.bulletins(id)
        seats = dict(zip(GAMES[kind][1], (ANN, BOB), strict=True))
        assert history.taken_back(rows), f"nothing of {kind} was taken back"
        assert table.state.people.times.standing == {GAMES[kind][1][1]: (FILED,)}
        assert half_sealed(table) or kind not in SEALED
        opened = club.opened(id)
        assert {seat: opened.seat_of(*who) for seat, who in seats.items()} == {
            seat: seat for seat in seats
        }
        talk = [row.body.decode() for row in club.store.news(id) if row.kind == "talk"]
        assert [SPOKEN in text for text in talk] == [True]
        times, (_, bob) = table.state.people.times, GAMES[kind][1]
        assert set(times.hours) == set(times.away) == {bob}
    assert FILED.startswith(ALWAYS)
    journal = [data for data, _ in club.store.journal(games(club)["battleboard"])]
    assert [ANSWER.encode() in data for data in journal if b"FileOrders" in data][:2] == [True] * 2

    def person(batch: Batch) -> list[tuple[str, str]]:
        return batch.accounts.person(ANN)

    (found,) = club.referee.take([person], club.at).answers
    assert isinstance(found, list)
    assert sorted(found) == sorted([ANN, ELSEWHERE])


def test_every_game_goes_on(club: Club) -> None:
    for kind, id in games(club).items():
        people = dict(zip(GAMES[kind][1], (ELSEWHERE, BOB), strict=True))
        before = club.opened(id).n
        while not club.go_on(id, people, Random(kind)):
            pass
        assert club.opened(id).n > before
        assert list(game_faults(club.store, id)) == []
