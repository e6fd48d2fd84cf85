"""`meanwhile person`: what is kept about somebody, as a file."""

from pathlib import Path

import msgspec
import pytest

from bot.commands.person import contact_of
from engine.errors import UserError
from engine.store.rows import InboxRow
from engine.store.sqlite import SqliteStore
from tests.bot.program import run
from tests.kit.each import each


def test_the_file_holds_what_is_kept_and_is_its_owners_alone(tmp_path: Path) -> None:
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


def test_of_whom_nothing_is_kept_no_file_is_made(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db"):
        pass
    refused = run(tmp_path, "person", "eve@x.example", "--data", "eve.json")
    assert refused.returncode == 2
    assert "nothing is kept about mail/eve@x.example" in refused.stderr
    assert not (tmp_path / "eve.json").exists()


@each(
    "who, contact",
    [
        ("Ann@x.example", ("mail", "ann@x.example")),
        ("mail/Ann@x.example", ("mail", "ann@x.example")),
        ("<@80351110224678912>", ("discord", "80351110224678912")),
        ("discord/80351110224678912", ("discord", "80351110224678912")),
        ("terminal/ann", ("terminal", "ann")),
    ],
)
def test_a_person_is_named_as_everywhere(who: str, contact: tuple[str, str]) -> None:
    assert contact_of(who) == contact


@each("who", ["ann", "mail/nobody", "/x", "mail/"])
def test_who_is_named_otherwise_is_asked_for_the_whole_name(who: str) -> None:
    with pytest.raises(UserError):
        contact_of(who)


def test_an_operator_has_somebody_forgotten_at_once(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        row = InboxRow("mail", "<1>", b"d", 5, None, b'{"status":"answered"}', "ann@x.example")
        store.write(0, inbox=[row], notes=[("house", "name/mail/ann%40x.example", "Ann")])
    done = run(tmp_path, "person", "ann@x.example", "--forget")
    assert (done.returncode, done.stderr) == (0, "")
    assert "erased" in done.stdout
    assert b"x.example" not in (tmp_path / "meanwhile.db").read_bytes()
    assert run(tmp_path, "person", "ann@x.example", "--forget").returncode == 2


def test_it_must_be_said_what_is_to_be_done(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db"):
        pass
    refused = run(tmp_path, "person", "ann@x.example")
    assert refused.returncode == 2
    assert "--data FILE, or --forget" in refused.stderr


def test_who_has_asked_for_it_is_forgotten_by_tidying(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        notes = [("house", "name/mail/ann%40x.example", "Ann")]
        notes += [("house", f"forget/mail/{name}%40x.example", "5") for name in ("ann", "bob")]
        store.write(0, notes=notes)
    assert "would be removed: 2 people" in run(tmp_path, "tidy", "--dry-run").stdout
    assert "removed: 2 people" in run(tmp_path, "tidy").stdout
    assert b"x.example" not in (tmp_path / "meanwhile.db").read_bytes()
    assert "people" not in run(tmp_path, "tidy").stdout
