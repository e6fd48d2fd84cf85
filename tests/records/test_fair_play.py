"""Nobody moves a hidden unit afterwards: what was sealed is committed to, published, and opened at
the end. A game of each kind that seals something, exported by the program, is checked by the
scripts of docs/examples/fair-play and by `meanwhile verify`; what was changed in it is found.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from engine.store import journal, record, sqlite
from engine.testing.kit import Case
from tests.kit.games import registered
from tests.records.sealed import play_out
from tests.repo.tree import ROOT

SEEDS = {"ambush": 5, "desert": 1}
"""Seeds of games in which sealed answers are taken back."""
SEALING = [case for case in registered() if case.game.name in SEEDS]


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def scripts() -> list[str]:
    """The scripts of the page: for dice, what is sealed, the places of ambush, and updates."""
    folder = ROOT / "docs" / "examples" / "fair-play"
    names = ("dice", "answers", "places", "updates")
    return [(folder / f"{name}.py").read_text("utf-8") for name in names]


def run(script: str, file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", script, str(file), *more],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module", params=SEALING, ids=lambda case: case.name)
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    case: Case = request.param
    folder = tmp_path_factory.mktemp(case.name)
    with sqlite.SqliteStore(folder / "played.db") as store:
        play_out(store, case, SEEDS[case.game.name])
    done = call("export", "g", "--output", folder / "g.json", "--db", folder / "played.db")
    assert done.exit_code == 0, done.output
    return folder / "g.json"


def changed(exported: Path, tmp_path: Path, change: Callable[[Any], None]) -> Path:
    data = json.loads(exported.read_bytes())
    change(data)
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(data))
    return file


def sealed(data: Any) -> list[tuple[int, Any]]:
    return [(b["n"], one) for b in data["bulletins"] for one in b["commitments"]]


def told(data: Any) -> list[Any]:
    return [event for b in data["bulletins"] for event, _ in b["told"] if event]


def taken_back(data: Any) -> set[int]:
    (undo,) = [b for b in data["bulletins"] if b["undo_to"] is not None]
    return set(range(undo["undo_to"] + 1, undo["n"]))


def chained(data: Any) -> None:
    """The journal with a chain that holds again: who runs the referee can do that."""
    setup = record.read(json.dumps(data).encode()).setup
    chain = hashlib.sha256(journal.encode(setup)).digest()
    for one in data["journal"]:
        chain = hashlib.sha256(chain + journal.encode(one["entry"])).digest()
        one["hash"] = chain.hex()


def test_a_game_as_it_was_played_is_proven_by_the_page_and_by_the_program(exported: Path) -> None:
    data = json.loads(exported.read_bytes())
    count = len(sealed(data))
    assert count > 0
    dice, placements, places, _ = (run(script, exported) for script in scripts())
    assert "dice are right" in dice.stdout, dice.stderr
    assert f"{count} commitments are right" in placements.stdout, placements.stderr
    if data["kind"] == "ambush":
        opened = [one for one in told(data) if one["type"] in ("Revealed", "Opened")]
        assert opened
        assert places.stdout == f"{len(opened)} places are right\n", places.stderr
    done = call("verify", exported)
    assert done.exit_code == 0, done.output
    assert f"all {count} commitments to secret orders are right" in done.output


def test_every_script_has_about_thirty_lines() -> None:
    assert all(len(script.splitlines()) <= 45 for script in scripts())


def test_a_placement_that_was_changed_in_the_file_is_found_by_both(
    exported: Path, tmp_path: Path
) -> None:
    def change(data: Any) -> None:
        _, one = sealed(data)[0]
        one[4][0] = one[4][0] + " "

    file = changed(exported, tmp_path, change)
    found = run(scripts()[1], file)
    assert found.returncode != 0
    assert "was changed" in found.stderr
    done = call("verify", file)
    assert done.exit_code != 0
    assert "is not what was committed to" in done.output


def test_a_secret_order_that_was_changed_in_the_journal_is_found(
    exported: Path, tmp_path: Path
) -> None:
    """Who runs the referee has made the chain of the journal anew; the published hash stands."""

    def change(data: Any) -> None:
        orders = [e["entry"]["order"] for e in data["journal"] if e["entry"]["seat"]]
        if hidden := [order for order in orders if order["type"] == "Hide"]:
            hex, facing = hidden[0]["place"].split("/")
            hidden[0]["place"] = f"{hex}/{(int(facing) + 1) % 6}"
        else:
            order = next(order for order in orders if order["type"] in ("Ok", "Auto"))
            order["type"] = "Ok" if order["type"] == "Auto" else "Auto"
        chained(data)

    done = call("verify", changed(exported, tmp_path, change))
    assert done.exit_code != 0
    assert "the journal has something else than what" in done.output, done.output


def test_what_was_taken_back_stays_committed_and_is_opened(exported: Path, tmp_path: Path) -> None:
    data = json.loads(exported.read_bytes())
    undone = [n for n, _ in sealed(data) if n in taken_back(data)]
    assert undone, "nothing sealed was taken back"

    def change(data: Any) -> None:
        one = next(one for n, one in sealed(data) if n in undone)
        one[4][0] = '{"type":"Elsewhere"}'

    file = changed(exported, tmp_path, change)
    assert run(scripts()[1], file).returncode != 0
    assert "is not what was committed to" in call("verify", file).output


def test_what_was_taken_back_is_replayed_too(exported: Path, tmp_path: Path) -> None:
    """A commitment that is whole, but to something else than what was played before the undo."""

    def change(data: Any) -> None:
        for bulletin in data["bulletins"]:
            if bulletin["n"] in taken_back(data):
                bulletin["commitments"] = []

    done = call("verify", changed(exported, tmp_path, change))
    assert done.exit_code != 0
    assert "the journal has something else than what" in done.output


def test_a_unit_that_comes_to_light_elsewhere_is_found(exported: Path, tmp_path: Path) -> None:
    if json.loads(exported.read_bytes())["kind"] != "ambush":
        return
    places = scripts()[2]

    def move(data: Any) -> None:
        event = next(one for one in told(data) if one["type"] == "Revealed")
        event["hex"] = "0101" if event["hex"] != "0101" else "0102"

    def forge(data: Any) -> None:
        move(data)
        event = next(one for one in told(data) if one["type"] == "Revealed")
        pose = "prone" if event["prone"] else "standing"
        parts = event["salt"], event["slot"], event["unit"], event["hex"], event["facing"], pose
        text = "|".join(map(str, parts))
        for one in told(data):
            if one["type"] == "Pledged" and one["slot"] == event["slot"]:
                one["commitment"] = hashlib.sha256(text.encode()).hexdigest()

    assert "did not hold" in run(places, changed(exported, tmp_path, move)).stderr
    assert "had not sealed" in run(places, changed(exported, tmp_path, forge)).stderr


def test_what_was_committed_to_comes_back_with_the_game(exported: Path, tmp_path: Path) -> None:
    db, again = tmp_path / "other.db", tmp_path / "again.json"
    done = call("import", exported, "--db", db)
    assert done.exit_code == 0, done.output
    assert call("export", "g", "--output", again, "--db", db).exit_code == 0
    assert sealed(json.loads(again.read_bytes())) == sealed(json.loads(exported.read_bytes()))
    assert call("verify", "g", "--db", db).exit_code == 0
