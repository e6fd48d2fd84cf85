"""Turns a mail into messages: judged, deduplicated, played and answered in one transaction."""

import hashlib
import logging

from msgspec import Struct, structs

from engine.menu import Refusal
from engine.messages import Receipt
from engine.referee.batch import Batch
from engine.referee.referee import INTERNAL, Referee, too_old
from engine.store.journal import encode
from engine.store.rows import AuditEntry, InboxRow
from mail import memberships
from mail.incoming import confirmations, own_lines, rate_limit, recall
from mail.incoming.answers import Reply, Row, answer, answer_in_short
from mail.incoming.confirmations import PendingOrders
from mail.incoming.interpreter import Interpreter
from mail.incoming.lobby import Lobby
from mail.incoming.senders import Judgement, judge
from mail.incoming.session import MailSession, name_of
from mail.memberships import DOOR, Membership, Memberships, moved
from mail.names import Capability, Confirmation
from mail.outgoing.envelope import Mail
from mail.outgoing.sentences import Writing
from mail.parse.consent import consent
from mail.parse.reading import Reading

log = logging.getLogger(__name__)

AHEAD = 600
"""Maximum seconds by which a believable mail may be dated after its arrival."""
FOR_EVER = 1 << 53
"""A time that never comes.

A mail without a date is remembered forever, since nothing in it shows its age.
"""


class Handled(Struct, frozen=True):
    """The result of handling a mail."""

    what: str  # one word, for the log
    direct: tuple[Mail, ...] = ()  # mails to people without a membership in any game


