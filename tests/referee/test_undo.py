"""Undo: by one's own right while nothing has come of it; beyond that if all agree. What decides is
public.
"""

from engine.state import PUBLIC
from engine.store.history import pages
from tests.referee.stage import House
from tests.referee.tale import tales

globals().update(tales(__file__))


def test_lines_have_the_same_numbers_for_everybody(house: House) -> None:
    """What somebody alone was told has none, so that ``undo 5`` means the same to all."""
    for text in ("add 1", "note blue", "add 2"):
        house.say("ann", text)
    game, rows = house.referee.memory["g"].table.game, house.store.bulletins("g")
    numbers = {
        who: [n for page in pages(game, rows, who) for n in page.numbers]
        for who in (PUBLIC, "ann", "bob")
    }
    assert numbers == {PUBLIC: [1, 2, 3, 4, 5], "bob": [1, 2, 3, 4, 5], "ann": [1, 2, 3, 4, 0, 5]}
