"""What moderators do to a game: who may, what the players are told,
what only the audit log knows.
"""

from typing import Any

import msgspec
import pytest

from engine.house import rulings, times
from engine.house.rulings import ABANDONED
from engine.letters import Receipt
from engine.referee.batch import Batch
from engine.referee.desk import WORDS
from engine.state import PUBLIC, Disclosed
from engine.store.history import pages
from tests import tables
from tests.referee.conftest import Opener
from tests.referee.relay import Counted, Said
from tests.referee.stage import DOOR, House, Table
from tests.referee.test_desk import code


def gm(house: House, text: str, who: str = "mod", game: str = "g", **more: Any) -> Receipt:
    """A letter of somebody for whom the door vouches."""
    return house.say(who, f"gm {text}", game, rank="moderator", **more)


def events(house: House, viewer: str = PUBLIC, game: str = "g") -> list[object]:
    """What a viewer was told, of what has not been taken back."""
    opened = house.referee.memory[game]
    found = pages(opened.table.game, house.store.bulletins(game), viewer)
    return [event for page in found if not page.undone for event in page.events]


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


def test_the_owner_moderates_and_so_do_those_he_appoints(house: House) -> None:
    def own(batch: Batch) -> None:
        batch.register.give_role("g", (DOOR, "olga"), "owner")

    house.take([own])
    assert code(house.say("cy", "gm announce hello")) == "not-moderator"
    assert house.say("olga", "gm moderator cy").facts == {"did": "gm moderator"}
    assert house.say("cy", "gm announce hello").status == "answered"
    assert [event for event in events(house) if isinstance(event, rulings.Notice)] == [
        rulings.Appointed("cy", False),
        rulings.Announced("hello"),
    ]
    assert audit(house) == [(f"{DOOR}/olga", "gm moderator"), (f"{DOOR}/cy", "gm announce")]


def test_operators_of_the_house_moderate_all_games(house: House) -> None:
    house.take([lambda batch: batch.register.operate([(DOOR, "op")])])
    assert house.say("op", "gm announce hello").status == "answered"
    house.take([lambda batch: batch.register.operate([(DOOR, "other")])])
    assert code(house.say("op", "gm announce hello")) == "not-moderator"


def test_whoever_hands_a_game_over_is_its_moderator_no_more(house: House) -> None:
    def own(batch: Batch) -> None:
        batch.register.give_role("g", (DOOR, "olga"), "owner")

    house.take([own])
    assert house.say("olga", "gm hand cy").status == "answered"
    assert code(house.say("olga", "gm announce hello")) == "not-moderator"
    assert house.say("cy", "gm announce hello").status == "answered"
    assert rulings.Appointed("cy", True) in events(house)


def test_a_moderator_hands_over_no_more_than_he_is(house: House) -> None:
    def own(batch: Batch) -> None:
        batch.register.give_role("g", (DOOR, "olga"), "owner")
        batch.register.give_role("g", (DOOR, "max"), "moderator")

    house.take([own])
    assert house.say("max", "gm hand cy").status == "answered"
    found: list[object] = []
    house.take([lambda batch: found.append(batch.register.staff("g"))])
    assert found == [{(DOOR, "cy"): "moderator", (DOOR, "olga"): "owner"}]
    gm(house, "hand dan")
    house.take([lambda batch: found.append(batch.register.staff("g"))])
    assert found[-1] == {(DOOR, "cy"): "moderator", (DOOR, "dan"): "owner"}


# ---- time


def test_the_clock_is_stopped_and_goes_on(opened: Opener) -> None:
    house = opened(Table(options={"pace": 600}))
    assert gm(house, "pause").status == "answered"
    assert house.row().due is None
    assert code(gm(house, "pause")) == "paused-before"
    assert gm(house, "resume").status == "answered"
    due = house.row().due
    assert due is not None
    assert gm(house, "extend 1h").status == "answered"
    assert house.row().due == due + 3600
    assert [type(event) for event in events(house)[-3:]] == [
        times.Paused,
        times.Unpaused,
        times.Extended,
    ]


def test_an_answer_is_played_for_who_does_not_give_one(house: House) -> None:
    assert gm(house, "default ann").status == "answered"
    assert events(house)[-2:] == [times.Forced("ann", "moderator"), Said("ann", "red")]
    assert code(gm(house, "default ann")) == "not-asked"
    assert gm(house, "default").status == "answered"
    assert events(house)[-1] == Said("bob", "red")


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


def test_who_is_replaced_is_told_and_sees_nothing_of_the_seat(house: House) -> None:
    house.say("ann", "note blue")
    house.box.news.clear()
    house.say("mod", "gm replace ann dan", rank="operator")
    told = [news for news in house.box.news if news.sender == "ann"]
    assert [news.viewer for news in told] == [PUBLIC]
    assert rulings.Replaced("ann", "dan") in told[0].events


