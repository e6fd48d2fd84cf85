"""People named in messages, the addresses of a seat, who may take a seat, and the briefing of a new
player.

A venue is a door and the name of a place there. Its bans, and its limit of games per person, apply
at every door.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from engine.messages import Address
from engine.plaintext import clean_name
from engine.plan import DAY
from engine.referee import contacts, stakes, unit_of_work
from engine.referee.accounts import Account
from engine.referee.batch import Batch
from engine.referee.commands.request import No, Request
from engine.referee.contacts import DoorNames, alike, is_reserved
from engine.referee.open_game import OpenGame
from engine.rulings.rulings import Invited, Replace, Vacate
from engine.state import PUBLIC, REFEREE, Bulletin, Event, Seat, Told
from engine.store import saved
from engine.store.history import taken_back

LONGEST = 200
"""The maximum length of a name, in characters."""
BRIEFED = 60
"""The maximum number of earlier events told to a new player."""
LATEST = 600
"""The number of bulletins searched for these."""
INVITATIONS = 50
"""The maximum number of people invited to one game, and by one person per day."""
ACCOUNT = 100
"""The maximum length of a visible account name, in characters."""
NUMBER = 6
"""A longer number is an account id, not a name, and is shortened."""


def account_of(request: Request, text: str) -> Account:
    """Return the person that a message names by name, ``DOOR/NAME`` or seat. Raises ``No``."""
    doors, own = contacts.names(), request.message.door
    for door, names in doors.items():
        if sender := names.sender(text):
            return door, sender
    door, slash, named = text.partition("/")
    if slash and named and door in {*doors, *request.batch.doors}:
        return door, somebody(door, named, text)
    for address in request.found.addresses if request.found else ():
        if address.viewer.casefold() == text.casefold() and address.viewer != PUBLIC:
            return address.door, address.sender
    if meant := [names.example for names in doors.values() if names.misspelt(text)]:
        raise No("no-such-person", *meant, word=text[:LONGEST])
    if not text.strip() or len(text) > LONGEST or slash:
        raise No("no-such-person", word=text[:LONGEST])
    return own, somebody(own, text, text)


def somebody(door: str, name: str, text: str) -> str:
    """Return the sender that a door knows by ``name``. Raises ``No``, quoting ``text``."""
    names = contacts.names().get(door, DoorNames())
    if not (checked := names.checked(name)):
        raise No("no-such-person", *filter(None, [names.example]), word=text[:LONGEST])
    return checked


def named_by_seat(opened: OpenGame, named: str) -> Seat | None:
    seats = opened.table.seats
    return next((seat for seat in seats if seat.casefold() == named.casefold()), None)


def display_name(opened: OpenGame, who: Account, named: str | None = None) -> str:
    """Return the public name of a person: their seat's, or the name at their door.

    If a message has ``named`` them otherwise than by the seat, the seat's name isn't used. So
    nobody can find out whose address it is by guessing.
    """
    if named is None or named_by_seat(opened, named) is not None:
        seat = opened.seat_of(*who)
        for chair in opened.table.state.chairs:
            if chair.seat == seat:
                return chair.name
    return contacts.names().get(who[0], DoorNames()).display_name(who[1])


def account(request: Request) -> str:
    name = request.message.account or request.message.sender.removeprefix(f"{request.opened.id}/")
    return shortened(name)


def shortened(name: str) -> str:
    """Shorten an account for other people: ``a…@host`` or ``12…34``."""
    if name.isdecimal() and len(name) > NUMBER:
        return f"{name[:2]}…{name[-2:]}"
    local, at, host = name.rpartition("@")
    return clean_name(f"{local[:1]}…@{host}" if at else name)[:ACCOUNT] or "?"


def at_the_table(opened: OpenGame, who: Account) -> str:
    seat = opened.seat_of(*who)
    return shortened(who[1]) if seat is None else display_name(opened, who)


def called(opened: OpenGame, seat: Seat, name: str, kind: str = "") -> str:
    """Return the visible name of a seat's player. It is their own name, or the seat's if their name
    resembles that of another player or of the referee. ``kind`` marks a *robot* or *program*.
    """
    others = [chair for chair in opened.table.state.chairs if chair.seat != seat]
    taken = {known.casefold() for chair in others for known in (chair.seat, chair.name)}
    odd = not name or is_reserved(name) or name.casefold() in taken or alike(name, taken)
    return (seat if odd else name) + (f" ({kind})" if kind else "")


def plays(request: Request, who: Account) -> Seat | None:
    opened = request.opened
    seats = [opened.seat_of(*account) for account in stakes.kin(request.batch, opened, who)]
    return next((seat for seat in seats if seat is not None), None)


def not_seated(opened: OpenGame, named: str) -> None:
    """Raises ``No`` if ``named`` is the name of a taken seat. An address gets the same answer
    whether or not its owner plays, so nobody can find out by guessing.
    """
    if named_by_seat(opened, named) is not None:
        raise No("joined-before", word=named)


def running_games(batch: Batch, who: Account) -> list[OpenGame]:
    known = (batch.known(id) for id in batch.accounts.games_of(who))
    return [one for one in known if one is not None and not one.table.state.result]


def seated(batch: Batch, accounts: Iterable[Account]) -> Iterator[tuple[OpenGame, Account, Seat]]:
    for account in accounts:
        for id in batch.store.games_of(*account):
            opened = batch.known(id)
            if opened and not opened.table.state.result and (seat := opened.seat_of(*account)):
                yield opened, account, seat


def has_viewed(batch: Batch, opened: OpenGame, accounts: Iterable[Account]) -> bool:
    return any(batch.accounts.viewed(opened.id, account) for account in accounts)


def may_sit(request: Request, who: Account, seat: Seat | None = None) -> None:
    """Raises ``No`` if this person knows too much to take a seat, or this seat."""
    batch, opened = request.batch, request.opened
    person = stakes.kin(batch, opened, who)
    if has_viewed(batch, opened, person):
        raise No("has-viewed")
    if others := stakes.seats_had(batch, opened, person) - {seat}:
        raise No("had-a-seat", *sorted(others), word=min(others))


def reach(batch: Batch, opened: OpenGame, viewer: Seat, who: Account, key: bytes = b"") -> None:
    """Send this viewer's news to all accounts of a person, and let them play the seat."""
    if viewer != PUBLIC:
        batch.accounts.sit(opened.id, who, viewer)
    known = {
        (address.door, address.sender) for address in opened.addresses if address.viewer == viewer
    }
    for door, sender in batch.accounts.person(who):
        if (door, sender) in known:
            continue
        address = Address(
            door=door,
            sender=sender,
            game=opened.id,
            viewer=viewer,
            key=key if (door, sender) == who else b"",
        )
        address = replace(address, quiet=batch.accounts.settings((door, sender)).quiet)
        batch.settle(opened, address)


