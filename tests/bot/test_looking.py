"""`games`, `show`, `menu`, `history`: what there is, and how stored games stand."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlite_utils import Database

from bot.cli import main
from engine.store.sqlite import SqliteStore
from tests.bot.program import objects
from tests.kit.each import each
from tests.kit.games import names


@pytest.fixture
def id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    found: str = objects(tmp_path, ["ann: pass", "bob: bomb ann a2"])[0]["id"]
    monkeypatch.chdir(tmp_path)
    return found


def looked(*arguments: str) -> str:
    done: Result = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    return done.output


def audited() -> list[tuple[str, str, str]]:
    db = Database("meanwhile.db")
    try:
        return list(db.execute("select actor, action, game from audit order by id"))
    finally:
        db.close()


def test_every_kind_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = looked("games")
    assert [name for name in names() if name not in text] == []
    assert list(tmp_path.iterdir()) == []


def test_stored_games_are_listed(id: str) -> None:
    (line,) = [line for line in looked("games").splitlines() if id in line]
    assert "battleboard" in line
    assert "ann, bob: waits for ann" in line


@pytest.mark.parametrize("kind", names())
def test_a_kind_shows_its_options_and_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = looked("show", kind)
    assert "Options" in text
    assert Path(text.rpartition("Rules: ")[2].strip()).is_file()


def test_an_option_shows_its_default_and_its_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BB-1: 2 to 20 players, 2 unless said otherwise."""
    monkeypatch.chdir(tmp_path)
    (line,) = [
        line
        for line in looked("show", "battleboard").splitlines()
        if line.strip().startswith("players")
    ]
    assert line.split()[1] == "2"
    assert line.endswith("[2…20]")


def test_a_stored_game_shows_its_public_board(id: str) -> None:
    text = looked("show", id)
    assert "waits for ann" in text
    assert "1 of 2 cities" in text
    assert "your city" not in text
    assert audited() == []


def test_the_board_of_a_seat_is_an_operators_act(id: str) -> None:
    mine, public = looked("show", id, "--seat", "ANN"), looked("show", id)
    assert mine != public
    assert audited() == [("operator", "board of a seat", id)]
    before = looked("show", id, "--picture", "board.png")
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")
    assert before == public
    wrong = CliRunner().invoke(main, ["show", id, "--look", "near"])
    assert (wrong.exit_code, "--look near" in wrong.output) == (2, True)


def test_the_stack_is_a_moderators_act(id: str) -> None:
    text = looked("show", id, "--stack")
    assert text.splitlines()[-1].split() == ["Turns", '{"announced":true}']
    assert audited() == [("operator", "the stack", id)]


def test_a_menu_is_an_operators_act(id: str) -> None:
    text = looked("menu", id, "ANN")
    assert "bomb {target} {square}" in text
    assert audited() == [("operator", "menu of a seat", id)]


def test_the_public_history_is_for_all(id: str) -> None:
    lines = looked("history", id).splitlines()
    assert any("bob bombed ann at 0 1: hit." in line for line in lines)
    assert not any("cities are at" in line for line in lines)
    assert looked("history", id, "--from", "3").splitlines() == lines[2:]
    assert audited() == []


def test_the_history_of_a_seat_is_an_operators_act(id: str) -> None:
    text = looked("history", id, "--seat", "ann")
    assert "bob bombed your board at 0 1: hit." in text
    assert "your cities are at 0 1, 5 3" in text
    assert "2 2" not in text
    assert audited() == [("operator", "history of a seat", id)]


@pytest.mark.parametrize(
    ("command", "seen"),
    [
        (("show", "ID", "--seat", "ann"), "what ann sees."),
        (("menu", "ID", "ann"), "what ann sees."),
        (("history", "ID", "--seat", "ann"), "what ann sees."),
        (("replay", "ID", "2", "--seat", "ann"), "what ann sees."),
        (("show", "ID", "--stack"), "everything."),
    ],
    ids=lambda part: part[0] if isinstance(part, tuple) else "",
)
def test_the_players_are_told_of_a_viewing_from_the_command_line(
    id: str, command: tuple[str, ...], seen: str
) -> None:
    before = [line.strip() for line in looked("history", id).splitlines()]
    looked(*(id if word == "ID" else word for word in command))
    told = [line.strip() for line in looked("history", id).splitlines()]
    assert told[: len(before)] == before
    (line,) = told[len(before) :]
    assert f"operator (the command line) viewed hidden information: {seen}" in line


def test_a_finished_game_holds_no_secret_of_a_seat_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = objects(tmp_path, ["bob: withdraw", "ann: pass"])[0]["id"]
    monkeypatch.chdir(tmp_path)
    looked("history", id, "--seat", "ann")
    assert audited() == []


@pytest.mark.parametrize("arguments", [("menu", "ID", "carl"), ("history", "ID", "--seat", "carl")])
def test_an_unknown_seat_is_named_and_nothing_is_noted(id: str, arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, [id if word == "ID" else word for word in arguments])
    assert done.exit_code == 2
    assert "'carl'; there are: ann, bob" in done.stderr
    assert audited() == []


def test_looking_needs_no_writing(id: str) -> None:
    """A folder stands where the lock would be, as good as a medium that is read-only."""
    Path("meanwhile.db.lock").unlink(missing_ok=True)
    Path("meanwhile.db.lock").mkdir()
    assert "bob bombed ann" in looked("history", id)
    assert "ann" in looked("show", id)
    assert id in looked("games")
    assert "bombed" in looked("replay", id, "4")


def test_looking_works_beside_a_game_that_is_played_and_what_is_audited_says_what_it_needs(
    id: str,
) -> None:
    with SqliteStore(Path("meanwhile.db")):
        assert "bob bombed ann" in looked("history", id)
        refused = CliRunner().invoke(main, ["show", id, "--seat", "ann"], standalone_mode=False)
    assert "`meanwhile play`; quit that one first" in str(refused.exception)
    assert "no game is called" not in str(refused.exception)


def test_a_kind_has_no_picture(id: str) -> None:
    refused = CliRunner().invoke(
        main, ["show", "ambush", "--picture", "x.png"], standalone_mode=False
    )
    assert "name a stored game by its id" in str(refused.exception)
    assert not Path("x.png").exists()


@each("kind", names())
def test_options_stand_in_columns(kind: str) -> None:
    options = looked("show", kind).split("VALUE):\n")[1].split("\n\n")[0].splitlines()
    places = {[part.start() for part in re.finditer(r"(?<=  )\S", line)][-1] for line in options}
    assert options
    assert len(places) == 1
