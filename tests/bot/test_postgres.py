"""The commands with a database on a server, as an operator uses them."""

import json
from pathlib import Path

import pytest

from tests.bot.program import run
from tests.store import server

PLAY = ("play", "battleboard", "--seats", "ann,bob", "--robot", "ann:2", "--robot", "bob:2")


def settings(folder: Path, url: str) -> None:
    """Write the settings that name a server."""
    (folder / "config.toml").write_text(f"[store]\nurl = {json.dumps(url)}\n")


def test_a_game_is_played_looked_at_and_verified_on_a_server_and_moved_into_a_file_and_back(
    tmp_path: Path,
) -> None:
    settings(tmp_path, server.fresh())
    played = run(tmp_path, *PLAY)
    assert played.returncode == 0, played.stderr
    listed = run(tmp_path, "games").stdout
    assert "battleboard" in listed
    (game,) = (
        line.split()[0] for line in listed.splitlines() if "has won" in line or "won" in line
    )
    assert "has won" in run(tmp_path, "history", game).stdout
    verified = run(tmp_path, "verify", game)
    assert "is verified" in verified.stdout, verified.stderr
    examined = run(tmp_path, "doctor")
    assert (examined.returncode, "PostgreSQL 1" in examined.stdout) == (0, True), examined
    assert not (tmp_path / "meanwhile.db").exists()

    moved = run(tmp_path, "move", "--to", "file.db")
    assert "1 of 1 games replayed" in moved.stdout, moved.stderr
    assert "is verified" in run(tmp_path, "verify", game, "--db", "file.db").stdout
    again = run(tmp_path, "move", "--to", "file.db")
    assert (again.returncode, "not empty" in again.stderr) == (2, True)

    other = server.fresh()
    moved = run(tmp_path, "move", "--to", other, "--db", "file.db")
    assert "url = " in moved.stdout, moved.stderr
    settings(tmp_path, other)
    assert run(tmp_path, "verify", game).stdout == verified.stdout

    copied = run(tmp_path, "backup", "copy.db")
    assert "copy.db: 1 game" in copied.stdout, copied.stderr
    assert run(tmp_path, "verify", game, "--db", "copy.db").stdout == verified.stdout


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://nobody@127.0.0.1:1/x", "Connection refused"),
        ("mysql://x", "store.url"),
    ],
)
def test_a_server_that_cannot_be_reached_is_named_with_what_would_help(
    tmp_path: Path, url: str, said: str
) -> None:
    settings(tmp_path, url)
    tried = run(tmp_path, "games")
    assert tried.returncode == 2
    assert said in tried.stderr
    assert "Traceback" not in tried.stderr
