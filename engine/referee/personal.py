"""The stored data about one person, and its erasure."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal
from urllib.parse import unquote

import msgspec
from msgspec.structs import replace

from engine.errors import MeanwhileError, UnknownGame
from engine.games import find
from engine.messages import Address
from engine.referee import ratings
from engine.referee.accounts import SERVER_NOTES, Account
from engine.referee.batch import Batch
from engine.rulings.rulings import tag
from engine.state import PUBLIC, REFEREE, Roll, Seat, SeatHolder, Setup
from engine.store import journal, persons, rated, updates
from engine.store.journal import encode
from engine.store.rows import Erasure, GameRow, JournalRow, NewsRow, Rewriting
from engine.store.store import Store
from engine.store.writing import read_talk

COUNTING = ("heard", "question", "receipt", "mailed")
"""Folders of notes whose contents count secrets or are mere hashes. A person reads only that they
exist.
"""
OWN = frozenset(
    "admitted asked banned calendar coded files hook invitations invited kicked listed lost name"
    " notices operator parted person reads role sat seek settings substitute talk tries"
    " viewed".split()
)
"""Folders of the referee's notes that belong to the account at the end of a note's name.

Other people's notes about a person stay private to their authors.
"""
OF_SEAT = ("appeal", "mute")
"""Folders of notes that belong to the seat after the game's id."""
LATEST = 1 << 62


def kept_about(batch: Batch, person: Sequence[Account]) -> dict[str, Any]:
    store, accounts = batch.store, batch.accounts
    memberships = [one for account in person for one in persons.memberships(store, *account)]
    return {
        "names": sorted({accounts.name(who) for who in person}),
        "accounts": [
            {"at": door, "name": sender, **msgspec.to_builtins(accounts.settings((door, sender)))}
            for door, sender in person
        ],
        "games": [in_game(store, one) for one in memberships],
        "notes": dict(notes_about(batch, person, memberships)),
        "acts": [
            {"at": act.at, "what": act.action, "game": act.game}
            for account in person
            for act in persons.acts_by(store, "/".join(account))
        ],
        "receipts": [
            {"at": row.at, "game": row.game, "receipt": msgspec.json.decode(row.receipt)}
            for account in person
            for row in persons.receipts(store, *account)
        ],
        "ratings": [
            {"kind": row.kind, "game": row.game, "at": row.at, "rating": ratings.shown(row)}
            for account in person
            for row in rated.history(store, account)
        ],
        "answers": [
            dict(zip(("in time", "missed", "seats lost"), counted, strict=True))
            for account in person
            if any(counted := rated.conduct(store, account, 0, LATEST))
        ],
        "waiting": sum(len(store.finished(door, [sender])) for door, sender in person),
    }


def in_game(store: Store, at: Address) -> dict[str, Any]:
    row = store.game(at.game)
    found: dict[str, Any] = {
        "game": at.game,
        "at": at.door,
        "seat": "" if at.viewer == PUBLIC else at.viewer,
        "quiet": at.quiet,
        "left": at.until is not None,
    }
    if row is None or at.viewer == PUBLIC:
        return found
    news = store.news(at.game)
    said = [one for one in news if one.kind == "talk" and at.hears(one.seq)]
    found["kind"] = row.kind
    found["talk"] = list(talk_of(said, at.viewer))
    found["orders"] = list(orders_of(store, row, at, news))
    return found


def talk_of(news: Iterable[NewsRow], seat: str) -> Iterator[dict[str, Any]]:
    """Yield chat messages by this seat, and those to it alone that it received."""
    for row in news:
        by, to, text = read_talk(row.body)
        hearers = msgspec.json.decode(row.about).get("to", ())
        if by == seat or (to == seat and seat in hearers):
            yield {"at": row.at, "by": by, "to": to, "text": text}


def orders_of(
    store: Store, row: GameRow, at: Address, news: Sequence[NewsRow]
) -> Iterator[dict[str, Any]]:
    """Yield this person's orders, including those the referee played for their seat. Entry numbers
    are left out, because they would reveal how much others did in secret.
    """
    first = max((one.n for one in news if one.seq <= at.since), default=0)
    last = LATEST
    if at.until is not None:
        last = max((one.n for one in news if one.seq <= at.until), default=0)
    try:
        read = journal.entry_reader(find(row.kind, row.edition))
    except UnknownGame:
        return
    for n, (data, _) in enumerate(store.journal(row.id), 1):
        entry = read(data)
        by_referee = entry.seat == REFEREE and getattr(entry.order, "seat", "") == at.viewer
        if (entry.seat == at.viewer or by_referee) and first < n <= last:
            yield {"at": entry.at, "order": msgspec.json.decode(encode(entry.order))}