class Incoming:
    """One mail that arrived at second ``at``, handled in the writer's thread within one batch. All
    its effects become durable together, including receipts, or none does.
    """

    def __init__(
        self,
        referee: Referee,
        batch: Batch,
        writing: Writing,
        authserv_id: str,
        reading: Reading,
        at: int,
        *,
        recall: int = 0,
    ):
        self.referee, self.batch, self.writing = referee, batch, writing
        self.recall = recall
        # A mail can't be written after it arrived. Ignore a date far in the future.
        said = reading.date
        date = None if said is None or said > at + AHEAD else min(said, at)
        self.latest = FOR_EVER if said is None else max(said, at)
        self.reading, self.at = structs.replace(reading, date=date), at
        self.notes, self.memberships = batch.notes_of(DOOR), Memberships(batch, at, in_turn=True)
        self.authserv_id = authserv_id

    def handle(self) -> Handled:
        names = self.writing.names
        if self.reading.kind == "bounce":
            return Handled(memberships.bounced(self.batch, names, self.reading, self.at))
        confirmed = names.confirms(self.reading.receivers)
        return self.judged() if confirmed is None else self.confirm(confirmed)

    def judged(self) -> Handled:
        """Identify the sender, and act in each game that the mail is for."""
        handled = []
        sender, id = self.reading.sender, self.reading.id
        for one in judge(self.reading, self.memberships, self.writing.names, self.authserv_id):
            log.info("mail %s from %s: %s (%s)", id, sender, one.action, one.why)
            handled.append(self.take(one))
        what = ", ".join(dict.fromkeys(one.what for one in handled))
        return Handled(what, tuple(mail for one in handled for mail in one.direct))

    def take(self, judgement: Judgement) -> Handled:
        """Act on the judgement about the sender."""
        of, action, sender = judgement.membership, judgement.action, self.reading.sender
        if action == "drop" or sender is None:
            return Handled("drop")
        if action == "help" or of is None:
            return self.help(judgement, sender.casefold())
        # A forged copy with the same id must not suppress the mail of a trusted sender.
        key = name_of(self.reading, of)
        apart = key if action == "accept" else f"{action}/{judgement.trust}/{key}"
        if self.known(key) or self.known(apart):
            return Handled("again")
        session = self.session(of)
        sure = action == "accept" or (judgement.own and judgement.vouched)
        if not sure and not self.may_read(of, judgement.trust, session.most):
            session.too_many("too many mails to read")
            return Handled("too many")
        if not self.claim(apart, of.game):
            return Handled("again")
        session.reading = self.reading = self.reading.with_text()
        if (refusal := self.too_old()) is not None:
            if not judgement.quiet:
                session.trust = "name-old"
                answer(session, Reply(first=(session.writing.said.refusal(refusal),)))
            return Handled("too old")
        if action == "confirm":
            session.trust = judgement.trust
            return Handled(self.ask_first(session, sender, quiet=judgement.quiet))
        if judgement.own:
            memberships.found(self.batch, of.address, self.at)
        if action == "accept":
            if judgement.vouched:
                self.notes.put(f"passed/{sender.casefold()}", "yes")
            self.run(Interpreter(session), quiet=judgement.quiet)
        else:
            # Only look, since the question is over. If the sender is certain, do everything but
            # orders.
            session.trust = "" if sure else judgement.trust
            stale = Interpreter(session, stale=True, only_looks=not sure)
            self.run(stale, quiet=judgement.quiet, before=self.is_stale(session))
        return Handled(action)

    def may_read(self, of: Membership, trust: str, most: rate_limit.Most) -> bool:
        """Return whether a mail with this evidence may be read, and count it."""
        under = f"read/{of.game}/{of.chair}/{trust}"
        return rate_limit.may_read(self.notes, under, self.at, most)

    def help(self, judgement: Judgement, sender: str) -> Handled:
        """Run a command that needs no membership, or list the sender's games."""
        if judgement.quiet or not self.claim(f"help:{sender}:{self.reading.id}", None):
            return Handled("help")
        lobby = Lobby(self.referee, self.batch, self.writing, self.reading, self.at, sender)
        if (refusal := self.too_old()) is not None:
            return Handled("too old", lobby.mail([lobby.writing.said.refusal(refusal)]))
        said = None
        if judgement.vouched and rate_limit.may_read(
            self.notes, f"{sender}/read", self.at, rate_limit.STRANGER
        ):
            lobby.reading = self.reading.divided()
            said = lobby.words()
        return Handled("help", lobby.help()) if said is None else Handled("lobby", said)

    def too_old(self) -> Refusal | None:
        """Return a refusal if the mail is so old that it may have been handled before."""
        return too_old(self.reading.date, self.batch.store)

    def known(self, key: str) -> bool:
        return (DOOR, key) in self.batch.inbox or self.batch.store.answered(DOOR, key) is not None

    def claim(self, key: str, game: str | None) -> bool:
        if self.known(key):
            return False
        digest, receipt = (
            hashlib.sha256(key.encode()).digest(),
            encode(Receipt(status="answered", game=game)),
        )
        self.batch.inbox[DOOR, key] = InboxRow(
            *(DOOR, key, digest, self.latest, game, receipt),
            sender=(self.reading.sender or "").casefold(),
        )
        return True

    def session(
        self, of: Membership, *, id: str = "", lines: tuple[str, ...] | None = None
    ) -> MailSession:
        """Return a session for the mail. If given, ``lines`` replace its own lines."""
        reading = self.reading
        if lines is not None:
            reading = structs.replace(reading, lines=lines, aside=(), body="")
        return MailSession(
            *(self.referee, self.batch, self.writing, reading, self.at, of),
            id=id,
            recall=self.recall,
        )

    def is_stale(self, session: MailSession) -> Reply:
        """Return the reply that the mail answers a question that is over."""
        of = self.writing.names.in_addresses(self.reading.receivers, self.memberships.epoch)
        then, game = max((one.turn for one in of), default=0), session.membership.game
        return Reply(
            first=(session.say("mail-stale", then=then, game=game),),
            shows=True,
        )

    def run(
        self, interpreter: Interpreter, *, quiet: bool = False, before: Reply | None = None
    ) -> None:
        """Run all lines of a mail, and answer once, at the registered address.

        The referee itself sends no further news to this reader. A mail from a list (``quiet``) that
        asks for nothing gets no answer.
        """
        session = interpreter.session
        reply = (before or Reply()) + interpreter.run()
        if not reply.recalls:
            reply += recall.mention(session)
        if interpreter.speaks or not quiet:
            answer(session, reply)

    # ---- orders that wait for a YES

    def ask_first(self, session: MailSession, sender: str, *, quiet: bool) -> str:
        """Hold the orders until the registered address confirms them, and return one word for the
        log. Commands that only look need no YES. They are answered at the registered address.
        """
        interpreter = Interpreter(session, only_looks=True)
        if interpreter.looks:
            self.run(interpreter, quiet=quiet)
            return "confirm"
        lines = interpreter.lines or session.reading.doubtful
        asked = confirmations.ask_sender(session, sender, lines)
        return "confirm" if asked else "too many"

    def confirm(self, to: Confirmation) -> Handled:
        """Handle a reply to a request for a YES, whose address was sent to one mailbox only.

        YES plays the pending orders once, while their question is open. Authentication results
        don't matter, since knowing the address proves more.
        """
        sender = (self.reading.sender or "").casefold()
        if self.too_old() is not None:
            # The orders that it confirms are too old, too.
            return Handled("too old")
        pending = confirmations.find(self.notes, to, self.at)
        of = self.memberships.at(to.game, to.chair)
        if self.reading.kind not in ("person", "list") or of is None:
            return Handled("drop")
        mine = pending is not None and sender == pending.asked
        if not mine and not self.may_read(of, "yes", rate_limit.STRANGER):
            return Handled("too many")
        self.reading = self.reading.divided()
        session = self.session(of)
        reading = own_lines.read_again(session)
        lines = (*reading.lines, *reading.doubtful, *reading.aside)
        said = consent(lines, own_lines.called(session), pending.lines if pending else ())
        if pending is None and said != "yes":
            return self.judged()
        once = f"yes/{name_of(self.reading, of)}"
        if pending is None or sender != pending.asked:
            return self.void(of, pending, once) if said == "yes" else Handled("drop")
        if said == "no":
            return self.disowned(session, to, pending, once)
        if said != "yes":
            if pending.what in ("orders", "held") and any(map(session.menu.takes, reading.lines)):
                # New orders in reply to the confirmation replace the old ones.
                return self.judged()
            if pending.what != "moving" and self.reading.lines and self.claim(session.id, of.game):
                # This may be CANCEL or HELP, but not orders, which belong under a report.
                self.run(Interpreter(session, stale=True))
            return Handled("not confirmed")
        confirmations.forget(self.notes, to)
        self.claim(once, of.game)
        if pending.what != "moving":
            memberships.found(self.batch, of.address, self.at)
        id, certain = f"{pending.what}:{pending.id}", pending.what == "certain"
        if pending.turn and of.turn and of.turn != pending.turn:
            session = self.session(of, id=id, lines=("status",))
            late = Reply(first=(session.say("mail-confirmed-late"),))
            self.run(Interpreter(session, certain=certain, confirmed=True), before=late)
            return Handled("stale")
        if pending.what == "leaving":
            confirmations.ask_new(self.session(of, id=id), pending.lines[0])
        elif pending.what == "moving":
            self.move(of, pending.lines[0])
        else:
            session = self.session(of, id=id, lines=pending.lines)
            self.run(Interpreter(session, certain=certain, confirmed=True))
        return Handled("accept")

    def disowned(
        self, session: MailSession, to: Confirmation, pending: PendingOrders, once: str
    ) -> Handled:
        """Drop the pending orders after a NO, and warn that somebody else may have sent them."""
        of = session.membership
        if not self.claim(once, of.game):
            return Handled("again")
        confirmations.forget(self.notes, to)
        lines = [session.say("mail-no", game=of.game)]
        if pending.trust or pending.what in ("leaving", "moving"):
            lines.append(session.say("mail-no-warning"))
            act = AuditEntry.of(self.at, DOOR, "a mail is disowned", of.game, chair=of.chair)
            self.batch.acts.append(act)
        answer(session, Reply(effect=True, first=tuple(lines)))
        return Handled("refused")

    def void(self, of: Membership, pending: PendingOrders | None, once: str) -> Handled:
        """Report a YES without effect to the registered address. Nothing was pending, or the YES
        came from another address.
        """
        sender = self.reading.sender or "?"
        if pending is None and of.address != sender.casefold():
            return Handled("drop")
        if not self.claim(once, of.game):
            return Handled("again")
        session = self.session(of)
        session.trust = "name-yes"
        late = "mail-confirmed-late" if pending is None else "mail-yes-elsewhere"
        answer(session, Reply(first=(session.say(late, sender=sender),)))
        return Handled("again" if pending is None else "drop")

    def move(self, of: Membership, new: str) -> None:
        """Move somebody to a new address in all games, and notify both addresses."""
        session = self.session(of)
        games = [one.game for one in moved(self.batch, of.address, new, self.at)]
        writing = self.writing.to(self.batch.accounts.settings((DOOR, new)))
        listed = writing.said.listed(games)
        lines = [writing.say("mail-moved", old=of.address, new=new, games=listed)]
        subject = writing.say("mail-moved-subject", game=of.game)
        chair = Capability(of.game, of.chair, 0)
        for to in (of.address, new):
            session.post(writing.answer(to, self.reading.id, subject, lines, self.at, of=chair))


