"""Games in memory for who trains a robot: thousands of decisions a second.

::

    import random
    from engine.testing import SelfPlay

    game = SelfPlay("battleboard", ("ann", "bob"), seed=7)
    while not game.over:
        seat = game.asked[0]
        view, menu = game.view(seat), game.menu(seat)
        game.take(seat, menu.sample(random))
    print(game.result)

A policy reads ``view`` and ``menu`` of its seat alone: that is all a player would know. Nothing is
stored, told or drawn, and no time passes but that of windows, which close when all have answered.
"""

from collections.abc import Mapping
from typing import Any

from engine.game import AnyGame
from engine.games import find
from engine.menu import Menu
from engine.offers import Offer
from engine.state import REFEREE, Bulletin, Join, Order, Seat, Setup, Tick
from engine.table import GameTable


class SelfPlay:
    """One game that a program plays with itself, from the first question to the end.

    ``game`` is a name or a game; ``seats`` who joins, in this order, without any the roles of the
    game. Equal ``seed`` and equal orders make equal games.
    """

    def __init__(
        self,
        game: str | AnyGame,
        seats: tuple[Seat, ...] = (),
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        scenario: Mapping[str, Any] | None = None,
    ):
        kind = find(game) if isinstance(game, str) else game
        setup = Setup(
            id=f"self-play-{seed}",
            secret=seed.to_bytes(32, "big"),
            options=dict(options or {}),
            scenario=dict(scenario or {}),
            at=0,
        )
        self.table = GameTable.new(kind, setup)
        self.told: list[Bulletin] = [self.table.run()]
        roles = kind.roles(self.table.options)
        named = () if isinstance(roles, int) else roles
        for seat in seats or named:
            self.enter(REFEREE, Join(seat, seat, seat))
        self.settle()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.state.result is not None

    @property
    def result(self) -> str | None:
        """How the game has ended; ``None`` before that."""
        return self.table.state.result

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that have not answered the open question yet."""
        ask, state = self.table.ask(), self.table.state
        if ask is None or self.over:
            return ()
        return tuple(seat for seat in ask.seats if seat not in state.answers)

    def view(self, seat: Seat) -> Any:
        """Return the game as this seat knows it."""
        return self.table.view(seat)

    def menu(self, seat: Seat) -> Menu:
        """Return the present orders of this seat."""
        return self.table.menu(seat)

    def offers(self, seat: Seat) -> list[Offer]:
        """Return the legal orders of this seat as data; see ``Menu.offers``."""
        return self.menu(seat).offers()

    def take(self, seat: Seat, order: Order | Offer | str) -> Bulletin:
        """Give an order of this seat, and return what it has made known; then windows in which
        all have answered close. Raises ``Refused`` for one that is not legal. An ``Order`` is not
        read again: it must be of the menu.
        """
        text = order.order if isinstance(order, Offer) else order
        told = self.enter(seat, self.menu(seat).parse(text) if isinstance(text, str) else text)
        self.settle()
        return told

    def enter(self, seat: Seat, order: Order) -> Bulletin:
        """Play an order at the time of the last one."""
        self.told.append(self.table.play(self.table.state.now, seat, order))
        return self.told[-1]

    def settle(self) -> None:
        """Close what waits for the clock alone."""
        while not self.asked and not self.over and (due := self.table.state.due) is not None:
            self.told.append(self.table.play(due, REFEREE, Tick()))

    def copy(self) -> "SelfPlay":
        """Return the same game once more, to try something in it; it has told nothing yet."""
        made = object.__new__(SelfPlay)
        made.table, made.told = self.table.load(self.table.save()), []
        return made
