"""The rules of BattleBoard: the cases of `cases/rules.txt`, and what those cannot say."""

from pathlib import Path

import pytest

import renderers
from engine.games.battleboard.events import Bombed, Dealt, Joined, Passed, TurnStarted, Uncovered
from engine.games.battleboard.view import Mark
from engine.menu import Refusal, Refused
from engine.state import PUBLIC, REFEREE, Disclosed, Join
from tests.battleboard import tale
from tests.battleboard.sitting import GAME, Sitting, brief, sit
from tests.kit.each import each

ANN, BOB, CY = [(0, 1), (5, 3)], [(2, 2), (9, 7)], [(4, 4)]
"""Boards of the page's own example, and a third."""


@each("case", tale.read(Path(__file__).parent / "cases" / "rules.txt"))
def test_a_case_of_the_rules(case: tale.TextCase) -> None:
    tale.play(case)


@each("line", ["Ann: pass -> turn Bob", "Ann! pass", "Bob! pass -> off-board", "asked -> Bob"])
def test_a_case_that_is_wrong_is_found(line: str) -> None:
    with pytest.raises(AssertionError):
        tale.play(tale.TextCase("wrong", ["Ann 0,0; Bob 0,0", line]))


@each("players", [2, 3, 20])
def test_BB_1_two_to_twenty_players_have_their_turns(players: int) -> None:
    game = sit(" ".join(f"P{i}" for i in range(players)))
    asked = []
    for _ in range(players):
        asked.append(game.asked)
        game.say(str(game.asked), "pass")
    assert asked == [f"P{i}" for i in range(players)]
    assert game.asked == "P0"


NAMES = [
    "A",
    "a" * 32,
    "Big_Ann",
    "Ünal",
    "安娜",
    "a*",
    "**",
    "-",
    '"Ann"',
    "a;b",
    "😀",
    "withdraw",
]
BLANK = " \t\n\r\v\f\x1c\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
CONTROL, UNSEEN = "\0\a\x1b\x7f\x9b", "\u200b\u202e\u2066\ufeff"


def test_BB_2_what_is_a_name_and_what_is_not() -> None:
    assert [GAME.name_of_seat(name) for name in NAMES] == NAMES
    wrong = ["", "a" * 33, "*", " Ann", "Ann ", *(f"A{c}nn" for c in BLANK + CONTROL + UNSEEN)]
    assert [name for name in wrong if GAME.name_of_seat(name) is not None] == []


@each("name, target", [("Bob", "bOB"), ("STRASSE", "straße"), ("ÉVA", "éva"), ("Ωμέγας", "ΩΜΈΓΑΣ")])
def test_BB_2_case_blind_in_every_script(name: str, target: str) -> None:
    told = sit(f"Ann {name}", [ANN, BOB]).say("Ann", f"bomb {target} 0 0")
    assert told[0] == Bombed("Ann", name, (0, 0), "MISS")


@each("name", ['"Bob"', '"', 'B"o', '"B"ob', "bomb", "3", "d6", "a;b", "{target}"])
def test_BB_2_no_name_makes_its_board_safe(name: str) -> None:
    game = sit(f"Ann {name}", [ANN, BOB])
    assert GAME.split(f"bomb {name} 9 7") == [f"bomb {name} 9 7"]
    assert game.say("Ann", f"bomb {name} 9 7")[0] == Bombed("Ann", name, (9, 7), "HIT")


@each("size, cities", [("2x2", 4), ("10x8", 2), ("26x3", 5), ("26x26", 676)])
def test_BB_7_boards_of_one_size_and_number(size: str, cities: int) -> None:
    game = sit("Ann Bob", size=size, cities=cities)
    width, height = map(int, size.split("x"))
    for seat in ("Ann", "Bob"):
        own = game.view(seat).own
        assert len(own) == len(set(own)) == cities
        assert all(0 <= x < width and 0 <= y < height for x, y in own)


AROUND = ["M M M M M", "M N N N M", "M N L N M", "M N N N M", "M M M M M"]


