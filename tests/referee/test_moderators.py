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
from tests.kit.each import each
from tests.referee.stage import DOOR, House, code, events
from tests.referee.tale import tale


def gm(house: House, text: str, **more: Any) -> Receipt:
    """A message of somebody for whom the door vouches."""
    return house.say("mod", f"gm {text}", rank="moderator", **more)


def audit(house: House) -> list[tuple[str, str]]:
    return [(act.actor, act.action) for act in tables.audit(house.store)]


def test_nobody_else_may(house: House) -> None:
    before = house.row(), audit(house), house.store.addresses("g")
    words = [one.key() for one in WORDS if one.by == "moderator"]
    said = {(who, word): code(house.say(who, word)) for word in words for who in ("ann", "eve")}
    assert {case: why for case, why in said.items() if why != "not-moderator"} == {}
    assert (house.row(), audit(house), house.store.addresses("g")) == before


def test_what_moderators_may_say_is_listed_to_them(house: House) -> None:
    receipt = gm(house, "dance")
    assert code(receipt) == "unknown-word"
    assert receipt.refusal is not None
    assert (receipt.refusal.word, receipt.refusal.start) == ("dance", 3)
    assert {"pause", "rollback", "correct", "look"} <= {*receipt.refusal.wanted}


test_the_owner_moderates_and_so_do_those_he_appoints = tale("""
    owner olga
    cy: gm announce hello      -> !not-moderator; unchanged
    olga: gm moderator cy      -> Appointed(cy, no); acts box/olga gm moderator
    cy: gm announce hello      -> answered; Announced(hello); acts box/cy gm announce
""")


def test_operators_of_the_house_moderate_all_games(house: House) -> None:
    house.take([lambda batch: batch.accounts.operate([(DOOR, "op")])])
    assert house.say("op", "gm announce hello").status == "answered"
    house.take([lambda batch: batch.accounts.operate([(DOOR, "other")])])
    assert code(house.say("op", "gm announce hello")) == "not-moderator"


test_whoever_hands_a_game_over_is_its_moderator_no_more = tale("""
    owner olga
    olga: gm hand cy             -> answered; Appointed(cy, yes)
    olga: gm announce hello      -> !not-moderator
    cy: gm announce hello        -> answered
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

test_the_clock_is_stopped_and_goes_on = tale("""
    table pace=10m
    mod: gm pause        -> answered; due none; Paused(moderator)
    mod: gm pause        -> !paused-before
    mod at 2s: gm resume  -> answered; Unpaused(moderator); due 601
    mod: gm extend 1h    -> answered; due 4201; Extended(1h, moderator)
""")

test_an_answer_is_played_for_who_does_not_give_one = tale("""
    mod: gm default ann   -> answered; Forced(ann, moderator); Said(ann, red)
    mod: gm default ann   -> !not-asked
    mod: gm default       -> answered; Said(bob, red)
""")

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

test_a_game_without_players_is_over = tale("""
    mod: gm remove bob
    mod: gm remove ann   -> row.result=abandoned; ends Disclosed
""")

test_a_removed_seat_takes_the_games_own_way_out = tale("""
    # BB-19: withdrawing, at the end of the turn.
    table kind=battleboard seats=ann,bob,cy
    mod: gm remove ann   -> Removed(ann); Withdrew(ann)
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

test_who_was_kicked_out_may_join_when_they_are_invited = tale("""
    waiting id=g seats=1,2,3
    ann: join
    mod: kick ann
    mod: invite ann      -> answered
    ann: join            -> seat=ann
""")

test_a_muted_seat_does_not_talk = tale("""
    mod: gm mute ann
    ann: say * hello      -> !hushed
    bob: say ann hello    -> answered
    mod: gm unmute ann
    ann: say * hello      -> answered
""")


# ---- the position

test_a_rollback_says_so_and_dice_are_other_dice = tale("""
    ann: add 1
    ann: roll
    ann: add 2
    ann: speak red
    # What came to light is known.
    mod: gm rollback 4
        -> facts=did:gm rollback+line:4; RolledBack(moderator, 4, yes); world.total=1
        -> state.epoch=6; history Said Rolled~ Said~ Said~ RolledBack
""")

test_what_was_taken_back_can_come_back = tale("""
    ann: add 1
    ann: add 5
    mod: gm rollback 4   -> world.total=1
    # The first rollback is taken back itself.
    mod: gm rollback 5   -> world.total=6; history Said Said RolledBack~ RolledBack
""")

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


@each(
    "more, shown",
    [
        ({"name": "bob"}, "mod"),
        ({"name": "\x1b[2J**evil**\nline2 @everyone"}, "mod"),
        ({"name": "bob", "account": "max.m"}, "max.m"),
        ({"account": "m\u202eax\u200b\x1b \n x"}, "max x"),
        ({"account": "max@example.org"}, "m…@example.org"),
        ({"account": "\u200b"}, "?"),
        ({"account": "m" * 300}, "m" * 100),
    ],
)
def test_a_viewing_is_told_by_the_account_and_by_no_name_of_the_moment(
    house: House, more: dict[str, str], shown: str
) -> None:
    gm(house, "look", **more)
    assert viewings(house)[-1] == rulings.Viewed(shown, DOOR, "")


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


test_the_default_is_played_for_all_who_are_asked_and_no_answer_is_lost = tale("""
    table seats=ann,bob,cy
    ann: call
    bob: vote green
    mod: gm default ann   -> Forced(ann, moderator); no Counted
    # Nobody learns who had answered, and no answer is lost.
    mod: gm default       -> Forced(ann, moderator); Forced(bob, moderator); Forced(cy, moderator)
        -> Counted(green+red+red, -)
""")