def notes_about(
    batch: Batch, person: Sequence[Account], memberships: Iterable[Address]
) -> Iterator[tuple[str, Any]]:
    """Yield this person's own notes: owner and name, then the value."""
    seats = {(one.game, one.viewer) for one in memberships if one.viewer != PUBLIC}
    for name, value in batch.store.notes(SERVER_NOTES).items():
        folder, *parts = map(unquote, name.split("/"))
        about = tuple(parts[:2] if folder in OF_SEAT else parts[-2:])
        if about in (seats if folder in OF_SEAT else person if folder in OWN else ()):
            yield f"{SERVER_NOTES}: {name}", value
    for door in sorted({door for door, _ in person}):
        senders = {sender for at, sender in person if at == door}
        for name, value in batch.store.notes(door).items():
            folder, *parts = map(unquote, name.split("/"))
            if senders & set(parts):
                yield f"{door}: {name}", "" if folder.startswith(COUNTING) else value


NOBODY = "forgotten"
"""The door of erased people. Nobody can be reached there."""
FOLDER = "forget"
"""The folder of pending erasures, with the time of each request."""
KEPT = ("secret", "forgotten", "key", "refresh")
"""Notes that are about nobody, and never searched."""

rolls_in = msgspec.json.Decoder(tuple[Roll, ...]).decode


class Unforgettable(MeanwhileError):
    """A game would break under a new name. The text says why."""


def hindrances(batch: Batch, person: Sequence[Account]) -> list[str]:
    """Return the unfinished games that prevent a person's erasure."""
    seats = {
        one.game
        for account in person
        for one in persons.memberships(batch.store, *account)
        if one.viewer != PUBLIC
    }
    games = seats | {game for account in person for game in batch.accounts.games_of(account)}
    return [id for id in sorted(games) if not is_over(batch.store, id)]


def is_over(store: Store, id: str) -> bool:
    row = store.game(id)
    return row is None or row.result is not None


def wanted(store: Store) -> list[Account]:
    found = []
    for name in store.notes(SERVER_NOTES, FOLDER):
        _, door, sender = map(unquote, name.split("/"))
        found.append((door, sender))
    return found


def ready(batch: Batch) -> list[Account]:
    people = wanted(batch.store)
    return [who for who in people if not hindrances(batch, batch.accounts.person(who))]


def forget(batch: Batch, who: Account) -> list[str]:
    """Erase a person. Return the games that keep the name because they would break."""
    store, person = batch.store, batch.accounts.person(who)
    senders = {sender for _, sender in person}
    names = {batch.accounts.name(account) for account in person}
    stays, notes = list[str](), list[Account](notes_to_erase(store, person))
    games = games_of(batch, person, notes)
    for id in games:
        row = store.game(id)
        mine = [one for one in store.readers(id) if (one.door, one.sender) in person]
        if row is None or row.result is None:
            if (opened := batch.known(id)) is not None:
                opened.addresses = [one for one in opened.addresses if one not in mine]
            continue
        made = try_rewriting(store, row, mine, (names | senders, senders))
        if made is None:
            stays.append(id)
            continue
        notes += notes_in(store, id, made.names)
        persons.rewrite(store, made)
        batch.memory.pop(id, None)
    persons.erase(
        store,
        Erasure(
            accounts=tuple(person),
            words=tuple(sorted(senders)),
            stand_in=(NOBODY, secrets.token_hex(8)),
            notes=tuple(notes),
            games=tuple(games),
        ),
    )
    return stays


def try_rewriting(
    store: Store, row: GameRow, mine: Sequence[Address], names: Sequence[set[str]]
) -> Rewriting | None:
    """Rewrite a game with the first of these names that is no other word in it, if any."""
    for some in names:
        with suppress(Unforgettable, UnknownGame):
            return rewritten(store, row, mine, some)
    return None


