"""Rulings: what moderators, or all seats together, decide about a game. They are entries of the
house in its journal; what concerns the players stands in its public history.

The names of these classes are stored with saved games: they stay as they are.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from engine.errors import Uncorrectable
from engine.play import Governed
from engine.state import Event, House, Proposal, Seat, SeatHolder

ABANDONED = "abandoned"
"""The result of a game that was closed."""
STEP = re.compile(r"\.?([^.\[\]]+)|\[([0-9]+)\]")


def tag(name: str) -> str:
    """Return the stored name of one of the house's own orders or events. No game uses
    such a name.
    """
    return f"house-{name}"


def without(seats: Iterable[Seat], seat: Seat) -> tuple[Seat, ...]:
    """Return seats in their order, but for this one."""
    return tuple(other for other in seats if other != seat)


# ---- what people learn of it


class Notice(Event, frozen=True, tag=tag):
    """The news of a ruling. It reveals nothing of the game. ``stands``: it concerns people and not
    the position, so an undo of the moves around it keeps it.
    """

    final: ClassVar[bool] = False
    stands: ClassVar[bool] = True


class Unrated(Notice, frozen=True):
    """The game does not count for ratings, so its moderator may play in it."""


class Proposed(Notice, frozen=True):
    by: Seat
    line: int  # of the public history, to which the game is to go back


class AskedFor(Notice, frozen=True):
    """For something that a moderator can do."""

    by: Seat
    what: str
    spoken: bool = False  # nobody agrees by silence


class StillAsked(Notice, frozen=True):
    """These ``seats`` have not answered: to ``what``, or else to going back to ``line``."""

    by: Seat
    what: str
    line: int
    seats: tuple[Seat, ...]


class Approved(Notice, frozen=True):
    by: Seat
    what: str


class Agreed(Notice, frozen=True):
    by: Seat


class Disagreed(Notice, frozen=True):
    """A proposal has ended without agreement."""

    by: Seat


class RolledBack(Notice, frozen=True):
    stands: ClassVar[bool] = False
    how: str  # by "consent" of all, or by a "moderator"
    line: int
    revealed: bool  # what had come to light in between is known all the same


class Vacated(Notice, frozen=True):
    """A seat has lost its player, and may be taken by somebody else."""

    seat: Seat


class Replaced(Notice, frozen=True):
    seat: Seat
    name: str


class Removed(Notice, frozen=True):
    """A seat is out: it is answered for from now on."""

    seat: Seat


class Corrected(Notice, frozen=True):
    """A moderator has corrected the position. Only the moderator and the audit log know the old
    value.
    """

    stands: ClassVar[bool] = False
    reason: str


class Announced(Notice, frozen=True):
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
    """An appeal has been decided."""

    text: str


class Hushed(Notice, frozen=True):
    """A seat may no longer talk, or (``on`` is false) may again."""

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
    """Somebody is a moderator of this game; with ``alone``, instead of the one who says so."""

    name: str
    alone: bool


class Closed(Notice, frozen=True):
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


# ---- what is decided


class Ruling(House, frozen=True, tag=tag):
    """An order of the house that changes something beside the rules. ``aside``: the position
    has nothing to do with it, so that who could take an order back before can still.
    """

    aside: ClassVar[bool] = True
    tells: ClassVar[type[Notice] | None] = None
    """The notice that announces this ruling to everybody, or ``None``. Its fields are copied from
    the ruling's fields of the same names.
    """

    def do(self, t: Governed) -> None:
        """Change it, and tell of it."""
        self.change(t)
        if self.tells is not None:
            t.tell(self.tells(*(getattr(self, name) for name in self.tells.__struct_fields__)))

    def change(self, t: Governed) -> None:
        """Change it, for a ruling of which is told afterwards, and no more than it says."""


class Propose(Ruling, frozen=True):
    """By a seat that agrees itself; what was proposed before is not any more."""

    tells: ClassVar = Proposed
    by: Seat
    line: int
    to: int

    def change(self, t: Governed) -> None:
        agreed = (self.by,)
        t.state.people.proposal = Proposal(by=self.by, agreed=agreed, line=self.line, to=self.to)


class AskFor(Ruling, frozen=True):
    """These ``agreed`` from the beginning."""

    tells: ClassVar = AskedFor
    by: Seat
    what: str
    agreed: tuple[Seat, ...]
    until: int
    spoken: bool = False

    def change(self, t: Governed) -> None:
        t.state.people.proposal = Proposal(
            by=self.by,
            agreed=self.agreed,
            what=self.what,
            until=self.until,
            spoken=self.spoken,
        )


class Hear(Ruling, frozen=True):
    """The open request was delivered to these seats. Nobody is told."""

    seats: tuple[Seat, ...]

    def change(self, t: Governed) -> None:
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
    tells: ClassVar = Approved
    by: Seat
    what: str

    def change(self, t: Governed) -> None:
        t.state.people.proposal = None


class Agree(Ruling, frozen=True):
    tells: ClassVar = Agreed
    by: Seat

    def change(self, t: Governed) -> None:
        proposal = t.state.people.proposal
        assert proposal is not None
        proposal.agreed = (*proposal.agreed, self.by)


class Disagree(Ruling, frozen=True):
    """A seat rejects what is proposed, or takes its own proposal back."""

    tells: ClassVar = Disagreed
    by: Seat

    def change(self, t: Governed) -> None:
        t.state.people.proposal = None


class Vacate(Ruling, frozen=True):
    """The game goes on; whoever takes the seat finds it as it is."""

    tells: ClassVar = Vacated
    seat: Seat

    def change(self, t: Governed) -> None:
        people = t.state.people
        people.vacant = (*without(people.vacant, self.seat), self.seat)


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
                state.chairs[k] = SeatHolder(chair.seat, self.name, state.joins, chair.salt)
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
    """Who that is, the house knows; the game knows what they are called."""

    tells: ClassVar = Appointed
    name: str
    alone: bool


class Close(Ruling, frozen=True):
    """The game ends here, without a winner; its dice are disclosed."""

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


# ---- the value at one place of the world is corrected, and checked like everything that is loaded


def steps(path: str) -> list[str]:
    """Return ``units[3].hp`` or ``units.3.hp`` as words. Raises ``Uncorrectable``."""
    found, at = list[str](), 0
    while at < len(path):
        match = STEP.match(path, at)
        if match is None:
            raise Uncorrectable("bad-path", path)
        found.append(match[1] or match[2])
        at = match.end()
    if not found:
        raise Uncorrectable("bad-path", path)
    return found


def inside(thing: Any, data: Any, step: str) -> tuple[Any, Any]:
    """Return what stands behind one step, and the key under which ``data``, the same thing as plain
    data, has it. Raises ``LookupError``.
    """
    if isinstance(thing, Struct):
        place = thing.__struct_fields__.index(step) if step in thing.__struct_fields__ else None
        if place is None:
            raise LookupError(step)
        return getattr(thing, step), step if isinstance(data, dict) else place + (
            thing.__struct_config__.tag is not None
        )
    if isinstance(thing, dict):
        key = next((key for key in thing if str(key) == step), None)
        if key is None:
            raise LookupError(step)
        return thing[key], step
    if isinstance(thing, list | tuple) and step.isdecimal():
        return thing[int(step)], int(step)
    raise LookupError(step)


def corrected(world: Any, path: str, value: Any, check: Callable[[Any], None]) -> Any:
    """Return a copy of the world with another value at that path, if ``check`` lets it pass. Raise
    ``Uncorrectable``.
    """
    whole = data = msgspec.json.decode(msgspec.json.encode(world))
    *before, last = steps(path)
    thing = world
    try:
        for step in before:
            thing, key = inside(thing, data, step)
            data = data[key]
        _, key = inside(thing, data, last)
    except LookupError as error:
        raise Uncorrectable("bad-path", path) from error
    data[key] = value
    try:
        changed: Any = msgspec.json.decode(msgspec.json.encode(whole), type=type(world))
        check(changed)
    except (msgspec.ValidationError, ValueError, AssertionError, LookupError, TypeError) as error:
        raise Uncorrectable("bad-value", path) from error
    return changed


ORDERS = (
    *(Propose, AskFor, Hear, AskAgain, Approve, Agree, Disagree, Vacate, Replace, Remove, Correct),
    *(Announce, Appeal, Decide, Hush, Unreach, Appoint, Close, View),
)
EVENTS = (
    *(Unrated, Proposed, AskedFor, StillAsked, Approved, Agreed, Disagreed, RolledBack, Vacated),
    *(Replaced, Removed, Corrected, Announced, Appealed, Questioned, RuledOn, Hushed, Unreached),
    *(Appointed, Closed, Viewed, Invited),
)
