"""What everybody was told can't be changed afterwards: one old mail or card is enough to find it,
for `meanwhile verify` and for docs/examples/fair-play, whatever else was rewritten with it.
"""

import json
import random
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Invalid
from engine.referee.referee import Referee
from engine.store import journal, record, updates
from engine.store.record import Record
from engine.store.sqlite import SqliteStore
from engine.testing.kit import Case
from tests.kit.games import registered
from tests.records import played
from tests.records.sealed import play_out
from tests.records.test_fair_play import call, chained, run, scripts
from tests.tables import sqlite

FIVE = {case.game.name: case for case in registered()}


@pytest.fixture(scope="module", params=list(FIVE.values()), ids=list(FIVE))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Record:
    case: Case = request.param
    with SqliteStore(tmp_path_factory.mktemp(case.game.name) / "db") as store:
        play_out(store, case, 1, undo=case.game.name in ("ambush", "desert"))
        row = store.game("g")
        assert row is not None
        return record.export(store, row)


def kept(one: updates.PublicUpdate) -> str:
    """An update as a mail ends with it."""
    short = " ".join(one.head[k : k + 4] for k in range(0, 16, 4))
    return f"update {one.number} · {short}"


def found(game: Record, *lines: str) -> str:
    """The updates among which the first change lies, for somebody with these lines."""
    shown = [one for one in map(updates.kept_in, lines) if one is not None]
    assert len(shown) == len(lines)
    return updates.changed(record.updates_of(game)[1], shown)


def other_byte(was: Any, rng: random.Random) -> Any:
    """JSON that differs in one byte, and in what it says."""
    data = journal.encode(was)
    while True:
        at, to = rng.randrange(len(data)), rng.randrange(32, 127)
        try:
            made = json.loads(data[:at] + bytes([to]) + data[at + 1 :])
        except ValueError:
            continue
        if journal.encode(made) != data:
            return made


def rewritten(data: bytes, n: int, rng: random.Random) -> Record:
    """The game with one byte changed of what entry ``n`` has told everybody."""
    while True:
        game = json.loads(data)
        one = next(one for one in game["bulletins"] if one["n"] == n)
        told = [happening for happening in one["told"] if happening[0] is not None]
        roots = [sealed[:4] for sealed in one["commitments"]]
        at, events, new = other_byte([one["at"], [event for event, _ in told], roots], rng)
        one["at"] = at
        for happening, event in zip(told, events, strict=True):
            happening[0] = event
        for sealed, root in zip(one["commitments"], new, strict=True):
            sealed[:4] = root
        try:
            return record.read(json.dumps(game).encode())
        except Invalid:
            continue  # no record any more


def every_change_is_found(game: Record, changes: int) -> None:
    made, data = record.updates_of(game)[1], record.write(game)
    for seed in range(changes):
        rng = random.Random(seed)
        one = rng.choice(made)
        later = rng.choice(made[one.number - 1 :])
        forged = rewritten(data, one.entry, rng)
        assert found(forged, kept(later)), (seed, one)
        before = [kept(each) for each in made[: one.number - 1]]
        assert not found(forged, *before)
        assert found(forged, *before, kept(one)) == str(one.number)


def test_one_changed_byte_of_public_history_is_found_from_one_old_line(game: Record) -> None:
    every_change_is_found(game, 5)


def test_a_thousand_changed_bytes_are_found(game: Record) -> None:
    every_change_is_found(game, 200)


def test_a_game_as_it_was_played_fits_every_line(game: Record, tmp_path: Path) -> None:
    made = record.updates_of(game)[1]
    lines = [kept(one) for one in made]
    assert not found(game, *lines)
    assert not found(game, f"第 {made[-1].number} 次更新 · {made[-1].head}")
    file = tmp_path / "g.json"
    file.write_bytes(record.write(game))
    checked = run(scripts()[3], file, *lines)
    assert f"{len(made)} updates, {len(made)} kept ones are right" in checked.stdout, checked.stderr
    done = call("verify", file, "--kept", lines[0], "--kept", lines[-1])
    assert "2 updates are as you have kept them" in done.output
    assert done.exit_code in (0, 3)


def other_event(game: Any) -> str:
    one = next(one for one in game["bulletins"] if one["n"] and one["told"])
    one["told"][0][0]["type"] = "Forged"
    return f"entry {one['n']}: the rules tell something else"


