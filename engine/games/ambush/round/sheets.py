"""Sheets: all sides write several lines in secret, at the same time (rules 2.5)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import field

from engine.game import Frame
from engine.games.ambush import orders
from engine.games.ambush.view import Sheet, View
from engine.menu import Choice, Menu
from engine.play import Table
from engine.state import Seat

Written = TypeVar("Written", bound=orders.Hide | orders.Aim | orders.Emerge)


class Writing(Frame, Generic[Written]):
    """A frame that asks for sheets, with one line a unit; a subclass says whom it asks."""

    kind: ClassVar[Literal["hide", "fire", "reveal"]]
    sheets: dict[Seat, list[Written]] = field(default_factory=dict)
    done: bool = False

    def resume(self, t: Table) -> None:
        t.pop()

    def show(self, viewer: Seat) -> Sheet:
        return Sheet(self.kind, tuple(self.sheets.get(viewer, ())))

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets.pop(seat, None)

    def write(self, seat: Seat, unit: str, *lines: Written) -> None:
        """Put these lines, or none, in the place of what the sheet says about a unit."""
        kept = [line for line in self.sheets.get(seat, []) if line.unit != unit]
        self.sheets[seat] = [*kept, *lines]

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        """Play what is written, in the order of the units' ids."""
        self.done = True
        self.play(t, sorted((line for s in self.sheets.values() for line in s), key=by_unit))

    def play(self, t: Table, lines: list[Written]) -> None:
        """Play the lines of all sides together."""
        raise NotImplementedError


def by_unit(line: orders.Hide | orders.Aim | orders.Emerge) -> str:
    """Return the unit that a line is about."""
    return line.unit


def sheet_menu(view: View, choices: Sequence[Choice]) -> Menu:
    """Return these choices and ``ok``, which is the default, for the viewer's sheet."""
    return Menu([*choices, Choice(orders.Ok, "ok")], default=orders.Ok(), why=view.sheet)
