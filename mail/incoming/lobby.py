"""Serves people without a membership: invitations, new games, joining, and a list of their
games.
"""

import re
from collections.abc import Sequence

from engine.messages import Message, Receipt
from engine.referee import commands
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.referee.referee import Referee
from engine.state import PUBLIC
from mail import sent
from mail.incoming import rate_limit
from mail.incoming.answers import Reply, answer, did, outcome
from mail.incoming.session import MailSession
from mail.memberships import DOOR, Memberships, guest
from mail.names import SUBJECT, Capability
from mail.outgoing.envelope import Mail
from mail.outgoing.invitation import invitation
from mail.outgoing.sentences import MANY, Writing, clipped
from mail.parse.reading import MAILBOX, Reading

ENTERING = re.compile(r"(?i)(join|observe)\s+\[?([a-z0-9-]{1,30})\]?")
"""A line that names the game to join or watch."""


def invite(batch: Batch, writing: Writing, game: str, address: str, at: int) -> Mail:
    """Return an invitation to a game; replying ``join`` takes a seat. Raises ``ValueError`` if the
    address is not valid, ``KeyError`` if the game doesn't exist.
    """
    opened = batch.game(game)
    if opened is None:
        raise KeyError(game)
    address, notes = in_ascii(address.casefold()), batch.notes_of(DOOR)
    if address == writing.names.address.casefold():
        raise ValueError(f"{address} is the referee's own address")
    if not MAILBOX.fullmatch(address):
        raise ValueError(f"{address!r} is not one plain address")
    of = Capability(game, guest(notes, game, address), 0)
    batch.accounts.invite(game, (DOOR, address))
    wanted = writing.to(batch.accounts.settings((DOOR, address)))
    mail = invitation(wanted, GameView.bare(opened.table, PUBLIC), of, address, at)
    sent.keep(notes, mail)
    return mail


def in_ascii(address: str) -> str:
    """Return an address with its domain in punycode, the form in which mail is sent."""
    user, at, domain = address.rpartition("@")
    try:
        return user + at + domain.encode("idna").decode()
    except UnicodeError:
        return address


class Lobby:
    """Handles one mail of a ``sender`` without a known membership."""

    def __init__(
        self, referee: Referee, batch: Batch, base: Writing, reading: Reading, at: int, sender: str
    ):
        self.referee, self.batch, self.base, self.reading = referee, batch, base, reading
        self.at, self.sender = at, sender
        self.notes, self.memberships = batch.notes_of(DOOR), Memberships(batch, at)
        self.writing = base.to(batch.accounts.settings((DOOR, sender)))

    def words(self) -> tuple[Mail, ...] | None:
        """Run referee commands that need no membership, and return the mails that answer them.

        These commands create or list games, or join or watch the game named in the subject, or
        behind the word. Returns ``None`` if the mail doesn't begin with one.
        """
        said, tag = list(self.reading.lines), SUBJECT.search(self.reading.subject)
        called = tag[1] if tag else ""
        if not called and said and (entering := ENTERING.fullmatch(said[0])) is not None:
            said[0], called = entering.groups()
        named = called.casefold() if called and self.batch.store.game(called.casefold()) else None
        verbs_of = ((line, commands.verb_of(line)) for line in said)
        lines = [line for line, verb in verbs_of if verb is not None and (verb.gameless or named)]
        if not lines or said[0] != lines[0]:
            return None
        receipts = [(line, self.submit(line, n, named)) for n, line in enumerate(lines, 1)]
        if all(got.refusal and got.refusal.code == "no-game-of-yours" for _, got in receipts):
            return None
        answered = [got for _, got in receipts if got.status == "answered"]
        games = {got.facts.get("game", got.game) for got in answered}
        found = [
            self.memberships.in_game(game, self.sender) for game in games if isinstance(game, str)
        ]
        membership = next(filter(None, found), None)
        if membership is None:
            return self.told(receipts)
        session = MailSession(
            self.referee, self.batch, self.base, self.reading, self.at, membership
        )
        reply = Reply(effect=True, shows=True)
        for line, receipt in receipts:
            reply += outcome(session, [line], receipt)
        answer(session, reply)
        return ()

    def submit(self, line: str, number: int, game: str | None) -> Receipt:
        name = self.reading.name or self.sender.split("@")[0]
        id = f"{self.sender}/{self.reading.id}#{number}"
        message = Message(
            door=DOOR, id=id, sender=self.sender, text=line, at=self.at, game=game, name=name
        )
        return self.referee.answer(self.batch, message, None)

    def told(self, receipts: Sequence[tuple[str, Receipt]]) -> tuple[Mail, ...]:
        """Return the answer to a sender who still has no membership."""
        lines: list[str] = []
        for line, receipt in receipts:
            if receipt.refusal is not None:
                lines.append(self.writing.said.refusal(receipt.refusal))
            else:
                done = did(self.writing, receipt).splitlines()
                lines += [self.writing.say("mail-line", line=clipped(line)) + done[0], *done[1:]]
        return self.mail(lines, again=True)

    def help(self) -> tuple[Mail, ...]:
        say, games = self.writing.say, self.games()
        return self.mail([say("mail-which-game"), *games] if games else [say("mail-no-game")])

    def games(self) -> list[str]:
        lines = []
        for one in self.memberships.of(self.sender)[:MANY]:
            opened = self.batch.game(one.game)
            kind = opened.table.game.name if opened else ""
            if not one.seat and not one.watches:
                state = "invited"
            elif one.over:
                state = "over"
            elif one.turn:
                state = "asked"
            else:
                state = "running" if one.seat else "watching"
            facts = {"game": one.game, "kind": kind, "seat": one.seat, "state": state}
            lines.append(self.writing.say("mail-games-line", **facts))
        return lines

    def mail(self, lines: Sequence[str], *, again: bool = False) -> tuple[Mail, ...]:
        """Return a short answer, or nothing if too many have gone out."""
        writing, most = self.writing, rate_limit.STRANGER
        if not rate_limit.allows(self.notes, self.sender, lines, self.at, most, again=again):
            return ()
        subject = writing.say("mail-help-subject", game=writing.names.host)
        return (writing.answer(self.sender, self.reading.id, subject, lines, self.at),)