def games_of(batch: Batch, person: Sequence[Account], notes: Sequence[Account]) -> list[str]:
    store = batch.store
    told = (one.game for account in person for one in persons.memberships(store, *account))
    acts = (act.game for account in person for act in persons.acts_by(store, "/".join(account)))
    noted = (part for door, name in notes if door == SERVER_NOTES for part in name.split("/")[1:2])
    every = dict.fromkeys([*told, *filter(None, acts), *noted])
    return [id for id in every if store.game(id) is not None]


def notes_in(store: Store, game: str, names: Mapping[str, str]) -> Iterator[Account]:
    for name in store.notes(SERVER_NOTES):
        _, *parts = map(unquote, name.split("/"))
        if parts[:1] == [game] and names.keys() & set(parts[1:]):
            yield SERVER_NOTES, name


def notes_to_erase(store: Store, person: Sequence[Account]) -> Iterator[Account]:
    senders = {sender for _, sender in person}
    quoted = [encode(sender).decode() for sender in senders]
    for door in {SERVER_NOTES, *(door for door, _ in person)}:
        for name, value in store.notes(door).items():
            named = senders & {unquote(part) for part in name.split("/")[1:]}
            said = value in senders or any(sender in value for sender in quoted)
            if name not in KEPT and (named or said):
                yield door, name


# ---- replacing a name in a game


def rewritten(store: Store, row: GameRow, mine: Sequence[Address], names: set[str]) -> Rewriting:
    """Rewrite a game with another name. Raises ``Unforgettable`` and ``UnknownGame``."""
    game, setup = find(row.kind, row.edition), row.decoded_setup()
    chairs = game.codec[1].decode(row.state).chairs
    seats = {one.viewer for one in mine} - {PUBLIC}
    roles = game.roles(msgspec.convert(setup.options, game.options_type))
    own = own_names([chair for chair in chairs if chair.seat in seats], roles)
    theirs = [chair for chair in chairs if chair.seat not in seats]
    others = {name for chair in theirs for name in (chair.name, chair.seat)}
    guests = dict.fromkeys(names - own.keys(), "player-0")
    rename = Renaming(
        *(
            {name: new for name, new in some.items() if name and name not in others}
            for some in (own, guests)
        )
    )
    told = store.news(row.id)
    before = store.journal(row.id)
    entries = [rename.encoded(entry) for entry, _ in before]
    new_setup = replace(setup, thrown=setup.thrown | lost_rolls(told, rename))
    chain = chained(new_setup, entries)
    try:
        read = journal.read(game, new_setup, chain)
        table, bulletins = journal.replay(game, new_setup, read)
    except Exception as error:
        raise Unforgettable(f"game {row.id}: {type(error).__name__}") from error
    news = []
    for one in told:
        about, rolls = map(rename.encoded, (one.about, one.rolls))
        body = unsaid(one, mine, rename) if one.kind == "talk" else rename.encoded(one.body)
        made = replace(one, body=body, about=about, rolls=rolls)
        bulletin = bulletins.get(one.n)
        if one.kind == "told" and bulletin is not None:
            if encode(bulletin.told) != made.body and not one.commitments:
                raise Unforgettable(f"game {row.id}: entry {one.n} would tell something else")
            sealed = encode(bulletin.commitments) if bulletin.commitments else b""
            made = replace(
                made, body=encode(bulletin.told), rolls=encode(bulletin.rolls), commitments=sealed
            )
        news.append(without_reader(made, mine))
    result = None if row.result is None else rename.text(row.result)
    if table.state.result != result:
        raise Unforgettable(f"game {row.id}: it would end otherwise")
    # The updates keep their hashes, so that lines in old mails still fit.
    old, new = ([one.bulletin() for one in rows if one.kind == "told"] for rows in (told, news))
    was = updates.of_rows(setup, before, old)[1]
    now = updates.of_rows(replace(new_setup, erased={}), chain, new)[1]
    new_setup = replace(new_setup, erased=updates.erased(was, now))
    chain = chained(new_setup, entries)
    table.state.update = updates.of_rows(new_setup, chain, new)[0]
    made_row = replace(
        row,
        setup=encode(new_setup),
        hash=chain[-1][1] if chain else journal.first_hash(new_setup),
        state=table.save(),
        result=result,
    )
    rows = (JournalRow(row.id, n, *link) for n, link in enumerate(chain, 1))
    return Rewriting(game=made_row, journal=tuple(rows), news=tuple(news), names=dict(rename.names))


