"""Commands for taking a seat, giving it to a robot or another person, leaving it, and starting."""

import re
import unicodedata
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from engine.games.contest import Contest
from engine.messages import Receipt
from engine.referee import conduct, contacts, new_games, stakes
from engine.referee.accounts import Account
from engine.referee.batch import Batch
from engine.referee.commands import recipients
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Facts, Word, says
from engine.referee.contacts import alike, is_reserved
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.rulings import salts
from engine.rulings.rulings import Invited, Replaced
from engine.rulings.salts import Begin, Opened, Pledge, Pledged
from engine.rulings.times import Return, Returned
from engine.slots import Int, OneOf, Text
from engine.state import PUBLIC, REFEREE, Join, Leave, Seat, Start
from engine.table import GameTable

ROBOTS_ALONE = 3
"""The maximum number of running games per person in which robots hold all seats."""
PROGRAM = "program"
"""The mark of a seat played by a program."""
NOBODY = "nobody"
HASH = re.compile(r"(?i)[0-9a-f]{64}")
JOINS = (
    "join",
    "join salt {salt}",
    "join {seat} salt {salt}",
    "join hash {hash}",
    "join {seat} hash {hash}",
    "join as {kind}",
    "join {seat} as {kind}",
    "join {seat}",
)


@says(*JOINS, by="anybody", slash="game join", tells=(Replaced, Returned, Pledged))
class Joining(Word, frozen=True):
    """Take a seat. The salt goes into the dice; with a ``hash``, the player keeps it."""

    places: ClassVar = {"seat": Text(), "kind": OneOf((PROGRAM,))}
    seat: str = ""
    salt: str = ""
    kind: str = ""
    hash: str = ""  # SHA-256 of the salt, in hex

    def do(self, request: Request) -> Receipt:
        opened, message, table = request.opened, request.message, request.opened.table
        if self.seat.strip("[]").casefold() == opened.id:
            return replace(self, seat="").do(request)
        if (held := recipients.plays(request, request.sender)) is not None:
            if held not in table.state.people.vacant or table.state.result:
                raise No("joined-before", word=held)
            request.enter(Return(held))
            return request.done(did="join", seat=held)
        if request.accounts.kicked(opened.id, request.sender):
            raise No("kicked-out")
        recipients.admit(request, opened.id)
        reliable_enough(request.batch, opened, request.sender)
        person = stakes.kin(request.batch, opened, request.sender)
        if recipients.has_viewed(request.batch, opened, person):
            raise No("has-viewed")
        handed = request.accounts.offered(opened.id, request.sender)
        if handed is not None and not self.kind and self.seat in ("", handed):
            return Joining(handed).take_vacant(request, (handed,))
        if vacant := table.state.people.vacant:
            return self.take_vacant(request, vacant)
        late = len(table.seats) >= table.state.places and table.game.enrols(table.world)
        full = len(table.seats) >= table.state.places and not late
        if not table.state.open or table.state.result or full or (late and self.hash):
            raise No("game-started")
        if self.hash:
            check_pledge(table, self.hash)
        taken = sit_down(
            *(request.batch, opened, request.sender, message.name),
            at=message.at,
            seat=self.seat,
            key=message.key,
            mark=self.mark(message.door),
            salt=self.salt,
            pledge=self.hash.casefold(),
        )
        return joined(request, taken)

    def take_vacant(self, request: Request, vacant: tuple[Seat, ...]) -> Receipt:
        named = [seat for seat in vacant if seat.casefold() == self.seat.casefold()]
        if request.opened.table.state.result or (self.seat and not named):
            raise No("seat-taken", *vacant, word=self.seat)
        seat, message = (named or vacant)[0], request.message
        recipients.take_over(
            *(request, seat, request.sender, message.name, message.key),
            kind=self.mark(message.door),
        )
        return joined(request, seat)

    def mark(self, door: str) -> str:
        """Return the mark of the player, which some doors give to all of theirs."""
        known = contacts.names().get(door)
        return self.kind or (known.mark if known is not None else "")


def sit_down(
    batch: Batch,
    opened: OpenGame,
    who: Account,
    name: str,
    *,
    at: int = 0,
    seat: str = "",
    key: bytes = b"",
    mark: str = "",
    salt: str = "",
    pledge: str = "",
) -> Seat:
    """Give a person a free seat before the start: ``seat``, a drawn one, or one that fits their
    name. Raises ``No``.
    """
    table = opened.table
    drawn = table.setup.seating == "random"
    if drawn and seat:
        raise No("seats-are-drawn", "join", word=seat)
    taken = (
        table.load(table.save()).draw()
        if drawn
        else free_seat(table, seat or name or who[1], exact=bool(seat))
    )
    name = recipients.called(opened, taken, name, mark)
    recipients.reach(batch, opened, taken, who, key)
    batch.accounts.call(who, name)
    batch.enter(opened, at or batch.now, REFEREE, joining(table, taken, name, salt, pledge))
    return taken


