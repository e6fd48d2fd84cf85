"""A game as one person may know it. Renderers and doors read it."""

from typing import Any, Self

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from engine.game import AnyGame
from engine.menu import Menu, Refused
from engine.rulings import physical_dice
from engine.state import Ask, Seat, SeatHolder, Update
from engine.table import GameTable


class GameView(Struct, frozen=True, kw_only=True):
    """A game as one person may know it now."""

    game: str
    kind: AnyGame
    viewer: Seat  # ``PUBLIC`` for people without a seat
    reads: Seat = ""  # the seat whose view it is, if that has admitted a spectator
    view: Any = None
    menu: Menu = Menu()
    question: int
    asked: Ask | None
    # the viewer has answered the open question, and may still change the answer
    answered: bool = False
    due: int | None
    paused: bool = False  # the clock is stopped
    result: str | None
    chairs: tuple[SeatHolder, ...]
    places: int
    private: bool = False
    # this or another question of the game is sealed: nothing visible to others may depend on who
    # has answered, or on how somebody is reached
    sealed: bool = False
    reply: str = ""  # the viewer's answer, as orders are spelled
    # dice that all seats must throw and type; the game waits for them
    wanted: physical_dice.Wanted | None = None
    update: int = 0  # the number of the last update (``engine.store.updates``)
    head: str = ""  # hash of the last update
    contest: str = ""  # the contest of the game
    number: str = ""  # its round there and its table, from 1: ``2/7``
    # parts made of it before, by name and language
    memo: dict[tuple[str, ...], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "memo", {})  # a copy with other fields makes its own parts

    @classmethod
    def bare(cls, table: GameTable, viewer: Seat) -> Self:
        """Return the public facts of a game, without view and menu."""
        state, asked = table.state, table.ask()
        last = state.update or Update(0, "")
        return cls(
            game=table.setup.id,
            kind=table.game,
            viewer=viewer,
            question=state.question,
            asked=asked,
            answered=viewer in state.answers,
            due=state.due,
            paused=state.people.times.paused is not None,
            result=state.result,
            chairs=table.chairs,
            places=state.places,
            private=table.setup.private,
            sealed=table.sealed(asked),
            wanted=physical_dice.waiting(table) if state.throw is not None else None,
            update=last.number,
            head=last.head,
            contest=table.setup.contest,
            number=table.setup.contest_number,
        )

    @classmethod
    def of(cls, table: GameTable, viewer: Seat, menu: Menu) -> Self:
        """Return the game as a viewer may know it. ``menu`` is the viewer's."""
        order = table.state.answers.get(viewer)
        try:
            reply = "" if order is None else menu.write(order)
        except Refused:
            reply = type(order).__name__
        return replace(cls.bare(table, viewer), view=table.view(viewer), menu=menu, reply=reply)

    @property
    def source(self) -> Seat:
        """The viewer whose view and news these are."""
        return self.reads or self.viewer

    @property
    def open(self) -> bool:
        """Whether people can still join."""
        return self.result is None and len(self.chairs) < self.places

    @property
    def is_asked(self) -> bool:
        return self.result is None and self.asked is not None and self.viewer in self.asked.seats
