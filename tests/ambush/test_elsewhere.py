"""Hiding and shooting where other programs of the kind are known to go wrong."""

from typing import Any

from tests.ambush.stage import ORDERS, RUN, played, seen, worked


def test_elsewhere_38_where_no_weapon_bears_there_is_no_shot_and_the_move_goes_on() -> None:
    for weapons in ([], ["ML:CTr"]):
        case: dict[str, Any] = {"fixture": "H", "unit": [{"id": "BH", "weapons": weapons}]}
        asked = played(RUN, options={"window": "10m"}, **case)
        assert asked.table.view("B").chance is None
        filed = played("B: ambush BH fire", RUN, **case)
        assert seen(filed, "MoveOver A1 hex=0302")
        assert filed.world.units["BH"].hidden
    held = played(RUN, "B: hold", "tick", fixture="H", options={"window": "10m"})
    assert seen(held, "MoveOver A1 hex=0302")


def test_elsewhere_4632_5923_an_interrupted_round_is_saved_whole() -> None:
    whole, halves = worked(ORDERS), worked([])
    for line in ORDERS:
        halves.table = halves.table.load(halves.table.save())
        halves.line(line)
    assert halves.table.save() == whole.table.save()
