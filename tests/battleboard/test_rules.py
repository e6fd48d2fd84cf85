"""The rules of BattleBoard in a turn and before the first one, BB-1 to
BB-18, with positions made by hand.
"""

import pytest

import renderers
from engine.games.battleboard.events import (
    Bombed,
    Dealt,
    Joined,
    Passed,
    Result,
    TurnOrder,
    TurnStarted,
    Unseated,
)
from engine.games.battleboard.view import Mark
from engine.menu import Refusal, Refused
from engine.state import REFEREE, Join, Start
from tests.battleboard.sitting import GAME, Sitting, sit
from tests.kit.each import each

ANN, BOB, CY = [(0, 1), (5, 3)], [(2, 2), (9, 7)], [(4, 4)]
"""Boards of the page's own example, and a third."""


@each("players", [2, 3, 20])
def test_BB_1_two_to_twenty_players_have_their_turns(players: int) -> None:
    game = sit(" ".join(f"P{i}" for i in range(players)))
    asked = []
    for _ in range(players):
        asked.append(game.asked)
        game.say(str(game.asked), "pass")
    assert asked == [f"P{i}" for i in range(players)]
    assert game.asked == "P0"


@each(
    "name",
    ["A", "a" * 32, "Big_Ann", "Ünal", "安娜", "a*", "**", "-", '"Ann"', "a;b", "😀", "withdraw"],
)
def test_BB_2_these_are_names(name: str) -> None:
    assert GAME.name_of_seat(name) == name


@each(
    "name",
    [
        "",
        "a" * 33,
        "*",
        *(
            f"Big{blank}Ann"
            for blank in " \t\n\r\v\f\x1c\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
        ),
        " Ann",
        "Ann ",
        *(f"A{control}nn" for control in "\0\a\x1b\x7f\x9b"),
        *(f"A{unseen}nn" for unseen in "\u200b\u202e\u2066\ufeff"),
    ],
)
def test_BB_2_these_are_not(name: str) -> None:
    assert GAME.name_of_seat(name) is None


@each("name, target", [("Bob", "bOB"), ("STRASSE", "straße"), ("ÉVA", "éva"), ("Ωμέγας", "ΩΜΈΓΑΣ")])
def test_BB_2_case_blind_in_every_script(name: str, target: str) -> None:
    assert sit(f"Ann {name}", [ANN, BOB]).say("Ann", f"bomb {target} 0 0")[0] == Bombed(
        "Ann", name, (0, 0), "MISS"
    )


@each("name", ['"Bob"', '"', 'B"o', '"B"ob', "bomb", "3", "d6", "a;b", "{target}"])
def test_BB_2_no_name_makes_its_board_safe(name: str) -> None:
    game = sit(f"Ann {name}", [ANN, BOB])
    assert GAME.split(f"bomb {name} 9 7") == [f"bomb {name} 9 7"]
    assert game.say("Ann", f"bomb {name} 9 7")[0] == Bombed("Ann", name, (9, 7), "HIT")


def test_BB_3_the_name_shown_stands_beside_the_name_of_the_seat() -> None:
    game = Sitting()
    told = game.enter(REFEREE, Join("Big_Ann", "Big Ann", "salt"))
    assert told == [Joined("Big_Ann", "Big Ann", 1)]
    assert (game.view().boards[0].seat, game.view().boards[0].name) == ("Big_Ann", "Big Ann")


def test_BB_4_the_cities_come_at_once_with_the_join() -> None:
    game = Sitting([ANN, BOB])
    assert game.join("Ann") == [Joined("Ann", "Ann", 1)]
    assert game.bulletin.events("Ann") == [
        Joined("Ann", "Ann", 1),
        Dealt("Ann", 10, 8, ((0, 1), (5, 3))),
    ]
    game.join("Bob")
    assert not any(isinstance(event, Dealt) for event in game.bulletin.events("Ann"))


def test_BB_5_play_begins_with_the_last_seat() -> None:
    game = Sitting([ANN, BOB, CY], players=3, order="join")
    game.join("Ann", "Bob")
    assert game.asked is None
    assert game.view().open_seats == 1
    for text in ("pass", "bomb Bob 0 0", "withdraw"):
        assert game.refused("Ann", text).code == "not-started"
    told = game.join("Cy")
    assert told == [Joined("Cy", "Cy", 0), TurnOrder(("Ann", "Bob", "Cy")), TurnStarted("Ann")]
    assert game.asked == "Ann"


