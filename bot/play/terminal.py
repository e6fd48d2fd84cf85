"""A real terminal: a prompt with completion and history, a board in colours."""

import re
from collections.abc import AsyncGenerator, Awaitable, Iterable, Iterator, Sequence
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.bindings.scroll import scroll_page_down, scroll_page_up
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.widgets import TextArea
from rich.console import Console
from rich.style import Style
from rich.text import Text

from bot.play.asking import Asking
from bot.play.question import MARK, folded, prose
from bot.play.screens import NEWS, Lines

STYLES = ("bold red", "yellow", "cyan", "bold green", "magenta", "bold blue", "bright_black")
"""The colours of a board's signs, in the order of its legend."""
ROW = re.compile(r"\s*\d+ .*\S\s|.*[\[(][\d?]+[\])]")
GROUND = ("##", " .", ".", "~", "w", "W", "r", "P", "I", "'", ",", "·", "?")
"""Signs of terrain, which have colours of their own."""
TERRAIN = {
    "##": "bright_black",
    "~": "blue",
    "w": "green",
    "W": "bold green",
    "r": "dark_goldenrod",
    "P": "bright_black",
    "I": "cyan",
}
SEA = "blue"
"""The colour of an unseen square on a sea board."""
HEAD = re.compile(r"(?<!\S)> .*?(?=\s{3}|$)|★\d+")


class Terminal(Lines):
    echoes = True

    def __init__(self) -> None:
        super().__init__()
        self.proposed = ""
        self.heard: list[str] = []  # news that will be shown as one paragraph
        self.console = Console(highlight=False)
        self.sessions: dict[str, PromptSession[str]] = {}
        self.dumb = self.console.is_dumb_terminal

    @property
    def size(self) -> tuple[int, int]:  # type: ignore[override]  # it changes here
        return max(40, self.console.width), self.console.height

    async def ask(self, asking: Asking) -> bytes | None:
        session = self.sessions.setdefault(asking.who, PromptSession())
        session.app.erase_when_done = asking.sealed
        proposed, self.proposed = self.proposed, ""
        while True:
            try:
                with patch_stdout(raw=True):
                    line = await session.prompt_async(
                        lambda: FormattedText([("bold", asking.who), ("", "> ")]),
                        completer=WordCompleter(asking),
                        complete_while_typing=False,
                        refresh_interval=0.5,
                        default=proposed,
                    )
            except KeyboardInterrupt:
                # Clear the line, as in a shell.
                proposed = ""
                self.say(asking.leaving, "dim")
                continue
            except EOFError:
                return None
            return line.encode("utf-8", "surrogateescape")

    def settle(self) -> None:
        heard, self.heard = self.heard, []
        if heard:
            self.say(prose(heard))

    def say(self, text: str, style: str = "") -> None:
        if style == NEWS:
            self.heard.append(text)
            return
        self.settle()
        if style == "ansi":
            self.console.print(Text.from_ansi(text), soft_wrap=True)
            return
        self.console.print(Text(text.replace(MARK, ">>") if self.dumb else text, style))

    def link(self, text: str, path: str) -> None:
        self.settle()
        linked = self.console.is_terminal and not self.dumb
        style = Style(dim=True, link=Path(path).absolute().as_uri() if linked else None)
        self.console.print(Text(text, style))

    def renew(self, asking: Asking) -> None:
        self.settle()  # the prompt refreshes twice a second

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        self.settle()
        self.console.print()
        lines = text if signs else "\n".join(folded(text.split("\n"), self.size[0] - 1))
        self.console.print(coloured(text, signs) if signs else Text(lines), soft_wrap=True)

    def part(self, text: str, signs: Sequence[str]) -> None:
        self.settle()
        self.console.print(coloured(text, signs), soft_wrap=True)

    def propose(self, order: str) -> None:
        self.proposed = order

    async def alone(self, ready: str, text: str, done: str) -> None:
        wait: PromptSession[str] = PromptSession(erase_when_done=True)
        try:
            await wait.prompt_async(f"{ready} ")
            lines = Text(text).wrap(self.console, self.console.width - 1)
            if len(lines) + 2 > self.console.height:
                await pager("\n".join(line.plain.rstrip() for line in lines), done).run_async()
                return
            with self.console.screen():
                self.console.print(Text(text), soft_wrap=True)
                await wait.prompt_async(f"{done} ")
        except (EOFError, KeyboardInterrupt):
            return


