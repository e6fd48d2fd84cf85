"""The recorded answers of the original program (section 4): what does not agree is a listed deviation."""

from pathlib import Path

import pytest

from engine.games.derelict import deck, offers, reveal
from engine.games.derelict.offers import Offer
from tests.derelict.recorded import check, read
from tests.derelict.report import Report

DATA = Path(__file__).parents[1] / "data"
EXPECTED = {
    "sight": {"sight": (67, 0)},
    "sight-random": {"sight": (400, 0)},
    "states": {"seed states": (300, 0), "head states": (287, 13)},
    "games": {
        "seed starts": (13, 0), "seed choices": (520, 0), "seed transitions": (507, 0),
        "head starts": (18, 0), "head choices": (646, 36), "head transitions": (583, 82),
    },
}  # fmt: skip
"""How many agree, and how many a listed deviation explains: counted records, so that a silent change is seen."""


def report(name: str) -> Report:
    """The report on one file."""
    return check(read(DATA / f"derelict-{name}.jsonl.gz"))


@pytest.mark.parametrize("name", EXPECTED)
def test_recorded_answers_agree_or_are_excused_by_name(name: str) -> None:
    """DL-20, DL-2 to DL-13: all that was recorded of the original program."""
    got = report(name)
    assert got.failures == []
    assert not got.skipped
    assert {kind: (got.agreed[kind], got.excused[kind]) for kind in got.agreed} == EXPECTED[name]


def test_every_excuse_is_a_listed_deviation() -> None:
    names = {name.split(": ")[1][:2].strip() for kind in EXPECTED for name in report(kind).names}
    assert names == {"7", "8", "9", "10"}


def test_a_wrong_rule_of_sight_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck, "in_view", lambda *_: True)
    assert len(report("sight-random").failures) > 20


def test_a_wrong_cost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = offers.moves
    monkeypatch.setattr(offers, "moves", lambda d, u: (Offer(m.act, 1, m.cell) for m in real(d, u)))
    assert len(report("states").failures) > 50


def test_a_wrong_transition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reveal.turn
    monkeypatch.setattr("engine.games.derelict.deeds.turn", lambda t, name, _: real(t, name, "left"))
    assert len(report("games").failures) > 50
