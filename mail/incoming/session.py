"""One mail of somebody who is known: what it says is done from the
top, and answered by one mail.
"""

from collections.abc import Sequence

import msgspec

from engine.letters import Letter, Receipt
from engine.menu import Menu
from engine.referee import desk
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import Retract
from mail.incoming import confirmations, order_sheet, verbs
from mail.incoming.answers import Answer
from mail.incoming.order_sheet import Part
from mail.incoming.senders import Membership
from mail.memberships import DOOR, question_of
from mail.outgoing.sentences import Writing, clipped
from mail.parse import talk
from mail.parse.reading import Reading

WORDS = 20
"""Words of the house that are done of one mail."""


class MailSession(Answer):
    """Does what a mail says. ``certain``: somebody has said YES to these lines. ``stale``: it
    answers an old question; its orders are not given. ``only_looks``: nobody knows whether it
    is the seat's; nothing is done but looking. ``spoke``: there was more in it than sentences.
    """

    def __init__(
        self,
        referee: Referee,
        batch: Batch,
        writing: Writing,
        reading: Reading,
        at: int,
        place: Membership,
    ):
        super().__init__(batch, writing, reading, at, place)
        self.referee = referee
        self.certain = self.stale = self.only_looks = self.spoke = False
        self.letters = 0

    @property
    def menu(self) -> Menu:
        """What the seat may order."""
        return self.opened.table.menu(self.place.seat) if self.place.seat else Menu()

    # ---- what the mail says

    def run(self) -> None:
        """Everything from the top: words of the house one by one, the orders
        together where the first one stands.
        """
        lines = tuple(map(talk.plain, self.own_lines()))
        words = [line for line in lines if not self.is_order(line)]
        orders = [line for line in lines if line not in words]
        checks = [line for line in words if verbs.first_word(line) == "check"]
        orders += [rest for line in checks if (rest := verbs.rest_of(line))]
        pending = bool(orders or checks)
        left = WORDS
        for line in lines:
            if line in words and line not in checks:
                left -= 1
                if left >= 0:
                    self.word(line)
                else:
                    self.late(line)
            elif pending:
                pending = False
                self.orders(orders, check=bool(checks))
        self.spoke = not all(map(order_sheet.is_prose, lines))
        if not lines:
            self.first.append(self.say("mail-no-text"))
            self.shows = bool(self.place.seat)

    def own_lines(self) -> tuple[str, ...]:
        """The lines that are read: sentences around them are set aside, courtesy
        that could be an order is not.
        """
        reading, menu = self.reading, self.menu
        lines = reading.lines or tuple(
            line for line in reading.aside if order_sheet.allowed(menu, line)
        )
        if not lines and reading.subject.strip().casefold() == "mute":
            # What mail programs send when their button for it is pressed (List-Unsubscribe).
            return ("mute",)
        prose = tuple(
            line
            for line in lines
            if self.is_order(line)
            and order_sheet.is_prose(line)
            and not order_sheet.allowed(menu, line)
        )
        if len(prose) < len(lines):
            lines = tuple(line for line in lines if line not in prose)
            self.reading = msgspec.structs.replace(reading, aside=(*reading.aside, *prose))
        return lines

    def is_order(self, line: str) -> bool:
        """Is it an order of the game, rather than a word of the house?"""
        word = verbs.first_word(line)
        if verbs.is_own(line) and (
            word in desk.RESERVED or not order_sheet.allowed(self.menu, line)
        ):
            return False
        return desk.verb_of(line) is None and word != "gm"

    def word(self, line: str) -> None:
        """One word of the house: this door's own, else one of the desk."""
        if not verbs.is_own(line):
            self.to_the_desk(line)
        elif not self.only_looks or verbs.first_word(line) in verbs.HARMLESS:
            self.again = True
            verbs.WORDS[verbs.first_word(line)](self, verbs.rest_of(line))
        else:
            self.late(line)

    def to_the_desk(self, line: str) -> None:
        """A word of the desk, whichever it knows."""
        if self.only_looks:
            self.late(line)
            return
        if verbs.first_word(line) == "cancel" and (
            count := confirmations.forget_all(self.notes, self.place)
        ):
            self.effect = True
            self.understood.append(self.say("mail-did-cancel-held", count=count))
            if not self.opened.table.retractable(self.place.seat):
                return
        receipt = self.submit(line)
        self.told_of(line, receipt)
        if receipt.seat and not self.place.seat:
            found = self.places.place(self.place.game, receipt.seat, self.place.address)
            assert found is not None
            self.place, self.shows = found, True
        elif self.place.seat and self.opened.seat_of(DOOR, self.place.address) is None:
            self.place = msgspec.structs.replace(self.place, seat="", turn=0)

    def give(self, text: str) -> None:
        """Orders of the seat; an answer that is not final yet is said to be so."""
        self.told_of(text, self.submit(text))
        still = self.asked_before and question_of(self.opened, self.place.seat) == self.asked_before
        if self.ordered and still and self.place.seat in self.opened.table.state.answers:
            self.understood.append(self.say("mail-sealed"))

    def submit(self, text: str) -> Receipt:
        """A letter to the referee, under a name of its own."""
        self.letters += 1
        name = self.reading.name or self.place.address.split("@")[0]
        id = f"{self.id}#{self.letters}"
        letter = Letter(DOOR, id, self.place.address, text, self.at, self.place.game, name)
        return self.referee.answer(self.batch, letter, None)

    # ---- orders

    def orders(self, lines: Sequence[str], *, check: bool) -> None:
        """The set of orders: tried first; what is certain to end
        the seat's part waits for a YES.
        """
        if not self.place.seat:
            self.first.append(self.say("mail-join-first"))
            verbs.help_word(self, "")
            return
        if self.opened.table.state.result is not None:
            self.wrong, self.shows = True, True
            return
        if self.stale or self.only_looks or self.is_late():
            self.wrong = True
            self.understood += [self.say("mail-not-now", order=clipped(line)) for line in lines]
            return
        orders = order_sheet.read(self.opened, self.place.seat, lines)
        if check:
            self.checked(orders.parts)
            return
        waiting = [] if self.certain else [part for part in orders.parts if part.confirmed]
        rest = [part for part in orders.parts if part not in waiting]
        if orders.sheet:
            self.sheet(rest, replaces=orders.replaces)
        elif rest:
            self.give("\n".join(part.text for part in rest))
        for part in waiting:
            self.ask_whether(part.text)

    def is_late(self) -> bool:
        """Was this mail written before the one whose orders stand, and
        without knowledge of its receipt?
        """
        slip, date = self.slip(), self.reading.date
        of = self.place.game, self.place.chair
        known = self.writing.names.receipt_in(self.reading.thread, *of, self.places.epoch)
        late = (
            slip.turn == self.asked_before
            and slip.turn > 0
            and known < slip.taken
            and date is not None
            and slip.date is not None
            and date < slip.date
        )
        if late:
            self.first.append(self.say("mail-written-earlier", n=slip.taken))
        return late

    def checked(self, parts: Sequence[Part]) -> None:
        """Say what the orders are, and do nothing."""
        self.again = True
        self.understood.append(self.say("mail-check"))
        for part in parts:
            if part.refusal is not None:
                self.refused(part.text, part.refusal)
            else:
                self.understood.append(
                    self.say(f"mail-check-{part.what}", order=clipped(part.spelt or part.text))
                )

    def sheet(self, parts: Sequence[Part], *, replaces: bool) -> None:
        """All of it, in place of what stood there if it ``replaces`` that; or nothing."""
        if any(part.what == "wrong" for part in parts):
            self.wrong = True
            for part in parts:
                if part.refusal is not None:
                    self.refused(part.text, part.refusal)
                else:
                    self.understood.append(self.say("mail-check-line", order=clipped(part.spelt)))
            self.understood.append(self.say("mail-sheet-nothing"))
            return
        if replaces:
            self.batch.enter(self.opened, self.at, self.place.seat, Retract())
        self.give("\n".join(order_sheet.in_order(parts)))
        self.understood += [self.say("mail-sheet")] * replaces
        if self.asked_before and question_of(self.opened, self.place.seat) == self.asked_before:
            self.understood += [self.say("mail-sheet-open")] * (
                self.place.seat not in self.opened.table.state.answers
            )

    def late(self, line: str) -> None:
        """Something that is not done with an old mail, or with one that nobody vouches for."""
        self.wrong = True
        self.understood.append(self.say("mail-not-now", order=clipped(line)))
