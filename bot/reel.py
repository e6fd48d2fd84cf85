"""A stored game played again for one viewer: any position, or all of them as a film."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import renderers
from engine.game import AnyGame
from engine.state import Seat, Setup
from engine.store import history, journal
from engine.store.history import Page
from engine.store.rows import BulletinRow
from renderers.film import film_of


class Reel:
    """What was stored of a game, and the one for whom it is shown. Nothing is read or played
    before it is asked for, so that this can be done in any thread.
    """

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        rows: Sequence[tuple[bytes, bytes]],
        bulletins: Sequence[BulletinRow],
        viewer: Seat,
    ):
        self.game, self.setup, self.viewer = game, setup, viewer
        self.rows, self.bulletins = rows, bulletins

    @cached_property
    def entries(self) -> list[journal.Entry]:
        """The journal."""
        return journal.read(self.game, self.setup, self.rows)

    @cached_property
    def pages(self) -> list[Page]:
        """What the viewer was told."""
        return history.pages(self.game, self.bulletins, self.viewer)

    def view(self, page: Page) -> Any:
        """Return the viewer's view right after a page."""
        return history.position(self.game, self.setup, self.entries, page, self.viewer)

    def views(self, until: Page | None = None) -> list[Any]:
        """Return the viewer's views up to a page, or all, without what was taken back."""
        found = history.positions(self.game, self.setup, self.entries, self.pages, self.viewer)
        return [view for page, view in found if until is None or page.entry <= until.entry]

    def film(self, language: str, until: Page | None = None) -> tuple[bytes, str]:
        """Return all boards up to a page as a GIF of at most 8 MB, and the last of
        them in words; both are empty if the viewer was told nothing.
        """
        views, name = self.views(until), self.game.name
        if not views:
            return b"", ""
        return film_of(name, views, language), renderers.alt_text(name, views[-1], language)
