"""A mail becomes letters: judged, deduplicated, played and answered in
one transaction with what it did.
"""

import hashlib
import logging
from collections.abc import Sequence

from msgspec import Struct, structs
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.letters import Address, Letter, Receipt
from engine.referee import desk
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.store.journal import encode
from engine.store.sqlite import InboxRow
from mail.incoming import confirmations, rate_limit, unreachable, verbs
from mail.incoming.answers import name_of
from mail.incoming.confirmations import PendingOrders
from mail.incoming.senders import Judgement, Membership, judge
from mail.incoming.session import MailSession
from mail.memberships import DOOR, Memberships, guest, moved
from mail.names import SUBJECT, Capability, Confirmation
from mail.outgoing.envelope import Mail, write_mail
from mail.outgoing.reports import Reports
from mail.outgoing.sentences import Writing
from mail.parse.reading import MAILBOX, Reading

log = logging.getLogger(__name__)

AHEAD = 600
"""Seconds by which a mail's date may be after its arrival and still say when it was written."""

__all__ = ["DOOR", "Handled", "Incoming", "invite"]


class Handled(Struct, frozen=True):
    """What was done with a mail, in a word, and what is to be mailed to people
    who have no place in any game.
    """

    what: str
    direct: tuple[Mail, ...] = ()


def invite(batch: Batch, writing: Writing, game: str, address: str, at: int) -> Mail:
    """Ask somebody into a game: a reply that says ``join`` takes a seat. Raises ``ValueError``
    for what is no address, ``KeyError`` for a game that does not exist.
    """
    opened = batch.game(game)
    if opened is None:
        raise KeyError(game)
    address, notes = address.casefold(), batch.notes_of(DOOR)
    if not MAILBOX.fullmatch(address):
        raise ValueError(f"{address!r} is not one plain address")
    of = Capability(game, guest(notes, game, address), 0)
    batch.register.invite(game, (DOOR, address))
    return writing.to(notes, address).invitation(address, of, opened.table.game.name, at)


