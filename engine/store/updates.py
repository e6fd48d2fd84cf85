"""Updates: everything that a game has told to all, as a chain of hashes. Its newest hash, the
*head*, is shown everywhere, so that anybody who has kept one can prove a later change.

The scheme is the whole of this file, with F of ``engine.dice``'s page (docs/fair-play.md)::

    told u = JSON of [second, [events], [[seat, epoch, question, root] …]]
    rest u = SHA-256(… SHA-256(SHA-256(entry) + next entry) …) of the entries since update u-1;
             of update 1: SHA-256 of the setup
    seal u = HMAC-SHA256(HMAC-SHA256(secret, "updates"), uint32be(u) + rest u)
    head u = SHA-256(head u-1 + SHA-256(told u) + seal u)

An entry that tells nothing to everybody makes no update, so neither number nor time of an update
shows that a secret answer has arrived. It goes into the seal of the next one.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from engine.state import Bulletin, Commitment, Setup, Update
from engine.store.rows import BulletinRow, commitments_in
from engine.store.saved import encode

KEPT = re.compile(r"([0-9]+)[^0-9a-f]+((?:[0-9a-f]\s*){16,64})[\s.…]*$")
"""An update as somebody has kept it: its number, and the first 16 digits of its head or more."""
Told = tuple[int, bytes | Raw, tuple[Commitment, ...]]
"""The second, events and commitments of a bulletin."""


class PublicUpdate(Struct, frozen=True, kw_only=True):
    """An update with its public text, and the hashes from which its head follows."""

    number: int
    entry: int  # the journal entry that made it
    told: str  # its public text
    before: str  # the head of the update before, in hex like the others
    leaf: str
    seal: str
    head: str
    erased: bool  # a person was erased, so the text no longer fits the leaf


def began(setup: Setup) -> Update:
    made = encode(replace(setup, thrown={}, erased={}))
    return Update(0, "", hashlib.sha256(made).hexdigest())


def seal(secret: bytes, number: int, rest: bytes) -> str:
    """Return the hash, in hex, that hides the entries of an update."""
    return hmac.digest(key_of(secret), number.to_bytes(4, "big") + rest, "sha256").hex()


@lru_cache(1_000)
def key_of(secret: bytes) -> bytes:
    return hmac.digest(secret, b"updates", "sha256")


def step(
    last: Update,
    setup: Setup,
    entry: bytes,
    at: int,
    events: Sequence[Any],
    sealed: Sequence[Commitment],
) -> tuple[Update, PublicUpdate | None]:
    """Extend the chain by one entry, or begin it if ``entry`` is empty. Return its last update, and
    the opened update that the entry makes, or ``None`` if the entry told the public nothing.
    """
    rest = bytes.fromhex(last.rest)
    rest = hashlib.sha256(rest + entry).digest() if entry else rest
    if not (events or sealed):
        return Update(last.number, last.head, rest.hex()), None
    number = last.number + 1
    told = encode((at, events, [(one.seat, one.epoch, one.question, one.root) for one in sealed]))
    erased = setup.erased.get(str(number))
    pair = hashlib.sha256(told).hexdigest(), seal(setup.secret, number, rest)
    leaf, sealing = pair if erased is None else erased
    head = hashlib.sha256(bytes.fromhex(last.head + leaf + sealing)).hexdigest()
    return Update(number, head), PublicUpdate(
        number=number,
        entry=0,
        told=told.decode(),
        before=last.head,
        leaf=leaf,
        seal=sealing,
        head=head,
        erased=erased is not None,
    )


def after(last: Update, setup: Setup, entry: bytes, bulletin: Bulletin) -> Update:
    events = [one.event for one in bulletin.told if one.event is not None]
    return step(last, setup, entry, bulletin.at, events, bulletin.commitments)[0]


def walk(
    setup: Setup, entries: Sequence[bytes], told: Mapping[int, Told]
) -> Iterator[tuple[Update, PublicUpdate | None]]:
    """Yield the results of ``step`` for the beginning and each entry of a whole game."""
    last = began(setup)
    for n, entry in enumerate((b"", *entries)):
        at, body, sealed = told.get(n, (0, b"[]", ()))
        events = [event for event, _ in msgspec.json.decode(body) if event is not None]
        last, made = step(last, setup, entry, at, events, sealed)
        yield last, made and replace(made, entry=n)


def of_rows(
    setup: Setup, entries: Iterable[tuple[bytes, bytes]], rows: Iterable[BulletinRow]
) -> tuple[Update, list[PublicUpdate]]:
    told = {row.n: (row.at, row.told, commitments_in(row.commitments)) for row in rows}
    return whole(setup, [entry for entry, _ in entries], told)


def whole(
    setup: Setup, entries: Sequence[bytes], told: Mapping[int, Told]
) -> tuple[Update, list[PublicUpdate]]:
    found = list(walk(setup, entries, told))
    return found[-1][0], [made for _, made in found if made is not None]


def erased(old: Sequence[PublicUpdate], new: Sequence[PublicUpdate]) -> dict[str, tuple[str, str]]:
    """Return the old hashes, by number, of the updates that differ now."""
    pairs = zip(old, new, strict=True)
    return {
        str(was.number): (was.leaf, was.seal)
        for was, now in pairs
        if (was.leaf, was.seal) != (now.leaf, now.seal)
    }


def kept_in(text: str) -> tuple[int, str] | None:
    """Parse an update as people keep it: ``update 41 · 3f9c 82d1 0a7b 55e0``."""
    found = KEPT.search(text.casefold())
    return (int(found[1]), re.sub(r"\s", "", found[2])) if found else None


def changed(made: Sequence[PublicUpdate], kept: Iterable[tuple[int, str]]) -> str:
    """Return the numbers of the updates with the first change: ``12``, ``8-12`` or ""."""
    heads = {one.number: one.head for one in made}
    sure = 0
    for number, head in sorted(kept):
        if not heads.get(number, "").startswith(head):
            return str(number) if number == sure + 1 else f"{sure + 1}-{number}"
        sure = number
    return ""
