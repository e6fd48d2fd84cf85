"""``python -m tests.bot.picture``: make ``docs/pictures/terminal.svg`` anew, a game at the terminal
as the terminal itself shows it.
"""

import asyncio
import re
import tempfile
from io import StringIO
from pathlib import Path

from prompt_toolkit.styles import Attrs, Style
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from bot.play.full_screen import STYLE
from tests.bot.test_full_screen import ENTER, Sitter, seated
from tests.repo.tree import ROOT

PICTURE = ROOT / "docs" / "pictures" / "terminal.svg"
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Without the fonts that a reader's program would fetch from elsewhere."""
ID = re.compile(r"· \w{6} ·")


def style_of(attrs: Attrs) -> str:
    """Return a style of prompt_toolkit as rich writes it."""

    def colour(name: str | None) -> str:
        if not name:
            return "default"
        return (
            name.replace("ansi", "").replace("bright", "bright_") if "ansi" in name else f"#{name}"
        )

    found = f"{colour(attrs.color)} on {colour(attrs.bgcolor)}"
    return f"bold {found}" if attrs.bold else found


def svg(sitter: Sitter, styles: Style) -> str:
    console = Console(
        record=True,
        width=sitter.output.columns,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        file=StringIO(),
        highlight=False,
    )
    drawn = sitter.screen.app.renderer.last_rendered_screen
    assert drawn is not None
    for y, line in enumerate(sitter.shown):
        named = ID.sub("· k3x9fa ·", line)  # a game has another id each time
        row = Text()
        for x, sign in enumerate(named.ljust(sitter.output.columns)):
            attrs = styles.get_attrs_for_style_str(drawn.data_buffer[y][x].style)
            row.append(sign, style_of(attrs))
        console.print(row, soft_wrap=True)
    return console.export_svg(title="meanwhile play", code_format=FORMAT, unique_id="terminal")


async def played(folder: Path) -> str:
    async with seated(folder) as sitter:
        await sitter.type("bomb robot 4 4" + ENTER, " 4 . . . . o . .")
        await sitter.type("1")
        await sitter.until("It is your turn.", f"player> {sitter.screen.orders[0]}")
        return svg(sitter, STYLE)


def picture() -> str:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(played(Path(folder)))


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
