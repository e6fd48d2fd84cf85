"""The game's journal: what came in, when, from whom. The state is what the rules make
of it; nothing else is needed.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from engine.errors import Damaged
from engine.game import AnyGame
from engine.house import times
from engine.house.rulings import Ruling
from engine.state import (
    PUBLIC,
    Anytime,
    Ask,
    Bulletin,
    House,
    Line,
    Order,
    Seat,
    Setup,
    State,
    Undo,
)
from engine.store import saved
from engine.table import GameTable
from engine.undo import go_on

encode = saved.encode


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One order that was accepted: number ``n`` of its game, at second ``at``.

    ``dues``: when the open question is now due for each seat that is asked, and
    ``bank``: how many seconds a seat has left, where the house has worked them out: no
    replay knows the rules of time zones.
    """

    n: int
    at: int
    seat: Seat
    order: Order
    dues: dict[Seat, int] = {}
    bank: dict[Seat, int] = {}


def first_hash(setup: Setup) -> bytes:
    """Return the hash before the first entry: it binds the journal to its game."""
    return hashlib.sha256(encode(setup)).digest()


def link(before: bytes, entry: bytes) -> bytes:
    """Return the hash of the journal up to this entry, from the hash before it."""
    return hashlib.sha256(before + entry).digest()


def read(game: AnyGame, setup: Setup, rows: Iterable[tuple[bytes, bytes]]) -> list[Entry]:
    """Return the entries of ``(entry, hash)`` rows in order. Raises ``Damaged`` at the first that
    breaks chain or numbering, ``Newer`` at one that this version of the game does not know.
    """
    read_entry = entry_reader(game)
    entries: list[Entry] = []
    chain = first_hash(setup)
    for data, stored in rows:
        chain = link(chain, data)
        if chain != stored:
            raise Damaged(f"game {setup.id}: the chain breaks at entry {len(entries) + 1}")
        entries.append(read_entry(data))
        if entries[-1].n != len(entries):
            raise Damaged(f"game {setup.id}: entry {entries[-1].n} stands at place {len(entries)}")
    return entries


def entry_reader(game: AnyGame) -> Callable[[bytes], Entry]:
    """Return what reads entries with this edition's orders. It raises ``Newer``."""
    typed: Any = msgspec.defstruct(
        "Entry", [("order", game.order_type)], bases=(Entry,), frozen=True
    )
    decode = msgspec.json.Decoder(typed).decode
    return lambda data: saved.whole(game.name, data, decode)


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that have happened: what an ``Undo`` undoes is left out, and an undo of an
    undo brings it back.
    """
    listed = list(entries)
    kept, n = list[Entry](), len(listed)
    while n:
        entry = listed[n - 1]
        kept.append(entry)
        n = entry.order.to if isinstance(entry.order, Undo) else n - 1
    return kept[::-1]


def replay(
    game: AnyGame, setup: Setup, entries: Iterable[Entry]
) -> tuple[GameTable, dict[int, Bulletin]]:
    """Return the table that the rules make of a journal, and the bulletins of the entries that have
    happened, by number.
    """
    table = GameTable.new(game, setup)
    table.run()
    return table, {entry.n: play(table, entry) for entry in effective(entries)}


def play(table: GameTable, entry: Entry) -> Bulletin:
    """Play one entry on a table on which the entries that it undoes, if
    it undoes any, were not played.
    """
    if isinstance(entry.order, Undo):
        bulletin = go_on(table, entry.at, entry.n, entry.seat, entry.order)
        return times.settle(table, bulletin, entry.dues, entry.bank)
    asked, question = table.ask(), table.state.question
    bulletin = table.take(entry.at, entry.seat, entry.order)
    remember(table.state, entry, asked, question, bulletin)
    return times.settle(table, bulletin, entry.dues, entry.bank)


def remember(
    state: State[Any, Any, Any], entry: Entry, asked: Ask | None, question: int, bulletin: Bulletin
) -> None:
    """Note whose order this was, if everybody knows, and whether its seat may take it
    back: a function of nothing but what everybody knows. ``asked`` was the open question
    before, ``question`` its number.

    It may, as long as nobody has been told of anything else, if something was told to
    everybody, nothing of it final, if nothing but this one question was answered, and if nobody
    is asked in secret or within a window because of it.
    """
    public, order = bulletin.events(PUBLIC), entry.order
    if not bulletin.fresh and (not public or (isinstance(order, Ruling) and order.aside)):
        return
    state.back = None
    proposal = state.people.proposal
    if bulletin.question > question and proposal is not None and proposal.until is None:
        state.people.proposal = None
    if asked is None or asked.sealed or isinstance(order, House | Anytime | Line):
        return
    state.steps[entry.seat] = entry.n
    following = bulletin.asked
    if public and not any(event.final for event in public) and bulletin.question == question + 1:
        state.back = entry.seat if following is not None and not following.sealed else None
