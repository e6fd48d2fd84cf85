"""What is mailed unasked: one mail to a reader for each change of turn. What happens
in between is told in the next.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

import renderers
from engine.house import rulings, times
from engine.menu import Menu, Refused
from engine.referee.doors import News
from engine.state import PUBLIC
from engine.store.history import Page
from engine.store.journal import encode
from engine.store.notes import Notes
from mail.memberships import epoch_of, guest, number_of
from mail.names import Capability
from mail.outgoing.envelope import Block, Draft, Mail
from mail.outgoing.sentences import MANY, Writing, clipped, list_block, one_line, text_block

DIGEST = 86_400
"""Seconds after which somebody who is not asked is told what has happened, if anything has."""


URGENT = (
    *(
        rulings.Proposed,
        rulings.RolledBack,
        rulings.Vacated,
        rulings.Corrected,
        rulings.Announced,
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


read_heard = msgspec.json.Decoder(Heard).decode


def heard(notes: Notes, game: str, address: str) -> Heard:
    """Return how far a reader has been told."""
    value = notes.get(f"heard/{game}/{address}")
    return read_heard(value) if value else Heard()


def untold(news: News) -> list[Page]:
    """Return what has happened and was not mailed to this reader yet. From now on it was."""
    assert news.past is not None
    notes = news.past.notes
    pages = news.past.since(heard(notes, news.game_id, news.sender).entry)
    notes.put(
        f"heard/{news.game_id}/{news.sender}", encode(Heard(news.past.entry, news.at)).decode()
    )
    return pages


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
    """Decides what is mailed of a bulletin. ``answering``: the game and the reader whose mail
    is being answered now; the answer tells them everything.
    """

    def __init__(self, writing: Writing):
        self.writing = writing
        self.answering: tuple[str, str] | None = None

    def compose(self, news: News, notes: Notes) -> Mail | None:
        """Return a mail, if there is a reason for one: the reader is asked; a question to them is
        closed, and not by themselves; the game is over; something is for them alone, or urgent;
        they have never been told anything, or not for a day.
        """
        if news.reminder:
            return self.reminder(news, notes)
        if self.answering == (news.game_id, news.sender) or news.past is None:
            return None
        if any(isinstance(event, rulings.Invited) for event in news.events):
            of = Capability(news.game_id, guest(notes, news.game_id, news.sender), 0)
            return self.writing.to(notes, news.sender).invitation(
                news.sender, of, news.game.name, news.at
            )
        before = heard(notes, news.game_id, news.sender)
        asked = is_asked(news)
        closed = open_question(notes, news.game_id, news.sender, news.question if asked else 0)
        own = (bool(news.own) or closed) and not news.mine
        late = (
            news.at - before.at >= DIGEST
            and notes.get(f"mute/{news.game_id}/{news.sender}") is None
        )
        # Who is asked wants to know of the grace that runs.
        now = (*URGENT, times.GraceBegan) if asked else URGENT
        urgent = any(isinstance(event, now) for event in news.events)
        if not (
            news.prompted or news.result is not None or own or late or (urgent and not news.mine)
        ):
            return None
        pages = untold(news)
        turn = news.prompted and news.asked is not None and not news.asked.sealed
        whole = (
            turn
            or news.result is not None
            or before.entry < 0
            or any(map(shows_on_the_board, pages))
        )
        writing = self.writing.to(notes, news.sender, news.zone)
        return report(
            writing, news, pages, epoch_of(notes, news.game_id, chair_of(news)), whole=whole
        )

    def reminder(self, news: News, notes: Notes) -> Mail | None:
        """Return a short mail that the deadline comes near; none to who watches, nor to who wants
        no such mails.
        """
        if news.viewer == PUBLIC or notes.get(f"mute/{news.game_id}/{news.sender}") is not None:
            return None
        writing = self.writing.to(notes, news.sender, news.zone)
        subject = writing.say(
            "mail-reminder-subject", game=news.game_id, turn=news.question, kind=news.game.name
        )
        blocks = (
            *head(writing, news),
            *prompt(writing, news),
            Block("small", (writing.say("mail-reminder-foot"),)),
        )
        of = Capability(news.game_id, number_of(news.chairs, news.viewer), news.question)
        draft = Draft(to=news.sender, subject=subject, blocks=blocks, at=news.at)
        return writing.post(draft, of, epoch_of(notes, of.game, of.chair))


def chair_of(news: News) -> int:
    """Return the number of the reader's chair."""
    if news.viewer == PUBLIC and news.past is not None:
        return guest(news.past.notes, news.game_id, news.sender)
    return number_of(news.chairs, news.viewer)


