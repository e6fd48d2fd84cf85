"""What moderators do to a game. Every act is noted in the audit log; what
concerns the players, they are told.
"""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any

import msgspec
from msgspec import Struct

from engine.errors import Uncorrectable
from engine.game import Gather
from engine.house import plan_text
from engine.house.rulings import (
    Announce,
    Appeal,
    Appoint,
    Close,
    Correct,
    Decide,
    Hush,
    Remove,
    Ruling,
    View,
)
from engine.house.times import MODERATOR
from engine.letters import Receipt
from engine.menu import Choice
from engine.plaintext import clean
from engine.referee.desk import auditing, consent, handing, recipients, time
from engine.referee.desk import undo as undoing
from engine.referee.desk.verbs import No, Plain, Request, Verb
from engine.slots import Int, OneOf, Text
from engine.state import HOUSE, PUBLIC, Leave
from engine.store.journal import encode
from engine.table import GameTable

Act = Callable[[Request, Any], Receipt]

LONGEST = 2000
"""Characters of what is announced, or given as a reason."""


class OfSeat(Struct, frozen=True):
    """A seat is meant."""

    seat: str


class OfPerson(Struct, frozen=True):
    """Somebody is meant."""

    who: str


class Handing(Struct, frozen=True):
    """``gm replace SEAT [WHO]``: somebody else gets the seat; if nobody is named, whoever joins."""

    seat: str
    who: str = ""


class Lengthening(Struct, frozen=True):
    """``gm extend 24h``: so many seconds more."""

    length: int


class DeadlineSetting(Struct, frozen=True):
    """``gm deadline 2026-12-24``: at that second."""

    moment: int


class Going(Struct, frozen=True):
    """``gm rollback LINE``: back to that line of the public history."""

    line: int


class Correcting(Struct, frozen=True):
    """``gm correct PATH = VALUE because TEXT``."""

    path: str
    value: str
    reason: str


class Telling(Struct, frozen=True):
    """Something is said."""

    text: str = ""


def rule(request: Request, ruling: Ruling) -> None:
    """Make a ruling part of the game."""
    request.batch.enter(request.opened, request.letter.at, HOUSE, ruling)


def alive(request: Request) -> None:
    """Raises ``No`` if the game is over."""
    if request.opened.table.state.result:
        raise No("game-over")


def begun(request: Request) -> None:
    """Raises ``No`` if the game is over, or has not begun."""
    undoing.running(request.opened)


def impartial(act: Act) -> Act:
    """Return an act for which who plays needs the others' agreement: a power over the others' game.
    In a game that is rated and has begun, nobody has it who has a seat in it, or has had one and
    could take it again. What concerns their own seat alone they may do.
    """

    @wraps(act)
    def acting(request: Request, asked: Any) -> Receipt:
        own = recipients.stakes(request.batch, request.opened, request.sender)
        if request.agreed or not own or getattr(asked, "seat", None) in own:
            return act(request, asked)
        if request.seat is None:
            raise No("own-game")
        return consent.ask(request, request.seat, shown(request, asked))

    return acting


def shown(request: Request, asked: Any) -> str:
    """Return how everybody is shown what somebody asks for: people by the names that they have
    here. Raises ``No``.
    """
    said = " ".join(clean(request.letter.text).split())[:LONGEST]
    if who := getattr(asked, "who", ""):
        found = recipients.shown_as_named(request.opened, recipients.contact_of(request, who), who)
        said = f"{said.removesuffix(who)}{found}"
    return said


# ---- time


@impartial
def pause(request: Request, _: Plain) -> Receipt:
    """Pause the clock."""
    time.pause(request.batch, request.opened, request.letter.at, MODERATOR)
    return noted(request, "gm pause")


@impartial
def resume(request: Request, _: Plain) -> Receipt:
    """Have the clock go on."""
    time.resume(request.batch, request.opened, request.letter.at, MODERATOR)
    return noted(request, "gm resume")


@impartial
def extend(request: Request, asked: Lengthening) -> Receipt:
    """More time for the open question."""
    time.extend(request.batch, request.opened, request.letter.at, asked.length, MODERATOR)
    return noted(request, "gm extend", seconds=asked.length)


@impartial
def deadline(request: Request, asked: DeadlineSetting) -> Receipt:
    """Another due time for the open question."""
    time.set_due(request.batch, request.opened, request.letter.at, asked.moment, MODERATOR)
    return noted(request, "gm deadline", at=asked.moment)


