"""A door of somebody else: a line for each person who has a pager, kept until it is fetched."""

from engine.errors import TryLater
from engine.letters import Outgoing
from engine.referee.doors import News, Seen
from engine.store.notes import Notes

FULL = 100
"""Lines that a pager keeps."""


class Pager:
    """``shown`` are the lines of each pager."""

    looks = False

    def __init__(self) -> None:
        self.shown: dict[str, list[str]] = {}

    def compose(self, news: News, seen: Seen, notes: Notes) -> bytes | None:
        """Return one line that says which game it is, and what to do."""
        if news.talk is not None:
            return f"{seen.game}: {news.talk.by} says {news.talk.text[:80]}".encode()
        return f"{seen.game}: {'your turn' if news.prompted else 'there is news'}".encode()

    def send(self, outgoing: Outgoing) -> None:
        """Keep a line. Raise ``TryLater`` where there is no room."""
        lines = self.shown.setdefault(outgoing.sender, [])
        if len(lines) >= FULL:
            raise TryLater("the pager is full")
        lines.append(outgoing.payload.decode())
