"""Runs the lines of a mail from the top and combines their replies."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.lenient import effort
from engine.referee import commands
from engine.referee.referee import MOST_ORDERS, too_many
from engine.state import Retract
from mail.incoming import (
    confirmations,
    decision,
    last_receipt,
    order_sheet,
    own_lines,
    recall,
    spoken,
    verbs,
)
from mail.incoming.answers import Reply, Row, outcome, refused
from mail.incoming.decision import SAID_ANYWAY, MailOrders, decide
from mail.incoming.order_sheet import Orders, Part
from mail.incoming.session import MailSession
from mail.memberships import DOOR
from mail.outgoing.sentences import clipped
from mail.parse import courtesy
from renderers import reading

WORK = 1_000
"""Maximum work of loose readings to tell orders from prose, to decide about them, and to play them
(see ``engine.lenient.effort``). Fifty slovenly orders take about as much.
"""
WORDS = 20
"""Maximum number of commands run from one mail.

Only the first UNDO is run. In a long game each one needs the history, which another thread reads
before the mail starts over.
"""


class Interpreter:
    """Runs a mail.

    ``confirmed``: somebody has said YES to these lines. ``certain``: even to lines that end their
    part in the game. ``stale``: the mail answers an old question, so its orders are refused.
    ``only_looks``: the sender is uncertain, so only commands that look are run.
    """

    def __init__(
        self,
        session: MailSession,
        *,
        certain: bool = False,
        confirmed: bool = False,
        stale: bool = False,
        only_looks: bool = False,
    ):
        self.session, self.certain, self.confirmed = session, certain, confirmed
        self.stale, self.only_looks = stale, only_looks
        with effort(WORK):
            self.lines = self.without_prose()
        self.at_once = confirmed or any(map(verbs.is_now, self.lines))
        self.mail: MailOrders | None = None

    def without_prose(self) -> tuple[str, ...]:
        """Return the lines to run, and set sentences around them aside. A polite phrase that is
        also a legal order is kept.
        """
        reading, menu = own_lines.read_again(self.session), self.session.menu
        names = own_lines.people(self.session)
        self.session.reading = reading
        lines = reading.lines or tuple(filter(menu.takes, reading.aside[:MOST_ORDERS]))
        lines = lines or decision.asked_for(self.session)
        orders = [
            line
            for line in lines
            if verbs.is_prose(line) and self.is_order(line) and not menu.takes(line)
        ]
        # Only a few sentences are searched for an order. The receipt names the others.
        searched = list(dict.fromkeys(orders))[: decision.LINES]
        asking = {line for line in searched if spoken.sentence(menu, line, names).order}
        prose = tuple(line for line in orders if line not in asking)
        if len(prose) == len(lines) and not reading.doubtful:
            # Mail programs with an unsubscribe button put MUTE into the subject (List-Unsubscribe),
            # and some people put an order there.
            subject = reading.subject.strip()
            says = subject.casefold() == "mute" or menu.takes(subject)
            if says:
                self.session.reading = replace(reading, aside=(*reading.aside, *prose))
            return (subject,) if says else lines
        if len(prose) == len(lines):
            return lines
        doubts = (line for line in prose if not courtesy.is_harmless(line, names))
        strange = tuple(dict.fromkeys((*reading.strange, *doubts)))
        self.session.reading = replace(reading, aside=(*reading.aside, *prose), strange=strange)
        return tuple(line for line in lines if line not in prose)

    @property
    def looks(self) -> bool:
        """Whether no line changes anything, so the answer may go to the registered address."""
        lines = self.lines or self.session.reading.doubtful
        return all(verbs.first_word(line) in verbs.HARMLESS for line in lines)

    @property
    def speaks(self) -> bool:
        """Whether any line of the mail could be a command or an order."""
        lines = (*self.lines, *self.session.reading.doubtful)
        return not all(verbs.is_prose(verbs.plain(line)) for line in lines)

    def run(self) -> Reply:
        """Run everything from the top, and return the combined reply. Commands run one by one. The
        orders run together, at the place of the first.
        """
        session, lines = self.session, tuple(map(verbs.plain, self.lines))
        if not lines and not session.reading.doubtful:
            text = session.say("mail-opaque" if session.reading.opaque else "mail-no-text")
            return Reply(first=(text,), shows=bool(session.membership.seat))
        orders = [line for line in lines if self.is_order(line)]
        others = [line for line in lines if line not in orders]
        checks = [line for line in others if verbs.first_word(line) == "check"]
        given = [*orders, *filter(None, map(verbs.rest_of, checks))]
        with effort(WORK):
            held = None if checks else self.held(orders, lines)
        if held:
            return held
        reply, left, undone, done = Reply(), WORDS, False, False
        for line in lines:
            if line not in orders and line not in checks:
                left -= 1
                undoes = verbs.first_word(line) == "undo"
                once = not (undoes and undone)
                undone = undone or undoes
                reply += self.word(line) if left >= 0 and once else self.not_now(line)
            elif not done:
                done = True
                if self.mail is not None and not checks:
                    given = self.mail.orders
                    if self.mail.spoken:
                        aside = (*session.reading.aside, *orders)
                        session.reading = replace(session.reading, aside=aside)
                reply += self.orders(given, check=bool(checks))
        return reply + self.doubtful(alone=not done)

    def held(self, orders: Sequence[str], lines: Sequence[str]) -> Reply | None:
        """Hold the mail for a YES if the writer's own words may withdraw its orders."""
        session = self.session
        if self.confirmed or self.stale or self.only_looks or not session.membership.seat:
            return None
        if session.opened.table.state.result is not None or last_receipt.written_before(session):
            return None
        if too_many(session.opened.table.game.split("\n".join(orders))) is not None:
            # The mail will be refused as a whole; don't ask for a YES.
            return None
        others = [line for line in lines if line not in orders]
        mail = self.mail = MailOrders(session, orders, others)
        if any(map(mail.counts, orders)):
            confirmations.forget_held(session.notes, session.membership)
        decision = decide(mail)
        if decision.row is None:
            return None
        held = confirmations.ask_held(
            session, decision.row.asking, decision.chosen, decision.others, mail.strange, lines
        )
        if recall.drop(session.notes, session.membership):
            held += Reply(understood=(session.say("mail-recall-replaced"),))
        for line in others:
            if verbs.first_word(line) in (*verbs.HARMLESS, *SAID_ANYWAY):
                held += self.word(line)
        return held

    def doubtful(self, *, alone: bool) -> Reply:
        """Report the orders that may be mere quotations. They wait for a YES if they are ``alone``.
        If the mail has other orders, they are only named.
        """
        session = self.session
        lines = tuple(map(verbs.plain, session.reading.doubtful))
        if not lines:
            return Reply()
        if self.stale or self.only_looks:
            return self.not_now(*lines)
        if alone and session.membership.seat and not session.opened.table.state.result:
            return confirmations.ask_doubtful(session, lines)
        named = clipped(session.writing.said.listed(lines))
        return Reply(wrong=True, understood=(session.say("mail-doubtful", orders=named),))

    def is_order(self, line: str) -> bool:
        """Return whether a line is an order of the game rather than a command."""
        word = verbs.first_word(line)
        if verbs.is_own(line) and (word in commands.RESERVED or not self.session.menu.takes(line)):
            return False
        return commands.verb_of(line) is None and word != "gm"

    def not_now(self, *lines: str) -> Reply:
        """Refuse lines that need a current mail from a trusted sender, or are too many."""
        kind = "stale" if self.stale else "unsure" if self.only_looks else "many"
        why = self.session.say("mail-not-now", kind=kind)
        return Reply(wrong=True, rows=tuple(("not", line, why) for line in lines))

    def word(self, line: str) -> Reply:
        """Run one of mail's own commands, or pass the line to the referee."""
        word, own = verbs.first_word(line), verbs.is_own(line)
        if self.only_looks and not (own and word in verbs.HARMLESS):
            return self.not_now(line)
        if own and verbs.is_now(line):
            return self.now()
        if own:
            act = verbs.WORDS.get(word)
            said = act(self.session, verbs.rest_of(line)) if act else verbs.look(self.session, line)
            return Reply(again=True) + said
        return self.to_referee(line)

    def now(self) -> Reply:
        """Play the answer that waits, unless the mail has orders itself."""
        session = self.session
        if self.stale or any(self.is_order(line) for line in self.lines):
            return self.not_now("now") if self.stale else Reply()
        one = recall.waiting(session.notes, session.membership)
        if one is None or recall.is_over(session, one):
            nothing = session.say("mail-recall-nothing")
            return Reply(wrong=True, rows=(("not", "now", nothing),))
        recall.drop(session.notes, session.membership)
        return self.orders(one.lines, check=False)

    def to_referee(self, line: str) -> Reply:
        """Submit a command to the referee. It may give the sender a seat or take it away."""
        session, reply = self.session, Reply()
        of, word = session.membership, verbs.first_word(line)
        if word in ("cancel", "undo") and (count := recall.drop(session.notes, of)):
            reply = Reply(effect=True, understood=(session.say("mail-recalled", count=count),))
        if word == "cancel" and (count := confirmations.forget_all(session.notes, of)):
            cancelled = session.say("mail-did-cancel-held", count=count)
            reply += Reply(effect=True, understood=(cancelled,))
        if reply.effect and (word == "undo" or not session.opened.table.retractable(of.seat)):
            return reply
        receipt = session.submit(line)
        reply += outcome(session, [line], receipt)
        if receipt.seat and not of.seat:
            found = session.memberships.membership(of.game, receipt.seat, of.address)
            assert found is not None
            session.membership = found
            return reply + Reply(shows=True)
        if of.seat and session.opened.seat_of(DOOR, of.address) is None:
            session.membership = replace(of, seat="", turn=0)
        return reply

    # ---- orders

    def orders(self, lines: Sequence[str], *, check: bool) -> Reply:
        """Try the orders as a set, then play them. Orders that end the seat's part wait for a
        YES.
        """
        session, seat = self.session, self.session.membership.seat
        if not seat:
            join = Reply(first=(session.say("mail-join-first"),))
            return join + verbs.look(session, "help")
        if session.opened.table.state.result is not None:
            return Reply(wrong=True, shows=True)
        if self.stale or self.only_looks:
            return self.not_now(*lines)
        if n := last_receipt.written_before(session):
            earlier = session.say("mail-written-earlier", n=n)
            return Reply(wrong=True, rows=tuple(("not", line, earlier) for line in lines))
        texts = session.opened.table.game.split("\n".join(lines))
        if (refusal := too_many(texts)) is not None:
            why = session.writing.said.refusal(refusal, session.opened.table.game.name)
            return Reply(wrong=True, rows=(("not", refusal.word, why),))
        if self.mail is not None and texts == self.mail.texts and not session.messages:
            orders = self.mail.read  # nothing has changed since
        else:
            with effort(WORK):
                orders = order_sheet.read(session.opened, seat, texts)
        if check:
            said = (session.say("mail-check"),)
            return Reply(again=True, first=said, rows=self.described(orders.parts))
        waiting = [] if self.certain else [part for part in orders.parts if part.confirmed]
        rest = [part for part in orders.parts if part not in waiting]
        reply = self.play(orders, rest)
        for part in waiting:
            reply += confirmations.ask_certain(session, part.text)
        return reply

    def play(self, orders: Orders, parts: Sequence[Part]) -> Reply:
        """Play orders of the mail, or let the answer among them wait until it is final."""
        session, reply = self.session, Reply()
        until = session.at if self.at_once else recall.until(session)
        given, held = recall.divided(orders, parts)
        if until <= session.at or not held or not recall.can_be_read(session, held[0]):
            given, held = [part.text for part in parts], []
        if orders.sheet:
            lines = [part for part in parts if part.text in given]
            reply = self.sheet(lines, replaces=orders.replaces, closes=bool(held))
        elif given:
            reply = self.give(given)
        if held and not reply.wrong:
            return reply + recall.hold(session, held, until)
        if reply.ordered and recall.drop(session.notes, session.membership):
            reply += Reply(understood=(session.say("mail-recall-replaced"),))
        return reply

    def described(self, parts: Sequence[Part], what: str = "") -> tuple[Row, ...]:
        """Return a row for each order: its class, or the reason for its refusal."""
        return tuple(
            ("aside", part.text, self.session.say(f"mail-check-{what or part.what}"))
            if part.refusal is None
            else ("not", part.text, refused(self.session, part.refusal))
            for part in parts
        )

    def give(self, texts: Sequence[str]) -> Reply:
        """Play orders of the seat, and mention an answer that may still be changed."""
        session = self.session
        reply = outcome(session, texts, session.submit("\n".join(texts), careful=not self.certain))
        if reply.ordered and session.still_asked and self.answered:
            reply += Reply(understood=(session.say("mail-sealed"),))
        return reply

    @property
    def answered(self) -> bool:
        return self.session.membership.seat in self.session.opened.table.state.answers

    def sheet(self, parts: Sequence[Part], *, replaces: bool, closes: bool) -> Reply:
        """Play all of a sheet or nothing. With ``replaces`` it replaces the earlier sheet. With
        ``closes`` the order that closes it follows later.
        """
        session, say = self.session, self.session.say
        if any(part.what == "wrong" for part in parts):
            rows, nothing = self.described(parts, "line"), (say("mail-sheet-nothing"),)
            return Reply(wrong=True, rows=rows, understood=nothing)
        if replaces:
            session.batch.enter(session.opened, session.at, session.membership.seat, Retract())
        reply = self.give(order_sheet.in_order(parts))
        lines = [say("mail-sheet")] if replaces else []
        if session.still_asked and not (closes or self.answered):
            menu = session.opened.menu(session.membership.seat)
            lines.append(say("mail-sheet-open", order=reading.closing(menu)))
        return reply + Reply(understood=tuple(lines))
