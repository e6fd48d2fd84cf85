"""What moderators do to a game: who may, what the players are told,
what only the audit log knows.
"""

from typing import Any

import msgspec

from engine.messages import Receipt
from engine.referee.batch import Batch
from engine.referee.commands import WORDS
from engine.rulings import rulings
from tests import tables
from tests.referee.stage import DOOR, House, code, events
from tests.referee.tale import tales


def gm(house: House, text: str, **more: Any) -> Receipt:
    return house.say("mod", f"gm {text}", rank="moderator", **more)


def audit(house: House) -> list[tuple[str, str]]:
    return [(act.actor, act.action) for act in tables.audit(house.store)]


def test_nobody_else_may(house: House) -> None:
    before = house.row(), audit(house), house.store.addresses("g")
    words = [one.key() for one in WORDS if one.by == "moderator"]
    said = {(who, word): code(house.say(who, word)) for word in words for who in ("ann", "eve")}
    assert {case: why for case, why in said.items() if why != "not-moderator"} == {}
    assert (house.row(), audit(house), house.store.addresses("g")) == before


globals().update(tales(__file__))


def test_a_moderator_hands_over_no_more_than_he_is(house: House) -> None:
    def staff() -> object:
        return house.take([lambda batch: batch.accounts.staff("g")])[0]

    def own(batch: Batch) -> None:
        batch.accounts.give_role("g", (DOOR, "olga"), "owner")
        batch.accounts.give_role("g", (DOOR, "max"), "moderator")

    house.take([own])
    assert house.say("max", "gm hand cy").status == "answered"
    assert staff() == {(DOOR, "cy"): "moderator", (DOOR, "olga"): "owner"}
    gm(house, "hand dan")
    assert staff() == {(DOOR, "cy"): "moderator", (DOOR, "dan"): "owner"}


# ---- the position


def test_a_position_is_corrected_by_who_has_looked_at_it(house: House) -> None:
    house.say("ann", "add 1")
    assert code(gm(house, "correct total = 5 because a slip")) == "look-first"
    gm(house, "look")
    done = gm(house, "correct total = 5 because a slip")
    assert done.facts == {"did": "gm correct", "because": "a slip"}
    assert house.referee.memory["g"].table.world.total == 5
    assert rulings.Corrected("a slip") in events(house)
    assert not any(b"total" in row.body for row in house.store.news("g")), "it is not told"
    (act,) = (act for act in tables.audit(house.store) if act.action == "gm correct")
    assert msgspec.json.decode(act.facts) == {"because": "a slip"}


# ---- behind the screen


def viewings(house: House) -> list[object]:
    return [event for event in events(house) if isinstance(event, rulings.Viewed)]


def test_a_viewing_is_noted_and_told_to_everybody_at_once(house: House) -> None:
    first, second = rulings.Viewed("mod", DOOR, "ann"), rulings.Viewed("mod", DOOR, "")
    house.say("ann", "note blue")
    assert gm(house, "look ann", name="Max").facts["seen"]["note"] == "blue"
    assert viewings(house) == [first]
    told = {news.sender for news in house.box.news if first in news.events}
    assert told == {"ann", "bob", "everybody"}
    assert gm(house, "look", name="Max").facts["seen"]["world"]["notes"] == {"ann": "blue"}
    house.say("ann", "add 1")
    gm(house, "undo")
    assert viewings(house) == [first, second], "it stands"
    house.say("ann", "end")
    assert [action for _, action in audit(house)] == ["gm look", "gm look", "gm undo"]
    gm(house, "look", name="Max")
    assert len(viewings(house)) == 2, "after the end nothing is hidden"


# ---- words


def test_the_audit_log_is_read(house: House) -> None:
    gm(house, "announce hello")
    gm(house, "mute bob")
    done = ["gm announce", "gm mute"]
    acts = gm(house, "audit").facts["acts"]
    assert [(actor, action) for _, actor, action, _ in acts] == [("mod", one) for one in done]
    whole = house.say("mod", "gm audit", rank="operator").facts["acts"]
    fuller = [(f"{DOOR}/mod", one) for one in done]
    assert [(actor, action) for _, actor, action, _ in whole] == fuller
    assert code(house.say("ann", "gm audit")) == "not-moderator"
