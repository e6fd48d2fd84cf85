"""Finding a game, making one, asking others in, looking on; and one person at several doors."""

import secrets
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine import errors
from engine.game import Gather
from engine.games import names
from engine.house import votes
from engine.house.rulings import Invited
from engine.letters import Address, Receipt
from engine.menu import Choice, NotPossible
from engine.plan import DAY
from engine.referee import new_games, ratings, telling
from engine.referee.batch import Batch
from engine.referee.desk import recipients
from engine.referee.desk.verbs import No, Plain, Request, Verb
from engine.referee.open_game import OpenGame
from engine.referee.register import HOUSE_NOTES, Contact, Register
from engine.slots import OneOf, Text
from engine.state import PUBLIC, Seat, Told
from engine.store import counts
from engine.store.notes import Notes
from engine.store.rows import GameSummary
from engine.store.store import Store

OPEN = 30
"""Newest games that are searched for free seats."""
ENDED = 10
"""Games that are over, in the list of one's games."""
UNBEGUN = 10
"""Games that somebody may have made which have not begun."""
RUNNING = 20
"""Games that are not over which somebody may look after."""
INVITATIONS = 50
"""People who may be invited to one game, and by one person within a day."""
TRIES, WITHIN = 5, 3_600
"""Wrong codes that somebody may say within so many seconds."""
LISTED = 20
"""People in a list of ratings."""
CODE = 10
"""Characters of a code."""


class Inviting(Struct, frozen=True):
    """``invite WHO``."""

    who: str


class Making(Struct, frozen=True):
    """``new GAME [OPTION=VALUE …]``."""

    kind: str
    options: str = ""


class Linking(Struct, frozen=True):
    """``link``, ``link CODE``."""

    code: str = ""


class Unlinking(Struct, frozen=True):
    """``unlink DOOR``."""

    door: str


class Rating(Struct, frozen=True):
    """``rating [GAME]``."""

    kind: str = ""


Rated = tuple[list[dict[str, Any]], list[str]]
"""What somebody is told of ratings, and the games that do not count as they are not installed."""


class Observing(Struct, frozen=True):
    """``observe``: look on."""


class LookingAway(Struct, frozen=True):
    """``observe off``: no longer."""


# ---- games


def mine(request: Request) -> list[GameSummary]:
    """Return the games in which the sender has a seat or a role, whichever of their doors is named,
    the newest first.
    """
    found = set(request.register.games_of(request.sender))
    for contact in request.register.person(request.sender):
        found |= set(request.batch.store.games_of(*contact))
    return request.batch.store.summaries(found)


def games(request: Request, _: Plain) -> Receipt:
    """Tell the sender's games, and those that still want players."""
    batch = request.batch
    rows = mine(request)
    old = {row.id for row in [row for row in rows if row.result is not None][ENDED:]}
    own = [described(request, row) for row in rows if row.id not in old]
    ended = [facts for facts in own if facts["result"]]
    wanting = []
    for newest in batch.store.newest_running(OPEN):
        opened, id = batch.known(newest.id), newest.id
        if opened and not opened.table.setup.private and lacks_players(opened.table):
            state = opened.table.state
            facts = {
                "kind": opened.table.game.name,
                "taken": len(state.chairs),
                "places": state.places,
            }
            wanting.append({"game": id} | facts | {"vacant": list(state.people.vacant)})
    running = [facts for facts in own if not facts["result"]]
    zone = request.register.settings(request.sender).zone
    return request.done(did="games", games=[*running, *ended[:ENDED]], open=wanting, zone=zone)


def lacks_players(table: Any) -> bool:
    """Return whether somebody may still join."""
    waiting = bool(table.state.stack) and isinstance(table.state.stack[0], Gather)
    return waiting or bool(table.state.people.vacant)


def request_to(opened: OpenGame, seat: Seat | None) -> str:
    """Return what a seat is asked to agree to and has not answered; nothing if there is nothing."""
    proposal = votes.put_to(opened.table, seat)
    return "" if proposal is None else proposal.what or f"undo {proposal.line}"


def described(request: Request, row: GameSummary) -> dict[str, Any]:
    """Return what the list of one's games says of one; of a game whose kind or edition is not
    installed, that it waits for that.
    """
    role = request.register.role(row.id, request.sender) or ""
    facts: dict[str, Any] = {
        "game": row.id,
        "kind": row.kind,
        "seat": "",
        "role": role,
        "asked": False,
        "request": "",
        "due": None,
    }
    opened = request.batch.known(row.id)
    if opened is None:
        return facts | {"result": row.result or "", "missing": row.edition}
    seats = [opened.seat_of(*contact) for contact in request.register.person(request.sender)]
    seat = next((seat for seat in seats if seat), None)
    ask, state = opened.table.ask(), opened.table.state
    asked = ask is not None and seat in ask.seats and seat not in state.answers
    return facts | {
        "seat": seat or "",
        "asked": asked,
        "request": request_to(opened, seat),
        "due": state.due,
        "result": state.result or "",
    }


