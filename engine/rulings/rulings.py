"""Rulings of moderators, or of all seats together. They are the referee's entries in the journal,
and most are announced in the public history.

The class names are stored with saved games, so they must not change.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.play import Governed
from engine.rulings.corrections import corrected
from engine.state import Event, House, Proposal, Seat

ABANDONED = "abandoned"
"""The result of a game that a moderator closed."""


def tag(name: str) -> str:
    """Return the stored name of an order or event of the engine. No game uses such names."""
    return f"house-{name}"


def without(seats: Iterable[Seat], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


# ---- notices


class Notice(Event, frozen=True, tag=tag):
    """The news of a ruling. It reveals nothing of the position. If it ``stands``, it concerns
    people and not the position, so an undo of the moves around it keeps it.
    """

    final: ClassVar[bool] = False
    stands: ClassVar[bool] = True


class Unrated(Notice, frozen=True):
    """The game does not count for ratings, so its moderator may play."""


class Proposed(Notice, frozen=True):
    by: Seat
    line: int  # the undo goes back to this line of the public history


class AskedFor(Notice, frozen=True):
    by: Seat
    what: str  # the order
    spoken: bool = False  # silence does not mean agreement
    deputy: bool = False  # a moderator on that seat's side asks, and the seat must agree, too


class StillAsked(Notice, frozen=True):
    by: Seat
    what: str
    line: int
    seats: tuple[Seat, ...]  # the seats that have not answered


class Approved(Notice, frozen=True):
    by: Seat
    what: str


class ActedAlone(Notice, frozen=True):
    by: Seat
    what: str  # the order


class Agreed(Notice, frozen=True):
    by: Seat


class Disagreed(Notice, frozen=True):
    by: Seat


class RolledBack(Notice, frozen=True):
    stands: ClassVar[bool] = False
    how: str  # "consent" of all, or "moderator"
    line: int
    revealed: bool  # hidden information had come to light, which the players still know


class Vacated(Notice, frozen=True):
    seat: Seat


class Replaced(Notice, frozen=True):
    seat: Seat
    name: str


class Removed(Notice, frozen=True):
    seat: Seat


class Corrected(Notice, frozen=True):
    """A moderator has corrected the position. Players don't learn the old value."""

    stands: ClassVar[bool] = False
    reason: str


class Announced(Notice, frozen=True):
    text: str


class Appealed(Notice, frozen=True):
    by: Seat
    text: str


class Questioned(Notice, frozen=True):
    by: Seat
    text: str


class RuledOn(Notice, frozen=True):
    text: str


class Hushed(Notice, frozen=True):
    seat: Seat
    on: bool


class Unreached(Notice, frozen=True):
    seat: Seat
    door: str
    on: bool


class Appointed(Notice, frozen=True):
    name: str
    alone: bool  # instead of the person who appointed them


class Closed(Notice, frozen=True):
    text: str


class Viewed(Notice, frozen=True):
    """Hidden information was shown to a person who does not play."""

    name: str  # the person's account at ``door``
    door: str
    seat: Seat  # the seat whose view was shown; "": everything


class Admitted(Notice, frozen=True):
    """A seat lets a person who does not play read its view."""

    name: str  # the person's account at ``door``
    door: str
    seat: Seat


class Linked(Notice, frozen=True):
    """A private game has a web page now, for everybody who has its address, or no longer."""

    on: bool


class Invited(Notice, frozen=True):
    """Only for the invited person: they are asked to join the game. ``by`` may be empty."""

    by: str


class WebhookEnded(Notice, frozen=True):
    """Only for the person who set a webhook: nothing has reached it for days."""

    host: str


# ---- rulings


class Ruling(House, frozen=True, tag=tag):
    """An order of the referee that changes something outside the game's rules. If it is ``aside``,
    the position is not concerned, so orders can still be taken back.
    """

    aside: ClassVar[bool] = True
    tells: ClassVar[type[Notice] | None] = None
    """The notice that announces this ruling to everybody, or ``None``. Its fields are copied from
    the ruling's fields of the same names.
    """

    def do(self, t: Governed) -> None:
        self.change(t)
        if self.tells is not None:
            t.tell(self.tells(*(getattr(self, name) for name in self.tells.__struct_fields__)))

    def change(self, t: Governed) -> None: ...


class Propose(Ruling, frozen=True):
    """A seat proposes an undo and agrees to it. An earlier proposal ends."""

    tells: ClassVar = Proposed
    by: Seat
    line: int
    to: int

    def change(self, t: Governed) -> None:
        t.state.people.put(Proposal(by=self.by, agreed=(self.by,), line=self.line, to=self.to))


class AskFor(Ruling, frozen=True):
    tells: ClassVar = AskedFor
    by: Seat
    what: str
    agreed: tuple[Seat, ...]  # the seats that agree from the beginning
    until: int  # from this second on silence means agreement
    spoken: bool = False

    @property
    def deputy(self) -> bool:
        return self.by not in self.agreed

    def change(self, t: Governed) -> None:
        by, what, until = self.by, self.what, self.until
        t.state.people.put(
            Proposal(by=by, agreed=self.agreed, what=what, until=until, spoken=self.spoken)
        )


class Hear(Ruling, frozen=True):
    seats: tuple[Seat, ...]

    def change(self, t: Governed) -> None:
        people, proposal = t.state.people, t.state.people.proposal
        assert proposal is not None
        proposal.heard = proposal.heard | dict.fromkeys(self.seats, t.state.now)
        people.unsure = tuple(seat for seat in people.unsure if seat not in self.seats)


