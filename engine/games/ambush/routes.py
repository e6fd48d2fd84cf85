"""The notation of paths (rules 2.7, 2.19): steps, jumps, tails for falls, and previews; and frames
that expect a path.
"""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine import Choice, Frame, OneOf, Seat, Slot, Table
from engine.games.ambush import events, orders, sight, windows
from engine.games.ambush.hexes import Hex, beside
from engine.games.ambush.sight import Bar, Spot
from engine.games.ambush.units import Mode, Position, Unit
from engine.games.ambush.view import Halted, View
from engine.slots import Miss, PathSlot, Reader, StepOffer

STOP = 0.06
"""The probability that a sampled path ends after each step."""
LIKELY = {"F": 30, "S": 30, "L": 3, "R": 3, "B": 1, "P": 0.3}
"""The weights of steps in a sampled path."""
TOKENS = ("F", "B", "L", "R", "S", "P")
OFTEN = {"run": 5, "walk": 3, "jump": 2, "stand": 1}
"""The weights of modes in a sampled move."""


class Words(Slot):
    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)


class Steps(Words, PathSlot):
    """A slot for a path, checked token by token on the sender's own view alone (MV-4, IS-7)."""

    def __init__(self, p: Position, unit: Unit, mode: Mode, used: int = 0):
        self.ground, self.start = sight.Ground(p, unit, mode), sight.spot(unit, mode, used)
        self.all, self.known = unit.points(mode), dict[Spot, dict[str, Spot | Bar]]()

    def ahead(self, value: tuple[str, ...]) -> list[StepOffer]:
        """Return the steps into the six adjacent hexes. Hidden enemies block nobody here (IS-7)."""
        at = self.way(value)[-1]
        return [self.towards(at, value, direction) for direction in range(6)]

    def towards(self, at: Spot, value: tuple[str, ...], direction: int) -> StepOffer:
        turns = (direction - at.facing) % 6
        tokens = (*("R" * turns if turns < 4 else "L" * (6 - turns)), "F")
        after: Spot | Bar = at
        for token in tokens:
            if isinstance(after, Spot):
                after = self.ground.step(after, token)
        return StepOffer(
            value=(*value, *tokens),
            to=beside(at.hex, direction),
            towards=60 * direction,
            cost=at.left - after.left if isinstance(after, Spot) else 0,
            bar=after.code if isinstance(after, Bar) else "",
        )

    def places(self, value: tuple[str, ...]) -> list[Hex]:
        found = [spot.hex for spot in self.way(value)]
        return [hex for k, hex in enumerate(found) if k == 0 or hex != found[k - 1]]

    def state(self, value: tuple[str, ...]) -> Spot:
        return self.way(value)[-1]._replace(left=0)

    def points(self, value: tuple[str, ...]) -> tuple[int, int]:
        return self.all - self.way(value)[-1].left, self.all

    def steps(self, at: Spot) -> dict[str, Spot | Bar]:
        if at not in self.known:
            self.known[at] = {token: self.ground.step(at, token) for token in TOKENS}
        return self.known[at]

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        at, got = self.start, list[str]()
        while True:
            steps = self.steps(at)
            word = (reader.word(i, end) or "").upper()
            after = steps.get(word)
            bar = after if isinstance(after, Bar) else Bar("no-such-step", "MV-1")
            reader.note(i, bar.code, list(legal(steps)), bar.rule)
            if not isinstance(after, Spot):
                return tuple(got), i
            at, got, i = after, [*got, word], i + 1

    def way(self, tokens: Sequence[str]) -> list[Spot]:
        found = [self.start]
        for token in tokens:
            after = self.ground.step(found[-1], token)
            assert isinstance(after, Spot)
            found.append(after)
        return found

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        at, got, spin = self.start, list[str](), rng.choice("LR")
        while True:
            ways = legal(self.steps(at))
            tired = got[-5:] == [spin] * 5 or got[-1:] == ["P"]
            if not ways or tired or (got and rng.random() < STOP):
                return tuple(got)
            if not ways.keys() & {"F", "S"}:
                ways = {token: spot for token, spot in ways.items() if token in (spin, "P")}
            if not ways:
                return tuple(got)
            got += rng.choices(list(ways), [LIKELY[token] for token in ways])
            at = ways[got[-1]]


def legal(steps: dict[str, Spot | Bar]) -> dict[str, Spot]:
    return {token: spot for token, spot in steps.items() if isinstance(spot, Spot)}


class Pace(OneOf):
    def __init__(self, modes: Sequence[Mode]):
        super().__init__(modes, "no-such-mode", "MV-1")

    def sample(self, rng: random.Random) -> str:
        return rng.choices(self.of, [OFTEN[mode] for mode in self.of])[0]