def other_time(game: Any) -> str:
    game["bulletins"][1]["at"] += 1
    return f"entry {game['bulletins'][1]['n']}: the rules tell something else"


def other_order(game: Any) -> str:
    game["journal"].pop()
    chained(game)
    return "the rules come to None"


def other_die(game: Any) -> str:
    """Or, in a game without dice, one too many."""
    one = next((one for one in game["bulletins"] if one["rolls"]), game["bulletins"][-1])
    one["rolls"] = one["rolls"] or [[0, "0/x", [], [[6, 0]], True]]
    faces, face = one["rolls"][0][3][0]
    one["rolls"][0][3][0] = [faces, (face + 1) % faces]
    return f"entry {one['n']}: "


def other_secret(game: Any) -> str:
    game["setup"]["secret"] = b64encode(bytes(32)).decode()
    return "the secret does not fit the commitment"


def other_chain(game: Any) -> str:
    game["journal"][-1]["entry"]["at"] += 1
    return f"the chain breaks at entry {len(game['journal'])}"


def told_twice(game: Any) -> str:
    """Who reads the file would believe the first."""
    last = game["bulletins"][-1]
    game["bulletins"].insert(-1, {**last, "told": game["bulletins"][0]["told"]})
    return f"entry {last['n']}: it is told of twice"


def told_of_nothing(game: Any) -> str:
    game["bulletins"].append({**game["bulletins"][-1], "n": 999})
    return "entry 999: it is told of, and there is none"


def taken_back(game: Any) -> str:
    last = game["bulletins"][-1]
    last["undo_to"] = 1
    return f"entry {last['n']}: it does not take back"


FORGED = (
    told_twice,
    told_of_nothing,
    taken_back,
    other_event,
    other_time,
    other_order,
    other_die,
    other_secret,
    other_chain,
)


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forged_file_is_refused_with_the_place_named(
    game: Record, tmp_path: Path, forge: Callable[[Any], str]
) -> None:
    data = json.loads(record.write(game))
    place, file = forge(data), tmp_path / "forged.json"
    file.write_text(json.dumps(data))
    done = call("verify", file)
    assert (done.exit_code, place in done.output) == (2, True), done.output
    assert call("import", file, "--db", tmp_path / "db").exit_code == 2


@pytest.fixture
def two(tmp_path: Path) -> list[Record]:
    """Two games that are equal until an order that everybody may know."""
    games = []
    for said in ("bomb bob 1 1", "bomb bob 2 2"):
        with SqliteStore(tmp_path / f"{said}.db") as store:
            referee = played.referee(store)
            for who, text in (("ann", said), ("bob", "withdraw")):
                played.send(referee, who, text)
            row = store.game("g1")
            assert row is not None
            games.append(record.export(store, row))
    return games


def test_a_whole_other_history_that_verifies_is_found_by_one_line(
    two: list[Record], tmp_path: Path
) -> None:
    true, forged = two
    assert record.verify(true).faults == record.verify(forged).faults == ()
    same = [
        one.number
        for one, other in zip(*(record.updates_of(game)[1] for game in two), strict=True)
        if one.head == other.head
    ]
    old, last = record.updates_of(true)[1][same[-1] - 1], record.updates_of(true)[1][-1]
    file = tmp_path / "forged.json"
    file.write_bytes(record.write(forged))
    done = call("verify", file, "--kept", kept(old), "--kept", f"{last.number} {last.head[:16]}…")
    assert done.exit_code == 2
    assert f"update {old.number + 1}-{last.number}: this is not" in done.output
    assert "was changed" in run(scripts()[3], file, kept(last)).stderr
    assert call("verify", file, "--kept", "41 3f9c").exit_code == 2


def test_a_game_of_an_older_version_counts_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "db"
    with SqliteStore(path) as store:
        played.send(played.referee(store), "ann", "bomb bob 1 1")
        state = json.loads(store.game("g1").state)  # type: ignore[union-attr]  # it was made
        del state["update"]
        sqlite(store).db.execute("update game set state = ?", (journal.encode(state),))
    with SqliteStore(path) as store:
        referee = Referee(store, {})
        played.send(referee, "ann", "withdraw")
        row = store.game("g1")
        assert row is not None
        last, made = record.updates_of(record.export(store, row))
        assert json.loads(row.state)["update"] == [last.number, last.head, last.rest]
        assert len(made) == last.number > 3
