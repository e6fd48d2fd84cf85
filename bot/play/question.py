"""The text above the prompt: the seat, its question, deadline, default, and suggestions."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from engine.referee.doors import GameView
from renderers import Sentences, reading
from renderers.reading import Moment, OrderText, Person
from renderers.rulings import times
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import columns, wrapped

MARK, ASKED = "▶", "bold yellow"
"""The mark before the question, and its style."""
FEW, MANY, TALL = 3, 5, 32
"""Maximum suggestions on a low and on a tall screen, and the lines of a tall one."""

BEFORE, NARROW = re.compile(r"(.*\s{2,})?"), 12
"""The columns of a row before its last one, and the least width of that one."""


class TerminalHand(Struct, frozen=True):
    """Writes for a terminal at second ``now``; seats as they are typed."""

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


def asked(said: Sentences, now: GameView, hand: TerminalHand, *, alone: bool) -> Iterator[str]:
    """Yield the sentences of a seat's question: all if it reads ``alone``, else the public ones."""
    stands = reading.situation(said, now)
    if (public := stands.asked) is None or stands.own is None:
        return
    yield f"{MARK} {now.viewer}: {reading.written(public.yours, hand)}"
    own, due = stands.own, public.due or (said.say("reading-no-limit"),)
    mine = (own.otherwise, own.default) if alone else ((), ())
    instead = mine[0] or public.otherwise or mine[1]
    for text in (*(own.lines if alone else ()), due, instead):
        if text:
            yield reading.written(text, hand)


def prose(sentences: Iterable[str]) -> str:
    """Join sentences; Chinese ones need no blank between them."""
    found = ""
    for text in sentences:
        found += f" {text}" if found and found[-1].isascii() else text
    return found


def tries(found: Sequence[tuple[str, str]], word: str, width: int) -> str:
    """Return suggested orders in one line, as many as fit, with the reason that they share."""
    used, shown = columns(word) + 1, list[str]()
    for order, _ in found:
        used += columns(order) + 3
        if not shown or used <= width - 2:
            shown.append(order)
    line = f"  {word}  {' · '.join(shown)}"
    reasons = {why for _, why in found}
    why = reasons.pop() if len(reasons) == 1 else ""
    return f"{line}      {why}" if why and used + 8 + columns(why) <= width else line


def laid(text: str, width: int) -> Iterator[str]:
    first, text = text.startswith(MARK), text.strip()
    parts = [text] if columns(text) <= width - 2 else wrapped([text], TextLayout(width - 2))
    for k, part in enumerate(parts):
        yield part if first and not k else f"  {part}"


def folded(rows: Iterable[str], width: int) -> Iterator[str]:
    """Wrap rows between words; the last column, behind two blanks, continues below itself."""
    for row in map(str.rstrip, rows):
        if columns(row) <= width:
            yield row
            continue
        head, rest = BEFORE.match(row)[0], BEFORE.sub("", row, count=1)  # type: ignore[index]  # it matches any row
        if columns(head) > width - NARROW:
            head, rest = "", row.strip()
        for k, part in enumerate(wrapped([rest], TextLayout(width - columns(head)))):
            yield (" " * columns(head) if k else head) + part
