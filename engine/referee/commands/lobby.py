"""Finding and creating games, inviting, watching, and linking a person's accounts."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from engine import errors
from engine.game import Gather
from engine.games import makeable, names
from engine.menu import NotPossible
from engine.messages import Address, Receipt
from engine.plan import HOUR
from engine.referee import conduct, new_games, ratings, stakes, webhooks
from engine.referee.accounts import Account
from engine.referee.batch import Batch
from engine.referee.commands import recipients
from engine.referee.commands.request import No, Request, Who
from engine.referee.commands.word import Facts, Word, says
from engine.referee.doors import ROBOT, WEBHOOK
from engine.referee.open_game import OpenGame
from engine.rulings import votes
from engine.rulings.rulings import Admit, Admitted, Invited
from engine.slots import OneOf
from engine.state import PUBLIC, Seat
from engine.store import rated
from engine.store.rows import GameSummary, RatedRow

OPEN = 30
"""The number of newest games searched for free seats."""
ENDED = 10
"""The maximum number of finished games in the list of your games."""
UNBEGUN = 10
"""The maximum number of games per person that have not started."""
RUNNING = 20
"""The maximum number of running games per person as owner or moderator."""
TRIES, WITHIN = 5, HOUR
"""The maximum number of wrong codes per person within ``WITHIN`` seconds."""
LISTED = 20
"""The number of people in a list of ratings."""
CODE = 10
"""The length of a linking code, in characters."""
KIND = OneOf(names(), "no-such-game")


class ForAnybody(Word, frozen=True):
    by: ClassVar[Who] = "anybody"
    gameless: ClassVar = True


# ---- games


@says("new {kind}", "new {kind} {options}", slash="game new", free=True)
class NewGame(ForAnybody, frozen=True):
    """Create a game. The creator owns it, and joins it like anybody else."""

    places: ClassVar = {"kind": OneOf(makeable(), "no-such-game")}
    kind: str
    options: str = ""

    def do(self, request: Request) -> Receipt:
        batch, folder = request.batch, request.batch.store.path.parent
        if not request.message.rank:
            may_make(batch, request.sender)
        with refusing():
            game, pairs = new_games.game_called(self.kind), new_games.pairs_in(self.options)
            setup = new_games.setup(game, request.now, pairs, folder=folder)
        opened = batch.make(self.kind, setup, [], owner=request.sender)
        request.accounts.call(request.sender, request.message.name)
        facts = {"did": "new", "game": opened.id, "kind": self.kind}
        return Receipt(status="answered", game=opened.id, seat=None, facts=facts)


@contextmanager
def refusing() -> Iterator[None]:
    """Raises ``No`` if a game can't be made with these options."""
    try:
        yield
    except NotPossible as problem:
        why = problem.refusal
        raise No(why.code, *why.wanted, word=why.word, start=why.start) from problem
    except errors.UserError as problem:
        raise No("cannot-make", word=str(problem)) from problem


def may_make(batch: Batch, who: Account) -> None:
    running = recipients.running_games(batch, who)
    if sum(lacks_players(one.table) for one in running) >= UNBEGUN:
        raise No("too-many-games", word=str(UNBEGUN))
    if len(running) >= RUNNING:
        raise No("too-many-running", word=str(RUNNING))


@says("games", slash="game mine", free=True)
class Games(ForAnybody, frozen=True):
    """List the sender's games, and games that need players."""

    def do(self, request: Request) -> Facts:
        batch = request.batch
        rows = mine(request)
        old = {row.id for row in [row for row in rows if row.result is not None][ENDED:]}
        own = [described(request, row) for row in rows if row.id not in old]
        ended = [facts for facts in own if facts["result"]]
        wanting = []
        for newest in batch.store.newest_running(OPEN):
            opened = batch.known(newest.id)
            if opened and not opened.table.setup.private and lacks_players(opened.table):
                state = opened.table.state
                wanting.append(
                    {
                        "game": opened.id,
                        "kind": opened.table.game.name,
                        "taken": len(state.chairs),
                        "places": state.places,
                        "vacant": list(state.people.vacant),
                    }
                )
        running = [facts for facts in own if not facts["result"]]
        zone = request.accounts.settings(request.sender).zone
        return {"games": [*running, *ended[:ENDED]], "open": wanting, "zone": zone}


def mine(request: Request) -> list[GameSummary]:
    found = set(request.accounts.games_of(request.sender))
    for account in request.accounts.person(request.sender):
        found |= set(request.batch.store.games_of(*account))
    return request.batch.store.summaries(found)


def lacks_players(table: Any) -> bool:
    waiting = bool(table.state.stack) and isinstance(table.state.stack[0], Gather)
    return waiting or bool(table.state.people.vacant)


def request_to(opened: OpenGame, seat: Seat | None) -> str:
    proposal = votes.put_to(opened.table, seat)
    return "" if proposal is None else proposal.what or f"undo {proposal.line}"


