"""The replay of a stored game for one viewer, as a film."""

import renderers
from engine.store.history import Page, Past
from renderers.film import film_of


class Replay(Past):
    """The past of a game, with its film."""

    def film(self, language: str, until: Page | None = None) -> tuple[bytes, str]:
        """Return all boards up to a page as a GIF of at most 8 MB, and the alt text of the last
        one. Both are empty if the viewer has no news.
        """
        views, name = self.views(until), self.game.name
        if not views:
            return b"", ""
        return film_of(name, views, language), renderers.alt_text(name, views[-1], language)
