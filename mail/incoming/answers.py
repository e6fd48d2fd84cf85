"""The one mail that answers a mail: what was understood, what came of it, and how the game stands
where that is new.
"""

from msgspec.structs import replace

from engine.errors import StoreError
from engine.referee.doors import Seen
from mail.incoming import last_receipt, rate_limit
from mail.incoming.replies import Reply
from mail.incoming.session import MailSession
from mail.memberships import DOOR
from mail.outgoing.envelope import Block, Draft, Mail
from mail.outgoing.reports import (
    happened,
    head,
    heard,
    open_question,
    prompt,
    tell_all,
    with_board,
)
from mail.outgoing.sentences import MANY, clipped, list_block, one_line, text_block


def answer(session: MailSession, reply: Reply) -> None:
    """Answer once. Where the whole answer cannot be composed, a short one says what has become
    of the mail; where a question that waits for a YES says all there is to say, none does.
    """
    session.choose_words()
    if (
        reply.waiting
        and reply.waiting == len(reply.understood)
        and not (reply.first or reply.blocks or reply.shows)
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
    """Answer with the whole report if the reader is asked something new or the game has ended."""
    of, writing, seen = session.membership, session.writing, session.seen()
    asked = session.asked
    fresh = asked not in (0, session.asked_before)
    over = seen.result is not None and not session.over_before
    before = heard(session.notes, of.game, of.address)
    pages = session.batch.told(session.opened, seen.viewer, before.entry)
    tell_all(session.notes, of.game, of.address, session.opened.n, session.at)
    open_question(session.notes, of.game, of.address, asked)
    n = last_receipt.last(session).n + 1
    blocks = [*result(session, reply, n), *unread(session, reply), *reply.blocks]
    blocks += happened(writing, seen, pages)
    whole = reply.shows or fresh or seen.result is not None
    now = whole and reply.past is None
    if now:
        blocks += head(writing, seen, session.at)[1:]
    draft = drafted(session, headline(session, reply, n, seen, asked=fresh), blocks)
    if whole:
        draft = with_board(writing, reply.past or seen, draft, reply.mode or "")
    last = Block("small", (foot(session, reply),))
    draft = replace(draft, blocks=(*draft.blocks, *(prompt(writing, seen) if now else ()), last))
    mail = writing.post(draft, session.capability, of.epoch, receipt=n)
    if post(session, reply, mail, free=reply.effect or fresh or over):
        last_receipt.keep(session, n, ordered=reply.ordered)
    else:
        tell_all(session.notes, of.game, of.address, before.entry, before.at)


def answer_in_short(session: MailSession, reply: Reply) -> None:
    """Answer without board and news: what has become of the mail's lines."""
    say, of = session.say, session.membership
    n = last_receipt.last(session).n + 1
    closing = text_block(say("not-composed", game=of.game), say("mail-not-composed-how"))
    subject = say("mail-not-composed-subject", game=of.game)
    draft = drafted(session, subject, [*result(session, reply, n), closing])
    mail = session.writing.post(draft, session.capability, of.epoch, receipt=n)
    if post(session, reply, mail, free=reply.effect):
        last_receipt.keep(session, n, ordered=reply.ordered)


def answer_guest(session: MailSession, reply: Reply) -> None:
    """Answer somebody who is invited and has no seat."""
    of, writing = session.membership, session.writing
    lines = (*reply.first, *reply.understood)
    blocks = ([text_block(*lines)] if lines else []) + unread(session, reply) + [*reply.blocks]
    draft = drafted(session, session.say("mail-help-subject", game=of.game), blocks)
    kind = session.opened.table.game.name
    mail = (
        writing.post(draft, session.capability, of.epoch)
        if blocks
        else writing.invitation(of.address, session.capability, kind, session.at)
    )
    post(session, reply, mail, free=reply.effect)


def drafted(session: MailSession, subject: str, blocks: list[Block]) -> Draft:
    """Return an answer to the mail, at the registered address."""
    return Draft(
        to=session.membership.address,
        subject=subject,
        blocks=tuple(blocks),
        at=session.at,
        answers=session.reading.id,
    )


def result(session: MailSession, reply: Reply, n: int) -> list[Block]:
    """Return the title of receipt number ``n``, and what has become of the mail's lines."""
    say, kind = session.say, session.opened.table.game.name
    title = say("mail-receipt-title", n=n, game=session.membership.game, kind=kind)
    blocks = [Block("title", (title,))]
    if reply.first:
        blocks.append(text_block(*reply.first))
    if reply.understood:
        blocks += [text_block(say("mail-receipt")), list_block(reply.understood[:MANY])]
    return blocks


def unread(session: MailSession, reply: Reply) -> list[Block]:
    """Return what of the mail was not read as orders."""
    say, said, reading = session.say, session.writing.said, session.reading
    lines = [] if reading.whole else [say("mail-not-whole")]
    if reading.aside and (reply.understood or reply.first):
        aside = [line.rstrip(", ") for line in reading.aside]
        lines.append(say("mail-aside", lines=clipped(said.listed(aside))))
    if reading.attachments:
        lines.append(say("mail-attachments", names=clipped(said.listed(reading.attachments))))
    return [Block("small", tuple(map(one_line, lines)))] if lines else []


def headline(session: MailSession, reply: Reply, n: int, seen: Seen, *, asked: bool) -> str:
    """Return the subject of receipt number ``n``; ``asked``: the reader is asked anew."""
    if reply.subject:
        return reply.subject
    if seen.result is not None:
        state = "over"
    elif asked and seen.is_asked:
        state = "asked"
    else:
        state = ("partly" if reply.effect else "wrong") if reply.wrong else "other"
    facts = {"game": seen.game, "turn": seen.question, "kind": seen.kind.name}
    return session.say("mail-receipt-subject", n=n, state=state, **facts)


def foot(session: MailSession, reply: Reply) -> str:
    """Return what to do if somebody else wrote it: CANCEL is said only where there is something
    of this mail that it takes back.
    """
    if not reply.effect:
        return session.say("mail-foot")
    seat = session.membership.seat
    back = reply.waiting or (seat and session.opened.table.retractable(seat))
    return session.say("mail-not-you" if back else "mail-not-you-done")


def post(session: MailSession, reply: Reply, mail: Mail, *, free: bool) -> bool:
    """Post an answer, unless too many have gone out that changed nothing; ``free``: this one is
    not counted. Return whether it was posted.
    """
    budget = f"{mail.to}/{session.trust}" if session.trust else mail.to
    shown = [line for block in reply.blocks for line in block.lines]
    said = [*reply.first, *reply.understood, *shown]
    if not free and not rate_limit.allows(
        session.notes, budget, said, session.at, session.most, again=reply.again
    ):
        session.too_many("too many answers")
        return False
    session.post(mail)
    return True
