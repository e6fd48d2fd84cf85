"""The doors of one terminal: what its readers are told, as finished messages."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

import renderers
from bot import objects
from bot.objects import Object
from engine.letters import News, Parcel, TryLater
from engine.state import PUBLIC, Disclosed, Seat

TERMINAL, ROBOT = "terminal", "robot"
"""The doors by name. A seat whose address is at the robots' door plays itself."""


class Bundle(Struct, frozen=True):
    """What one bulletin brings to one reader: ``message`` objects, and the ``result`` when the game is over."""

    objects: list[Object]


class TerminalDoor:
    """Tells ``public`` everything that is public, and a seat what is for that seat alone.

    What everybody may know is told once and not again to each seat. While ``quiet`` is held nothing is shown, so that
    a receipt comes before the messages of its order. ``game`` is the one whose messages are shown here.
    """

    def __init__(self, game: str, language: str, show: Callable[[Bundle], None]):
        self.game, self.language, self.show = game, language, show
        self.quiet = asyncio.Lock()
        self.arrived = asyncio.Event()
        self.open = True

    def compose(self, news: News) -> bytes | None:
        events = news.events if news.viewer == PUBLIC else news.own
        if not events:
            return None
        names = renderers.names(news.kind.name, news.view())
        told = [objects.message(news.viewer, event, names, self.language) for event in events]
        secrets = [event.secret for event in events if isinstance(event, Disclosed)]
        if news.viewer == PUBLIC and news.result is not None and secrets:
            told.append(objects.result(news.result, *secrets))
        return msgspec.json.encode(Bundle(told))

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        return msgspec.json.encode(Bundle([objects.talk(viewer, by, to, text)])) if viewer == to else None

    def send(self, parcel: Parcel) -> Awaitable[None]:
        return self.hand(parcel)

    async def hand(self, parcel: Parcel) -> None:
        """Show a message when it may be shown. Raises ``TryLater`` for messages of another game."""
        if parcel.game != self.game:
            raise TryLater("its game is not open at this terminal")
        async with self.quiet:
            if not self.open:
                raise TryLater("the terminal is closed")
            self.show(msgspec.json.decode(parcel.payload, type=Bundle))
            self.arrived.set()

    def close(self) -> None:
        """Show nothing more; what waits is for the next time."""
        self.open = False
        if self.quiet.locked():
            self.quiet.release()


class RobotDoor:
    """Robots read views; nothing is told to them."""

    def compose(self, news: News) -> bytes | None:
        return None

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        return None

    def send(self, parcel: Parcel) -> None:
        return None
