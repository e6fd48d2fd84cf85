"""`meanwhile person`: what is kept about somebody, as a file."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from bot import cli, places
from bot.cli_commands.person import account_of
from bot.config import Config, read_config
from engine.errors import UserError
from engine.store.rows import InboxRow
from engine.store.sqlite import SqliteStore
from tests.bot.program import run
from tests.kit.each import each


def test_the_file_holds_what_is_kept_until_that_is_forgotten(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        row = InboxRow("mail", "<1>", b"d", 5, None, b'{"status":"answered"}', "ann@x.example")
        store.write(0, inbox=[row], notes=[("house", "name/mail/ann%40x.example", "Ann")])
    done = run(tmp_path, "person", "Ann@x.example", "--data", "ann.json")
    assert (done.returncode, done.stderr) == (0, "")
    found = msgspec.json.decode((tmp_path / "ann.json").read_bytes())
    assert found["names"] == ["Ann"]
    assert found["accounts"] == [{"at": "mail", "name": "ann@x.example"}]
    assert [one["at"] for one in found["receipts"]] == [5]
    assert (tmp_path / "ann.json").stat().st_mode & 0o077 == 0
    again = run(tmp_path, "person", "ann@x.example", "--data", "ann.json")
    assert again.returncode == 2
    assert "--force" in again.stderr
    done = run(tmp_path, "person", "ann@x.example", "--forget")
    assert (done.returncode, done.stderr) == (0, "")
    assert "erased" in done.stdout
    assert b"x.example" not in (tmp_path / "meanwhile.db").read_bytes()
    assert run(tmp_path, "person", "ann@x.example", "--forget").returncode == 2


def test_what_cannot_be_done_about_somebody_is_said(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db"):
        pass
    refused = run(tmp_path, "person", "eve@x.example", "--data", "eve.json")
    assert refused.returncode == 2
    assert "nothing is kept about mail/eve@x.example" in refused.stderr
    assert not (tmp_path / "eve.json").exists()
    refused = run(tmp_path, "person", "ann@x.example")
    assert refused.returncode == 2
    assert "--data FILE or --forget" in refused.stderr


@each(
    "who, account",
    [
        ("Ann@x.example", ("mail", "ann@x.example")),
        ("mail/Ann@x.example", ("mail", "ann@x.example")),
        ("<@80351110224678912>", ("discord", "80351110224678912")),
        ("discord/80351110224678912", ("discord", "80351110224678912")),
        ("terminal/ann", ("terminal", "ann")),
    ],
)
def test_a_person_is_named_as_everywhere(who: str, account: tuple[str, str]) -> None:
    assert account_of(who) == account


@each("who", ["ann", "mail/nobody", "/x", "mail/"])
def test_who_is_named_otherwise_is_asked_for_the_whole_name(who: str) -> None:
    with pytest.raises(UserError):
        account_of(who)


def test_who_has_asked_for_it_is_forgotten_by_tidying(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        notes = [("house", "name/mail/ann%40x.example", "Ann")]
        notes += [("house", f"forget/mail/{name}%40x.example", "5") for name in ("ann", "bob")]
        store.write(0, notes=notes)
    assert "would be removed: 2 people" in run(tmp_path, "tidy", "--dry-run").stdout
    assert "removed: 2 people" in run(tmp_path, "tidy").stdout
    assert b"x.example" not in (tmp_path / "meanwhile.db").read_bytes()
    assert "people" not in run(tmp_path, "tidy").stdout


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return moderated("new", "battleboard").split(":")[0]


def moderated(*arguments: str) -> str:
    result = CliRunner().invoke(cli.main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_what_is_said_stands_in_the_history_and_in_the_audit_log(game: str) -> None:
    assert (
        moderated("gm", game, "announce", "The", "server", "moves.").splitlines()[0] == "Announced."
    )
    assert "Message from the moderators: The server moves." in moderated("history", game)
    assert "gm announce" in moderated("gm", game, "audit")


def test_the_players_learn_who_has_looked(game: str) -> None:
    assert "\nworld:\n" in moderated("gm", game, "look")
    moderated("gm", game, "close", "too", "few")
    assert "operator (the command line) viewed hidden information: everything." in moderated(
        "history", game
    )


@each(
    "words, why",
    [
        ("GAME dance", "Possible here: kick, pause"),
        ("GAME remove bob", "bob"),
        ("GAME rollback 9", "The game has not begun yet."),
        ("GAME correct x = 1", "Possible here"),
        ("nosuch pause", "no game 'nosuch'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(game: str, words: str, why: str) -> None:
    result = CliRunner().invoke(cli.main, ["gm", *words.replace("GAME", game).split()])
    assert result.exit_code == 2
    assert why in result.output
    assert "Traceback" not in result.output


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(places, "CHECKOUT", tmp_path / "pyproject.toml")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path / "home"


def files(config: Config) -> tuple[str, str, str]:
    return config.db, config.log, config.pictures


def in_home(home: Path) -> tuple[str, str, str]:
    state, cache = home / ".local" / "state" / "meanwhile", home / ".cache" / "meanwhile"
    return str(state / "meanwhile.db"), str(state / "meanwhile.log"), str(cache / "pictures")


HERE = ("meanwhile.db", "meanwhile.log", "pictures")


def test_installed_without_settings_data_lie_in_the_folders_of_the_user(home: Path) -> None:
    assert files(read_config(None)) == in_home(home)


def test_in_a_checkout_they_lie_in_the_current_folder(home: Path) -> None:
    places.CHECKOUT.touch()
    (home / ".config" / "meanwhile").mkdir(parents=True)
    (home / ".config" / "meanwhile" / "config.toml").write_text('language = "zh-TW"')
    assert read_config(None) == Config()


def test_the_settings_of_the_user_are_read_and_their_paths_go_out_from_the_same_folders(
    home: Path,
) -> None:
    (home / ".config" / "meanwhile").mkdir(parents=True)
    text = 'language = "zh-TW"\ndb = "meanwhile.db"\nlog = "-"\npictures = "/srv/pictures"'
    (home / ".config" / "meanwhile" / "config.toml").write_text(text)
    found = read_config(None)
    assert found.language == "zh-TW"
    assert files(found) == (in_home(home)[0], "-", "/srv/pictures")


def test_variables_name_other_folders_unless_they_are_relative(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    db, _, pictures = files(read_config(None))
    assert Path(db) == tmp_path / "state" / "meanwhile" / "meanwhile.db"
    assert pictures == in_home(home)[2]


@pytest.mark.parametrize("kept", ["config.toml", "meanwhile.db"])
def test_a_folder_with_settings_or_a_database_of_its_own_is_used(home: Path, kept: str) -> None:
    Path(kept).touch()
    assert files(read_config(None)) == HERE


def test_paths_of_settings_that_an_option_names_go_out_from_the_current_folder(home: Path) -> None:
    Path("mine.toml").write_text('log = "club.log"')
    assert files(read_config(Path("mine.toml"))) == ("meanwhile.db", "club.log", "pictures")


def test_who_has_no_home_has_the_current_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert files(read_config(None)) == HERE
