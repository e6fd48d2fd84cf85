"""Step 12, close assaults: picked one by one, each wholly finished, D10 (rules 3.11, P35, P64)."""

from typing import Any

from engine.game import Frame
from engine.games.desert import orders as o
from engine.games.desert.assault.fight import Melee
from engine.games.desert.events import Declined, NotYet, StruckOff
from engine.games.desert.forces.units import Hex, Hexes
from engine.games.desert.segment.s09_roles import TargetHexes
from engine.games.desert.sheets.prompts import answered, bar, offer, one_answer
from engine.games.desert.view import View
from engine.games.desert.world import Fight, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.state import Ask, Order, Seat


def waiting(w: World) -> list[Fight]:
    """Return assaults that are still to be made or declined."""
    return [fight for fight in w.record.fights if fight.assault and fight.status == "waiting"]


class Picking(Frame):
    """D10: the phasing side picks the next assault, or declines one on a held-off hex (P65).

    Rule: R-DEL.
    """

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if waiting(t.world) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        open_ones = {
            hex: attack
            for attack in view.attacks
            if attack.status == "waiting"
            for hex in attack.targets
        }

        def pick(targets: Hexes) -> Any:
            whole = [open_ones[hex].targets for hex in targets if hex in open_ones]
            return (
                None
                if len(whole) == len(targets) and len(set(whole)) == 1
                else bar("E-NOCA", hex=targets[0])
            )

        def decline(targets: Hexes) -> Any:
            if (reason := pick(targets)) is not None:
                return reason
            if view.rulings.strikes == "off":
                return bar("E-DEL")
            held = all(hex in view.held_off for hex in open_ones[targets[0]].targets)
            return None if held else bar("E-HELD", hex=targets[0])

        choices = [
            Choice(o.Assault, "assault {targets}", targets=Whole(view, "ca", pick, open_ones))
        ]
        given_up = Whole(view, "ca", decline, open_ones)
        choices.append(
            offer(o.Decline, "decline {targets}", able=bool(given_up.legal), targets=given_up)
        )
        first = min(attack.targets for attack in open_ones.values())
        return one_answer(choices, o.Assault(first))

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        order = answered(self, t, orders)
        assert isinstance(order, o.Assault | o.Decline)
        fight = next(fight for fight in waiting(w) if set(order.targets) <= set(fight.targets))
        if isinstance(order, o.Decline):
            fight.status = "declined"
            t.tell(None, **{w.phasing: Declined(fight.targets)})
        else:
            t.push(Melee(targets=fight.targets, origins=fight.origins))

    def resume(self, t: Table) -> None:
        t.pop()


class Whole(TargetHexes):
    """An assault, by one of its hexes or both; always meant as a whole."""

    def __init__(self, view: View, task: Any, check: Any, attacks: dict[Hex, Any]):
        super().__init__(view, task, check)
        self.attacks = attacks
        pairs = ["+".join(attack.targets) for attack in attacks.values()]
        self.of = tuple(dict.fromkeys([*pairs, *self.of]))

    def read(self, reader: Any, i: int, end: int) -> tuple[Any, int]:
        targets, i = super().read(reader, i, end)
        return self.attacks[targets[0]].targets, i

    def sample(self, rng: Any) -> Any:
        return self.attacks[super().sample(rng)[0]].targets

    def few(self) -> list[Any]:
        return list(dict.fromkeys(self.attacks[some[0]].targets for some in super().few()))


def strike(t: Table, seat: Seat, hex: Hex) -> None:
    """Strike a held-off hex off the list that is declined or was never assigned; else give
    one and the same answer (P65).
    """
    w: World = t.world
    fight = next((f for f in w.record.fights if f.assault and hex in f.targets), None)
    if fight is None or fight.status in ("declined", "struck"):
        if fight is not None:
            fight.status = "struck"
        w.record.struck = sorted({*w.record.struck, hex})
        t.tell(StruckOff(hex))
    else:
        t.tell(None, **{seat: NotYet(hex)})