def test_BB_5_start_shortens_an_open_list() -> None:
    game = Sitting(players=5, order="join")
    game.join("Ann", "Bob")
    assert game.enter(REFEREE, Start()) == [TurnOrder(("Ann", "Bob")), TurnStarted("Ann")]
    assert game.view().open_seats == 0


def test_BB_6_leaving_before_the_start_frees_name_and_seat() -> None:
    game = Sitting([ANN, BOB, CY], order="join")
    game.join("Ann")
    assert game.leave("Ann") == [Unseated("Ann", 2)]
    assert game.view().boards == ()
    game.join("ANN", "Bob")
    assert game.asked == "ANN"


def test_BB_6_a_scenario_board_is_used_up_by_a_leaver() -> None:
    game = Sitting([ANN, BOB, CY])
    game.join("Ann")
    game.leave("Ann")
    game.join("Ann")
    assert game.view("Ann").own == tuple(BOB)
    game.join("Bob")
    assert game.view("Bob").own == tuple(CY)


def test_BB_6_a_drawn_board_is_not_dealt_again() -> None:
    """The second join throws dice of its own, whoever joins: ``place/2/1``,
    not ``place/1/1`` (section 6).
    """
    game = Sitting()
    game.join("Ann")
    game.leave("Ann")
    game.join("Ann")
    assert [roll.key for roll in game.bulletin.rolls] == ["place/2/1", "place/2/2"]


@each("size, cities", [("2x2", 4), ("10x8", 2), ("26x3", 5), ("26x26", 676)])
def test_BB_7_boards_of_one_size_and_number(size: str, cities: int) -> None:
    game = sit("Ann Bob", size=size, cities=cities)
    width, height = map(int, size.split("x"))
    for seat in ("Ann", "Bob"):
        own = game.view(seat).own
        assert len(own) == len(set(own)) == cities
        assert all(0 <= x < width and 0 <= y < height for x, y in own)


def test_BB_7_scenario_boards_may_differ_in_number() -> None:
    game = sit("Ann Bob Cy", [ANN, CY])
    assert [len(game.view(seat).own) for seat in ("Ann", "Bob", "Cy")] == [2, 1, 2]


def test_BB_8_every_square_is_as_likely_as_any_other() -> None:
    """1200 cities on 4 squares: 300 each, give or take; 60 is four standard deviations."""
    counts = dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], 0)
    for i in range(600):
        game = Sitting(secret=i.to_bytes(2, "big"), size="2x2", cities=1)
        for name in ("Ann", "Bob"):
            game.join(name)
            counts[game.view(name).own[0]] += 1
    assert all(abs(count - 300) < 60 for count in counts.values()), counts


def test_BB_9_the_order_of_joining() -> None:
    game = Sitting(players=4, order="join")
    assert TurnOrder(("Dan", "Ann", "Cy", "Bob")) in game.join("Dan", "Ann", "Cy", "Bob")


def test_BB_9_the_dice_find_every_order() -> None:
    orders = set()
    for i in range(60):
        game = Sitting(secret=bytes([i]), players=3)
        game.join("Ann", "Bob", "Cy")
        orders.add(game.view().order)
    assert len(orders) == 6


def test_BB_10_the_turn_is_told_to_all_those_who_are_out_too() -> None:
    game = sit("Ann Bob Cy", [ANN, CY, CY])
    game.say("Ann", "bomb Bob 4 4")
    for seat in ("Ann", "Bob", "Cy"):
        assert TurnStarted("Cy") in game.bulletin.events(seat)
    assert game.asked == "Cy"


def test_BB_11_one_action_and_the_turn_is_over() -> None:
    """T12, T13."""
    game = sit("Ann Bob", [ANN, BOB])
    assert game.refused("Bob", "pass").code == "not-your-turn"
    assert game.refused("Bob", "bomb Ann 0 1").code == "not-your-turn"
    assert game.say("Ann", "pass") == [Passed("Ann", "order"), TurnStarted("Bob")]
    assert game.say("Bob", "bomb Ann 0 0") == [
        Bombed("Bob", "Ann", (0, 0), "NEAR_MISS"),
        TurnStarted("Ann"),
    ]


