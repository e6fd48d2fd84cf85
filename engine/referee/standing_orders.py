"""Standing orders for all games: texts that a seat files in advance, played as its answer when a
new question opens.

They are private: nobody else learns that they exist, or that an answer to a sealed question was
automatic. If one seat is asked in public, its answer appears at once. The text is parsed when it is
used, and the journal contains an ordinary order, so a replay never parses the text.
"""

from collections.abc import Iterator

from engine.menu import Refused
from engine.state import Anytime, Line, Order, Seat
from engine.table import GameTable

ALWAYS = "always "
"""The prefix of a text that stays after it was used."""
MOST, LONGEST = 20, 500
"""The maximum number of orders filed per seat, and the maximum length of each in characters."""

Used = set[tuple[str, Seat, str]]
"""Game, seat and text of the orders used since a person last gave an order.

Each is used once, because two that answer each other would play on forever.
"""


def answers(table: GameTable, used: Used) -> Iterator[tuple[Seat, str, Order]]:
    """Yield the first applicable standing order of each seat without answer, as it is now."""
    standing = table.state.people.times.standing
    ask = table.ask() if standing else None
    for seat in ask.seats if ask is not None else ():
        for text in standing.get(seat, ()) if seat not in table.state.answers else ():
            if (table.setup.id, seat, text) not in used and (
                order := parse_filed(table, seat, text)
            ) is not None:
                yield seat, text, order
                break


def parse_filed(table: GameTable, seat: Seat, text: str) -> Order | None:
    """Return the order that a filed text means now, or ``None`` if it is not an answer."""
    try:
        order: Order = table.menu(seat).parse(text.removeprefix(ALWAYS))
    except Refused:
        return None
    return None if isinstance(order, Anytime | Line) else order
