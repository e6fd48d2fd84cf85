"""The text above the prompt: the seat, its question, deadline, default, and suggestions."""

from collections.abc import Iterator

from msgspec import Struct

from engine.referee.doors import GameView
from renderers import Sentences, reading
from renderers.reading import Moment, OrderText, Person
from renderers.rulings import times
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import columns, padded, wrapped

Shown = tuple[str, str]
"""A line and its style."""
MARK, ASKED = "▶", "bold yellow"
"""The mark before the question, and its style."""
FEW, MANY, TALL = 3, 5, 32
"""Maximum suggestions on a low and on a tall screen, and the lines of a tall one."""


class TerminalHand(Struct, frozen=True):
    """Formats names, times and orders for a terminal, at second ``now``. Seats are written as they
    are typed.
    """

    said: Sentences
    now: int

    def prose(self, text: str) -> str:
        return text

    def person(self, who: Person) -> str:
        return who.seat

    def moment(self, when: Moment) -> str:
        if not when.due:
            return times.moment(when.at)
        left = times.length(max(0, when.at - self.now), self.said.say)
        return self.said.say("terminal-moment", time=times.moment(when.at), left=left)

    def typed(self, what: OrderText) -> str:
        return what.order


def asked(said: Sentences, now: GameView, hand: TerminalHand, *, alone: bool) -> Iterator[Shown]:
    """Yield a seat's question: all of it if it reads ``alone``, else its public part."""
    stands = reading.situation(said, now)
    if (public := stands.asked) is None or stands.own is None:
        return
    yield f"{MARK} {now.viewer}: {reading.written(public.yours, hand)}", ASKED
    own, due = stands.own, public.due or (said.say("terminal-no-limit"),)
    mine = (own.otherwise, own.default) if alone else ((), ())
    instead = mine[0] or public.otherwise or mine[1]
    rest = reading.joined(said, *(own.lines if alone else ()), due, instead)
    yield f"  {reading.written(rest, hand)}", ""


def tries(said: Sentences, now: GameView, width: int, height: int) -> Iterator[Shown]:
    """Yield a few suggested orders, in one line if they share one reason."""
    found = reading.suggestions(said, now, MANY if height == 0 or height >= TALL else FEW)
    if not found:
        return
    head = said.say("terminal-try")
    blank = " " * columns(head)
    reasons = {one.why for one in found}
    together = " · ".join(one.order for one in found)
    if len(reasons) <= 1 and columns(together) + 4 <= width:
        why = "".join(reasons)
        line = f"  {head}  {together}"
        if why and columns(line) + 6 + columns(why) <= width:
            line = f"{line}      {why}"
        yield line, "cyan"
        return
    wide = max(columns(one.order) for one in found)
    for k, one in enumerate(found):
        line = f"  {blank if k else head}  {padded(one.order, wide)}  {one.why}".rstrip()
        yield (line if columns(line) <= width else f"  {blank if k else head}  {one.order}"), "cyan"


def laid(lines: Iterator[Shown], width: int) -> Iterator[Shown]:
    """Wrap lines to the width; continued lines are indented."""
    for line, style in lines:
        inner = line.lstrip()
        if not inner:
            continue
        start = " " * (len(line) - len(inner))
        for k, part in enumerate(wrapped([inner], TextLayout(width - 2))):
            yield (start or ("  " if k else "")) + part, style