@impartial
def default(request: Request, asked: Plain | OfSeat) -> Receipt:
    """Those who are asked, or one of them, are not waited for."""
    begun(request)
    ask = request.opened.table.ask()
    seats = (asked.seat,) if isinstance(asked, OfSeat) else ask.seats if ask is not None else ()
    for seat in seats:
        now = request.opened.table.ask()
        if isinstance(asked, OfSeat) or (now is not None and seat in now.seats):
            time.force_default(request.batch, request.opened, request.letter.at, seat, MODERATOR)
    return noted(request, "gm default", seats=list(seats))


# ---- people


def kick(request: Request, asked: OfSeat) -> Receipt:
    """Free somebody's seat, before the start; who had it joins again when invited."""
    opened, state = request.opened, request.opened.table.state
    if state.result or not isinstance(state.stack[0], Gather):
        raise No("game-started")
    request.batch.enter(opened, request.letter.at, HOUSE, Leave(asked.seat))
    gone = recipients.readers(opened, asked.seat)
    for address in gone:
        request.register.kick(opened.id, (address.door, address.sender))
    recipients.leave(request.batch, opened, gone)
    return noted(request, "kick", seat=asked.seat)


@impartial
def replace(request: Request, asked: Handing) -> Receipt:
    """Free a seat for whoever joins, or offer it to somebody, who has it once they say `join`.
    What an operator says goes without asking the newcomer.
    """
    begun(request)
    seat, name, told = asked.seat, "", "no"
    if not asked.who:
        recipients.vacate(request, seat)
        request.audit("gm replace", seat=seat, who=[])
    elif request.letter.rank == "operator":
        newcomer = recipients.contact_of(request, asked.who)
        if held := recipients.plays(request, newcomer):
            raise No("joined-before", word=held)
        name, told = recipients.shown(request.opened, newcomer), "yes"
        recipients.take_over(request, seat, newcomer, name)
        request.audit("gm replace", seat=seat, who=list(newcomer))
    else:
        name, told = handing.offer(request, seat, asked.who, "gm replace"), "offered"
    return request.done(did="gm replace", seat=seat, name=name, any=told)


@impartial
def remove(request: Request, asked: OfSeat) -> Receipt:
    """Take a seat out; the game goes on without it."""
    begun(request)
    if asked.seat in request.opened.table.state.people.removed:
        raise No("removed-before", word=asked.seat)
    rule(request, Remove(asked.seat))
    return noted(request, "gm remove", seat=asked.seat)


@impartial
def mute(request: Request, asked: OfSeat) -> Receipt:
    """Keep a seat from talking to the others."""
    rule(request, Hush(asked.seat, True))
    return noted(request, "gm mute", seat=asked.seat)


@impartial
def unmute(request: Request, asked: OfSeat) -> Receipt:
    """It may again."""
    rule(request, Hush(asked.seat, False))
    return noted(request, "gm unmute", seat=asked.seat)


@impartial
def appoint(request: Request, asked: OfPerson) -> Receipt:
    """Another moderator beside those there are."""
    who = recipients.contact_of(request, asked.who)
    if request.register.role(request.opened.id, who) is None:
        request.register.give_role(request.opened.id, who, "moderator")
        rule(request, Appoint(recipients.shown_as_named(request.opened, who, asked.who), False))
    seat = recipients.named_by_seat(request.opened, asked.who)
    request.audit("gm moderator", who=list(who), by_seat=seat or "")
    return request.done(did="gm moderator")


@impartial
def hand(request: Request, asked: OfPerson) -> Receipt:
    """Give the game to somebody else to look after; who hands it over is its moderator no more.
    Who moderates it only because of a role may take it over.
    """
    who, register, game = (
        recipients.contact_of(request, asked.who),
        request.register,
        request.opened.id,
    )
    role = register.role(game, request.sender)
    if who in register.person(request.sender) and (role or not request.letter.rank):
        raise No("no-such-person", word=asked.who)
    if register.role(game, request.sender) == "moderator":
        register.give_role(game, request.sender, None)
        register.give_role(game, who, register.role(game, who) or "moderator")
    else:
        for contact in [
            contact for contact, role in register.staff(game).items() if role == "owner"
        ]:
            register.give_role(game, contact, None)
        register.give_role(game, who, "owner")
    rule(request, Appoint(recipients.shown_as_named(request.opened, who, asked.who), True))
    seat = recipients.named_by_seat(request.opened, asked.who)
    request.audit("gm hand", who=list(who), by_seat=seat or "")
    return request.done(did="gm hand")


# ---- the position


@impartial
def rollback(request: Request, asked: Going) -> Receipt:
    """Back to a line of the public history."""
    undoing.running(request.opened)
    way = undoing.way_back(request.batch, request.opened, asked.line)
    undoing.go_back(request.batch, request.opened, request.letter.at, way, "moderator")
    return noted(request, "gm rollback", line=way.line)


