"""The slot of ways from hex to hex."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from engine.slots import Bar, Miss, PathSlot, Reader, StepOffer


class Trail(PathSlot):
    """``C4-D3-C3``: hexes one after the other. ``steps(hexes)`` gives for each next hex the
    reason against it, ``cost(hexes)`` what a way takes.
    """

    def __init__(
        self,
        start: str,
        steps: Callable[[tuple[str, ...]], dict[str, Bar | None]],
        with_start: bool,
        ways: Callable[[], Sequence[tuple[str, ...]]],
        cost: Callable[[tuple[str, ...]], int],
    ):
        self.start, self.steps, self.with_start = start, steps, with_start
        self.ways, self.cost = ways, cost

    def gone(self, value: tuple[str, ...]) -> tuple[str, ...]:
        """Return the hexes of a way behind its start."""
        return value[1:] if value[:1] == (self.start,) else value

    def ahead(self, value: tuple[str, ...]) -> list[StepOffer]:
        """Return the steps into all hexes that touch the last one."""
        path = self.gone(value)
        return [
            StepOffer(
                value=self.whole((*path, hex)),
                to=hex,
                cost=self.cost((*path, hex)) - (self.cost(path) if path else 0),
                bar=bar.code if bar else "",
            )
            for hex, bar in self.steps(path).items()
        ]

    def whole(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """Return a way as orders have it."""
        return (self.start, *path) if self.with_start else path

    def places(self, value: tuple[str, ...]) -> tuple[str, ...]:
        """Return the hexes of a way, its start first."""
        return (self.start, *self.gone(value))

    def points(self, value: tuple[str, ...]) -> None:
        """Return nothing: what a unit may spend depends on what it does besides."""

    @cached_property
    def samples(self) -> Sequence[tuple[str, ...]]:
        """Some legal ways."""
        return self.ways()

    def options(self) -> Iterator[str]:
        """Return some legal ways as they are written."""
        return (self.write(path) for path in self.samples)

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        word = reader.word(i, end) or ""
        got: tuple[str, ...] = ()
        hexes = word.upper().split("-") if word else []
        if hexes[:1] == [self.start.upper()]:
            hexes = hexes[1:]
        bar: Bar | None = None if hexes else Bar("not-one-of")
        for hex in hexes:
            reasons = {name.upper(): (name, why) for name, why in self.steps(got).items()}
            if hex not in reasons:
                bar = Bar("E-NEXT", (("hex", hex[:20]), ("origin", got[-1] if got else self.start)))
                break
            name, bar = reasons[hex]
            got = (*got, name)
            if bar is not None:
                break
        if bar is not None:
            reader.bar(i, bar, self.options())
            raise Miss
        reader.note(i, "not-one-of", self.options())
        return self.whole(got), i + 1

    def write(self, value: tuple[str, ...]) -> str:
        if self.with_start and value[:1] != (self.start,):
            value = (self.start, *value)
        return "-".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        path = rng.choice(self.samples)
        return (self.start, *path) if self.with_start else path