def finalise(referee: Referee, batch: Batch, writing: Writing, note: str) -> None:
    """Play the answer stored in a note, which nobody has taken back, and report to its writer."""
    one = recall.NOTES.get(batch.notes_of(DOOR), note)
    opened = None if one is None else batch.game(one.game)
    if one is None or opened is None:
        return
    batch.notes_of(DOOR).put(note, None)
    at = recall.in_time(opened.table.state.due, one.until)
    of = Memberships(batch, at).at(one.game, one.chair)
    if of is None:
        return
    session = MailSession(referee, batch, writing, one.reading, at, of, id=f"recall:{one.id}")
    session.arrived = one.at
    if not recall.is_over(session, one):
        answer(session, Interpreter(session, confirmed=True).run())
    elif session.opened.table.state.result is None:
        why = session.say("mail-recall-late")
        rows: tuple[Row, ...] = tuple(("not", line, why) for line in one.lines)
        answer(session, Reply(wrong=True, rows=rows))


def give_up(referee: Referee, batch: Batch, writing: Writing, note: str) -> None:
    """Forget an answer on which the rules fail, and say so to its writer."""
    one = recall.NOTES.get(batch.notes_of(DOOR), note)
    batch.notes_of(DOOR).put(note, None)
    of = None if one is None else Memberships(batch, batch.now).at(one.game, one.chair)
    if one is None or of is None:
        return
    session = MailSession(referee, batch, writing, one.reading, batch.now, of)
    why = session.writing.said.refusal(INTERNAL)
    rows: tuple[Row, ...] = tuple(("not", line, why) for line in one.lines)
    answer_in_short(session, Reply(wrong=True, rows=rows))
