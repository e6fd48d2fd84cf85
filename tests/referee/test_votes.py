"""The table of powers is played at random by people with every interest against each other."""

import pytest

from engine.referee import stakes
from engine.referee.commands import consent
from engine.rulings import votes as rules
from engine.state import People
from tests.kit.each import each
from tests.referee import votes
from tests.referee.tale import tales


def test_nobody_away_paused_vacant_or_unheard_agrees() -> None:
    counts, faults = votes.walk(400)
    assert faults == []
    assert counts["spoken agreement"] > 2
    assert counts["silent agreement"] > 2
    assert counts["marked"] > 2


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
def test_a_hundred_thousand_votes() -> None:
    counts, faults = votes.walk(100_000, seed=1_000)
    print(counts)
    assert faults == []


@each(
    "planted",
    [
        (stakes, "sponsors", lambda *_: set()),
        (consent, "acting_alone", lambda *_: None),
        (rules, "missing", lambda t: tuple({*t.seats} & {"nobody"})),
        (People, "put", lambda self, proposal: setattr(self, "proposal", proposal)),
    ],
)
def test_the_book_has_eyes(
    planted: tuple[object, str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(*planted)
        assert any(votes.walk(60, seed)[1] for seed in range(0, 400, 20))


globals().update(tales(__file__))