class AskAgain(Ruling, frozen=True):
    seats: tuple[Seat, ...]

    def do(self, t: Governed) -> None:
        proposal = t.state.people.proposal
        assert proposal is not None
        proposal.reminded = True
        t.tell(StillAsked(proposal.by, proposal.what, proposal.line, self.seats))


class Approve(Ruling, frozen=True):
    tells: ClassVar = Approved
    by: Seat
    what: str

    def change(self, t: Governed) -> None:
        t.state.people.put(None)


class ActAlone(Ruling, frozen=True):
    tells: ClassVar = ActedAlone
    by: Seat
    what: str


class Agree(Ruling, frozen=True):
    tells: ClassVar = Agreed
    by: Seat

    def change(self, t: Governed) -> None:
        proposal = t.state.people.proposal
        assert proposal is not None
        proposal.agreed = (*proposal.agreed, self.by)


class Disagree(Ruling, frozen=True):
    tells: ClassVar = Disagreed
    by: Seat

    def change(self, t: Governed) -> None:
        t.state.people.put(None)


class Vacate(Ruling, frozen=True):
    tells: ClassVar = Vacated
    seat: Seat

    def change(self, t: Governed) -> None:
        people = t.state.people
        people.vacant = (*without(people.vacant, self.seat), self.seat)


class Replace(Ruling, frozen=True):
    """Another person takes a seat. Its salt stays, because the dice are committed to it. Old games
    kept what the former player had agreed to; they are not ``fresh``.
    """

    seat: Seat
    name: str
    fresh: bool = False

    def do(self, t: Governed) -> None:
        state = t.state
        state.joins += 1
        for k, chair in enumerate(state.chairs):
            if chair.seat == self.seat:
                state.chairs[k] = replace(chair, name=self.name, number=state.joins)
                t.game.renamed(t, state.chairs[k])
        people = state.people
        misses = people.times.misses
        people.times.misses = {seat: misses[seat] for seat in without(misses, self.seat)}
        if self.fresh:
            for votes in ("wishes", "against"):
                kept = {
                    wish: left
                    for wish, seats in getattr(people.times, votes).items()
                    if (left := without(seats, self.seat))
                }
                setattr(people.times, votes, kept)
        for listed in ("vacant", "removed", "hushed", "unsure"):
            setattr(people, listed, without(getattr(people, listed), self.seat))
        if people.proposal is not None:
            # The new player has neither received the open request nor agreed to it.
            if self.fresh:
                people.proposal.agreed = without(people.proposal.agreed, self.seat)
            people.proposal.heard = {
                seat: people.proposal.heard[seat]
                for seat in without(people.proposal.heard, self.seat)
            }
        t.tell(Replaced(self.seat, self.name))


class Remove(Ruling, frozen=True):
    """A seat leaves the game: by the game's order for leaving, or its defaults are played."""

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
    """The value at ``path`` of the world is replaced. Raises ``Uncorrectable``."""

    aside: ClassVar[bool] = False
    path: str
    value: Any
    reason: str

    def do(self, t: Governed) -> None:
        t.state.world = corrected(t.world, self.path, self.value, t.game.check)
        t.game.corrected(t.world)
        t.tell(Corrected(self.reason))


class Announce(Ruling, frozen=True):
    tells: ClassVar = Announced
    text: str


class Appeal(Ruling, frozen=True):
    tells: ClassVar = Appealed
    by: Seat
    text: str


class Decide(Ruling, frozen=True):
    tells: ClassVar = RuledOn
    text: str


class Hush(Ruling, frozen=True):
    tells: ClassVar = Hushed
    seat: Seat
    on: bool

    def change(self, t: Governed) -> None:
        others = without(t.state.people.hushed, self.seat)
        t.state.people.hushed = (*others, self.seat) if self.on else others


class Unreach(Ruling, frozen=True):
    tells: ClassVar = Unreached
    seat: Seat
    door: str
    on: bool = True


class Appoint(Ruling, frozen=True):
    """A person becomes a moderator. The game knows only a name; the accounts know the person."""

    tells: ClassVar = Appointed
    name: str
    alone: bool


class Close(Ruling, frozen=True):
    aside: ClassVar[bool] = False
    text: str

    def do(self, t: Governed) -> None:
        t.tell(Closed(self.text))
        t.end(ABANDONED)


class View(Ruling, frozen=True):
    tells: ClassVar = Viewed
    name: str
    door: str
    seat: Seat


class Admit(Ruling, frozen=True):
    tells: ClassVar = Admitted
    name: str
    door: str
    seat: Seat


class LinkPage(Ruling, frozen=True):
    tells: ClassVar = Linked
    on: bool


ORDERS = (
    *(Propose, AskFor, Hear, AskAgain, Approve, Agree, Disagree, Vacate, Replace, Remove, Correct),
    *(Announce, Appeal, Decide, Hush, Unreach, Appoint, Close, View, ActAlone),
    *(Admit, LinkPage),
)
EVENTS = (
    *(Unrated, Proposed, AskedFor, StillAsked, Approved, Agreed, Disagreed, RolledBack, Vacated),
    *(Replaced, Removed, Corrected, Announced, Appealed, Questioned, RuledOn, Hushed, Unreached),
    *(Appointed, Closed, Viewed, Admitted, Linked, Invited, WebhookEnded, ActedAlone),
)