def report(writing: Writing, news: News, pages: Sequence[Page], epoch: int, *, whole: bool) -> Mail:
    """Return what has happened, and how the game stands for one reader; with the board if it is
    ``whole``, else in short.
    """
    state = "over" if news.result is not None else "asked" if is_asked(news) else "other"
    subject = writing.say(
        "mail-subject", game=news.game_id, turn=news.question, kind=news.game.name, state=state
    )
    blocks = [*head(writing, news), *happened(writing, news, pages)]
    draft = Draft(to=news.sender, subject=subject, blocks=tuple(blocks), at=news.at)
    if whole:
        draft = with_board(writing, news, draft)
    blocks = [*draft.blocks, *prompt(writing, news), Block("small", (writing.say("mail-foot"),))]
    of = Capability(news.game_id, chair_of(news), news.question)
    return writing.post(msgspec.structs.replace(draft, blocks=tuple(blocks)), of, epoch)


def is_asked(news: News) -> bool:
    """Return whether the reader is asked now."""
    return news.result is None and news.asked is not None and news.viewer in news.asked.seats


def head(writing: Writing, news: News) -> list[Block]:
    """Return which game, who the reader is, who is asked, until when, and what happens without an
    answer.
    """
    say, kind = writing.say, news.game.name
    title = Block("title", (say("mail-title", game=news.game_id, kind=kind, turn=news.question),))
    return [title, text_block(*standing(writing, news))]


def standing(writing: Writing, news: News) -> list[str]:
    """Return who the reader is, who is asked, and until when."""
    say, kind = writing.say, news.game.name
    names = renderers.names(kind, news.view())
    lines = [say("mail-you-watch")]
    if news.viewer != PUBLIC:
        lines = [say("mail-you", name=names.get(news.viewer, news.viewer))]
    if news.result is not None:
        return [*lines, say("mail-over"), say("mail-over-how")]
    asked = is_asked(news)
    if asked:
        lines.append(say("mail-asked"))
    elif news.asked is not None and news.asked.seats:
        lines.append(
            say(
                "mail-waiting",
                names=writing.said.listed([names.get(s, s) for s in news.asked.seats]),
            )
        )
    elif not news.asked:
        sitting = [chair.name for chair in news.chairs]
        lines.append(
            say(
                "mail-gathering",
                names=writing.said.listed(sitting) if sitting else say("mail-nobody"),
            )
        )
    if news.due is not None and news.asked is not None and news.asked.seats:
        due = writing.when(news.due)
        left = writing.left(news.due - news.at)
        lines.append(
            say("mail-due", due=due, left=left) if asked else say("mail-due-others", due=due)
        )
        if asked:
            lines += default(writing, news.menu())
    return lines


def default(writing: Writing, menu: Menu) -> list[str]:
    """Return what is played for who does not answer."""
    try:
        return [writing.say("mail-default", order=clipped(menu.write(menu.default)))]
    except Refused:
        return []


def happened(writing: Writing, news: News, pages: Sequence[Page]) -> list[Block]:
    """Return what was told, in order."""
    names = renderers.names(news.game.name, news.view())
    told = [
        writing.said.event(news.game.name, event, news.viewer, names)
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


def with_board(writing: Writing, news: News, draft: Draft, look: str = "") -> Draft:
    """Return the draft with the board below what it says so far. Raise ``KeyError`` for a look
    that the game has not got.
    """
    kind, view, language = news.game.name, news.view(), writing.said.language
    grid = Block("grid", tuple(renderers.board_text(kind, view, language, look).splitlines()))
    return msgspec.structs.replace(
        draft,
        blocks=(*draft.blocks, text_block(writing.say("mail-board")), grid),
        picture=renderers.picture(kind, view, language, look),
        alt=renderers.alt_text(kind, view, language, look),
        after=len(draft.blocks),
    )


def prompt(writing: Writing, news: News) -> list[Block]:
    """Return why the reader is asked, what they may say, and how."""
    if not is_asked(news):
        return []
    asked = writing.said.prompt(
        news.game.name, news.view(), news.menu().examples(news.question), news.menu().why
    )
    return [
        text_block(one_line(asked)),
        text_block(writing.say("mail-how"), writing.say("mail-how-late")),
    ]
