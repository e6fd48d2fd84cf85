"""What every engine of the store does, asked through its contract alone. Another engine is one
line in ``ENGINES``.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import Contradicts
from engine.letters import Address, Outgoing
from engine.state import PUBLIC
from engine.store.contract import Store
from engine.store.rows import (
    DEAD,
    LEASE,
    NOT_COMPOSED,
    WAITING,
    AuditEntry,
    BulletinRow,
    DeliveryReport,
    GameRow,
    InboxRow,
    JournalRow,
    LeaseRequest,
    Retry,
    Rows,
    Snapshot,
    TalkRow,
)
from engine.store.sqlite import SqliteStore

Open = Callable[[], Store]
ENGINES = {"sqlite": lambda folder: SqliteStore(folder / "db")}


@pytest.fixture(params=ENGINES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Open the same store, again and again: each time the one before is closed."""
    stores: list[Store] = []

    def open_it() -> Store:
        if stores:
            stores.pop().close()
        stores.append(ENGINES[request.param](tmp_path))
        return stores[-1]

    yield open_it
    stores.pop().close()


@pytest.fixture
def store(opened: Open) -> Store:
    return opened()


def row(id: str, due: int | None = None, result: str | None = None, created: int = 0) -> GameRow:
    return GameRow(id, "tiny", 1, created, b"{}", 0, b"h", b"{}", due, result)


def made(id: str, due: int | None = None, result: str | None = None, created: int = 0) -> Rows:
    return Rows(made=[row(id, due, result, created)])


def message(store: Store, sender: str, number: int, question: int | None = None) -> Outgoing:
    payload = f"message {number}".encode()
    return Outgoing(
        id=number,
        game="g",
        door="mail",
        sender=sender,
        mark=store.mark(number),
        payload=payload,
        question=question,
    )


def posted(store: Store, *senders: str, at: int = 0) -> list[Outgoing]:
    """Put a message to each into the outbox."""
    first = store.next_message
    messages = [message(store, sender, first + n) for n, sender in enumerate(senders)]
    store.write(at, games={"g": Rows(messages=messages)})
    return messages


def leased(store: Store, at: int, *back: tuple[str, str]) -> list[int]:
    """Lease what is due, and return the numbers."""
    (messages,) = store.write(at, leases=[LeaseRequest(at, ("mail",), back)])
    return [outgoing.id for outgoing in messages]


def test_what_was_written_is_there_when_the_store_is_opened_again(opened: Open) -> None:
    everything = Rows(
        made=[row("g")],
        addresses=[
            Address(door="mail", sender="ann", game="g", viewer="ann"),
            Address(door="mail", sender="eve", game="g", viewer=PUBLIC),
        ],
        journal=[JournalRow("g", 1, b"one", b"1"), JournalRow("g", 2, b"two", b"2")],
        bulletins=[BulletinRow("g", 1, 7, b"[]", b"[]", None)],
        talk=[TalkRow("g", 7, "ann", PUBLIC, "hello")],
        snapshot=Snapshot(2, b"2", b"{2}", 99, None),
    )
    opened().write(
        7,
        inbox=[InboxRow("mail", "<1>", b"digest", 7, "g", b"receipt")],
        games={"g": everything},
        acts=[AuditEntry(7, "operator", "close", "g", "{}")],
        notes=[("mail", "zone/ann", "Asia/Taipei")],
    )
    store = opened()
    assert store.answered("mail", "<1>") == (b"digest", b"receipt")
    assert store.game("g") == GameRow("g", "tiny", 1, 0, b"{}", 2, b"2", b"{2}", 99, None)
    assert [address.viewer for address in store.addresses("g")] == [PUBLIC, "ann"]
    assert store.journal("g", 1) == [(b"two", b"2")]
    assert store.bulletins("g") == everything.bulletins
    assert store.talk("g") == everything.talk
    assert [act.action for act in store.acts("g", but="", most=9)] == ["close"]
    assert store.note("mail", "zone/ann") == "Asia/Taipei"


def test_of_a_batch_that_contradicts_what_is_stored_nothing_is_written(store: Store) -> None:
    store.write(0, games={"g": made("g")})
    with pytest.raises(Contradicts):
        store.write(1, games={"h": made("h"), "g": made("g")}, notes=[("mail", "a", "b")])
    assert (store.ids(), store.note("mail", "a")) == (["g"], None)


