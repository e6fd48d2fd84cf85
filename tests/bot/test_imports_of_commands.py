"""What a command loads before it answers: the import list, which no load of the machine changes."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from bot.cli import COMMANDS, main

LOADED = """
import sys
from bot.cli import main
try:
    main({arguments!r})
finally:
    print("\\n".join(sys.modules), file=sys.stderr)
"""
HEAVY = {"PIL", "discord", "sqlite_utils", "structlog", "structlog.dev", "rich", "prompt_toolkit"}
SLOW_TO_SHOW = {"renderers", "mail", "fluent", "babel", "chess.pgn", "engine.referee.referee"}


def loaded(folder: Path, *arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(arguments=arguments)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines())


@pytest.mark.parametrize("arguments", [("--help",), ("--version",)])
def test_the_help_loads_no_command_and_no_game(tmp_path: Path, arguments: tuple[str]) -> None:
    found = loaded(tmp_path, *arguments)
    assert "bot.cli" in found
    assert found & (HEAVY | SLOW_TO_SHOW) == set()
    assert [name for name in found if name.startswith(("bot.commands", "engine.games."))] == []


def test_the_list_of_games_loads_no_rules_and_nothing_that_draws_or_stores(tmp_path: Path) -> None:
    found = loaded(tmp_path, "games")
    assert "bot.commands.games" in found
    assert "engine.games.battleboard" not in found
    assert found & (HEAVY | SLOW_TO_SHOW) == set()


def test_who_plays_a_game_loads_no_other(tmp_path: Path) -> None:
    """The words of all games are read, and none of the games for them."""
    found = loaded(tmp_path, "play", "battleboard", "--seats", "ann,bob", "--json")
    assert {"engine.games.battleboard", "renderers.sentences"} <= found
    others = ("ambush", "derelict", "desert", "dicechess")
    assert [
        name for name in found if name.startswith(tuple(f"engine.games.{x}" for x in others))
    ] == []
    assert [
        name for name in found if name.startswith(tuple(f"renderers.{x}" for x in others))
    ] == []


def test_the_help_says_of_each_command_what_the_command_says_first_of_itself() -> None:
    context = click.Context(main)
    said = {name: main.get_command(context, name) for name in COMMANDS}
    assert {name: text for name, (_, text) in COMMANDS.items()} == {
        name: command and command.get_short_help_str(limit=200) for name, command in said.items()
    }
