"""A table that is watched at every transition: queue and stack are
noted, invariants held, saves tried.
"""

from typing import Any, Self

from engine.game import AnyGame
from engine.games.ambush import events, windows, world
from engine.games.ambush.moves import Halt, March
from engine.games.ambush.skids import Skid
from engine.state import PUBLIC, Setup, State
from engine.table import GameTable
from tests.ambush.printout import queue, stack


class Traced(GameTable):
    """``rows``: queue and stack after each transition, repeats left out.
    ``reloads``: save and load at each.
    """

    reloads = False

    def __init__(self, game: AnyGame, setup: Setup, state: State[Any, Any, Any]):
        super().__init__(game, setup, state)
        self.rows: list[tuple[str, str]] = []

    def load(self, data: bytes) -> Self:
        copy = super().load(data)
        copy.reloads = False
        return copy

    def step(self) -> bool:
        if self.reloads and self.rehearsal is None:
            encoder, decoder = self.game.codec
            data = encoder.encode(self.state)
            self.state = decoder.decode(data)
            assert encoder.encode(self.state) == data
        going = super().step()
        if self.rehearsal is None and isinstance(self.world, world.World):
            row = (queue(self.world, self.state.stack), stack(self.world, self.state.stack))
            if not self.rows or self.rows[-1] != row:
                self.rows.append(row)
            invariants(self)
        return going


def invariants(t: GameTable) -> None:
    """I1 to I8 of 3.5. A result that has popped and is not yet taken counts
    as the frame that it came from.
    """
    w: world.World = t.world
    working = [frame for frame in t.state.stack if isinstance(frame, March | Skid | Halt)]
    units = [frame.unit for frame in working]
    assert len(set(units)) == len(units), f"I1: {units}"
    for k, frame in enumerate(working[:-1]):
        assert isinstance(frame, Skid), f"I2: {working[k:]}"
    for place, frame in enumerate(t.state.stack[:-1]):
        above = t.state.stack[place + 1]
        fits = (
            isinstance(above, windows.Window | windows.SealedWindow | Skid | March | Halt)
            or type(above).__name__ == "AskAvoid"
        )
        assert fits or not isinstance(frame, March | Skid | Halt), f"I2: {above} on {frame}"
    printed = queue(w, t.state.stack)
    assert printed.count("R(") == max(0, len(working) - 1) + ("*R(" in printed), f"I3: {printed}"
    transit = {u.id for u in w.units.values() if u.turn == "moving" and u.skidded}
    settled = [u.hex for u in w.units.values() if u.alive and u.id not in transit]
    assert len(settled) == len(set(settled)), f"I4: {settled}"
    for seat in w.seats:
        if w.phase == "movement" and t.popped is None and not w.rules.blind:
            ready = len(w.movable(seat))
            assert w.turns.count(seat) <= ready or w.first_turns, f"I5: {seat} {w.turns}"
    hidden = [u for u in w.units.values() if u.hidden]
    assert w.rules.blind or all(u.turn == "done" for u in hidden), "I6"
    known = {told.event.unit for told in t.told if isinstance(told.event, events.Revealed)}
    for told in t.told:
        text = repr(told.copy(PUBLIC))
        for unit in hidden:
            assert unit.id in known or f"'{unit.id}'" not in text, f"I8: {text}"


def over_dead(t: GameTable) -> bool:
    """I7: does a frame of a dead unit wait for an answer?"""
    w: world.World = t.world
    return any(w.units[f.unit].dead for f in t.state.stack if isinstance(f, March | Halt | Skid))
