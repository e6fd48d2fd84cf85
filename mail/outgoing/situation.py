"""The parts of a mail about a game.

These are the question, the news, the private part, the board, example orders and the small print.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

import renderers
from engine.referee.doors import GameView
from engine.state import PUBLIC
from engine.store.history import Page
from mail.outgoing.blocks import Block, Kind, one_line, text_block, unticked
from mail.outgoing.envelope import Draft
from mail.outgoing.plain import WIDTH
from mail.outgoing.sentences import Writing, clipped
from renderers import reading
from renderers.reading import Moment, OrderText, Person, Suggestion, Text, both, joined, written
from renderers.toolkit.scene import TextLayout

EXAMPLES = 3
"""Maximum number of suggested orders, without the default."""
BOARD = TextLayout(width=WIDTH)
"""A text board that isn't wrapped again."""
LATEST = 10
"""Maximum lines of news."""
TALL = 30
"""Maximum lines of an unrequested text board in games with sealed questions."""


class MailHand(Struct, frozen=True):
    """Formats names, times and orders for a mail written at second ``at``. Orders are put between
    backticks if ``ticked``.
    """

    writing: Writing
    at: int = 0
    ticked: bool = True

    def prose(self, text: str) -> str:
        return text.replace("`", "ˋ") if self.ticked else text

    def person(self, who: Person) -> str:
        return self.prose(one_line(who.name))

    def moment(self, when: Moment) -> str:
        if not when.due:
            return self.writing.when(when.at)
        due, left = self.writing.when(when.at), self.writing.left(when.at - self.at)
        return self.writing.say("mail-moment", due=due, left=left)

    def typed(self, what: OrderText) -> str:
        order = clipped(one_line(what.order))
        return f"`{unticked(order)}`" if self.ticked else order

    def line(self, *texts: Text) -> str:
        return one_line(written(joined(self.writing.said, *texts), self))


# ---- the question


def card(writing: Writing, seen: GameView, at: int) -> Block:
    """Return the public question, its deadline and its default. In a game with sealed questions it
    is the same for everybody.
    """
    say, stands, hand = writing.say, reading.situation(writing.said, seen), MailHand(writing, at)
    if stands.state == "over":
        return Block("ask", (unticked(reading.banner(writing.said, seen)), say("mail-over-how")))
    if (asked := stands.asked) is None and stands.state == "running":
        return Block("rest", (writing.said.title(stands.kind),))  # a contest asks nobody
    if asked is None:
        sitting = [chair.name for chair in seen.chairs]
        names = both(writing.said, sitting) if sitting else say("mail-nobody")
        waits = say("mail-gathering", kind=stands.kind, left=seen.places - len(sitting))
        return Block("ask", (waits, unticked(say("mail-gathered", names=names))))
    default = stands.own.default if stands.own and not seen.sealed else ()
    due = asked.due or (writing.said.say("reading-no-limit"),)
    more = hand.line(due, asked.otherwise or default, asked.aside)
    kind: Kind = "ask" if seen.is_asked else "rest"
    return Block(kind, tuple(filter(None, (hand.line(asked.what), more))))


# ---- the news


def happened(writing: Writing, seen: GameView, pages: Sequence[Page]) -> list[Block]:
    """Return the latest news in order."""
    names = reading.people(seen)
    events = [event for page in pages for event in page.events]
    told = list(map(one_line, writing.said.news(seen.kind.name, events, seen.viewer, names)))
    if not told:
        return []
    lately = "mail-happened" if len(told) <= LATEST else "mail-happened-lately"
    return [Block("news", (writing.say(lately, count=LATEST), *told[-LATEST:]))]


# ---- the private part


def own(writing: Writing, seen: GameView) -> list[Block]:
    """Return the private part of the reader's question."""
    stands, hand = reading.situation(writing.said, seen), MailHand(writing, ticked=False)
    if stands.own is None:
        return []
    public = stands.asked is not None and stands.asked.otherwise
    default = stands.own.default if seen.sealed and not public else ()
    lines = tuple(filter(None, map(hand.line, (*stands.own.lines, default))))
    if not lines:
        return []
    if not (seen.sealed or stands.own.private):
        return [text_block(*lines)]
    sealed = "yes" if stands.asked is not None and stands.asked.secret else "no"
    name = reading.people(seen).get(seen.viewer, seen.viewer)
    head = writing.say("mail-own", name=name, sealed=sealed)
    tables = (
        Block("table", (table.title,), (table.heads, *table.rows), table.right)
        for table in stands.own.tables
    )
    return [Block("own", (head, *lines)), *tables]


