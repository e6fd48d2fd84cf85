"""The rules of BattleBoard a second time, another way round: grids of numbers, and a
log of lines. Knows no engine.

One ``Model`` is one game. Its methods are what players do; ``log`` holds what everybody has
read, as tuples; its last line is the result. What a player may not do is refused by
``False`` and leaves no trace.
"""

MISS, NEAR, HIT, LOSS = "MISS", "NEAR_MISS", "HIT", "LOSS"


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
        self.log: list[tuple[object, ...]] = [("order", *names), ("turn", names[0])]

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
            self.log.append(("pass", who, "illegal"))
        else:
            self.log.append(("bomb", who, name, x, y, self.effect(name, x + 1, y + 1)))
        self.finish()
        return True

    def effect(self, name: str, x: int, y: int) -> str:
        """BB-12, BB-13, BB-15; x and y count the ring around the board."""
        grid = self.grid[name]
        if grid[x][y] == 1:
            grid[x][y] = 2
            return HIT if self.cities(name) else LOSS
        if grid[x][y] == 2 and self.wrecks_count:
            return HIT
        near = 0
        for column in grid[x - 1 : x + 2]:
            for square in column[y - 1 : y + 2]:
                near += square == 1 or (square == 2 and self.wrecks_count)
        return NEAR if near else MISS

    def cities(self, name: str) -> int:
        return sum(column.count(1) for column in self.grid[name])

    def passes(self, who: str, why: str = "order") -> bool:
        """BB-11; ``why`` is ``timeout`` for BB-18."""
        if self.over or who != self.mover:
            return False
        self.log.append(("pass", who, why))
        self.finish()
        return True

    def withdraw(self, who: str) -> bool:
        """BB-19 to BB-22."""
        if self.over or who in self.leaving or who in self.out:
            return False
        self.leaving.add(who)
        self.log.append(("leave", who))
        if who == self.mover:
            self.log.append(("pass", who, "left"))
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
            self.log.append(("turn", self.mover))
            return
        self.over = True
        self.log.append(("won", self.ring[0]) if self.ring else ("drawn",))
