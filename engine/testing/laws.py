"""The laws that every game must keep, as test classes: a game's contract test is a subclass.

::

    from engine.testing import Case, Kit, Laws, Setting
    from nim import Nim

    class NimKit(Kit):
        def setting(self, seed: int) -> Setting:
            return Setting(("ann", "bob"))

    class TestNim(Laws):
        case = Case("nim", Nim(), NimKit())
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PUBLIC, Anytime, Refused, errors
from engine.rulings.rulings import Close, Correct, Remove
from engine.state import REFEREE, Tick
from engine.store import journal
from engine.testing import holds
from engine.testing.golden import LONGEST, playthroughs
from engine.testing.holds import commitments_hold, copied, replays, restores, undone, wander
from engine.testing.kit import Case, choose, fresh, go_on
from engine.testing.pairs import measure

SEEDS = 6
ORDERS, WORLDS, PAIRS = 100_000, 1_000, 100
"""The amounts of one night: random orders, pairs of worlds, and pairs for each planted leak."""
TONIGHT = 10_000 * datetime.now(UTC).toordinal()
"""The first seed of a night. It changes every night, because the same seeds would find nothing
new.
"""
Leak = Callable[[], AbstractContextManager[Any]]


class Contract:
    """A test class for one edition of one game, the ``case``."""

    case: ClassVar[Case]

    @classmethod
    def golden(cls) -> Path:
        """Return the folder of the golden games: ``golden`` beside the test module."""
        return Path(str(sys.modules[cls.__module__].__file__)).parent / "golden"

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make a test of each planted leak of the kit."""
        if "leak" in metafunc.fixturenames:
            leaks = self.case.kit.leaks
            metafunc.parametrize("leak", leaks, ids=[leak.__name__ for leak in leaks])

    def with_secrets(self) -> None:
        """Skip the test if nothing in the game is secret."""
        if not self.case.kit.owner:
            pytest.skip("the kit names no owner of secrets")


@contextmanager
def with_note(what: str) -> Iterator[None]:
    """Add ``what`` as a note to any exception raised here."""
    try:
        yield
    except BaseException as fault:
        fault.add_note(what)
        raise