def described(request: Request, row: GameSummary) -> dict[str, Any]:
    """Return the facts of one of the sender's games, even if it is not installed."""
    role = request.accounts.role(row.id, request.sender) or ""
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
    seats = [opened.seat_of(*account) for account in request.accounts.person(request.sender)]
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


@says("invite {who}", by="seat or moderator", slash="game invite", free=True, tells=(Invited,))
class Invite(Word, frozen=True):
    """Invite a person to a game. Only moderators may invite to a private game."""

    who: str

    def do(self, request: Request) -> Facts:
        opened = request.opened
        if opened.table.setup.private:
            request.allowed("moderator")
        if opened.table.state.result or not lacks_players(opened.table):
            raise No("game-started")
        who = recipients.account_of(request, self.who)
        recipients.not_seated(opened, self.who)
        if not request.accounts.invited(opened.id, who):
            recipients.ask_in(request, who)
            request.audit("invite", who=list(who))
        return {"who": self.who}


@says("admit {who}", slash="me admit", tells=(Admitted,))
class Admission(Word, frozen=True):
    """Let a person who does not play read the seat's view until the end. The others are told."""

    who: str

    def do(self, request: Request) -> Facts:
        request.begun()
        opened, seat = request.opened, request.seated()
        who = recipients.account_of(request, self.who)
        recipients.not_seated(opened, self.who)
        name = recipients.shortened(who[1])
        if not request.accounts.admits(opened.id, seat, who):
            recipients.write_to(request, who, Admitted(name, who[0], seat))
            request.accounts.admit(opened.id, seat, who)
            request.enter(Admit(name, who[0], seat))
        return {"who": self.who, "seat": seat}


@says("observe", "observe {seat}", by="anybody", slash="game watch", counts=True)
class Observe(Word, frozen=True):
    """Watch a game with public information only, or with the view of a seat that admits you."""

    on: ClassVar = True
    seat: Seat = ""

    def do(self, request: Request) -> Facts:
        opened, batch, (door, sender) = request.opened, request.batch, request.sender
        if self.seat:
            self.read(request)
        reader = door, sender, PUBLIC
        known = [a for a in opened.addresses if (a.door, a.sender, a.viewer) == reader]
        seats = [opened.seat_of(*account) for account in request.accounts.person(request.sender)]
        if held := next((seat for seat in seats if seat), None):
            raise No("joined-before", word=held)
        if not self.on:
            if not known:
                raise No("not-observing")
            batch.part(opened, known)
        elif not known:
            address = Address(door=door, sender=sender, game=opened.id, viewer=PUBLIC)
            batch.settle(opened, address)
            recipients.brief(batch, opened, PUBLIC, request.sender)
        return {"did": self.key(), "seat": self.seat}

    def read(self, request: Request) -> None:
        """Let the sender read a seat's view, and never take a seat. Raises ``No`` if the seat has
        not admitted them, or if they have had a seat.
        """
        opened, accounts = request.opened, request.accounts
        request.going_on()
        if not accounts.admits(opened.id, self.seat, request.sender):
            raise No("not-admitted", word=self.seat)
        person = stakes.kin(request.batch, opened, request.sender)
        if had := stakes.seats_had(request.batch, opened, person):
            raise No("had-a-seat", *sorted(had), word=min(had))
        accounts.view(opened.id, request.sender)
        accounts.read(opened.id, request.sender, self.seat)


@says("observe off", slash="game unwatch")
class ObserveOff(Observe, frozen=True):
    on: ClassVar = False


# ---- people


@says("link", "link {code}", slash="me link", free=True)
class Link(ForAnybody, frozen=True):
    """Link two accounts of one person: get a code at one of them, and send it from the other."""

    code: str = ""

    def do(self, request: Request) -> Facts:
        accounts, at = request.accounts, request.now
        if not self.code:
            letters = "".join(secrets.choice(new_games.ID_LETTERS) for _ in range(CODE)).upper()
            code = f"{letters[: CODE // 2]}-{letters[CODE // 2 :]}"
            accounts.code_for(request.sender, code, at)
            return {"code": code}
        if len(request.times("tries", WITHIN)) >= TRIES:
            raise No("too-many-tries")
        other, own = accounts.redeem(self.code, at), accounts.person(request.sender)
        if other is None or other[0] == request.message.door or other in own:
            request.count("tries", WITHIN)
            raise No("bad-code", "link", word=self.code)
        seats = seats_at(request, [*own, *accounts.person(other)])
        fit_together(request, other)
        accounts.link(request.sender, other)
        for id, held in seats.items():
            opened = request.batch.game(id)
            assert opened is not None
            recipients.reach(request.batch, opened, next(iter(held.values())), request.sender)
        return {"did": "linked", "door": other[0], "who": other[1]}


