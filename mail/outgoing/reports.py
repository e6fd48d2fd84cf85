"""Unrequested mails: at most one to a reader for each change of turn.

News in between waits for the next one.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.referee.doors import GameView, News
from engine.rulings import rulings, times
from engine.state import PUBLIC
from engine.store.history import Page
from engine.store.notes import Notes
from mail.kept import Kept
from mail.memberships import epoch_of, guest, number_of
from mail.names import Capability
from mail.outgoing import situation
from mail.outgoing.blocks import text_block
from mail.outgoing.envelope import REPLAY, Draft, Mail, ReplayOf
from mail.outgoing.invitation import invitation
from mail.outgoing.sentences import Writing, clipped

DIGEST = 86_400
"""Seconds after which a reader who isn't asked gets the news, if there is any."""


URGENT = (
    *(
        rulings.Proposed,
        rulings.AskedFor,
        rulings.StillAsked,
        rulings.Approved,
        rulings.RolledBack,
        rulings.Vacated,
        rulings.Corrected,
        rulings.Announced,
        rulings.Appealed,
        rulings.RuledOn,
        rulings.Viewed,
    ),
    *(times.Wished, times.Opposed, times.Paused, times.Unpaused, times.Extended, times.DueSet),
)
"""Events that everybody should hear about today: proposals, changes of the game or its deadlines,
and moderators' actions.
"""


class Heard(Struct, frozen=True, array_like=True):
    """A reader's progress: the last journal entry that was mailed, and when."""

    entry: int = -1
    at: int = 0


HEARD = Kept(Heard)


def heard(notes: Notes, game: str, address: str) -> Heard:
    return HEARD.get(notes, f"heard/{game}/{address}") or Heard()


def tell_all(notes: Notes, game: str, address: str, entry: int, at: int) -> None:
    """Record that a reader was sent everything up to this entry at second ``at``."""
    HEARD.put(notes, f"heard/{game}/{address}", Heard(entry, at))


def shows_on_the_board(page: Page) -> bool:
    """Return whether a page has public events that may change the board, not only rulings."""
    return page.public and any(not isinstance(event, rulings.Notice) for event in page.events)


def open_question(notes: Notes, game: str, address: str, now: int) -> bool:
    """Record that the reader is asked question number ``now`` (0: none). Returns whether an earlier
    question is closed by it.
    """
    name = f"question/{game}/{address}"
    before = notes.get(name)
    if before != (str(now) if now else None):
        notes.put(name, str(now) if now else None)
        return before is not None
    return False


class Reports:
    """Decides which mail, if any, a reader gets for a piece of news."""

    def __init__(self, writing: Writing):
        self.writing = writing

    def compose(self, news: News, seen: GameView, notes: Notes) -> Mail | None:
        """Return a mail, or ``None`` if there is no reason for one.

        Reasons: the reader is asked, or somebody else closed a question to them. The game is over.
        News is private or urgent. They have never had a mail, or none for a day.
        """
        writing = self.writing.to(news.settings)
        if news.talk is not None:
            return talk(writing, news, seen, notes)
        if news.reason == "neutral":
            return neutral(writing, news, seen, notes)
        if news.reason == "reminder":
            return reminder(writing, news, seen, notes)
        if invited := [one for one in news.events if isinstance(one, rulings.Invited)]:
            of = Capability(seen.game, guest(notes, seen.game, news.sender), 0)
            return invitation(writing, seen, of, news.sender, news.at, invited[0].by)
        asked = [one for one in news.events if isinstance(one, rulings.Questioned)]
        if asked:
            return question(writing, news, seen, notes, asked[0])
        before = heard(notes, seen.game, news.sender)
        if news.entry <= before.entry:
            return None  # already in an earlier mail
        now_asked = seen.question if seen.is_asked else 0
        closed = open_question(notes, seen.game, news.sender, now_asked)
        own = (bool(news.own) or closed) and not news.mine
        late = (
            news.at - before.at >= DIGEST and notes.get(f"mute/{seen.game}/{news.sender}") is None
        )
        # The grace period matters only to players who are asked.
        now = (*URGENT, times.GraceBegan) if seen.is_asked else URGENT
        urgent = any(isinstance(event, now) for event in news.events)
        if not (
            news.prompted or seen.result is not None or own or late or (urgent and not news.mine)
        ):
            return None
        tell_all(notes, seen.game, news.sender, max(news.entry, news.latest), news.at)
        whole = (
            news.prompted
            or seen.result is not None
            or before.entry < 0
            or any(map(shows_on_the_board, news.past))
        )
        of = capability(news, seen, notes)
        return report(writing, news, seen, of, epoch_of(notes, of.game, of.chair), whole=whole)


