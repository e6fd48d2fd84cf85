"""Rulings: what moderators, or all seats together, decide about a game. They are entries of the
house in its journal; what concerns the players stands in its public history.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.house.correction import corrected
from engine.play import Governed
from engine.state import Chair, Event, House, Proposal, Seat

ABANDONED = "abandoned"
"""The result of a game that was closed."""


def tag(name: str) -> str:
    """Return how one of the house's own orders or events is written: no game's is called
    like that.
    """
    return f"house-{name}"


def without(seats: Iterable[Seat], seat: Seat) -> tuple[Seat, ...]:
    """Return seats in their order, but for this one."""
    return tuple(other for other in seats if other != seat)


class Notice(Event, frozen=True, tag=tag):
    """What people learn of a ruling. It reveals nothing of the game. ``stands``: it concerns
    people and not the position, so that it is not taken back with what was played around it.
    """

    final: ClassVar[bool] = False
    stands: ClassVar[bool] = True


class Unrated(Notice, frozen=True):
    """The game is made so that it does not count for ratings; who moderates it may play in it."""


class Proposed(Notice, frozen=True):
    """A seat asks all others to agree to go back to a line of the public history."""

    by: Seat
    line: int


class AskedFor(Notice, frozen=True):
    """A seat asks all others to agree to something that a moderator can do; if it is to be
    ``spoken``, nobody agrees by silence.
    """

    by: Seat
    what: str
    spoken: bool = False


class StillAsked(Notice, frozen=True):
    """These ``seats`` have not answered the request of a seat: for ``what``, or else to go back to
    ``line``.
    """

    by: Seat
    what: str
    line: int
    seats: tuple[Seat, ...]


class Approved(Notice, frozen=True):
    """What a seat has asked for is done: the others agree."""

    by: Seat
    what: str


class Agreed(Notice, frozen=True):
    """A seat agrees to what is proposed."""

    by: Seat


class Disagreed(Notice, frozen=True):
    """A seat does not agree, or takes its own proposal back: nothing is proposed any more."""

    by: Seat


class RolledBack(Notice, frozen=True):
    """The game stands again as after a line of its public history: by ``consent``
    of all, or by a ``moderator``.

    ``revealed``: what had come to light in between is known all the same.
    """

    stands: ClassVar[bool] = False
    how: str
    line: int
    revealed: bool


class Vacated(Notice, frozen=True):
    """A seat has lost its player, and may be taken by somebody else."""

    seat: Seat


class Replaced(Notice, frozen=True):
    """Somebody else has the seat now, shown as ``name``."""

    seat: Seat
    name: str


class Removed(Notice, frozen=True):
    """A seat is out: it is answered for from now on."""

    seat: Seat


class Corrected(Notice, frozen=True):
    """The position was corrected; what was, stays between the moderator and the audit log."""

    stands: ClassVar[bool] = False
    reason: str


class Announced(Notice, frozen=True):
    """The moderators say something to everybody."""

    text: str


class Appealed(Notice, frozen=True):
    """A seat asks the moderators to rule; without a text it asks no longer."""

    by: Seat
    text: str


class Questioned(Notice, frozen=True):
    """For a moderator: a seat asks them something, which nobody else is told."""

    by: Seat
    text: str


class RuledOn(Notice, frozen=True):
    """The moderators have ruled, for this reason; nothing is appealed any more."""

    text: str


class Hushed(Notice, frozen=True):
    """A seat may not talk any more, or (``on`` is false) may again."""

    seat: Seat
    on: bool


class Unreached(Notice, frozen=True):
    """What goes to a seat through this door does not arrive, or (``on``
    is false) seems to arrive again.
    """

    seat: Seat
    door: str
    on: bool


class Appointed(Notice, frozen=True):
    """Somebody else is a moderator of this game; with ``alone``, instead of the one who says so."""

    name: str
    alone: bool


class Closed(Notice, frozen=True):
    """The moderators have ended the game, for this reason."""

    text: str


class Viewed(Notice, frozen=True):
    """Hidden information was shown to somebody who does not play: what this seat sees, or
    everything (""). ``name`` is that of the account at this door.
    """

    name: str
    door: str
    seat: Seat


class Invited(Notice, frozen=True):
    """For the one who is meant: they are asked to join the game. ``by`` may be nobody's name."""

    by: str