def pager(text: str, done: str) -> Application[None]:
    """Return a pager for a text longer than the screen. Arrows, Page Up, Page Down, space and b
    scroll; Enter or q leaves. The screen is then restored.
    """
    page = TextArea(text, read_only=True, scrollbar=True, wrap_lines=False)
    keys = KeyBindings()
    for key in ("enter", "q", "escape", "c-c", "c-d"):
        keys.add(key, eager=True)(lambda event: event.app.exit())
    keys.add(" ", eager=True)(scroll_page_down)
    keys.add("b", eager=True)(scroll_page_up)
    foot = Window(FormattedTextControl(f"↑ ↓ space b   {done}"), height=1, style="reverse")
    return Application(Layout(HSplit([page, foot])), key_bindings=keys, full_screen=True)


class WordCompleter(Completer):
    """Completes the word at the cursor with the words that are possible now."""

    def __init__(self, asking: Asking):
        self.asking = asking

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        return ()

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        begun = document.text_before_cursor.rpartition(" ")[2]
        found = self.asking.complete(document.text_before_cursor)
        for word, meaning in await found if isinstance(found, Awaitable) else found:
            yield Completion(word, -len(begun), display_meta=meaning)


def coloured(text: str, signs: Sequence[str]) -> Text:
    """Return a board in colours: its banner, the seat to move, and the signs of its legend."""
    shown = Text()
    for i, line in enumerate(text.splitlines()):
        row = ROW.match(line)
        part = Text(line, "bold" if i == 0 and not row else "")
        part.highlight_regex(HEAD, "bold")
        if row or any(f"  {sign} " in line for sign in signs):
            for (start, end), style in (*ground(line, signs), *sign_styles(line, signs)):
                part.stylize(style, start, end)
        shown.append(part).append("\n")
    shown.rstrip()
    return shown


def ground(line: str, signs: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the ranges of sea and terrain in a line, with their styles."""
    colours = {sign: TERRAIN[sign] for sign in signs if sign in TERRAIN}
    if {"X", "o"} <= {*signs}:
        colours["."] = SEA
    for sign, style in colours.items():
        for match in re.finditer(pattern(sign), line):
            yield match.span(), style


def sign_styles(line: str, signs: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the ranges of the legend's other signs in a line, with their styles."""
    for sign, style in zip((sign for sign in signs if sign not in GROUND), STYLES, strict=False):
        for match in re.finditer(pattern(sign), line):
            yield match.span(), style


def pattern(sign: str) -> str:
    """Return the pattern of a sign. Signs of two characters may touch others. An arrow stands for
    any direction, ``1`` for any number, and a mark may follow a terrain.
    """
    if sign == "1^":
        return r"\d[\^v<>]"
    if sign[-1] == "↓":
        return r"[A-Z]\S*[↑↗↘↓↙↖]" if sign[0].isupper() else r"[a-z]\S*[↑↗↘↓↙↖]"
    if sign[0] in "[(" and len(sign) == 3:
        return rf"{re.escape(sign[0])}[\d?]+{re.escape(sign[2])}"
    if len(sign) == 2 and sign[1] == "1":
        return rf"{re.escape(sign[0])}\d"
    if len(sign) == 2 and not sign.isalnum():
        return re.escape(sign)
    return rf"(?<=\s){re.escape(sign)}(?=[\s',·]|$)"
