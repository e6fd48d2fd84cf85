"""The keys of a game's rolls, and dice that players throw by hand."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine import dice, errors

SEAT_KEY = "seat/"
"""The prefix of the keys of rolls that draw seats."""
World = TypeVar("World")


class Rolls(Generic[World]):
    """The part of ``Game`` that is about dice."""

    def key_in_dice(self, epoch: int, key: str) -> bytes:
        """Return K of the dice scheme for any roll. Draws of seats have the same keys in all
        games.
        """
        drawn = key.startswith(SEAT_KEY)
        return dice.field(f"{epoch}/{key}".encode()) if drawn else self.dice_key(epoch, key)

    def dice_key(self, epoch: int, key: str) -> bytes:
        """Return K of the dice scheme for a roll named ``key``. A game may override it."""
        return dice.field(f"{epoch}/{key}".encode())

    def has_typed_dice(self, world: World) -> bool:
        """Return whether players throw dice themselves and type them. Not possible in games that
        rehearse, or that continue when a seat leaves.
        """
        return False

    def types_dice(self, world: World, key: str) -> bool:
        """Return whether the players throw this roll themselves and type it."""
        return self.has_typed_dice(world)

    def loaded_for(self, name: str, key: str) -> bool:
        """Return whether scripted dice called ``name`` apply to ``key``. A name is a key or a
        prefix of keys.
        """
        return key.startswith(name)

    def scripted(
        self, loaded: Mapping[str, list[int | str]], key: str, options: Sequence[Any]
    ) -> int | None:
        """Return the next scripted face for ``key``, from 0, and use it up; ``None`` if there is
        none. The longest matching name counts. Raises ``LoadedDice`` if the die has no such face.
        """
        fitting = [name for name, left in loaded.items() if left and self.loaded_for(name, key)]
        if not fitting:
            return None
        left = loaded[max(fitting, key=len)]
        if left[0] not in options:
            raise errors.LoadedDice(key, left[0], options)
        return list(options).index(left.pop(0))
