"""Sealed answers, ticks and undo in one game: what laws 3, 6, 12 and 13 are made of."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.house.rulings import Announce, Hush, Remove, Replace, Vacate, View
from engine.house.times import Force
from engine.state import HOUSE, Line, Order, Seat
from engine.store import journal
from engine.store.journal import Entry
from engine.table import GameTable
from engine.testing.kit import Case, fresh
from engine.testing.pairs import pick
from engine.testing.play import Play, asked, choose


def letters(table: GameTable, seat: Seat, rng: random.Random) -> list[Order]:
    """Return some lines of one seat and its answer, found by saying them on a copy."""
    copy, said = table.load(table.save()), list[Order]()
    for last in (False, False, True):
        order = pick(copy.menu(seat), rng, lines=not last)
        if last or isinstance(order, Line):
            said.append(order)
            copy.take(copy.state.now, seat, order)
    return said


def interleaved(said: dict[Seat, list[Order]], rng: random.Random) -> list[tuple[Seat, Order]]:
    """Return the letters of all seats in a random order, each seat's in their own."""
    turns = [seat for seat, orders in said.items() for _ in orders]
    rng.shuffle(turns)
    left = {seat: iter(orders) for seat, orders in said.items()}
    return [(seat, next(left[seat])) for seat in turns]


def sealed(case: Case, seed: int) -> int:
    """Hold law 6 at every sealed question of one random game: the order of arrival leaves no trace.
    Return how many such questions there were.
    """
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


def copied(case: Case, seed: int, entries: Sequence[Entry]) -> Play:
    """Return the game of this seed after these entries, which begin with those of its making."""
    play = fresh(case, seed)
    for entry in entries[len(play.entries) :]:
        play.write(entry.at, entry.seat, entry.order)
    return play


def prefix(play: Play, to: int) -> GameTable:
    """Return the table after the entries up to ``to``, as if nothing had come later."""
    return journal.replay(play.game, play.setup, play.entries[:to])[0]


def undone(play: Play, to: int) -> None:
    """Undo to entry ``to``, and hold law 13: the position is that of then, what counts goes on."""
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
    """Return the rows with another time in entry ``k``, counted from 0."""
    data, link = rows[k]
    entry = msgspec.json.decode(data)
    other = msgspec.json.encode({**entry, "at": entry["at"] + 1}, order="sorted")
    return [*rows[:k], (other, link), *rows[k + 1 :]]


def swapped(rows: list[tuple[bytes, bytes]], k: int) -> list[tuple[bytes, bytes]]:
    """Return the rows with entry ``k``, counted from 0, and the one after it in the wrong order."""
    j = (k + 1) % len(rows)
    some = list(rows)
    some[k], some[j] = some[j], some[k]
    return some


def outcome(case: Case, seed: int, *, reload: bool) -> Any:
    """Return the last save of a random game, and its bulletins; ``reload``: its table was loaded
    anew for every decision.
    """
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
    """Return something that a moderator might do now, beside taking the last seat out."""
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
    ask = play.table.ask()
    if ask is not None and ask.window is None:
        late = [seat for seat in ask.seats if play.table.menu_of(seat).default is not None]
        found += [Force(seat, "moderator") for seat in late]
    return rng.choice(found)


def chairs(play: Play) -> list[tuple[Seat, str]]:
    """Return who sits where."""
    return [(chair.seat, chair.name) for chair in play.table.state.chairs]


def restores(play: Play) -> None:
    """Assert that the journal gives the table."""
    table, _ = journal.replay(play.game, play.setup, play.entries)
    assert table.save() == play.table.save()
