"""Settings: found, read, and refused where they are not known."""

from pathlib import Path

import pytest
from msgspec import Struct

from bot.config import Config, read_config, unknown_keys
from engine.errors import UserError


def test_without_a_file_there_are_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_config(None) == Config()


def test_the_file_of_the_current_folder_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('db = "other.db"')
    assert read_config(None).db == "other.db"


def test_a_named_file_is_read_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('db = "other.db"')
    (tmp_path / "mine.toml").write_text('language = "zh-TW"')
    assert read_config(Path("mine.toml")) == Config(language="zh-TW")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('langauge = "en"', ["langauge", "did you mean 'language'", "pictures"]),
        ("db = 3", ["db", "str"]),
        ('language = "fr"', ["language", "fr"]),
        ("db = =", ["line 1"]),
    ],
)
def test_a_bad_setting_is_named_with_its_file(tmp_path: Path, text: str, said: list[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UserError) as problem:
        read_config(path)
    assert [word for word in (*said, "mine.toml") if word not in str(problem.value)] == []


def test_a_key_of_an_inner_table_is_named_in_full() -> None:
    class Inner(Struct):
        port: int = 0

    class Outer(Struct):
        line: Inner

    assert list(unknown_keys({"line": {"prot": 1}}, Outer)) == [("line.prot", ["port"])]
