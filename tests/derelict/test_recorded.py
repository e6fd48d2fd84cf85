"""The recorded answers of the original program (section 4): what does
not agree is a listed deviation.
"""

from functools import cache
from pathlib import Path

import pytest

from engine.games.derelict import menu, reveal
from tests.derelict.excuses import TURNING
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
