"""The two doors that programs come through: what they read of a
game, and which of them is there.
"""

from bot import objects
from bot.line import protocol
from bot.line.connection import Connection
from engine.errors import TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.doors import News
from engine.state import Disclosed, Seat


class LineDoor:
    """BattleBoard's own protocol. ``plugged``: the connection that speaks
    for a sender of this door now.
    """

    name = "line"

    def __init__(self) -> None:
        self.plugged: dict[str, Connection] = {}

    def compose(self, news: News) -> bytes | None:
        """The lines of the protocol."""
        return protocol.payloads(news.events, news.viewer) or None

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        """BB-27."""
        return f"said {by} {text}\n".encode()

    def neutral(
        self, game: str, viewer: Seat, sender: str, asked: tuple[Seat, ...] = ()
    ) -> bytes | None:
        """Nothing: the protocol has no line for it, and its history has what happened."""
        return None

    def send(self, outgoing: Outgoing) -> None:
        """Into the socket. Raises ``Undeliverable`` if nobody is
        there: the history makes it good.
        """
        if (connection := self.plugged.get(outgoing.sender)) is None:
            raise Undeliverable("nobody is connected; the history has it")
        connection.post(outgoing.id, outgoing.payload)


class JsonDoor:
    """Objects, one a line, for programs that play any game. A message
    waits until its seat is there.
    """

    name = "json"

    def __init__(self, language: str = "en") -> None:
        self.plugged: dict[str, Connection] = {}
        self.language = language

    def compose(self, news: News) -> bytes | None:
        """A ``message`` for each event; a ``menu`` for who is asked; the ``result`` when the
        game is over. Programs are reminded of nothing.
        """
        if news.reminder:
            return None
        made = objects.messages(news, self.language)
        if news.prompted:
            kind = news.game.name
            made.append(
                objects.menu(
                    kind, news.viewer, news.view(), news.menu(), news.question, self.language
                )
            )
        if news.result is not None:
            made += [
                objects.result(news.result, e.secret)
                for e in news.events
                if isinstance(e, Disclosed)
            ]
        return b"".join(map(objects.line, made))

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        """Talk, as a message."""
        return objects.line(objects.talk(viewer, by, to, text))

    def neutral(
        self, game: str, viewer: Seat, sender: str, asked: tuple[Seat, ...] = ()
    ) -> bytes | None:
        """That there is something to look at, as a message."""
        return objects.line(objects.neutral(viewer, game, self.language))

    def send(self, outgoing: Outgoing) -> None:
        """Into the socket. Raises ``TryLater`` if nobody is there."""
        if (connection := self.plugged.get(outgoing.sender)) is None:
            raise TryLater("nobody is connected")
        connection.post(outgoing.id, outgoing.payload)
