"""Sealed answers, ticks and undo in one game: what laws 3, 6, 12 and 13 are made of."""

import random
from typing import Any

import msgspec

from engine.house.rulings import Announce, Hush, Remove, Replace, Vacate, View
from engine.state import HOUSE, Line, Order, Seat
from engine.store import journal
from engine.table import GameTable
from engine.testing.kit import Case, fresh
from engine.testing.pairs import pick
from engine.testing.play import Play, asked, choose


def letters(table: GameTable, seat: Seat, rng: random.Random) -> list[Order]:
    """Some lines of one seat and its answer, found by saying them on a copy."""
    copy, said = table.load(table.save()), list[Order]()
    for last in (False, False, True):
        order = pick(copy.menu(seat), rng, lines=not last)
        if last or isinstance(order, Line):
            said.append(order)
            copy.take(copy.state.now, seat, order)
    return said


def interleaved(said: dict[Seat, list[Order]], rng: random.Random) -> list[tuple[Seat, Order]]:
    """The letters of all seats, each seat's in their order."""
    turns = [seat for seat, orders in said.items() for _ in orders]
    rng.shuffle(turns)
    left = {seat: iter(orders) for seat, orders in said.items()}
    return [(seat, next(left[seat])) for seat in turns]


def sealed(case: Case, seed: int) -> int:
    """Law 6 at every sealed question of one random game; how many there were."""
    play, rng, found = fresh(case, seed), random.Random(seed), 0
    while not play.over and len(play.entries) < 120:
        table = play.table
        if len(asked(table)) > 1 and not table.state.answers:
            found += 1
            said = {seat: letters(table, seat, rng) for seat in asked(table)}
            ends = set()
            for _ in range(6):
                copy = table.load(table.save())
                for seat, order in interleaved(said, rng):
                    bulletin = copy.take(copy.state.now, seat, order)
                ends.add((copy.save(), msgspec.json.encode(bulletin, order="deterministic")))
            assert len(ends) == 1, "the order of arrival has left a trace"
        play.enter(*choose(play, rng))
    return found


def prefix(play: Play, to: int) -> GameTable:
    """The table after the entries up to ``to``, as if nothing had come later."""
    return journal.replay(play.game, play.setup, play.entries[:to])[0]


def undone(play: Play, to: int) -> None:
    """Law 13 for one undo."""
    before, wanted = play.table.state, prefix(play, to)
    bulletin = play.undo(play.now + 5, HOUSE, to)
    now = play.table.state
    encode = play.game.codec[0].encode
    assert encode(now.world) == encode(wanted.state.world)
    assert encode(now.stack) == encode(wanted.state.stack)
    assert encode(now.chairs) == encode(wanted.state.chairs)
    assert now.epoch == max(before.question, before.epoch + 1), (
        "other dice, by a number that everybody knows"
    )
    assert now.rolled >= before.rolled
    assert now.now >= before.now
    assert now.orders == before.orders, "the numbers of the seats' orders go on"
    if now.stack:
        assert now.question > before.question
        assert bulletin.fresh
        assert now.due is None or now.due >= now.now
    replay, _ = journal.replay(play.game, play.setup, play.entries)
    assert replay.save() == play.table.save()


def rewritten(rows: list[tuple[bytes, bytes]], k: int) -> list[tuple[bytes, bytes]]:
    """One entry says another time."""
    data, link = rows[k]
    entry = msgspec.json.decode(data)
    other = msgspec.json.encode({**entry, "at": entry["at"] + 1}, order="sorted")
    return [*rows[:k], (other, link), *rows[k + 1 :]]


def swapped(rows: list[tuple[bytes, bytes]], k: int) -> list[tuple[bytes, bytes]]:
    """Two entries in the wrong order."""
    j = (k + 1) % len(rows)
    some = list(rows)
    some[k], some[j] = some[j], some[k]
    return some


def outcome(case: Case, seed: int, *, reload: bool) -> Any:
    """The last save of a game whose table was, or was not, loaded anew for every decision."""
    play, rng = fresh(case, seed), random.Random(seed)
    for _ in range(60):
        if play.over:
            break
        if reload:
            play.reload()
        play.enter(*choose(play, rng))
    return play.table.save(), play.bulletins


def taken(case: Case, seed: int, most: int = 150) -> tuple[Play, list[int]]:
    """Return a random game, and after how many entries somebody could have taken their last
    order back.
    """
    play, rng, found = fresh(case, seed), random.Random(seed), list[int]()
    while not play.over and len(play.entries) < most:
        play.enter(*choose(play, rng))
        if play.table.state.back is not None:
            found.append(len(play.entries))
    return play, found


def ruling(play: Play, rng: random.Random) -> Any:
    """Something that a moderator might do now, beside taking the last seat out."""
    left = [seat for seat in play.table.seats if seat not in play.table.state.people.removed]
    seat = rng.choice(play.table.seats)
    found: list[Any] = [
        Announce("hello"),
        Hush(seat, rng.random() < 0.5),
        View("Max", "box", ""),
        Vacate(seat),
        Replace(seat, "Zoe"),
    ]
    if len(left) > 1 and rng.random() < 0.3:
        found += [Remove(rng.choice(left))] * 3
    return rng.choice(found)


def chairs(play: Play) -> list[tuple[Seat, str]]:
    """Who sits where."""
    return [(chair.seat, chair.name) for chair in play.table.state.chairs]


def restores(play: Play) -> None:
    """The journal gives the table."""
    table, _ = journal.replay(play.game, play.setup, play.entries)
    assert table.save() == play.table.save()
