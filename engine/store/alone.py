"""What a store says of other processes where there are none: the file is one process's."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from engine.store.contract import Hold, Parts


class OneProcess:
    """The part of a ``Store`` that arranges who does what. ``number`` is the last one that was
    given to a message; ``forgotten_before``: see ``forgotten``.
    """

    shared = False
    number = forgotten_before = 0

    def take_number(self) -> int:
        """Return the number of the next message that is stored; it is used for no other one."""
        self.number += 1
        return self.number

    def forgotten(self) -> int:
        """Of letters that were written before that second it may be known no more whether they
        were answered.
        """
        return self.forgotten_before

    @contextmanager
    def unit(self, games: Collection[str] = (), *, alone: bool = False) -> Iterator[None]:
        """Have the block play a batch and write it."""
        yield

    def stamp(self, game: str) -> int:
        """Return 0: no other process changes a game."""
        return 0

    def seize(self) -> None:
        """Do nothing: nobody else writes."""

    def apply(self, parts: Parts) -> None:
        """Do nothing: all parts are this process's."""

    def hold(self, door: str) -> Hold:
        """Return ``firm``."""
        return "firm"

    def holders(self) -> dict[str, str]:
        """Return nothing."""
        return {}
