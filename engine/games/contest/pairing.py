"""The referee's work for a contest: pairings, and the games to make. A replay calls nothing
here.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine import Frame
from engine.games.contest import knockout, lots, many, robin, swiss
from engine.games.contest.frames import Break, Pairing
from engine.games.contest.orders import Pair
from engine.games.contest.record import BYE, FORFEIT, REST, VOID, Table, lost_by
from engine.games.contest.robin import NOBODY
from engine.games.contest.standings import cut, moves
from engine.games.contest.world import World, bracket_after


def pair(world: World) -> Pair:
    """Return the tables of the round that was drawn: a pure function of the record and the seed.

    It takes seconds for 1,000 entrants.

    Rule: EV-12.
    """
    match world.options.form:
        case "swiss":
            return Pair(tuple(swiss_tables(world)))
        case "knockout":
            line = bracket_after(world.line, world.rounds) or knockout.bracket(seeds(world))
            tables = [
                Table(seats=(max(two),), how=BYE) if NOBODY in two else Table(seats=two)
                for two in knockout.matches(line)
                if any(two)
            ]
            return Pair(tuple(excused(world, table) for table in tables), (), tuple(line))
    plan, divisions = [*world.plan], world.divisions
    if not world.rounds:
        divisions = divided(world)
        plan = planned(divisions, world.options.cycles)
    tables = [excused(world, table) for table in plan[0]]
    return Pair(tuple(tables), tuple(plan[1:]), (), tuple(map(tuple, divisions)))


def swiss_tables(world: World) -> list[Table]:
    """Rule: EV-23."""
    there = [one for one in world.entries if not one.out and one.since <= world.begun]
    field = [one.number for one in there if not one.rest]
    if world.options.table > 2:
        made, free = many.tables(world.rounds, field, world.seed, world.options.table)
        tables = [Table(seats=one) for one in made] + [Table(seats=(s,), how=BYE) for s in free]
    else:
        pairs = swiss.pairings(swiss.players(world.rounds, field), world.seed)
        tables = [Table(seats=(a, b)) if b else Table(seats=(a,), how=BYE) for a, b in pairs]
    return tables + [Table(seats=(one.number,), how=REST) for one in there if one.rest]


def seeds(world: World) -> list[int]:
    """Return the entrants by strength if the contest is seeded, else by lot."""
    line = lots.drawn(world.seed, world.here)
    strength = {one.number: one.strength for one in world.entries}
    return sorted(line, key=lambda one: -strength[one]) if world.options.seeded else line


def divided(world: World) -> list[list[int]]:
    """Return the divisions, each in the order of its lots. Those of a later season follow the order
    of entry, which is that of the last one (EV-45).
    """
    strength = {one.number: one.strength for one in world.entries}
    line = lots.drawn(world.seed, world.here)
    if world.options.form == "robin":
        return [line]
    later = world.options.season > 1
    line = world.here if later else sorted(line, key=lambda one: -strength[one])
    made = cut(line, world.options.division)
    return [lots.drawn(world.seed, some) for some in made]


def planned(divisions: Sequence[Sequence[int]], cycles: int) -> list[tuple[Table, ...]]:
    """Return the tables of all rounds of a round robin."""
    each = [robin.rounds(division, cycles) for division in divisions]
    return [
        tuple(
            Table(seats=(a, b), group=group) if b else Table(seats=(a,), how=VOID, group=group)
            for group, rounds in enumerate(each)
            if k < len(rounds)
            for a, b in rounds[k]
        )
        for k in range(max(map(len, each)))
    ]


def excused(world: World, table: Table) -> Table:
    """Return a table that is decided already if an entrant has left."""
    gone = {*world.gone}.intersection(table.seats)
    if not gone or table.how:
        return table
    return replace(table, places=lost_by(table.seats, gone), how=FORFEIT)


class Duty(Struct, frozen=True):
    """Something that the referee has to do: ``pair`` the round, ``open`` the game of a table, or
    call the ``next`` round at its moment.
    """

    what: str
    round: int = 0
    index: int = 0


def duties(world: World, top: Frame | None) -> list[Duty]:
    """Return the duties of the referee now, with the contest's top frame, if it still runs. They
    follow from the record, so a crash loses none.

    Rule: EV-32.
    """
    if top is None:
        return []
    if isinstance(top, Pairing | Break):
        return [Duty("pair" if isinstance(top, Pairing) else "next", world.begun)]
    left = Counter(one for _, _, table in world.running() if table.game for one in table.seats)
    most, free, found = world.options.open, world.free, list[Duty]()
    for number, index, table in world.running():
        if table.game or free.intersection(table.seats):
            continue
        if not most or all(left[one] < most for one in table.seats):
            found.append(Duty("open", number, index))
            left.update(table.seats)
    return found


def is_named(world: World, number: int, index: int, game: str) -> bool:
    """Return whether the contest still waits for this game of a table. If not, the referee closes
    it.

    Rule: EV-64.
    """
    if number > len(world.rounds) or index >= len(world.rounds[number - 1]):
        return False
    table = world.rounds[number - 1][index]
    return table.game == game and not (table.over or world.free.intersection(table.seats))


def next_season(world: World) -> list[int]:
    """Return the entrants of a league that has ended in the order of its next season (EV-45)."""
    groups: dict[int, list[int]] = {}
    for line in world.standings():
        groups.setdefault(line.group, []).append(line.entrant)
    options = world.options
    made = moves([*groups.values()], options.up, world.gone, options.division)
    return [one for some in made for one in some]