class Landing(Words):
    """A slot for ``J0303/0``: the hex in which a jump ends, and the facing there (MV-3)."""

    def __init__(self, p: Position, unit: Unit):
        self.p, self.unit = p, unit

    @property
    def hexes(self) -> list[Hex]:
        return sight.landings(self.p, self.unit)

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        ends = [f"J{hex}/{facing}" for hex in self.hexes for facing in range(6)]
        word = (reader.word(i, end) or "").upper()
        reader.note(i, "no-landing", ends, "MV-3")
        if word not in ends:
            raise Miss
        return (word,), i + 1

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        return (f"J{rng.choice(self.hexes)}/{rng.randrange(6)}",)


class Tail(Words):
    def __init__(self, p: Position, unit: Unit, mode: Mode, steps: Sequence[str], used: int = 0):
        self.p, self.unit, self.mode = p, unit, mode
        self.steps, self.before = Steps(p, unit, mode, used), steps

    def hexes(self) -> set[tuple[Hex, int]]:
        way = self.steps.way(self.before)
        return {(spot.hex, facing) for spot in way for facing in range(6)}

    def tokens(self, ways: set[tuple[Hex, int]]) -> list[str]:
        def free(turn: int) -> bool:
            return not any(self.p.hidden_in(beside(hex, facing + turn)) for hex, facing in ways)

        forward = ["F"] if free(0) else []
        return ["S", "L", "R", *forward, *(["B"] if self.mode == "walk" and free(3) else [])]

    def after(self, ways: set[tuple[Hex, int]], token: str) -> set[tuple[Hex, int]]:
        turn = {"L": -1, "R": 1}.get(token, 0)
        if token in "FB":
            back = 3 if token == "B" else 0
            gone = {(beside(hex, facing + back), facing) for hex, facing in ways}
            return ways | {(hex, facing) for hex, facing in gone if self.p.on_map(hex)}
        return {(hex, (facing + turn) % 6) for hex, facing in ways}

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        ways, got = self.hexes(), list[str]()
        while len(got) <= self.unit.points(self.mode):
            tokens = self.tokens(ways)
            reader.note(i, "no-such-step", tokens, "MV-2")
            word = (reader.word(i, end) or "").upper()
            if word not in tokens:
                break
            ways, got, i = self.after(ways, word), [*got, word], i + 1
        if not got:
            raise Miss
        return tuple(got), i

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        ways, got = self.hexes(), ["S"]
        while rng.random() < 0.3 and len(got) < self.unit.points(self.mode):
            got.append(rng.choice(self.tokens(ways)))
            ways = self.after(ways, got[-1])
        return tuple(got)


def choices_of(view: View, order: type, verb: str, units: Sequence[str]) -> list[Choice]:
    """Return the choices for a move: ``move A1 run F F``, with a tail, and with ``?`` for a
    preview.
    """

    def unit_of(got: dict[str, Any]) -> Unit:
        return view.units[got["unit"]]

    @cache
    def path(id: str, mode: Mode) -> Slot:
        unit = view.units[id]
        return Landing(view, unit) if mode == "jump" else Steps(view, unit, mode)

    def steps(got: dict[str, Any]) -> Slot:
        return path(got["unit"], got["mode"])

    def tail(got: dict[str, Any]) -> Slot:
        return Tail(view, unit_of(got), got["mode"], got["steps"])

    def mode(got: dict[str, Any]) -> Slot:
        return Pace(unit_of(got).modes())

    def walking(got: dict[str, Any]) -> Slot:
        return Pace([mode for mode in unit_of(got).modes() if mode in ("walk", "run")] or ["walk"])

    pattern = f"{verb} {{unit}} {{mode}} {{steps}}"
    slots: dict[str, Any] = {"unit": OneOf(units, "no-such-unit", "EN-3"), "steps": steps}
    tailed = f"{pattern} on_fall: {{on_fall}}"
    return [
        Choice(order, pattern, mode=mode, **slots),
        Choice(order, tailed, mode=walking, on_fall=tail, **slots),
        Choice(orders.Preview, f"{pattern} ?", offered=False, mode=mode, **slots),
    ]


class Waiting(Frame):
    """A frame that waits for a public order about a move, which a window follows."""

    def line(self, t: Table, seat: Seat, order: orders.Preview | orders.Ahead) -> None:
        """Rule: OR-1."""
        view: View = t.view(seat)
        unit = view.units[order.unit]
        halted = view.halted or Halted(unit.id, "walk", 0, 0)
        mode = order.mode if isinstance(order, orders.Preview) else halted.mode
        if mode == "jump":
            (word,) = order.steps
            hex, facing, left = word[1:5], int(word[6]), 0
        else:
            hex, facing, _, left = Steps(view, unit, mode, halted.used).way(order.steps)[-1]
        seen = events.Previewed(
            unit=unit.id,
            mode=mode,
            hex=hex,
            facing=facing,
            used=unit.points(mode) - left,
            left=left,
        )
        t.tell(None, **{seat: seen})

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        ((seat, order),) = answers.items()
        if t.world.rules.steps:
            windows.forget(t.world)
            self.returned(t, order)
        else:
            t.push(windows.watch(t, seat, order))
