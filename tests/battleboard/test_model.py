"""Random games, played by the engine and by the model side by side: no difference
in what is told or how it ends.
"""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from engine.menu import Refused
from engine.state import REFEREE, Event, Tick
from engine.testing.laws import TONIGHT
from tests.battleboard.sitting import Sitting, brief


class Model:
    """``cities[i]`` are the squares of player ``i``; ``names`` are in order of turns."""

    def __init__(
        self,
        names: list[str],
        cities: dict[str, list[tuple[int, int]]],
        size: tuple[int, int],
        wrecks: str,
        illegal: str,
    ):
        self.width, self.height = size
        self.wrecks_count, self.lenient = wrecks == "count", illegal == "pass"
        # 0 empty, 1 a city, 2 a wreck; one ring of empty squares around each board, so
        # that nobody looks over an edge
        self.grid = {
            name: [[0] * (self.height + 2) for _ in range(self.width + 2)] for name in names
        }
        for name in names:
            for x, y in cities[name]:
                self.grid[name][x + 1][y + 1] = 1
        self.ring = list(names)
        self.leaving: set[str] = set()
        self.out: set[str] = set()
        self.over = False
        self.log = [f"order {' '.join(names)}", f"turn {names[0]}"]

    @property
    def mover(self) -> str:
        return self.ring[0]

    def bomb(self, who: str, target: str, x: int, y: int) -> bool:
        """BB-11 to BB-16."""
        if self.over or who != self.mover:
            return False
        known = {name.lower(): name for name in self.grid if name not in self.out}
        name = known.get(target.lower())
        if name is None or not 0 <= x < self.width or not 0 <= y < self.height:
            if not self.lenient:
                return False
            self.log.append(f"pass {who} illegal")
        else:
            effect = self.effect(name, x + 1, y + 1)
            self.log.append(f"bomb {who} {name} {x} {y} {effect}")
        self.finish()
        return True

    def effect(self, name: str, x: int, y: int) -> str:
        """BB-12, BB-13, BB-15; x and y count the ring around the board."""
        grid = self.grid[name]
        if grid[x][y] == 1:
            grid[x][y] = 2
            return "HIT" if self.cities(name) else "LOSS"
        if grid[x][y] == 2 and self.wrecks_count:
            return "HIT"
        near = 0
        for column in grid[x - 1 : x + 2]:
            for square in column[y - 1 : y + 2]:
                near += square == 1 or (square == 2 and self.wrecks_count)
        return "NEAR_MISS" if near else "MISS"

    def cities(self, name: str) -> int:
        return sum(column.count(1) for column in self.grid[name])

    def passes(self, who: str, why: str = "order") -> bool:
        """BB-11; ``why`` is ``timeout`` for BB-18."""
        if self.over or who != self.mover:
            return False
        self.log.append(f"pass {who} {why}")
        self.finish()
        return True

    def withdraw(self, who: str) -> bool:
        """BB-19 to BB-22."""
        if self.over or who in self.leaving or who in self.out:
            return False
        self.leaving.add(who)
        self.log.append(f"leave {who}")
        if who == self.mover:
            self.log.append(f"pass {who} left")
            self.finish()
        return True

    def finish(self) -> None:
        """BB-19, BB-22, BB-23: the end of a turn."""
        was = self.mover
        self.ring = [*self.ring[1:], was]
        gone = [name for name in self.ring if name in self.leaving or not self.cities(name)]
        self.out.update(gone)
        self.ring = [name for name in self.ring if name not in gone]
        if len(self.ring) > 1:
            self.log.append(f"turn {self.mover}")
            return
        self.over = True
        self.log.append(f"won {self.ring[0]}" if self.ring else "drawn")


GAMES = 40
NAMES = ["Ann", "Bob", "Cy", "Dan", "Eve", "Flo"]


