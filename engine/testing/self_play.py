"""Games in memory, to train robots: thousands of decisions a second.

::

    import random
    from engine.testing import SelfPlay

    game = SelfPlay("battleboard", ("ann", "bob"), seed=7)
    while not game.over:
        seat = game.asked[0]
        view, menu = game.view(seat), game.menu(seat)
        game.take(seat, menu.sample(random))
    print(game.result)

``view`` and ``menu`` of a seat contain everything that its player would know. Nothing is stored,
sent or drawn, and no time passes except that of windows, which close when all have answered.
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
    """One game that a program plays, from the first question to the end.

    ``game`` is a name or a game. ``seats`` join in this order; by default they are the game's
    roles. Equal ``seed`` and equal orders make equal games.
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
        return self.table.state.result is not None

    @property
    def result(self) -> str | None:
        """The result of the game, or ``None`` before its end."""
        return self.table.state.result

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that have not answered the open question yet."""
        ask, state = self.table.ask(), self.table.state
        if ask is None or self.over:
            return ()
        return tuple(seat for seat in ask.seats if seat not in state.answers)

    def view(self, seat: Seat) -> Any:
        """Return everything that this seat may know now."""
        return self.table.view(seat)

    def menu(self, seat: Seat) -> Menu:
        return self.table.menu(seat)

    def offers(self, seat: Seat) -> list[Offer]:
        """Return the legal orders of this seat as data: see ``Menu.offers``."""
        return self.menu(seat).offers()

    def take(self, seat: Seat, order: Order | Offer | str) -> Bulletin:
        """Play an order of this seat and return its bulletin. Then close windows that all have
        answered.

        A text or ``Offer`` raises ``Refused`` if it is not legal. An ``Order`` is not checked: take
        it from the seat's menu.
        """
        text = order.order if isinstance(order, Offer) else order
        told = self.enter(seat, self.menu(seat).parse(text) if isinstance(text, str) else text)
        self.settle()
        return told

    def enter(self, seat: Seat, order: Order) -> Bulletin:
        """Play an order without letting time pass."""
        self.told.append(self.table.play(self.table.state.now, seat, order))
        return self.told[-1]

    def settle(self) -> None:
        """Close the questions that only wait for the clock."""
        while not self.asked and not self.over and (due := self.table.state.due) is not None:
            self.told.append(self.table.play(due, REFEREE, Tick()))

    def copy(self) -> "SelfPlay":
        """Return a copy of the game, to try something in it. Its list of bulletins is empty."""
        made = object.__new__(SelfPlay)
        made.table, made.told = self.table.load(self.table.save()), []
        return made
