"""`meanwhile try --balance`: the value of an option with which a battle is even between robots."""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from bot.trials import Findings, Share

BEST_LEAN = 10
"""Percent from half within which a battle counts as even."""
SPAN = re.compile(r"(\w+)=(\D*)(\d+)\.\.(\d+)")


class Span(Struct, frozen=True):
    """An option, and whole numbers to try after a ``prefix``: ``bonus=cw+0..20``."""

    key: str
    prefix: str
    low: int
    high: int

    def option(self, n: int) -> str:
        return f"{self.key}={self.prefix}{n}"


def span_of(text: str) -> Span | None:
    found = SPAN.fullmatch(text)
    if found is None or int(found[3]) >= int(found[4]):
        return None
    return Span(found[1], found[2], int(found[3]), int(found[4]))


def side(found: Findings) -> Share:
    return found.seats[0]


def lean(found: Findings) -> float:
    """Return by how many percent the first seat wins more than half of the decided games."""
    one = side(found)
    return one.rate - 50 if one.games > one.drawn else 0.0


def search(span: Span, games: Callable[[int], Findings]) -> Iterator[tuple[int, Findings]]:
    """Yield values with what ``games`` finds for them: both ends, then halves of the span in which
    the lean changes. Ends with them if it does not change.
    """
    low, high = span.low, span.high
    ends = {n: games(n) for n in (low, high)}
    yield from ends.items()
    rising = lean(ends[high]) > lean(ends[low])
    if lean(ends[low]) * lean(ends[high]) > 0:
        return
    while high - low > 1:
        middle = (low + high) // 2
        found = games(middle)
        yield middle, found
        if (lean(found) > 0) == rising:
            high = middle
        else:
            low = middle


def row(option: str, found: Findings) -> str:
    rates = [
        f"{one.side} {one.rate:.0f} % ({one.low:.0f} to {one.high:.0f})" for one in found.seats
    ]
    return f"  {option:<18} {'; '.join(rates)}; drawn {side(found).drawn} of {found.games}"


def report(span: Span, games: Callable[[int], Findings]) -> Iterator[str]:
    """Yield a line for each value as soon as it was tried, and the most even one."""
    tried = list[tuple[float, int]]()
    for n, found in search(span, games):
        tried.append((abs(lean(found)), n))
        yield row(span.option(n), found)
    least, best = min(tried)
    if least > BEST_LEAN:
        yield f"nothing between {span.low} and {span.high} makes it even; widen the span"
    else:
        yield f"most even: {span.option(best)}; try it with other games (--from) before you keep it"
