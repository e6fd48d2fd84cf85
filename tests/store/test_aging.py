"""What grows old in a store, and how it goes: a suite of laws for every engine."""

import time

import pytest

from engine.store import aging
from engine.store.rows import CLOCK, Age, DeliveryReport, InboxRow, NewsRow, Rows
from engine.store.store import Store
from tests.store.engines import Opener
from tests.store.test_contract import made, posted, row


def message(id: str, at: int) -> InboxRow:
    return InboxRow("chat", id, b"d", at, None, b"{}")


def forgotten(store: Store, age: Age, most: int) -> int:
    after: tuple[str | int, ...] | None = ()
    rows = 0
    while after is not None:
        freed = aging.forget(store, age, after, most)
        rows, after = rows + freed.rows, freed.after
    return rows


@pytest.mark.parametrize("most", [1, 3])
def test_what_is_old_goes_in_steps_of_any_size_and_nothing_else(opened: Opener, most: int) -> None:
    store = opened()
    store.write(0, inbox=[message(f"<{n}>", n) for n in range(10)])
    age = Age(what="receipts", before=7)
    assert aging.old(store, age).rows == 7
    assert forgotten(store, age, most) == 7
    store = opened()
    known = [n for n in range(10) if store.answered("chat", f"<{n}>")]
    assert (known, store.forgotten(), aging.old(store, age).rows) == ([7, 8, 9], 7, 0)


def test_how_far_receipts_are_forgotten_is_known_to_the_next_process(opened: Opener) -> None:
    store = opened()
    store.write(0, inbox=[message(f"<{n}>", n) for n in (2, 6, 9)])
    before = store.notes("house")
    assert forgotten(store, Age(what="receipts", before=2), 1) == 0
    assert store.notes("house") == before, "where nothing is old, nothing is noted"
    for last in (7, 5):
        aging.forget(store, Age(what="receipts", before=last), (), 9)
        assert store.forgotten() == 7
    assert opened().forgotten() == 7


def test_of_the_notes_only_those_grow_old_that_a_batch_has_put_below_the_folder(
    store: Store,
) -> None:
    store.put_notes("mail", {"sent/key": "put at once"})
    store.write(5, notes=[("mail", "sent/ann", "x"), ("mail", "sender/ann", "x")])
    store.write(5, notes=[("chat", "sent/ann", "x"), ("mail", "sent", "x")])
    store.write(5, notes=[("mail", "sent/eve", "x")])
    store.write(9, notes=[("mail", "sent/bob", "x"), ("mail", "sent/eve", "put again")])
    age = Age(what="notes", before=9, door="mail", folder="sent")
    assert forgotten(store, age, 1) == 1
    left = ["sender/ann", "sent", "sent/bob", "sent/eve", "sent/key"]
    assert sorted(store.notes("mail")) == left
    assert store.notes("chat") == {"sent/ann": "x"}


def test_the_notes_of_a_game_grow_old_from_its_end_on(store: Store) -> None:
    def ends(id: str, at: int) -> Rows:
        told = NewsRow(game=id, seq=1, n=1, at=at, kind="told")
        return Rows(made=[row(id, result="ann")], news=[told])

    running = made("runs", due=9)
    running.news = [NewsRow(game="runs", seq=1, n=1, at=1, kind="told")]
    games = {"early": ends("early", 10), "late": ends("late", 50), "runs": running}
    names = [f"sat/{id}/mail/ann" for id in games]
    store.write(5, games=games, notes=[("house", name, "ann") for name in names])
    age = Age(what="notes", before=50, door="house", folder="sat", ended=True)
    assert forgotten(store, age, 1) == 1
    assert sorted(store.notes("house", "sat")) == ["sat/late/mail/ann", "sat/runs/mail/ann"]


def test_messages_that_nobody_hands_over_grow_old_and_those_that_are_tried_do_not(
    store: Store,
) -> None:
    _, tried = posted(store, "ann", "bob", at=10)
    store.write(200, delivered=DeliveryReport(later=[(tried.id, 3, "the host is away")]))
    assert forgotten(store, Age(what="messages", before=100), 1) == 1
    assert [one.id for one in store.finished("mail")] == [tried.id]


def test_whoever_has_it_alone_soon_holds_every_part_firmly(store: Store) -> None:
    store.apply({"mail": ["mail"], CLOCK: [CLOCK]})
    while store.lease_state("mail") != "firm" or store.lease_state(CLOCK) != "firm":
        time.sleep(0.02)
    assert set(store.holders()) == ({"mail", CLOCK} if store.shared else set())
