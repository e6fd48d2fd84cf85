"""Salts are pledged before anybody can know the others': no die can be chosen."""

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from engine import dice
from engine.game import AnyGame
from engine.games import find, names
from engine.state import SeatHolder
from engine.store import journal, record
from tests.kit.each import each
from tests.referee.stage import House, code, made

NEW = "new battleboard size=6x6 cities=2"
KEPT = "ann's own salt"


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seated(house: House, *joins: str) -> str:
    game = made(house, NEW)
    for line in joins:
        who, _, text = line.partition(": ")
        assert house.say(who, text, game).status == "answered", line
    return game


def begun(house: House, game: str) -> bool:
    (opened,) = house.take([lambda batch: batch.game(game)])
    return bool(opened.table.ask().seats)


def test_a_game_starts_when_the_kept_salts_are_open(house: House) -> None:
    game = seated(house, f"ann: join hash {hashed(KEPT).upper()}")
    assert code(house.say("ann", f"salt {KEPT}", game)) == "seats-are-free"
    house.say("bob", "join", game)
    assert not begun(house, game)
    assert code(house.say("bob", "salt mine", game)) == "no-kept-salt"
    assert code(house.say("ann", "salt another", game)) == "other-salt"
    house.say("ann", f"salt {KEPT}", game)
    assert begun(house, game)
    assert code(house.say("ann", f"salt {KEPT}", game)) == "no-kept-salt"


def entries(house: House, game: str) -> list[bytes]:
    return [entry for entry, _ in house.store.journal(game)]


def test_nobody_leaves_while_kept_salts_are_awaited(house: House) -> None:
    """Somebody who has read an opened salt could join again with one that suits it."""
    game = seated(house, *(f"{who}: join hash {hashed(who)}" for who in ("ann", "bob")))
    house.say("ann", "salt ann", game)
    assert code(house.say("bob", "leave", game)) == "game-started"
    assert code(house.say("bob", "salt bob's", game)) == "other-salt"


def test_drawn_salts_do_not_exist_before_all_seats_are_taken(house: House) -> None:
    """A host who reads the database while joining finds nothing to search with. A player's own text
    is only a part of a drawn salt.
    """
    game = seated(house, "ann: join salt mine")
    (before,) = chairs(house, game)
    assert (before.salt, before.pledge) == ("mine", "")
    house.say("bob", f"join hash {hashed('bob')}", game)
    after, bob = chairs(house, game)
    assert re.fullmatch("mine [0-9a-f]{32}", after.salt)
    assert after.pledge == hashed(after.salt)
    assert (bob.salt, bob.pledge) == ("", hashed("bob"))


def chairs(house: House, game: str) -> list[SeatHolder]:
    (opened,) = house.take([lambda batch: batch.game(game)])
    return list(opened.table.state.chairs)


def shown(house: House, game: str) -> dict[str, tuple[str, str]]:
    facts = house.say("eve", "proof", game).facts
    return {one["seat"]: (one["pledge"], one["salt"]) for one in facts["salts"]}


def test_the_dice_follow_from_all_salts_and_a_changed_salt_is_found(house: House) -> None:
    game = seated(house, f"ann: join hash {hashed(KEPT)}", "bob: join", f"ann: salt {KEPT}")
    row = house.store.game(game)
    assert row is not None
    found = record.export(house.store, row)
    assert record.verify(found).faults == ()
    rolls = [roll for bulletin in found.bulletins for roll in bulletin.rolls]
    assert {len(roll.salts) for roll in rolls} == {2}
    assert all(roll.salts[0] == KEPT for roll in rolls)
    entries = journal.read(find("battleboard"), found.setup, house.store.journal(game))
    assert list(record.unfitting(entries)) == []
    order: Any = entries[2].order
    changed = [*entries[:2], replace(entries[2], order=replace(order, salt="another"))]
    assert list(record.unfitting(changed)) == ["entry 3: the salt of ann does not fit its pledge"]


# ---- somebody who hosts and searches for dice

ROUNDS = 240
CRITICAL = 20.5
"""Chi-square with 5 degrees of freedom is above it once in 1,000."""
JOINS = ("first", "last", "not at all")


def faces(game: AnyGame, secret: bytes, salts: Sequence[str]) -> Iterator[int]:
    fields = (b"game", *(salt.encode() for salt in salts))
    numbers = dice.stream(secret, fields, game.key_in_dice(0, "turn/1"))
    while True:
        yield dice.face(numbers, 6) + 1


def thrown(game: AnyGame, joins: str, tries: int, rng: random.Random, *, pledged: bool) -> int:
    """The first die of a game whose host searched for a six, with the salts that they can know."""
    salt = rng.randbytes(16).hex()
    known = rng.randbytes(16).hex() if pledged else salt

    def seats(own: str, other: str) -> list[str]:
        return {"first": [own, other], "last": [other, own]}.get(joins, [other])

    secret = rng.randbytes(32)
    best, score = (secret, ""), tuple[int, ...]()
    for _ in range(tries):
        own = rng.randbytes(8).hex()
        tried = (rng.randbytes(32), "") if joins == "not at all" else (secret, own)
        found = tuple(islice(faces(game, tried[0], seats(tried[1], known)), 2))
        if found > score:
            best, score = tried, found
    return next(faces(game, best[0], seats(best[1], salt)))


def chi_square(
    game: AnyGame, joins: str, tries: int, *, pledged: bool, rounds: int = ROUNDS
) -> float:
    rng = random.Random(f"{game.name}/{joins}")
    counts = Counter(thrown(game, joins, tries, rng, pledged=pledged) for _ in range(rounds))
    return sum((counts[face] - rounds / 6) ** 2 / (rounds / 6) for face in range(1, 7))


@each("game", [find(name) for name in names()])
@each("joins", JOINS)
def test_a_host_who_searches_moves_no_die(game: AnyGame, joins: str) -> None:
    assert chi_square(game, joins, 8, pledged=True) < CRITICAL
    assert chi_square(game, joins, 8, pledged=False) > 100, "the search itself finds nothing"


@pytest.mark.nightly
@each("game", [find(name) for name in names()])
@each("joins", JOINS)
def test_a_host_who_searches_all_night_moves_no_die(game: AnyGame, joins: str) -> None:
    """1,200 games and 932 tries each, in 15 cases: 2^24 tries together."""
    assert chi_square(game, joins, 932, pledged=True, rounds=1_200) < CRITICAL
