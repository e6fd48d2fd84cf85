"""Step 9, roles: anti-armour, close assault or withheld, D6 and D7 (rules 3.9)."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from engine import Bar, Choice, Menu, Seat, Slot, Table
from engine.games.desert import events, prompts
from engine.games.desert import orders as o
from engine.games.desert import s09_fitness as r
from engine.games.desert.orders import Assigned
from engine.games.desert.slots import Count, Pick, Several, bar, first_reason
from engine.games.desert.units import Hex, Hexes, Role, Task, UnitId
from engine.games.desert.view import View
from engine.games.desert.world import Fight, World
from engine.slots import Miss, Reader

LINES: dict[Task, tuple[type, type, type]] = {
    "aa": (o.AaUnits, o.AaPart, o.AaAll),
    "ca": (o.CaUnits, o.CaPart, o.CaAll),
}


def targets_of(view: View, task: Task) -> list[Hexes]:
    enemy = sorted({touch.enemy for touch in r.fronts(view)})
    pairs = combinations(enemy, 2) if task == "ca" else ()
    return [*((hex,) for hex in enemy), *(pair for pair in pairs if view.board.adjacent(*pair))]


class TargetHexes(Pick):
    """A slot for ``C2``, or ``C3+C4`` for a two-hex assault."""

    def __init__(self, view: View, task: Task, check: Any):
        words = map("+".join, targets_of(view, task))
        super().__init__(words, lambda word: check(tuple(word.split("+"))), "E-HEX")

    def find(self, word: str) -> str | None:
        return super().find("+".join(sorted(word.rstrip(":").upper().split("+"))))

    def read(self, reader: Reader, i: int, end: int) -> tuple[Any, int]:
        if (
            reader.word(i, end) or "A1"
        ).isalpha():  # a kind of points belongs to another line, whose reasons must not be hidden
            raise Miss
        word, i = super().read(reader, i, end)
        return tuple(word.split("+")), i

    def write(self, value: Any) -> str:
        return "+".join(value)

    def sample(self, rng: Any) -> Any:
        return tuple(super().sample(rng).split("+"))

    def few(self) -> Any:
        return [tuple(word.split("+")) for word in self.legal]


class Part(Slot):
    """A slot for ``light 3``, or ``4`` if a unit has only one kind of points.

    ``check(kind, n)`` returns the reason against a part, and ``firm`` a reason that no later word
    can change. ``whole`` is the reason against the unit without a number.
    """

    def __init__(self, toe: dict[str, int], check: Any, firm: Any, whole: Bar | None):
        self.toe, self.check, self.firm, self.whole = toe, check, firm, whole

    def counts(self, kind: str) -> Count:
        return Count(
            self.toe[kind], lambda n: self.check(kind, n), firm=lambda n: self.firm(kind, n)
        )

    def options(self) -> Iterator[str]:
        return (kind for kind in self.toe if next(self.counts(kind).options(), None) is not None)

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, int], int]:
        word = (reader.word(i, end) or "").casefold()
        kind = next((kind for kind in self.toe if kind == word), None)
        if self.whole is not None and not word:
            reader.bar(i, self.whole, self.options())
        reader.note(i, "not-one-of", self.options())
        if kind is None and len(self.toe) == 1:
            kind, i = next(iter(self.toe)), i - 1
        if kind is None:
            raise Miss
        n, i = self.counts(kind).read(reader, i + 1, end)
        return (kind, n), i

    def write(self, value: tuple[str, int]) -> str:
        return f"{value[0]} {value[1]}"

    def sample(self, rng: Any) -> tuple[str, int]:
        kind = rng.choice(list(self.options()))
        return kind, self.counts(kind).sample(rng)


class Assigning(prompts.Prompt):
    """D6 for the phasing side, which names enemy hexes, and D7 for the other, whose roles apply in
    its own hex.

    Rule: DS-11.
    """

    blank = Assigned

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Choice(o.Show, "show")]
        for task in ("ca", "aa"):
            choices += lines(view, task)
        busy = [name for name, roles in r.sheet_of(view).roles.items() if roles]
        free = [unit.id for unit in r.in_combat(view)]
        if free:
            choices.append(
                Choice(o.Hold, "hold {units}", units=Several(Pick(free, unknown="E-UNIT")))
            )
        if busy:
            choices.append(Choice(o.Clear, "clear"))
        if view.rulings.size == "declares" and free:
            choices.append(declaring(view))
        return prompts.answers(choices, r.unsplit(view) or r.unmet(view))

    def edited(self, view: View, sheet: Assigned, order: Any) -> Assigned:
        roles = dict(sheet.roles)
        match order:
            case o.Hold(units):
                roles = {name: own for name, own in roles.items() if name not in units}
            case o.Clear():
                return Assigned()
            case o.DeclareSize(hex, n):
                return Assigned(roles, {**sheet.sizes, hex: n})
            case o.AaUnits(units, targets) | o.CaUnits(units, targets):
                for name in units:
                    roles[name] = r.merged([], task_of(order), view.units[name].toe, targets)
            case o.AaPart(unit, (kind, n), targets) | o.CaPart(unit, (kind, n), targets):
                roles[unit] = r.merged(
                    roles.get(unit, []), task_of(order), {kind: n}, targets, apart=r.apart(view)
                )
            case o.AaAll(hex, targets) | o.CaAll(hex, targets):
                for name in willing(view, task_of(order), hex, targets):
                    roles[name] = r.merged([], task_of(order), view.units[name].toe, targets)
        return Assigned(roles, sheet.sizes)

    @staticmethod
    def default(view: View) -> Assigned:
        return r.minimum(view) if r.attacking(view) else r.everybody(view)

    def warnings(self, view: View, order: Any) -> list[tuple[str, str, int, int]]:
        if r.attacking(view) or not isinstance(order, o.Hold):
            return []
        held = {view.units[name].hex for name in order.units}
        return [("W-EMPTY", hex, 0, 0) for hex in undefended(view) if hex in held]

    def shown(self, view: View) -> events.RolesShown:
        roles = {name: tuple(own) for name, own in r.sheet_of(view).roles.items() if own}
        groups = {
            role.targets
            for own in roles.values()
            for role in own
            if role.task == "ca" and role.targets
        }
        probes = tuple(sorted(targets for targets in groups if r.is_probe(view, targets)))
        return events.RolesShown(roles, probes, () if r.attacking(view) else undefended(view))

    def play(self, t: Table, sheets: dict[Seat, Assigned]) -> None:
        w: World = t.world
        for sheet in sheets.values():
            for name, roles in sheet.roles.items():
                w.units[name].seg.roles = tuple(roles)
        w.record.sizes = {seat: sheet.sizes for seat, sheet in sheets.items() if sheet.sizes}
        w.record.fights = fights(w, sheets[w.phasing])
        t.pop()


SIZES = (0, 1, 2, 3, 5)
"""Size-equivalents: company, battalion, brigade, large brigade, division (2.1)."""


def declaring(view: View) -> Choice:
    """Rule: R-SIZE."""
    hexes = sorted({unit.hex for unit in r.in_combat(view)})

    def sizes(got: dict[str, Any]) -> Count:
        most = view.stacking(got["hex"], view.viewer)

        def fits(n: int) -> Bar | None:
            return None if n in SIZES else bar("E-SIZE", n=n)

        return Count(max(0, most), fits, lo=0)

    return Choice(o.DeclareSize, "size {hex} {n}", hex=Pick(hexes), n=sizes)


def undefended(view: View) -> Hexes:
    manned = {
        view.units[x].hex
        for x, own in r.sheet_of(view).roles.items()
        if any(z.task == "ca" for z in own)
    }
    return tuple(sorted({touch.own for touch in view.touching} - manned))


def task_of(order: Any) -> Task:
    return "aa" if isinstance(order, o.AaUnits | o.AaPart | o.AaAll) else "ca"


def willing(view: View, task: Task, hex: Hex, targets: Hexes) -> list[UnitId]:
    free = [
        unit
        for unit in r.in_combat(view)
        if unit.hex == hex and not r.sheet_of(view).roles.get(unit.id)
    ]
    return [unit.id for unit in free if r.can(view, unit, task, targets) is None]


def lines(view: View, task: Task) -> list[Choice]:
    units = {unit.id: unit for unit in r.in_combat(view)}
    options: list[Hexes] = targets_of(view, task) if r.attacking(view) else [()]
    tail = " {targets}" if r.attacking(view) else ""
    by_units, by_part, by_hex = LINES[task]

    def whole(name: str) -> Bar | None:
        return first_reason(r.can(view, units[name], task, targets) for targets in options)

    def partly(name: str) -> Bar | None:
        return first_reason(
            piece(name, kind, 1, targets) for kind in units[name].toe for targets in options
        )

    def piece(name: str, kind: str, n: int, targets: Hexes) -> Bar | None:
        return r.wrong(view, units[name], task, {kind: n}, targets, whole=False)

    def some(name: str, kind: str, n: int) -> Bar | None:
        return first_reason(piece(name, kind, n, targets) for targets in options)

    def where(got: dict[str, Any]) -> Slot:
        def check(targets: Hexes) -> Bar | None:
            if "units" in got:
                homes = sorted({units[name].hex for name in got["units"]})
                if len(targets) == 2 and len(homes) > 1:
                    return bar("E-PAIRX", e=targets[0], f=homes[0], g=homes[1])
                reasons = [r.can(view, units[name], task, targets) for name in got["units"]]
            elif "unit" in got:
                kind, n = got["part"]
                reasons = [piece(got["unit"], kind, n, targets)]
            else:
                reasons = [nobody(view, task, got["hex"], [targets])]
            return next((reason for reason in reasons if reason is not None), None)

        return TargetHexes(view, task, check)

    def bound(name: str) -> Bar | None:
        return r.fixed(units[name]) if tail else whole(name)

    names = Several(Pick(units, whole, "E-UNIT", bound))
    parts = Pick(units, partly, "E-UNIT", lambda name: r.fixed(units[name]))
    hexes = Pick(
        sorted({unit.hex for unit in units.values()}), lambda hex: nobody(view, task, hex, options)
    )

    def part(got: dict[str, Any]) -> Slot:
        name = got["unit"]
        firm = partial(piece, name, targets=())
        return Part(units[name].toe, partial(some, name), firm, bound(name))

    rest: dict[str, Any] = {"targets": where} if tail else {}

    def line(order: type, pattern: str, able: Pick | Several, **slots: Any) -> Choice:
        return prompts.offer(order, f"{task} {pattern}{tail}", able=able.any(), **slots, **rest)

    return [
        line(by_units, "{units}", names, units=names),
        line(by_part, "{unit} {part}", parts, unit=parts, part=part),
        line(by_hex, "all {hex}", hexes, hex=hexes),
    ]


def nobody(view: View, task: Task, hex: Hex, options: list[Hexes]) -> Bar | None:
    able = any(willing(view, task, hex, targets) for targets in options)
    return None if able else bar("E-NOBODY", hex=hex)


def fights(w: World, sheet: Assigned) -> list[Fight]:
    groups: dict[Hexes, set[Hex]] = {}
    fired: dict[Hex, set[Hex]] = {}
    for name, own in sheet.roles.items():
        for role in own:
            if role.task == "ca":
                groups.setdefault(role.targets, set()).add(w.units[name].hex)
            else:
                fired.setdefault(role.targets[0], set()).add(w.units[name].hex)
    for hex, origins in fired.items():
        home = next((targets for targets in groups if hex in targets), None)
        if home is not None:
            groups[home] |= origins
    made = [Fight(targets, tuple(sorted(origins))) for targets, origins in groups.items()]
    taken = {hex for fight in made for hex in fight.targets}
    made += [
        Fight((hex,), tuple(sorted(origins)), assault=False)
        for hex, origins in fired.items()
        if hex not in taken
    ]
    return sorted(made, key=lambda fight: fight.targets)


def roles_of(w: World, side: Seat, task: Task, hex: Hex = "") -> list[tuple[UnitId, Role]]:
    """Return the units and roles with a task. ``hex`` limits them to roles against it for the
    attacker, in it for the defender.
    """
    return [
        (unit.id, role)
        for unit in w.of(side)
        for role in unit.seg.roles
        if role.task == task and (not hex or hex in (role.targets or (unit.hex,)))
    ]
