"""The recorded answers of the original program (section 4): what does
not agree is a listed deviation.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from engine.games.derelict import menu, reveal
from tests.derelict.excuses import CAP, TURNING
from tests.derelict.rebuild import Record
from tests.derelict.recorded import KNOWN, check, digest, main, read
from tests.derelict.report import Report
from tests.kit.each import each

DATA = Path(__file__).parents[1] / "data"
EXPECTED = {
    "sight": {"sight": (67, 0)},
    "sight-random": {"sight": (400, 0)},
    "states": {"seed states": (300, 0), "head states": (287, 13)},
    "games": {
        "seed starts": (13, 0),
        "seed choices": (520, 0),
        "seed transitions": (507, 0),
        "head starts": (18, 0),
        "head choices": (646, 36),
        "head transitions": (583, 82),
    },
}
"""How many agree, and how many a listed deviation explains: counted records,
so that a silent change is seen.
"""


@cache
def report(name: str) -> Report:
    return check(records(name))


def records(name: str) -> list[Record]:
    return read(DATA / f"derelict-{name}.jsonl.gz")


@each("name", EXPECTED)
def test_recorded_answers_agree_or_are_excused_by_a_name_as_often_as_is_known(name: str) -> None:
    """DL-20, DL-2 to DL-13: all that was recorded of the original program."""
    got, known = report(name), KNOWN[digest(records(name))]
    assert got.failures == []
    assert not got.skipped
    assert {kind: (got.agreed[kind], got.excused[kind]) for kind in got.agreed} == EXPECTED[name]
    assert got.names == known
    assert {text.split(": ")[1].split()[0] for text in known} <= {"7", "8", "9", "10"}


def test_an_excuse_that_comes_more_often_than_is_known_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(DATA / "derelict-states.jsonl.gz")
    monkeypatch.setattr("tests.derelict.recorded.check", lambda _: report("states"))
    assert main([path]) == 0
    assert "0 unexplained; 13 excused by name; 0 more" in capsys.readouterr().out
    monkeypatch.setitem(KNOWN, digest(records("states")), {f"head states: {TURNING}": 12})
    assert main([path]) == 1
    assert f"GROWN 13 x head states: {TURNING}, at most 12" in capsys.readouterr().out


def dumped(record: Record) -> str:
    return json.dumps({key: value for key, value in record.items() if key != "id"})


def test_broken_records_are_lines_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No JSON, no object, a field that is missing, two units in one cell; what is
    sound is looked at all the same.
    """
    state, other = records("states")[:2]
    lost = {key: value for key, value in state.items() if key != "side"}
    double = {
        **state,
        "tokens": [*state["tokens"], {**state["tokens"][-1], "id": "again", "type": "alien"}],
    }
    where = next(
        token for token in state["tokens"] if token["type"].startswith(("marine", "alien"))
    )
    double["tokens"][-1] |= {"x": where["x"], "y": where["y"]}
    (path := tmp_path / "broken.jsonl").write_text(
        "\n".join(["{", "7", *map(dumped, (lost, double, other))])
    )
    assert main([str(path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split()[1:] for line in said if "FAILED" in line] == [
        ["lines", "line", "1"],
        ["lines", "line", "2"],
        ["seed", "states", "line", "3"],
        ["seed", "states", "line", "4"],
    ]
    assert "  seed states: 1/3 agree (33.33%), 0 excused, 0 not reached" in said
    assert said[-1].startswith("  4 unexplained;")


def crowd(record: Record) -> Record:
    """The record with 23 aliens and a larger board for them."""
    taken = sum(token["type"] == "alien" for token in record["tokens"])
    more = [{"id": f"x{n}", "type": "alien", "x": n, "y": 40, "rot": 0} for n in range(23 - taken)]
    return {**record, "tokens": [*record["tokens"], *more]}


def test_more_than_22_aliens_are_an_excuse_with_a_name() -> None:
    state = next(record for record in records("states") if record["ruleset"] == "head")
    got = check([crowd(state)])
    assert (got.failures, got.names) == ([], {f"head states: not reached after {CAP}": 1})
    game = [line for line in records("games") if line["id"].startswith("head/melee/21/")]
    game[5:8] = map(crowd, game[5:8])
    got = check(game)
    assert got.names[f"head choices: not reached after {CAP}"] == 3
    assert [text for text in got.failures if "broken" in text] == []


def test_a_wrong_rule_of_sight_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.derelict.board.in_view", lambda *_: True)
    assert len(check(records("sight-random")).failures) > 20


def test_a_wrong_cost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = menu.moves
    cheap = lambda d, u: (menu.Offer(m.act, 1, m.cell) for m in real(d, u))  # noqa: E731
    monkeypatch.setattr("engine.games.derelict.menu.moves", cheap)
    assert len(check(records("states")).failures) > 50


def test_a_wrong_transition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reveal.turn
    monkeypatch.setattr(
        "engine.games.derelict.turns.turn", lambda t, name, _: real(t, name, "left")
    )
    assert len(check(records("games")).failures) > 50