class Both:
    """One game, twice. ``log`` is what the engine has told."""

    def __init__(self, seed: int):
        self.rng = rng = random.Random(seed)
        width, height = rng.randint(2, 7), rng.randint(2, 7)
        self.names = NAMES[: rng.randint(2, 6)]
        options: dict[str, Any] = {
            "players": len(self.names),
            "size": f"{width}x{height}",
            "cities": rng.randint(1, 4),
            "wrecks": rng.choice(["clear", "count"]),
            "illegal": rng.choice(["pass", "refuse"]),
            "order": rng.choice(["dice", "join"]),
            "timeout": rng.choice(["none", "1m"]),
        }
        self.engine = Sitting(secret=seed.to_bytes(8, "big"), **options)
        self.engine.join(*self.names[:-1])
        told = self.engine.join(self.names[-1])
        self.log = [*map(brief, told[1:])]
        self.timed, self.size, self.at = options["timeout"] != "none", (width, height), 0
        cities = {name: list(self.engine.view(name).own) for name in self.names}
        _, *order = self.log[0].split()
        self.model = Model(order, cities, self.size, options["wrecks"], options["illegal"])
        self.seen: set[str] = set()

    def step(self) -> None:
        rng, model = self.rng, self.model
        who = model.mover if rng.random() < 0.9 else rng.choice(self.names)
        dice = rng.random()
        if dice < 0.03:
            who = rng.choice(self.names)
            self.compare(who, "withdraw", model.withdraw(who))
        elif dice < 0.10 and self.timed:
            model.passes(model.mover, "timeout")
            self.at = (self.engine.table.state.due or 0) + rng.randint(0, 9)
            self.log += map(brief, self.engine.enter(REFEREE, Tick(), self.at))
        elif dice < 0.18:
            self.compare(who, "pass", model.passes(who))
        else:
            target = rng.choice([*self.names, "Nobody"])
            x, y = (
                rng.randint(-1, n) if rng.random() < 0.15 else rng.randrange(n) for n in self.size
            )
            spelt = rng.choice([target, target.lower(), target.upper()])
            square = f"{x} {y}" if x < 0 or rng.random() < 0.5 else f"{'abcdefghi'[x]}{y + 1}"
            self.compare(who, f"bomb {spelt} {square}", model.bomb(who, spelt, x, y))

    def compare(self, who: str, text: str, taken: bool) -> None:
        refusal, told = "", list[Event]()
        try:
            told = self.engine.say(who, text, self.at)
        except Refused as refused:
            refusal = refused.refusal.code
            self.seen.add(f"refused {refusal}")
        assert taken == (not refusal), f"{who}: {text}: {refusal or 'taken'}"
        self.log += map(brief, told)

    def play(self) -> None:
        while not self.model.over:
            self.step()
            assert self.log == self.model.log
            assert self.engine.asked == (self.model.mover if len(self.model.ring) > 1 else None)
        self.compare(self.names[0], "pass", False)
        self.compare(self.names[-1], "withdraw", False)
        for word, *rest in map(str.split, self.log):
            self.seen.add(f"{word} {rest[-1]}" if word in ("bomb", "pass") else word)


def play(seeds: Iterable[int]) -> set[str]:
    seen: set[str] = set()
    for seed in seeds:
        game = Both(seed)
        game.play()
        assert game.engine.result == game.log[-1]
        for name in game.names:
            assert len(game.engine.view(name).own) == game.model.cities(name)
        seen |= game.seen
    return seen


WHATEVER_COMES_UP = {
    *("order", "turn", "leave", "won", "drawn"),
    *(f"bomb {result}" for result in ("MISS", "NEAR_MISS", "HIT", "LOSS")),
    *(f"pass {cause}" for cause in ("order", "timeout", "illegal", "left")),
    *(
        f"refused {code}"
        for code in ("no-such-player", "off-board", "not-your-turn", "not-playing", "game-over")
    ),
}


def test_BB_9_to_BB_23_forty_games_without_a_difference() -> None:
    assert play(range(GAMES)) == WHATEVER_COMES_UP


@pytest.mark.nightly
def test_BB_9_to_BB_23_three_thousand_games_without_a_difference() -> None:
    assert play(range(TONIGHT, TONIGHT + 3_000)) == WHATEVER_COMES_UP


@pytest.mark.parametrize("flaw", ["effect", "finish", "withdraw"])
def test_a_flaw_is_found(flaw: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison has teeth: a model with one rule wrong differs within fifty games."""

    def no_near_miss(self: Model, name: str, x: int, y: int) -> str:
        result = effect(self, name, x, y)
        return "MISS" if result == "NEAR_MISS" else result

    def leavers_stay(self: Model) -> None:
        self.leaving.clear()
        finish(self)

    def out_at_once(self: Model, who: str) -> bool:
        taken = withdraw(self, who)
        if taken and who in self.ring and len(self.ring) > 2:
            self.ring.remove(who)
            self.out.add(who)
        return taken

    effect, finish, withdraw = Model.effect, Model.finish, Model.withdraw
    wrong = {"effect": no_near_miss, "finish": leavers_stay, "withdraw": out_at_once}[flaw]
    monkeypatch.setattr(Model, flaw, wrong)
    with pytest.raises(AssertionError):
        play(range(50))
