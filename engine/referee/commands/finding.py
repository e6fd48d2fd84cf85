"""Finding somebody: searches for opponents, and substitutes who are called to free seats.

Searches and substitutes are notes of their account. Nobody else reads who they are.
"""

import logging
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, ClassVar
from urllib.parse import unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine import errors
from engine.games import find
from engine.games.contest import Contest
from engine.messages import Address
from engine.plan import DAY, HOUR, MINUTE
from engine.referee import conduct, new_games, places, ratings, stakes, unit_of_work
from engine.referee.accounts import SERVER_NOTES, Account, encode_note, key
from engine.referee.batch import Batch
from engine.referee.commands import lobby, recipients, seats
from engine.referee.commands.lobby import KIND, ForAnybody
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Facts, says
from engine.referee.open_game import OpenGame
from engine.rulings import calendar
from engine.rulings.rulings import Invited
from engine.state import Setup, Told
from engine.store import rated
from engine.store.journal import encode
from engine.table import GameTable

log = logging.getLogger(__name__)

LASTS = 14 * DAY
"""Seconds after which a search ends."""
SETTLE = 10 * MINUTE
"""Seconds that a search waits at least, so that others can come."""
APART, WIDER = 200, 100
"""The largest difference of two ratings beyond their uncertainty, and its growth per day."""
AGAIN = 2 * DAY
"""Seconds after which somebody may meet their last opponent again."""
CALL, ENTRY = 6 * HOUR, 2 * DAY
"""Seconds after which the next substitute is called to a seat that is still free, and to an entry
of a contest.
"""


