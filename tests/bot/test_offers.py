"""The legal orders in the menus that programs read."""

import msgspec

from bot import objects
from engine import Choice, Int, Menu, Order, Seat
from engine.games import find
from engine.games.derelict.view import MARINES
from engine.referee.doors import GameView
from tests.derelict.stage import Stage

KIND, SEAT = "battleboard", "ann"


class Take(Order, frozen=True):
    n: int


class Put(Order, frozen=True):
    n: int
    at: int


def menu_of(kind: str, seat: Seat, view: object, menu: Menu) -> objects.Object:
    seen = GameView(
        game="game",
        kind=find(kind),
        viewer=seat,
        view=view,
        menu=menu,
        question=1,
        asked=None,
        due=None,
        result=None,
        chairs=(),
        places=2,
    )
    found: objects.Object = msgspec.to_builtins(objects.menu(seen))
    return found


def of(*choices: Choice) -> objects.Object:
    return menu_of(KIND, SEAT, None, Menu(choices, idle="not-your-turn"))


def test_a_legal_order_is_listed_with_its_type_and_what_it_is_about() -> None:
    choice = Choice(Take, "take {n}", n=Int(1, 2))
    choice.about = lambda order: {"unit": "heap", "cost": order.n}
    found = of(choice)
    assert found["offers"] == [
        {
            "order": f"take {n}",
            "type": "Take",
            "role": "answer",
            "unit": "heap",
            "cell": "",
            "target": "",
            "cost": n,
            "slots": {"n": str(n)},
        }
        for n in (1, 2)
    ]
    assert (found["count"], found["unlisted"]) == (2, [])


def test_of_many_orders_the_first_hundred_are_listed_and_all_are_counted() -> None:
    found = of(Choice(Put, "put {n} {at}", n=Int(1, 11), at=Int(1, 11)))
    every = [f"put {n} {at}" for n in range(1, 12) for at in range(1, 12)]
    assert [offer["order"] for offer in found["offers"]] == every[:100]
    assert (found["count"], found["unlisted"]) == (121, [])


def test_a_choice_with_too_many_orders_to_list_is_named_by_its_pattern() -> None:
    found = of(Choice(Take, "take {n}", n=Int(1, 5_000)), Choice(Take, "drop {n}", n=Int(1, 1)))
    assert [offer["order"] for offer in found["offers"]] == ["drop 1"]
    assert (found["count"], found["unlisted"]) == (
        1,
        [{"pattern": "take {n}", "type": "Take", "role": "answer"}],
    )


def test_what_is_taken_and_not_offered_is_not_listed() -> None:
    found = of(Choice(Take, "take {n}", n=Int(1, 2), offered=False))
    assert (found["offers"], found["count"], found["unlisted"]) == ([], 0, [])


def test_a_step_of_a_marine_says_its_cell_and_its_cost() -> None:
    stage = Stage("marine 4,6 N; alien 4,0 S", alone=True)
    stage.say("activate M1")
    menu = stage.play.table.menu(MARINES)
    found = menu_of("derelict", MARINES, stage.view(MARINES), menu)
    steps = {offer["order"]: offer for offer in found["offers"] if offer["type"] == "Move"}
    assert (steps["move 4,5"]["cell"], steps["move 4,5"]["cost"]) == ("4,5", 1)
    assert found["count"] == len(found["offers"])