def reliable_enough(batch: Batch, opened: OpenGame, who: Account) -> None:
    """Raises ``No`` if this person answers too seldom in time for the game. New people may join."""
    needs = opened.table.setup.needs
    found = conduct.reliability(batch, batch.accounts.person(who)) if needs else None
    if found is not None and found < needs:
        raise No("not-reliable", word=str(needs))


def joining(table: GameTable, seat: Seat, name: str, salt: str = "", pledge: str = "") -> Join:
    """Return the order that takes a seat. The last one draws salts for all who keep none."""
    if table.setup.salts == "fixed":
        return Join(seat, name, salt or name)
    drawn = dict[Seat, str]()
    if len(table.seats) + 1 >= table.state.places:
        drawn = new_games.drawn_salts(table)
        if not pledge:
            drawn[seat] = new_games.new_salt()
    return Pledge(seat, name, salt, pledge, drawn)


def check_pledge(table: GameTable, text: str) -> None:
    if table.setup.salts == "fixed":
        raise No("salts-are-fixed", "join salt TEXT")
    if not HASH.fullmatch(text):
        raise No("bad-hash", salts.hashed(""), word=text)


@says("salt {salt}", slash="game salt", free=True, tells=(Opened,))
class Salting(Word, frozen=True):
    """Open the salt that you kept."""

    salt: str

    def do(self, request: Request) -> Facts:
        seat, table = request.seated(), request.opened.table
        chair = next(one for one in table.state.chairs if one.seat == seat)
        if chair.source != "kept" or chair.salt:
            raise No("no-kept-salt")
        if len(table.seats) < table.state.places:
            raise No("seats-are-free")
        if salts.hashed(self.salt) != chair.pledge:
            raise No("other-salt", word=self.salt)
        request.play_as_referee(salts.Open(seat, self.salt))
        return {"seat": seat}


def joined(request: Request, seat: Seat) -> Receipt:
    return replace(request.done(did="join", seat=seat), seat=seat)


@says("leave", slash="game leave", free=True)
class Leaving(Word, frozen=True):
    """Leave a game before the start (BB-6)."""

    def do(self, request: Request) -> Facts:
        opened, seat, state = request.opened, request.seated(), request.opened.table.state
        if state.result or len(state.chairs) == state.places:
            raise No("game-started")
        request.enter(Leave(seat))
        recipients.leave(request.batch, opened, recipients.readers(opened, seat))
        return {"seat": seat}


@says(
    "robot {seat} level {level}",
    "robot {seat}",
    by="moderator",
    slash="mod seat robot",
    tells=(Replaced, Pledged),
    rating="void",
)
class Robot(Word, frozen=True):
    """Let a robot play the seat. Its name says so. Level 0 plays at random."""

    places: ClassVar = {"seat": Text(), "level": Int(0, 9)}
    seat: str
    level: int = 1

    def do(self, request: Request) -> Facts:
        opened, table = request.opened, request.opened.table
        doors = request.batch.doors
        if doors and ROBOT not in doors and not request.batch.store.shared:
            raise No("no-robots-here")
        if isinstance(table.game, Contest) and not table.world.options.robots:
            raise No("no-robots-in-contest")
        if table.state.result:
            raise No("game-started")
        wanted = self.seat.casefold()
        vacant = [one for one in table.state.people.vacant if one.casefold() == wanted]
        if not vacant and (not table.state.open or len(table.seats) == table.state.places):
            raise No("game-started")
        if not vacant and table.setup.seating == "random":
            raise No("seats-are-drawn", word=self.seat)
        seat = vacant[0] if vacant else free_seat(table, self.seat, exact=True)
        alone_with_robots(request, seat)
        few_in_contest(table)
        who, name = (ROBOT, f"{opened.id}/{seat}:{self.level}"), f"{seat} ({ROBOT})"
        if vacant:
            recipients.take_over(request, seat, who, seat, kind=ROBOT)
        else:
            recipients.reach(request.batch, opened, seat, who)
            request.enter(joining(table, seat, name))
        return {"seat": seat, "level": self.level}


