"""Long work shows itself: every command that goes through games or entries is watched."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot import progress
from bot.cli import main
from engine.store.sqlite import SqliteStore
from tests.kit.each import each
from tests.records import played

LONG = {
    "replay": "replay g1 --html {0}/page.html --db {0}/g.db",
    "film": "replay g1 --film {0}/film.gif --db {0}/g.db",
    "try": "try battleboard --games 2 --jobs 1",
    "try with processes": "try battleboard --games 2 --jobs 2",
    "verify": "verify g1 --db {0}/g.db",
    "doctor": "doctor --db {0}/g.db",
    "move": "move --to {0}/other.db --db {0}/g.db",
    "export": "export --all --output {0}/games --db {0}/g.db",
    "import": "import {0}/one.json --db {0}/new.db",
    "backup": "backup {0}/copy.db --db {0}/g.db",
    "tidy": "tidy --db {0}/g.db",
}
"""Commands that may take longer than ten seconds."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    with SqliteStore(folder / "g.db") as store:
        played.play_out(played.referee(store))
    run(f"export g1 --output {folder}/one.json --db {folder}/g.db")
    return folder


def run(line: str) -> str:
    done = CliRunner().invoke(main, line.split())
    assert done.exit_code == 0, done.output
    return done.output


@each("line", LONG.values())
def test_long_work_is_watched(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    works, was = list[str](), progress.working

    @contextmanager
    def working(what: str, total: int | None = None) -> Iterator[object]:
        works.append(what)
        with was(what, total) as step:
            yield step

    commands = ("backup", "records", "replay", "tidy")
    for module in ("progress", *(f"cli_commands.{name}" for name in commands)):
        monkeypatch.setattr(f"bot.{module}.working", working)
    run(line.format(folder))
    assert works


def test_without_a_terminal_there_is_a_line_every_ten_seconds_and_none_with_json(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @click.command()
    @click.option("--json", "as_json", is_flag=True)
    def slow(*, as_json: bool) -> None:
        for _ in progress.watched(range(3), "games"):
            time.sleep(0.05)

    monkeypatch.setattr(progress, "EVERY", 0.03)
    done = CliRunner().invoke(slow)
    assert done.stdout == ""
    assert done.stderr.splitlines()[0] == "games: 0 of 3"
    assert CliRunner().invoke(slow, ["--json"]).output == ""
