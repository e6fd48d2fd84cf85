"""The doors of one terminal: what its readers are told, as finished messages."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from heapq import heappop, heappush

import msgspec
from msgspec import Struct

from bot import objects
from bot.objects import Object
from engine.errors import TryLater
from engine.letters import Outgoing
from engine.referee.doors import Door, News, Repeats, Seen
from engine.state import PUBLIC, Order, Seat
from engine.store.notes import Notes

TERMINAL = "terminal"
"""The name of the door of terminals."""


class Bundle(Struct, frozen=True):
    """What one bulletin brings to one reader: ``message`` objects, and the ``result`` when the
    game is over. ``own`` are those that say more than the public is told; for the public, all.
    """

    to: Seat
    objects: list[Object]
    own: list[Object]


def bundle(news: News, seen: Seen, language: str) -> bytes | None:
    """Return what one happening brings to one reader, as it is handed over; ``None``: nothing."""
    if news.talk is not None and news.talk.to not in (PUBLIC, seen.viewer):
        return None
    told = objects.told(news, seen, language)
    if news.talk is not None or seen.viewer == PUBLIC:
        own = told if news.talk is None or news.talk.to == seen.viewer else []
    else:
        alone = {id(event) for event in news.own}
        own = [thing for thing, event in zip(told, news.events, strict=False) if id(event) in alone]
    return msgspec.json.encode(Bundle(seen.viewer, told, own)) if told else None


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
        """Keep a message until it is shown; one that waits already is not shown twice. Raise
        ``TryLater`` if nothing is shown here any more.
        """
        if not self.open:
            raise TryLater("nobody reads at this terminal any more")
        for id, _, begun in self.waiting:
            if id == outgoing.id and not begun.done():
                return begun
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


class TerminalDoor(Tray, Door):
    """Tells the public and every seat that has its address here what has
    happened, as messages in one language.

    ``game`` is the one whose messages are shown here.
    """

    looks, shares = True, True
    repeats: Repeats = "dropped"

    def __init__(self, game: str, language: str, show: Callable[[Bundle], None]):
        super().__init__(show)
        self.game, self.language = game, language

    def compose(self, news: News, seen: Seen, notes: Notes) -> bytes | None:
        """Return the objects for this reader."""
        return bundle(news, seen, self.language)

    def send(self, outgoing: Outgoing) -> Awaitable[None]:
        """Keep it until it is shown. Raises ``TryLater`` for another game."""
        if outgoing.game != self.game:
            raise TryLater("its game is not open at a terminal")
        return self.put(outgoing)


class RobotDoor(Door):
    """Robots read views; nothing is told to them. ``called`` is called with the game in which
    something has happened that a robot would be told. ``ready`` are the answers that wait until
    a sealed question closes, by game, with its number.
    """

    looks, shares = False, True
    repeats: Repeats = "dropped"

    def __init__(self, called: Callable[[str], object] | None = None):
        self.called = called
        self.ready: dict[str, tuple[int, dict[Seat, Order]]] = {}

    def keep(self, game: str, question: int, seat: Seat, order: Order) -> None:
        """Keep an answer to a sealed question; those to one before are forgotten."""
        self.ready[game] = (question, {**self.prepared(game, question), seat: order})

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        """Return the answers to a question that are ready."""
        number, answers = self.ready.get(game, (question, {}))
        return answers if number == question else {}

    def compose(self, news: News, seen: Seen, notes: Notes) -> bytes | None:
        if self.called is not None:
            self.called(seen.game)
        return None

    def send(self, outgoing: Outgoing) -> None:
        """Do nothing."""
