"""The door of all terminals of this machine, while one process serves a database."""

import asyncio
from collections.abc import Awaitable, Iterable

from bot.play.door import TERMINAL, Tray, bundle
from bot.play.sitting import Robots
from engine import errors, messages
from engine.referee.doors import Door, GameView, News, Repeats
from engine.store.notes import Notes


class LocalDoor(Door):
    """The door of this machine's terminals.

    ``plugged`` are the trays of connected terminals, by sender. A seat has one; the public place of
    a game may have several. ``languages`` are the readers' languages.
    """

    name = TERMINAL
    looks, shares = True, False
    repeats: Repeats = "dropped"

    def __init__(self, language: str = "en"):
        self.language = language
        self.plugged: dict[str, list[Tray]] = {}
        self.languages: dict[str, str] = {}
        self.robots: dict[str, Robots] = {}

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        return bundle(news, seen, self.languages.get(news.sender, self.language))

    def send(self, outgoing: messages.Outgoing) -> Awaitable[None]:
        trays = self.plugged.get(outgoing.sender)
        if not trays:
            raise errors.TryLater("nobody sits there")
        return shown([tray.put(outgoing) for tray in trays])

    def plug(self, tray: Tray, senders: Iterable[str], language: str) -> None:
        for sender in senders:
            self.plugged.setdefault(sender, []).append(tray)
            self.languages[sender] = language

    def unplug(self, tray: Tray) -> None:
        for sender, trays in list(self.plugged.items()):
            if tray in trays:
                trays.remove(tray)
            if not trays:
                del self.plugged[sender]
                self.languages.pop(sender, None)
        tray.close()

    def robots_of(self, game: str) -> Robots:
        return self.robots.setdefault(game, Robots())


async def shown(each: list[Awaitable[None]]) -> None:
    """Wait until a message was shown somewhere. Raises ``TryLater`` if it wasn't."""
    ends = await asyncio.gather(*each, return_exceptions=True)
    failed = [end for end in ends if isinstance(end, BaseException)]
    if len(failed) == len(ends):
        raise failed[0]
