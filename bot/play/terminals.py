"""Chooses the screen for this process: panes, lines or plain text."""

import os
import sys

from bot.play.full_screen import FullScreen
from bot.play.screens import PlainScreen, Screen
from bot.play.terminal import Terminal

LEAST = (60, 20)
"""The columns and lines that panes need."""


def at_terminal() -> bool:
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def screen(*, terminal: bool, plain: bool = False, language: str = "en") -> Screen:
    """Return the screen: panes at a terminal that is large enough, unless lines are wanted."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal of another encoding shows a ? for what it lacks
    if not terminal:
        return PlainScreen()
    if plain or not paned():
        return Terminal()
    return FullScreen(language)


def paned() -> bool:
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return columns >= LEAST[0] and rows >= LEAST[1]
