"""Decides who sent a mail and what may be done with it.

The evidence is the capability in its addresses, its From, and the verdict of our own mail
exchanger. One of them alone is never enough. Signatures are checked in another thread, so that only
the mail itself waits for the DNS.
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
"""The action for a mail.

``accept``: treat it as the seat's own. ``confirm``: hold the orders and ask at the registered
address. ``stale``: it answers an old question, so nothing is applied and the situation goes to the
registered address. ``help``: send the writer a short answer. ``drop``: do nothing.
"""


class Book(Protocol):
    """The memberships that senders are judged against."""

    def of(self, sender: str) -> Sequence[Membership]:
        pass

    def at(self, game: str, chair: int) -> Membership | None:
        """Return the membership that a capability is for."""

    def epoch(self, game: str, chair: int) -> int:
        """Return how often the tags of a chair were invalidated."""

    def passed(self, sender: str) -> bool:
        """Return whether the exchanger has ever vouched for this sender."""


class Judgement(Struct, frozen=True, kw_only=True):
    """An action, its reason, and the membership it is for, if known."""

    action: Action
    why: str
    membership: Membership | None = None
    tagged: bool = False  # the mail was sent to the secret address of this membership
    said: Verdict = "absent"  # verdict on the sender, by the exchanger or a signature
    own: bool = False  # the sender is the registered address
    quiet: bool = False  # it came through a mailing list, so its writer gets no answer

    @property
    def vouched(self) -> bool:
        """Whether the exchanger vouches for this From, which is remembered if the mail is
        accepted.
        """
        return self.said == "pass"

    @property
    def trust(self) -> str:
        """All evidence for the sender, as a key for limits. Each key has its own limits, so
        strangers' mails never use up those of a mail with better evidence.
        """
        return f"{'tag' if self.tagged else 'name'}-{self.said}-{'own' if self.own else 'other'}"


def judge(reading: Reading, book: Book, names: MailNames, authserv_id: str) -> list[Judgement]:
    """Return an action for each membership of the sender that a mail is for, at least one."""
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
    def __init__(self, reading: Reading, book: Book, names: MailNames, sender: str, said: Verdict):
        self.reading, self.book, self.names, self.said = reading, book, names, said
        self.mine = book.of(sender)
        self.passed = book.passed(sender)

    def judge(self) -> list[Judgement]:
        """Judge by the capabilities in the addresses, or if there are none, by weaker evidence."""
        proved = self.names.in_addresses(self.reading.receivers, self.book.epoch)
        latest: dict[tuple[str, int], tuple[Membership, int]] = {}
        for of in reversed(proved):
            if (found := self.book.at(of.game, of.chair)) is not None:
                latest[found.game, found.chair] = found, of.turn
        tagged = list(latest.values())
        if len(tagged) > 1:
            # For a reply to all, only the sender's own capabilities count.
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
        """Judge a mail without capability by its thread, its subject or the sender's only game."""
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
        """Return the sender's membership that the mail is for, or ``None`` if that is unclear."""
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
    """Checks signatures against ``keys``. ``sealers`` are the domains whose ARC seals are
    trusted.
    """

    def __init__(self, keys: Keys, sealers: Sequence[str] = ()):
        self.keys, self.sealers = keys, frozenset(map(str.casefold, sealers))

    async def look(self, raw: bytes, reading: Reading, authserv_id: str) -> Reading:
        """Return the mail with further evidence for its sender, found in signatures.

        A signature counts only if the exchanger ``authserv_id`` found nothing. If the exchanger
        calls the sender forged, only the seal of a trusted host that saw the mail earlier outweighs
        that.
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
