"""The slots that ambush brings: paths with what stands against a step, landings,
places, twists, shots, policies.
"""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from engine.games.ambush.board import paths
from engine.games.ambush.board.hexes import Hex, beside
from engine.games.ambush.board.paths import Bar, Spot
from engine.games.ambush.units import Mode, Unit
from engine.games.ambush.world import Position
from engine.slots import Miss, OneOf, Reader, Slot

TOKENS = ("F", "B", "L", "R", "S", "P")
LAND = re.compile(r"J([0-9]{4})/([0-5])", re.IGNORECASE)
PLACE = re.compile(r"([0-9]{4})/([0-5])")
STOP = 0.06
"""How often a sampled path ends early; where the way is barred it turns on the spot, always the
same way round, or drops prone and stays so.
"""
LIKELY = {"F": 30, "S": 30, "L": 3, "R": 3, "B": 1, "P": 0.3}
"""What a sampled path is made of."""
OFTEN = {"run": 5, "walk": 3, "jump": 2, "stand": 1}


class Steps(Slot):
    """A path token by token, judged on the sender's own view alone (MV-4, IS-7)."""

    def __init__(self, p: Position, unit: Unit, mode: Mode, used: int = 0):
        self.ground, self.start = paths.Ground(p, unit, mode), paths.spot(unit, mode, used)

    def steps(self, at: Spot) -> dict[str, Spot | Bar]:
        """Every token, with where it leads or what stands against it."""
        return {token: self.ground.step(at, token) for token in TOKENS}

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        at, got = self.start, list[str]()
        while True:
            steps = self.steps(at)
            word = (reader.word(i, end) or "").upper()
            after = steps.get(word)
            legal = [token for token, spot in steps.items() if isinstance(spot, Spot)]
            bar = after if isinstance(after, Bar) else Bar("no-such-step", "MV-1")
            reader.note(i, bar.code, legal, bar.rule)
            if not isinstance(after, Spot):
                return tuple(got), i
            at, got, i = after, [*got, word], i + 1

    def way(self, tokens: Sequence[str]) -> list[Spot]:
        """Where a legal path leads, step by step, the start first."""
        found = [self.start]
        for token in tokens:
            after = self.ground.step(found[-1], token)
            assert isinstance(after, Spot)
            found.append(after)
        return found

    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        at, got, spin = self.start, list[str](), rng.choice("LR")
        while True:
            legal = {
                token: spot for token, spot in self.steps(at).items() if isinstance(spot, Spot)
            }
            if (
                not legal
                or got[-5:] == [spin] * 5
                or got[-1:] == ["P"]
                or (got and rng.random() < STOP)
            ):
                return tuple(got)
            if not legal.keys() & {"F", "S"}:
                legal = {token: spot for token, spot in legal.items() if token in (spin, "P")}
            if not legal:
                return tuple(got)
            got += rng.choices(list(legal), [LIKELY[token] for token in legal])
            at = legal[got[-1]]


class Pace(OneOf):
    """A mode of movement (MV-1)."""

    def __init__(self, modes: Sequence[Mode]):
        super().__init__(modes, "no-such-mode", "MV-1")

    def sample(self, rng: random.Random) -> str:
        return rng.choices(self.of, [OFTEN[mode] for mode in self.of])[0]


class Landing(Slot):
    """``J0303/0``: where a jump ends, and the facing there (MV-3)."""

    def __init__(self, p: Position, unit: Unit):
        self.p, self.unit = p, unit

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        free = paths.landings(self.p, self.unit)
        word = (reader.word(i, end) or "").upper()
        reader.note(
            i, "no-landing", [f"J{hex}/{facing}" for hex in free for facing in range(6)], "MV-3"
        )
        match = LAND.fullmatch(word)
        if match is None or match[1] not in free:
            raise Miss
        return (word,), i + 1

    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        free = paths.landings(self.p, self.unit)
        return (f"J{rng.choice(free)}/{rng.randrange(6)}",)


class Tail(Slot):
    """What to do after a fall. Where and how the unit lies then is unknown; own hidden units
    may not lie in any of its ways (MV-6).
    """

    def __init__(self, p: Position, unit: Unit, mode: Mode, steps: Sequence[str], used: int = 0):
        self.p, self.unit, self.mode, self.used = p, unit, mode, used
        self.before = tuple(steps)

    def hexes(self) -> set[tuple[Hex, int]]:
        """Every hex in which it might fall, with every facing."""
        way = Steps(self.p, self.unit, self.mode, self.used).way(self.before)
        return {(spot.hex, facing) for spot in way for facing in range(6)}

    def tokens(self, ways: set[tuple[Hex, int]]) -> list[str]:
        """The tokens that lead into no hidden unit of one's own."""
        forward = not any(self.p.hidden_in(beside(hex, facing)) for hex, facing in ways)
        every = ["S", "L", "R", *(["F"] if forward else [])]
        backward = self.mode == "walk" and not any(
            self.p.hidden_in(beside(hex, facing + 3)) for hex, facing in ways
        )
        return [*every, "B"] if backward else every

    def after(self, ways: set[tuple[Hex, int]], token: str) -> set[tuple[Hex, int]]:
        """Where it may be then."""
        turn = {"L": -1, "R": 1}.get(token, 0)
        if token in "FB":
            back = 3 if token == "B" else 0
            gone = {(beside(hex, facing + back), facing) for hex, facing in ways}
            return ways | {(hex, facing) for hex, facing in gone if self.p.on_map(hex)}
        return {(hex, (facing + turn) % 6) for hex, facing in ways}

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        ways, got = self.hexes(), list[str]()
        while len(got) <= self.unit.points(self.mode):
            legal = self.tokens(ways)
            reader.note(i, "no-such-step", legal, "MV-2")
            word = (reader.word(i, end) or "").upper()
            if word not in legal:
                break
            ways, got, i = self.after(ways, word), [*got, word], i + 1
        if not got:
            raise Miss
        return tuple(got), i

    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        ways, got = self.hexes(), ["S"]
        while rng.random() < 0.3 and len(got) < self.unit.points(self.mode):
            got.append(rng.choice(self.tokens(ways)))
            ways = self.after(ways, got[-1])
        return tuple(got)