class Incoming:
    """One mail that arrived at second ``at``. In the writer's thread, within one batch: either
    all of it is durable, receipts included, or nothing has happened.
    """

    def __init__(
        self,
        referee: Referee,
        batch: Batch,
        reports: Reports,
        authserv_id: str,
        reading: Reading,
        at: int,
    ):
        self.referee, self.batch, self.reports, self.writing = (
            referee,
            batch,
            reports,
            reports.writing,
        )
        # What has come has been written. A clock that is far ahead does not even say when.
        date = None if reading.date is None or reading.date > at + AHEAD else min(reading.date, at)
        self.reading, self.at = structs.replace(reading, date=date), at
        self.notes, self.places = batch.notes_of(DOOR), Memberships(batch, at)
        self.authserv_id = authserv_id

    def handle(self) -> Handled:
        """Do what it says."""
        if self.reading.kind == "bounce":
            return self.bounced()
        confirmed = self.writing.names.confirms(self.reading.receivers)
        if confirmed is not None:
            return self.confirm(confirmed)
        return self.judged()

    def judged(self) -> Handled:
        """Find out who sent it, and act on that, in each of the games that it is for."""
        handled = []
        for one in judge(self.reading, self.places, self.writing.names, self.authserv_id):
            log.info(
                "mail %s from %s: %s (%s)",
                self.reading.id,
                self.reading.sender,
                one.action,
                one.why,
            )
            handled.append(self.take(one))
        what = ", ".join(dict.fromkeys(one.what for one in handled))
        return Handled(what, tuple(mail for one in handled for mail in one.direct))

    def bounced(self) -> Handled:
        """Note for the operator whose mail came back."""
        return Handled(unreachable.bounced(self.batch, self.writing.names, self.reading, self.at))

    def take(self, judgement: Judgement) -> Handled:
        """Act on what was found out about the sender."""
        place, sender = judgement.place, self.reading.sender
        if judgement.action == "drop" or sender is None:
            return Handled("drop")
        if judgement.action == "help" or place is None:
            if judgement.quiet or not self.fresh(f"help:{sender}:{self.reading.id}", None):
                return Handled("help")
            said = self.lobby(sender.casefold()) if judgement.vouched else None
            return Handled("help", self.help(sender.casefold())) if said is None else said
        # What somebody else may have sent under its name takes nothing away
        # from the mail of whom we believe.
        key = name_of(self.reading, place)
        apart = (
            key if judgement.action == "accept" else f"{judgement.action}/{judgement.trust}/{key}"
        )
        if self.known(key) or not self.fresh(apart, place.game):
            return Handled("again")
        if judgement.action == "confirm":
            return Handled(self.hold(place, sender, judgement))
        if judgement.own:
            unreachable.found(self.batch, place.address, self.at)
        if judgement.action == "accept" and judgement.vouched:
            self.notes.put(f"passed/{sender.casefold()}", "yes")
        errand = self.errand(place)
        sound = judgement.own and judgement.vouched
        errand.trust = "" if sound or judgement.action == "accept" else judgement.trust
        self.run(errand, judgement, sound=sound)
        return Handled(judgement.action)

    def known(self, key: str) -> bool:
        """Has something been done under this name?"""
        return (DOOR, key) in self.batch.inbox or self.batch.store.answered(DOOR, key) is not None

    def fresh(self, key: str, game: str | None) -> bool:
        """Has nothing been done under this name yet? From now on something has."""
        if self.known(key):
            return False
        digest, receipt = hashlib.sha256(key.encode()).digest(), encode(Receipt("answered", game))
        self.batch.inbox[DOOR, key] = InboxRow(DOOR, key, digest, self.at, game, receipt)
        return True

    def errand(self, place: Membership) -> MailSession:
        """What is done for somebody with a place."""
        return MailSession(self.referee, self.batch, self.writing, self.reading, self.at, place)

    def run(self, errand: MailSession, judgement: Judgement, *, sound: bool = True) -> None:
        """Do all that the mail says, and answer once, at the registered address; the
        referee tells its reader nothing beside that. A mail about an old question only
        looks, unless it is ``sound``: then all but orders is done. What came through a list
        and asks for nothing is not answered.
        """
        if judgement.action == "stale":
            errand.stale = True
            errand.only_looks = not sound
            of = self.writing.names.in_addresses(self.reading.receivers, self.places.epoch)
            then = max((one.turn for one in of), default=0)
            errand.first.append(errand.say("mail-stale", then=then, game=errand.place.game))
            errand.subject = errand.say("mail-stale-subject", game=errand.place.game)
            errand.shows = True
        self.reports.answering = (errand.place.game, errand.place.address)
        try:
            errand.run()
        finally:
            self.reports.answering = None
        if errand.spoke or not judgement.quiet:
            self.finish(errand)

    def finish(self, errand: MailSession) -> None:
        """Answer once. Where the whole answer cannot be composed, a short one
        says what has become of the mail.
        """
        before = self.notes.fresh.copy()
        try:
            errand.finish()
        except sqlite3.Error:
            raise
        except Exception as error:
            self.notes.fresh = before
            self.batch.not_composed(errand.opened, DOOR, error)
            errand.finish_in_short()

    # ---- people without a place

    def lobby(self, sender: str) -> Handled | None:
        """Words of the desk that need no place: to make a game, to see which there are, to join
        or watch the one that the subject names. ``None``: the mail begins with none of them.
        """
        tag = SUBJECT.search(self.reading.subject)
        named = tag[1].casefold() if tag and self.batch.store.game(tag[1].casefold()) else None
        verbs_of = ((line, desk.verb_of(line)) for line in self.reading.lines)
        lines = [line for line, verb in verbs_of if verb is not None and (verb.gameless or named)]
        if not lines or self.reading.lines[0] != lines[0]:
            return None
        name = self.reading.name or sender.split("@")[0]
        receipts: list[tuple[str, Receipt]] = []
        for number, line in enumerate(lines, 1):
            letter = Letter(
                DOOR, f"{sender}/{self.reading.id}#{number}", sender, line, self.at, named, name
            )
            receipts.append((line, self.referee.answer(self.batch, letter, None)))
        if all(
            receipt.refusal and receipt.refusal.code == "no-game-of-yours"
            for _, receipt in receipts
        ):
            return None
        games = {
            receipt.facts.get("game", receipt.game)
            for _, receipt in receipts
            if receipt.status == "answered"
        }
        places = (
            Memberships(self.batch, self.at).in_game(game, sender)
            for game in games
            if isinstance(game, str)
        )
        place = next((place for place in places if place is not None), None)
        if place is None:
            return Handled("lobby", self.told(sender, receipts))
        errand = self.errand(place)
        errand.effect = errand.shows = True
        for line, receipt in receipts:
            errand.told_of(line, receipt)
        errand.finish()
        return Handled("lobby")

    def told(self, sender: str, receipts: Sequence[tuple[str, Receipt]]) -> tuple[Mail, ...]:
        """The answer to somebody who has no place even now."""
        writing = self.writing.to(self.notes, sender)
        lines = []
        for line, receipt in receipts:
            if receipt.refusal is not None:
                lines.append(writing.said.refusal(receipt.refusal))
            else:
                lines += verbs.did(writing, line, receipt)
        subject = writing.say("mail-help-subject", game=writing.names.host)
        mail = writing.answer(sender, None, self.reading.id, subject, lines, self.at)
        allowed = rate_limit.allows(
            self.notes, sender, lines, self.at, rate_limit.STRANGER, again=True
        )
        return (mail,) if allowed else ()

    def help(self, sender: str) -> tuple[Mail, ...]:
        """For somebody whose game cannot be told: which games he has, if any."""
        writing = self.writing.to(self.notes, sender)
        say = writing.say
        games = verbs.games_of(writing, self.places, sender)
        lines = [say("mail-which-game"), *games] if games else [say("mail-no-game")]
        subject = say("mail-help-subject", game=writing.names.host)
        mail = writing.answer(sender, None, self.reading.id, subject, lines, self.at)
        return (
            (mail,)
            if rate_limit.allows(self.notes, sender, lines, self.at, rate_limit.STRANGER)
            else ()
        )

    # ---- what waits for a YES

    def hold(self, place: Membership, sender: str, judgement: Judgement) -> str:
        """Keep the orders, and ask at the registered address whether they are to be
        played; what was done, in a word. What only looks needs no YES: the answer
        goes to the registered address.
        """
        errand, lines = self.errand(place), self.errand(place).own_lines()
        errand.trust = judgement.trust
        if all(verbs.first_word(line) in verbs.HARMLESS for line in lines):
            errand.only_looks = True
            self.run(errand, judgement)
            return "confirm"
        return "confirm" if errand.hold_for(sender, lines) else "too many"

    def confirm(self, to: Confirmation) -> Handled:
        """A mail to the address that only one mailbox was told: YES has what is held done,
        once, and while its question is open. What the exchanger says of the sender is of no
        account: the address proves more.
        """
        sender = (self.reading.sender or "").casefold()
        kept = confirmations.find(self.notes, to, self.at)
        place = self.places.at(to.game, to.chair)
        if self.reading.kind not in ("person", "list") or place is None:
            return Handled("drop")
        yes = confirmations.is_yes(self.reading.lines)
        if kept is None and not yes:
            return self.judged()
        once = f"yes/{name_of(self.reading, place)}"
        if kept is None or sender != kept.asked:
            return self.void(place, kept, once) if yes else Handled("drop")
        errand = self.errand(place)
        if not yes:
            if kept.what != "moving" and self.reading.lines and self.fresh(errand.id, place.game):
                # CANCEL, perhaps, or HELP: everything but orders, which belong under a report.
                errand.stale = True
                self.run(errand, Judgement("accept", "no YES"))
            return Handled("not confirmed")
        confirmations.forget(self.notes, to)
        self.fresh(once, place.game)
        if kept.what != "moving":
            unreachable.found(self.batch, place.address, self.at)
        errand.id, errand.certain = f"{kept.what}:{kept.id}", kept.what == "certain"
        if kept.turn and place.turn and place.turn != kept.turn:
            errand.first.append(errand.say("mail-confirmed-late"))
            errand.reading = structs.replace(self.reading, lines=("status",), aside=())
            self.run(errand, Judgement("accept", "a YES"))
            return Handled("stale")
        if kept.what == "leaving":
            errand.ask_new(kept.lines[0])
        elif kept.what == "moving":
            self.move(place, kept.lines[0])
        else:
            errand.reading = structs.replace(self.reading, lines=kept.lines, aside=())
            self.run(errand, Judgement("accept", "a YES"))
        return Handled("accept")

    def void(self, place: Membership, kept: PendingOrders | None, once: str) -> Handled:
        """A YES that counts for nothing: there is nothing it is said to, or it comes from
        elsewhere. The registered address hears so.
        """
        elsewhere = kept is not None
        if place.address != (self.reading.sender or "").casefold() and not elsewhere:
            return Handled("drop")
        if not self.fresh(once, place.game):
            return Handled("again")
        errand = self.errand(place)
        errand.trust = "name-yes"
        sender = self.reading.sender or "?"
        errand.first.append(
            errand.say("mail-yes-elsewhere", sender=sender)
            if elsewhere
            else errand.say("mail-confirmed-late")
        )
        self.finish(errand)
        return Handled("drop" if elsewhere else "again")

    def move(self, place: Membership, new: str) -> None:
        """Somebody has another address from now on, in all games; both are told."""
        games = [one.game for one in moved(self.batch, place.address, new, self.at)]
        for address in (place.address, new):
            writing = self.writing.to(self.notes, new)
            lines = [
                writing.say(
                    "mail-moved", old=place.address, new=new, games=writing.said.listed(games)
                )
            ]
            subject = writing.say("mail-moved-subject", game=place.game)
            mail = writing.answer(
                address,
                Capability(place.game, place.chair, 0),
                self.reading.id,
                subject,
                lines,
                self.at,
            )
            opened = self.batch.game(place.game)
            assert opened is not None
            self.batch.post(
                opened, Address(DOOR, address, place.game, place.seat), write_mail(mail)
            )
