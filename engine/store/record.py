"""One game as one file, and the verification of its rules, dice and sealed orders."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Raw, Struct, structs

from engine import commitments, dice, errors, messages
from engine.errors import Contradicts, Invalid
from engine.game import AnyGame
from engine.games import find
from engine.plaintext import LINES, clean, unclean
from engine.rulings.salts import Open, Pledge, hashed
from engine.state import Bulletin, Commitment, Roll, Seat, Setup, Undo, Update
from engine.store import journal, updates
from engine.store import rows as r
from engine.store.journal import encode
from engine.store.store import Store
from engine.table import GameTable

FORMAT = 1
"""The version of the file format. Other versions are refused."""


ID = re.compile(r"[a-z0-9-]{1,30}")
"""Ids of games that can be imported. They become file names."""
Moment = Annotated[int, Meta(ge=0, le=253_402_300_799)]
"""Unix seconds up to the year 9999."""
Number = Annotated[int, Meta(ge=0, lt=2**31)]
"""The number of an entry."""


class EntryRecord(Struct, frozen=True, forbid_unknown_fields=True):
    entry: Raw
    # hash of the journal up to this entry, in hex
    hash: Annotated[str, Meta(pattern="^([0-9a-f]{2})*$")]


class BulletinRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bulletin of entry ``n``, with the copies of all viewers, rolls and commitments."""

    n: Number
    at: Moment
    told: Raw
    rolls: tuple[Roll, ...]
    undo_to: Number | None
    commitments: tuple[Commitment, ...] = ()


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole game with all its secrets, for operators alone while it runs."""

    format: int
    kind: str
    edition: Number
    created: Moment
    setup: Setup
    result: str | None
    addresses: tuple[messages.Address, ...]
    journal: tuple[EntryRecord, ...]
    bulletins: tuple[BulletinRecord, ...]
    talk: tuple[tuple[Moment, str, str, str], ...]


class Verdict(Struct, frozen=True, kw_only=True):
    entries: int
    proven: int  # dice that follow from the secret; no other dice can be checked
    scripted: int  # dice chosen by the creator of the game
    typed: int  # dice that players rolled by hand and typed
    thrown: int  # dice stored as rolled, because a person whose name was a salt was erased
    commitments: int
    erased: tuple[int, ...]  # updates changed since, because a person in them was erased
    faults: tuple[str, ...]


def export(store: Store, row: r.GameRow, *, bare: bool = False) -> Record:
    """Return the record of a stored game. A ``bare`` one lacks players and chat."""
    return Record(
        format=FORMAT,
        kind=row.kind,
        edition=row.edition,
        created=row.created,
        setup=row.decoded_setup(),
        result=row.result,
        addresses=()
        if bare
        else tuple(structs.replace(address, since=0) for address in store.addresses(row.id)),
        journal=tuple(
            EntryRecord(Raw(entry), chain.hex()) for entry, chain in store.journal(row.id)
        ),
        bulletins=tuple(
            BulletinRecord(
                n=b.n,
                at=b.at,
                told=Raw(b.told),
                rolls=msgspec.json.decode(b.rolls, type=tuple[Roll, ...]),
                undo_to=b.undo_to,
                commitments=r.commitments_in(b.commitments),
            )
            for b in store.bulletins(row.id)
        ),
        talk=() if bare else tuple(structs.astuple(said)[1:] for said in store.talk(row.id)),
    )


def write(record: Record) -> bytes:
    return msgspec.json.format(encode(record), indent=1) + b"\n"


def read(data: bytes) -> Record:
    try:
        # Entries stay raw JSON, so parse everything once to check it.
        msgspec.json.decode(data)
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid(f"is no record of a game: {error}") from error
    if record.format != FORMAT:
        raise Invalid(f"is a record of format {record.format}; this program reads format {FORMAT}")
    return record


def verify(record: Record, kept: Iterable[tuple[int, str]] = ()) -> Verdict:
    """Check the commitment to the dice, every die, every sealed order or placement, and the hash
    chain. Then replay the journal and compare all bulletins, including undone ones. ``kept`` are
    numbers and heads of updates that somebody was shown (``engine.store.updates``).

    Raises ``UnknownGame`` if the game, its edition or the version that saved it is not installed.
    """
    game, faults, erased = find(record.kind, record.edition), list[str](), list[int]()
    rolls = [(bulletin.n, roll) for bulletin in record.bulletins for roll in bulletin.rolls]
    sealed = [(bulletin.n, one) for bulletin in record.bulletins for one in bulletin.commitments]
    try:
        faults += [*committed(record), *misplaced(record)]
        made = updates_of(record)[1]
        erased += [one.number for one in made if one.erased]
        if where := updates.changed(made, kept):
            faults.append(f"update {where}: this is not what everybody was told")
        wrong = [(n, roll.key) for n, roll in rolls if not dice_match(record, roll)]
        faults += [
            f"entry {n}: the dice under {key!r} are not those of the secret" for n, key in wrong
        ]
        faults += [
            f"entry {n}: what {one.seat} has sealed is not what was committed to"
            for n, one in sealed
            if commitments.commit(
                record.setup.secret,
                record.setup.in_dice,
                (one.seat, one.epoch, one.question),
                one.leaves,
            )
            != one
        ]
        rows = [(canonical(entry.entry), bytes.fromhex(entry.hash)) for entry in record.journal]
        entries = journal.read(game, record.setup, rows)
        faults += unfitting(entries)
        # Append one by one, to keep the faults found before the rules fail.
        for fault in replayed(record, entries):
            faults.append(fault)
    except errors.UnknownGame:
        raise
    except (errors.Damaged, msgspec.DecodeError) as error:
        faults.append(str(error))
    except Exception as error:
        # In a forged file, the rules may raise anything.
        faults.append(f"the game cannot be played again: {error!r}")
    counted = dict.fromkeys(get_args(Origin), 0)
    for _, roll in rolls:
        counted[origin(game, record.setup, roll)] += len(roll.dice)
    return Verdict(
        entries=len(record.journal),
        commitments=len(sealed),
        erased=tuple(erased),
        faults=tuple(faults),
        **counted,
    )


Origin = Literal["proven", "scripted", "typed", "thrown"]
"""The origin of a roll's dice, named like the fields of ``Verdict``."""


