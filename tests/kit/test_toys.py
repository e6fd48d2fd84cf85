"""The toys by hand: windows, rehearsals, standing orders, frames inside
frames, forced answers, paths.
"""

from typing import Any

import pytest

from engine.menu import Refused
from engine.state import PUBLIC, REFEREE, Ask, Tick
from engine.testing.kit import Play, Setting, begin
from tests.kit.games import toys
from tests.kit.toys.field import Began, Done, Facts, Fire, Revealed, Shot, Stepped
from tests.kit.toys.patrol import Chance, Days, FallBack, Movement, Watch

BARRAGE, PATROL = toys()
FACTS = Facts(("blue-hidden1",), "red1", (1, 1))
"""What Blue is asked about when the first red unit comes past (1, 0)."""


def patrol(
    hidden: tuple[tuple[int, int], ...] = ((1, 0),), policy: str = "hold", nerve: int = 6
) -> Play:
    """Red begins at (0, 1) of a field of 5 x 5; Blue's visible unit stands far away, at (4, 4)."""
    scenario = {
        "visible": {"red": [[0, 1]], "blue": [[4, 4]]},
        "hidden": {"blue": hidden},
        "policies": {"blue": [policy] * len(hidden)},
        "slots": {"blue": 2},
    }
    dice: dict[str, list[int | str]] = {
        "1/first": ["red"],
        "1/nerve": [nerve, 6, 6],
        "1/shot": [5, 5],
    }
    return begin(
        PATROL, Setting(("red", "blue"), {"size": 5, "days": 1, "window": 600}, scenario, dice)
    )


def frames(play: Play) -> list[type]:
    return [type(frame) for frame in play.table.state.stack]


def tick(play: Play) -> list[Any]:
    due = play.table.state.due
    assert due is not None
    return play.write(due, REFEREE, Tick()).events(PUBLIC)


def test_a_move_is_kept_and_all_who_might_hide_are_asked() -> None:
    play = patrol()
    bulletin = play.submit(1_010, "red", "walk red1 E E E")
    assert bulletin.told == ()
    assert frames(play) == [Days, Movement, Watch]
    assert bulletin.asked == Ask(("blue",), 600)
    assert bulletin.due == 1_620, "600 seconds, and the next whole minute"
    assert play.table.menu("blue").why == FACTS
    assert play.table.view("red").units["red1"].at == (0, 1), "nothing has happened yet"


def test_who_is_asked_does_not_know_how_the_move_goes_on() -> None:
    """The rest of the order, and its length, are the mover's business."""
    seen = set()
    for rest in ("", " E", " E E", " S", " S S"):
        play = patrol()
        bulletin = play.submit(1_010, "red", f"walk red1 E{rest}")
        table = play.table
        menu = table.menu("blue")
        seen.add(
            repr(
                (
                    bulletin,
                    table.view("blue"),
                    menu.help(),
                    menu.why,
                    menu.examples(3),
                    table.view(PUBLIC),
                )
            )
        )
    assert len(seen) == 1


def test_an_owner_with_nothing_near_is_asked_all_the_same() -> None:
    play = patrol(hidden=((4, 0),))
    assert play.submit(1_010, "red", "walk red1 E").asked == Ask(("blue",), 600)
    assert play.table.menu("blue").help() == ["noted", "file {unit} {policy}"]
    assert play.table.menu("blue").why is None


def test_whoever_has_no_slots_left_is_not_asked() -> None:
    play = patrol(hidden=())
    play.submit(1_010, "red", "walk red1 E")
    tick(play)
    bulletin = play.submit(1_800, "blue", "walk blue1 N")
    assert bulletin.events(PUBLIC)[:2] == [Stepped("blue1", (4, 3)), Done("blue1")]


def test_the_answer_is_played_at_the_tick_and_the_move_breaks_off() -> None:
    play = patrol()
    play.submit(1_010, "red", "walk red1 E E E")
    assert play.submit(1_100, "blue", "fire blue-hidden1").told == ()
    assert tick(play) == [
        Stepped("red1", (1, 1)),
        Revealed("blue-hidden1", (1, 0)),
        Shot("blue-hidden1", "red1", 5),
    ]
    assert frames(play) == [Days, Movement, FallBack]
    assert play.table.ask() == Ask(("red",), forced=True)
    assert play.table.menu("red").help() == ["retreat {unit} {to}"]


def test_a_retreat_is_a_move_with_a_window_of_its_own() -> None:
    play = patrol(hidden=((1, 0), (1, 3)))
    play.submit(1_010, "red", "walk red1 E E E")
    play.submit(1_100, "blue", "fire blue-hidden1")
    tick(play)
    bulletin = play.submit(1_700, "red", "retreat red1 S")
    assert bulletin.asked == Ask(("blue",), 600)
    assert frames(play) == [Days, Movement, FallBack, Watch]
    assert play.table.menu("blue").why == Facts(("blue-hidden2",), "red1", (1, 2))
    play.submit(1_710, "blue", "fire blue-hidden2")
    assert [type(event) for event in tick(play)] == [Stepped, Revealed, Shot]
    assert frames(play) == [Days, Movement, FallBack], "a window inside a move inside a window"


def test_where_there_is_one_way_back_it_is_taken() -> None:
    """In the corner (0, 0) with Blue's hidden unit at (1, 0), which then is
    in sight, the only way is south.
    """
    play = patrol()
    play.submit(1_010, "red", "walk red1 N")
    play.submit(1_100, "blue", "fire blue-hidden1")
    assert play.table.menu("blue").why == Facts(("blue-hidden1",), "red1", (0, 0))
    assert tick(play)[-1] == Shot("blue-hidden1", "red1", 5)
    assert frames(play) == [Days, Movement, FallBack, Watch], (
        "nobody was asked; the next window is open"
    )
    assert play.table.ask() == Ask(("blue",), 600)
    assert Stepped("red1", (0, 1)) in tick(play)


