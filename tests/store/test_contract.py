"""What every engine of the store does, asked through its contract alone: what was written is
found, in order and in pages.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from engine.errors import Contradicts
from engine.messages import Address, Outgoing
from engine.state import PUBLIC
from engine.store import counts, persons, rated
from engine.store import rows as r
from engine.store.rows import FIRST, AuditEntry, DeliveryReport, InboxRow, JournalRow, Place, Rows
from engine.store.store import Store
from tests.store.engines import Opener


def row(id: str, due: int | None = None, result: str | None = None, created: int = 0) -> r.GameRow:
    return r.GameRow(id, "tiny", 1, created, b"{}", 0, b"h", b"{}", due, result)


def made(id: str, due: int | None = None, result: str | None = None, created: int = 0) -> Rows:
    return Rows(made=[row(id, due, result, created)])


def message(store: Store, sender: str, number: int) -> Outgoing:
    mark, payload = store.mark("stored", number), f"message {number}".encode()
    return Outgoing(id=number, game="g", door="mail", sender=sender, mark=mark, payload=payload)


def posted(store: Store, *senders: str, at: int = 0) -> list[Outgoing]:
    messages = [message(store, sender, store.take_number()) for sender in senders]
    store.write(at, delivered=DeliveryReport(finished=messages))
    return messages


def news(seq: int, kind: str = "told", n: int = 0, body: bytes = b"[]") -> r.NewsRow:
    return r.NewsRow(game="g", seq=seq, n=n, at=7, kind=kind, body=body)


def snapshot(told: int) -> r.Snapshot:
    return r.Snapshot(n=0, hash=b"h", state=b"{}", due=None, result=None, told=told)


def told(store: Store, count: int, *readers: Address) -> None:
    rows = made("g")
    rows.news = [news(seq) for seq in range(1, count + 1)]
    rows.addresses, rows.snapshot = list(readers), snapshot(count)
    store.write(0, games={"g": rows})


def note(store: Store, door: str, upto: int, at: int = 1, **behind: Place) -> None:
    cursor = r.Cursor(door=door, game="g", upto=upto, behind=behind)
    store.write(at, delivered=DeliveryReport(cursors={(door, "g"): cursor}))


def reader(door: str, sender: str, viewer: str = "", game: str = "g", **more: Any) -> Address:
    return Address(door=door, sender=sender, game=game, viewer=viewer or sender, **more)


ANN, EVE = reader("mail", "ann"), reader("chat", "eve", PUBLIC)


def test_what_was_written_is_there_when_the_store_is_opened_again(opened: Opener) -> None:
    everything = Rows(
        made=[row("g")],
        addresses=[ANN, reader("mail", "eve", PUBLIC)],
        journal=[JournalRow("g", 1, b"one", b"1"), JournalRow("g", 2, b"two", b"2")],
        news=[news(1, n=1), news(2, "talk", 1, b'["ann","*","hello"]')],
        snapshot=r.Snapshot(n=2, hash=b"2", state=b"{2}", due=99, result=None, told=2),
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
    assert store.game("g") == r.GameRow("g", "tiny", 1, 0, b"{}", 2, b"2", b"{2}", 99, None, 2)
    assert [address.viewer for address in store.addresses("g")] == [PUBLIC, "ann"]
    assert store.journal("g", 1) == [(b"two", b"2")]
    assert store.bulletins("g") == [r.BulletinRow("g", 1, 7, b"[]", b"[]", None)]
    assert store.talk("g") == [r.TalkRow("g", 7, "ann", PUBLIC, "hello")]
    assert store.news("g") == everything.news
    assert store.news("g", 1) == everything.news[1:]
    assert [act.action for act in store.acts("g", but="", most=9)] == ["close"]
    assert store.note("mail", "zone/ann") == "Asia/Taipei"


def test_a_stored_message_waits_until_it_has_gone_or_is_lost(store: Store) -> None:
    one, two, three = posted(store, "ann", "bob", "eve")
    waiting = [out.payload for out in store.finished("mail")]
    assert waiting == [out.payload for out in (one, two, three)]
    assert store.finished("chat") == []
    lost, later = [("mail", "no such mailbox")], [(three.id, 1, "no")]
    store.write(1, delivered=DeliveryReport(gone=[one.id, two.id], lost=lost, later=later))
    (left,) = store.finished("mail")
    assert (left.id, left.tries, left.mark) == (three.id, 1, three.mark)
    assert [out.id for out in store.finished("mail", ["eve"])] == [three.id]
    assert store.finished("mail", ["ann"]) == store.finished("mail", []) == []
    assert [(lost.why, lost.count) for lost in counts.lost(store)] == [("no such mailbox", 1)]
    assert [waits.why for waits in counts.waiting(store)] == ["no"]


def test_what_a_unit_writes_is_there_after_it_and_nothing_of_one_that_fails(opened: Opener) -> None:
    store = opened()
    with store.unit(alone=True):
        store.write(0, games={"g": made("g")})
        stamp = store.stamp("g")
    with store.unit(["g"]):
        assert store.stamp("g") == stamp
        store.write(1, games={"g": Rows(journal=[JournalRow("g", 1, b"one", b"1")])})

    def fails() -> None:
        with store.unit(["g"]):
            store.write(2, games={"g": Rows(journal=[JournalRow("g", 2, b"two", b"2")])})
            raise ZeroDivisionError

    if store.shared:
        with pytest.raises(ZeroDivisionError):
            fails()
    assert opened().journal("g") == [(b"one", b"1")]


def test_no_number_of_a_message_is_used_twice(opened: Opener) -> None:
    store = opened()
    store.seize()
    store.write(0, games={"g": made("g")})
    number = store.take_number()
    finished = DeliveryReport(finished=[message(store, "ann", number)])
    with pytest.raises(Contradicts):
        store.write(1, games={"g": made("g")}, delivered=finished)
    (one,) = posted(store, "ann")
    assert one.id > number
    assert opened().take_number() > one.id


def test_notes_are_each_doors_own_and_none_forgets(store: Store) -> None:
    store.put_notes("mail", {"zone/ann": "UTC", "zone/bob": "UTC", "zones": "2", "KEY": "k"})
    store.put_notes("chat", {"key": "other"})
    assert store.notes("mail", "zone") == {"zone/ann": "UTC", "zone/bob": "UTC"}
    store.put_notes("mail", {"zone/bob": None, "KEY": "new"})
    assert store.notes("mail") == {"KEY": "new", "zone/ann": "UTC", "zones": "2"}
    assert store.note("chat", "key") == "other"


def test_the_next_due_time_is_that_of_a_question_or_a_reminder(store: Store) -> None:
    store.write(0, games={"a": made("a", due=100), "b": made("b", due=300), "c": made("c")})
    assert (store.due(100, 9), store.next_due(), store.next_due(["a"])) == ([(100, "a")], 100, 300)
    store.write(1, games={"b": Rows(remind=50)})
    assert (store.next_due(), store.reminder("b")) == (50, 50)
    assert (store.reminders(49, 9), store.reminders(50, 9)) == ([], [(50, "b")])
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
    rows["a"].addresses = [reader("mail", "ann", PUBLIC, "a")]
    rows["c"].addresses = [reader("mail", "ann", game="c")]
    store.write(0, games=rows)
    assert store.games_of("mail", "ann") == ["c"]
    assert store.games_read("mail", "ann") == ["c", "a"], "seats stand before what is watched"
    c, a = (r.GameSummary(id, "tiny", 1, created, None) for id, created in (("c", 3), ("a", 1)))
    assert store.newest_running(9) == [c, a]
    assert store.newest_running(1) == [c]
    assert store.summaries(["a", "no such game", "c"]) == [c, a]
    assert [game.id for game in store.ended("tiny", 9)] == ["b"]
    assert store.ended("other", 9) == []
    assert counts.game_counts(store) == (3, 2)


def paged(read: Callable[[Any], list[Any]], place: Any, key: Callable[[Any], Any]) -> list[Any]:
    found: list[Any] = []
    while page := read(place):
        assert len(page) <= 3
        found, place = found + page, key(page[-1])
    return found


def test_lists_come_in_pages_and_each_row_stands_on_one(store: Store) -> None:
    ids = [f"G{n}" for n in range(10)]
    rows = {
        id: made(id, due=100 + n % 2, result="ann" if n % 3 else None, created=n // 4)
        for n, id in enumerate(ids)
    }
    for n, id in enumerate(ids):
        rows[id].remind = 50 + n // 2
    store.write(0, games=rows)
    newest = sorted(ids, key=lambda id: (-(ids.index(id) // 4), id))
    assert store.ids() == newest
    assert paged(lambda after: store.ids(3, after), "", lambda id: id) == newest
    ended = paged(lambda after: store.ended("tiny", 3, after), "", lambda game: game.id)
    assert [game.id for game in ended] == [id for n, id in enumerate(ids) if n % 3]
    assert store.ended("tiny", 99) == ended
    due = sorted((100 + n % 2, id) for n, id in enumerate(ids))
    assert paged(lambda after: store.due(101, 3, after), FIRST, lambda one: one) == due
    assert paged(lambda after: store.due(100, 3, after), FIRST, lambda one: one) == due[:5]
    after = paged(lambda after: store.due(999, 3, after), (100, r.LAST_ID), lambda one: one)
    assert after == due[5:], "those that are due after a second"
    remind = [(50 + n // 2, id) for n, id in enumerate(ids)]
    assert paged(lambda after: store.reminders(54, 3, after), FIRST, lambda one: one) == remind


def test_who_was_told_everything_is_not_looked_for(store: Store) -> None:
    """What there is to tell is found again, whichever door has told the rest, and after an undo."""
    told(store, 1, ANN, EVE)

    def behind() -> list[tuple[str, int]]:
        doors = ("mail", "chat")
        return [(one.door, one.upto) for door in doors for one in store.behind(door)]

    def tell(seq: int, *readers: Address) -> None:
        more = Rows(news=[news(seq)], snapshot=snapshot(seq), addresses=list(readers))
        store.write(1, games={"g": more})

    assert (behind(), store.behind("fax")) == ([("mail", 0), ("chat", 0)], [])
    note(store, "chat", 1)
    assert behind() == [("mail", 0)]
    tell(2)
    assert behind() == [("mail", 0), ("chat", 1)]
    note(store, "mail", 1)
    note(store, "chat", 2)
    assert behind() == [("mail", 1)], "what came after the cursor is still to be told"
    note(store, "mail", 2)
    assert behind() == []
    note(store, "mail", 2, ann=Place(1, 2))
    assert behind() == [("mail", 2)], "one reader waits"
    assert [one.behind for one in store.behind("mail")] == [{"ann": Place(1, 2)}]
    note(store, "mail", 2)
    assert behind() == []
    tell(3, structs.replace(ANN, door="fax"))
    assert [one.game for one in store.behind("fax")] == ["g"], "a door that is new there"


def test_the_newest_rating_of_each_account_is_ranked(store: Store) -> None:
    """EV-72: the list follows mu - 2 sigma, and leaves out uncertain ones."""

    def after(sender: str, games: int, mu: float, sigma: float) -> r.RatedRow:
        return r.RatedRow(
            kind="tiny",
            door="chat",
            sender=sender,
            games=games,
            game=f"{sender}{games}",
            at=games,
            mu=mu,
            sigma=sigma,
            won=0,
            drawn=0,
        )

    ann, bob, eve = after("ann", 2, 27.5, 5.0), after("bob", 1, 27.0, 4.5), after("eve", 1, 30, 8.0)
    rows = Rows(made=[row("g")], rated=[after("ann", 1, 40, 5.0), ann, bob, eve])
    store.write(0, games={"g": rows})
    assert rated.ranking(store, "tiny", 9, 6.0) == [bob, ann]
    assert rated.ranking(store, "tiny", 1, 8.0) == [bob]
    assert rated.above(store, ann, 6.0) == 1
    assert rated.latest(store, "tiny", ("chat", "ann")) == ann
    assert rated.latest(store, "tiny", ("chat", "ann"), 1) == after("ann", 1, 40, 5.0)
    assert rated.latest(store, "other", ("chat", "ann")) is None
    assert rated.after(store, "eve1") == [eve]


def test_the_conduct_of_a_day_is_added_up(store: Store) -> None:
    def did(day: int, kept: int = 0, missed: int = 0) -> r.ConductRow:
        return r.ConductRow(door="chat", sender="ann", day=day, kept=kept, missed=missed)

    for rows in ([did(1, 1), did(1, 1), did(2, 0, 1)], [did(1, 1), did(3, 1)]):
        store.write(0, games={"g": Rows(conduct=rows)})
    assert rated.conduct(store, ("chat", "ann"), 1, 3) == (3, 1, 0)
    assert rated.conduct(store, ("chat", "bob"), 1, 3) == (0, 0, 0)


def test_what_is_kept_about_one_person_is_found_and_nothing_of_others(store: Store) -> None:
    mine = [reader("chat", "ann", until=5), reader("chat", "ann", PUBLIC, since=5)]
    messages = [
        InboxRow("chat", "<1>", b"d", 2, "g", b"{}", "ann"),
        InboxRow("chat", "<2>", b"d", 1, None, b"{}", "ann"),
        InboxRow("chat", "<3>", b"d", 1, None, b"{}", "bob"),
        InboxRow("mail", "<4>", b"d", 1, None, b"{}", "ann"),
    ]
    games = {"g": Rows(made=[row("g")], addresses=[*mine, reader("chat", "bob")])}
    acts = [AuditEntry(1, "chat/ann", "pause", "g", "{}"), AuditEntry(2, "bob", "pause", "g", "{}")]
    store.write(0, inbox=messages, games=games, acts=acts)
    assert persons.memberships(store, "chat", "ann") == mine
    assert [one.id for one in persons.receipts(store, "chat", "ann")] == ["<2>", "<1>"]
    assert persons.acts_by(store, "chat/ann") == acts[:1]
    assert not persons.memberships(store, "chat", "eve")
    assert not persons.acts_by(store, "chat/eve")


def test_a_game_is_written_anew_with_another_name_and_can_still_not_be_changed(
    store: Store,
) -> None:
    rows = Rows(
        made=[row("g", result="ann")],
        addresses=[reader("chat", "ann")],
        journal=[JournalRow("g", 1, b'"ann"', b"1")],
        news=[news(1, n=1, body=b'["ann"]')],
    )
    answered = InboxRow("chat", "<1>", b"d", 2, "g", b'"ann"', "bob")
    store.write(0, inbox=[answered], games={"g": rows})
    anew = r.Rewriting(
        game=structs.replace(row("g", result="player-1"), hash=b"new"),
        journal=(JournalRow("g", 1, b'"player-1"', b"2"),),
        news=(news(1, n=1, body=b'["player-1"]'),),
        names={"ann": "player-1"},
    )
    persons.rewrite(store, anew)
    made = store.game("g")
    assert made is not None
    assert (made.result, made.hash) == ("player-1", b"new")
    assert store.journal("g") == [(b'"player-1"', b"2")]
    assert [one.body for one in store.news("g")] == [b'["player-1"]']
    assert [one.viewer for one in store.addresses("g")] == ["player-1"]
    assert store.answered("chat", "<1>") is None
    with pytest.raises(Contradicts):
        store.write(1, games={"g": Rows(journal=[JournalRow("g", 1, b'"x"', b"3")])})


def test_who_waits_in_vain_is_named_with_the_first_try_and_the_longest_wait_first(
    store: Store,
) -> None:
    told(store, 3, ANN)
    late = Place(2, 3, tries=1, why="the host is away", since=50)
    note(store, "chat", 3, at=50, eve=late)
    first, second = posted(store, "ann", "bob", at=10)
    for at in (20, 30):
        later = [(one.id, at, "no room") for one in (first, second)]
        store.write(at, delivered=DeliveryReport(later=later))
    waits = [(one.since, one.door, one.sender, one.why) for one in counts.late(store, 100)]
    assert waits == [
        (10, "mail", "ann", "no room"),
        (10, "mail", "bob", "no room"),
        (50, "chat", "eve", "the host is away"),
    ]
    assert [one.sender for one in counts.late(store, 50)] == ["ann", "bob"]
    store.write(60, delivered=DeliveryReport(gone=[first.id, second.id]))
    assert [one.sender for one in counts.late(store, 100)] == ["eve"]
