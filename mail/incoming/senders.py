"""Who sent a mail, and what may be done with it: decided from the capability it carries, its
From, and what our own mail exchanger says of that; never from one of them alone. Signatures are
looked at beside the writer, so that nobody waits for the DNS but the mail itself.
"""

import asyncio
from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from mail.memberships import Membership
from mail.names import SUBJECT, MailNames
from mail.parse.reading import Reading
from mail.parse.verdicts import Verdict, signatures_in, speaks, verdict
from mail.transport.keys import Keys

Action = Literal["accept", "confirm", "stale", "help", "drop"]
"""``accept``: the seat has spoken. ``confirm``: hold the orders and ask at the
registered address. ``stale``: it answers a question that is over; nothing is applied,
and how the game stands goes to the registered address. ``help``: a short answer to who
wrote. ``drop``: nothing at all.
"""


class Book(Protocol):
    """Who is reached by mail."""

    def of(self, sender: str) -> Sequence[Membership]:
        """Return the memberships of one sender."""

    def at(self, game: str, chair: int) -> Membership | None:
        """Return the membership that a capability is for."""

    def epoch(self, game: str, chair: int) -> int:
        """Return how often the tags of a chair were made void."""

    def passed(self, sender: str) -> bool:
        """Return whether the exchanger has ever vouched for this sender."""


class Judgement(Struct, frozen=True, kw_only=True):
    """What to do, why, and for which membership, if one can be told. ``tagged``: the mail
    carries the address that this membership was told. ``said``: what the exchanger, or a
    signature, says of the sender. ``own``: it is the registered one. ``quiet``: it came through
    a mailing list; who wrote it is not answered.
    """

    action: Action
    why: str
    membership: Membership | None = None
    tagged: bool = False
    said: Verdict = "absent"
    own: bool = False
    quiet: bool = False

    @property
    def vouched(self) -> bool:
        """Whether the exchanger speaks for this From. That is to be remembered when the mail is
        accepted.
        """
        return self.said == "pass"

    @property
    def trust(self) -> str:
        """All that speaks for the sender. What is bounded is bounded for each of these apart:
        mails of strangers use up nothing of what is left for a mail for which more speaks.
        """
        return f"{'tag' if self.tagged else 'name'}-{self.said}-{'own' if self.own else 'other'}"


def judge(reading: Reading, book: Book, names: MailNames, authserv_id: str) -> list[Judgement]:
    """Return what is to be done with a mail, for each of the sender's memberships to which it is
    addressed; one at least.
    """
    if reading.kind not in ("person", "list"):
        return [Judgement(action="drop", why=f"not written by a person ({reading.why})")]
    if reading.sender is None:
        return [Judgement(action="drop", why="it has not exactly one plain sender")]
    domain = reading.sender.rpartition("@")[2]
    said = "pass" if reading.witness else verdict(reading.verdicts, authserv_id, domain)
    case = Evidence(reading, book, names, reading.sender, said)
    quiet = reading.kind == "list"
    return [
        replace(one, said=said, own=one.membership in case.mine, quiet=quiet)
        for one in case.judge()
    ]


class Evidence:
    """One mail, its sender, and what the exchanger says of them."""

    def __init__(self, reading: Reading, book: Book, names: MailNames, sender: str, said: Verdict):
        self.reading, self.book, self.names, self.said = reading, book, names, said
        self.mine = book.of(sender)
        self.passed = book.passed(sender)

    def judge(self) -> list[Judgement]:
        """Judge by the capabilities in addresses; where there are none, by all else, which is
        weaker.
        """
        proved = self.names.in_addresses(self.reading.receivers, self.book.epoch)
        latest: dict[tuple[str, int], tuple[Membership, int]] = {}
        for of in reversed(proved):
            if (found := self.book.at(of.game, of.chair)) is not None:
                latest[found.game, found.chair] = found, of.turn
        tagged = list(latest.values())
        if len(tagged) > 1:
            # A reply to all: the sender's own count, whichever others it carries.
            tagged = [(one, turn) for one, turn in tagged if one in self.mine]
            if not tagged:
                why = "it carries several capabilities, none of them its sender's"
                return [Judgement(action="drop", why=why)]
        return [self.with_capability(*one) for one in tagged] or [self.without()]

    def with_capability(self, of: Membership, turn: int) -> Judgement:
        """Judge an answer to a mail that was sent to this membership."""
        action: Action = "confirm"
        if 0 < turn < of.turn:
            action, why = "stale", f"it answers question {turn}, now it is {of.turn}"
        elif of not in self.mine:
            why = "the capability is right, the sender is not the registered one"
        elif self.said == "pass":
            action, why = "accept", "capability, sender and verdict"
        elif self.said == "fail":
            why = "the exchanger says that the sender is forged"
        elif self.passed:
            why = "nobody vouches for a sender who was vouched for before"
        elif of.strict:
            why = "nobody vouches for the sender, and the table is strict"
        else:
            action, why = "accept", "capability and sender"
        return Judgement(action=action, why=why, membership=of, tagged=True)

    def without(self) -> Judgement:
        """Judge by the thread, the subject or the sender's only game: there is nothing in the
        addresses.
        """
        action: Action = "confirm"
        of = self.meant()
        if not self.mine:
            action, why = "help" if self.said == "pass" else "drop", "the sender has no game"
        elif of is None:
            action, why = "help", "it does not say for which of the sender's games it is"
        elif self.said != "pass":
            why = f"no capability, and the verdict is {self.said}"
        elif of.strict:
            why = "no capability, and the table is strict"
        else:
            action, why = "accept", "sender and verdict"
        return Judgement(action=action, why=why, membership=of)

    def meant(self) -> Membership | None:
        """Return which of the sender's memberships the mail is for; None if it does not say."""
        mine = {(one.game, one.chair): one for one in self.mine}
        for of in self.names.in_thread(self.reading.thread, self.book.epoch):
            if (of.game, of.chair) in mine:
                return mine[of.game, of.chair]
        named = {found.casefold() for found in SUBJECT.findall(self.reading.subject)}
        named |= set(self.names.games_in(self.reading.receivers))
        tagged = [one for one in self.mine if one.game in named]
        chosen = tagged or [one for one in self.mine if not one.over] or self.mine
        return chosen[0] if len(chosen) == 1 else None


class Witness:
    """Checks signatures with ``keys``. ``sealers`` are the domains whose seals are believed."""

    def __init__(self, keys: Keys, sealers: Sequence[str] = ()):
        self.keys, self.sealers = keys, frozenset(map(str.casefold, sealers))

    async def look(self, raw: bytes, reading: Reading, authserv_id: str) -> Reading:
        """Return a mail with what speaks for its sender besides the exchanger, ``authserv_id``. A
        signature does where that has found nothing; that it has found the sender to be forged is
        outweighed only by the seal of somebody who is believed to have seen the mail before.
        """
        if reading.kind not in ("person", "list") or reading.sender is None or not reading.whole:
            return reading
        domain = reading.sender.rpartition("@")[2]
        said = verdict(reading.verdicts, authserv_id, domain)
        if said == "pass":
            return reading
        found = signatures_in(raw, domain, self.sealers)
        if said == "fail":
            found = replace(found, signed=())
        if not found.names:
            return reading
        keys = await self.keys.look_up(found.names)
        return replace(reading, witness=await asyncio.to_thread(speaks, found, keys))