def test_BB_12_all_eight_neighbours_are_near_and_nothing_else_is() -> None:
    """T14, on a board with its city in the middle."""
    found = []
    for y in range(5):
        games = [sit("Ann Bob", [[(0, 0)], [(2, 2)]], size="5x5") for _ in range(5)]
        told = [brief(game.say("Ann", f"bomb Bob {x} {y}")[0]) for x, game in enumerate(games)]
        found.append(" ".join(result.split()[-1][0] for result in told))
    assert found == AROUND


def test_BB_15_a_wreck_stays_marked_whatever_is_read_there_later() -> None:
    game = sit("Ann Bob", [ANN, [(1, 1), (5, 5)]])
    for text in ("bomb Bob 5 5", "bomb Bob 5 5"):
        game.say("Ann", text)
        game.say("Bob", "pass")
    assert game.view().board("Bob").marks == (Mark(5, 5, "MISS", True),)


ILLEGAL = (
    "Nobody 0 0; Cy 4 4; Dan 0 0; Bob 10 0; Bob 0 8; Bob -1 0; Bob 0 -1; Nobody 99 -99; "
    'Bob k1; Bob a9; Bob a0; Nobody d6; " 0 0'
).split("; ")
"""Unknown; lost; gone; off the board on every side; both; the same with letters;
quotes are part of a name (BB-16).
"""


def with_lost_and_gone(illegal: str) -> Sitting:
    game = sit("Ann Bob Cy Dan", [ANN, BOB, CY, CY], illegal=illegal)
    game.say("Dan", "withdraw")
    game.say("Ann", "bomb Cy 4 4")
    game.say("Bob", "pass")
    return game


@each("order", ILLEGAL)
def test_BB_16_illegal_is_a_pass(order: str) -> None:
    """T19, T20."""
    game = with_lost_and_gone("pass")
    assert game.say("Ann", f"bomb {order}") == [Passed("Ann", "illegal"), TurnStarted("Bob")]


@each("order", ILLEGAL)
def test_BB_16_illegal_is_refused(order: str) -> None:
    """T21: the turn stays, the answer says what was wrong, where, and what would have worked."""
    game = with_lost_and_gone("refuse")
    refusal = game.refused("Ann", f"bomb {order}")
    target, square = order.split()[0], order.split()[1:]
    wrong = target if target != "Bob" else next(word for word in square if word not in ("0", "1"))
    assert (refusal.rule, refusal.word) == ("BB-16", wrong)
    assert refusal.code == ("off-board" if target == "Bob" else "no-such-player")
    assert game.asked == "Ann"
    assert refusal.wanted
    for legal in refusal.legal:
        game.table.menu("Ann").parse(legal)
    if target != "Bob":
        assert sorted(refusal.wanted) == ["Ann", "Bob"]


@each("typed, meant", [("k6", "j6"), ("d9", "d8"), ("d0", "d1"), ("z99", "j8")])
def test_BB_16_a_lettered_square_off_the_board_names_the_nearest(typed: str, meant: str) -> None:
    game = sit("Ann Bob", [ANN, BOB])
    assert game.refused("Ann", f"bomb Bob {typed}").wanted == (meant,)


NO_ORDERS = (
    "fire Bob 0 0; bomb; bomb Bob; bomb Bob 1; bomb Bob 1 2 3; bomb Bob once 2; bomb Bob 1 1.5; "
    "bomb Bob 1 ²; bomb Bob 1 1000000; pass Bob; "
).split("; ")
TALK = ["say Bob Truce?", "say * pass", "press Bob bomb Cy 0 0", "Truce, Bob?"]


@each("text", NO_ORDERS + TALK)
@each("illegal", ["pass", "refuse"])
def test_BB_17_BB_27_what_is_no_order_costs_no_turn(text: str, illegal: str) -> None:
    game = sit("Ann Bob", [ANN, BOB], illegal=illegal)
    for seat in ("Ann", "Bob"):
        game.refused(seat, text)
    assert game.asked == "Ann"


