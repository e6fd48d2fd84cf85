"""The doors of one terminal: their readers' news as finished messages."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from heapq import heappop, heappush

import msgspec
from msgspec import Struct

import renderers
from bot import objects
from bot.objects import Object
from engine.errors import TryLater
from engine.messages import Outgoing
from engine.referee.doors import Door, GameView, News, Repeats
from engine.state import PUBLIC, Committed, Order, Seat
from engine.store.notes import Notes

TERMINAL = "terminal"


class Bundle(Struct, frozen=True):
    """One reader's part of a bulletin. ``objects`` are ``message`` objects, and the ``result`` at
    the end of the game. ``own`` are those with more than the public news; for the public, all.
    ``lines`` are the news in as few sentences as possible, without what begins every game.
    """

    to: Seat
    objects: list[Object]
    own: list[Object]
    lines: list[str]


def bundle(news: News, seen: GameView, language: str) -> bytes | None:
    """Return one reader's part of the news, encoded; ``None`` if it is empty."""
    if news.talk is not None and news.talk.to not in (PUBLIC, seen.viewer):
        return None
    told = objects.told(news, seen, language)
    if news.talk is not None or seen.viewer == PUBLIC:
        own = told if news.talk is None or news.talk.to == seen.viewer else []
    else:
        alone = {id(event) for event in news.own}
        own = [thing for thing, event in zip(told, news.events, strict=False) if id(event) in alone]
    lines = [one["text"] for one in told if one["kind"] == "message"]
    if news.talk is None and news.reason != "neutral":
        kind, events = seen.kind.name, [e for e in news.events if not isinstance(e, Committed)]
        names = renderers.names(kind, seen.view)
        lines = renderers.sentences_in(language).news(kind, events, seen.viewer, names)
    return msgspec.json.encode(Bundle(seen.viewer, told, own, lines)) if told else None


class Tray:
    """Messages that wait until ``deliver`` is called, so that a receipt comes before its news.
    ``arrived`` is set while there are any. ``show`` raises ``OSError`` if nobody reads any longer.
    """

    def __init__(self, show: Callable[[Bundle], None]):
        self.show = show
        self.waiting: list[tuple[int, bytes, asyncio.Future[None]]] = []
        self.arrived = asyncio.Event()
        self.open = True

    def put(self, outgoing: Outgoing) -> Awaitable[None]:
        """Queue a message until it is shown. A message in the queue is not added twice. Raises
        ``TryLater`` if the terminal is closed.
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
        """Show the waiting messages in order. Raises the errors of ``show``. The dispatcher then
        sends that message again.
        """
        while self.waiting:
            _, payload, shown = heappop(self.waiting)
            try:
                self.show(msgspec.json.decode(payload, type=Bundle))
            except OSError as error:
                shown.set_exception(TryLater(str(error)))
                raise
            shown.set_result(None)
            # Only now does the dispatcher send the same reader's next message.
            await asyncio.sleep(0)

    def close(self) -> None:
        self.open = False
        for _, _, shown in self.waiting:
            shown.set_exception(TryLater("the terminal was closed"))
        self.waiting.clear()


class TerminalDoor(Tray, Door):
    """Sends the news to the public and to every seat with an address here, in one language.
    ``game`` is the game whose messages are shown here.
    """

    looks, shares = True, True
    repeats: Repeats = "dropped"

    def __init__(self, game: str, language: str, show: Callable[[Bundle], None]):
        super().__init__(show)
        self.game, self.language = game, language

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        return bundle(news, seen, self.language)

    def send(self, outgoing: Outgoing) -> Awaitable[None]:
        if outgoing.game != self.game:
            raise TryLater("its game is not open at a terminal")
        return self.put(outgoing)


class RobotDoor(Door):
    """The door of robots, which read views and get no messages.

    ``called`` is called with the game if there is news for a robot. ``ready`` are prepared answers
    to a sealed question, with its number, by game.
    """

    looks, shares = False, True
    repeats: Repeats = "dropped"

    def __init__(self, called: Callable[[str], object] | None = None):
        self.called = called
        self.ready: dict[str, tuple[int, dict[Seat, Order]]] = {}

    def keep(self, game: str, question: int, seat: Seat, order: Order) -> None:
        """Store an answer to a sealed question, and forget those to earlier questions."""
        self.ready[game] = (question, {**self.prepared(game, question), seat: order})

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        number, answers = self.ready.get(game, (question, {}))
        return answers if number == question else {}

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        if self.called is not None:
            self.called(seen.game)
        return None

    def send(self, outgoing: Outgoing) -> None:
        pass
