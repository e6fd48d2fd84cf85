"""The journal of a game: every order with its time and author. A replay restores the state."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from engine import state as st
from engine.errors import Damaged
from engine.game import AnyGame
from engine.rulings import rulings, times
from engine.state import Bulletin, Seat, Setup
from engine.store import saved
from engine.table import GameTable
from engine.undo import go_on

encode = saved.encode


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    n: int  # number in its game
    at: int  # Unix seconds
    seat: Seat
    order: st.Order
    # deadline of each asked seat, if the referee computed it, because a replay doesn't know time
    # zones
    dues: dict[Seat, int] = {}
    bank: dict[Seat, int] = {}  # seconds left in banks that the referee has changed


def first_hash(setup: Setup) -> bytes:
    """Return the hash before the first entry. It binds the journal to its game."""
    return hashlib.sha256(encode(setup)).digest()


def link(before: bytes, entry: bytes) -> bytes:
    """Return the hash of the journal up to this entry, given the hash before it."""
    return hashlib.sha256(before + entry).digest()


def read(game: AnyGame, setup: Setup, rows: Iterable[tuple[bytes, bytes]]) -> list[Entry]:
    """Decode and check ``(entry, hash)`` rows in order. Raises ``Damaged`` and ``Newer``."""
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
    """Return a decoder for entries with this edition's orders. It raises ``Newer``."""
    typed: Any = msgspec.defstruct(
        "Entry", [("order", game.order_type)], bases=(Entry,), frozen=True
    )
    decode = msgspec.json.Decoder(typed).decode
    return lambda data: saved.whole(game.name, data, decode)


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that are not undone. Undoing an undo restores its entries."""
    listed = list(entries)
    kept, n = list[Entry](), len(listed)
    while n:
        entry = listed[n - 1]
        kept.append(entry)
        n = entry.order.to if isinstance(entry.order, st.Undo) else n - 1
    return kept[::-1]


def replay(
    game: AnyGame, setup: Setup, entries: Iterable[Entry]
) -> tuple[GameTable, dict[int, Bulletin]]:
    """Replay a journal. Return the table, and the bulletins that are not undone by number."""
    table = GameTable.new(game, setup)
    table.run()
    return table, {entry.n: play(table, entry) for entry in effective(entries)}


def play(table: GameTable, entry: Entry) -> Bulletin:
    """Play one entry and return its bulletin. An undo needs the table replayed before."""
    if isinstance(entry.order, st.Undo):
        bulletin = go_on(table, entry.at, entry.n, entry.seat, entry.order)
        return times.settle(table, bulletin, entry.dues, entry.bank)
    asked, question = table.ask(), table.state.question
    bulletin = table.take(entry.at, entry.seat, entry.order)
    remember(table.state, entry, asked, question, bulletin)
    return times.settle(table, bulletin, entry.dues, entry.bank)


def remember(
    state: st.State[Any, Any, Any],
    entry: Entry,
    asked: st.Ask | None,
    question: int,
    bulletin: Bulletin,
) -> None:
    """Record an order that everybody noticed, and whether its seat may take it back.

    ``asked`` and ``question`` are the question before the order. It can be taken back if it
    answered only this question, and everybody was told something, none of it final. The next
    question must be neither secret nor a window. All of this depends on public facts alone.
    """
    public, order = bulletin.events(st.PUBLIC), entry.order
    if not bulletin.fresh and (not public or (isinstance(order, rulings.Ruling) and order.aside)):
        return
    state.back = None
    proposal = state.people.proposal
    if bulletin.question > question and proposal is not None and proposal.until is None:
        state.people.put(None)
    if asked is None or asked.sealed or isinstance(order, st.House | st.Anytime | st.Line):
        return
    state.steps[entry.seat] = entry.n
    following = bulletin.asked
    if public and not any(event.final for event in public) and bulletin.question == question + 1:
        state.back = entry.seat if following is not None and not following.sealed else None