def test_a_seat_without_player_may_be_taken(house: House) -> None:
    assert code(house.say("dan", "join bob")) == "game-started"
    gm(house, "replace bob")
    assert code(house.say("bob", "add 1")) == "no-game-of-yours"
    assert code(house.say("dan", "join ann")) == "seat-taken"
    assert house.say("dan", "join bob", name="Dan").facts == {"did": "join", "seat": "bob"}
    house.say("ann", "speak red")
    assert house.say("dan", "add 1").status == "taken"
    assert events(house)[-4:] == [
        rulings.Vacated("bob"),
        rulings.Replaced("bob", "Dan"),
        Said("ann", "red"),
        Said("bob", "1"),
    ]
    assert code(house.say("eve", "join bob")) == "game-started"


def test_nobody_gets_a_second_seat(house: House) -> None:
    assert code(gm(house, "replace ann bob")) == "joined-before"


def test_a_removed_seat_is_answered_for(house: House) -> None:
    assert gm(house, "remove bob").status == "answered"
    house.say("ann", "speak blue")
    assert events(house)[-2:] == [Said("ann", "blue"), Said("bob", "red")], "the default, at once"
    assert code(house.say("bob", "speak red")) == "seat-removed"
    assert house.say("ann", "call").status == "taken"
    house.say("ann", "vote green")
    assert Counted(("green", "red"), ()) in events(house)
    assert code(gm(house, "remove bob")) == "removed-before"


def test_a_game_without_players_is_over(house: House) -> None:
    gm(house, "remove bob")
    gm(house, "remove ann")
    assert house.row().result == ABANDONED
    assert isinstance(events(house)[-1], Disclosed)


def test_a_removed_seat_takes_the_games_own_way_out(opened: Opener) -> None:
    """BB-19: withdrawing, at the end of the turn."""
    house = opened(Table(kind="battleboard", seats=("ann", "bob", "cy")))
    gm(house, "remove ann")
    names = [type(event).__name__ for event in events(house)]
    assert "Removed" in names
    assert "Withdrew" in names


def test_kick_before_the_start(opened: Opener) -> None:
    house = opened(Table("h"))
    house.take([Table("g", seats=("1", "2", "3")).waiting])
    house.say("ann", "join")
    assert code(house.say("ann", "kick ann")) == "not-moderator"
    assert house.say("mod", "kick ann", rank="moderator").facts == {"did": "kick", "seat": "ann"}
    assert [a.viewer for a in house.store.addresses("g")] == [PUBLIC]
    assert code(house.say("ann", "join")) == "kicked-out"
    assert house.say("bob", "join ann").seat == "ann"
    house.say("bob", "invite ann")
    house.say("cy", "join")
    house.say("bob", "start")
    assert code(gm(house, "kick cy")) == "game-started"


def test_a_muted_seat_does_not_talk(house: House) -> None:
    gm(house, "mute ann")
    assert code(house.say("ann", "say * hello")) == "hushed"
    assert house.say("bob", "say ann hello").status == "answered"
    gm(house, "unmute ann")
    assert house.say("ann", "say * hello").status == "answered"


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


def test_not_back_to_before_the_seats_were_taken(house: House) -> None:
    house.say("ann", "add 1")
    assert code(gm(house, "rollback 1")) == "before-the-start"
    assert code(gm(house, "rollback 99")) == "no-such-line"
    assert code(gm(house, f"rollback {len(events(house))}")) == "nothing-to-undo"


def test_who_sits_where_is_not_taken_back(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "add 2")
    line = len(events(house)) - 1
    house.say("mod", "gm replace ann dan", rank="operator")
    gm(house, "mute bob")
    gm(house, f"rollback {line}")
    state = house.referee.memory["g"].table.state
    assert [(chair.seat, chair.name) for chair in state.chairs] == [("ann", "dan"), ("bob", "bob")]
    assert (state.joins, state.people.hushed) == (3, ("bob",))
    assert house.say("dan", "add 3").status == "taken"


def test_gm_undo_takes_back_the_last_order_that_everybody_saw(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "look")
    house.say("bob", "note red")
    assert gm(house, "undo").status == "answered"
    assert house.referee.memory["g"].table.world.total == 1
    assert isinstance(events(house)[-1], rulings.RolledBack)


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


def test_who_plays_does_not_look_behind_the_screen(house: House) -> None:
    for text in ("look", "look bob", "correct total = 5 because a slip"):
        assert code(gm(house, text, who="ann")) == "plays-himself"
    assert gm(house, "announce hello", who="ann").status == "answered"


# ---- words


def test_a_game_that_is_closed_is_over_and_its_dice_are_known(house: House) -> None:
    gm(house, "close the club has burnt down")
    assert house.row().result == ABANDONED
    shown = events(house)
    assert isinstance(shown[-1], Disclosed)
    assert shown[-2] == rulings.Closed("the club has burnt down")
    for text in ("undo", "rollback 3", "remove bob", "pause", "correct total = 1 because of it"):
        assert code(gm(house, text)) == "game-over"


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