def leave(batch: Batch, opened: OpenGame, addresses: list[Address]) -> None:
    """Record that these accounts left a seat before the start, so they have seen nothing."""
    for address in addresses:
        batch.accounts.sit(opened.id, (address.door, address.sender), None)
    batch.part(opened, addresses)


def readers(opened: OpenGame, seat: Seat) -> list[Address]:
    return [address for address in opened.addresses if address.viewer == seat]


def ask_in(request: Request, who: Account) -> None:
    accounts, game = request.accounts, request.opened.id
    guests = 0 if accounts.invited(game, who) else len(accounts.guests(game))
    if guests >= INVITATIONS:
        raise No("too-many-invited", word=str(INVITATIONS))
    write_to(request, who, Invited(request.message.name))
    accounts.invite(game, who)


def write_to(request: Request, who: Account, event: Event) -> None:
    """Tell a person who need not play of an event. Raises ``No`` if it is too often today."""
    if len(request.times("invitations", DAY)) >= INVITATIONS:
        raise No("too-many-invited", word=str(INVITATIONS))
    request.count("invitations", DAY)
    unit_of_work.brief(request.batch, request.opened, who, [Told(event, {})])


def brief(batch: Batch, opened: OpenGame, viewer: Seat, who: Account) -> None:
    """Tell a seat's new player its latest news and its present position."""
    game = opened.table.game
    rows = batch.bulletins(opened, last=LATEST)
    undone = taken_back(rows)
    events, own = list[Event](), list[Event]()
    for row in rows:
        if row.n not in undone:
            page = Bulletin(at=row.at, question=0, told=saved.told(game, row.told))
            events += page.events(viewer)
            own += page.own(viewer)
    ask = opened.table.ask()
    asked = ask is not None and viewer in ask.seats
    told = unit_of_work.copies(events[-BRIEFED:], own[-BRIEFED:], viewer)
    for address in readers(opened, viewer):
        account = address.door, address.sender
        if account in batch.accounts.person(who):
            unit_of_work.brief(batch, opened, account, told, viewer if asked else "")


def take_over(
    request: Request, seat: Seat, who: Account, name: str, key: bytes = b"", *, kind: str = ""
) -> None:
    """Seat a person in a running game. The former player gets no further private news."""
    batch, opened = request.batch, request.opened
    may_sit(request, who, seat)
    old = stand_up(batch, opened, seat)
    reach(batch, opened, seat, who, key)
    name = called(opened, seat, name, kind)
    batch.enter(opened, request.message.at, REFEREE, Replace(seat, name, fresh=True))
    batch.part(opened, old())
    brief(batch, opened, seat, who)


def vacate(batch: Batch, opened: OpenGame, at: int, seat: Seat) -> None:
    old = stand_up(batch, opened, seat)
    batch.enter(opened, at, REFEREE, Vacate(seat))
    batch.part(opened, old())


def stand_up(batch: Batch, opened: OpenGame, seat: Seat) -> Callable[[], list[Address]]:
    """Turn a seat's readers into spectators. Return a function that lists their addresses."""
    left = {(address.door, address.sender) for address in readers(opened, seat)}
    batch.accounts.offer(opened.id, seat, None)
    batch.accounts.end_admissions(opened.id, seat)
    for who in left:
        batch.accounts.sit(opened.id, who, seat)
        reach(batch, opened, PUBLIC, who)
    return lambda: [
        a for a in opened.addresses if (a.door, a.sender) in left and a.viewer == PUBLIC
    ]


# ---- where a game is played


def admit(request: Request, game: str) -> None:
    """Raises ``No`` if the game's venue doesn't let the sender take a seat."""
    venue = request.accounts.venue(game)
    if venue is not None:
        welcome(request.batch, venue, request.sender)


def welcome(batch: Batch, venue: Account, who: Account) -> None:
    """Raises ``No`` if a person may not start or join games at this venue."""
    if batch.accounts.banned(venue, who):
        raise No("banned-here")
    most = batch.accounts.most(venue)
    if most and len(playing(batch, venue, who)) >= most:
        raise No("too-many-here", word=str(most))


def playing(batch: Batch, venue: Account, who: Account) -> list[str]:
    found = (opened.id for opened, *_ in seated(batch, batch.accounts.person(who)))
    return [id for id in dict.fromkeys(found) if batch.accounts.venue(id) == venue]
