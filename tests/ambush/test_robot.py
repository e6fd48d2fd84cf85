"""The robot: it goes for objectives, fires where that is worth most, and lies in wait. Nothing here
looks at a clock; ``tests/bench/ambush.py`` does.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import pytest

from bot import trials
from engine.games.ambush import EDITIONS, hexes, orders, scenario
from engine.games.ambush.view import View
from engine.state import Order, Setup
from engine.testing import SelfPlay
from tests.ambush.kit import KIT
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

GAME = EDITIONS[-1]
SIZE = 12


def against_random(battle: str, number: int) -> bool:
    setup = Setup(id="robot", secret=b"", options={"battle": battle}, scenario={}, at=0)
    mine, other = ("A", "B") if number % 2 else ("B", "A")
    played = trials.play(GAME, setup, number, ("A", "B"), {mine: 1, other: 0})
    return played.winners == (mine,)


@pytest.mark.parametrize("battle", ["ford", "duel"])
def test_it_beats_who_plays_at_random(battle: str) -> None:
    assert [number for number in range(1, 5) if not against_random(battle, number)] == []


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("battle", get_args(scenario.Battle))
def test_it_wins_nearly_all_games_against_who_plays_at_random(battle: str) -> None:
    least, games = (19, 20) if battle in ("lake", "raid", "town") else (95, 100)
    assert sum(against_random(battle, number) for number in range(1, games + 1)) >= least


# ---- what it does in one position


def walker(name: str, at: str, **more: Any) -> dict[str, Any]:
    plates = {"HD": 9, "CT": 20, "CTr": 6, "LT": 16, "RT": 16, "LTr": 4, "RTr": 4}
    limbs = {"LA": 14, "RA": 14, "LL": 20, "RL": 20}
    made = {"id": name, "side": name[0], "tons": 50, "walk": 5, "armour": plates | limbs, "at": at}
    return made | {"weapons": ["ML:RA", "ML:LA", "ML:CT"]} | more


def stage(
    *units: dict[str, Any],
    cells: Mapping[str, str] | None = None,
    goal: str = "",
    turns: str = "",
    rounds: int = 6,
    seed: int = 0,
    lair: str = "",
) -> SelfPlay:
    """A game on flat ground that has begun; ``cells`` differ; in the ``lair`` B may hide one."""
    named = [[f"{c:02}{r:02}" for c in range(1, SIZE + 1)] for r in range(1, SIZE + 1)]
    rows = [" ".join((cells or {}).get(hex, ".") for hex in row) for row in named]
    made: dict[str, Any] = {
        "map": {"size": f"{SIZE}x{SIZE}", "rows": rows},
        "unit": list(units),
        "turns": turns,
        "end": {"rounds": rounds},
        "side": {"B": {"allowance": 1, "ambush": [lair]}} if lair else {},
        "objective": [{"hex": goal, "points": 40}] if goal else [],
    }
    return SelfPlay("ambush", seed=seed, scenario=made, options={"window": "local"})


def order_of(game: SelfPlay, seat: str, seed: int = 1) -> Order:
    menu = game.menu(seat)
    order = GAME.robot(game.view(seat), menu, Random(seed))
    assert menu.allows(order), order
    return order


def stood(game: SelfPlay) -> SelfPlay:
    while game.view("A").phase == "movement":
        (seat,) = game.asked[:1]
        view = game.view(seat)
        if game.menu(seat).default == orders.Noted():
            game.take(seat, orders.Noted())
        else:
            game.take(seat, orders.Move(view.movable(seat)[0].id, "stand"))
    return game


def ends(game: SelfPlay, seat: str) -> View:
    game.take(seat, order_of(game, seat))
    while any(unit.turn == "moving" for unit in game.view(seat).units.values()):
        game.take(game.asked[0], orders.Noted())
    view: View = game.view(seat)
    return view


def test_it_goes_to_an_objective_that_nobody_holds() -> None:
    game = stage(walker("A1", "0610/0"), walker("B1", "0101/3"), goal="0606", turns="AB")
    assert hexes.distance(ends(game, "A").units["A1"].hex, "0606") <= 1


@each(
    "mounts, first, second, targets",
    DATA["it_fires_where_it_hits_best_and_each_weapon_at_what_it_bears_on"],
)
def test_it_fires_where_it_hits_best_and_each_weapon_at_what_it_bears_on(
    mounts: str, first: str, second: str, targets: str
) -> None:
    shooter = walker("A1", "0606/0", weapons=mounts.split())
    game = stage(shooter, walker("B1", first), walker("B2", second), turns="ABB")
    order = order_of(stood(game), "A")
    assert isinstance(order, orders.Aim)
    found = sorted(shot.partition(">")[2] for shot in order.shots)
    assert found == targets.split() or {*found} == {targets}


MAP = "0101-1212"


def lain_in_wait(at: str, weapons: list[str], rounds: int = 6) -> SelfPlay:
    """A game in which BH hides at a place while A1 stands by."""
    lurker = walker("BH", "", hidden=True, gunnery=5, weapons=weapons)
    cells = {at[:4]: "w"}
    units = walker("A1", "0612/0"), walker("B1", "1201/3"), lurker
    game = stage(*units, cells=cells, turns="AB", rounds=rounds, lair=MAP)
    game.take("B", orders.Hide("BH", at))
    game.take("B", orders.Ok())
    return game


@each(
    "weapons, expected",
    [("ML:RA ML:LA", orders.Shoot(("BH",))), ("LRM10:RT ML:LAr", orders.Hold())],
)
def test_from_hiding_it_fires_at_who_comes_by_with_what_hits_at_close_range(
    weapons: str, expected: Order
) -> None:
    """PB-3: missiles need six more, and its laser looks to the back."""
    game = lain_in_wait("0509/3", weapons.split())
    game.take("A", orders.Move("A1", "walk", ("F", "F", "F")))
    assert order_of(game, "B") == expected


@each("rounds, kind", [(6, orders.Ok), (1, orders.Aim)])
def test_it_gives_nobody_away_for_a_poor_shot_but_in_the_last_round(
    rounds: int, kind: type[Order]
) -> None:
    game = stood(lain_in_wait("0603/3", ["ML:RA", "ML:LA"], rounds))
    assert isinstance(order_of(game, "B"), kind)


def test_what_the_other_side_hides_and_where_changes_none_of_its_orders() -> None:
    """BH hides beside the way of A1, elsewhere, or nowhere."""
    found = set()
    for line in (orders.Hide("BH", "0509/3"), orders.Hide("BH", "0804/0"), None):
        units = walker("A1", "0612/0"), walker("B1", "1201/3"), walker("BH", "", hidden=True)
        game = stage(*units, cells={"0509": "w", "0804": "w"}, goal="0606", turns="AB", lair=MAP)
        if line is not None:
            game.take("B", line)
        game.take("B", orders.Ok())
        found.add(order_of(game, "A"))
    assert len(found) == 1, found


@pytest.mark.parametrize("seed", [1, 3, 7])
def test_in_any_scenario_its_orders_are_on_the_menu(seed: int) -> None:
    setting = KIT.setting(seed)
    game = SelfPlay("ambush", seed=seed, scenario=setting.scenario, options=setting.options)
    for number in range(400):
        if game.over:
            break
        (seat,) = game.asked[:1]
        order = order_of(game, seat, number)
        assert number % 10 or order == order_of(game, seat, number), "the same luck"
        game.take(seat, order)
    assert game.view("A").round > 1