class Laws(Contract):
    """The laws of every game, tested on some games each time."""

    @pytest.mark.parametrize("seed", range(SEEDS))
    def test_random_games_keep_the_laws(self, seed: int) -> None:
        play = fresh(self.case, seed)
        wander(self.case, play, random.Random(seed), look=0.1)
        assert play.table.state.result is not None
        replays(play)
        holds.rolls_hold(self.case, play)
        commitments_hold(play)

    def test_games_that_hypothesis_plays_keep_the_laws(self) -> None:
        @given(seed=st.integers(0, 2**32), rng=st.randoms(use_true_random=False))
        @settings(max_examples=6, deadline=None)
        def played(seed: int, rng: random.Random) -> None:
            play = fresh(self.case, seed)
            wander(self.case, play, rng, look=0.5, most=12)
            replays(play)
            holds.rolls_hold(self.case, play)
            commitments_hold(play)

        played()

    @pytest.mark.parametrize("seed", range(SEEDS))
    def test_no_seat_answers_more_often_in_a_row_than_its_menu_says(self, seed: int) -> None:
        holds.keep_turns(fresh(self.case, seed), random.Random(seed), self.case.kit.orders)

    def test_a_save_does_not_grow_with_age(self) -> None:
        """Reach one position again and again by undoing. Only counters may grow in the save."""
        play = fresh(self.case, 1)
        wander(self.case, play, random.Random(1), look=0, most=6)
        start, sizes = len(play.entries), []
        for n in range(40):
            play.undo(play.now + 1, REFEREE, start)
            sizes.append(len(play.table.save()))
            wander(self.case, play, random.Random(n), look=0, most=1)
        assert max(sizes[1:]) - min(sizes[1:]) <= 12

    def test_defaults_alone_end_a_game_or_wait(self) -> None:
        """Check law 1: if nobody ever answers, the clock continues while there are deadlines."""
        for seed in range(SEEDS):
            play = fresh(self.case, seed)
            for _ in range(self.case.kit.orders):
                if play.table.state.due is None or len(play.entries) > 100:
                    break
                play.ticks(play.table.state.due)
                holds.lawful(self.case, play) if not play.over else None
            replays(play)

    def test_whoever_is_not_seated_may_order_nothing(self) -> None:
        play = fresh(self.case, 0)
        for stranger in ("*", "", "nobody", "HOUSE"):
            with pytest.raises(Refused):
                play.table.menu(stranger).parse("pass")
            assert play.table.menu(stranger).complete("") == []

    def test_sealed_answers_in_any_order_give_one_result_and_the_same_bytes(self) -> None:
        for seed in range(SEEDS):
            holds.sealed(self.case, seed)

    def test_ticks_come_first(self) -> None:
        """Check law 12: a message after a deadline gives the same game as the tick at its time and
        then the message.
        """
        late, timed = 0, False
        for seed in range(2 * SEEDS):
            play, rng = fresh(self.case, seed), random.Random(seed)
            wander(self.case, play, rng, look=0, most=rng.randrange(12))
            due = play.table.state.due
            if play.over or due is None:
                continue
            prompt = copied(self.case, seed, play.entries)
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

    def test_a_tick_before_the_due_time_changes_nothing_but_the_time(self) -> None:
        for seed in range(SEEDS):
            play = fresh(self.case, seed)
            wander(self.case, play, random.Random(seed), look=0, most=5)
            state = play.table.state
            if play.over or (state.due is not None and state.due <= play.now):
                continue
            early = play.table.load(play.table.save())
            bulletin = early.take(play.now if state.due is None else state.due - 1, REFEREE, Tick())
            assert (bulletin.told, bulletin.rolls, bulletin.fresh) == ((), (), False)
            early.state.now = state.now
            assert early.save() == play.table.save()

    def test_time_never_runs_backwards(self) -> None:
        play = fresh(self.case, 3)
        copy = play.table.load(play.table.save())
        copy.take(0, REFEREE, Tick())
        assert copy.state.now == play.now

    @pytest.mark.parametrize("seed", range(SEEDS))
    def test_undo_to_any_entry(self, seed: int) -> None:
        """Also undo undos, and undo those again."""
        play, rng = fresh(self.case, seed), random.Random(seed)
        seated = len(play.entries)
        for _ in range(8):
            wander(self.case, play, rng, look=0, most=rng.randrange(1, 10))
            undone(play, rng.randint(seated, len(play.entries)))
        rolls = [(roll.epoch, roll.key) for bulletin in play.bulletins for roll in bulletin.rolls]
        assert len(rolls) == len(set(rolls))

    def test_undo_to_every_entry_of_one_game_the_lobby_included(self) -> None:
        play = fresh(self.case, 5)
        wander(self.case, play, random.Random(5), look=0, most=8)
        for to in range(len(play.entries) + 1):
            again = copied(self.case, 5, play.entries)
            assert again.table.save() == play.table.save()
            undone(again, to)

    def test_a_journal_is_read_as_it_was_written_and_not_otherwise(self) -> None:
        play = fresh(self.case, 2)
        wander(self.case, play, random.Random(2), look=0, most=10)
        read = journal.read(play.game, play.setup, play.rows)
        assert [(e.n, e.at, e.seat, e.order) for e in read] == [
            (e.n, e.at, e.seat, e.order) for e in play.entries
        ]
        for k in range(len(play.rows)):
            for damaged in (
                holds.rewritten(play.rows, k),
                play.rows[:k] + play.rows[k + 1 :],
                holds.swapped(play.rows, k),
            ):
                if damaged != play.rows[:-1]:
                    with pytest.raises(errors.Damaged, match="breaks at entry"):
                        journal.read(play.game, play.setup, damaged)

    def test_a_refused_order_is_no_entry(self) -> None:
        play = fresh(self.case, 4)
        entries, data = list[journal.Entry](play.entries), play.table.save()
        for seat in play.table.seats:
            for text in ("", "nonsense", "?"):
                with pytest.raises(Refused):
                    play.submit(play.now, seat, text)
        assert play.entries == entries
        assert play.table.save() == data

    def test_a_table_that_was_never_loaded_plays_the_same(self) -> None:
        """Check law 3: facts outside the save have no effect."""
        for seed in range(SEEDS):
            assert holds.outcome(self.case, seed, reload=True) == holds.outcome(
                self.case, seed, reload=False
            )

    def test_what_can_be_taken_back_has_told_nobody_more_than_everybody_and_has_thrown_no_dice(
        self,
    ) -> None:
        for seed in range(SEEDS):
            play = fresh(self.case, seed)
            whole, places = holds.taken(self.case, seed)
            for n, (entry, bulletin) in enumerate(
                zip(whole.entries, whole.bulletins, strict=True), 1
            ):
                if n not in places or isinstance(entry.order, Anytime):
                    continue
                assert bulletin.rolls == (), f"{entry.order} has thrown dice"
                assert bulletin.asked is not None
                assert not bulletin.asked.sealed
                for seat in (PUBLIC, *play.table.seats):
                    assert bulletin.own(seat) == [], (
                        f"{seat} has learnt more than everybody from {entry.order}"
                    )

    def test_after_it_was_taken_back_the_position_is_the_one_before_it(self) -> None:
        """Compare everything but orders filed since, which are filed again."""
        undone = 0
        for seed in range(SEEDS):
            whole, places = holds.taken(self.case, seed, 80)
            for n in places[:: max(1, len(places) // 6)]:
                play = copied(self.case, seed, whole.entries[:n])
                back = play.table.state.back
                assert back is not None
                before = fresh(self.case, seed)
                step = play.table.state.steps[back]
                for entry in whole.entries[len(before.entries) : n]:
                    if entry.n < step or (
                        entry.n > step and before.table.menu(entry.seat).allows(entry.order)
                    ):
                        before.write(entry.at, entry.seat, entry.order)
                play.take_back(back)
                undone += 1
                assert play.table.state.back is None, "one step, not a way back to the beginning"
                encode = self.case.game.codec[0].encode
                assert encode(play.table.world) == encode(before.table.world)
                assert encode(play.table.state.stack) == encode(before.table.state.stack)
        fixed = all(event.final for event in self.case.game.events)
        assert undone > 0 or fixed or self.case.kit.silent

    @pytest.mark.parametrize("seed", range(SEEDS))
    def test_games_go_on_under_rulings(self, seed: int) -> None:
        play, rng = fresh(self.case, seed), random.Random(seed)
        seated = len(play.entries)
        for _ in range(120):
            if play.over:
                break
            if rng.random() < 0.15:
                play.write(play.now, REFEREE, holds.ruling(play, rng))
            elif rng.random() < 0.05:
                sitting, people = holds.chairs(play), play.table.state.people
                play.undo(play.now, REFEREE, rng.randint(seated, len(play.entries)))
                now = play.table.state.people
                assert holds.chairs(play) == sitting, "who sits where is not taken back"
                assert (now.removed, now.vacant, now.hushed) == (
                    people.removed,
                    people.vacant,
                    people.hushed,
                )
            elif any(seat not in play.table.state.people.removed for seat in play.table.seats):
                play.enter(*choose(play, rng))
        restores(play)
        play.reload()
        restores(play)

    def test_a_game_in_which_all_but_one_are_out_does_not_stand_still(self) -> None:
        """Remove all seats but one, and play on until the game is over or nobody is left."""
        for seed in range(3):
            play, rng = fresh(self.case, seed), random.Random(seed)
            for seat in play.table.seats[1:]:
                if not play.over:
                    play.write(play.now, REFEREE, Remove(seat))
            for _ in range(60):
                if play.over:
                    break
                ask = play.table.ask()
                assert ask is not None
                assert play.table.state.due is not None or set(ask.seats) - set(
                    play.table.state.people.removed
                )
                play.enter(*choose(play, rng, beside=0))
            restores(play)

    def test_a_game_can_be_closed_at_any_time(self) -> None:
        for seed in range(SEEDS):
            play, rng = fresh(self.case, seed), random.Random(seed)
            go_on(play, rng, rng.randrange(20))
            if not play.over:
                play.write(play.now, REFEREE, Close("rain"))
            assert play.over
            assert play.table.state.due is None
            restores(play)

    def test_a_correction_that_changes_nothing_changes_nothing(self) -> None:
        """Correct every top-level value of the world to itself."""
        play, rng = fresh(self.case, 1), random.Random(1)
        go_on(play, rng, 6)
        world = msgspec.json.decode(msgspec.json.encode(play.table.world))
        before = self.case.game.codec[0].encode(play.table.world)
        for name, value in world.items():
            play.write(play.now, REFEREE, Correct(name, value, "as it is"))
            assert self.case.game.codec[0].encode(play.table.world) == before
        restores(play)

    def test_worlds_that_differ_in_secrets_look_the_same(self) -> None:
        self.with_secrets()
        power = measure(self.case, range(self.case.kit.pairs))
        print(f"{self.case.name}: {power}")
        assert power.found == ()
        assert power.kinds.get("abandoned", 0) <= power.pairs // 5

    def test_a_game_says_which_leaks_would_be_seen(self) -> None:
        self.with_secrets()
        assert len(self.case.kit.leaks) >= 3

    def test_a_planted_leak_is_seen(self, leak: Leak) -> None:
        """Assert that comparing 100 pairs finds the planted leak at least twice. ``pytest -m
        nightly -s`` prints the exact detection rate.
        """
        with leak():
            power = measure(self.case, range(100), enough=2)
        print(f"{self.case.name}, {leak.__name__}: {power}")
        assert power.share >= 0.02

    def test_golden_games_are_played_as_they_are_written_down(self) -> None:
        """Check law 11. ``python -m engine.testing --write MODULE`` writes the files again."""
        for path, wanted in playthroughs(self.case, self.golden()):
            assert path.exists(), f"python -m engine.testing --write {type(self).__module__}"
            assert path.read_text(encoding="utf-8") == wanted
            assert len(wanted.splitlines()) <= LONGEST, "nobody reviews what is so long"

    def test_no_golden_game_is_forgotten(self) -> None:
        there = set(self.golden().glob(f"*-{self.case.game.edition}.txt"))
        assert there == {path for path, _ in playthroughs(self.case, self.golden())}


class ManyLaws(Contract):
    """The same laws for a hundred thousand orders and many pairs of worlds, for the night."""

    def test_a_hundred_thousand_random_orders_keep_the_laws(self) -> None:
        orders = 0
        for seed in count(TONIGHT):
            with with_note(f"seed {seed}"):
                play = fresh(self.case, seed)
                wander(self.case, play, random.Random(seed), look=0.05)
                replays(play)
                holds.rolls_hold(self.case, play)
                commitments_hold(play)
            orders += len(play.entries)
            if orders >= ORDERS:
                games = seed - TONIGHT + 1
                print(f"{self.case.name}: {orders:,} random orders, {games:,} games from {TONIGHT}")
                return

    def test_what_a_day_tries_on_a_few_seeds_holds_on_many(self) -> None:
        one_seed = (
            Laws.test_undo_to_any_entry,
            Laws.test_games_go_on_under_rulings,
            Laws.test_no_seat_answers_more_often_in_a_row_than_its_menu_says,
        )
        for seed in range(TONIGHT, TONIGHT + 24):
            with with_note(f"seed {seed}"):
                holds.sealed(self.case, seed)
                for law in one_seed:
                    law(cast(Laws, self), seed)

    def test_many_worlds_look_the_same(self) -> None:
        self.with_secrets()
        power = measure(self.case, range(TONIGHT, TONIGHT + WORLDS))
        print(f"{self.case.name}: {power}")
        assert power.found == ()

    def test_the_share_of_pairs_that_see_a_planted_leak(
        self, leak: Callable[[], AbstractContextManager[Any]]
    ) -> None:
        with leak():
            power = measure(self.case, range(PAIRS))
        print(f"{self.case.name}, {leak.__name__}: {power}")
        assert power.share >= 0.02
