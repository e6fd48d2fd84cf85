"""Who sent a mail, and what may be done with it: decided from the capability it carries, its
From, and what our own mail exchanger says of that; never from one of them alone.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from mail.names import SUBJECT, MailNames
from mail.parse.reading import Reading
from mail.parse.verdicts import Verdict, verdict

Action = Literal["accept", "confirm", "stale", "help", "drop"]
"""``accept``: the seat has spoken. ``confirm``: hold the orders and ask at the
registered address. ``stale``: it answers a question that is over; nothing is applied,
and how the game stands goes to the registered address. ``help``: a short answer to who
wrote. ``drop``: nothing at all.
"""


class Membership(Struct, frozen=True):
    """A chair that is reached by mail; without a ``seat`` that of somebody who is invited, or
    ``watches``. ``address`` is the registered one. ``turn`` is the number of the question that
    is put to it now, 0 while it is not asked: then a tag of any turn will do, as there is
    nothing it could answer by mistake. ``strict``: the table wants a capability *and* a
    verdict, else a YES. ``over``: the game has ended.
    """

    game: str
    chair: int
    seat: str
    address: str
    turn: int = 0
    epoch: int = 0
    strict: bool = False
    watches: bool = False
    over: bool = False


class Book(Protocol):
    """Who is reached by mail."""

    def of(self, sender: str) -> Sequence[Membership]:
        """The places of one sender."""

    def at(self, game: str, chair: int) -> Membership | None:
        """The place that a capability is for."""

    def epoch(self, game: str, chair: int) -> int:
        """How often the tags of a chair were made void."""

    def passed(self, sender: str) -> bool:
        """Has the exchanger ever vouched for this sender?"""


class Judgement(Struct, frozen=True):
    """What to do, why, and for which place, if one can be told. ``tagged``: the mail
    carries the address that this place was told. ``said``: what the exchanger says of
    the sender. ``own``: it is the registered one. ``quiet``: it came through a mailing
    list; who wrote it is not answered.
    """

    action: Action
    why: str
    place: Membership | None = None
    tagged: bool = False
    said: Verdict = "absent"
    own: bool = False
    quiet: bool = False

    @property
    def vouched(self) -> bool:
        """Does the exchanger speak for this From? That is to be
        remembered when the mail is accepted.
        """
        return self.said == "pass"

    @property
    def trust(self) -> str:
        """All that speaks for the sender. What is bounded is bounded for each of these apart:
        mails of strangers use up nothing of what is left for a mail for which more speaks.
        """
        return f"{'tag' if self.tagged else 'name'}-{self.said}-{'own' if self.own else 'other'}"


def judge(reading: Reading, book: Book, names: MailNames, authserv_id: str) -> list[Judgement]:
    """What is to be done with a mail, for each of the sender's places to which
    it is addressed; one at least.
    """
    if reading.kind not in ("person", "list"):
        return [Judgement("drop", f"not written by a person ({reading.why})")]
    if reading.sender is None:
        return [Judgement("drop", "it has not exactly one plain sender")]
    said = verdict(reading.verdicts, authserv_id, reading.sender.rpartition("@")[2])
    case = Case(reading, book, names, reading.sender, said)
    quiet = reading.kind == "list"
    return [
        replace(one, said=said, own=one.place in case.mine, quiet=quiet) for one in case.judge()
    ]


class Case:
    """One mail, its sender, and what the exchanger says of him."""

    def __init__(self, reading: Reading, book: Book, names: MailNames, sender: str, said: Verdict):
        self.reading, self.book, self.names, self.sender, self.said = (
            reading,
            book,
            names,
            sender,
            said,
        )
        self.mine = book.of(sender)

    def judge(self) -> list[Judgement]:
        """Capabilities in addresses come first; all else is weaker."""
        found = self.names.in_addresses(self.reading.receivers, self.book.epoch)
        held = [
            (place, one.turn)
            for one in found
            if (place := self.book.at(one.game, one.chair)) is not None
        ]
        latest = {(place.game, place.chair): (place, turn) for place, turn in reversed(held)}
        places = list(latest.values())
        if len(places) > 1:
            # A reply to all: the sender's own count, whichever others it carries.
            places = [(place, turn) for place, turn in places if place in self.mine]
            if not places:
                return [
                    Judgement("drop", "it carries several capabilities, none of them its sender's")
                ]
        return [self.with_capability(place, turn) for place, turn in places] or [self.without()]

    def with_capability(self, place: Membership, turn: int) -> Judgement:
        """The mail answers one that was sent to this place."""
        return replace(self.answering(place, turn), tagged=True)

    def answering(self, place: Membership, turn: int) -> Judgement:
        """The same, whatever brought it."""
        if 0 < turn < place.turn:
            return Judgement("stale", f"it answers question {turn}, now it is {place.turn}", place)
        if place not in self.mine:
            return Judgement(
                "confirm", "the capability is right, the sender is not the registered one", place
            )
        if self.said == "pass":
            return Judgement("accept", "capability, sender and verdict", place)
        if self.said == "fail":
            return Judgement("confirm", "the exchanger says that the sender is forged", place)
        if self.book.passed(self.sender):
            return Judgement(
                "confirm", "nobody vouches for a sender who was vouched for before", place
            )
        if place.strict:
            return Judgement(
                "confirm", "nobody vouches for the sender, and the table is strict", place
            )
        return Judgement("accept", "capability and sender", place)

    def without(self) -> Judgement:
        """Nothing in the addresses: the thread, the subject or the sender's only game must do."""
        if not self.mine:
            known = self.said == "pass"
            return Judgement("help" if known else "drop", "the sender has no game")
        place = self.meant()
        if place is None:
            return Judgement("help", "it does not say for which of the sender's games it is")
        if self.said != "pass":
            return Judgement("confirm", f"no capability, and the verdict is {self.said}", place)
        if place.strict:
            return Judgement("confirm", "no capability, and the table is strict", place)
        return Judgement("accept", "sender and verdict", place)

    def meant(self) -> Membership | None:
        """Which of the sender's places the mail is for."""
        mine: Mapping[tuple[str, int], Membership] = {
            (place.game, place.chair): place for place in self.mine
        }
        for capability in self.names.in_thread(self.reading.thread, self.book.epoch):
            if (capability.game, capability.chair) in mine:
                return mine[capability.game, capability.chair]
        named = {found.casefold() for found in SUBJECT.findall(self.reading.subject)}
        named |= set(self.names.games_in(self.reading.receivers))
        tagged = [place for place in self.mine if place.game in named]
        chosen = tagged or [place for place in self.mine if not place.over] or self.mine
        return chosen[0] if len(chosen) == 1 else None
