"""Where settings and data lie: the current folder, or the XDG folders of who has installed it."""

from pathlib import Path

import pytest

from bot import places
from bot.config import Config, read_config


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


def test_paths_of_settings_that_an_option_names_go_out_from_the_current_folder(
    home: Path,
) -> None:
    Path("mine.toml").write_text('log = "club.log"')
    assert files(read_config(Path("mine.toml"))) == ("meanwhile.db", "club.log", "pictures")


def test_who_has_no_home_has_the_current_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert files(read_config(None)) == HERE
