"""What stands above the prompt: who must act, what is asked, by when, what happens otherwise, and a
few orders worth considering.
"""

from collections.abc import Iterator

import renderers
from engine.menu import Menu, Refused
from engine.referee.doors import Seen
from renderers import Sentences
from renderers.registry import PublicQuestion
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import columns, padded, wrapped

Shown = tuple[str, str]
"""A line and its style."""
MARK, ASKED = "▶", "bold yellow"
"""What stands before the question, and its style."""
FEW, MANY, TALL = 3, 5, 32
"""Orders that are shown on a low and on a tall screen, and how many lines that has."""


def hints(said: Sentences, now: Seen, most: int) -> dict[str, str]:
    """Return orders worth considering with a reason each, "" where nobody knows one."""
    kind, found = now.kind.name, dict[str, str]()
    for order in now.kind.hints(now.view, now.menu) if now.is_asked else ():
        if len(found) < most and not getattr(order, "confirmed", False):
            try:
                found[now.menu.write(order)] = said.reason(kind, now.view, order)
            except Refused:
                continue
    return found


def in_public(said: Sentences, now: Seen) -> PublicQuestion:
    """Return what is asked, as everybody may know it."""
    kind = now.kind.name
    return said.public_question(kind, now.view, renderers.names(kind, now.view))


def asked(said: Sentences, now: Seen, until: str) -> Iterator[Shown]:
    """Yield what is asked of a seat, for that seat to read."""
    parts = said.asked(now.kind.name, now.view, why=now.menu.why)
    facts = {"mark": MARK, "seat": now.viewer, "question": parts.question}
    yield said.say("terminal-question", **facts), ASKED
    instead = parts.otherwise or in_public(said, now).otherwise
    rest = said.joined(parts.private, parts.shown, until, instead if now.due is not None else "")
    yield f"  {rest}", ""


def secretly(said: Sentences, now: Seen, until: str) -> Iterator[Shown]:
    """Yield what is asked of a seat in secret, as everybody at the screen may read it."""
    public = in_public(said, now)
    facts = {"mark": MARK, "seat": now.viewer, "question": public.question}
    yield said.say("terminal-secret", must="may" if public.may else "must", **facts), ASKED
    rest = said.joined(until, public.otherwise if now.due is not None else "")
    yield f"  {rest}", ""


def tries(said: Sentences, now: Seen, width: int, height: int) -> Iterator[Shown]:
    """Yield a few orders worth considering: in one line where one reason fits all."""
    found = hints(said, now, MANY if height == 0 or height >= TALL else FEW)
    if not found:
        return
    head = said.say("terminal-try")
    blank = " " * columns(head)
    reasons = {*found.values()}
    together = " · ".join(found)
    if len(reasons) <= 1 and columns(together) + 4 <= width:
        why = "".join(reasons)
        line = f"  {head}  {together}"
        if why and columns(line) + 6 + columns(why) <= width:
            line = f"{line}      {why}"
        yield line, "cyan"
        return
    wide = max(map(columns, found))
    for k, (order, why) in enumerate(found.items()):
        line = f"  {blank if k else head}  {padded(order, wide)}  {why}".rstrip()
        yield (line if columns(line) <= width else f"  {blank if k else head}  {order}"), "cyan"


def laid(lines: Iterator[Shown], width: int) -> Iterator[Shown]:
    """Yield lines that are not too wide; what goes on is moved in."""
    for line, style in lines:
        inner = line.lstrip()
        if not inner:
            continue
        start = " " * (len(line) - len(inner))
        for k, part in enumerate(wrapped([inner], TextLayout(width - 2))):
            yield (start or ("  " if k else "")) + part, style


def every_way(menu: Menu, seed: int) -> Iterator[tuple[str, int]]:
    """Yield an order of each choice that is offered, and how many there are; 0: too many to
    count.
    """
    worth = [order for order in menu.hints() if menu.allows(order)]
    given = {type(order): menu.write(order) for order in reversed(worth)}
    shown = menu.examples(seed, len(menu.offered))
    for choice in menu.offered:
        orders = choice.orders()
        first = given.get(choice.order) or (choice.write(orders[0]) if orders else "")
        verb = choice.parts[0]
        first = first or next((text for text in shown if text.split()[0] == verb), choice.pattern)
        yield first, len(orders) if orders is not None else 0