def test_standing_orders_answer_for_who_does_not() -> None:
    play = patrol(policy="fire")
    play.submit(1_010, "red", "walk red1 E")
    assert play.table.state.answers == {"blue": Fire(("blue-hidden1",))}
    assert Shot("blue-hidden1", "red1", 5) in tick(play)


def test_an_answer_replaces_standing_orders() -> None:
    play = patrol(policy="fire")
    play.submit(1_010, "red", "walk red1 E")
    play.submit(1_020, "blue", "noted")
    assert [type(event) for event in tick(play)] == [Stepped, Done]


def test_later_chances_are_for_standing_orders() -> None:
    """Blue is asked about the first chance; at the second nobody waits."""
    play = patrol(hidden=((1, 0), (3, 0)), policy="hold")
    play.submit(1_005, "blue", "file blue-hidden2 fire")
    play.submit(1_010, "red", "walk red1 E E E")
    assert play.table.menu("blue").why == FACTS
    assert [type(event) for event in tick(play)] == [Stepped, Stepped, Stepped, Revealed, Shot]
    assert play.table.view(PUBLIC).left["blue"] == 1


def test_standing_orders_are_told_to_their_seat_alone() -> None:
    bulletin = patrol().submit(1_005, "blue", "file blue-hidden1 fire")
    assert len(bulletin.events("blue")) == 1
    assert bulletin.events("red") == bulletin.events(PUBLIC) == []
    assert not bulletin.fresh


def test_dice_fall_in_the_rehearsal_as_they_fall_in_the_move() -> None:
    """A chance that the nerve die spoils is rehearsed with everybody
    holding, and its key is used once.
    """
    play = patrol(policy="fire", nerve=1)
    play.submit(1_010, "red", "walk red1 E")
    assert play.table.state.loaded["1/nerve"] == [1, 6, 6]
    assert [type(event) for event in tick(play)] == [Stepped, Done]
    assert play.table.state.loaded["1/nerve"] == [6, 6]


def test_who_walks_into_a_hidden_unit_reveals_it() -> None:
    play = patrol(hidden=((2, 1),))
    play.submit(1_010, "red", "walk red1 E E E")
    assert tick(play) == [Stepped("red1", (1, 1)), Revealed("blue-hidden1", (2, 1)), Done("red1")]


def test_a_path_is_refused_at_the_step_that_cannot_be() -> None:
    play = patrol()
    with pytest.raises(Refused) as refused:
        play.submit(1_010, "red", "walk red1 W E")
    why = refused.value.refusal
    assert (why.code, why.start, why.word, why.wanted) == ("no-such-step", 10, "W", ("N", "E", "S"))


def test_a_hidden_unit_of_somebody_else_is_like_one_that_does_not_exist() -> None:
    play, refusals = patrol(), set()
    for unit in ("blue-hidden1", "blue-hidden9", "nonsense"):
        with pytest.raises(Refused) as refused:
            play.submit(1_010, "red", f"walk {unit} E")
        why = refused.value.refusal
        refusals.add((why.code, why.start, why.wanted, why.legal))
    assert len(refusals) == 1


def test_a_day_ends_when_everybody_has_moved() -> None:
    play = patrol(hidden=())
    play.submit(1_010, "red", "walk red1")
    tick(play)
    play.submit(1_800, "blue", "walk blue1")
    assert play.table.state.result == "over 0:0"
    assert any(isinstance(event, Began) for event in play.bulletins[1].events(PUBLIC))


def test_a_chance_is_never_saved() -> None:
    play = patrol(policy="fire")
    play.submit(1_010, "red", "walk red1 E E")
    tick(play)
    assert Chance not in frames(play)


def test_a_sheet_is_seen_by_its_seat_alone_and_limits_what_comes_next() -> None:
    play = begin(BARRAGE, Setting(("red", "blue"), {"players": 2}, {"strengths": [[3], [2]]}))
    play.submit(1_001, "red", "put r1 2 on north")
    assert len(play.table.view("red").sheet) == 1
    assert play.table.view("blue").sheet == play.table.view(PUBLIC).sheet == ()
    with pytest.raises(Refused) as refused:
        play.submit(1_002, "red", "put r1 2 on south")
    assert (refused.value.refusal.start, refused.value.refusal.wanted) == (7, ("1",))
    play.submit(1_003, "red", "put r1 1 on south")
    assert play.table.menu("red").help() == ["done", "clear", "yield"]


def test_a_line_after_done_takes_done_back() -> None:
    play = begin(BARRAGE, Setting(("red", "blue"), {"players": 2}))
    play.submit(1_001, "red", "done")
    play.submit(1_002, "red", "clear")
    assert play.submit(1_003, "blue", "done").told == ()
    assert play.submit(1_004, "red", "done").told != ()


def test_both_are_asked_about_their_losses_hit_or_not() -> None:
    play = begin(BARRAGE, Setting(("red", "blue"), {"players": 2}))
    play.submit(1_001, "red", "done")
    bulletin = play.submit(1_002, "blue", "done")
    assert bulletin.asked == Ask(("red", "blue"))
    assert len(bulletin.rolls) == 6, "a die for every zone, fired at or not"
    assert play.table.menu("blue").parse("lose") == play.table.menu("blue").default
