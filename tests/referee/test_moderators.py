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
from tests.referee.tale import tale


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


test_the_owner_moderates_and_so_do_those_he_appoints = tale("""
    owner olga
    cy: gm announce hello      -> !not-moderator; unchanged
    olga: gm moderator cy      -> Appointed(cy, no); acts box/olga gm moderator
    cy: gm announce hello      -> answered; Announced(hello); acts box/cy gm announce
""")


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


# ---- time

test_an_answer_is_played_for_all_who_are_still_asked = tale("""
    table seats=ann,bob,cy
    ann: call
    mod: gm default
        -> Forced(ann, moderator); Forced(bob, moderator); Forced(cy, moderator)
        -> Counted(red+red+red, -); no Said
    ann: call
    bob: vote blue
    cy: vote green
    # With hers the question is closed, and whoever comes later is not asked any more.
    mod: gm default
        -> Forced(ann, moderator); Counted(blue+green+red, -); no Said; asks ann
""")


# ---- people

test_a_new_player_gets_the_seat_its_view_and_what_it_was_told = tale("""
    ann: note blue
    ann: add 3
    mod: gm replace ann dan   -> did=gm replace; homes=ann+bob+everybody
    # A summary; the dice stay.
    dan named dan: join
        -> Replaced(ann, dan); homes=bob+dan+everybody; dan hears Noted(blue)
        -> dan hears Said(ann, here); dan hears Said(bob, here); dan hears Said(ann, 3)
        -> chairs.0.seat=ann; chairs.0.name=dan; chairs.0.number=3; chairs.0.salt=salt of ann
    dan: speak red            -> taken
    ann: speak red            -> !no-game-of-yours
    restart
    bob: add 1                -> taken
""")

test_who_is_replaced_is_told_and_sees_nothing_of_the_seat = tale("""
    ann: note blue
    op: gm replace ann dan
        -> Replaced(ann, dan); ann hears Replaced(ann, dan); viewers.ann=*; viewers.bob=bob
""")

test_a_seat_without_player_may_be_taken = tale("""
    dan: join bob                 -> !game-started
    mod: gm replace bob           -> Vacated(bob)
    bob: add 1                    -> !no-game-of-yours
    dan: join ann                 -> !seat-taken
    dan named Dan: join bob       -> facts=did:join+seat:bob; Replaced(bob, Dan)
    ann: speak red                -> Said(ann, red)
    dan: add 1                    -> taken; Said(bob, 1)
    eve: join bob                 -> !game-started
""")

test_a_removed_seat_is_answered_for = tale("""
    mod: gm remove bob    -> answered
    # The default, at once.
    ann: speak blue       -> Said(ann, blue); Said(bob, red)
    bob: speak red        -> !seat-removed
    ann: call             -> taken
    ann: vote green       -> Counted(green+red, -)
    mod: gm remove bob    -> !removed-before
""")

test_kick_before_the_start = tale("""
    waiting id=g seats=1,2,3
    ann: join
    ann: kick ann        -> !not-moderator
    mod: kick ann        -> facts=did:kick+seat:ann; homes=everybody
    ann: join            -> !kicked-out
    bob: join ann        -> seat=ann
    bob: invite ann
    cy: join
    bob: start
    mod: gm kick cy      -> !game-started
""")

test_a_muted_seat_does_not_talk = tale("""
    mod: gm mute ann
    ann: say * hello      -> !hushed
    bob: say ann hello    -> answered
    mod: gm unmute ann
    ann: say * hello      -> answered
""")


# ---- the position

test_not_back_to_before_the_seats_were_taken = tale("""
    ann: add 1
    mod: gm rollback 1    -> !before-the-start
    mod: gm rollback 99   -> !no-such-line
    mod: gm rollback 4    -> !nothing-to-undo
""")

test_who_sits_where_is_not_taken_back = tale("""
    ann: add 1
    ann: add 2
    op: gm replace ann dan
    mod: gm mute bob
    mod: gm rollback 4
        -> world.total=1; chairs.0.name=dan; chairs.1.name=bob; state.joins=3; people.hushed=bob
    dan: add 3              -> taken
""")

test_gm_undo_takes_back_the_last_order_that_everybody_saw = tale("""
    ann: add 1
    ann: look
    bob: note red
    mod: gm undo   -> answered; world.total=1; RolledBack(moderator, 4, yes)
    ann: speak red
    bob: add 2
    # Not the last one of whoever was first.
    mod: gm undo   -> world.words=red; world.total=1
""")


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


test_a_correction_is_all_or_nothing = tale("""
    mod: gm look
    mod: gm correct nothing = 5 because a slip         -> !bad-path; unchanged
    mod: gm correct total.more = 5 because a slip      -> !bad-path; unchanged
    mod: gm correct words[9] = 5 because a slip        -> !bad-path; unchanged
    mod: gm correct total = many because a slip        -> !bad-value; unchanged
    mod: gm correct total = null because a slip        -> !bad-value; unchanged
    mod: gm correct turn = 7 because a slip            -> !bad-value; unchanged
    mod: gm correct rules.players = 9 because a slip   -> !bad-value; unchanged
    mod: gm correct rules = {{}} because a slip        -> answered
    ann: add 1                                         -> taken
""")


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


test_who_plays_does_not_look_behind_the_screen = tale("""
    moderator ann
    ann: gm look                               -> !plays-himself; unchanged
    ann: gm look bob                           -> !plays-himself; unchanged
    ann: gm correct total = 5 because a slip   -> !plays-himself; unchanged
    ann: gm announce hello                     -> answered
""")


# ---- words

test_a_game_that_is_closed_is_over_and_its_dice_are_known = tale("""
    mod: gm close it has burnt down
        -> row.result=abandoned; Closed(it has burnt down); ends Closed Disclosed
    mod: gm undo                              -> !game-over
    mod: gm rollback 3                        -> !game-over
    mod: gm remove bob                        -> !game-over
    mod: gm pause                             -> !game-over
    mod: gm correct total = 1 because of it   -> !game-over
""")


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
