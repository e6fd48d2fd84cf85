"""Composes the one answer to a mail: how it was understood, the results, the new situation."""

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.errors import StoreError
from engine.menu import Refusal
from engine.messages import Receipt
from engine.referee.doors import GameView
from engine.state import PUBLIC
from mail.incoming import last_receipt, rate_limit
from mail.incoming.session import MailSession
from mail.memberships import DOOR
from mail.outgoing import situation
from mail.outgoing.blocks import Block, Mark, one_line, text_block
from mail.outgoing.envelope import REPLAY, Draft
from mail.outgoing.invitation import invitation
from mail.outgoing.reports import heard, open_question, shows_on_the_board, subject_of, tell_all
from mail.outgoing.sentences import MANY, Writing, clipped
from mail.outgoing.situation import MailHand
from renderers import reading
from renderers.reading.receipt import Fate

MARKS: dict[Fate, Mark] = {"taken": "done", "did": "done", "refused": "not", "dropped": "not"}
MEANT = 0.7
"""Similarity, from 0 to 1, that a word needs to be suggested as a correction."""
Row = tuple[Mark, str, str]
"""The outcome of a line: a mark, the line as written, and the result."""


class Reply(Struct, frozen=True, kw_only=True):
    """The contribution of one line of a mail to the answer."""

    first: tuple[str, ...] = ()  # on top of the answer
    rows: tuple[Row, ...] = ()  # the outcome of each line
    understood: tuple[str, ...] = ()  # further text
    blocks: tuple[Block, ...] = ()  # below everything else
    shows: bool = False  # add the board
    effect: bool = False  # something was done
    ordered: bool = False  # orders were taken
    wrong: bool = False  # something was refused
    again: bool = False  # the mail explicitly asks for this answer
    waiting: int = 0  # number of lines that wait for a YES, or can still be taken back
    recalls: bool = False  # an answer waits until it is final
    mode: str | None = None  # board mode, if one was requested
    past: GameView | None = None  # show the board as it was here
    files: tuple[tuple[str, bytes], ...] = ()  # attached files: name and content
    replay: bool = False  # attach the replay page

    def __add__(self, other: "Reply") -> "Reply":
        """Combine both replies. The later ``mode`` and ``past`` win."""
        later: dict[str, Any] = {
            "mode": self.mode if other.mode is None else other.mode,
            "past": other.past or self.past,
        }
        both = {
            name: mine | theirs if isinstance(mine, bool) else mine + theirs
            for name in self.__struct_fields__
            if name not in later
            for mine, theirs in [(getattr(self, name), getattr(other, name))]
        }
        return Reply(**both, **later)


def outcome(session: MailSession, texts: Sequence[str], receipt: Receipt) -> Reply:
    """Return the outcome of a message that contained these texts, in order."""
    said, kind, ordered = session.writing.said, session.opened.table.game.name, bool(receipt.done)
    hand = MailHand(session.writing, ticked=False)
    rows: list[Row] = [
        (
            MARKS[one.fate],
            one.wrote,
            refused(session, receipt.refusal)
            if receipt.refusal is not None and one.fate == "refused"
            else "\n".join((hand.line(one.text), *one.more)),
        )
        for one in reading.outcomes(said, receipt, kind, texts)
    ]
    files: tuple[tuple[str, bytes], ...] = ()
    if "data" in receipt.facts:
        # Wrapped lines would be no valid JSON.
        written = msgspec.json.format(msgspec.json.encode(receipt.facts["data"]))
        files = (("my-data.json", written),)
        rows = [(mark, line, text.split("\n", 1)[0]) for mark, line, text in rows]
    return Reply(
        files=files,
        rows=tuple(rows),
        ordered=ordered,
        effect=ordered or receipt.status == "answered",
        wrong=receipt.refusal is not None,
    )


def did(writing: Writing, receipt: Receipt) -> str:
    return writing.said.did(receipt.facts) or writing.say("reading-did")


def refused(session: MailSession, refusal: Refusal) -> str:
    """Explain a refusal, and suggest legal orders or the word that was probably meant."""
    firsts = {choice.parts[0] for choice in session.menu.offered}
    near = get_close_matches(refusal.word.casefold(), firsts, 1, MEANT)
    if refusal.start == 0 and near and near[0] != refusal.word.casefold():
        return session.say("mail-meant", word=clipped(refusal.word), near=near[0])
    return one_line(session.writing.said.refusal(refusal, session.opened.table.game.name))


def answer(session: MailSession, reply: Reply) -> None:
    """Send the one answer to a mail. If composing fails, a short answer reports the outcome.
    Nothing is sent if a separate request for a YES already says everything.
    """
    session.choose_words()
    if (
        reply.waiting
        and reply.waiting == len(reply.rows)
        and not (reply.first or reply.understood or reply.blocks or reply.shows)
    ):
        return
    before = session.notes.fresh.copy()
    try:
        if session.membership.seat or session.membership.watches:
            answer_member(session, reply)
        else:
            answer_guest(session, reply)
    except StoreError:
        raise
    except Exception as error:
        session.notes.fresh = before
        session.batch.not_composed(session.opened, DOOR, error)
        answer_in_short(session, reply)


