"""What is drawn before anybody waits for a picture."""

import asyncio
import io
import logging
from functools import partial
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from PIL import Image

import renderers
from bot import cli
from bot.service import supervisor
from bot.service.drawing import DrawingService
from engine.errors import UserError
from engine.referee import new_games
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import Setup
from engine.store.sqlite import SqliteStore
from renderers.dicechess import board
from renderers.toolkit.colours import stored
from tests.bot.program import objects
from tests.kit.each import each
from tests.renderers.test_film import frames


def made(path: Path, *kinds: str) -> None:
    """A database with a game of each of these kinds, ``g0`` and so on, in order of their age."""
    with SqliteStore(path) as store:
        for n, kind in enumerate(kinds):
            setup = Setup(id=f"g{n}", secret=b"s" * 32, options={}, scenario={}, at=1_000 + n)
            Referee(store, {}).take([partial(Batch.make, kind=kind, setup=setup, addresses=[])], 1)


def served(path: Path) -> None:
    drawing = DrawingService("en")

    async def play() -> None:
        stopping = asyncio.Event()
        serving = asyncio.create_task(supervisor.serve(path, [drawing], stopping))
        await drawing.drawn.wait()
        stopping.set()
        await serving

    asyncio.run(play())
    assert drawing.failures == 0


def test_the_first_picture_of_a_game_that_runs_finds_its_board_and_colours_made(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    made(path, "dicechess")
    for kept in (board.background, stored):
        kept.cache_clear()
    served(path)
    assert board.background.cache_info().currsize == stored.cache_info().currsize == 1


def test_the_newest_game_of_each_kind_is_drawn_once_and_one_that_cannot_be_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path, drawn = tmp_path / "games.db", list[str]()

    def picture(kind: str, view: object, language: str) -> bytes:
        drawn.append(kind)
        if kind == "dicechess":
            raise ValueError("no colours")
        return b""

    monkeypatch.setattr(renderers, "picture", picture)
    made(path, "battleboard", "battleboard", "dicechess")
    with caplog.at_level(logging.WARNING):
        served(path)
    assert drawn == ["dicechess", "battleboard"]
    assert [record.getMessage() for record in caplog.records] == [
        "game g2 cannot be drawn: ValueError"
    ]


CHARTS = (
    files("engine.games.desert")
    .joinpath("charts", "house-1.toml")
    .read_text("utf-8")
    .replace("house-1", "mine")
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "club.toml").write_text(CHARTS, "utf-8")
    (tmp_path / "mine.toml").write_text(CHARTS, "utf-8")
    (tmp_path / "bad.toml").write_text(CHARTS.replace("ratio = 2", 'ratio = "x"'), "utf-8")
    (tmp_path / "both.toml").write_text("chart_file = 'x'", "utf-8")
    (tmp_path / "large.toml").write_text("#" * (new_games.LONGEST_FILE + 1), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(line: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.main, line.split())
    return result.exit_code, result.output


@each(
    "line",
    [
        "--charts mine.toml",
        "--option charts=club",
        "--option charts=club --option scenario=sidi-rahal",
    ],
)
def test_a_game_keeps_the_text_of_its_charts(folder: Path, line: str) -> None:
    code, text = said(f"new desert {line}")
    assert code == 0, text
    store = SqliteStore(folder / "meanwhile.db", reading=True)
    row = store.game(text.partition(":")[0])
    assert row is not None
    assert msgspec.json.decode(row.setup)["scenario"] == {"chart_file": CHARTS}


@each(
    "line, reason",
    [
        (
            "new desert --charts bad.toml",
            f"line {CHARTS.splitlines().index('ratio = 2') + 1}: [raw_strength] ratio",
        ),
        ("new desert --charts large.toml", "large.toml: the file is too long; at most 256 KiB"),
        ("new desert --charts no.toml", "no.toml: No such file"),
        ("new desert --charts mine.toml --scenario both.toml", "given twice"),
        ("new desert --charts mine.toml --option charts=club", "given twice"),
        ("new desert --option charts=ours", "Possible here: club"),
        ("new desert --option charts=../mine", "Possible here: club"),
        ("new desert --option colour=red", "charts"),
        ("new battleboard --charts mine.toml", "takes no file of charts"),
        ("play battleboard --charts mine.toml", "takes no file of charts"),
        ("play --resume abc --charts mine.toml", "leave out --charts"),
        ("line desert --json --charts bad.toml", "[raw_strength] ratio"),
    ],
)
def test_what_cannot_be_done_is_said(folder: Path, line: str, reason: str) -> None:
    code, text = said(line)
    assert code == 2
    assert reason in text


def test_charts_that_are_odd_are_taken_with_a_warning(folder: Path) -> None:
    """1.2.5: a better cohesion never makes the result worse; here -2 is better than -1."""
    odd = CHARTS.replace(
        '"-2" = ["-", "-", "-", "-", "11-51", "52-66"',
        '"-2" = ["-", "-", "-", "11-51", "52-66", "-"',
    )
    assert odd != CHARTS
    (folder / "odd.toml").write_text(odd, "utf-8")
    code, text = said("new desert --charts odd.toml")
    assert code == 0
    assert "warning: " in text


def test_the_files_folder_is_not_left(tmp_path: Path) -> None:
    """A name is that of a file in the folder, never a path."""
    (tmp_path / "secret.toml").write_text("x", "utf-8")
    (tmp_path / "charts").mkdir()
    for name in ("../secret", "..", "", "/etc/passwd", f"../{tmp_path.name}/secret"):
        with pytest.raises(UserError, match=r"^no-such-file: charts=[^:]*$"):
            new_games.kept_file(tmp_path, "charts", name)
    with pytest.raises(UserError, match=r"^no-such-file: charts=[^:]*$"):
        new_games.kept_file(None, "charts", "club")


@pytest.fixture
def id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    found: str = objects(tmp_path, ["ann: pass", "bob: bomb ann a2"])[0]["id"]
    monkeypatch.chdir(tmp_path)
    return found


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli.main, arguments)
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


def test_a_film_ends_with_the_board_of_its_last_line(id: str) -> None:
    code, _ = run("replay", id, "--film", "film.gif", "--picture", "board.png")
    assert code == 0
    board = Image.open(io.BytesIO(Path("board.png").read_bytes())).convert("RGB")
    shown = frames(Path("film.gif").read_bytes())
    assert len(shown) > 1
    assert shown[-1].crop((0, 0, *board.size)).tobytes() == board.tobytes()
