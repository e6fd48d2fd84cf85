"""What is suggested: never what burns one's own marines, and never a shot for nothing."""

from random import Random
from typing import Any

import pytest

from engine.games.derelict import orders as o
from engine.games.derelict import robot
from engine.games.derelict.view import View
from engine.menu import Refused
from engine.testing.kit import asked
from tests.derelict.stage import Stage, mission_game
from tests.kit.each import each

HALL = ("############", "#.....#....#", "#..........#", "#.....#....#", "############")
SEGMENTS = ("............", ".aaaaa.bbbb.", ".aaaaacbbbb.", ".aaaaa.bbbb.", "............")
ROOMS: dict[str, Any] = {"grid": HALL, "segs": SEGMENTS, "alone": True}


def suggested(s: Stage) -> list[str]:
    menu = s.play.table.menu(s.asked)
    return [menu.write(order) for order in s.play.game.hints(s.play.table.view(s.asked), menu)]


def test_fire_is_suggested_at_aliens_and_never_where_a_marine_would_burn() -> None:
    there = Stage("marine_flame 2,2 E; dooropen 6,2; alien 8,2 W; alien 9,2 W", **ROOMS)
    there.say("activate M1")
    assert suggested(there)[0].startswith("burn")
    with_friend = Stage(
        "marine_flame 2,2 E; marine 9,3 W; dooropen 6,2; alien 8,2 W; alien 9,2 W", **ROOMS
    )
    with_friend.say("activate M1")
    assert not any(text.startswith("burn") for text in suggested(with_friend))
    menu = with_friend.play.table.menu("marine")
    burns = next(
        offer.order for offer in menu.offers() if offer.cell == "7,2" and "burn" in offer.order
    )
    with pytest.raises(Refused) as refused:
        menu.read(burns, careful=True)
    assert refused.value.refusal.code == "own-flames"
    assert dict(refused.value.refusal.facts)["units"] == "M2"
    assert menu.read(f"{burns}!", careful=True)[1] == burns


def test_fire_is_not_suggested_where_all_burns_or_nobody_is() -> None:
    s = Stage("marine_flame 2,2 E; marine 1,1; dooropen 6,2; alien 10,1 W; alien 10,2 W", **ROOMS)
    s.say("activate M1")
    burns = next(text for text in suggested(s) if text.startswith("burn"))
    menu = s.play.table.menu("marine")
    assert [offer.order for offer in menu.offers() if offer.type == "Burn"] != [burns], "another"
    s.say(burns)
    assert not any(text.startswith("burn") for text in suggested(s))
    menu = s.play.table.menu("marine")
    with pytest.raises(Refused) as refused:
        menu.read(burns, careful=True)
    assert refused.value.refusal.code == "burns-already"


def test_a_shut_door_is_no_target_worth_a_shot() -> None:
    s = Stage("marine 4,4 N; door 4,2; alien 9,0 S").then("activate M1")
    assert "shoot 4,2" in s.play.table.menu("marine").examples(1, 50)
    assert not any(text.startswith("shoot") for text in suggested(s))


@each("mission", ["corridor", "hive", "cargo"])
def test_no_suggestion_burns_marines_or_cells_that_burn_or_shoots_a_door(mission: str) -> None:
    rng, play = Random(mission), mission_game(mission)
    while not play.over and len(play.entries) < 90:
        seat = asked(play.table)[0]
        view: View = play.table.view(seat)
        menu, position = play.table.menu(seat), view.position
        hints = play.game.hints(view, menu)
        for order in hints:
            if isinstance(order, o.Burn):
                cells = {*view.board.segment(order.cell)} - position.flames
                assert not cells & {marine.cell for marine in position.of("marine")}
                assert cells
            assert not (isinstance(order, o.Shoot) and "," in order.target)
        best = robot.order(view, menu, None)
        assert best is None or best == hints[0] or menu.harms(best)
        order = hints[0] if rng.random() < 0.5 else play.game.robot(view, menu, rng)
        play.enter(play.now, seat, order)
