"""What is mailed unasked: one mail to a reader for each change of turn. What happens
in between is told in the next.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

import renderers
from engine.house import rulings, times
from engine.menu import Menu, Refused
from engine.referee.doors import News, Seen
from engine.state import PUBLIC
from engine.store.history import Page
from engine.store.notes import Notes
from mail.kept import Kept
from mail.memberships import epoch_of, guest, number_of
from mail.names import Capability
from mail.outgoing.envelope import Block, Draft, Mail
from mail.outgoing.sentences import MANY, Writing, clipped, list_block, one_line, text_block

DIGEST = 86_400
"""Seconds after which somebody who is not asked is told what has happened, if anything has."""


URGENT = (
    *(
        rulings.Proposed,
        rulings.AskedFor,
        rulings.Approved,
        rulings.RolledBack,
        rulings.Vacated,
        rulings.Corrected,
        rulings.Announced,
        rulings.Appealed,
        rulings.RuledOn,
        rulings.Viewed,
    ),
    *(times.Wished, times.Paused, times.Unpaused, times.Extended, times.DueSet),
)
"""What everybody should know today: something is proposed, the game or its time is
another one, a moderator speaks.
"""


class Heard(Struct, frozen=True, array_like=True):
    """How far a reader has been told: the number of the last entry, and when that was."""

    entry: int = -1
    at: int = 0


HEARD = Kept(Heard)


def heard(notes: Notes, game: str, address: str) -> Heard:
    """Return how far a reader has been told."""
    return HEARD.get(notes, f"heard/{game}/{address}") or Heard()


def tell_all(notes: Notes, game: str, address: str, entry: int, at: int) -> None:
    """Note that a reader was told at second ``at`` of all that has happened up to this entry."""
    HEARD.put(notes, f"heard/{game}/{address}", Heard(entry, at))


def shows_on_the_board(page: Page) -> bool:
    """Return whether something has happened in public, beside what people decide about the game."""
    return page.public and any(not isinstance(event, rulings.Notice) for event in page.events)


def open_question(notes: Notes, game: str, address: str, now: int) -> bool:
    """Note that from now on question number ``now`` is put to the reader (0: none is). Return
    whether it was another one before.
    """
    name = f"question/{game}/{address}"
    before = notes.get(name)
    if before != (str(now) if now else None):
        notes.put(name, str(now) if now else None)
        return before is not None
    return False


class Reports:
    """Decides what is mailed of a bulletin."""

    def __init__(self, writing: Writing):
        self.writing = writing

    def compose(self, news: News, seen: Seen, notes: Notes) -> Mail | None:
        """Return a mail, if there is a reason for one: the reader is asked; a question to them is
        closed, and not by themselves; the game is over; something is for them alone, or urgent;
        they have never been told anything, or not for a day.
        """
        writing = self.writing.to(news.settings)
        if news.talk is not None:
            return talk(writing, news, seen, notes)
        if news.reason == "neutral":
            return neutral(writing, news, seen, notes)
        if news.reason == "reminder":
            return reminder(writing, news, seen, notes)
        if any(isinstance(event, rulings.Invited) for event in news.events):
            of = Capability(seen.game, guest(notes, seen.game, news.sender), 0)
            return writing.invitation(news.sender, of, seen.kind.name, news.at)
        before = heard(notes, seen.game, news.sender)
        if news.entry <= before.entry:
            return None  # an answer to the reader's own mail, or an earlier mail, has told it
        now_asked = seen.question if seen.is_asked else 0
        closed = open_question(notes, seen.game, news.sender, now_asked)
        own = (bool(news.own) or closed) and not news.mine
        late = (
            news.at - before.at >= DIGEST and notes.get(f"mute/{seen.game}/{news.sender}") is None
        )
        # Who is asked wants to know of the grace that runs.
        now = (*URGENT, times.GraceBegan) if seen.is_asked else URGENT
        urgent = any(isinstance(event, now) for event in news.events)
        if not (
            news.prompted or seen.result is not None or own or late or (urgent and not news.mine)
        ):
            return None
        tell_all(notes, seen.game, news.sender, max(news.entry, news.latest), news.at)
        turn = news.prompted and seen.asked is not None and not seen.asked.sealed
        whole = (
            turn
            or seen.result is not None
            or before.entry < 0
            or any(map(shows_on_the_board, news.past))
        )
        of = capability(news, seen, notes)
        return report(writing, news, seen, of, epoch_of(notes, of.game, of.chair), whole=whole)


def capability(news: News, seen: Seen, notes: Notes) -> Capability:
    """Return what the mail about a game to this reader carries."""
    if seen.viewer == PUBLIC:
        return Capability(seen.game, guest(notes, seen.game, news.sender), seen.question)
    return Capability(seen.game, number_of(seen.chairs, seen.viewer), seen.question)


def talk(writing: Writing, news: News, seen: Seen, notes: Notes) -> Mail | None:
    """Return a mail of what is said to a reader; nobody is mailed their own words, and who
    watches none.
    """
    said = news.talk
    if said is None or seen.viewer in (said.by, PUBLIC):
        return None
    of, private = capability(news, seen, notes), said.to != PUBLIC
    epoch = epoch_of(notes, of.game, of.chair)
    return writing.talk(news.sender, of, said.by, said.text, news.at, private=private, epoch=epoch)


def neutral(writing: Writing, news: News, seen: Seen, notes: Notes) -> Mail | None:
    """Return a short mail: which game, and how to see its board. A reply to it is read like any
    other. Who watches and was never mailed before gets nothing.
    """
    if seen.viewer == PUBLIC and notes.get(f"guest-of/{news.sender}/{seen.game}") is None:
        return None
    of = capability(news, seen, notes)
    return writing.neutral(news.sender, of, news.at, epoch_of(notes, of.game, of.chair))


def reminder(writing: Writing, news: News, seen: Seen, notes: Notes) -> Mail | None:
    """Return a short mail that the deadline comes near; none to who watches, nor to who wants no
    such mails.
    """
    if seen.viewer == PUBLIC or notes.get(f"mute/{seen.game}/{news.sender}") is not None:
        return None
    subject = writing.say(
        "mail-reminder-subject", game=seen.game, turn=seen.question, kind=seen.kind.name
    )
    blocks = (
        *head(writing, seen, news.at),
        *prompt(writing, seen),
        Block("small", (writing.say("mail-reminder-foot"),)),
    )
    of = capability(news, seen, notes)
    draft = Draft(to=news.sender, subject=subject, blocks=blocks, at=news.at)
    return writing.post(draft, of, epoch_of(notes, of.game, of.chair))


def report(
    writing: Writing, news: News, seen: Seen, of: Capability, epoch: int, *, whole: bool
) -> Mail:
    """Return what has happened, and how the game stands for one reader; with the board if it is
    ``whole``, else in short.
    """
    state = "over" if seen.result is not None else "asked" if seen.is_asked else "other"
    subject = writing.say(
        "mail-subject", game=seen.game, turn=seen.question, kind=seen.kind.name, state=state
    )
    blocks = [*head(writing, seen, news.at), *happened(writing, seen, news.past)]
    draft = Draft(to=news.sender, subject=subject, blocks=tuple(blocks), at=news.at)
    if whole:
        draft = with_board(writing, seen, draft)
    blocks = [*draft.blocks, *prompt(writing, seen), Block("small", (writing.say("mail-foot"),))]
    return writing.post(msgspec.structs.replace(draft, blocks=tuple(blocks)), of, epoch)


def head(writing: Writing, seen: Seen, at: int) -> list[Block]:
    """Return which game, who the reader is, who is asked, until when, and what happens without an
    answer.
    """
    say, kind = writing.say, seen.kind.name
    title = Block("title", (say("mail-title", game=seen.game, kind=kind, turn=seen.question),))
    return [title, text_block(*standing(writing, seen, at))]


def standing(writing: Writing, seen: Seen, at: int) -> list[str]:
    """Return who the reader is, who is asked, and until when."""
    say, kind = writing.say, seen.kind.name
    names = renderers.names(kind, seen.view)
    lines = [say("mail-you-watch")]
    if seen.viewer != PUBLIC:
        lines = [say("mail-you", name=names.get(seen.viewer, seen.viewer))]
    if seen.result is not None:
        return [*lines, say("mail-over"), say("mail-over-how")]
    asked = seen.is_asked
    if asked:
        lines.append(say("mail-asked"))
    elif seen.asked is not None and seen.asked.seats:
        lines.append(
            say(
                "mail-waiting",
                names=writing.said.listed([names.get(s, s) for s in seen.asked.seats]),
            )
        )
    elif not seen.asked:
        sitting = [chair.name for chair in seen.chairs]
        lines.append(
            say(
                "mail-gathering",
                names=writing.said.listed(sitting) if sitting else say("mail-nobody"),
            )
        )
    if seen.due is not None and seen.asked is not None and seen.asked.seats:
        due = writing.when(seen.due)
        left = writing.left(seen.due - at)
        lines.append(
            say("mail-due", due=due, left=left) if asked else say("mail-due-others", due=due)
        )
        if asked:
            lines += default(writing, seen.menu)
    return lines


def default(writing: Writing, menu: Menu) -> list[str]:
    """Return what is played for who does not answer."""
    try:
        return [writing.say("mail-default", order=clipped(menu.write(menu.default)))]
    except Refused:
        return []


def happened(writing: Writing, seen: Seen, pages: Sequence[Page]) -> list[Block]:
    """Return what was told, in order."""
    names = renderers.names(seen.kind.name, seen.view)
    told = [
        writing.said.event(seen.kind.name, event, seen.viewer, names)
        for page in pages
        for event in page.events
    ]
    if not told:
        return []
    first = (
        writing.say("mail-happened")
        if len(told) <= MANY
        else writing.say("mail-happened-lately", count=MANY)
    )
    return [text_block(first), list_block(told[-MANY:])]


def with_board(writing: Writing, seen: Seen, draft: Draft, look: str = "") -> Draft:
    """Return the draft with the board below what it says so far. Raise ``KeyError`` for a look
    that the game has not got.
    """
    kind, view, language = seen.kind.name, seen.view, writing.said.language
    grid = Block("grid", tuple(renderers.board_text(kind, view, language, look).splitlines()))
    return msgspec.structs.replace(
        draft,
        blocks=(*draft.blocks, text_block(writing.say("mail-board")), grid),
        picture=renderers.picture(kind, view, language, look),
        alt=renderers.alt_text(kind, view, language, look),
        after=len(draft.blocks),
    )


def prompt(writing: Writing, seen: Seen) -> list[Block]:
    """Return why the reader is asked, what they may say, and how."""
    if not seen.is_asked:
        return []
    asked = writing.said.prompt(
        seen.kind.name, seen.view, seen.menu.examples(seen.question), seen.menu.why
    )
    return [
        text_block(one_line(asked)),
        text_block(writing.say("mail-how"), writing.say("mail-how-late")),
    ]
