"""The two doors of programs: the contents of their messages, and their connections."""

from bot import objects
from bot.line import protocol, server
from engine import errors, messages
from engine.referee.doors import Door, GameView, News, Repeats
from engine.state import Event, Seat
from engine.store.notes import Notes


class LineDoor(Door):
    """BattleBoard's own protocol. ``plugged``: connections by the sender they speak for."""

    name, looks, shares = "line", False, True
    repeats: Repeats = "dropped"
    marks = False

    def __init__(self) -> None:
        self.plugged: dict[str, server.Connection] = {}

    def audience(self, events: tuple[Event, ...], viewer: Seat) -> Seat:
        return protocol.audience(events, viewer)

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        """Return the lines of the protocol. It has none for news that could not be composed; its
        history contains the events.
        """
        if news.talk is not None:
            return f"said {news.talk.by} {news.talk.text}\n".encode()
        return protocol.payload(news.events, seen.viewer) or None

    def send(self, outgoing: messages.Outgoing) -> None:
        """Write a message into the socket; if nobody is connected, the history has it."""
        if (connection := self.plugged.get(outgoing.sender)) is None:
            raise errors.Undeliverable("nobody is connected; the history has it")
        connection.post(outgoing.seq, outgoing.payload)


class JsonDoor(Door):
    """A JSON object a line, for any game. A message waits until its seat is connected."""

    name, looks, shares = "json", True, True
    repeats: Repeats = "dropped"
    proves = True

    def __init__(self, language: str = "en") -> None:
        self.plugged: dict[str, server.Connection] = {}
        self.language = language

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        """Return the objects for a program.

        These are a ``message`` for each event, a ``menu`` if the seat is asked, the ``result`` at
        the end, and a ``commitment`` for each closed sealed answer. There are no reminders.
        """
        if news.reason == "reminder":
            return None
        made = objects.told(news, seen, self.language)
        if news.prompted and news.reason != "neutral":
            made.append(objects.menu(seen, self.language))
        return b"".join(map(objects.line, made))

    def send(self, outgoing: messages.Outgoing) -> None:
        """Write a message into the socket. Raises ``TryLater`` if nobody is connected."""
        if (connection := self.plugged.get(outgoing.sender)) is None:
            raise errors.TryLater("nobody is connected")
        connection.post(outgoing.seq, marked(outgoing))


def marked(outgoing: messages.Outgoing) -> bytes:
    """Add the mark to each object of a message, so that a program recognises a repetition."""
    mark = b',"mark":"%s"}\n' % outgoing.mark.encode()
    return b"".join(line[:-2] + mark for line in outgoing.payload.splitlines(keepends=True))
