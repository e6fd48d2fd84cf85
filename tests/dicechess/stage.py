"""Dice chess on a table whose rolls are fed one by one, as the scenarios of section 4 need it."""

from collections.abc import Sequence
from typing import Any, Self

import msgspec

from engine.errors import LoadedDice
from engine.games.dicechess import DiceChess
from engine.games.dicechess.orders import Move, MoveSlot
from engine.games.dicechess.view import View
from engine.menu import Refused
from engine.state import PUBLIC, REFEREE, Event, Join, Order, Seat, Setup
from engine.table import GameTable
from engine.testing.kit import Case, Kit, Play, Setting, begin

SEATS = ("white", "black")
GAME = DiceChess()


def begun(
    scenario: dict[str, Any] | None = None,
    loaded: dict[str, list[int | str]] | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 0,
) -> Play:
    setting = Setting(SEATS, options or {}, scenario or {}, loaded or {})
    return begin(Case("chess", GAME, Kit()), setting, seed)


class Due(Exception):
    """A roll is due that has not been fed yet."""


class Fed(GameTable):
    def dice(self, key: str, salts: Sequence[Seat] | None = None) -> Any:
        if not self.state.loaded.get(key):
            raise Due(key)
        return super().dice(key, salts)


class Stage:
    """A game from one position. ``events`` is what the last step made known."""

    def __init__(
        self, scenario: dict[str, Any] | None = None, options: dict[str, Any] | None = None
    ):
        setup = Setup(
            id="stage", secret=bytes(32), options=options or {}, scenario=scenario or {}, at=0
        )
        self.table: GameTable = Fed.new(GAME, setup)
        self.table.run()
        self.events: list[Event] = []
        for seat in SEATS:
            self.take(REFEREE, Join(seat, seat, seat))

    @classmethod
    def at(cls, table: GameTable) -> "Stage":
        stage = cls.__new__(cls)
        stage.table, stage.events = table, []
        return stage

    @property
    def view(self) -> View:
        view: View = self.table.view(PUBLIC)
        return view

    def take(self, seat: Seat, order: Order) -> None:
        try:
            self.events = self.table.take(self.table.state.now, seat, order).events(PUBLIC)
        except Due:
            self.settle()

    def settle(self) -> None:
        self.events = [
            event for told in self.table.told if (event := told.copy(PUBLIC)) is not None
        ]
        self.table.told = []

    def roll(self, dice: str) -> str:
        if self.view.phase == "over":
            return "game_over"
        if self.view.phase != "roll" or len(dice) != 3:
            return "impossible_roll"
        table = self.table.load(self.table.save())
        table.state.loaded = {f"turn/{table.state.rolled + 1}": list(dice)}
        try:
            self.events = table.run().events(PUBLIC)
        except LoadedDice:
            return "impossible_roll"
        table.state.loaded = {}
        self.table = table
        return ""

    def order(self, seat: Seat, text: str) -> str:
        told: list[Event] = []
        for part in GAME.split(text) or [text]:
            if code := self.single(seat, part):
                if not told:
                    return code
                break
            told += self.events
            if any(event.stops for event in self.events):
                break
        self.events = told
        return ""

    def single(self, seat: Seat, text: str) -> str:
        if self.view.phase == "roll":
            return "not_rolled"
        try:
            order = self.table.menu(seat).parse(text)
        except Refused as refused:
            return code_of(refused)
        self.take(seat, order)
        return ""

    def then(self, dice: str, *said: str) -> Self:
        """A roll, and orders after it (``white Nf3``), whatever comes of them."""
        self.roll(dice)
        for text in said:
            seat, _, order = text.partition(" ")
            self.order(seat, order)
        return self

    def legal(self) -> list[str]:
        seat = self.view.to_move
        choices = [c for c in self.table.menu(seat).choices if c.order is Move] if seat else []
        slots = [choice.slot("move", {}) for choice in choices]
        return [
            slot.position.san(move)
            for slot in slots
            if isinstance(slot, MoveSlot)
            for move in slot.moves
        ]

    def same_for_all(self) -> bool:
        views = [
            msgspec.structs.replace(self.table.view(viewer), viewer=PUBLIC)
            for viewer in (PUBLIC, *SEATS)
        ]
        return all(view == views[0] for view in views)


def code_of(refused: Refused) -> str:
    code = refused.refusal.code.replace("-", "_")
    return "unreadable" if code in ("incomplete", "unknown_word", "too_much") else code