def test_BB_12_all_eight_neighbours_are_near_and_nothing_else_is() -> None:
    """T14, on a 5x5 board with its city in the middle."""
    for x in range(5):
        for y in range(5):
            game = sit("Ann Bob", [[(0, 0)], [(2, 2)]], size="5x5")
            result: Result = (
                "LOSS"
                if (x, y) == (2, 2)
                else "NEAR_MISS"
                if 1 <= x <= 3 and 1 <= y <= 3
                else "MISS"
            )
            assert game.say("Ann", f"bomb Bob {x} {y}")[0] == Bombed("Ann", "Bob", (x, y), result)


@each("square, city", [("0 2", (4, 2)), ("2 0", (2, 4)), ("0 0", (4, 4)), ("4 1", (0, 0))])
def test_BB_12_no_wrap_around(square: str, city: tuple[int, int]) -> None:
    game = sit("Ann Bob", [[(0, 0)], [city]], size="5x5")
    told = game.say("Ann", f"bomb Bob {square}")[0]
    assert isinstance(told, Bombed)
    assert told.result == "MISS"


def test_BB_12_BB_24_all_read_the_result_and_nobody_reads_more() -> None:
    game = sit("Ann Bob Cy", [ANN, BOB, CY])
    game.say("Ann", "bomb Bob 2 2")
    copies = [game.bulletin.events(seat) for seat in ("Ann", "Bob", "Cy", "*")]
    assert copies == [[Bombed("Ann", "Bob", (2, 2), "HIT"), TurnStarted("Bob")]] * 4
    assert game.view().board("Bob").marks == (Mark(2, 2, "HIT", True),)
    assert [game.view(seat).own for seat in ("Ann", "Bob", "*")] == [tuple(ANN), ((9, 7),), ()]


WRECKS = [(1, 1), (2, 2), (5, 5)]


@each("wrecks, again, beside", [("clear", "NEAR_MISS", "MISS"), ("count", "HIT", "NEAR_MISS")])
def test_BB_15_wrecks(wrecks: str, again: str, beside: str) -> None:
    """T26, T27: a wreck at 1,1, a city at 2,2 beside it."""
    game = sit("Ann Bob", [[(0, 0)], WRECKS], size="6x6", wrecks=wrecks)
    results = []
    for square in ("1 1", "1 1", "0 0"):
        told = game.say("Ann", f"bomb Bob {square}")[0]
        assert isinstance(told, Bombed)
        results.append(told.result)
        game.say("Bob", "pass")
    assert results == ["HIT", again, beside]


def test_BB_15_a_wreck_counts_but_never_as_a_second_loss() -> None:
    game = sit("Ann Bob Cy", [[(0, 0)], [(1, 1), (4, 4)], CY], size="6x6", wrecks="count")
    for square, result in (("1 1", "HIT"), ("1 1", "HIT"), ("1 2", "NEAR_MISS"), ("4 4", "LOSS")):
        told = game.say("Ann", f"bomb Bob {square}")[0]
        assert isinstance(told, Bombed)
        assert told.result == result
        if result != "LOSS":
            game.say("Bob", "pass")
        game.say("Cy", "pass")
    assert game.view().board("Bob").standing == "lost"


def test_BB_15_a_wreck_stays_marked_whatever_is_read_there_later() -> None:
    game = sit("Ann Bob", [[(0, 0)], WRECKS], size="6x6")
    for square in ("5 5", "5 5"):
        game.say("Ann", f"bomb Bob {square}")
        game.say("Bob", "pass")
    assert game.view().board("Bob").marks == (Mark(5, 5, "MISS", True),)


ILLEGAL = (
    "Nobody 0 0; Cy 4 4; Dan 0 0; Bob 10 0; Bob 0 8; Bob -1 0; Bob 0 -1; Nobody 99 -99; "
    'Bob k1; Bob a9; Bob a0; Nobody d6; "Bob" 0 0; " 0 0'
).split("; ")
"""Unknown; lost; gone; off the board on every side; both; the same with letters;
quotes are part of a name (BB-16).
"""


def with_lost_and_gone(illegal: str) -> Sitting:
    """Ann and Bob play; Cy has lost, Dan has left; Ann's turn."""
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


