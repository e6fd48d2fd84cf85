"""`meanwhile gm`: the moderators' words from the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return moderated("new", "battleboard").split(":")[0]


def moderated(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_what_is_said_stands_in_the_history_and_in_the_audit_log(game: str) -> None:
    assert (
        moderated("gm", game, "announce", "The", "server", "moves.").splitlines()[0] == "Announced."
    )
    assert "Message from the moderators: The server moves." in moderated("history", game)
    assert "gm announce" in moderated("gm", game, "audit")


def test_the_players_learn_who_has_looked(game: str) -> None:
    assert '"world"' in moderated("gm", game, "look")
    moderated("gm", game, "close", "too", "few")
    assert "operator (the command line) viewed hidden information: everything." in moderated(
        "history", game
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["dance"], "Possible here: kick, pause"),
        (["remove", "bob"], "bob"),
        (["rollback", "9"], "The game has not begun yet."),
        (["correct", "x", "=", "1"], "Possible here"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(game: str, words: list[str], why: str) -> None:
    result = CliRunner().invoke(main, ["gm", game, *words])
    assert result.exit_code == 2
    assert why in result.output
    assert "Traceback" not in result.output


def test_a_game_that_there_is_not(game: str) -> None:
    result = CliRunner().invoke(main, ["gm", "nosuch", "pause"])
    assert result.exit_code == 2
    assert "no game 'nosuch'" in result.output
    assert game not in result.output
