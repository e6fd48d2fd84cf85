"""What a terminal shows of the games, in terminals of several sizes and kinds, as text.

``python -m tests.bot.screens DIR`` writes a file for each game and terminal.
"""

import asyncio
import io
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct, field
from rich.console import Console

from bot.play.asking import Asking
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.screens import Lines
from bot.play.sitting import TerminalSeat, sit_down
from bot.play.terminal import Terminal
from engine.games import find

SEED = "5ca1ab1e" * 4
LINES = {
    "battleboard": ("", "e5", "", "board", "withdraw", "pass"),
    "dicechess": ("e5 e6", "?"),
    "derelict": ("keep", "activate M1", "forward", "help overwatch", "pass"),
    "ambush": ("deploy A1 0301", "", "menu"),
    "desert": ("sheet", "menu"),
}
"""What is typed at each game, whoever is asked then."""
OWN = {"battleboard": "player", "dicechess": "white", "derelict": "marine", "ambush": "A"}


class TerminalKind(Struct, frozen=True, eq=False):
    """A terminal: its name, columns and lines, and what its environment says."""

    name: str
    columns: int
    rows: int
    environment: dict[str, str] = field(default_factory=lambda: {"TERM": "xterm-256color"})


KINDS = (
    TerminalKind("60x24", 60, 24),
    TerminalKind("80x24", 80, 24),
    TerminalKind("120x40", 120, 40),
    TerminalKind("dumb", 80, 24, {"TERM": "dumb"}),
    TerminalKind("no-color", 80, 24, {"TERM": "xterm-256color", "NO_COLOR": "1"}),
)


class Watched(Lines):
    """What is shown to all and to one alone, and what was typed and is gone."""

    echoes, size = True, (100, 0)

    def __init__(self, lines: Sequence[str]):
        super().__init__()
        self.lines = list(lines)
        self.public: list[str] = []
        self.private: list[str] = []
        self.erased: list[str] = []
        self.seats: list[str] = []

    async def ask(self, asking: Asking) -> bytes | None:
        if not self.lines:
            return None
        line = self.lines.pop(0)
        (self.erased if asking.sealed else self.public).append(line)
        return line.encode()

    def say(self, text: str, style: str = "") -> None:
        self.public.append(text)

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        self.public.append(text)

    def link(self, text: str, path: str) -> None:
        self.public.append(text)

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.public += [ready, done]
        self.private.append(text)

    def renew(self, asking: Asking) -> None:
        pass


class RecordedTerminal(Terminal):
    """A terminal whose lines are typed beforehand; all that it shows is kept, and for each prompt
    what is visible then.
    """

    def __init__(self, kind: TerminalKind, lines: Sequence[str]):
        super().__init__()
        self.kind, self.lines, self.file = kind, list(lines), io.StringIO()
        self.console = Console(
            file=self.file,
            highlight=False,
            width=kind.columns,
            height=kind.rows,
            force_terminal=True,
            _environ=kind.environment,
        )
        self.dumb = self.console.is_dumb_terminal
        self.visible: list[str] = []

    async def ask(self, asking: Asking) -> bytes | None:
        self.console.print(f"{asking.who}> ", end="", markup=False)
        self.visible.append("\n".join(self.file.getvalue().split("\n")[-self.kind.rows :]))
        if not self.lines:
            self.console.print()
            return None
        line = self.lines.pop(0) or self.proposed
        self.proposed = ""
        self.console.print(line, markup=False)
        return line.encode()

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.console.print(f"{ready}\n{text}\n{done}", markup=False)


@cache
def shown(game: str, kind: TerminalKind) -> RecordedTerminal:
    screen = RecordedTerminal(kind, LINES[game])

    async def play(folder: Path) -> None:
        people = TerminalPeople(TerminalSeat(folder / "db", folder / "p", "en"), screen, reads=True)
        seats = new_game(find(game), None, [], {}).seats
        named = ("player", "robot") if seats[0] == "player1" else seats
        robots = [seat for seat in named if seat != OWN.get(game, named[0])]
        plan = new_game(find(game), ",".join(named), robots, {}, seed=SEED)
        async with sit_down(people.place, plan.setup.id, people.show) as sitting:
            await sitting.make(game, plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await people.play(sitting, resumed=False)

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
    return screen


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for game in LINES:
        for kind in KINDS:
            text = shown(game, kind).file.getvalue()
            (target / f"{game}-{kind.name}.txt").write_text(text, "utf-8")
            print(target / f"{game}-{kind.name}.txt")