def may_make(batch: Batch, who: Contact) -> None:
    """Raises ``No`` if somebody looks after as many games as one person may."""
    running = recipients.running_games(batch, who)
    if sum(lacks_players(one.table) for one in running) >= UNBEGUN:
        raise No("too-many-games", word=str(UNBEGUN))
    if len(running) >= RUNNING:
        raise No("too-many-running", word=str(RUNNING))


def new(request: Request, asked: Making) -> Receipt:
    """Make a new game; who has made it owns it, and joins it like everybody."""
    letter, batch = request.letter, request.batch
    if not letter.rank:
        may_make(batch, request.sender)
    try:
        at = max(letter.at, batch.now)
        setup = new_games.setup(
            new_games.game_called(asked.kind),
            at,
            new_games.pairs_in(asked.options),
            folder=batch.store.path.parent,
        )
    except NotPossible as problem:
        why = problem.refusal
        raise No(why.code, *why.wanted, word=why.word, start=why.start) from problem
    except errors.UserError as problem:
        raise No("cannot-make", word=str(problem)) from problem
    opened = batch.make(asked.kind, setup, [], owner=request.sender)
    request.register.call(request.sender, letter.name)
    return Receipt(
        status="answered",
        game=opened.id,
        seat=None,
        facts={"did": "new", "game": opened.id, "kind": asked.kind},
    )


def invite(request: Request, asked: Inviting) -> Receipt:
    """Ask somebody in. Into a private game only its moderators may."""
    opened, batch, register = request.opened, request.batch, request.register
    if opened.table.setup.private:
        request.allowed("moderator")
    if opened.table.state.result or not lacks_players(opened.table):
        raise No("game-started")
    who = recipients.contact_of(request, asked.who)
    recipients.not_seated(opened, asked.who)
    if not register.invited(opened.id, who):
        at = max(request.letter.at, batch.now)
        lately = register.times("invitations", request.sender, at - DAY)
        if max(len(register.guests(opened.id)), len(lately)) >= INVITATIONS:
            raise No("too-many-invited", word=str(INVITATIONS))
        register.note_time("invitations", request.sender, at, at - DAY)
        register.invite(opened.id, who)
        request.audit("invite", who=list(who))
        telling.brief(batch, opened, who, [Told(Invited(request.letter.name), {})])
    return request.done(did="invite", who=asked.who)


def observe(request: Request, asked: Observing | LookingAway) -> Receipt:
    """Watch the game (public information only), or stop watching."""
    opened, batch = request.opened, request.batch
    door, sender = request.sender
    known = [a for a in opened.addresses if (a.door, a.sender, a.viewer) == (door, sender, PUBLIC)]
    seats = [opened.seat_of(*contact) for contact in request.register.person(request.sender)]
    if held := next((seat for seat in seats if seat), None):
        raise No("joined-before", word=held)
    if isinstance(asked, LookingAway):
        if not known:
            raise No("not-observing")
        batch.part(opened, known)
        return request.done(did="observe off")
    if not known:
        address = Address(door=door, sender=sender, game=opened.id, viewer=PUBLIC)
        batch.settle(opened, address)
        recipients.brief(batch, opened, PUBLIC, request.sender)
    return request.done(did="observe")


# ---- people


def link(request: Request, asked: Linking) -> Receipt:
    """Without a code: get one, to send from your other account. With it: both
    accounts are one person from now on.
    """
    register, at = request.register, max(request.letter.at, request.batch.now)
    if not asked.code:
        letters = "".join(secrets.choice(new_games.ID_LETTERS) for _ in range(CODE)).upper()
        code = f"{letters[: CODE // 2]}-{letters[CODE // 2 :]}"
        register.code_for(request.sender, code, at)
        return request.done(did="link", code=code)
    if len(register.times("tries", request.sender, at - WITHIN)) >= TRIES:
        raise No("too-many-tries")
    other = register.redeem(asked.code, at)
    if other is None or other[0] == request.letter.door or other in register.person(request.sender):
        register.note_time("tries", request.sender, at, at - WITHIN)
        raise No("bad-code", "link", word=asked.code)
    seats = seats_at(request, [*register.person(request.sender), *register.person(other)])
    fit_together(request, other)
    register.link(request.sender, other)
    for id, held in seats.items():
        opened = request.batch.game(id)
        assert opened is not None
        recipients.reach(request.batch, opened, next(iter(held.values())), request.sender)
    return request.done(did="linked", door=other[0], who=other[1])


def fit_together(request: Request, other: Contact) -> None:
    """Raises ``No`` if one person must not be the sender and ``other``: in a running game they
    have two seats, or one of them has a seat and has been shown what was hidden from it.
    """
    batch, register = request.batch, request.register
    contacts = [*register.kin(request.sender, 0), *register.kin(other, 0)]
    ids = {*seats_at(request, contacts), *register.views(contacts)}
    for opened in filter(None, map(batch.game, sorted(ids))):
        if opened.table.state.result:
            continue
        person = [
            *recipients.kin(batch, opened, request.sender),
            *recipients.kin(batch, opened, other),
        ]
        if len(recipients.seats_had(batch, opened, person)) > 1:
            raise No("both-seated", word=opened.id)
        if recipients.has_viewed(batch, opened, person) and recipients.seats_had(
            batch, opened, person
        ):
            raise No("viewer-and-seat", word=opened.id)


