"""`replay`: how a stored game stood at any time."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from bot.cli import main
from tests.bot.program import objects
from tests.renderers.test_film import frames


@pytest.fixture
def id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    found: str = objects(tmp_path, ["ann: pass", "bob: bomb ann a2"])[0]["id"]
    monkeypatch.chdir(tmp_path)
    return found


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.output


def test_the_last_line_shows_the_board_of_now(id: str) -> None:
    _, history = run("history", id)
    code, text = run("replay", id)
    assert code == 0
    assert text.startswith(history.splitlines()[-1].strip())
    _, shown = run("show", id)
    assert text.partition("\n\n")[2] in shown


def test_an_earlier_line_shows_an_earlier_board(id: str) -> None:
    """BB-12: a bombed square shows what was hit; before the bomb it shows nothing."""
    lines = run("history", id)[1].splitlines()
    bombed = next(n for n, line in enumerate(lines, 1) if "bombed" in line)
    before, after = (
        run("replay", id, str(n))[1].partition("\n\n")[2] for n in (bombed - 1, bombed)
    )
    assert before != after


def test_a_line_that_there_is_not_is_refused(id: str) -> None:
    last = len(run("history", id)[1].splitlines())
    code, text = run("replay", id, str(last + 1))
    assert code == 2
    assert f"its history ends with line {last}" in text


def test_a_seat_sees_its_own_cities_and_the_operator_is_noted(id: str) -> None:
    public, own = run("replay", id)[1], run("replay", id, "--seat", "ann")[1]
    assert public != own
    assert "carl" in run("replay", id, "--seat", "carl")[1]


def test_a_film_ends_with_the_board_of_its_last_line(id: str) -> None:
    code, _ = run("replay", id, "--film", "film.gif", "--picture", "board.png")
    assert code == 0
    board = Image.open(io.BytesIO(Path("board.png").read_bytes())).convert("RGB")
    shown = frames(Path("film.gif").read_bytes())
    assert len(shown) > 1
    assert shown[-1].crop((0, 0, *board.size)).tobytes() == board.tobytes()


def test_a_file_that_cannot_be_written_is_named(id: str) -> None:
    code, text = run("replay", id, "--picture", "no/such/folder.png")
    assert (code, "no/such/folder.png" in text) == (2, True)
