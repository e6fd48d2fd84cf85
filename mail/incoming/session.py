"""One mail of somebody with a membership: who wrote it, in which game, and what the work on it
goes by.
"""

import logging

from msgspec.structs import replace

from engine.letters import Address, Letter, Receipt
from engine.menu import Menu
from engine.referee.batch import Batch
from engine.referee.doors import Seen, zone_of
from engine.referee.open_game import OpenGame
from engine.referee.referee import Referee
from engine.state import PUBLIC
from engine.store.rows import AuditEntry
from mail import sent
from mail.incoming import rate_limit
from mail.memberships import DOOR, Membership, Memberships, question_of
from mail.names import Capability
from mail.outgoing.envelope import Mail, write_mail
from mail.outgoing.sentences import Writing
from mail.parse.reading import Reading

log = logging.getLogger(__name__)


def name_of(reading: Reading, membership: Membership) -> str:
    """Return what a mail is known by: others may have used its Message-ID, and it may be for
    several memberships.
    """
    chair = f"{membership.game}.{membership.chair}"
    return f"{chair}/{(reading.sender or '').casefold()}/{reading.id}"


class MailSession:
    """What is known while one mail is worked on. ``id`` is the mail's own name. ``trust`` is what
    speaks for the sender, where that is not enough (``Judgement.trust``). ``membership`` and
    ``writing`` follow what the mail does: its sender may take a seat, or choose a language.
    """

    def __init__(
        self,
        referee: Referee,
        batch: Batch,
        writing: Writing,
        reading: Reading,
        at: int,
        membership: Membership,
        *,
        id: str = "",
    ):
        self.referee, self.batch, self.reading, self.at = referee, batch, reading, at
        self.membership = membership
        self.notes, self.memberships = batch.notes_of(DOOR), Memberships(batch, at)
        self.base = writing
        self.id = id or name_of(reading, membership)
        self.trust = ""
        self.letters = 0
        self.choose_words()
        self.asked_before = self.asked
        self.over_before = self.opened.table.state.result is not None

    @property
    def opened(self) -> OpenGame:
        opened = self.batch.game(self.membership.game)
        assert opened is not None
        return opened

    @property
    def menu(self) -> Menu:
        seat = self.membership.seat
        return self.opened.menu(seat) if seat else Menu()

    @property
    def asked(self) -> int:
        """The number of the question that is put to the seat now; 0: none is."""
        return question_of(self.opened, self.membership.seat)

    @property
    def still_asked(self) -> bool:
        """Whether the question that the mail found is still put to the seat."""
        return bool(self.asked_before) and self.asked == self.asked_before

    @property
    def capability(self) -> Capability:
        """What the answer to an answer carries."""
        of = self.membership
        turn = self.opened.table.state.question if of.seat or of.watches else 0
        return Capability(of.game, of.chair, turn)

    @property
    def most(self) -> rate_limit.Most:
        """How many answers go out to mails like this one."""
        known = self.membership.seat and not self.trust.startswith("name")
        return rate_limit.PLAYER if known else rate_limit.STRANGER

    def choose_words(self) -> None:
        """Write from here on in the reader's language, with the times of where they live."""
        wanted = self.batch.register.settings((DOOR, self.membership.address))
        zone = wanted.zone or zone_of(self.opened.table, self.membership.seat)
        self.writing = self.base.to(replace(wanted, zone=zone))
        self.say = self.writing.say

    def seen(self) -> Seen:
        """Return the game as the reader may know it now."""
        return Seen.of(self.opened.table, self.membership.seat or PUBLIC, self.menu)

    def submit(self, text: str, *, careful: bool = True) -> Receipt:
        """Have the referee answer a letter, under a name of its own; ``careful``: its writer has
        not yet said YES to it.
        """
        self.letters += 1
        game, address = self.membership.game, self.membership.address
        name = self.reading.name or address.split("@")[0]
        id = f"{self.id}#{self.letters}"
        letter = Letter(
            door=DOOR,
            id=id,
            sender=address,
            text=text,
            at=self.at,
            game=game,
            name=name,
            careful=careful,
        )
        return self.referee.answer(self.batch, letter, None)

    def post(self, mail: Mail) -> None:
        """Store a mail until it has gone."""
        to = Address(
            door=DOOR, sender=mail.to, game=self.membership.game, viewer=self.membership.seat
        )
        sent.keep(self.notes, mail)
        self.batch.post(to, write_mail(mail))

    def too_many(self, what: str) -> None:
        """Note that a mail is not answered."""
        log.warning("no more answers to %s for a while", self.membership.address)
        of = self.membership
        self.batch.acts.append(AuditEntry.of(self.at, DOOR, what, of.game, chair=of.chair))
