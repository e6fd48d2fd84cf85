"""The parts of a mail about a game: what is asked, what has happened, what is for its reader
alone, the board, what can be answered, and the small print.
"""

import re
from collections.abc import Sequence

import msgspec

import renderers
from engine.house import physical_dice
from engine.house.rulings import ABANDONED
from engine.menu import Refused
from engine.referee.doors import Seen
from engine.state import PUBLIC, Line, Seat
from engine.store.history import Page
from mail.outgoing.blocks import Block, one_line, text_block, unticked
from mail.outgoing.envelope import Draft
from mail.outgoing.sentences import MANY, Writing, clipped
from renderers.registry import PublicQuestion

EXAMPLES = 3
"""Orders that are proposed, beside what is done without an answer."""
TALL = 30
"""Lines of a board as text that stands in a mail where it is not asked for, with the sealed
questions of which the answer stands above it.
"""
SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


def names_of(seen: Seen) -> dict[Seat, str]:
    """Return how sentences call the seats: by people's names, unless a game has its own."""
    called = {chair.seat: chair.name or chair.seat for chair in seen.chairs}
    drawn = renderers.names(seen.kind.name, seen.view)
    return called | {seat: name for seat, name in drawn.items() if name != seat}


# ---- what is asked


def card(writing: Writing, seen: Seen, at: int) -> Block:
    """Return what is asked, by when, and what happens otherwise: all of it public. In a game with
    sealed questions it says the same to everybody.
    """
    say, names = writing.say, names_of(seen)
    if seen.result is not None:
        banner = renderers.scene_of(seen.kind.name, seen.view, writing.said.language).banner
        over = say("house-abandoned") + "." if seen.result == ABANDONED else banner
        return Block("ask", (unticked(over), say("mail-over-how")))
    if seen.asked is None or not seen.asked.seats:
        sitting = [chair.name for chair in seen.chairs]
        joined = writing.both(sitting) if sitting else say("mail-nobody")
        waits = say("mail-gathering", kind=seen.kind.name, left=seen.places - len(sitting))
        return Block("ask", (waits, unticked(say("mail-gathered", names=joined))))
    public = asked_in_public(writing, seen)
    lines = [unticked(question(writing, seen, public, [names.get(s, s) for s in seen.asked.seats]))]
    otherwise = public.otherwise or ("" if seen.sealed else default(writing, seen))
    due = ""
    if seen.due is not None:
        due = say("mail-due", due=writing.when(seen.due), left=writing.left(seen.due - at))
    lines.append(writing.said.joined(due, otherwise, public.aside))
    return Block("ask", tuple(filter(None, lines)))


def asked_in_public(writing: Writing, seen: Seen) -> PublicQuestion:
    """Return what is asked, as everybody may know it."""
    kind, why = seen.kind.name, seen.menu.why
    if isinstance(why, physical_dice.Wanted):
        asked = writing.said.asked(kind, seen.view, why=why)
        return PublicQuestion(question=asked.question.rstrip(".。"))
    return writing.said.public_question(kind, seen.view, names_of(seen))


def question(writing: Writing, seen: Seen, public: PublicQuestion, people: Sequence[str]) -> str:
    """Return the first line of a mail."""
    may = "-may" if public.may else ""
    facts = {"names": writing.both(people), "question": public.question}
    if seen.is_asked and len(people) == 1 and not seen.sealed:
        turn = public.question.startswith(writing.say("house-asks"))
        return writing.say("mail-ask-turn" if turn else f"mail-ask-you{may}", **facts)
    secret = "yes" if seen.asked is not None and seen.asked.sealed else "no"
    return writing.say(f"mail-ask{may}", secret=secret, **facts)


def default(writing: Writing, seen: Seen) -> str:
    """Return what is played for who does not answer."""
    try:
        order = seen.menu.write(seen.menu.default) if seen.is_asked else ""
    except Refused:
        return ""
    return writing.say("mail-default", order=unticked(clipped(order))) if order else ""


# ---- what has happened


def happened(writing: Writing, seen: Seen, pages: Sequence[Page]) -> list[Block]:
    """Return what was told, in order."""
    names = names_of(seen)
    events = [event for page in pages for event in page.events]
    told = list(map(one_line, writing.said.news(seen.kind.name, events, seen.viewer, names)))
    if not told:
        return []
    lately = "mail-happened" if len(told) <= MANY else "mail-happened-lately"
    return [Block("news", (writing.say(lately, count=MANY), *told[-MANY:]))]


