"""What concerns no order of a game: taking a seat, leaving it, starting, talking, taking an order back."""

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from engine import journal
from engine.letters import Address, Letter, Receipt
from engine.menu import Refusal
from engine.state import HOUSE, PUBLIC, Join, Leave, Seat, Start
from engine.table import Table

if TYPE_CHECKING:
    from engine.batch import Batch, OpenGame

RESERVED = frozenset(
    "address away board cancel check end gm help history join map menu mute new observe orders ping ready report "
    "rules say start status undo wait".split()
)
"""The house's own words. A game that uses one as a verb fails the kit.

``leave`` is the desk's before the start; afterwards a game may ask for it."""

TALK_LENGTH = 2000


class No(Exception):
    """The desk refuses; the code says why, ``wanted`` what would have worked."""

    def __init__(self, code: str, *wanted: str, word: str = ""):
        super().__init__(code)
        self.refusal = Refusal(code, word=word, wanted=wanted)


def answer(batch: "Batch", opened: "OpenGame | None", seat: Seat | None, letter: Letter) -> Receipt | None:
    """The desk's answer to a letter that begins with one of its words; ``None`` for any other letter."""
    verb, _, rest = letter.text.strip().partition(" ")
    act = ACTS.get(verb.casefold())
    if act is None or opened is None or (act is leave and asked_for(opened, seat)):
        return None
    try:
        return act(batch, opened, seat, letter, rest.strip())
    except No as no:
        return Receipt("refused", opened.id, seat, order=letter.text, refusal=no.refusal)


def asked_for(opened: "OpenGame", seat: Seat | None) -> bool:
    """Does the game itself offer ``leave`` to this seat now?"""
    return seat is not None and any(choice.parts[0] == "leave" for choice in opened.table.menu(seat).choices)


def join(batch: "Batch", opened: "OpenGame", seat: Seat | None, letter: Letter, rest: str) -> Receipt:
    """``join [SEAT] [salt TEXT]``: take a seat, the first free one unless named; the salt goes into the dice."""
    table = opened.table
    if seat is not None:
        raise No("joined-before", word=seat)
    if table.state.open and not table.state.result and len(table.seats) < table.state.places:
        wanted, _, salt = rest.partition(" salt ")
        taken = free_seat(opened, wanted.strip() or letter.name or letter.sender, bool(wanted.strip()))
        name = letter.name or taken
        address = Address(letter.door, letter.sender, opened.id, taken, letter.key)
        opened.settle(address)
        rows = batch.rows_of(opened.id)
        rows.addresses.append(address)
        rows.closed = [old for old in rows.closed if (old.door, old.sender) != (address.door, address.sender)]
        batch.enter(opened, letter.at, HOUSE, Join(taken, name, salt.strip() or name))
        return Receipt("answered", opened.id, taken, facts={"did": "join", "seat": taken})
    raise No("game-started")


def roles_of(table: Table) -> tuple[Seat, ...] | int:
    """The seats by name, or how many there are."""
    return table.game.roles(msgspec.convert(table.setup.options, table.game.options_type))


def free_seat(opened: "OpenGame", wanted: str, exact: bool) -> Seat:
    """The seat that somebody gets who asks for this one, or is called like this."""
    table = opened.table
    roles = roles_of(table)
    taken = {other.casefold() for other in table.seats}
    if not isinstance(roles, int):
        free = [role for role in roles if role.casefold() not in taken]
        named = [role for role in free if role.casefold() == wanted.casefold()]
        if exact and not named:
            raise No("seat-taken" if wanted.casefold() in taken else "no-such-seat", *free, word=wanted)
        return (named or free)[0]
    if not exact:
        wanted = protocol_name(wanted, taken)
    seat = table.game.name_of_seat(wanted)
    if seat is None or seat in (PUBLIC, HOUSE):
        raise No("bad-name", word=wanted)
    if seat.casefold() in taken:
        raise No("already-joined", word=seat)
    return seat


