"""The rolls of a game: their keys, and who throws them."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine import dice
from engine.errors import LoadedDice

SEAT_KEY = "seat/"
"""How the keys of the rolls begin by which seats are drawn."""
World = TypeVar("World")


class Rolls(Generic[World]):
    """The part of a game that is about its dice."""

    def key_in_dice(self, epoch: int, key: str) -> bytes:
        """Return K of the dice scheme for any roll: seats are drawn alike in all games."""
        drawn = key.startswith(SEAT_KEY)
        return dice.field(f"{epoch}/{key}".encode()) if drawn else self.dice_key(epoch, key)

    def dice_key(self, epoch: int, key: str) -> bytes:
        """Return K of the dice scheme for a roll that is thrown under ``key`` in this epoch."""
        return dice.field(f"{epoch}/{key}".encode())

    def has_typed_dice(self, world: World) -> bool:
        """Return whether the players throw dice themselves and type them. Not for games that
        rehearse, or that go on when a seat leaves them.
        """
        return False

    def types_dice(self, world: World, key: str) -> bool:
        """Return whether the players throw this roll themselves and type it."""
        return self.has_typed_dice(world)

    def loaded_for(self, name: str, key: str) -> bool:
        """Return whether scripted dice called ``name`` may fall for ``key``. A name is a key, or
        the beginning of some keys.
        """
        return key.startswith(name)

    def scripted(
        self, loaded: Mapping[str, list[int | str]], key: str, options: Sequence[Any]
    ) -> int | None:
        """Return the next face that scripted dice give to ``key``, from 0, and use it up.

        The longest name that fits counts; None if none does. Raises ``LoadedDice``.
        """
        fitting = [name for name, left in loaded.items() if left and self.loaded_for(name, key)]
        if not fitting:
            return None
        left = loaded[max(fitting, key=len)]
        if left[0] not in options:
            raise LoadedDice(key, left[0], options)
        return list(options).index(left.pop(0))
