"""Tables of one's own, for games that take such (Desert, 1.2): from a file,
and from the operator's folder.
"""

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from bot.cli import main
from engine.errors import UserError
from engine.referee import new_games
from engine.store.sqlite import SqliteStore

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
    result = CliRunner().invoke(main, line.split())
    return result.exit_code, result.output


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("line", "reason"),
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
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_done_is_said(line: str, reason: str) -> None:
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