@impartial
def undo(request: Request, _: Plain) -> Receipt:
    """Back to before the last order that everybody saw a seat give."""
    opened = request.opened
    undoing.running(opened)
    if not opened.table.state.steps:
        raise No("nothing-to-undo")
    way = undoing.way_back(request.batch, opened, to=max(opened.table.state.steps.values()) - 1)
    undoing.go_back(request.batch, opened, request.letter.at, way, "moderator")
    return noted(request, "gm undo", line=way.line)


def correct(request: Request, asked: Correcting) -> Receipt:
    """Another value at one place of the position, by somebody who
    has looked at it. All or nothing.
    """
    alive(request)
    opened = request.opened
    person = recipients.kin(request.batch, opened, request.sender)
    if not recipients.has_viewed(request.batch, opened, person):
        if recipients.seats_had(request.batch, opened, person):
            raise No("plays-himself")
        raise No("look-first", "gm look")
    try:
        value = msgspec.json.decode(asked.value)
    except msgspec.DecodeError:
        value = asked.value
    ruling = Correct(asked.path, value, clean(asked.reason)[:LONGEST])
    try:
        tried(opened.table.load(opened.table.save()), request.letter.at, ruling)
    except Uncorrectable as bad:
        raise No(bad.code, word=bad.word) from bad
    except Exception as error:
        # The rules cannot go on from there, whatever it is that they miss.
        raise No("bad-value", word=asked.path) from error
    rule(request, ruling)
    return noted(request, "gm correct", because=ruling.reason)


def tried(table: "GameTable", at: int, ruling: Ruling) -> None:
    """Rule it on a copy, and look at it from all sides. Raises what the rules raise."""
    table.take(max(at, table.state.now), HOUSE, ruling)
    table.load(table.save())
    for viewer in (PUBLIC, *table.seats):
        table.view(viewer)
        table.menu(viewer).examples(0)


def unseen(request: Request) -> Receipt | None:
    """Return the answer to somebody who may not view yet: who has given their seat up asks the
    others. Raises ``No`` if the sender has a seat: they see what is hidden from it when the game is
    over.
    """
    person = recipients.kin(request.batch, request.opened, request.sender)
    if any(request.opened.seat_of(*contact) for contact in person):
        raise No("plays-himself")
    had = recipients.seats_had(request.batch, request.opened, person)
    if not had or request.agreed or recipients.has_viewed(request.batch, request.opened, person):
        return None
    return consent.ask(request, min(had), shown(request, None))


def look(request: Request, asked: Plain | OfSeat) -> Receipt:
    """View hidden information: a seat's view, or all there is. The players are told
    at once, and by which account.
    """
    table = request.opened.table
    seat = asked.seat if isinstance(asked, OfSeat) else None
    if not table.state.result:
        if waits := unseen(request):
            return waits
        request.register.view(request.opened.id, request.sender)
        rule(request, View(recipients.account(request), request.letter.door, seat or ""))
    request.audit("gm look", seat=seat)
    table = request.opened.table
    seen = table.view(seat) if seat else {"world": table.world, "stack": table.state.stack}
    return request.done(did="gm look", of=seat or "", seen=msgspec.json.decode(encode(seen)))


# ---- words


def announce(request: Request, asked: Telling) -> Receipt:
    """Say something to everybody; it stands in the history."""
    rule(request, Announce(clean(asked.text)[:LONGEST]))
    return noted(request, "gm announce")


def appeal(request: Request, asked: Telling) -> Receipt:
    """Ask the moderators to rule, which everybody is told; `none`: no longer."""
    alive(request)
    seat, text = request.seated(), clean(asked.text)[:LONGEST]
    held, text = request.register.appeals(request.opened.id), "" if text == "none" else text
    if not text and seat not in held:
        raise No("nothing-appealed")
    request.register.appeal(request.opened.id, seat, request.letter.at, text)
    rule(request, Appeal(seat, text))
    return noted(request, "appeal" if text else "appeal none")


@impartial
def decide(request: Request, asked: Telling) -> Receipt:
    """Rule on what is appealed: everybody is told why, and nothing is appealed any more."""
    for seat in request.register.appeals(request.opened.id):
        request.register.appeal(request.opened.id, seat, 0, "")
    rule(request, Decide(clean(asked.text)[:LONGEST]))
    return noted(request, "gm rule", because=clean(asked.text)[:LONGEST])


@impartial
def close(request: Request, asked: Telling) -> Receipt:
    """End the game here, without a winner."""
    alive(request)
    rule(request, Close(clean(asked.text)[:LONGEST]))
    return noted(request, "gm close", because=clean(asked.text)[:LONGEST])