class Ruling(House, frozen=True, tag=tag):
    """An order of the house that changes something beside the rules. ``aside``: the position
    has nothing to do with it, so that who could take an order back before can still.
    """

    aside: ClassVar[bool] = True

    def do(self, t: Governed) -> None:
        """Change it, and tell of it."""
        raise NotImplementedError(type(self).__name__)


class Propose(Ruling, frozen=True):
    """What is proposed now, by a seat that agrees itself; what was
    proposed before is not any more.
    """

    by: Seat
    line: int
    to: int

    def do(self, t: Governed) -> None:
        t.state.people.proposal = Proposal(
            by=self.by, agreed=(self.by,), line=self.line, to=self.to
        )
        t.tell(Proposed(self.by, self.line))


class AskFor(Ruling, frozen=True):
    """A seat asks all others to agree to something that a moderator can do; these ``agreed`` from
    the beginning.
    """

    by: Seat
    what: str
    agreed: tuple[Seat, ...]
    until: int
    spoken: bool = False

    def do(self, t: Governed) -> None:
        t.state.people.proposal = Proposal(
            by=self.by,
            agreed=self.agreed,
            what=self.what,
            until=self.until,
            spoken=self.spoken,
        )
        t.tell(AskedFor(self.by, self.what, self.spoken))


class Hear(Ruling, frozen=True):
    """The open request was delivered to these seats. Nobody is told."""

    seats: tuple[Seat, ...]

    def do(self, t: Governed) -> None:
        proposal = t.state.people.proposal
        assert proposal is not None
        proposal.heard = proposal.heard | dict.fromkeys(self.seats, t.state.now)


class AskAgain(Ruling, frozen=True):
    """These seats are reminded of the open request."""

    seats: tuple[Seat, ...]

    def do(self, t: Governed) -> None:
        proposal = t.state.people.proposal
        assert proposal is not None
        proposal.reminded = True
        t.tell(StillAsked(proposal.by, proposal.what, proposal.line, self.seats))


class Approve(Ruling, frozen=True):
    """The others agree to what a seat has asked for."""

    by: Seat
    what: str

    def do(self, t: Governed) -> None:
        t.state.people.proposal = None
        t.tell(Approved(self.by, self.what))


class Agree(Ruling, frozen=True):
    """A seat agrees to what is proposed."""

    by: Seat

    def do(self, t: Governed) -> None:
        people = t.state.people
        assert people.proposal is not None
        people.proposal.agreed = (*people.proposal.agreed, self.by)
        t.tell(Agreed(self.by))


class Disagree(Ruling, frozen=True):
    """A seat rejects what is proposed, or takes its own proposal back."""

    by: Seat

    def do(self, t: Governed) -> None:
        t.state.people.proposal = None
        t.tell(Disagreed(self.by))


class Vacate(Ruling, frozen=True):
    """The seat is free for somebody else. The game goes on; whoever takes it finds it as it is."""

    seat: Seat

    def do(self, t: Governed) -> None:
        people = t.state.people
        people.vacant = (*without(people.vacant, self.seat), self.seat)
        t.tell(Vacated(self.seat))


class Replace(Ruling, frozen=True):
    """Somebody else sits down on a seat. Its salt stays: the dice
    are those that were committed to.
    """

    seat: Seat
    name: str

    def do(self, t: Governed) -> None:
        state = t.state
        state.joins += 1
        for k, chair in enumerate(state.chairs):
            if chair.seat == self.seat:
                state.chairs[k] = Chair(chair.seat, self.name, state.joins, chair.salt)
                t.game.renamed(t, state.chairs[k])
        people = state.people
        misses = people.times.misses
        people.times.misses = {seat: misses[seat] for seat in without(misses, self.seat)}
        for listed in ("vacant", "removed", "hushed"):
            setattr(people, listed, without(getattr(people, listed), self.seat))
        if people.proposal is not None:
            # The newcomer has not heard of it.
            people.proposal.heard = {
                seat: people.proposal.heard[seat]
                for seat in without(people.proposal.heard, self.seat)
            }
        t.tell(Replaced(self.seat, self.name))


