"""Files of strangers: what is in them may do no harm."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import REFEREE, Join
from engine.store import record
from engine.store.journal import encode, link
from engine.store.sqlite import SqliteStore
from tests.kit.made import setup_of
from tests.records.played import SECRET, play_out, referee, send
from tests.records.test_all import call, spoiled

Change = Callable[[Any], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    with SqliteStore(tmp_path / "a.db") as store:
        for game in ("g1", "g2"):
            r = referee(store, game)
            send(r, r.memory[game].table.world.turn, "pass", game)
    assert (
        call("export", "--all", "-o", tmp_path / "files", "--db", tmp_path / "a.db").exit_code == 0
    )
    return tmp_path / "files" / "g1.json"


def forged(tmp_path: Path, id: str) -> Path:
    with SqliteStore(tmp_path / "forged.db") as store:
        play_out(referee(store, id), game=id)
        row = store.game(id)
        assert row is not None
        (tmp_path / "forged.json").write_bytes(record.write(record.export(store, row)))
    return tmp_path / "forged.json"


@pytest.mark.parametrize(
    "id", ["../../pwned", "a/b", "..", "", "\x1b]0;owned\x07\x1b[2J", "G1", "a" * 31, "é", "g1\n"]
)
def test_an_id_that_could_be_more_than_one_is_refused(tmp_path: Path, id: str) -> None:
    done = call("import", forged(tmp_path, id), "--db", tmp_path / "new.db")
    assert done.exit_code == 2
    assert "an id has 1 to 30 of the characters a-z, 0-9 and -" in done.output
    assert not set("\x1b\x07") & set(done.output)
    with SqliteStore(tmp_path / "new.db") as store:
        assert store.ids() == []


def test_players_of_a_file_are_left_out_unless_asked_for(tmp_path: Path, file: Path) -> None:
    def addresses(db: Path) -> list[tuple[str, str]]:
        with SqliteStore(db) as store:
            return [(address.door, address.viewer) for address in store.addresses("g1")]

    assert call("import", file, "--db", tmp_path / "without.db").exit_code == 0
    assert addresses(tmp_path / "without.db") == []
    assert call("import", file, "--with-players", "--db", tmp_path / "with.db").exit_code == 0
    assert addresses(tmp_path / "with.db") == addresses(tmp_path / "a.db") != []


def test_who_is_told_of_an_imported_game_has_been_told_all_that_the_file_tells(
    tmp_path: Path, file: Path
) -> None:
    """Else a process would look through every game that was brought in."""
    assert call("import", file, "--with-players", "--db", tmp_path / "new.db").exit_code == 0
    with SqliteStore(tmp_path / "new.db") as store:
        (door,) = {address.door for address in store.addresses("g1")}
        assert store.behind(door) == []
        r = Referee(store, {})
        batch = Batch(store, {}, r.memory)
        opened = batch.game("g1")
        assert opened is not None
        told = opened.told
        assert send(r, opened.table.world.turn, "pass", "g1").status == "taken"
        assert [(one.game, one.upto) for one in store.behind(door)] == [("g1", told)]


def other_game(data: Any) -> None:
    for address in data["addresses"]:
        address["game"] = "g2"


def test_players_of_a_file_are_those_of_its_game(tmp_path: Path, file: Path) -> None:
    """Else it would seat somebody in another game of the database."""
    call("import", file.with_name("g2.json"), "--with-players", "--db", tmp_path / "new.db")
    with SqliteStore(tmp_path / "new.db") as store:
        before = store.addresses("g2")
    spoiled(file, other_game)
    assert call("import", file, "--with-players", "--db", tmp_path / "new.db").exit_code == 0
    with SqliteStore(tmp_path / "new.db") as store:
        assert store.addresses("g2") == before
        assert [address.viewer for address in store.addresses("g1")] == [
            address.viewer for address in before
        ]


def at_the_top(**values: Any) -> Change:
    return lambda data: data.update(values)


def in_talk(at: int, text: str = "hello") -> Change:
    return lambda data: data["talk"].append([at, "ann", "*", text])


def in_the_first_bulletin(**values: Any) -> Change:
    return lambda data: data["bulletins"][0].update(values)


CHANGES = {
    "made in a year that no calendar has": at_the_top(created=2**63),
    "made before there were seconds": at_the_top(created=-1),
    "an edition without end": at_the_top(edition=2**70),
    "talk of a year that no calendar has": in_talk(2**63),
    "talk that commands a terminal": in_talk(0, "\x1b[2J"),
    "talk that turns around": in_talk(0, "abc\u202edef"),
    "a bulletin without end": in_the_first_bulletin(n=2**63),
    "a bulletin of no time": in_the_first_bulletin(at=-5),
    "a bulletin twice": lambda data: data["bulletins"].append(data["bulletins"][0]),
    "an entry of a year that no calendar has": lambda data: data["journal"][-1]["entry"].update(
        at=2**63
    ),
    "undone to nowhere": in_the_first_bulletin(undo_to=-(2**65)),
    "half a character": in_talk(0, "\ud800"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_file_that_is_refused_is_one_line_and_stops_no_other(
    tmp_path: Path, file: Path, change: Change
) -> None:
    spoiled(file, change)
    done = call("import", file.parent, "--with-players", "--db", tmp_path / "new.db")
    assert "fault of the program" not in done.output
    assert not set("\x1b\u202e") & set(done.output)
    refused = [line for line in done.output.splitlines() if line.startswith("refused: ")]
    assert [f"{file}: " in line for line in refused] == [True]
    with SqliteStore(tmp_path / "new.db") as store:
        assert store.ids() == ["g2"]
    assert "all is well" in call("doctor", "--db", tmp_path / "new.db").output


def test_a_name_that_commands_a_terminal_is_refused_though_all_of_it_holds(tmp_path: Path) -> None:
    """Whoever writes the file can make the chain to fit."""
    with SqliteStore(tmp_path / "a.db") as store:
        referee = Referee(store, {})

        def make(batch: Batch) -> None:
            opened = batch.make(
                "battleboard",
                setup_of("g1", SECRET, {"size": "4x4", "cities": 2}, at=100),
                [],
            )
            batch.enter(opened, 100, REFEREE, Join("ann", "an\x1b[31mn", "salt"))

        referee.take([make], 100)
        row = store.game("g1")
        assert row is not None
        found = record.export(store, row)
    assert record.verify(found).faults == ()
    (tmp_path / "g1.json").write_bytes(record.write(found))
    done = call("import", tmp_path / "g1.json", "--db", tmp_path / "new.db")
    assert done.exit_code == 2
    assert "holds characters that command a terminal" in done.output
    assert "\x1b" not in done.output


def test_a_file_of_a_newer_version_is_not_taken_in_without_what_is_new_in_it(
    tmp_path: Path, file: Path
) -> None:
    """Its chain holds: only the order has a field that this version does not know."""

    def newer(data: Any) -> None:
        *_, before, last = data["journal"]
        last["entry"]["order"]["loudly"] = True
        last["hash"] = link(bytes.fromhex(before["hash"]), encode(last["entry"])).hex()

    spoiled(file, newer)
    done = call("import", file, "--db", tmp_path / "new.db")
    assert done.exit_code != 0
    assert "saved by another version of battleboard" in done.output
    assert "install that version" in done.output
    with SqliteStore(tmp_path / "new.db") as store:
        assert store.ids() == []