def test_a_number_too_great_for_a_column_is_a_contradiction(store: Store) -> None:
    with pytest.raises(Contradicts):
        store.write(0, games={"g": made("g", due=2**70)})
    assert store.ids() == []


def test_a_message_is_leased_once_until_its_lease_ends(store: Store) -> None:
    one, two = posted(store, "ann", "bob")
    assert leased(store, 1) == [], "who has posted them has them"
    assert leased(store, LEASE) == [one.id, two.id]
    assert leased(store, LEASE + 1) == []
    assert leased(store, 2 * LEASE) == [one.id, two.id]


def test_each_lease_of_a_batch_gets_its_own_messages(store: Store) -> None:
    (one,) = posted(store, "ann")
    wanted = [LeaseRequest(LEASE, ("chat",)), LeaseRequest(LEASE, ("mail",))]
    assert [[m.id for m in got] for got in store.write(LEASE, leases=wanted)] == [[], [one.id]]


def test_what_has_gone_out_or_is_dead_is_leased_no_more_and_what_failed_when_its_time_has_come(
    store: Store,
) -> None:
    one, two, three = posted(store, "ann", "bob", "eve")
    report = DeliveryReport(
        [one.id], [(two.id, "no such mailbox")], [Retry(three.id, 500, 1, "no")]
    )
    store.write(1, settled=report)
    assert store.outbox_counts() == (1, 1)
    assert leased(store, 499) == []
    assert leased(store, 500) == [three.id]
    assert [(lost.why, lost.count) for lost in store.undelivered(DEAD)] == [("no such mailbox", 1)]
    assert [lost.why for lost in store.undelivered(WAITING)] == ["no"]


def test_what_waits_for_a_receiver_who_is_back_is_leased_whatever_its_time(store: Store) -> None:
    one, two = posted(store, "ann", "bob")
    later = [Retry(outgoing.id, 5_000, 1, "busy") for outgoing in (one, two)]
    store.write(1, settled=DeliveryReport(later=later))
    assert leased(store, 2, ("mail", "bob")) == [two.id]


def test_whatever_waits_is_handed_out_at_once_when_the_store_is_opened_again(opened: Open) -> None:
    store = opened()
    (one,) = posted(store, "ann")
    store.write(1, settled=DeliveryReport(later=[Retry(one.id, 5_000, 1, "busy")]))
    assert leased(opened(), 2) == [one.id]


def test_what_says_only_that_an_earlier_question_is_open_is_never_handed_out(store: Store) -> None:
    first = store.next_message
    old, new = message(store, "ann", first, 3), message(store, "ann", first + 1, 4)
    store.write(0, games={"g": Rows(messages=[old, new])})
    store.write(1, games={"g": Rows(open_question=4)})
    assert leased(store, LEASE) == [new.id]


def test_no_number_of_a_message_is_used_twice(opened: Open) -> None:
    store = opened()
    store.write(0, games={"g": made("g")})
    number = store.next_message
    broken = Rows(made=[row("g")], messages=[message(store, "ann", number)])
    with pytest.raises(Contradicts):
        store.write(1, games={"g": broken})
    assert store.next_message == number + 1
    (one,) = posted(store, "ann")
    assert opened().next_message == one.id + 1


def test_a_mark_is_the_same_for_ever_and_another_for_each_message(opened: Open) -> None:
    marks = [opened().mark(number) for number in range(3)]
    assert marks == [opened().mark(number) for number in range(3)]
    assert len(set(marks)) == 3


def test_the_texts_before_a_message_are_those_to_its_reader_the_last_one_first(
    store: Store,
) -> None:
    one, two, _, four, last = posted(store, "ann", "ann", "bob", "ann", "ann")
    store.write(1, settled=DeliveryReport([one.id, four.id], [(two.id, "no")]))
    assert store.sent_before(last, 9) == [four.payload, one.payload]
    assert store.sent_before(last, 1) == [four.payload]