def protocol_name(name: str, taken: set[str]) -> str:
    """BB-3: a display name as a seat's name: blanks become ``_``, what may not stand there goes, doubles get a
    number."""
    kept = "".join(c for c in re.sub(r"\s+", "_", name.strip()) if unicodedata.category(c)[0] != "C")[:28] or "player"
    numbered = (kept, *(f"{kept}{n}" for n in range(2, 100)))
    return next(candidate for candidate in numbered if candidate.casefold() not in taken)


def leave(batch: "Batch", opened: "OpenGame", seat: Seat | None, letter: Letter, _: str) -> Receipt:
    """``leave``: free one's seat, before the start (BB-6)."""
    if seat is None:
        raise No("not-joined")
    state = opened.table.state
    if state.result or len(state.chairs) == state.places:
        raise No("game-started")
    batch.enter(opened, letter.at, HOUSE, Leave(seat))
    mine = [address for address in opened.addresses if address.viewer == seat]
    opened.addresses = [address for address in opened.addresses if address.viewer != seat]
    batch.rows_of(opened.id).closed += mine
    return Receipt("answered", opened.id, seat, facts={"did": "leave", "seat": seat})


def start(batch: "Batch", opened: "OpenGame", seat: Seat | None, letter: Letter, _: str) -> Receipt:
    """``start``: begin with the seats that are taken, where the game allows fewer (BB-5)."""
    table = opened.table
    if seat is None:
        raise No("not-joined")
    if table.state.result or len(table.seats) == table.state.places:
        raise No("game-started")
    roles = roles_of(table)
    if not isinstance(roles, int) or len(table.seats) < table.game.fewest:
        raise No("too-few-seats", word=str(len(table.seats)))
    batch.enter(opened, letter.at, HOUSE, Start())
    return Receipt("answered", opened.id, seat, facts={"did": "start"})


def say(batch: "Batch", opened: "OpenGame", seat: Seat | None, letter: Letter, rest: str) -> Receipt:
    """``say NAME TEXT`` or ``say * TEXT``: talk between the seats (BB-27); no order, and no part of the history."""
    if seat is None:
        raise No("not-joined")
    to, _, text = rest.partition(" ")
    text = text.strip()[:TALK_LENGTH]
    receivers = [other for other in opened.table.seats if to == "*" or other.casefold() == to.casefold()]
    if not text or not receivers:
        raise No("bad-say", "say NAME TEXT", "say * TEXT", word=to)
    everybody = to == "*"
    heard = PUBLIC if everybody else receivers[0]
    batch.rows_of(opened.id).talk.append((opened.id, letter.at, seat, heard, text))
    for address in opened.addresses:
        hears = address.viewer in (*receivers, seat) or (everybody and address.viewer == PUBLIC)
        door = batch.doors.get(address.door)
        if hears and door and (payload := door.say(opened.id, address.viewer, seat, heard, text)) is not None:
            batch.post(opened, address, payload)
    return Receipt("answered", opened.id, seat, facts={"did": "say", "to": heard})


def undo(batch: "Batch", opened: "OpenGame", seat: Seat | None, letter: Letter, _: str) -> Receipt:
    """``undo``: take back one's last order, while nothing was learnt or answered because of it.

    Whether a seat may do so is read off public facts alone: the last entry is its own, of a kind that can be taken
    back, and nothing final was told to everybody because of it.
    """
    if seat is None:
        raise No("not-joined")
    game, setup = opened.table.game, opened.table.setup
    if opened.table.state.result:
        raise No("game-over")
    entries = journal.read(game, setup, batch.journal(opened))
    ask = opened.table.ask()
    last = entries[-1] if entries else None
    if last is None or last.seat != seat or not last.order.undoable or (ask and ask.window is not None):
        raise No("nothing-to-undo")
    told = next((game.told_decoder.decode(row.told) for row in batch.bulletins(opened) if row.n == last.n), ())
    if any(happening.event is not None and happening.event.final for happening in told):
        raise No("nothing-to-undo")
    batch.enter(opened, letter.at, seat, opened.table.undo(last.n - 1))
    return Receipt("answered", opened.id, seat, facts={"did": "undo"})


Act = Callable[["Batch", "OpenGame", Seat | None, Letter, str], Receipt]
ACTS: dict[str, Act] = {"join": join, "leave": leave, "start": start, "say": say, "undo": undo}
