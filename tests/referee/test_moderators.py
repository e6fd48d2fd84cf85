"""What moderators do to a game: who may, what the players are told,
what only the audit log knows.
"""

from typing import Any

import msgspec
import pytest

from engine.messages import Receipt
from engine.referee.batch import Batch
from engine.referee.commands import WORDS
from engine.rulings import rulings
from engine.state import PUBLIC, Disclosed
from engine.store.history import pages
from tests import tables
from tests.referee.relay import Said
from tests.referee.stage import DOOR, House, code, events
from tests.referee.tale import tale


def gm(house: House, text: str, who: str = "mod", game: str = "g", **more: Any) -> Receipt:
    """A message of somebody for whom the door vouches."""
    return house.say(who, f"gm {text}", game, rank="moderator", **more)


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
    def own(batch: Batch) -> None:
        batch.accounts.give_role("g", (DOOR, "olga"), "owner")
        batch.accounts.give_role("g", (DOOR, "max"), "moderator")

    house.take([own])
    assert house.say("max", "gm hand cy").status == "answered"
    found: list[object] = []
    house.take([lambda batch: found.append(batch.accounts.staff("g"))])
    assert found == [{(DOOR, "cy"): "moderator", (DOOR, "olga"): "owner"}]
    gm(house, "hand dan")
    house.take([lambda batch: found.append(batch.accounts.staff("g"))])
    assert found[-1] == {(DOOR, "cy"): "moderator", (DOOR, "dan"): "owner"}


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


# ---- people


def test_a_new_player_gets_the_seat_its_view_and_what_it_was_told(house: House) -> None:
    for text in ("note blue", "add 3"):
        house.say("ann", text)
    before = len(house.told)
    assert gm(house, "replace ann dan").facts["did"] == "gm replace"
    assert {a.sender for a in house.store.addresses("g")} == {"ann", "bob", "everybody"}
    house.say("dan", "join", name="dan")
    to_dan = [outgoing.payload for outgoing in house.told[before:] if outgoing.sender == "dan"]
    assert any(b"Noted" in payload and b'"what":"3"' in payload for payload in to_dan), "a summary"
    assert house.say("dan", "speak red").status == "taken"
    assert code(house.say("ann", "speak red")) == "no-game-of-yours"
    assert {a.sender for a in house.store.addresses("g")} == {"dan", "bob", "everybody"}
    chair = house.referee.memory["g"].table.state.chairs[0]
    assert (chair.seat, chair.name, chair.number, chair.salt) == ("ann", "dan", 3, "salt of ann"), (
        "the dice stay"
    )
    assert rulings.Replaced("ann", "dan") in events(house)
    house.again()
    assert house.say("bob", "add 1").status == "taken"


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


test_a_muted_seat_does_not_talk = tale("""
    mod: gm mute ann
    ann: say * hello      -> !hushed
    bob: say ann hello    -> answered
    mod: gm unmute ann
    ann: say * hello      -> answered
""")


# ---- the position


def test_a_rollback_says_so_and_dice_are_other_dice(house: House) -> None:
    for text in ("add 1", "roll", "add 2", "speak red"):
        house.say("ann", text)
    shown = [event for event in events(house) if not isinstance(event, Disclosed)]
    line = shown.index(Said("ann", "1")) + 1
    assert gm(house, f"rollback {line}").facts == {"did": "gm rollback", "line": line}
    assert house.referee.memory["g"].table.world.total == 1
    assert house.referee.memory["g"].table.state.epoch == 6
    assert events(house)[-1] == rulings.RolledBack("moderator", line, True), (
        "what came to light is known"
    )
    history = pages(house.referee.memory["g"].table.game, house.store.bulletins("g"), PUBLIC)
    assert [page.undone for page in history] == [False] * (len(history) - 4) + [True] * 3 + [False]


def test_what_was_taken_back_can_come_back(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "add 5")
    lines = len(events(house))
    gm(house, f"rollback {lines - 1}")
    assert house.referee.memory["g"].table.world.total == 1
    gm(house, f"rollback {lines}")
    assert house.referee.memory["g"].table.world.total == 6
    history = pages(house.referee.memory["g"].table.game, house.store.bulletins("g"), PUBLIC)
    assert [page.undone for page in history][-3:] == [False, True, False], (
        "the first rollback is taken back itself"
    )


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
    assert gm(house, "correct total = 5 because a slip").facts == {
        "did": "gm correct",
        "because": "a slip",
    }
    assert house.referee.memory["g"].table.world.total == 5
    assert rulings.Corrected("a slip") in events(house)
    told = house.store.news("g")
    assert not any(b"total" in row.body for row in told), "what was corrected is not told"
    (act,) = (act for act in tables.audit(house.store) if act.action == "gm correct")
    assert msgspec.json.decode(act.facts) == {"because": "a slip"}


BAD = {
    "bad-path": ("nothing = 5", "total.more = 5", "words[9] = 5"),
    "bad-value": ("total = many", "total = null", "turn = 7", "rules.players = 9"),
}


def test_a_correction_is_all_or_nothing(house: House) -> None:
    gm(house, "look")
    before = house.row()
    for why, texts in BAD.items():
        for what in texts:
            assert code(gm(house, f"correct {what} because a slip")) == why, what
            assert house.row() == before, what
    assert gm(house, "correct rules = {} because a slip").refusal is None
    assert house.say("ann", "add 1").status == "taken"


# ---- behind the screen


def viewings(house: House) -> list[object]:
    return [event for event in events(house) if isinstance(event, rulings.Viewed)]


def test_a_viewing_is_noted_and_told_to_everybody_at_once(house: House) -> None:
    house.say("ann", "note blue")
    receipt = gm(house, "look ann", name="Max")
    assert receipt.facts["seen"]["note"] == "blue"
    assert viewings(house) == [rulings.Viewed("mod", DOOR, "ann")]
    assert {news.sender for news in house.box.news if viewings(house)[0] in news.events} == {
        "ann",
        "bob",
        "everybody",
    }
    assert gm(house, "look", name="Max").facts["seen"]["world"]["notes"] == {"ann": "blue"}
    house.say("ann", "add 1")
    gm(house, "undo")
    assert viewings(house) == [
        rulings.Viewed("mod", DOOR, "ann"),
        rulings.Viewed("mod", DOOR, ""),
    ], "it stands"
    house.say("ann", "end")
    assert [action for _, action in audit(house)] == ["gm look", "gm look", "gm undo"]
    gm(house, "look", name="Max")
    assert len(viewings(house)) == 2, "after the end nothing is hidden"


@pytest.mark.parametrize(
    ("more", "shown"),
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
    assert viewings(house) == [rulings.Viewed(shown, DOOR, "")]


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
    acts = gm(house, "audit").facts["acts"]
    done = ["gm announce", "gm mute"]
    assert [(actor, action) for _, actor, action, _ in acts] == [("mod", one) for one in done]
    whole = house.say("mod", "gm audit", rank="operator").facts["acts"]
    assert [(actor, action) for _, actor, action, _ in whole] == [
        (f"{DOOR}/mod", one) for one in done
    ]
    assert code(house.say("ann", "gm audit")) == "not-moderator"
