"""The doors of one terminal: what its readers are told, as finished messages."""

import asyncio
from collections.abc import Awaitable, Callable
from heapq import heappop, heappush

import msgspec
from msgspec import Struct

import renderers
from bot import objects
from bot.objects import Object
from engine.errors import TryLater
from engine.letters import Outgoing
from engine.referee.doors import News
from engine.state import PUBLIC, Disclosed, Seat

TERMINAL, ROBOT = "terminal", "robot"
"""The doors by name. A seat whose address is at the robots' door plays itself."""


class Bundle(Struct, frozen=True):
    """What one bulletin brings to one reader: ``message`` objects, and the ``result`` when the
    game is over. ``own`` are those that say more than the public is told; for the public, all.
    """

    to: Seat
    objects: list[Object]
    own: list[Object]


def told(news: News, language: str) -> bytes | None:
    """What one bulletin brings to one reader, as it lies in the outbox; ``None``: nothing."""
    if not news.events:
        return None
    names = renderers.names(news.game.name, news.view())
    told = [
        objects.message(news.game.name, news.viewer, event, names, language)
        for event in news.events
    ]
    own = [
        thing
        for thing, event in zip(told, news.events, strict=True)
        if any(event is o for o in news.own)
    ]
    secrets = [event.secret for event in news.events if isinstance(event, Disclosed)]
    if news.result is not None and secrets:
        told.append(objects.result(news.result, *secrets))
    return msgspec.json.encode(Bundle(news.viewer, told, told if news.viewer == PUBLIC else own))


def said(viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
    """What one reader hears of what ``by`` says to ``to``."""
    if to not in (PUBLIC, viewer):
        return None
    heard = [objects.talk(viewer, by, to, text)]
    return msgspec.json.encode(Bundle(viewer, heard, heard if viewer == to else []))


def neutral(viewer: Seat, game: str, language: str) -> bytes:
    """In place of what could not be put into words for one reader."""
    told = [objects.neutral(viewer, game, language)]
    return msgspec.json.encode(Bundle(viewer, told, told if viewer == PUBLIC else []))


class Tray:
    """Messages that wait until ``deliver`` is called, so that a receipt comes before the
    messages of its order; ``arrived`` is set when there are any. ``show`` raises
    ``OSError`` if nobody reads any more.
    """

    def __init__(self, show: Callable[[Bundle], None]):
        self.show = show
        self.waiting: list[tuple[int, bytes, asyncio.Future[None]]] = []
        self.arrived = asyncio.Event()
        self.open = True

    def put(self, outgoing: Outgoing) -> Awaitable[None]:
        """Keep a message until it is shown. Raises ``TryLater`` if
        nothing is shown here any more.
        """
        if not self.open:
            raise TryLater("nobody reads at this terminal any more")
        shown = asyncio.get_running_loop().create_future()
        heappush(self.waiting, (outgoing.id, outgoing.payload, shown))
        self.arrived.set()
        return shown

    async def deliver(self) -> None:
        """Show what waits, in the order in which it came about. Raises what ``show``
        raises; that message still waits.
        """
        while self.waiting:
            _, payload, shown = heappop(self.waiting)
            try:
                self.show(msgspec.json.decode(payload, type=Bundle))
            except OSError as error:
                shown.set_exception(TryLater(str(error)))
                raise
            shown.set_result(None)
            # The dispatcher hands the same reader's next message over only now.
            await asyncio.sleep(0)

    def close(self) -> None:
        """Show nothing more; what waits is for the next time."""
        self.open = False
        for _, _, shown in self.waiting:
            shown.set_exception(TryLater("the terminal was closed"))
        self.waiting.clear()


class TerminalDoor(Tray):
    """Tells the public and every seat that has its address here what has
    happened, as messages in one language.

    ``game`` is the one whose messages are shown here.
    """

    def __init__(self, game: str, language: str, show: Callable[[Bundle], None]):
        super().__init__(show)
        self.game, self.language = game, language

    def compose(self, news: News) -> bytes | None:
        return told(news, self.language)

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        return said(viewer, by, to, text)

    def neutral(
        self, game: str, viewer: Seat, sender: str, asked: tuple[Seat, ...] = ()
    ) -> bytes | None:
        return neutral(viewer, game, self.language)

    def send(self, outgoing: Outgoing) -> Awaitable[None]:
        if outgoing.game != self.game:
            raise TryLater("its game is not open at a terminal")
        return self.put(outgoing)


class RobotDoor:
    """Robots read views; nothing is told to them."""

    def compose(self, news: News) -> bytes | None:
        return None

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        return None

    def neutral(
        self, game: str, viewer: Seat, sender: str, asked: tuple[Seat, ...] = ()
    ) -> bytes | None:
        return None

    def send(self, outgoing: Outgoing) -> None:
        return None