def own_names(chairs: Iterable[SeatHolder], roles: Sequence[Seat] | int) -> dict[str, str]:
    """Return neutral names for these players. A name that is only that of the seat stays."""
    free = isinstance(roles, int)
    return {
        name: f"player-{chair.number}"
        for chair in chairs
        for name in (chair.name, chair.seat)
        if free or name != chair.seat
    }


def chained(setup: Setup, entries: Iterable[bytes]) -> list[tuple[bytes, bytes]]:
    chain, found = journal.first_hash(setup), list[tuple[bytes, bytes]]()
    for data in entries:
        chain = journal.link(chain, data)
        found.append((data, chain))
    return found


def unsaid(row: NewsRow, mine: Sequence[Address], rename: "Renaming") -> bytes:
    """Return a chat message without its text if this person wrote it."""
    by, to, text = read_talk(row.body)
    own = any(one.viewer == by and one.hears(row.seq) for one in mine)
    return encode((rename.text(by), rename.text(to), "" if own else text))


def without_reader(row: NewsRow, mine: Sequence[Address]) -> NewsRow:
    about = msgspec.json.decode(row.about)
    reader = about.get("reader")
    if reader is None or (all(reader[1] != one.sender for one in mine) and reader[1] != "player-0"):
        return row
    return replace(row, about=encode(about | {"reader": [NOBODY, ""]}))


def lost_rolls(news: Sequence[NewsRow], rename: "Renaming") -> dict[str, list[list[int]]]:
    """Return the rolls that can't be recomputed because the name was one of their salts."""
    return {
        f"{roll.epoch}/{rename.text(roll.key)}": [list(one) for one in roll.dice]
        for row in news
        if row.kind == "told"
        for roll in rolls_in(row.rolls)
        if any(rename.text(salt) != salt for salt in roll.salts)
    }


REFEREE_TAG = tag("")
FIELDS: dict[str, Literal["person", "seats", "text", "plain"]] = {
    **dict.fromkeys(("name", "by"), "person"),
    **dict.fromkeys(
        ("agreed", "drawn", "key", "orders", "salt", "seat", "seats", "texts"), "seats"
    ),
    **dict.fromkeys(("text", "reason", "what", "value", "path"), "text"),
    **dict.fromkeys(("commitment", "door", "faces", "game", "host", "how", "pledge"), "plain"),
    **dict.fromkeys(("secret", "shown", "used"), "plain"),
}
"""The fields of rulings and notices that contain text.

``person``: somebody's name, with or without a seat. ``seats``: seats, or words that contain their
names. ``text``: words of a person, which stay. ``plain``: words of the program, secrets.
"""
WRITTEN = frozenset(field for field, kind in FIELDS.items() if kind == "text")
NAMED = frozenset(field for field, kind in FIELDS.items() if kind == "person")


class Renaming:
    """Replaces names field by field. Chat is left alone.

    ``seats`` maps old to new names of seats and their players. They are also replaced within a
    field, because dice keys and results contain them. ``guests`` are replaced only in a few fields.
    """

    def __init__(self, seats: Mapping[str, str], guests: Mapping[str, str]):
        self.seats, self.guests, self.names = seats, guests, {**guests, **seats}
        words = sorted(seats, key=lambda name: (-len(name), name))
        either = "|".join(map(re.escape, words)) or r"(?!)"
        self.found = re.compile(rf"(?<![\w@.]){'(?:' + either + ')'}(?![\w@])")

    def text(self, text: str) -> str:
        return self.found.sub(lambda match: self.seats[match[0]], text)

    def data(self, data: Any, field: str = "") -> Any:
        """Return plain data with the new names. Type tags stay."""
        if isinstance(data, str):
            return self.guests.get(data, self.text(data)) if field in NAMED else self.text(data)
        if isinstance(data, list):
            return [self.data(one, field) for one in data]
        if isinstance(data, dict):
            ours = str(data.get("type", "")).startswith(REFEREE_TAG)
            return {
                self.seats.get(name, name): value
                if name == "type" or (ours and name in WRITTEN)
                else self.data(value, name)
                for name, value in data.items()
            }
        return data

    def encoded(self, data: bytes) -> bytes:
        return encode(self.data(msgspec.json.decode(data))) if data else data
