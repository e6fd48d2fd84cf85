"""A game of BattleBoard in a test: who sits there, what they write, what everybody reads."""

from collections.abc import Sequence
from typing import Any

from engine import PUBLIC, Event, Order, Refused, Seat, table
from engine.games.battleboard import BattleBoard, events
from engine.games.battleboard.view import View
from engine.menu import Refusal
from engine.state import REFEREE, Bulletin, Disclosed, Join, Leave, Setup, Tick

GAME = BattleBoard()
Squares = Sequence[tuple[int, int]]
WORDS: dict[type[Event], str] = {
    events.TurnOrder: "order",
    events.TurnStarted: "turn",
    events.Bombed: "bomb",
    events.Passed: "pass",
    events.Withdrew: "leave",
}


def brief(event: Event) -> str:
    """Return an event in a few words: ``bomb Ann Bob 2 2 HIT``."""
    values = [getattr(event, field) for field in event.__struct_fields__ if field != "name"]
    parts = [part for value in values for part in (value if isinstance(value, tuple) else [value])]
    return " ".join(map(str, [WORDS.get(type(event), type(event).__name__.lower()), *parts]))


class Sitting:
    """A table, and how to speak at it. Without ``boards`` the cities
    are drawn. Nobody has joined yet.
    """

    def __init__(self, boards: Sequence[Squares] = (), secret: bytes = b"secret", **options: Any):
        scenario = {"boards": [[list(square) for square in board] for board in boards]}
        self.table = table.GameTable.new(
            GAME, Setup(id="game", secret=secret, options=options, scenario=scenario, at=0)
        )
        self.table.run()
        self.bulletin: Bulletin

    def enter(self, seat: Seat, order: Order, at: int = 0) -> list[Event]:
        self.bulletin = self.table.take(at, seat, order)
        told = self.bulletin.events(PUBLIC)
        return [event for event in told if not isinstance(event, Disclosed | events.Uncovered)]

    def join(self, *names: str) -> list[Event]:
        told: list[Event] = []
        for name in names:
            told = self.enter(REFEREE, Join(name, name, f"salt of {name}"))
        return told

    def leave(self, name: str) -> list[Event]:
        return self.enter(REFEREE, Leave(name))

    def say(self, seat: Seat, text: str, at: int = 0) -> list[Event]:
        """An order as people write it. Raises ``Refused``."""
        return self.enter(seat, self.table.menu(seat).parse(text), at)

    def refused(self, seat: Seat, text: str) -> Refusal:
        """Why this is refused. Raises ``AssertionError`` if not, or if it changes anything."""
        before = self.table.save()
        try:
            order = self.table.menu(seat).parse(text)
        except Refused as refused:
            assert self.table.save() == before
            return refused.refusal
        raise AssertionError(f"{text!r} of {seat} was read as {order}")

    def tick(self, at: int) -> list[Event]:
        return self.enter(REFEREE, Tick(), at)

    def view(self, seat: Seat = PUBLIC) -> View:
        view: View = self.table.view(seat)
        return view

    @property
    def asked(self) -> Seat | None:
        """Whose turn the game waits for; ``None``: nobody's."""
        ask = self.table.ask()
        return ask.seats[0] if ask and ask.seats else None

    @property
    def result(self) -> str | None:
        return self.table.state.result


def sit(names: str, boards: Sequence[Squares] = (), **options: Any) -> Sitting:
    """A game of ``names`` (``"Ann Bob"``) that has begun, in the order of
    joining unless options say otherwise.
    """
    who = names.split()
    sitting = Sitting(boards, **{"order": "join", "players": len(who), **options})
    sitting.join(*who)
    return sitting
