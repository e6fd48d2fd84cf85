"""Leaving, losing, winning, and who is not there: BB-19 to BB-26."""

from engine.games.battleboard.events import (
    Bombed,
    Dealt,
    Drawn,
    Passed,
    TurnOrder,
    TurnStarted,
    Uncovered,
    Withdrew,
    Won,
)
from engine.games.battleboard.orders import Back, Gone
from engine.state import PUBLIC, REFEREE, Disclosed
from tests.battleboard.sitting import Sitting, sit
from tests.kit.each import each

ONE, TWO = [(0, 0)], [(2, 2), (9, 7)]


def three() -> Sitting:
    """Ann, Bob and Cy with a city each at 0,0; Ann's turn."""
    return sit("Ann Bob Cy", [ONE, ONE, ONE])


def test_BB_19_the_leavers_board_is_a_target_until_the_end_of_the_turn() -> None:
    game = sit("Ann Bob Cy", [ONE, TWO, ONE])
    game.say("Bob", "withdraw")
    assert game.say("Ann", "bomb Bob 2 2") == [
        Bombed("Ann", "Bob", (2, 2), "HIT"),
        TurnStarted("Cy"),
    ]
    assert game.refused("Cy", "bomb Bob 9 7").rule == "BB-16"


def test_BB_19_with_two_players_the_turn_is_played_out_and_then_won() -> None:
    game = sit("Ann Bob", [TWO, TWO])
    assert game.say("Bob", "withdraw") == [Withdrew("Bob")]
    assert game.asked == "Ann"
    assert game.result is None
    assert game.say("Ann", "bomb Bob 0 0") == [Bombed("Ann", "Bob", (0, 0), "MISS"), Won("Ann")]
    assert game.result == "won Ann"


def test_BB_19_the_last_turn_may_also_end_by_the_clock() -> None:
    game = sit("Ann Bob", [TWO, TWO], timeout="1h")
    game.say("Bob", "withdraw")
    assert game.tick(3600) == [Passed("Ann", "timeout"), Won("Ann")]


@each("place", [0, 1, 2, 3])
def test_BB_19_the_turns_of_the_others_go_round_whoever_leaves(place: int) -> None:
    """Four players, the second has the turn; whoever leaves, the
    others follow one another as before.
    """
    names = ["Ann", "Bob", "Cy", "Dan"]
    game = sit("Ann Bob Cy Dan", [ONE] * 4)
    game.say("Ann", "pass")
    game.say(names[place], "withdraw")
    if place != 1:
        game.say("Bob", "pass")
    stay = [name for name in ("Cy", "Dan", "Ann", "Bob") if name != names[place]]
    for name in stay * 2:
        assert game.asked == name
        game.say(name, "pass")


def test_BB_19_several_leave_in_one_turn() -> None:
    game = sit("Ann Bob Cy Dan", [ONE] * 4)
    assert game.say("Bob", "withdraw") == [Withdrew("Bob")]
    assert game.say("Cy", "withdraw") == [Withdrew("Cy")]
    assert game.say("Ann", "pass") == [Passed("Ann", "order"), TurnStarted("Dan")]


def test_BB_19_all_the_others_leave() -> None:
    game = three()
    game.say("Bob", "withdraw")
    game.say("Cy", "withdraw")
    assert game.asked == "Ann"
    assert game.say("Ann", "pass") == [Passed("Ann", "order"), Won("Ann")]


@each("out", ["leaving", "left", "lost"])
def test_BB_21_BB_22_who_is_out_gives_no_orders(out: str) -> None:
    game = three()
    if out != "lost":
        game.say("Bob", "withdraw")
    if out != "leaving":
        game.say("Ann", "bomb Bob 0 0" if out == "lost" else "pass")
    assert game.view().board("Bob").standing == out
    for text in ("withdraw", "pass", "bomb Ann 0 0"):
        assert game.refused("Bob", text).code == "not-playing"


