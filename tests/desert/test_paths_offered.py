"""The steps of a way as data, from the sheet of its writer."""

import random
from collections.abc import Iterator

import pytest

from engine.game import answers
from engine.menu import Menu, Refused
from engine.slots import PathPlace
from engine.testing.kit import Play, choose, fresh
from tests.kit.games import registered


def paths(play: Play) -> Iterator[tuple[Menu, PathPlace]]:
    ask = play.table.ask()
    for seat in ask.seats if ask else ():
        menu = play.table.menu(seat)
        for choice in answers(menu):
            verb = choice.parts[0]
            units = menu.complete(f"{verb} ") if "{path}" in choice.pattern else []
            for unit in units[:3]:
                if (place := menu.path(f"{verb} {unit}")) is not None:
                    yield menu, place


def test_every_step_that_is_offered_is_an_order_and_a_barred_one_is_none() -> None:
    """P21: a way is walked step by step."""
    (case,) = [case for case in registered() if case.name.startswith("desert")]
    rng, play, taken = random.Random(3), fresh(case, 1), 0
    for _ in range(150):
        if play.over or taken > 12:
            break
        for menu, place in paths(play):
            for step in place.slot.ahead(place.value):
                text = place.text(step.value)
                if step.bar:
                    with pytest.raises(Refused):
                        menu.parse(text)
                else:
                    assert menu.write(menu.parse(text)) == text
                    assert menu.path(text) is not None
                    taken += 1
        play.write(*choose(play, rng))
    assert taken