def examples(writing: Writing, seen: GameView) -> list[Block]:
    """Return example orders with a reason each. The default comes last, but on a sheet the lines
    that go together are above the order that closes it, and alternatives below.
    """
    if not seen.is_asked:
        return []
    say, sheet = writing.say, reading.closing(seen.menu)
    if sheet:
        found = list(reading.for_sheet(writing.said, seen, EXAMPLES))
    else:
        found = list(reading.suggestions(writing.said, seen, EXAMPLES))
    if (usual := reading.default_of(seen)) and usual not in [one.order for one in found]:
        found.append(Suggestion(usual, usual=True))
    found = found or list(reading.possible(seen, EXAMPLES))
    # A mail replaces the whole sheet, so repeat its current lines.
    kept = [one for one in reading.on_sheet(seen) if one.order not in [f.order for f in found]]

    def reason(one: Suggestion) -> str:
        if one.kept or one.closes:
            return say("mail-kept" if one.kept else "mail-closing")
        return say("mail-usual" if one.usual else "mail-hint")

    rows = [
        (one_line(one.order), one_line(one.why) or reason(one))
        for one in (*kept, *(found if sheet else sorted(found, key=lambda one: one.usual)))
    ]
    head = say("mail-examples-sheet" if sheet else "mail-examples")
    return [Block("examples", (head,), tuple(rows))] if rows else []


# ---- the board and the small print


def told(
    writing: Writing,
    seen: GameView,
    draft: Draft,
    pages: Sequence[Page],
    *,
    board: GameView | None,
    look: str = "",
    wanted: bool = False,
    parts: bool = True,
    suggests: bool = True,
) -> Draft:
    """Return the draft with the ``board``, if any, and the news below it. The private part and, if
    it ``suggests`` orders, the examples come last, but first in games with sealed questions;
    without ``parts`` there are neither.
    """
    own_parts = (
        (*own(writing, seen), *(examples(writing, seen) if suggests else ())) if parts else ()
    )
    if seen.sealed:
        draft = draft.with_blocks(*own_parts)
    if board is not None:
        draft = with_board(writing, board, draft, look, wanted=wanted)
    draft = draft.with_blocks(*happened(writing, seen, pages))
    return draft if seen.sealed else draft.with_blocks(*own_parts)


def with_board(
    writing: Writing, seen: GameView, draft: Draft, look: str = "", *, wanted: bool = False
) -> Draft:
    """Return the draft with the board below its text. With ``wanted`` a text board is included
    however tall. Raises ``KeyError`` if the ``look`` is unknown.
    """
    kind, view, language = seen.kind.name, seen.view, writing.said.language
    scene = renderers.scene_of(kind, view, language, look)
    lines = renderers.laid_out(kind, scene, language, BOARD).splitlines()
    grid = Block("grid", tuple(lines))
    if seen.sealed and not wanted and len(lines) > TALL:
        grid = Block("small", (writing.say("mail-board-as-text"),))
    return msgspec.structs.replace(
        draft.with_blocks(grid),
        picture=renderers.encoded(kind, scene),
        alt=renderers.described(kind, scene, language),
        after=len(draft.blocks) - 1,
    )


def small(writing: Writing, seen: GameView, *more: str) -> Block:
    """Return the small print: how to answer, other commands, and the reader's name."""
    say, lines = writing.say, list(more)
    if seen.is_asked:
        lines.append(say("mail-how"))
    if seen.sealed and seen.is_asked:
        lines.append(say("mail-how-sealed"))
    if not more:
        lines.append(say("mail-words"))
    name = reading.people(seen).get(seen.viewer, seen.viewer)
    whose = say("mail-watching", game=seen.game)
    if seen.viewer != PUBLIC:
        whose = say("mail-for", name=unticked(name), game=seen.game)
    facts = [reading.contest(writing.said, seen), reading.update(writing.said, seen)]
    return Block("small", tuple(filter(None, (*lines, whose, *map(MailHand(writing).line, facts)))))