def test_notes_are_each_doors_own_and_none_forgets(store: Store) -> None:
    store.put_notes("mail", {"zone/ann": "UTC", "zone/bob": "UTC", "zones": "2", "key": "k"})
    store.put_notes("chat", {"key": "other"})
    assert store.notes("mail", "zone") == {"zone/ann": "UTC", "zone/bob": "UTC"}
    store.put_notes("mail", {"zone/bob": None, "key": "new"})
    assert store.notes("mail") == {"key": "new", "zone/ann": "UTC", "zones": "2"}
    assert store.note("chat", "key") == "other"


def test_the_next_due_time_is_that_of_a_question_or_a_reminder(store: Store) -> None:
    store.write(0, games={"a": made("a", due=100), "b": made("b", due=300), "c": made("c")})
    assert (store.due(100), store.next_due(), store.next_due(["a"])) == (["a"], 100, 300)
    store.write(1, games={"b": Rows(remind=50)})
    assert (store.next_due(), store.reminder("b"), store.reminders(50)) == (50, 50, ["b"])
    store.write(2, games={"b": Rows()})
    assert store.reminder("b") == 50, "what says nothing of reminders changes none"
    store.write(3, games={"b": Rows(remind=None)})
    assert (store.reminder("b"), store.next_due()) == (None, 100)


def test_games_are_found_by_who_reads_them_by_age_and_by_their_end(store: Store) -> None:
    rows = {
        "a": made("a", created=1),
        "b": made("b", result="ann", created=2),
        "c": made("c", due=9, created=3),
    }
    rows["a"].addresses = [Address(door="mail", sender="ann", game="a", viewer=PUBLIC)]
    rows["c"].addresses = [Address(door="mail", sender="ann", game="c", viewer="ann")]
    store.write(0, games=rows)
    assert store.games_of("mail", "ann") == ["c"]
    assert store.games_read("mail", "ann") == ["c", "a"], "seats stand before what is watched"
    assert store.newest_running(9) == ["c", "a"]
    assert store.newest_running(1) == ["c"]
    assert [game.id for game in store.ended("tiny")] == ["b"]
    assert (store.running(8), store.running(9)) == (["c"], [])
    assert store.game_counts() == (3, 2)


def test_acts_are_told_oldest_first_without_those_that_are_left_out(store: Store) -> None:
    acts = [AuditEntry(at, "ann", name, "g", "{}") for at, name in enumerate(["x", "y", "z"])]
    store.write(0, acts=[*acts, AuditEntry(9, "mail", NOT_COMPOSED, "g", "{}")])
    assert [act.action for act in store.acts("g", but=NOT_COMPOSED, most=2)] == ["y", "z"]
    assert store.not_composed() == [("mail", "g", "{}", 1)]


def test_what_is_counted_is_what_was_written(store: Store) -> None:
    one, two, _ = posted(store, "ann", "bob", "eve")
    store.write(
        1,
        inbox=[InboxRow("mail", "<1>", b"d", 1, "g", b"r")],
        games={"g": made("g", due=70), "h": made("h", result="draw")},
        settled=DeliveryReport([one.id], [(two.id, "no")]),
        acts=[AuditEntry(1, "chat", NOT_COMPOSED, "g", "{}")],
    )
    store.write(2, games={"g": Rows(journal=[JournalRow("g", 1, b"one", b"1")])})
    tally = store.tally()
    assert (tally.letters, tally.waiting, tally.sent, tally.dead) == ({"mail": 1},) * 4
    assert (tally.not_composed, tally.games, tally.running) == (
        {"chat": 1},
        {"tiny": 2},
        {"tiny": 1},
    )
    assert (tally.entries, tally.next_due) == (1, 70)


def test_a_message_that_has_gone_out_long_ago_is_emptied_and_stays_noted(store: Store) -> None:
    one, two = posted(store, "ann", "bob", at=10)
    store.write(11, settled=DeliveryReport([one.id]))
    assert store.thin("mail", 0, 100) == two.id
    assert store.sent_before(message(store, "ann", 99), 9) == [b""]
    assert store.sent_before(message(store, "bob", 99), 9) == [two.payload]
    assert store.outbox_counts() == (1, 0)


def test_a_copy_is_whole_and_goes_on(store: Store, tmp_path: Path) -> None:
    store.write(0, games={"g": made("g"), "h": made("h")})
    assert store.back_up(tmp_path / "copy") == 2
    assert list(store.faults()) == []
    with SqliteStore(tmp_path / "copy") as copy:
        assert copy.ids() == ["g", "h"]