def capability(news: News, seen: GameView, notes: Notes) -> Capability:
    """Return the capability for this reader's mails about a game."""
    if seen.viewer == PUBLIC:
        return Capability(seen.game, guest(notes, seen.game, news.sender), seen.question)
    return Capability(seen.game, number_of(seen.chairs, seen.viewer), seen.question)


def talk(writing: Writing, news: News, seen: GameView, notes: Notes) -> Mail | None:
    """Return a mail with a chat message, or ``None`` for its speaker and for watchers."""
    said = news.talk
    if said is None or seen.viewer in (said.by, PUBLIC):
        return None
    of, private = capability(news, seen, notes), said.to != PUBLIC
    epoch = epoch_of(notes, of.game, of.chair)
    return writing.talk(news.sender, of, said.by, said.text, news.at, private=private, epoch=epoch)


def question(
    writing: Writing, news: News, seen: GameView, notes: Notes, asked: rulings.Questioned
) -> Mail:
    """Return a mail to a moderator with a seat's question."""
    of = capability(news, seen, notes)
    epoch = epoch_of(notes, of.game, of.chair)
    return writing.talk(news.sender, of, asked.by, asked.text, news.at, private=True, epoch=epoch)


def neutral(writing: Writing, news: News, seen: GameView, notes: Notes) -> Mail | None:
    """Return a short mail with the name of the game and the way to see its board. A reply is read
    like any other. A watcher who never had a mail gets none.
    """
    if seen.viewer == PUBLIC and notes.get(f"guest-of/{news.sender}/{seen.game}") is None:
        return None
    of = capability(news, seen, notes)
    return writing.neutral(
        news.sender, of, subject_of(seen), news.at, epoch_of(notes, of.game, of.chair)
    )


def subject_of(seen: GameView) -> str:
    """Return the subject of all mails of a game.

    It never changes, so mail programs that group by subject show one thread. While seats are free
    the subject differs, which starts a separate thread.
    """
    if seen.open:
        return f"[{seen.game}] {seen.kind.name}"
    return clipped(f"[{seen.game}] {seen.kind.name}: {', '.join(one.name for one in seen.chairs)}")


def reminder(writing: Writing, news: News, seen: GameView, notes: Notes) -> Mail | None:
    """Return a short mail about a near deadline, or ``None`` for watchers, muted readers and those
    whose answer waits to become final.
    """
    if seen.viewer == PUBLIC or notes.get(f"mute/{seen.game}/{news.sender}") is not None:
        return None
    of = capability(news, seen, notes)
    if notes.get(f"recall/{of.game}/{of.chair}") is not None:
        return None
    blocks = (
        situation.card(writing, seen, news.at),
        text_block(writing.say("mail-reminder")),
        *situation.own(writing, seen),
        *situation.examples(writing, seen),
        situation.small(writing, seen),
    )
    draft = Draft(
        to=news.sender,
        subject=subject_of(seen),
        blocks=blocks,
        at=news.at,
        asks=seen.is_asked,
    )
    return writing.post(draft, of, epoch_of(notes, of.game, of.chair))


def report(
    writing: Writing, news: News, seen: GameView, of: Capability, epoch: int, *, whole: bool
) -> Mail:
    """Return a mail with the question, the news and the situation of one reader, and with
    ``whole`` the board.
    """
    draft = Draft(
        to=news.sender,
        subject=subject_of(seen),
        blocks=(situation.card(writing, seen, news.at),),
        at=news.at,
        asks=seen.is_asked,
    )
    draft = situation.told(writing, seen, draft, news.past, board=seen if whole else None)
    small = situation.small(writing, seen)
    if seen.result is None:
        return writing.post(draft.with_blocks(small), of, epoch)
    draft = draft.with_blocks(text_block(writing.say("mail-replay", file=REPLAY)), small)
    until = max(news.entry, news.latest)
    replay = ReplayOf(seen.game, seen.viewer, until, writing.said.language)
    return replace(writing.post(draft, of, epoch), replay=replay)