# ---- what is for the reader alone


def own(writing: Writing, seen: Seen) -> list[Block]:
    """Return what is asked of the reader beside what everybody knows."""
    if not seen.is_asked:
        return []
    public = asked_in_public(writing, seen)
    parts = writing.said.asked(seen.kind.name, seen.view, why=seen.menu.why)
    more = [
        sentence
        for sentence in SENTENCE.split(one_line(parts.question))
        if public.question.casefold() not in sentence.casefold()
        and sentence.rstrip(".。").casefold() != writing.say("house-asks").casefold()
    ]
    said = [writing.said.joined(*more), one_line(parts.private), one_line(parts.shown)]
    if seen.sealed and not public.otherwise:
        said.append(default(writing, seen).replace("`", ""))
    lines = tuple(filter(None, said))
    if not lines:
        return []
    if not (seen.sealed or parts.private):
        return [text_block(*lines)]
    sealed = "yes" if seen.asked is not None and seen.asked.sealed else "no"
    head = writing.say("mail-own", name=names_of(seen).get(seen.viewer, seen.viewer), sealed=sealed)
    tables = (
        Block("table", (table.title,), (table.heads, *table.rows), table.right)
        for table in parts.sheet
    )
    return [Block("own", (head, *lines)), *tables]


def examples(writing: Writing, seen: Seen) -> list[Block]:
    """Return sensible orders with a reason each, what is done without an answer the last."""
    if not seen.is_asked:
        return []
    said, menu, kind = writing.said, seen.menu, seen.kind.name
    # A mail replaces the whole sheet, so that what stands there is said again.
    kept = dict.fromkeys(seen.kind.written(seen.view), writing.say("mail-kept"))
    found = dict[str, str]()
    for order in seen.kind.hints(seen.view, menu):
        if len(found) < EXAMPLES and not getattr(order, "confirmed", False):
            found[menu.write(order)] = said.reason(kind, seen.view, order)
    try:
        usual = menu.write(menu.default)
        found[usual] = found.pop(usual, "") or writing.say("mail-usual")
    except Refused:
        pass
    if not found:
        found = dict.fromkeys(menu.examples(seen.question)[:EXAMPLES], "")
    found = kept | found
    sheet = any(issubclass(choice.order, Line) for choice in menu.offered)
    hint = writing.say("mail-hint")  # so that no line of ours is an order
    rows = tuple((one_line(order), one_line(reason) or hint) for order, reason in found.items())
    head = writing.say("mail-examples-sheet" if sheet else "mail-examples")
    return [Block("examples", (head,), rows)] if rows else []


# ---- the board and the small print


def with_board(
    writing: Writing, seen: Seen, draft: Draft, look: str = "", *, wanted: bool = False
) -> Draft:
    """Return the draft with the board below what it says so far; ``wanted``: as text as well,
    however tall. Raise ``KeyError`` for a look that the game has not got.
    """
    kind, view, language = seen.kind.name, seen.view, writing.said.language
    lines = tuple(renderers.board_text(kind, view, language, look).splitlines())
    grid = Block("grid", lines)
    if seen.sealed and not wanted and len(lines) > TALL:
        grid = Block("small", (writing.say("mail-board-as-text"),))
    alt = renderers.alt_text(kind, view, language, look)
    return msgspec.structs.replace(
        draft.with_blocks(grid),
        picture=renderers.picture(kind, view, language, look),
        alt=alt,
        after=len(draft.blocks) - 1,
    )


def small(writing: Writing, seen: Seen, *more: str) -> Block:
    """Return the small print: how to answer, what else can be written, whose mail it is."""
    say, lines = writing.say, list(more)
    if seen.is_asked:
        lines.append(say("mail-how"))
    if seen.sealed and seen.is_asked:
        lines.append(say("mail-how-sealed"))
    if not more:
        lines.append(say("mail-words"))
    name = names_of(seen).get(seen.viewer, seen.viewer)
    whose = say("mail-watching", game=seen.game)
    if seen.viewer != PUBLIC:
        whose = say("mail-for", name=unticked(name), game=seen.game)
    return Block("small", (*lines, whose))