def origin(game: AnyGame, setup: Setup, roll: Roll) -> Origin:
    if f"{roll.epoch}/{roll.key}" in setup.thrown:
        return "thrown"
    if not roll.loaded:
        return "proven"
    return "scripted" if any(game.loaded_for(name, roll.key) for name in setup.loaded) else "typed"


def canonical(raw: Raw) -> bytes:
    """Return the bytes that were hashed. Tools may have changed white space and key order."""
    return encode(msgspec.json.decode(raw))


def committed(record: Record) -> list[str]:
    """Return a fault if the secret doesn't match the announced commitment."""
    commitment = hashlib.sha256(record.setup.secret).hexdigest()
    first: list[list[dict[str, Any]]] = (
        msgspec.json.decode(record.bulletins[0].told) if record.bulletins else []
    )
    told = [
        event.get("commitment") for event, _ in first if event and event.get("type") == "Committed"
    ]
    return (
        []
        if told == [commitment]
        else ["the secret does not fit the commitment that was told at the beginning"]
    )


def misplaced(record: Record) -> Iterator[str]:
    """Yield a fault for each bulletin that is not the only one of an entry, or is out of order."""
    before = -1
    for n in (bulletin.n for bulletin in record.bulletins):
        if n <= before:
            yield f"entry {n}: it is told of twice, or after a later one"
        elif n > len(record.journal):
            yield f"entry {n}: it is told of, and there is none"
        before = max(before, n)


def unfitting(entries: Iterable[journal.Entry]) -> Iterator[str]:
    """Yield a fault for each opened salt whose hash is not the pledged one."""
    pledges = dict[Seat, str]()
    for entry in entries:
        match entry.order:
            case Pledge(seat=seat, pledge=pledge):
                pledges[seat] = pledge
            case Open(seat, salt) if hashed(salt) != pledges.get(seat):
                yield f"entry {entry.n}: the salt of {seat} does not fit its pledge"


def dice_match(record: Record, roll: Roll) -> bool:
    """Return whether secret, salts and key give these dice. Scripted dice pass."""
    game = find(record.kind, record.edition)
    fields = (record.setup.in_dice.encode(), *(salt.encode() for salt in roll.salts))
    numbers = dice.stream(record.setup.secret, fields, game.key_in_dice(roll.epoch, roll.key))
    return roll.loaded or all(dice.face(numbers, faces) == face for faces, face in roll.dice)


def replayed(record: Record, entries: list[journal.Entry]) -> Iterator[str]:
    table = GameTable.new(find(record.kind, record.edition), record.setup)
    stored = {bulletin.n: bulletin for bulletin in record.bulletins}
    back = {entry.n: entry.order.to for entry in entries if isinstance(entry.order, Undo)}
    for n, bulletin in replay_all(table, entries):
        told = stored.get(n, BulletinRecord(n=n, at=0, told=Raw(b"[]"), rolls=(), undo_to=None))
        at = bulletin.at if n not in stored else told.at
        ours, theirs = encode(bulletin.told), canonical(told.told)
        if (bulletin.at, ours, bulletin.rolls) != (at, theirs, told.rolls):
            yield f"entry {n}: the rules tell something else than what was told"
        if n in stored and told.undo_to != back.get(n):
            yield f"entry {n}: it does not take back what it is said to"
        for seat in sorted({one.seat for one in {*bulletin.commitments} ^ {*told.commitments}}):
            yield f"entry {n}: the journal has something else than what {seat} had sealed"
    if table.state.result != record.result:
        yield f"the rules come to {table.state.result!r}, the record says {record.result!r}"


