"""Questions in the middle of something, each with two answers, and who looks at
the board: prompts of section 6.
"""

from engine.game import Frame
from engine.games.derelict import orders as o
from engine.games.derelict.events import Prompted
from engine.games.derelict.menu import prompt_menu
from engine.games.derelict.view import PromptKind, Shown, View
from engine.games.derelict.world import World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Order, Seat


class Prompt(Frame, kw_only=True):
    """Yes or no; pops with the answer. ``lost``: as things are, the
    marine of a fight will be destroyed.
    """

    seat: Seat
    kind: PromptKind
    unit: str = ""
    other: str = ""
    dice: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    lost: bool = False
    told: bool = False

    def ask(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if self.told else None

    def resume(self, t: Table) -> None:
        """Tell that somebody must answer, unless a standing order does:
        a sequence of orders ends here.
        """
        self.told = True
        if self.standing(t, self.seat) is None:
            t.tell(Prompted(self.seat, self.kind, self.unit))

    def menu(self, view: View, seat: Seat) -> Menu:
        return prompt_menu(view, self.kind)

    def show(self, viewer: Seat) -> Shown:
        dice = () if self.kind == "command" and viewer != self.seat else self.dice
        return Shown(
            phase="prompt",
            unit=self.unit,
            kind=self.kind,
            other=self.other,
            due=None,
            left=0,
            dice=dice,
            against=self.against,
            lost=self.lost,
        )

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        t.pop(isinstance(orders[self.seat], o.Reroll | o.Face | o.Unjam))

    def standing(self, t: Table, seat: Seat) -> Order | None:
        """Return what the seat has filed for this prompt."""
        w: World = t.world
        filed = w.filed(seat)
        match self.kind:
            case "command" if filed.command >= 0:
                return o.Reroll() if self.dice[0] <= filed.command else o.Keep()
            case "best" | "guard" if filed.reroll != "ask":
                return o.Reroll() if self.lost or filed.reroll == "losing" else o.Keep()
            case "face" if filed.face != "ask":
                return o.Face() if filed.face == "yes" else o.Stay()
            case "jam" if filed.unjam != "ask":
                keep = {"always": 0, "keep": filed.keep}.get(filed.unjam, w.command)
                spend = w.command > keep
                return o.Unjam() if spend else o.Leave()
        return None