def test_BB_21_BB_22_who_is_out_is_told_everything() -> None:
    game = sit("Ann Bob Cy Dan", [ONE] * 4)
    game.say("Bob", "withdraw")
    game.say("Ann", "bomb Cy 0 0")
    game.say("Dan", "bomb Ann 3 3")
    told = [Bombed("Dan", "Ann", (3, 3), "MISS"), TurnStarted("Ann")]
    assert game.bulletin.events("Bob") == game.bulletin.events("Cy") == told


def test_BB_22_who_has_lost_is_out_of_the_order_and_no_target() -> None:
    """T19."""
    game = three()
    assert game.say("Ann", "bomb Bob 0 0") == [
        Bombed("Ann", "Bob", (0, 0), "LOSS"),
        TurnStarted("Cy"),
    ]
    assert game.view().order == ("Ann", "Cy")
    assert game.refused("Cy", "bomb Bob 1 1").code == "no-such-player"
    assert game.say("Cy", "pass") == [Passed("Cy", "order"), TurnStarted("Ann")]


def test_BB_22_the_own_last_city_puts_the_bomber_out() -> None:
    game = three()
    assert game.say("Ann", "bomb Ann 0 0") == [
        Bombed("Ann", "Ann", (0, 0), "LOSS"),
        TurnStarted("Bob"),
    ]
    assert game.view().board("Ann").standing == "lost"


def test_BB_23_the_last_one_left_has_won() -> None:
    """T17; after the end nobody is asked and nothing can be ordered."""
    game = sit("Ann Bob", [ONE, ONE])
    assert game.say("Ann", "bomb Bob 0 0") == [Bombed("Ann", "Bob", (0, 0), "LOSS"), Won("Ann")]
    assert game.asked is None
    assert (game.result, game.view().result, game.view().turn) == ("won Ann", "won Ann", None)
    for seat in ("Ann", "Bob"):
        assert game.refused(seat, "pass").code == "game-over"


def test_BB_23_at_the_end_everybody_is_shown_the_cities_that_were_never_hit() -> None:
    game = sit("Ann Bob", [[(0, 0), (1, 1)], [(2, 2), (3, 3)]])
    assert [board.stood for board in game.view().boards] == [(), ()]
    game.say("Ann", "bomb Bob 2 2")
    game.say("Bob", "withdraw")
    told = game.bulletin.events(PUBLIC)
    shown = {"Ann": ((0, 0), (1, 1)), "Bob": ((3, 3),)}
    assert {one.seat: one.cities for one in told if isinstance(one, Uncovered)} == shown
    assert {board.seat: board.stood for board in game.view().boards} == shown


def test_BB_23_drawn_if_the_last_ones_leave_together() -> None:
    game = three()
    game.say("Bob", "withdraw")
    game.say("Cy", "withdraw")
    assert game.say("Ann", "withdraw") == [Withdrew("Ann"), Passed("Ann", "left"), Drawn()]
    assert game.result == "drawn"


def test_BB_23_drawn_if_the_last_two_go_in_one_turn_by_a_bomb_and_by_leaving() -> None:
    game = sit("Ann Bob", [ONE, ONE])
    game.say("Bob", "withdraw")
    assert game.say("Ann", "bomb Ann 0 0") == [Bombed("Ann", "Ann", (0, 0), "LOSS"), Drawn()]


def test_BB_24_a_seat_reads_of_its_own_cities_and_of_no_others() -> None:
    """T35: its own dealing, the order, the turns, the bombs."""
    game = Sitting([TWO, ONE], order="join")
    told = {"Ann": list[object](), "Bob": list[object]()}
    game.join("Ann")
    told["Ann"] += game.bulletin.events("Ann")
    game.join("Bob")
    game_so_far = [game.bulletin]
    game.say("Ann", "bomb Bob 1 1")
    game_so_far.append(game.bulletin)
    for seat, read in told.items():
        for bulletin in game_so_far:
            read += bulletin.events(seat)
    dealt = {
        seat: [event for event in read if isinstance(event, Dealt)] for seat, read in told.items()
    }
    assert dealt == {
        "Ann": [Dealt("Ann", 10, 8, ((2, 2), (9, 7)))],
        "Bob": [Dealt("Bob", 10, 8, ((0, 0),))],
    }
    common = [
        TurnOrder(("Ann", "Bob")),
        TurnStarted("Ann"),
        Bombed("Ann", "Bob", (1, 1), "NEAR_MISS"),
    ]
    for read in told.values():
        assert [event for event in read if event in common] == common