def seats_at(request: Request, contacts: Sequence[Contact]) -> dict[str, dict[Contact, str]]:
    """Return the seats that these have in games that are not over, by game."""
    found: dict[str, dict[Contact, str]] = {}
    for contact in contacts:
        for id in request.batch.store.games_of(*contact):
            opened = request.batch.known(id)
            if opened and not opened.table.state.result and (seat := opened.seat_of(*contact)):
                found.setdefault(id, {})[contact] = seat
    return found


def unlink(request: Request, asked: Unlinking) -> Receipt:
    """Unlink an account: it has no more part in your games. The last one stays."""
    register, at = request.register, max(request.letter.at, request.batch.now)
    person = register.person(request.sender)
    gone = [contact for contact in person if contact[0] == asked.door]
    left = [contact for contact in person if contact not in gone]
    if not gone or not left:
        raise No(
            "not-linked", *sorted({door for door, _ in person if len(person) > 1}), word=asked.door
        )
    for id, held in seats_at(request, gone).items():
        opened = request.batch.game(id)
        assert opened is not None
        if any(opened.seat_of(*contact) for contact in left):
            seats = set(held.values())
            closed = [
                a for a in opened.addresses if (a.door, a.sender) in gone and a.viewer in seats
            ]
            request.batch.part(opened, closed)
    for contact in gone:
        register.unlink(contact, at)
    return request.done(did="unlink", door=asked.door)


def rating(request: Request, asked: Rating) -> Receipt:
    """Your rating at each game, or the strongest players of one."""
    batch, sender = request.batch, request.sender

    def find(store: Store) -> Rated:
        return rated(store, Register(Notes(store, HOUSE_NOTES)), sender, asked.kind)

    def here() -> Rated:
        return rated(batch.store, request.register, sender, asked.kind)

    games, running = counts.game_counts(batch.store)
    few = games - running <= ratings.PAGE
    key = "rating", asked.kind, *sender
    found: Rated = here() if few else batch.beside(key, find, here, once=True)
    return request.done(did="rating", ratings=found[0], missing=found[1])


def rated(store: Store, register: Register, sender: Contact, kind: str) -> Rated:
    """Return what a sender is told of ratings, at a kind of game or at each; and the games that
    were left out.
    """

    def person(contact: Contact) -> Contact:
        return min(register.person(contact))

    own = person(sender)
    rows: list[dict[str, Any]] = []
    left_out: list[str] = []
    for name in (kind,) if kind else names():
        standings = ratings.ratings(store, name, person, left_out)
        for place, (who, standing) in enumerate(ratings.best(standings.items(), len(standings)), 1):
            if who == own or (kind and place <= LISTED):
                counts = {"games": standing.games, "won": standing.won, "drawn": standing.drawn}
                facts = {
                    "kind": name,
                    "place": place,
                    "rating": round(standing.rating),
                    "you": who == own,
                }
                rows.append(facts | counts | {"name": register.name(who)})
    return rows, left_out


# ---- how it is spelt


def makings(_: Request) -> Sequence[Choice]:
    """Return how ``new`` is spelt."""
    kind = OneOf(names(), "no-such-game")
    return [
        Choice(Making, "new {kind}", kind=kind),
        Choice(Making, "new {kind} {options}", kind=kind, options=Text()),
    ]


def observings(_: Request) -> Sequence[Choice]:
    """Return how ``observe`` is spelt."""
    return [Choice(Observing, "observe"), Choice(LookingAway, "observe off")]


def ratings_of(_: Request) -> Sequence[Choice]:
    """Return how ``rating`` is spelt."""
    return [
        Choice(Rating, "rating"),
        Choice(Rating, "rating {kind}", kind=OneOf(names(), "no-such-game")),
    ]


VERBS = (
    Verb("new", "anybody", makings, new, gameless=True),
    Verb("games", "anybody", lambda _: [Choice(Plain, "games")], games, gameless=True),
    Verb(
        "invite",
        "seat or moderator",
        lambda _: [Choice(Inviting, "invite {who}", who=Text())],
        invite,
    ),
    Verb("observe", "anybody", observings, observe),
    Verb(
        "link",
        "anybody",
        lambda _: [Choice(Linking, "link"), Choice(Linking, "link {code}", code=Text())],
        link,
        gameless=True,
    ),
    Verb(
        "unlink",
        "anybody",
        lambda _: [Choice(Unlinking, "unlink {door}", door=Text())],
        unlink,
        gameless=True,
    ),
    Verb("rating", "anybody", ratings_of, rating, gameless=True),
)
