"""``python -m tests.bot.picture``: make ``docs/pictures/terminal.svg`` anew, a game at the terminal
as the terminal itself shows it.
"""

import asyncio
import re
import tempfile
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from bot.play.asking import Asking
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, sit_down
from bot.play.terminal import Terminal
from engine.games import find
from tests.repo.tree import ROOT

PICTURE = ROOT / "docs" / "pictures" / "terminal.svg"
LINES = ("bomb ben c3", "bomb ben b2")
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Without the fonts that a reader's program would fetch from elsewhere."""


class Recorded(Terminal):
    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines, self.shown = list(lines), ""
        self.dumb = False
        self.console = Console(
            record=True,
            width=80,
            height=30,
            force_terminal=True,
            color_system="truecolor",
            no_color=False,
            file=StringIO(),
            highlight=False,
        )

    def link(self, text: str, path: str) -> None:
        """Say nothing of where the picture lies, which differs each time."""

    async def ask(self, asking: Asking) -> bytes | None:
        if len(self.lines) == 1:
            self.console.export_text()  # what came before the last order is not shown
        line = self.lines.pop(0) if self.lines else ""
        self.console.print(Text.assemble((f"{asking.who}> ", "bold"), line))
        if not line:
            self.shown = self.console.export_svg(
                title="meanwhile play", code_format=FORMAT, unique_id="terminal"
            )
        return line.encode() if line else None


async def played(terminal: Terminal, folder: Path) -> None:
    plan = new_game(
        find("battleboard"), "player,ben", ["ben"], {"size": "6x6", "order": "join"}, seed="00ff"
    )
    place = TerminalSeat(folder / "picture.db", folder, "en")
    people = TerminalPeople(place, terminal, reads=True)
    async with sit_down(place, plan.setup.id, people.show) as sitting:
        sitting.rng.seed(1)
        await sitting.make(plan.game.name, plan.setup, plan.seats, plan.robots)
        await sitting.settle_in([])
        await people.play(sitting, resumed=False)


def picture() -> str:
    with tempfile.TemporaryDirectory() as folder:
        terminal = Recorded(*LINES)
        asyncio.run(played(terminal, Path(folder)))
    return terminal.shown


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
