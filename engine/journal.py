"""The game's journal: what came in, when, from whom. The state is what the rules make of it; nothing else is needed."""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from engine.game import Game
from engine.state import Bulletin, Order, Seat, Setup, Undo
from engine.table import Table

encode = msgspec.json.Encoder(order="sorted").encode
"""JSON as it is stored and hashed: the same bytes for the same data, also after a journey through other programs."""


class Entry(Struct, frozen=True):
    """One order that was accepted: number ``n`` of its game, at second ``at``."""

    n: int
    at: int
    seat: Seat
    order: Order


class Damaged(Exception):
    """A journal whose chain or numbering does not hold; the text says where."""


def first_hash(setup: Setup) -> bytes:
    """The hash before the first entry: it binds the journal to its game."""
    return hashlib.sha256(encode(setup)).digest()


def link(before: bytes, entry: bytes) -> bytes:
    """The hash of the journal up to this entry, from the hash before it."""
    return hashlib.sha256(before + entry).digest()


def read(game: Game, setup: Setup, rows: Iterable[tuple[bytes, bytes]]) -> list[Entry]:
    """The entries of ``(entry, hash)`` rows in order. Raises ``Damaged`` at the first that breaks chain or
    numbering."""
    decoder = entry_decoder(game)
    entries: list[Entry] = []
    chain = first_hash(setup)
    for data, stored in rows:
        chain = link(chain, data)
        if chain != stored:
            raise Damaged(f"game {setup.id}: the chain breaks at entry {len(entries) + 1}")
        entries.append(decoder.decode(data))
        if entries[-1].n != len(entries):
            raise Damaged(f"game {setup.id}: entry {entries[-1].n} stands at place {len(entries)}")
    return entries


def entry_decoder(game: Game) -> "msgspec.json.Decoder[Entry]":
    """Reads entries with this edition's orders."""

    typed: Any = msgspec.defstruct("Entry", [("order", game.order_type)], bases=(Entry,), frozen=True)
    return msgspec.json.Decoder(typed)


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that have happened: what an ``Undo`` undoes is left out, and an undo of an undo brings it back."""
    listed = list(entries)
    kept, n = list[Entry](), len(listed)
    while n:
        entry = listed[n - 1]
        kept.append(entry)
        n = entry.order.to if isinstance(entry.order, Undo) else n - 1
    return kept[::-1]


def replay(game: Game, setup: Setup, entries: Iterable[Entry]) -> tuple[Table, dict[int, Bulletin]]:
    """The table that the rules make of a journal, and the bulletins of the entries that have happened, by number."""
    table = Table.new(game, setup)
    table.run()
    return table, {entry.n: play(table, entry) for entry in effective(entries)}


def play(table: Table, entry: Entry) -> Bulletin:
    """Play one entry on a table on which the entries that it undoes, if it undoes any, were not played."""
    if isinstance(entry.order, Undo):
        return table.go_on(entry.at, entry.n, entry.seat, entry.order)
    return table.take(entry.at, entry.seat, entry.order)