def noted(request: Request, action: str, **facts: Any) -> Receipt:
    """Note what was done, and answer."""
    request.audit(action, **facts)
    return request.done(
        did=action, **{name: value for name, value in facts.items() if isinstance(value, str | int)}
    )


# ---- how it is spelt


def seats_of(request: Request) -> OneOf:
    """Return a place for a seat of the game. Raises ``No`` if none is taken."""
    seats = request.opened.table.seats
    if not seats:
        raise No("no-such-seat", word=request.letter.text.split()[-1])
    return OneOf(seats, "no-such-seat")


def plainly(word: str) -> Any:
    """Return the spelling of a word alone."""
    return lambda _: [Choice(Plain, word)]


def of_seat(word: str) -> Any:
    """Return the spelling of a word and a seat."""
    return lambda request: [Choice(OfSeat, f"{word} {{seat}}", seat=seats_of(request))]


def perhaps_of_seat(word: str) -> Any:
    """Return the spelling of a word, and a seat or none."""

    def choices(request: Request) -> Sequence[Choice]:
        return [
            *plainly(word)(request),
            *(of_seat(word)(request) if request.opened.table.seats else ()),
        ]

    return choices


def of_person(word: str) -> Any:
    """Return the spelling of a word and a person."""
    return lambda _: [Choice(OfPerson, f"{word} {{who}}", who=Text())]


def extensions(_: Request) -> Sequence[Choice]:
    """Return how ``gm extend`` is spelt."""
    read = partial(plan_text.seconds, most=time.LONGEST)
    length = time.Read("bad-length", read, plan_text.duration, "24h", "90m", "3d")
    return [Choice(Lengthening, "gm extend {length}", length=length)]


def deadlines(request: Request) -> Sequence[Choice]:
    """Return how ``gm deadline`` is spelt."""
    plan = request.opened.table.setup.clock
    moment = time.a_moment("bad-deadline", plan.zone if plan else "UTC", last=True)
    return [Choice(DeadlineSetting, "gm deadline {moment}", moment=moment)]


def replacements(request: Request) -> Sequence[Choice]:
    """Return how ``gm replace`` is spelt."""
    seat = seats_of(request)
    return [
        Choice(Handing, "gm replace {seat}", seat=seat),
        Choice(Handing, "gm replace {seat} {who}", seat=seat, who=Text()),
    ]


def corrections(_: Request) -> Sequence[Choice]:
    """Return how ``gm correct`` is spelt."""
    said = "gm correct {path} = {value} because {reason}"
    return [Choice(Correcting, said, path=Text(), value=Text(), reason=Text())]


def closings(_: Request) -> Sequence[Choice]:
    """Return how ``gm close`` is spelt."""
    return [Choice(Telling, "gm close"), Choice(Telling, "gm close {text}", text=Text())]


VERBS = (
    Verb("kick", "moderator", of_seat("kick"), kick),
    Verb("gm kick", "moderator", of_seat("gm kick"), kick),
    Verb("gm pause", "moderator", plainly("gm pause"), pause),
    Verb("gm resume", "moderator", plainly("gm resume"), resume),
    Verb("gm extend", "moderator", extensions, extend),
    Verb("gm deadline", "moderator", deadlines, deadline),
    Verb("gm default", "moderator", perhaps_of_seat("gm default"), default),
    Verb("gm replace", "moderator", replacements, replace),
    Verb("gm remove", "moderator", of_seat("gm remove"), remove),
    Verb(
        "gm rollback",
        "moderator",
        lambda _: [Choice(Going, "gm rollback {line}", line=Int(1, 999_999))],
        rollback,
    ),
    Verb("gm undo", "moderator", plainly("gm undo"), undo),
    Verb("gm correct", "moderator", corrections, correct),
    Verb(
        "gm announce",
        "moderator",
        lambda _: [Choice(Telling, "gm announce {text}", text=Text())],
        announce,
    ),
    Verb(
        "appeal",
        "seat",
        lambda _: [Choice(Telling, "appeal {text}", text=Text())],
        appeal,
    ),
    Verb(
        "gm rule",
        "moderator",
        lambda _: [Choice(Telling, "gm rule {text}", text=Text())],
        decide,
    ),
    Verb("gm mute", "moderator", of_seat("gm mute"), mute),
    Verb("gm unmute", "moderator", of_seat("gm unmute"), unmute),
    Verb("gm close", "moderator", closings, close),
    Verb("gm moderator", "moderator", of_person("gm moderator"), appoint),
    Verb("gm hand", "moderator", of_person("gm hand"), hand),
    Verb("gm look", "moderator", perhaps_of_seat("gm look"), look),
    Verb("gm audit", "moderator", plainly("gm audit"), auditing.audit),
)
