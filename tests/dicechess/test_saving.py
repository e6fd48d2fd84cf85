"""A game that is saved and loaded in the middle of a turn goes on as if nothing had been."""

import pytest

from engine.games.dicechess.orders import Move
from engine.state import Setup
from tests.dicechess.policies import slot_of
from tests.dicechess.stage import GAME, SEATS
from tests.kit.play import Play

DC_20 = "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"
ORDERS = [("white", "Re1+"), ("black", "Be7+"), ("white", "Kg4"), ("white", "Nf3"), ("white", "a3")]
MOMENTS = {0: "between roll and first die", 1: "in an interruption", 2: "in a counter-check", 3: "after it"}


def played(restarts: set[int]) -> list[bytes]:
    """DC-20, with real dice after it: the save after every order. Before these orders the table is loaded anew."""
    setup = Setup("saving", bytes(32), {}, {"fen": DC_20}, 0, {"turn/1": ["R", "N", "P"]})
    play = Play(GAME, setup)
    play.join(SEATS)
    saves = [play.table.save()]
    for n, (seat, text) in enumerate(ORDERS):
        if n in restarts:
            play.reload()
        play.submit(0, seat, text)
        saves.append(play.table.save())
    play.enter(0, "black", Move(slot_of(play.table.menu("black")).few()[0]))
    return [*saves, play.table.save()]


@pytest.mark.parametrize("moment", MOMENTS, ids=MOMENTS.values())
def test_restart_changes_no_byte(moment: int) -> None:
    assert played({moment}) == played(set())
    assert played(set(range(len(ORDERS)))) == played(set())


def test_what_may_be_taken_back() -> None:
    """A move may be taken back until something has been rolled because of it; resigning may not."""
    play = Play(GAME, Setup("undo", bytes(32), {}, {"fen": DC_20}, 0, {"turn/1": ["R", "N", "P"]}))
    play.join(SEATS)
    final = [
        any(event.final for event in play.submit(0, seat, text).events("white"))
        for seat, text in [*ORDERS, ("black", "resign")]
    ]
    assert final == [False, False, False, False, True, True]