def test_BB_24_the_secret_of_the_dice_is_told_at_the_end_and_not_before() -> None:
    game = sit("Ann Bob", [ONE, ONE])
    assert not any(isinstance(event, Disclosed) for event in game.bulletin.events("Ann"))
    game.say("Ann", "withdraw")
    assert game.bulletin.events("Ann")[-1] == Disclosed(b"secret".hex())


@each("on_turn", [True, False])
def test_BB_26_gone_is_withdrawing_unless_said_otherwise(on_turn: bool) -> None:
    game, same = three(), three()
    seat = "Ann" if on_turn else "Bob"
    assert game.enter(REFEREE, Gone(seat)) == same.say(seat, "withdraw")
    assert game.view() == same.view()
    assert game.enter(REFEREE, Gone(seat)) == []


def passing(names: str = "Ann Bob Cy") -> Sitting:
    """A game with ``gone=timeout``."""
    return sit(names, [ONE] * len(names.split()), gone="timeout")


def test_BB_26_gone_in_ones_turn_passes_at_once() -> None:
    game = passing()
    assert game.enter(REFEREE, Gone("Ann")) == [Passed("Ann", "gone"), TurnStarted("Bob")]


def test_BB_26_each_turn_of_one_who_is_gone_passes_at_once() -> None:
    game = passing()
    assert game.enter(REFEREE, Gone("Bob")) == []
    for _ in range(2):
        told = [
            Passed("Ann", "order"),
            TurnStarted("Bob"),
            Passed("Bob", "gone"),
            TurnStarted("Cy"),
        ]
        assert game.say("Ann", "pass") == told
        game.say("Cy", "pass")
    assert game.say("Ann", "bomb Bob 0 0")[0] == Bombed("Ann", "Bob", (0, 0), "LOSS")


def test_BB_25_who_is_back_is_asked_again() -> None:
    game = passing()
    game.enter(REFEREE, Gone("Bob"))
    game.enter(REFEREE, Gone("Bob"))
    assert game.enter(REFEREE, Back("Bob")) == []
    assert game.say("Ann", "pass") == [Passed("Ann", "order"), TurnStarted("Bob")]
    assert game.asked == "Bob"


def test_BB_26_everybody_gone_is_a_draw_and_never_a_hang() -> None:
    game = passing()
    game.enter(REFEREE, Gone("Bob"))
    game.enter(REFEREE, Gone("Cy"))
    assert game.asked == "Ann"
    assert game.enter(REFEREE, Gone("Ann")) == [Passed("Ann", "gone"), Drawn()]
    assert game.result == "drawn"


def test_BB_26_the_last_one_who_is_there_leaves_the_rest_alone() -> None:
    game = passing()
    game.enter(REFEREE, Gone("Bob"))
    game.enter(REFEREE, Gone("Cy"))
    assert game.say("Ann", "withdraw") == [Withdrew("Ann"), Passed("Ann", "left"), Drawn()]


def test_BB_26_the_last_one_left_has_won_though_he_is_gone() -> None:
    game = passing("Ann Bob")
    game.enter(REFEREE, Gone("Bob"))
    assert game.say("Ann", "withdraw") == [Withdrew("Ann"), Passed("Ann", "left"), Won("Bob")]


def test_BB_26_gone_before_the_start() -> None:
    game = Sitting([ONE, ONE], order="join", gone="timeout")
    game.join("Ann")
    game.enter(REFEREE, Gone("Ann"))
    told = game.join("Bob")
    assert told[-3:] == [TurnStarted("Ann"), Passed("Ann", "gone"), TurnStarted("Bob")]


def test_BB_26_BB_6_a_free_seat_is_nobodys_absence() -> None:
    game = Sitting([ONE, ONE, ONE], order="join", gone="timeout")
    game.join("Ann")
    game.enter(REFEREE, Gone("Ann"))
    game.leave("Ann")
    game.join("Ann", "Bob")
    assert game.asked == "Ann"