class Remove(Ruling, frozen=True):
    """A seat plays no more. Where the game has a way out for it, that is taken; else its default is
    played from now on.
    """

    aside: ClassVar[bool] = False
    seat: Seat

    def do(self, t: Governed) -> None:
        people = t.state.people
        people.vacant = without(people.vacant, self.seat)
        t.tell(Removed(self.seat))
        out = t.way_out(self.seat)
        people.removed = (*people.removed, self.seat)
        if out is not None:
            t.game.always(t, self.seat, out)
        elif set(people.removed) >= set(t.seats):
            t.end(ABANDONED)


class Correct(Ruling, frozen=True):
    """The value at ``path`` of the world is another one. Raises ``Uncorrectable``."""

    aside: ClassVar[bool] = False
    path: str
    value: Any
    reason: str

    def do(self, t: Governed) -> None:
        t.state.world = corrected(t.world, self.path, self.value, t.game.check)
        t.game.corrected(t.world)
        t.tell(Corrected(self.reason))


class Announce(Ruling, frozen=True):
    """Something is said to everybody."""

    text: str

    def do(self, t: Governed) -> None:
        t.tell(Announced(self.text))


class Appeal(Ruling, frozen=True):
    """A seat asks for a ruling, or with no text no longer."""

    by: Seat
    text: str

    def do(self, t: Governed) -> None:
        t.tell(Appealed(self.by, self.text))


class Decide(Ruling, frozen=True):
    """What was appealed is ruled on, and everybody is told why."""

    text: str

    def do(self, t: Governed) -> None:
        t.tell(RuledOn(self.text))


class Hush(Ruling, frozen=True):
    """A seat may not talk from now on, or (``on`` is false) may again."""

    seat: Seat
    on: bool

    def do(self, t: Governed) -> None:
        others = without(t.state.people.hushed, self.seat)
        t.state.people.hushed = (*others, self.seat) if self.on else others
        t.tell(Hushed(self.seat, self.on))


class Unreach(Ruling, frozen=True):
    """A seat is out of reach through this door, or (``on`` is false) is no longer."""

    seat: Seat
    door: str
    on: bool = True

    def do(self, t: Governed) -> None:
        t.tell(Unreached(self.seat, self.door, self.on))


class Appoint(Ruling, frozen=True):
    """Somebody else is a moderator. Who that is, the house knows; the game knows what they are
    called.
    """

    name: str
    alone: bool

    def do(self, t: Governed) -> None:
        t.tell(Appointed(self.name, self.alone))


class Close(Ruling, frozen=True):
    """The game ends here, without a winner; its dice are disclosed."""

    aside: ClassVar[bool] = False
    text: str

    def do(self, t: Governed) -> None:
        t.tell(Closed(self.text))
        t.end(ABANDONED)


class View(Ruling, frozen=True):
    """Hidden information is shown to a moderator: what a seat sees, or everything ("")."""

    name: str
    door: str
    seat: Seat

    def do(self, t: Governed) -> None:
        t.tell(Viewed(self.name, self.door, self.seat))


ORDERS = (
    Propose,
    AskFor,
    Hear,
    AskAgain,
    Approve,
    Agree,
    Disagree,
    Vacate,
    Replace,
    Remove,
    Correct,
    Announce,
    Appeal,
    Decide,
    Hush,
    Unreach,
    Appoint,
    Close,
    View,
)
EVENTS = (
    Unrated,
    Proposed,
    AskedFor,
    StillAsked,
    Approved,
    Agreed,
    Disagreed,
    RolledBack,
    Vacated,
    Replaced,
    Removed,
    Corrected,
    Announced,
    Appealed,
    Questioned,
    RuledOn,
    Hushed,
    Unreached,
    Appointed,
    Closed,
    Viewed,
    Invited,
)
