"""The replay of a stored game for one viewer, as a film."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import renderers
from bot.words import words
from engine.rulings.rulings import ABANDONED
from engine.state import PUBLIC
from engine.store import journal
from engine.store.history import Page, Past
from engine.table import GameTable
from renderers.film import PACE, film_of


class Replay(Past):
    """The past of a game, with its title card and its film."""

    @cached_property
    def table(self) -> GameTable:
        return journal.replay(self.game, self.setup, self.entries)[0]

    def card(self, language: str) -> tuple[str, ...]:
        """Return the lines of the title card: game, players, dates, and the result."""
        said, view = words(language), self.table.view(PUBLIC)
        names = [chair.name or chair.seat for chair in self.table.state.chairs]
        over = self.table.state.result not in (None, ABANDONED)
        times = (self.setup.at, self.bulletins[-1].at) if over else (self.setup.at,)
        days = dict.fromkeys(f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}" for at in times)
        banner = renderers.scene_of(self.game.name, view, language).banner if over else ""
        lines = (said.title(self.game.name), said.listed(names), " – ".join(days), banner)
        return tuple(filter(None, lines))

    def film(
        self,
        language: str,
        until: Page | None = None,
        first: Page | None = None,
        pace: int = PACE,
        shown: Callable[[Iterable[Any]], Iterable[Any]] = iter,
    ) -> tuple[bytes, str]:
        """Return the boards from one page up to another as a GIF of at most 8 MB, and the alt text
        of the last one. Both are empty if the viewer has no news. ``pace`` is in milliseconds,
        ``shown`` shows the progress of the drawing.
        """
        views, name = self.views(until, first), self.game.name
        if not views:
            return b"", ""
        card = self.card(language)
        made = film_of(name, views, language, card, pace, shown)
        return made, renderers.alt_text(name, views[-1], language)