def alone_with_robots(request: Request, seat: Seat) -> None:
    """Raises ``No`` if the sender would have too many games with only robots."""

    def only_robots(opened: OpenGame, but: Seat = "") -> bool:
        table = opened.table
        held = {one.viewer for one in opened.addresses if one.door == ROBOT}
        return len(table.seats) >= table.state.places - bool(but) and held >= {*table.seats} - {but}

    if request.message.rank or not only_robots(request.opened, seat):
        return
    running = recipients.running_games(request.batch, request.sender)
    if sum(only_robots(one) for one in running if one is not request.opened) >= ROBOTS_ALONE:
        raise No("too-many-robots", word=str(ROBOTS_ALONE))


def few_in_contest(table: GameTable) -> None:
    """Raises ``No`` if robots would soon play a contest among themselves."""
    if isinstance(table.game, Contest) and table.state.open:
        robots = sum(chair.name.endswith(f"({ROBOT})") for chair in table.state.chairs)
        if robots >= len(table.seats) - robots + ROBOTS_ALONE:
            raise No("robots-outnumber", word=str(robots))


@says("start", by="seat or moderator", slash="game start")
class Starting(Word, frozen=True):
    """Start with the seats taken, if the game allows fewer (BB-5)."""

    def do(self, request: Request) -> Facts:
        table = request.opened.table
        if table.state.result or len(table.seats) == table.state.places:
            raise No("game-started")
        if not isinstance(roles_of(table), int) or len(table.seats) < table.game.fewest:
            raise No("too-few-seats", word=str(len(table.seats)))
        pledged = table.setup.salts == salts.PLEDGED
        request.enter(Begin(new_games.drawn_salts(table)) if pledged else Start())
        return {}


def roles_of(table: GameTable) -> tuple[Seat, ...] | int:
    return table.game.roles(msgspec.convert(table.setup.options, table.game.options_type))


def free_seat(table: GameTable, wanted: str, *, exact: bool) -> Seat:
    """Return the free seat that a person asks for, or that fits their name. Raises ``No``."""
    roles = roles_of(table)
    taken = {other.casefold() for other in table.seats}
    if not isinstance(roles, int):
        free = [role for role in roles if role.casefold() not in taken]
        named = [role for role in free if role.casefold() == wanted.casefold()]
        if exact and not named:
            code = "seat-taken" if wanted.casefold() in taken else "no-such-seat"
            raise No(code, *free, word=wanted)
        return (named or free)[0]
    if is_reserved(wanted):
        raise No("name-of-the-house", "join NAME", word=wanted)
    if alike(wanted, table.seats):
        raise No("name-like-another", "join NAME", word=wanted)
    if not exact:
        wanted = protocol_name(wanted, taken)
    seat = table.game.name_of_seat(wanted)
    if seat is None or seat in (PUBLIC, REFEREE):
        raise No("bad-name", word=wanted)
    if seat.casefold() in taken:
        raise No("already-joined", word=seat)
    return seat


def protocol_name(name: str, taken: set[str]) -> str:
    """Turn a display name into a seat's name (BB-3): ``_`` for blanks, no forbidden characters, a
    number for duplicates.

    Rule: BB-3.
    """
    printable = (c for c in re.sub(r"\s+", "_", name.strip()) if unicodedata.category(c)[0] != "C")
    kept = "".join(printable)[:28] or "player"
    numbered = (kept, *(f"{kept}{n}" for n in range(2, 100)))
    return next(candidate for candidate in numbered if candidate.casefold() not in taken)


@says("hand {who}", slash="game hand", free=True, tells=(Invited,))
class Handing(Word, frozen=True):
    """Offer the sender's seat to a person, who takes it with `join`."""

    who: str

    def do(self, request: Request) -> Facts:
        seat = request.seated()
        request.begun()
        if self.who.casefold() == NOBODY:
            request.accounts.offer(request.opened.id, seat, None)
            return {"who": "none", "seat": seat}
        offer(request, seat, self.who, "hand")
        return {"who": self.who, "seat": seat}


def offer(request: Request, seat: Seat, named: str, act: str) -> str:
    """Offer a seat to a person and return their name.

    Nobody can tell whether an address belongs to this table: a person who may not have the seat is
    refused only when they use `join`. Raises ``No`` if the name is not valid.
    """
    opened = request.opened
    who = recipients.account_of(request, named)
    recipients.not_seated(opened, named)
    recipients.ask_in(request, who)
    request.accounts.offer(opened.id, seat, who)
    request.audit(act, seat=seat, who=list(who))
    return recipients.display_name(opened, who, named)
