"""Doors that are installed beside the own ones: served as the settings say, or refused clearly."""

import asyncio
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli_commands.serve import services_of
from bot.config import Config, MailConfig, read_config
from bot.service.entries import entries
from engine.errors import UserError
from engine.referee import contacts
from tests.outside.install import EXAMPLES, installed, note
from tests.referee.stage import House, Table


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "packages"
    folder.mkdir()
    installed(folder, EXAMPLES / "box")
    note(folder, "gone", {contacts.GROUP: {"gone": "gone_for_ever:GONE"}})
    monkeypatch.syspath_prepend(folder)
    contacts.names.cache_clear()
    contacts.loaded.cache_clear()
    yield folder
    sys.modules.pop("box", None)
    contacts.names.cache_clear()
    contacts.loaded.cache_clear()


def settings(folder: Path, text: str) -> Config:
    file = folder / "config.toml"
    file.write_text(text)
    return read_config(file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[doors.bx]\n", "[doors.bx]: nothing of that name is installed; there is: box, gone"),
        ("[doors.gone]\n", "[doors.gone]: gone_for_ever:GONE cannot be loaded: "),
        ("[doors.mail]\n", "[doors.mail]: put the settings of mail under [mail]"),
        (
            '[doors.box]\nfoldr = "x"\n',
            "[doors.box]: there is no setting 'foldr'; did you mean 'folder'? there are: folder,",
        ),
        ("[doors.box]\n", "[doors.box]: "),
        ("[doors.box]\nfolder = 7\n", "[doors.box]: "),
        ("", "there is nobody to serve: set MEANWHILE_DISCORD_TOKEN in "),
    ],
    ids=["unknown", "broken", "own", "misspelt", "missing", "wrong", "none"],
)
def test_what_cannot_be_served_is_said_with_its_table(
    box: Path, tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(UserError) as refused:
        services_of(settings(tmp_path, text), tmp_path / "x.db")
    assert str(refused.value).startswith(said)


def test_a_door_is_served_if_the_settings_have_its_table(box: Path, tmp_path: Path) -> None:
    config = settings(tmp_path, f'[doors.box]\nfolder = "{tmp_path / "files"}"\n')

    async def doors() -> set[str]:
        services = services_of(config, tmp_path / "x.db")
        return {door for service in services for door in service.doors}

    assert asyncio.run(doors()) == {"box", "terminal", "robot"}


def test_one_without_a_table_is_not_even_loaded(box: Path) -> None:
    assert [entry.name for entry in entries(Config())] == ["discord", "mail"]
    assert "box" not in sys.modules


def test_only_a_service_that_can_write_to_operators_is_asked_to(box: Path, tmp_path: Path) -> None:
    operators = 'operators = ["box/ann", "mail/ann@mail.example"]\n'
    config = settings(tmp_path, f'{operators}[doors.box]\nfolder = "files"\n')
    watch: Any = services_of(config, tmp_path / "x.db")[-1]
    assert (watch.name, set(watch.tells)) == ("watch", set())


@pytest.mark.parametrize(
    ("door", "text", "sender"),
    [
        ("discord", "<@80351110224678912>", "80351110224678912"),
        ("discord", "<@!7>", "7"),
        ("discord", "7", None),
        ("mail", "Bob@Example.org", "bob@example.org"),
        ("mail", "bob@example", None),
        ("mail", f"{'b' * 64}@{'e' * 63}.{'f' * 63}.{'g' * 63}", None),
        ("box", "ann", None),
    ],
)
def test_who_is_named_as_people_of_one_door_alone_are(
    box: Path, door: str, text: str, sender: str | None
) -> None:
    found = {name: names.sender(text) for name, names in contacts.names().items()}
    assert found == {**dict.fromkeys(found), door: sender}


def test_a_door_whose_module_is_gone_takes_no_names_from_the_others(
    box: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert list(contacts.names()) == ["discord", "mail", "box", "program", "webhook"]
    assert "the door gone (gone_for_ever:GONE) cannot be loaded" in caplog.text


def test_a_name_at_a_door_is_read_as_that_door_spells_it(box: Path) -> None:
    names = contacts.names()
    assert names["box"].checked("ann") == "ann"
    assert names["box"].checked("../ann") is None
    assert names["mail"].checked("Ann@Mail.Example") == "ann@mail.example"
    assert contacts.DoorNames().checked("anything") == "anything"


def test_a_package_cannot_take_the_place_of_an_own_door(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    note(other, "thief", {contacts.GROUP: {"mail": "box:BOX"}})
    monkeypatch.syspath_prepend(other)
    assert contacts.installed()["mail"].value == "bot.service.entries:MAIL"


def test_mail_is_served_where_it_has_an_address() -> None:
    _, mail = entries(Config())
    assert mail.told(Config()) is None
    config = MailConfig(address="referee@mail.example")
    assert mail.told(Config(mail=config)) == config


@pytest.mark.parametrize("who", ["..", "box/..", "box/../x", "Zoe", "mail/ann"])
def test_nobody_is_called_what_their_door_does_not_take_for_a_name(
    box: Path, tmp_path: Path, who: str
) -> None:
    """Else the box would write outside its folder."""
    house = House(tmp_path / "house.db", Table(kind="battleboard"))
    try:
        receipt = house.say("olga", f"gm moderator {who}", rank="operator")
        assert receipt.refusal is not None
        assert receipt.refusal.code == "no-such-person"
        assert house.say("olga", "gm moderator cy", rank="operator").status == "answered"
    finally:
        house.close()
