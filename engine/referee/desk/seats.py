"""Taking a seat, giving it to a robot, leaving it, starting."""

import re
import unicodedata

import msgspec
from msgspec import Struct

from engine.house.times import Return
from engine.letters import Receipt
from engine.menu import Choice
from engine.referee.desk import recipients, venues
from engine.referee.desk.verbs import No, Request, Verb
from engine.referee.doors import ROBOT
from engine.referee.lookalikes import alike, for_the_house
from engine.referee.open_game import OpenGame
from engine.slots import Int, OneOf, Text
from engine.state import HOUSE, PUBLIC, Join, Leave, Seat, Start
from engine.table import GameTable

ROBOTS_ALONE = 3
"""Games that somebody may have running in which robots hold all seats."""
PROGRAM = "program"
"""How a seat is marked that a program plays."""


class Joining(Struct, frozen=True):
    """``join [SEAT] [salt TEXT]``: take a seat, the first free one unless
    named; the salt goes into the dice. ``join [SEAT] as program``: everybody reads that it is one.
    """

    seat: str = ""
    salt: str = ""
    kind: str = ""


class Seating(Struct, frozen=True):
    """``robot SEAT [level N]``: a robot plays it. Level 0 plays at random."""

    seat: str
    level: int = 1


class Leaving(Struct, frozen=True):
    """``leave``: free one's seat, before the start (BB-6)."""


class Starting(Struct, frozen=True):
    """``start``: begin with the seats that are taken, where the game allows fewer (BB-5)."""


def join(request: Request, asked: Joining) -> Receipt:
    """Take a seat."""
    opened, letter, table = request.opened, request.letter, request.opened.table
    if (held := recipients.plays(request, request.sender)) is not None:
        if held not in table.state.people.vacant or table.state.result:
            raise No("joined-before", word=held)
        request.batch.enter(opened, letter.at, HOUSE, Return(held))
        return request.done(did="join", seat=held)
    if request.register.kicked(opened.id, request.sender):
        raise No("kicked-out")
    venues.admit(request, opened.id)
    if recipients.has_viewed(
        request.batch, opened, recipients.kin(request.batch, opened, request.sender)
    ):
        raise No("has-viewed")
    handed = request.register.offered(opened.id, request.sender)
    if handed is not None and not asked.kind and asked.seat in ("", handed):
        return take_vacant(request, Joining(handed), (handed,))
    if vacant := table.state.people.vacant:
        return take_vacant(request, asked, vacant)
    if not table.state.open or table.state.result or len(table.seats) == table.state.places:
        raise No("game-started")
    drawn = table.setup.seating == "random"
    if drawn and asked.seat:
        raise No("seats-are-drawn", "join", word=asked.seat)
    taken = (
        table.load(table.save()).draw()
        if drawn
        else free_seat(table, asked.seat or letter.name or letter.sender, exact=bool(asked.seat))
    )
    name = recipients.called(opened, taken, letter.name)
    if asked.kind:
        name = recipients.marked(name, asked.kind)
    recipients.reach(request.batch, opened, taken, request.sender, letter.key)
    request.register.call(request.sender, name)
    request.batch.enter(opened, letter.at, HOUSE, Join(taken, name, asked.salt or name))
    return Receipt(
        status="answered", game=opened.id, seat=taken, facts={"did": "join", "seat": taken}
    )


def take_vacant(request: Request, asked: Joining, vacant: tuple[Seat, ...]) -> Receipt:
    """Sit down on a seat that has lost its player, as the game stands."""
    named = [seat for seat in vacant if seat.casefold() == asked.seat.casefold()]
    if request.opened.table.state.result or (asked.seat and not named):
        raise No("seat-taken", *vacant, word=asked.seat)
    seat = (named or vacant)[0]
    sender, letter = request.sender, request.letter
    recipients.take_over(request, seat, sender, letter.name, letter.key, kind=asked.kind)
    return Receipt(
        status="answered", game=request.opened.id, seat=seat, facts={"did": "join", "seat": seat}
    )


def robot(request: Request, asked: Seating) -> Receipt:
    """Give a free seat to a robot, which is called one."""
    opened, table = request.opened, request.opened.table
    doors = request.batch.doors
    if doors and ROBOT not in doors and not request.batch.store.shared:
        raise No("no-robots-here")
    if table.state.result:
        raise No("game-started")
    vacant = [one for one in table.state.people.vacant if one.casefold() == asked.seat.casefold()]
    if not vacant and (not table.state.open or len(table.seats) == table.state.places):
        raise No("game-started")
    if not vacant and table.setup.seating == "random":
        raise No("seats-are-drawn", word=asked.seat)
    seat = vacant[0] if vacant else free_seat(table, asked.seat, exact=True)
    alone_with_robots(request, seat)
    who, name = (ROBOT, f"{opened.id}/{seat}:{asked.level}"), recipients.marked(seat, ROBOT)
    if vacant:
        recipients.take_over(request, seat, who, seat, kind=ROBOT)
    else:
        recipients.reach(request.batch, opened, seat, who)
        request.batch.enter(opened, request.letter.at, HOUSE, Join(seat, name, name))
    return request.done(did="robot", seat=seat, level=asked.level)