def fit_together(request: Request, other: Account) -> None:
    """Raises ``No`` if the sender and ``other`` may not be one person. That is so if they have two
    seats in a running game, or if one has a seat in a game whose secrets the other has seen.
    """
    batch, accounts = request.batch, request.accounts
    linked = [*accounts.kin(request.sender, 0), *accounts.kin(other, 0)]
    ids = {*seats_at(request, linked), *accounts.views(linked)}
    for opened in filter(None, map(batch.game, sorted(ids))):
        if opened.table.state.result:
            continue
        person = [
            *stakes.kin(batch, opened, request.sender),
            *stakes.kin(batch, opened, other),
        ]
        if len(stakes.seats_had(batch, opened, person)) > 1:
            raise No("both-seated", word=opened.id)
        if recipients.has_viewed(batch, opened, person) and stakes.seats_had(batch, opened, person):
            raise No("viewer-and-seat", word=opened.id)


def seats_at(request: Request, accounts: Iterable[Account]) -> dict[str, dict[Account, str]]:
    found: dict[str, dict[Account, str]] = {}
    for opened, account, seat in recipients.seated(request.batch, accounts):
        found.setdefault(opened.id, {})[account] = seat
    return found


@says("unlink {door}", slash="me unlink", free=True)
class Unlink(ForAnybody, frozen=True):
    """Unlink an account, which leaves the sender's games. The last account can't be unlinked."""

    door: str

    def do(self, request: Request) -> Facts:
        accounts, person = request.accounts, request.accounts.person(request.sender)
        gone = [account for account in person if account[0] == self.door]
        left = [account for account in person if account not in gone]
        if not gone or all(door == WEBHOOK for door, _ in left):
            others = sorted({door for door, _ in person if len(person) > 1})
            raise No("not-linked", *others, word=self.door)
        for id, held in seats_at(request, gone).items():
            opened = request.batch.game(id)
            assert opened is not None
            if any(opened.seat_of(*account) for account in left):
                closed = [
                    a
                    for a in opened.addresses
                    if (a.door, a.sender) in gone and a.viewer in held.values()
                ]
                request.batch.part(opened, closed)
        for account in gone:
            accounts.unlink(account, request.now)
        for door, sender in person:
            if door == WEBHOOK:  # it may have been set with the other account
                webhooks.put(accounts, webhooks.name_of(sender), None)
        return {"door": self.door}


@says("rating", "rating {kind}", slash="me rating", free=True)
class Rating(ForAnybody, frozen=True):
    """Show your ratings at all games, or the strongest players of one."""

    places: ClassVar = {"kind": KIND}
    kind: str = ""

    def do(self, request: Request) -> Facts:
        batch, person = request.batch, request.accounts.person(request.sender)
        listed = ratings.ranking(batch, self.kind, LISTED) if self.kind else []
        own = own_ratings(batch, person, (self.kind,) if self.kind else names())
        there = {(row.door, row.sender) for _, row in listed} & {*person}
        found = [*listed, *([] if there else own)]
        return {"ratings": [rating_facts(request, place, row) for place, row in found]}


@says("profile", "profile {seat}", slash="game profile", free=True)
class Profile(ForAnybody, frozen=True):
    """Show your reliability and ratings, or those of a player."""

    seat: str = ""

    def do(self, request: Request) -> Facts:
        batch, who = request.batch, request.sender
        if self.seat:
            there = [one for one in request.opened.addresses if one.viewer == self.seat]
            if not there or there[0].door == ROBOT:
                raise No("no-such-seat", word=self.seat)
            who = there[0].door, there[0].sender
        person = request.accounts.person(who)
        own = own_ratings(batch, person, names())
        percent = conduct.reliability(batch, person)
        return {
            "name": request.accounts.name(who),
            "known": percent is not None,
            "reliability": percent,
            "ratings": [rating_facts(request, place, row) for place, row in own],
        }


def own_ratings(
    batch: Batch, person: list[Account], kinds: Iterable[str]
) -> list[tuple[int, RatedRow]]:
    """Return a person's ratings, each with its place, which is 0 if the rating is provisional."""
    found = []
    for kind in kinds:
        row = ratings.of(batch, kind, person)
        sure = row.sigma <= ratings.UNSURE
        place = rated.above(batch.store, row, ratings.UNSURE) + 1 if sure else 0
        found += [(place, row)] if row.games else []
    return found


def rating_facts(request: Request, place: int, row: RatedRow) -> Facts:
    (rating, margin), who = ratings.shown(row), (row.door, row.sender)
    return {
        "kind": row.kind,
        "place": place,
        "name": request.accounts.name(who),
        "you": who in request.accounts.person(request.sender),
        "rating": rating,
        "margin": margin,
        "games": row.games,
        "won": row.won,
        "drawn": row.drawn,
    }
