"""Undo: the order that restores an earlier entry, and its effect."""

from copy import deepcopy

import msgspec

from engine.rulings.rulings import RolledBack
from engine.state import Bulletin, Seat, Undo, Undone
from engine.table import GameTable


def undo_to(
    table: GameTable, to: int, how: str = "", line: int = 0, *, revealed: bool = False
) -> Undo:
    """Return the order that undoes everything after entry ``to`` (see ``Undo``)."""
    state, people = table.state, msgspec.structs.replace(table.state.people)
    people.put(None)
    return Undo(
        to=to,
        question=state.question,
        rolled=state.rolled,
        orders=dict(state.orders),
        joins=state.joins,
        chairs=tuple(state.chairs),
        people=people,
        how=how,
        line=line,
        revealed=revealed,
        epoch=max(state.question, state.epoch + 1),
    )


def go_on(table: GameTable, at: int, n: int, seat: Seat, undo: Undo) -> Bulletin:
    """Restart the game after an undo, which is entry ``n``, and return the bulletin. The dice
    change, and the open question is a new one with its own time. Players keep their seats.
    """
    state = table.state
    state.now, state.open, state.back = max(state.now, at), False, None
    state.epoch = n if undo.epoch is None else undo.epoch
    state.question, state.rolled, state.orders = undo.question, undo.rolled, dict(undo.orders)
    if undo.people is not None:
        state.people, state.joins = deepcopy(undo.people), undo.joins
        now = {chair.seat: chair for chair in undo.chairs}
        for k, chair in enumerate(state.chairs):
            if now.get(chair.seat, chair) != chair:
                state.chairs[k] = now[chair.seat]
                table.game.renamed(table, now[chair.seat])
    table.tell(RolledBack(undo.how, undo.line, undo.revealed) if undo.how else Undone(seat))
    return table.run()