class Place(Slot):
    """``0309/0``: one of these hexes, and a facing."""

    def __init__(self, hexes: Sequence[Hex], code: str, rule: str):
        self.hexes, self.code, self.rule = hexes, code, rule

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(
            i,
            self.code,
            (f"{hex}/{facing}" for hex in self.hexes for facing in range(6)),
            self.rule,
        )
        match = PLACE.fullmatch(reader.word(i, end) or "")
        if match is None or match[1] not in self.hexes:
            raise Miss
        return match[0], i + 1

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        return f"{rng.choice(self.hexes)}/{rng.randrange(6)}"


class Twist(Slot):
    """``twist +1:``; left out: the torso looks ahead. ``possible``: the
    twists with which anything bears.
    """

    words = ("-1:", "0:", "+1:")

    def __init__(self, possible: Sequence[int]):
        self.possible = possible

    def read(self, reader: Reader, i: int, end: int) -> tuple[int, int]:
        reader.note(i, "no-such-shot", ["twist"], "2.15")
        if (reader.word(i, end) or "").casefold() != "twist":
            if 0 not in self.possible:
                raise Miss
            return 0, i
        legal = [self.words[twist + 1] for twist in sorted(self.possible)]
        reader.note(i + 1, "not-one-of", legal)
        word = (reader.word(i + 1, end) or "").rstrip(":") + ":"
        word = "+1:" if word == "1:" else word
        if word not in legal:
            raise Miss
        return self.words.index(word) - 1, i + 2

    def write(self, value: int) -> str:
        return f"twist {self.words[value + 1]}" if value else ""

    def sample(self, rng: random.Random) -> int:
        return rng.choice(self.possible)


class Shots(Slot):
    """``ML#1>B1 PPC>B2``: weapons that bear, each once, with a target that they can hit."""

    def __init__(self, options: dict[str, list[str]]):
        self.options = options

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        got: dict[str, str] = {}
        while True:
            left = [
                f"{gun}>{target}"
                for gun, targets in self.options.items()
                if gun not in got
                for target in targets
            ]
            reader.note(i, "no-such-shot", left, "2.15")
            word = (reader.word(i, end) or "").casefold()
            found = next((shot for shot in left if shot.casefold() == word), None)
            if found is None:
                break
            got[found.partition(">")[0]] = found
            i += 1
        if not got:
            raise Miss
        return tuple(got.values()), i

    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        able = [gun for gun, targets in self.options.items() if targets]
        chosen = rng.sample(able, rng.randint(1, len(able)))
        return tuple(f"{gun}>{rng.choice(self.options[gun])}" for gun in able if gun in chosen)


SIDES = ("front", "left", "right", "rear")
CONDITIONS = (
    *(f"side={side}" for side in SIDES),
    *(f"facing={facing}" for facing in range(6)),
    "tons>=60",
)


class Policy(Slot):
    """``hold``, ``fire``, ``fire@2``, ``fire if side=rear``, ``fire if facing=0``, ``fire if
    tons>=60``, and ``ask else hold`` (2.19).
    """

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2", "ask"])
        word = (reader.word(i, end) or "").casefold()
        if word == "ask":
            reader.note(i + 1, "not-one-of", ["else"])
            if (reader.word(i + 1, end) or "").casefold() != "else":
                raise Miss
            rest, i = self.plain(reader, i + 2, end)
            return f"ask else {rest}", i
        return self.plain(reader, i, end)

    def plain(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        """A policy without ``ask``."""
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2"])
        word = (reader.word(i, end) or "").casefold()
        if word == "hold" or re.fullmatch("fire@[1-9]", word):
            return word, i + 1
        if word != "fire":
            raise Miss
        reader.note(i + 1, "not-one-of", ["if"])
        if (reader.word(i + 1, end) or "").casefold() != "if":
            return "fire", i + 1
        reader.note(i + 2, "not-one-of", CONDITIONS)
        condition = (reader.word(i + 2, end) or "").casefold()
        if not re.fullmatch(
            "side=(front|left|right|rear)|facing=[0-5]|tons>=[1-9][0-9]{1,2}", condition
        ):
            raise Miss
        return f"fire if {condition}", i + 3

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        policy = rng.choice(
            ("hold", "fire", "fire@2", f"fire if {rng.choice(CONDITIONS)}", "fire if tons>=60")
        )
        return f"ask else {policy}" if rng.random() < 0.3 else policy


Made = Callable[[dict[str, Any]], Slot]


def path_slot(p: Position, unit_of: Callable[[dict[str, Any]], Unit]) -> Made:
    """The slot for the steps of a unit in a mode, once both are known."""

    def make(got: dict[str, Any]) -> Slot:
        unit = unit_of(got)
        return Landing(p, unit) if got["mode"] == "jump" else Steps(p, unit, got["mode"])

    return make
