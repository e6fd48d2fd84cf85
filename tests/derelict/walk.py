"""A recorded game against this engine, line by line."""

from collections import Counter
from typing import Any

from engine.errors import LoadedDice
from engine.games.derelict import orders as o
from engine.games.derelict.board import BLIPS, MOST_ALIENS
from engine.games.derelict.fight import Fight
from engine.games.derelict.fire import Prompt
from engine.games.derelict.reveal import Forced
from engine.games.derelict.turns import AlienStart, Deployment, MarineStart
from engine.games.derelict.view import MARINES, View
from engine.games.derelict.world import World
from engine.state import PUBLIC, Order
from engine.table import GameTable
from tests.derelict import excuses
from tests.derelict.excuses import Difference, cell_of
from tests.derelict.rebuild import Rebuilt, Record, key_of_token, offered, tokens_of
from tests.derelict.report import Report, compare_choices

KINDS = {
    "command_reroll": "command",
    "sarge_reroll": "best",
    "guard_reroll": "guard",
    "turn_to_face": "face",
    "unjam": "jam",
}
"""What prompts are called there and here."""
PHASES = {"orient": "orient", "voluntary": "orient", "place": "orient"}


class Walk:
    """One recorded game, line by line. ``table`` goes on as long as both agree, and
    is made anew where they do not.
    """

    def __init__(self, lines: list[Record], report: Report):
        self.lines, self.report = lines, report
        self.ruleset = lines[0]["ruleset"]
        self.table: GameTable | None = None
        self.strays = Counter[tuple[object, ...]]()
        self.lost = "?"
        self.assaulted = False
        self.accepted = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()

    def rebuilt(self, k: int) -> Rebuilt:
        """Line ``k`` as a state."""
        return Rebuilt(self.lines[k], self.lines[0]["grid"], self.lines[0].get("segs"))

    def walk(self) -> None:
        with self.report.whole(f"{self.ruleset} starts", self.lines[0]["id"]):
            self.begin()
        for k, line in enumerate(self.lines):
            with self.report.whole(f"{self.ruleset} choices", line["id"]) as found:
                self.one(k)
            if found.broken:
                self.table, self.lost = None, "a broken record"

    def one(self, k: int) -> None:
        """Line ``k``: what is offered, and what comes of the choice."""
        line = self.lines[k]
        if excuses.crowded(line):
            self.table, self.lost = None, excuses.CAP
        elif self.table is None:
            self.table = self.made(k)
        kinds = f"{self.ruleset} choices", f"{self.ruleset} transitions"
        last = k == len(self.lines) - 1 and not line.get("game_over")
        if self.table is None:
            self.report.skip(kinds[0], self.lost)
            if not last:
                self.report.skip(kinds[1], self.lost)
            return
        if line["phase"] == "main" and (made := self.made(k)) is not None:
            compare_choices(line, made, kinds[0], self.report)
        else:
            compare_choices(line, self.table, kinds[0], self.report)
        if not last:
            self.step(k, kinds[1])

    def begin(self) -> None:
        first = self.lines[0]
        if first["side"] != "marine" or first["phase"] not in ("main", "prompt", "deployment"):
            return
        rebuilt = self.rebuilt(0)
        table = rebuilt.table
        table.state.stack = [Deployment() if first["phase"] == "deployment" else MarineStart()]
        table.state.loaded = {"": loaded(first["pre_dice"])}
        table.run()
        differences = self.differences(first, table)
        kind = f"{self.ruleset} starts"
        if differences or table.state.loaded[""]:
            self.report.fail(kind, f"{first['id']}: {differences}")
        else:
            self.report.agree(kind)
            self.table = table

    def made(self, k: int) -> GameTable | None:
        """A table for line ``k`` by itself; ``None`` where a line does not say enough."""
        line = self.lines[k]
        rebuilt = self.rebuilt(k)
        self.strays = rebuilt.strays
        if line["phase"] == "orient":
            if (found := self.origin(k)) is None:
                return None
            rebuilt.orienting(*found, line["kind"] == "involuntary")
        elif line["phase"] != "main":
            if (frames := self.before_main(k, rebuilt)) is None:
                return None
            rebuilt.table.state.stack = frames
        rebuilt.open()
        return rebuilt.table

    def before_main(self, k: int, rebuilt: Rebuilt) -> list[Any] | None:
        line = self.lines[k]
        before = self.lines[k - 1] if k else None
        if line["phase"] == "deployment":
            picked = "" if before is None else rebuilt.at(before["choices"][before["chosen"]])
            return [
                Deployment(
                    picked if any(c["action"] != "activate" for c in line["choices"]) else ""
                )
            ]
        if line["phase"] == "reinforcement":
            turn = [other for other in self.lines[:k] if other["turn"] == line["turn"]]
            done = sum(other["phase"] == "reinforcement" for other in turn)
            return [AlienStart((4 if line["turn"] == 1 else 2) - done, done)]
        if line["kind"] == "command_reroll":
            die = (before["dice"] if before else line["pre_dice"])[-1]
            return [MarineStart("again", die), Prompt(seat=MARINES, kind="command", dice=(die,))]
        return None

    def origin(self, k: int) -> tuple[str, str, int] | None:
        """The first alien of a reveal that goes on in line ``k``, the
        last one, and how many are due.
        """
        last, placed = self.lines[k]["orient"], 0
        for j in range(k - 1, -1, -1):
            line = self.lines[j]
            chosen = line["choices"][line["chosen"]]["action"]
            was = {token["id"]: token["type"] for token in line["tokens"]}
            placed += chosen == "deploy" and line["phase"] == "orient"
            born = [id for id, kind in was.items() if kind in BLIPS and self.became(id, j + 1, k)]
            if born:
                aliens = sum(kind == "alien" for kind in was.values())
                first = born[-1] if last not in born else last
                return (
                    first,
                    last,
                    max(0, min(BLIPS[was[first]], MOST_ALIENS - aliens) - 1 - placed),
                )
        return None

    def became(self, id: str, j: int, k: int) -> bool:
        """Is this blip an alien in line ``j``, and the reveal of line ``k`` its own?"""
        return any(
            token["id"] == id and token["type"] == "alien" for token in self.lines[j]["tokens"]
        )

    def step(self, k: int, kind: str) -> None:
        """Apply what was chosen in line ``k``, and compare with the next."""
        line, table = self.lines[k], self.table
        assert table is not None
        chosen = line["choices"][line["chosen"]]
        found = self.orders(table, chosen)
        if found is None:
            self.report.skip(kind, "a choice that is not offered here")
            self.table, self.lost = None, "a choice that is not offered here"
            return
        orders, costs = found
        following = self.lines[k + 1] if k + 1 < len(self.lines) else None
        table.state.loaded = {"": loaded(line["dice"])}
        strays = Counter(self.strays)
        names: set[str] = set()
        if len(orders) > 1:
            names.add(excuses.CELLS)
        late = table.world.full and table.world.position.exposed() is not None
        try:
            rolled = self.play(table, orders)
            if (
                late
                and following
                and following.get("kind") == "involuntary"
                and not orienting(table)
            ):
                table.world.opened = True
                table.run()
                names.add(excuses.LATE)
            rolled += self.answer(table, following, names)
        except LoadedDice as error:
            self.report.fail(kind, f"{line['id']}: {error}")
            self.table = None
            return
        if (
            following
            and excuses.crowded(following)
            and len(table.world.position.of("alien")) == MOST_ALIENS
        ):
            self.report.excuse(kind, [excuses.CAP])
            self.table = None
            return
        differences = self.differences(following, table, line)
        if rolled or table.state.loaded[""]:
            differences.append(
                ("dice", line["dice"], f"{rolled} more, left {table.state.loaded['']}")
            )
        theirs = Counter(
            map(key_of_token, following["tokens"] if following else line["final_tokens"])
        )
        ours = tokens_of(table.world)
        sync = not differences and theirs == ours
        apart = theirs - ours, ours - theirs
        theirs, ours = theirs - (apart[0] & self.accepted[0]), ours - (apart[1] & self.accepted[1])
        self.assaulted = excuses.watcher(line) or (self.assaulted and line["phase"] == "prompt")
        more, explained = excuses.of_tokens(line, table.world, strays, theirs, ours)
        names |= more
        if not explained and excuses.unmarked(line, theirs, ours):
            names, explained = {*names, excuses.ENDING}, True
        if excuses.STRAY not in names and following and self.ruleset == "head":
            names |= stray_step(line, following, table.world, differences)
        early = excuses.won_already(line, following, table.world)
        more, left = excuses.of_differences(costs, differences, early=early)
        names |= more
        if picked_wrong(line, following) and left:
            names, left = (
                {*names, excuses.PICKED},
                [one for one in left if one[0] not in ("active", "ap")],
            )
        if excuses.STRAY in names:
            left = [
                one
                for one in left
                if one[0] not in ("active", "ap", "last_action", "last_move", "last_shot_target")
            ]
        if self.assaulted and (left or not explained):
            names, left, explained = {*names, excuses.ASSAULTED}, [], True
        if left or not explained:
            text = f"{left}" + (
                ""
                if explained
                else f" only recorded {dict(theirs - ours)}, only here {dict(ours - theirs)}"
            )
            self.report.fail(kind, f"{line['id']} {chosen}: {text}")
        elif names:
            self.report.excuse(kind, names)
        else:
            self.report.agree(kind)
        same = {name for name, *_ in differences}.isdisjoint(("asked", "phase", "orient", "over"))
        if not sync and not (same and not left and following and following["phase"] != "main"):
            self.table, self.lost = None, min(names, default="a failure")
        self.accepted = (Counter(), Counter()) if self.table is None else apart

    def orders(self, table: GameTable, chosen: Record) -> tuple[list[Order], int] | None:
        """The orders for a recorded choice, and what it costs more there than
        here; ``None``: it is not offered.
        """
        ask = table.ask()
        assert ask is not None
        wanted = chosen["action"], chosen.get("x"), chosen.get("y")
        for (*key, cost), order in offered(table.menu(ask.seats[0])).items():
            if tuple(key) == wanted and (cost == chosen["cost"] or wanted[0].startswith("turn")):
                return [order], chosen["cost"] - cost
        if isinstance(table.state.stack[-1], Forced) and wanted[0] == "deploy":
            return [o.Done(), o.Place((chosen["x"], chosen["y"]))], 0
        return None

    def play(self, table: GameTable, orders: list[Order]) -> int:
        free = 0
        for order in orders:
            ask = table.ask()
            assert ask is not None
            rolls = table.take(0, ask.seats[0], order).rolls
            free += sum(len(roll.dice) for roll in rolls if not roll.loaded)
        return free

    def answer(self, table: GameTable, following: Record | None, names: set[str]) -> int:
        free = 0
        wanted = KINDS.get(following.get("kind", "")) if following else None
        while (ask := table.ask()) is not None:
            shown = table.view(ask.seats[0]).shown
            fight = next((frame for frame in table.state.stack if isinstance(frame, Fight)), None)
            if shown.phase != "prompt" or shown.kind == wanted or fight is None:
                break
            marine = table.world.find(shown.unit)
            if shown.kind == "best" and marine and marine.kind == "marine_hammer":
                names.add(excuses.HAMMER)
            elif shown.kind == "guard" and not fight.facing:
                names.add(excuses.FACING)
            else:
                break
            free += self.play(table, [o.Keep()])
        return free

    def differences(
        self, record: Record | None, table: GameTable, before: Record | None = None
    ) -> list[Difference]:
        ask = table.ask()
        over = record is None
        if over or ask is None:
            return [] if over == (ask is None) else [("over", over, ask is None)]
        assert record is not None
        view: View = table.view(PUBLIC)
        w: World = table.world
        phase = view.shown.phase
        asked = "p1" if ask.seats == (MARINES,) else "p2"
        pairs: list[Difference] = [
            ("asked", record["asked"], asked),
            ("phase", record["phase"], PHASES.get(phase, phase)),
            ("turn", record["turn"], w.turn),
            ("side", record["side"], w.side),
        ]
        if record["phase"] == "prompt":
            pairs.append(("kind", KINDS[record["kind"]], view.shown.kind))
        if record["phase"] == "orient":
            last = w.find(view.shown.unit)
            pairs.append(("orient", cell_of(record, record["orient"]), last and last.cell))
        if record["phase"] == "main":
            active = w.find(w.active)
            pairs.append(("active", cell_of(record, record["active"]), active and active.cell))
            if record["active"] or active:
                pairs.append(("ap", record["ap"], w.ap))
                pairs.append(("last_move", record["last_move"], w.last == "move"))
            if record["ruleset"] == "head" and record["active"]:
                pairs.append(("last_action", record["last_action"] or "", w.last))
                target = w.find(w.target).cell if w.find(w.target) else w.target or None  # type: ignore[union-attr]  # found
                pairs.append(
                    (
                        "last_shot_target",
                        cell_of(record, record["last_shot_target"]),
                        as_cell(target),
                    )
                )
            if record["ruleset"] == "head":
                pairs.append(("command_points", record["command_points"], w.command))
                pairs.append(("flamer_fuel", record["flamer_fuel"], w.fuel))
        return [pair for pair in pairs if pair[1] != pair[2]]


def orienting(table: GameTable) -> bool:
    return any(isinstance(frame, Forced) for frame in table.state.stack)


def as_cell(target: object) -> object:
    if isinstance(target, str):
        return tuple(map(int, target.split(","))) if "," in target else None
    return target


def stray_step(
    line: Record, following: Record, world: World, differences: list[Difference]
) -> set[str]:
    active = world.find(world.active)
    lying = {(t["x"], t["y"]) for t in line["tokens"] if t["type"] == "deactivated"}
    gone = any(name == "active" and theirs is None for name, theirs, _ in differences)
    return {excuses.STRAY} if gone and active and active.cell in lying else set()


def picked_wrong(line: Record, following: Record | None) -> bool:
    chosen = line["choices"][line["chosen"]]
    if (
        line["ruleset"] != "seed"
        or line["phase"] != "orient"
        or chosen["action"] != "activate"
        or following is None
    ):
        return False
    here = [
        token for token in line["tokens"] if (token["x"], token["y"]) == (chosen["x"], chosen["y"])
    ]
    return len(here) > 1 and following["active"] is None


def loaded(dice: list[object]) -> list[int | str]:
    return [die["d22"] if isinstance(die, dict) else int(str(die)) for die in dice]