def answer_member(session: MailSession, reply: Reply) -> None:
    """Answer a member: the next question first, then the outcome of the mail. The board is added if
    it was requested, has changed, or comes with a new question.
    """
    of, writing, seen = session.membership, session.writing, session.seen()
    asked = session.asked
    fresh = asked not in (0, session.asked_before)
    over = seen.result is not None and not session.over_before
    simple = reply.ordered and not (reply.wrong or reply.understood or reply.blocks or reply.shows)
    daily = session.notes.get(f"daily/{of.game}/{of.address}") is not None
    if simple and daily and not (fresh or over):
        last_receipt.keep(session, last_receipt.last(session).n + 1, ordered=True)
        return
    if not may_post(session, reply, free=reply.effect or fresh or over):
        return
    before = heard(session.notes, of.game, of.address)
    pages = session.batch.told(session.opened, seen.source, before.entry)
    tell_all(session.notes, of.game, of.address, session.opened.n, session.at)
    open_question(session.notes, of.game, of.address, asked)
    n = last_receipt.last(session).n + 1
    changed = reply.ordered and any(map(shows_on_the_board, pages))
    whole = reply.shows or fresh or changed or seen.result is not None
    # A player who has answered need not act, but still may.
    acts = seen.is_asked and not reply.recalls and of.seat not in session.opened.table.state.answers
    card = situation.card(writing, seen, session.at)
    draft = drafted(session, card if acts or not seen.is_asked else replace(card, kind="rest"))
    draft = situation.told(
        writing,
        seen,
        draft.with_blocks(*result(session, reply), *reply.blocks),
        pages,
        board=(reply.past or seen) if whole else None,
        look=reply.mode or "",
        wanted=reply.shows,
        parts=not reply.blocks,
        suggests=acts or bool(reply.wrong),
    )
    if over and not reply.replay:
        draft = draft.with_blocks(text_block(session.say("mail-replay", file=REPLAY)))
    draft = draft.with_blocks(situation.small(writing, seen, *foot(session, reply, n)))
    draft = replace(draft, files=reply.files, asks=acts)
    mail = writing.post(draft, session.capability, of.epoch, receipt=n)
    session.post(mail, replay=over or reply.replay)
    last_receipt.keep(session, n, ordered=reply.ordered or reply.recalls)


def answer_in_short(session: MailSession, reply: Reply) -> None:
    """Answer with the outcome of the lines alone, without board and news."""
    say, of = session.say, session.membership
    if not may_post(session, reply, free=reply.effect):
        return
    n = last_receipt.last(session).n + 1
    closing = text_block(say("not-composed", game=of.game), say("mail-not-composed-how"))
    draft = drafted(session, *result(session, reply), closing)
    session.post(session.writing.post(draft, session.capability, of.epoch, receipt=n))
    last_receipt.keep(session, n, ordered=reply.ordered)


def answer_guest(session: MailSession, reply: Reply) -> None:
    of, writing = session.membership, session.writing
    if not may_post(session, reply, free=reply.effect):
        return
    if reply.first or reply.rows or reply.understood or reply.blocks:
        draft = drafted(session, *result(session, reply), *reply.blocks)
        mail = writing.post(draft, session.capability, of.epoch)
    else:
        seen = GameView.bare(session.opened.table, PUBLIC)
        mail = invitation(writing, seen, session.capability, of.address, session.at)
    session.post(mail, replay=reply.replay)


def drafted(session: MailSession, *blocks: Block) -> Draft:
    """Return a draft of the answer, sent to the registered address."""
    return Draft(
        to=session.membership.address,
        subject=subject_of(GameView.bare(session.opened.table, PUBLIC)),
        blocks=blocks,
        at=session.at,
        answers=session.reading.id,
    )


def result(session: MailSession, reply: Reply) -> list[Block]:
    say, reading, of = session.say, session.reading, Counter(mark for mark, _, _ in reply.rows)
    lines = list(reply.first)
    if reply.rows:
        when = session.writing.when(session.arrived)
        counted = of["done"] + of["not"]
        lines.append(say("mail-receipt", at=when, all=counted, done=of["done"]))
    blocks = [text_block(*lines)] if lines else []
    rows = [(mark, clipped(one_line(words)), what) for mark, words, what in reply.rows[:MANY]]
    if reading.aside and (reply.rows or reply.understood or reply.first):
        aside = " / ".join(line.strip(", ") for line in reading.aside)
        rows.append(("aside", clipped(aside), say("mail-aside", count=len(reading.aside))))
    if rows:
        blocks.append(Block("receipt", rows=tuple(rows)))
    more = list(reply.understood[:MANY])
    if not reading.whole:
        more.append(say("mail-not-whole"))
    if reading.attachments:
        names = clipped(session.writing.said.listed(reading.attachments))
        more.append(say("mail-attachments", names=names))
    return [*blocks, text_block(*more)] if more else blocks


def foot(session: MailSession, reply: Reply, n: int) -> list[str]:
    """Return the small print of receipt number ``n``. CANCEL is mentioned only if it can take back
    part of this mail.
    """
    lines = [session.say("mail-receipt-number", n=n)]
    if reply.effect:
        seat = session.membership.seat
        back = reply.waiting or (seat and session.opened.table.retractable(seat))
        lines.append(session.say("mail-not-you" if back else "mail-not-you-done"))
    return lines


def may_post(session: MailSession, reply: Reply, *, free: bool) -> bool:
    """Return whether an answer may go out, and count it. It may not if too many answers that
    changed nothing have. A ``free`` answer is not counted.
    """
    to = session.membership.address
    budget = f"{to}/{session.trust}" if session.trust else to
    shown = [line for block in reply.blocks for line in block.lines]
    said = [*reply.first, *map(" ".join, reply.rows), *reply.understood, *shown]
    if not free and not rate_limit.allows(
        session.notes, budget, said, session.at, session.most, again=reply.again
    ):
        session.too_many("too many answers")
        return False
    return True