def replay_all(table: GameTable, entries: list[journal.Entry]) -> Iterator[tuple[int, Bulletin]]:
    needed = {entry.order.to for entry in entries if isinstance(entry.order, Undo)}
    yield 0, table.run()
    saved = {0: table.save()}
    for entry in entries:
        if isinstance(entry.order, Undo):
            table.restore(saved[entry.order.to], ())
        yield entry.n, journal.play(table, entry)
        if entry.n in needed:
            saved[entry.n] = table.save()


def bring_in(store: Store, record: Record, at: int, *, players: bool) -> None:
    """Store a record as a game, with its ``players`` or without. Raises ``Invalid``."""
    id = record.setup.id
    if not ID.fullmatch(id):
        raise Invalid(
            f"game {clean(id)[:40]!r}: an id has 1 to 30 of the characters a-z, 0-9 and -"
        )
    if store.game(id) is not None:
        raise Invalid(f"game {id} is in this database already")
    if (odd := unclean(msgspec.json.decode(encode(record)), f"{LINES}\r")) is not None:
        raise Invalid(
            f"game {id}: {odd[:40]!r} holds characters that command a terminal, or show nothing"
        )
    verdict = verify(record)
    if verdict.faults:
        raise Invalid(f"game {id} does not hold: {verdict.faults[0]}")
    table, chain = rebuilt(record)
    news = news_in(record)
    row = r.GameRow(
        id=id,
        kind=record.kind,
        edition=record.edition,
        created=record.created,
        setup=encode(record.setup),
        n=len(record.journal),
        hash=chain,
        state=table.save(),
        due=table.state.due,
        result=record.result,
        told=len(news),
    )
    # New readers get only news that comes after the record's.
    rows = r.Rows(
        made=[row],
        addresses=[
            structs.replace(address, game=id, since=len(news))
            for address in record.addresses
            if players
        ],
        journal=[
            r.JournalRow(id, n, canonical(e.entry), bytes.fromhex(e.hash))
            for n, e in enumerate(record.journal, 1)
        ],
        news=news,
    )
    act = r.AuditEntry(
        at, "operator", "import", id, encode({"entries": len(record.journal)}).decode()
    )
    # Without cursors, the next process would search all news for readers who are behind.
    told = {
        (one.door, id): r.Cursor(door=one.door, game=id, upto=len(news)) for one in rows.addresses
    }
    try:
        store.write(at, games={id: rows}, acts=[act], delivered=r.DeliveryReport(cursors=told))
    except Contradicts as error:
        raise Invalid(f"game {id} does not hold: {error}") from error


def news_in(record: Record) -> list[r.NewsRow]:
    """Return the record's news in order of time. Chat follows the bulletins of the same second."""
    told = [
        (
            b.at,
            r.NewsRow(
                game=record.setup.id,
                seq=0,
                n=b.n,
                at=b.at,
                kind="told",
                body=canonical(b.told),
                rolls=encode(b.rolls),
                undo_to=b.undo_to,
                commitments=encode(b.commitments) if b.commitments else b"",
            ),
        )
        for b in record.bulletins
    ]
    said = [
        (
            at,
            r.NewsRow(
                game=record.setup.id, seq=0, n=0, at=at, kind="talk", body=encode((by, to, text))
            ),
        )
        for at, by, to, text in record.talk
    ]
    rows, n = list[r.NewsRow](), 0
    for seq, (_, row) in enumerate(sorted([*told, *said], key=lambda one: one[0]), 1):
        n = max(n, row.n)
        rows.append(structs.replace(row, seq=seq, n=n))
    return rows


def updates_of(record: Record) -> tuple[Update, list[updates.PublicUpdate]]:
    """Return the last update of a record, and all its opened updates. Raises ``DecodeError``."""
    told = {b.n: (b.at, b.told, b.commitments) for b in record.bulletins}
    return updates.whole(record.setup, [canonical(e.entry) for e in record.journal], told)


def rebuilt(record: Record) -> tuple[GameTable, bytes]:
    game = find(record.kind, record.edition)
    rows: Iterable[tuple[bytes, bytes]] = (
        (canonical(e.entry), bytes.fromhex(e.hash)) for e in record.journal
    )
    table, _ = journal.replay(game, record.setup, journal.read(game, record.setup, rows))
    table.state.update = updates_of(record)[0]
    chain = (
        bytes.fromhex(record.journal[-1].hash)
        if record.journal
        else journal.first_hash(record.setup)
    )
    return table, chain