def alone_with_robots(request: Request, seat: Seat) -> None:
    """Raises ``No`` if the game would become one more in which robots play among themselves than
    its makers may have running.
    """

    def only_robots(opened: OpenGame, but: Seat = "") -> bool:
        table = opened.table
        held = {one.viewer for one in opened.addresses if one.door == ROBOT}
        return len(table.seats) >= table.state.places - bool(but) and held >= {*table.seats} - {but}

    if request.letter.rank or not only_robots(request.opened, seat):
        return
    running = recipients.running_games(request.batch, request.sender)
    if sum(only_robots(one) for one in running if one is not request.opened) >= ROBOTS_ALONE:
        raise No("too-many-robots", word=str(ROBOTS_ALONE))


def robots(_: Request) -> list[Choice]:
    """Return how ``robot`` is spelt."""
    return [
        Choice(Seating, "robot {seat} level {level}", seat=Text(), level=Int(0, 9)),
        Choice(Seating, "robot {seat}", seat=Text()),
    ]


def roles_of(table: GameTable) -> tuple[Seat, ...] | int:
    """Return the seats by name, or how many there are."""
    return table.game.roles(msgspec.convert(table.setup.options, table.game.options_type))


def free_seat(table: GameTable, wanted: str, *, exact: bool) -> Seat:
    """Return the seat that somebody gets who asks for this one, or is called like this. Raises
    ``No``.
    """
    roles = roles_of(table)
    taken = {other.casefold() for other in table.seats}
    if not isinstance(roles, int):
        free = [role for role in roles if role.casefold() not in taken]
        named = [role for role in free if role.casefold() == wanted.casefold()]
        if exact and not named:
            raise No(
                "seat-taken" if wanted.casefold() in taken else "no-such-seat", *free, word=wanted
            )
        return (named or free)[0]
    if for_the_house(wanted):
        raise No("name-of-the-house", "join NAME", word=wanted)
    if alike(wanted, table.seats):
        raise No("name-like-another", "join NAME", word=wanted)
    if not exact:
        wanted = protocol_name(wanted, taken)
    seat = table.game.name_of_seat(wanted)
    if seat is None or seat in (PUBLIC, HOUSE):
        raise No("bad-name", word=wanted)
    if seat.casefold() in taken:
        raise No("already-joined", word=seat)
    return seat


def protocol_name(name: str, taken: set[str]) -> str:
    """BB-3: a display name as a seat's name: blanks become ``_``, what may not stand
    there goes, doubles get a number.

    Rule: BB-3.
    """
    kept = (
        "".join(c for c in re.sub(r"\s+", "_", name.strip()) if unicodedata.category(c)[0] != "C")[
            :28
        ]
        or "player"
    )
    numbered = (kept, *(f"{kept}{n}" for n in range(2, 100)))
    return next(candidate for candidate in numbered if candidate.casefold() not in taken)


def leave(request: Request, _: Leaving) -> Receipt:
    """Free one's seat."""
    opened, seat = request.opened, request.seated()
    state = opened.table.state
    if state.result or len(state.chairs) == state.places:
        raise No("game-started")
    request.batch.enter(opened, request.letter.at, HOUSE, Leave(seat))
    recipients.leave(request.batch, opened, recipients.readers(opened, seat))
    return request.done(did="leave", seat=seat)


def start(request: Request, _: Starting) -> Receipt:
    """Begin with those who are there."""
    table = request.opened.table
    if table.state.result or len(table.seats) == table.state.places:
        raise No("game-started")
    roles = roles_of(table)
    if not isinstance(roles, int) or len(table.seats) < table.game.fewest:
        raise No("too-few-seats", word=str(len(table.seats)))
    request.batch.enter(request.opened, request.letter.at, HOUSE, Start())
    return request.done(did="start")


def joinings(_: Request) -> list[Choice]:
    """Return how ``join`` is spelt."""
    return [
        Choice(Joining, "join"),
        Choice(Joining, "join salt {salt}", salt=Text()),
        Choice(Joining, "join {seat} salt {salt}", seat=Text(), salt=Text()),
        Choice(Joining, "join as {kind}", kind=OneOf((PROGRAM,))),
        Choice(Joining, "join {seat} as {kind}", seat=Text(), kind=OneOf((PROGRAM,))),
        Choice(Joining, "join {seat}", seat=Text()),
    ]


VERBS = (
    Verb("join", "anybody", joinings, join),
    Verb("leave", "seat", lambda _: [Choice(Leaving, "leave")], leave),
    Verb("robot", "moderator", robots, robot),
    Verb("start", "seat or moderator", lambda _: [Choice(Starting, "start")], start),
)