class GameSearch(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A search for a game, as it is stored."""

    since: int
    options: str
    alike: str  # the same for all searches for this game with these options
    places: int
    needs: int = 0  # the least reliability of the others, in percent
    door: str = ""  # where the game can be shown (``engine.referee.places``)
    place: str = ""


class Substitute(Struct, frozen=True, omit_defaults=True):
    since: int  # when they came, or were last called
    kind: str = ""  # empty: any game


class Called(Struct, frozen=True, array_like=True):
    """A substitute was called to a game."""

    who: Account
    at: int


class Seeker(Struct, frozen=True, kw_only=True):
    """Somebody who waits for a game. ``who`` represents all accounts of the person."""

    who: Account
    kind: str
    search: GameSearch
    rating: float = ratings.MIDDLE
    margin: float = 0
    reliable: int | None = None
    met: frozenset[Account] = frozenset()  # the opponents of their last game


search_in = msgspec.json.Decoder(GameSearch).decode
substitute_in = msgspec.json.Decoder(Substitute).decode
called_in = msgspec.json.Decoder(list[Called]).decode


# ---- who fits


def fits(one: Seeker, other: Seeker, now: int) -> bool:
    """Return whether two may play now. The longer they wait, the more their ratings may differ."""
    waits = [now - each.search.since for each in (one, other)]
    if min(waits) < SETTLE or one.who == other.who:
        return False
    if one.kind != other.kind or one.search.alike != other.search.alike:
        return False
    if (other.who in one.met or one.who in other.met) and max(waits) < AGAIN:
        return False
    for each, needs in ((one, other.search.needs), (other, one.search.needs)):
        if each.reliable is not None and each.reliable < needs:
            return False
    apart = APART + (one.margin + other.margin) / 2 + WIDER * max(waits) / DAY
    return abs(one.rating - other.rating) <= apart


def groups(waiting: Iterable[Seeker], now: int) -> Iterator[list[Seeker]]:
    """Yield the people who play together: the longest wait first, then the nearest ratings."""
    left = sorted(waiting, key=lambda one: (one.search.since, one.who, one.kind))
    while left:
        first = left.pop(0)

        def far(one: Seeker, first: Seeker = first) -> tuple[Any, ...]:
            return abs(one.rating - first.rating), one.search.since, one.who

        found = [first]
        for one in sorted((one for one in left if fits(first, one, now)), key=far):
            if len(found) < first.search.places and all(fits(one, each, now) for each in found):
                found.append(one)
        if len(found) == first.search.places:
            people = {one.who for one in found}
            left = [one for one in left if one.who not in people]
            yield found


# ---- searches


def searches(batch: Batch, kind: str = "") -> dict[tuple[str, Account], GameSearch]:
    """Return the searches that still last, by kind and person."""
    found: dict[tuple[str, Account], GameSearch] = {}
    for name, value in batch.notes_of(SERVER_NOTES).below("seek").items():
        wanted, door, sender = map(unquote, name.split("/"))
        search = search_in(value)
        if batch.now - search.since < LASTS and kind in ("", wanted):
            found[wanted, min(batch.accounts.person((door, sender)))] = search
    return found


def seeker(batch: Batch, kind: str, who: Account, search: GameSearch) -> Seeker:
    person = batch.accounts.person(who)
    row = ratings.of(batch, kind, person)
    last = rated.after(batch.store, row.game) if batch.now - row.at < LASTS else []
    rating, margin = ratings.shown(row)
    return Seeker(
        who=who,
        kind=kind,
        search=search,
        rating=rating,
        margin=margin,
        reliable=conduct.reliability(batch, person),
        met=frozenset(min(batch.accounts.person((one.door, one.sender))) for one in last),
    )


def forget(batch: Batch, folder: str, who: Account) -> bool:
    """Remove the notes of a person in a folder. Return whether there were any."""
    notes = batch.notes_of(SERVER_NOTES)
    mine = tuple(key("", *account) for account in batch.accounts.person(who))
    names = [name for name in notes.below(folder) if f"/{name}".endswith(mine)]
    for name in names:
        notes.put(f"{folder}/{name}", None)
    return bool(names)


def alike(setup: Setup) -> str:
    """Return the same for all setups of the same game, options and clock."""
    same = replace(setup, id="", secret=b"", at=0, needs=0)
    return blake2b(encode(same), digest_size=16).hexdigest()


def bring_together(batch: Batch) -> None:
    """Make a game for all people who fit, and end their searches."""
    waiting = [seeker(batch, *one, search) for one, search in searches(batch).items()]
    for found in groups(waiting, batch.now):
        begin(batch, found)


def begin(batch: Batch, people: Sequence[Seeker]) -> None:
    kind, search = people[0].kind, people[0].search
    try:
        setup = setup_of(batch, kind, search.options)
    except errors.UserError as problem:
        log.warning("a search for %s ends, because it cannot be made: %s", kind, problem)
        forget(batch, f"seek/{kind}", people[0].who)
        return
    needs = max(one.search.needs for one in people)
    spots = [(one.search.door, one.search.place) for one in people if one.search.door]
    shown = shown_at(batch, setup.id, kind, spots, [one.who for one in people])
    opened = batch.make(kind, replace(setup, needs=needs), shown)
    # The dice draw named seats. In other games the order of joining is drawn.
    for one in secrets.SystemRandom().sample(people, len(people)):
        forget(batch, f"seek/{kind}", one.who)
        seats.sit_down(batch, opened, one.who, batch.accounts.name(one.who))


def shown_at(
    batch: Batch, game: str, kind: str, spots: Iterable[Account], people: Iterable[Account]
) -> list[Address]:
    """Ask for a place where people have looked for a game, if all of them did so at one venue that
    takes them. ``spots`` are doors and places there.
    """
    where = dict.fromkeys(spots)
    venues = {(door, place.partition("/")[0]) for door, place in where}
    if len(venues) != 1:
        return []
    (venue,) = venues
    try:
        for who in people:
            recipients.welcome(batch, venue, who)
    except No:
        return []
    batch.accounts.hold(game, venue)
    door, place = next(iter(where))
    return [places.want(batch, door, game, kind, place)]


def setup_of(batch: Batch, kind: str, options: str) -> Setup:
    """Return the setup of a game that somebody seeks: its seats are drawn, if they have names.
    Raises ``UserError``.
    """
    game, pairs = new_games.game_called(kind), new_games.pairs_in(options)
    setup = new_games.setup(game, batch.now, pairs, folder=batch.store.path.parent)
    named = not isinstance(seats.roles_of(GameTable.new(game, setup)), int)
    return replace(setup, seating="random") if named else setup


@says("seek", "seek {kind}", "seek {kind} {options}", slash="find", free=True)
class Seeking(ForAnybody, frozen=True):
    """Wait for an opponent, up to 14 days, or show how many people wait."""

    places: ClassVar = {"kind": KIND}
    kind: str = ""
    options: str = ""

    def do(self, request: Request) -> Facts:
        batch = request.batch
        if self.kind:
            with lobby.refusing():
                setup = setup_of(batch, self.kind, self.options)
            search = GameSearch(
                since=request.now,
                options=self.options,
                alike=alike(setup),
                places=GameTable.new(find(self.kind), setup).state.places,
                needs=setup.needs,
                door=request.message.door if request.message.place else "",
                place=request.message.place,
            )
            forget(batch, f"seek/{self.kind}", request.sender)
            request.accounts.call(request.sender, request.message.name)
            name = key("seek", self.kind, *request.sender)
            batch.notes_of(SERVER_NOTES).put(name, encode_note(search))
        counts = Counter[str]()
        mine: dict[str, int] = {}
        for (kind, who), one in searches(batch, self.kind).items():
            counts[kind] += 1
            if who == request.person:
                mine[kind] = one.since
        zone = request.accounts.settings(request.sender).zone
        return {
            "did": "seek",
            "waiting": [
                {
                    "kind": kind,
                    "count": count,
                    "until": calendar.format_time(mine[kind] + LASTS, zone or "UTC")
                    if kind in mine
                    else "",
                }
                for kind, count in sorted(counts.items())
            ],
        }


@says("seek off", slash="me unseek", free=True)
class SeekOff(ForAnybody, frozen=True):
    """Seek no opponents any longer."""

    def do(self, request: Request) -> Facts:
        if not forget(request.batch, "seek", request.sender):
            raise No("not-seeking", "seek KIND")
        return {"did": self.key()}


# ---- substitutes


@says("substitute", "substitute {kind}", slash="me substitute", free=True)
class Substituting(ForAnybody, frozen=True):
    """Be called when a seat falls free, in all games or one kind."""

    places: ClassVar = {"kind": KIND}
    kind: str = ""

    def do(self, request: Request) -> Facts:
        forget(request.batch, "substitute", request.sender)
        request.accounts.call(request.sender, request.message.name)
        note = encode_note(Substitute(request.now, self.kind))
        request.batch.notes_of(SERVER_NOTES).put(key("substitute", *request.sender), note)
        return {"did": "substitute", "kind": self.kind}


@says("substitute off", slash="me unsubstitute", free=True)
class SubstituteOff(ForAnybody, frozen=True):
    """Be called to free seats no longer."""

    def do(self, request: Request) -> Facts:
        if not forget(request.batch, "substitute", request.sender):
            raise No("not-substitute", "substitute")
        return {"did": self.key()}


def call_substitutes(batch: Batch, opened: OpenGame) -> bool:
    """Call the next substitutes to the free seats of a game, if nobody was called lately. Return
    whether one may still come.
    """
    notes, name, state = batch.notes_of(SERVER_NOTES), key("called", opened.id), opened.table.state
    before = notes.get(name)
    if state.result or not state.people.vacant or opened.table.setup.private:
        if before is not None:
            notes.put(name, None)
        return False
    called = called_in(before) if before else []
    lasts = ENTRY if isinstance(opened.table.game, Contest) else CALL
    lately = sum(batch.now - one.at < lasts for one in called)
    waiting = substitutes(batch, opened, [one.who for one in called])
    for who in waiting[: max(0, len(state.people.vacant) - lately)]:
        called.append(Called(who, batch.now))
        batch.accounts.invite(opened.id, who)
        unit_of_work.brief(batch, opened, who, [Told(Invited(""), {})])
        note = key("substitute", *who)
        kept = substitute_in(notes.get(note) or "")
        notes.put(note, encode_note(replace(kept, since=batch.now)))
    if before is None or len(called) > len(called_in(before)):
        notes.put(name, encode_note(called))
    return bool(lately or waiting)


def substitutes(batch: Batch, opened: OpenGame, called: Sequence[Account]) -> list[Account]:
    """Return the substitutes who may take a seat of this game, the longest wait first."""
    found, people = list[tuple[int, Account]](), {min(batch.accounts.person(who)) for who in called}
    table = opened.table
    kind = table.world.options.game if isinstance(table.game, Contest) else table.game.name
    for name, value in batch.notes_of(SERVER_NOTES).below("substitute").items():
        door, sender = map(unquote, name.split("/"))
        one, who = substitute_in(value), (door, sender)
        if one.kind not in ("", kind):
            continue
        if min(batch.accounts.person(who)) not in people and may_come(batch, opened, who):
            found.append((one.since, who))
    return [who for _, who in sorted(found)]


def may_come(batch: Batch, opened: OpenGame, who: Account) -> bool:
    person, venue = stakes.kin(batch, opened, who), batch.accounts.venue(opened.id)
    try:
        if venue is not None:
            recipients.welcome(batch, venue, who)
        seats.reliable_enough(batch, opened, who)
    except No:
        return False
    knows = recipients.has_viewed(batch, opened, person)
    had = stakes.seats_had(batch, opened, person)
    return not (knows or had or batch.accounts.kicked(opened.id, who))


# ---- when it happens


def settle(batch: Batch) -> None:
    """Call substitutes to the seats that this batch has freed, before it is written."""
    for id in [*batch.rows]:
        if (opened := batch.memory[id]).table.state.people.vacant:
            call_substitutes(batch, opened)


def look(batch: Batch) -> None:
    """Bring people together, and call the next substitutes. Called once a minute."""
    bring_together(batch)
    for name in batch.notes_of(SERVER_NOTES).below("called"):
        if (opened := batch.known(unquote(name))) is not None:
            call_substitutes(batch, opened)
