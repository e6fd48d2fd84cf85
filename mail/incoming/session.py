"""The state of handling one mail of a member."""

import logging

from msgspec.structs import replace

from engine.menu import Menu
from engine.messages import Address, Message, Receipt
from engine.referee.batch import Batch
from engine.referee.doors import GameView, zone_of
from engine.referee.open_game import OpenGame
from engine.referee.referee import Referee
from engine.state import PUBLIC
from engine.store.rows import AuditEntry
from mail import sent
from mail.incoming import rate_limit
from mail.memberships import DOOR, Membership, Memberships, question_of
from mail.names import Capability
from mail.outgoing.envelope import Mail, ReplayOf, write_mail
from mail.outgoing.sentences import Writing
from mail.parse.reading import Reading

log = logging.getLogger(__name__)


def name_of(reading: Reading, membership: Membership) -> str:
    """Return the key under which a mail is remembered. The Message-ID isn't enough: others may have
    used it, and the mail may be for several memberships.
    """
    chair = f"{membership.game}.{membership.chair}"
    return f"{chair}/{(reading.sender or '').casefold()}/{reading.id}"


class MailSession:
    """The state of handling one mail.

    ``id`` is the key of the mail. ``trust`` is the evidence for the sender if it is insufficient
    (``Judgement.trust``). ``membership`` and ``writing`` change if the sender takes a seat or
    chooses a language. ``arrived`` is the arrival of a mail whose orders are played later, and
    ``recall`` the usual number of seconds until then.
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
        recall: int = 0,
    ):
        self.referee, self.batch, self.reading, self.at = referee, batch, reading, at
        self.arrived, self.recall = at, recall
        self.membership = membership
        self.notes, self.memberships = batch.notes_of(DOOR), Memberships(batch, at)
        self.base = writing
        self.id = id or name_of(reading, membership)
        self.trust = ""
        self.messages = 0
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
        """The number of the question that the seat is asked now, or 0."""
        return question_of(self.opened, self.membership.seat)

    @property
    def still_asked(self) -> bool:
        """Whether the seat is still asked the question that was open when the mail arrived."""
        return bool(self.asked_before) and self.asked == self.asked_before

    @property
    def capability(self) -> Capability:
        """The capability to put into the answer."""
        of = self.membership
        turn = self.opened.table.state.question if of.seat or of.watches else 0
        return Capability(of.game, of.chair, turn)

    @property
    def most(self) -> rate_limit.Most:
        """The rate limits for answers to this sender."""
        known = self.membership.seat and not self.trust.startswith("name")
        return rate_limit.PLAYER if known else rate_limit.STRANGER

    def choose_words(self) -> None:
        """Switch to the reader's language and time zone."""
        wanted = self.batch.accounts.settings((DOOR, self.membership.address))
        zone = wanted.zone or zone_of(self.opened.table, self.membership.seat)
        self.writing = self.base.to(replace(wanted, zone=zone))
        self.say = self.writing.say

    def seen(self) -> GameView:
        """Return the game as its reader may see it now."""
        seen = self.opened.seen(self.membership.seat or PUBLIC)
        return self.batch.beside(self.opened, seen, (DOOR, self.membership.address))

    def submit(self, text: str, *, careful: bool = True) -> Receipt:
        """Submit a message to the referee under an id of its own. With ``careful``, orders that a
        person may regret need a confirmation.
        """
        self.messages += 1
        game, address = self.membership.game, self.membership.address
        name = self.reading.name or address.split("@")[0]
        id = f"{self.id}#{self.messages}"
        message = Message(
            door=DOOR,
            id=id,
            sender=address,
            text=text,
            at=self.at,
            game=game,
            name=name,
            careful=careful,
        )
        return self.referee.answer(self.batch, message, None)

    def post(self, mail: Mail, *, replay: bool = False) -> None:
        """Queue a mail, which is stored until it has been sent."""
        if replay:
            opened, viewer = self.opened, self.membership.seat or PUBLIC
            of = ReplayOf(opened.id, viewer, opened.n, self.writing.said.language)
            mail = replace(mail, replay=of)
        to = Address(
            door=DOOR, sender=mail.to, game=self.membership.game, viewer=self.membership.seat
        )
        sent.keep(self.notes, mail)
        self.batch.post(to, write_mail(mail))

    def too_many(self, what: str) -> None:
        """Log that a mail stays unanswered because of the rate limit."""
        log.warning("no more answers to %s for a while", self.membership.address)
        of = self.membership
        self.batch.acts.append(AuditEntry.of(self.at, DOOR, what, of.game, chair=of.chair))
