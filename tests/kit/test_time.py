"""Laws 6, 12 and 13: sealed answers in any order, ticks first, and undo."""

import random
from itertools import permutations
from typing import Any

import msgspec
import pytest

from engine import errors
from engine.menu import Refused
from engine.state import HOUSE, Line, Order, Seat, Tick
from engine.store import journal
from engine.store.journal import Entry
from engine.table import GameTable
from tests.kit.games import Case, cases, fresh
from tests.kit.pairs import pick
from tests.kit.play import Play, asked, choose
from tests.kit.test_laws import SEEDS, wander

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)


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


@CASES
def test_sealed_answers_in_any_order_give_one_result_and_the_same_bytes(case: Case) -> None:
    found = sum(sealed(case, seed) for seed in range(SEEDS))
    assert found > 20 or case.name != "barrage"


def test_three_letters_in_every_order() -> None:
    """All orders of arrival of three answers, at different times within a window of time."""
    (case,) = [case for case in cases() if case.name == "barrage"]
    seed = next(seed for seed in range(50) if len(case.kit.setting(seed).seats) == 3)
    play = fresh(case, seed)
    ends = set()
    for seats in permutations(play.table.seats):
        copy = play.table.load(play.table.save())
        for k, seat in enumerate(seats):
            copy.take(play.now + (30 if k == 2 else k), seat, copy.menu(seat).default)
        ends.add(copy.save())
    assert len(ends) == 1


@CASES
def test_ticks_come_first(case: Case) -> None:
    """Law 12: a letter after a due time gives the same game as the tick at
    its time, and then the letter.
    """
    late, timed = 0, False
    for seed in range(2 * SEEDS):
        play, rng = fresh(case, seed), random.Random(seed)
        wander(case, play, rng, look=0, most=rng.randrange(12))
        due = play.table.state.due
        if play.over or due is None:
            continue
        prompt = fresh(case, seed)
        for entry in play.entries[len(prompt.entries) :]:
            prompt.write(entry.at, entry.seat, entry.order)
        at = due + rng.randrange(2_000)
        for now in (due, *range(due, at, 7), at):
            prompt.ticks(now)
        timed = timed or not prompt.over
        seat = rng.choice(play.table.seats)
        if prompt.table.menu(seat).offered:
            order = prompt.table.menu(seat).sample(rng)
            late += 1
            assert play.enter(at, seat, order) == prompt.enter(at, seat, order)
        else:
            play.ticks(at)
        assert play.table.save() == prompt.table.save()
        assert play.rows == prompt.rows
    assert late > 0 or not timed


@CASES
def test_a_tick_before_the_due_time_changes_nothing_but_the_time(case: Case) -> None:
    for seed in range(SEEDS):
        play = fresh(case, seed)
        wander(case, play, random.Random(seed), look=0, most=5)
        state = play.table.state
        if play.over or (state.due is not None and state.due <= play.now):
            continue
        early = play.table.load(play.table.save())
        bulletin = early.take(play.now if state.due is None else state.due - 1, HOUSE, Tick())
        assert (bulletin.told, bulletin.rolls, bulletin.fresh) == ((), (), False)
        early.state.now = state.now
        assert early.save() == play.table.save()


@CASES
def test_time_never_runs_backwards(case: Case) -> None:
    play = fresh(case, 3)
    copy = play.table.load(play.table.save())
    copy.take(0, HOUSE, Tick())
    assert copy.state.now == play.now


def prefix(play: Play, to: int) -> GameTable:
    """The table after the entries up to ``to``, as if nothing had come later."""
    return journal.replay(play.game, play.setup, play.entries[:to])[0]


def undone(case: Case, play: Play, to: int) -> None:
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


@CASES
@pytest.mark.parametrize("seed", range(SEEDS))
def test_undo_to_any_entry(case: Case, seed: int) -> None:
    """Also of undos, and of undone undos: an entry that is undone can come back."""
    play, rng = fresh(case, seed), random.Random(seed)
    seated = len(play.entries)
    for _ in range(8):
        wander(case, play, rng, look=0, most=rng.randrange(1, 10))
        undone(case, play, rng.randint(seated, len(play.entries)))
    rolls = [(roll.epoch, roll.key) for bulletin in play.bulletins for roll in bulletin.rolls]
    assert len(rolls) == len(set(rolls))


@CASES
def test_undo_to_every_entry_of_one_game_the_lobby_included(case: Case) -> None:
    play = fresh(case, 5)
    wander(case, play, random.Random(5), look=0, most=8)
    for to in range(len(play.entries) + 1):
        again = fresh(case, 5)
        for entry in play.entries[len(again.entries) :]:
            again.write(entry.at, entry.seat, entry.order)
        assert again.table.save() == play.table.save()
        undone(case, again, to)


def test_after_an_undo_the_same_orders_meet_other_dice() -> None:
    (case,) = [case for case in cases() if case.name == "barrage"]
    play = fresh(case, 7)
    start, faces = len(play.entries), set()
    for _ in range(4):
        while asked(play.table) and play.table.world.round == 1 and not play.table.world.hits:
            seat = next(seat for seat in asked(play.table) if seat not in play.table.state.answers)
            bulletin = play.enter(play.now, seat, play.table.menu(seat).default)
        faces.add(tuple(roll.dice for roll in bulletin.rolls))
        play.undo(play.now, HOUSE, start)
    assert len(faces) == 4


@CASES
def test_a_journal_is_read_as_it_was_written_and_not_otherwise(case: Case) -> None:
    play = fresh(case, 2)
    wander(case, play, random.Random(2), look=0, most=10)
    read = journal.read(play.game, play.setup, play.rows)
    assert [(e.n, e.at, e.seat, e.order) for e in read] == [
        (e.n, e.at, e.seat, e.order) for e in play.entries
    ]
    for k in range(len(play.rows)):
        for damaged in (
            rewritten(play.rows, k),
            play.rows[:k] + play.rows[k + 1 :],
            swapped(play.rows, k),
        ):
            if damaged != play.rows[:-1]:
                with pytest.raises(errors.Damaged, match="breaks at entry"):
                    journal.read(play.game, play.setup, damaged)


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


@CASES
def test_a_refused_order_is_no_entry(case: Case) -> None:
    play = fresh(case, 4)
    entries, data = list[Entry](play.entries), play.table.save()
    for seat in play.table.seats:
        for text in ("", "nonsense", "?"):
            with pytest.raises(Refused):
                play.submit(play.now, seat, text)
    assert play.entries == entries
    assert play.table.save() == data


def outcome(case: Case, seed: int, reload: bool) -> Any:
    """The last save of a game whose table was, or was not, loaded anew for every decision."""
    play, rng = fresh(case, seed), random.Random(seed)
    for _ in range(60):
        if play.over:
            break
        if reload:
            play.reload()
        play.enter(*choose(play, rng))
    return play.table.save(), play.bulletins


@CASES
def test_a_table_that_was_never_loaded_plays_the_same(case: Case) -> None:
    """Law 3: what is not in the save does not count."""
    for seed in range(SEEDS):
        assert outcome(case, seed, reload=True) == outcome(case, seed, reload=False)