@each("text", ["bomb bob d6", "BOMB Bob D6", "Bomb BOB 3 5", "  bomb   bob  3   5 "])
def test_BB_28_people_write_as_they_like(text: str) -> None:
    told = sit("Ann Bob", [ANN, BOB]).say("Ann", text)
    assert told[0] == Bombed("Ann", "Bob", (3, 5), "MISS")


def regretted(game: Sitting, text: str) -> Refusal:
    with pytest.raises(Refused) as refused:
        game.table.menu(str(game.asked)).read(text, careful=True)
    return refused.value.refusal


def test_BB_14_a_person_is_asked_before_a_bomb_is_wasted_or_the_game_given_up() -> None:
    game = sit("Ann Bob", [ANN, BOB])
    own = regretted(game, "bomb Ann e5")
    assert (own.code, dict(own.facts)["sure"]) == ("own-board", "bomb Ann 4 4!")
    assert regretted(game, "withdraw").code == "ends-game"
    game.say("Ann", "bomb Bob e5")
    game.say("Bob", "pass")
    again = regretted(game, "bomb Bob e5")
    assert (again.code, dict(again.facts)["sure"]) == ("bombed-before", "bomb Bob 4 4!")
    said = renderers.sentences_in("en").refusal(again, "battleboard")
    assert said.startswith("Bob e5 has been bombed before")
    order, _ = game.table.menu("Ann").read("bomb Bob e5!", careful=True)
    assert game.table.menu("Ann").read("bomb Bob e5")[0] == order


@each("text", ["e5", "bomb e5", "bomb 4 4", "bomb Bbo e5"])
def test_BB_16_with_one_enemy_a_square_says_enough_to_know_what_is_meant(text: str) -> None:
    game = sit("Ann Bob", [ANN, BOB])
    menu = game.table.menu("Ann")
    with pytest.raises(Refused) as refused:
        menu.read(text)
    assert menu.advised(refused.value.refusal, text).meant == ("bomb Bob 4 4",)


def test_BB_3_BB_4_a_player_is_told_at_once_of_the_own_cities_and_the_others_of_the_name() -> None:
    game = Sitting([ANN, BOB])
    told = game.enter(REFEREE, Join("Big_Ann", "Big Ann", "salt"))
    assert told == [Joined("Big_Ann", "Big Ann", 1)]
    assert game.bulletin.events("Big_Ann") == [*told, Dealt("Big_Ann", 10, 8, tuple(ANN))]
    assert (game.view().boards[0].seat, game.view().boards[0].name) == ("Big_Ann", "Big Ann")


def test_BB_21_who_is_out_is_told_everything() -> None:
    game = sit("Ann Bob Cy Dan", [[(0, 0)]] * 4)
    game.say("Bob", "withdraw")
    game.say("Ann", "bomb Cy 0 0")
    game.say("Dan", "bomb Ann 3 3")
    told = [Bombed("Dan", "Ann", (3, 3), "MISS"), TurnStarted("Ann")]
    assert game.bulletin.events("Bob") == game.bulletin.events("Cy") == told


def test_BB_23_BB_24_at_the_end_all_see_the_cities_never_hit_and_the_secret_of_the_dice() -> None:
    game = sit("Ann Bob", [[(0, 0), (1, 1)], [(2, 2), (3, 3)]])
    game.say("Ann", "bomb Bob 2 2")
    assert [board.stood for board in game.view().boards] == [(), ()]
    assert not any(isinstance(event, Disclosed) for event in game.bulletin.events("Ann"))
    game.say("Bob", "withdraw")
    told = game.bulletin.events(PUBLIC)
    shown = {"Ann": ((0, 0), (1, 1)), "Bob": ((3, 3),)}
    assert {one.seat: one.cities for one in told if isinstance(one, Uncovered)} == shown
    assert {board.seat: board.stood for board in game.view().boards} == shown
    assert told[-1] == Disclosed(b"secret".hex())