@each("illegal", ["pass", "refuse"])
@each(
    "text",
    [
        "fire Bob 0 0",
        "bomb",
        "bomb Bob",
        "bomb Bob 1",
        "bomb Bob 1 2 3",
        "bomb Bob one 2",
        "bomb Bob 1 1.5",
        "bomb Bob 1 ²",
        "bomb Bob 1 1000000",
        "pass Bob",
        "",
    ],
)
def test_BB_17_what_is_no_order_costs_no_turn(text: str, illegal: str) -> None:
    game = sit("Ann Bob", [ANN, BOB], illegal=illegal)
    game.refused("Ann", text)
    assert game.asked == "Ann"


@each("text", ["bomb bob d6", "BOMB Bob D6", "Bomb BOB 3 5", "  bomb   bob  3   5 "])
def test_BB_28_people_write_as_they_like(text: str) -> None:
    told = sit("Ann Bob", [ANN, BOB]).say("Ann", text)
    assert told[0] == Bombed("Ann", "Bob", (3, 5), "MISS")


def test_BB_29_letters_are_columns_and_rows_count_from_one_at_the_top() -> None:
    """(0, 0) is a1; (9, 7) the last square of a 10x8 board, j8."""
    game = sit("Ann Bob", [ANN, BOB])
    assert game.say("Ann", "bomb bob j8")[0] == Bombed("Ann", "Bob", (9, 7), "HIT")
    assert game.say("Bob", "bomb ann a1")[0] == Bombed("Bob", "Ann", (0, 0), "NEAR_MISS")


def test_BB_18_a_time_out_is_a_pass_with_its_cause() -> None:
    """T34; the question of time 0 is due 90 seconds later, the next one counts afresh."""
    game = sit("Ann Bob", [ANN, BOB], timeout="90s")
    assert game.tick(89) == []
    assert game.asked == "Ann"
    assert game.tick(90) == [Passed("Ann", "timeout"), TurnStarted("Bob")]
    assert game.say("Bob", "pass", at=100) == [Passed("Bob", "order"), TurnStarted("Ann")]
    assert game.tick(180) == []
    assert game.tick(190) == [Passed("Ann", "timeout"), TurnStarted("Bob")]


def test_BB_18_without_a_time_nobody_is_hurried() -> None:
    game = sit("Ann Bob", [ANN, BOB])
    assert game.tick(10**9) == []
    assert game.asked == "Ann"


@each("text", ["say Bob Truce?", "say * pass", "press Bob bomb Cy 0 0", "Truce, Bob?"])
def test_BB_27_talk_is_never_an_order(text: str) -> None:
    for illegal in ("pass", "refuse"):
        game = sit("Ann Bob", [ANN, BOB], illegal=illegal)
        for seat in ("Ann", "Bob"):
            game.refused(seat, text)
        assert game.asked == "Ann"


def regretted(game: Sitting, text: str) -> Refusal:
    with pytest.raises(Refused) as refused:
        game.table.menu(str(game.asked)).read(text, careful=True)
    return refused.value.refusal


def test_BB_14_a_person_is_asked_before_a_bomb_is_wasted_or_the_game_given_up() -> None:
    """On the own board, or where one has fallen before; programs mean what they say."""
    game = sit("Ann Bob", [ANN, BOB])
    own = regretted(game, "bomb Ann e5")
    assert (own.code, dict(own.facts)["sure"]) == ("own-board", "bomb Ann 4 4!")
    assert regretted(game, "withdraw").code == "ends-game"
    game.say("Ann", "bomb Bob e5")
    game.say("Bob", "pass")
    again = regretted(game, "bomb Bob e5")
    assert again.code == "bombed-before"
    assert renderers.sentences_in("en").refusal(again, "battleboard") == (
        "Bob e5 has been bombed before: no city is left there. “bomb Bob 4 4!” bombs it all the"
        " same."
    )
    order, _ = game.table.menu("Ann").read("bomb Bob e5!", careful=True)
    assert game.table.menu("Ann").read("bomb Bob e5")[0] == order


@each("text", ["e5", "bomb e5", "bomb 4 4", "bomb Bbo e5"])
def test_BB_16_with_one_enemy_a_square_says_enough_to_know_what_is_meant(text: str) -> None:
    game = sit("Ann Bob", [ANN, BOB])
    menu = game.table.menu("Ann")
    with pytest.raises(Refused) as refused:
        menu.read(text)
    assert menu.advised(refused.value.refusal, text).meant == ("bomb Bob 4 4",)
