"""The table of powers is played at random by people with every interest against each other."""

import pytest

from engine.referee.commands import consent, recipients
from engine.rulings import votes as rules
from engine.state import People
from tests.kit.each import each
from tests.referee import votes
from tests.referee.tale import tale


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
        (recipients, "sponsors", lambda *_: set()),
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


test_a_friend_named_before_the_start_rules_nothing_alone = tale("""
    waiting id=g
    owner ann
    ann: gm moderator dan        -> answered
    ann: join ann
    bob: join bob
    dan: gm remove bob           -> did=ask; AskedFor(ann, gm remove bob, yes, yes)
    bob: disagree                -> did=disagree
    dan: gm look                 -> did=ask; no Viewed
    ann: agree                   -> missing=1
    bob: agree                   -> Viewed(dan, box, -)
    dan: gm moderator fay        -> did=ask
    bob: disagree
    # All agree on somebody, who then needs nobody.
    ann: gm moderator mia        -> did=ask
    bob: agree                   -> Appointed(mia, no)
    mia: gm remove bob           -> did=gm remove
""")

test_who_agrees_to_another_request_than_they_read_is_asked_again = tale("""
    owner ann
    ann: gm extend 2h            -> did=ask
    heard bob
    ann: disagree
    ann: gm remove bob           -> did=ask
    bob: agree                   -> did=agree again; what=gm remove bob; people.removed=-
    bob: disagree                -> did=disagree
""")

test_a_newcomer_is_bound_by_nothing_that_was_agreed_before_them = tale("""
    table seats=ann,bob,cy
    owner ann
    ann: gm close                -> did=ask
    bob: agree
    mod: gm replace bob
    dan: join bob                -> answered
    cy: agree                    -> row.result=none
    dan: agree                   -> row.result=abandoned
""")

test_silence_replaces_nobody_who_has_come_back = tale("""
    table seats=ann,bob,cy
    owner ann
    mod: gm replace bob
    ann: gm replace bob eve      -> kind=silent
    bob: join bob                -> answered
    heard bob
    heard cy
    wait 4d
    cy: agree                    -> acts box/ann ask failed; eve hears no Invited
""")

test_an_empty_seat_agrees_to_no_end_of_the_game = tale("""
    table seats=ann,bob,cy
    owner ann
    ann: gm close                -> did=ask
    mod: gm replace bob
    cy: agree                    -> row.result=none
    dan: join bob                -> answered
    dan: agree                   -> row.result=abandoned
""")
