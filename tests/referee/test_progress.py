"""Who is behind and who comes next: the books of delivery, without a referee."""

from types import SimpleNamespace
from typing import Any, cast

from engine.messages import Address, Outgoing
from engine.referee.sending import Delivery, ProgressBook, ReceiverQueue
from engine.state import PUBLIC
from engine.store.rows import AuditEntry, Cursor, Place

KEY = ("box", "g")


def delivery(
    seq: int, sender: str = "ann", game: str = "g", *, door: str = "box", talk: bool = False
) -> Delivery:
    """A message about what has happened."""
    row = SimpleNamespace(seq=seq, kind="talk" if talk else "told")
    reader = Address(door=door, sender=sender, game=game, viewer=sender)
    return Delivery(reader, cast(Any, SimpleNamespace(row=row)))


def out(id: int = 5, *, talk: bool = False) -> Outgoing:
    return Outgoing(
        id=id, game="g", door="post", sender="bob", mark="m", payload=b"x", talk=talk, tries=3
    )


def book(upto: int = 7, **behind: Place) -> ProgressBook:
    """The door has told the game up to there, and these are behind."""
    made = ProgressBook()
    made.cursors[KEY] = Cursor(door=KEY[0], game=KEY[1], upto=upto, behind=behind)
    return made


def numbers(found: Any) -> list[int]:
    return [one.seq for one in found]


def test_a_stored_message_goes_as_it_was_composed_and_one_about_news_is_composed_later() -> None:
    for talk in (False, True):
        found = Delivery.of(out(talk=talk))
        assert found.reader == Address(door="post", sender="bob", game="g", viewer=PUBLIC)
        assert (found.key, found.receiver) == (("post", "g"), ("post", "bob"))
        assert (found.lane, found.talk) == ((("post", "bob"), talk), talk)
        assert (found.seq, found.tries, found.again) == (0, 3, False)
        assert (found.payload, found.composed, found.ready) == (b"x", True, None)
    found = delivery(4, talk=True)
    assert (found.seq, found.talk, found.tries) == (4, True, 0)
    assert (found.payload, found.composed, found.together) == (None, False, [])
    assert found.lane == (("box", "ann"), True)


# ---- who is behind


def test_who_could_not_be_told_is_behind_from_before_that_message_on() -> None:
    made = book(7)
    behind = made.cursors[KEY].behind
    made.put_back(delivery(6), 99, "no line")
    assert behind == {"ann": Place(5, 7, 0, 99, "no line")}
    made.put_back(delivery(3, talk=True), 120, "later")
    made.put_back(delivery(7))
    assert behind == {"ann": Place(5, 2, 0, 99, "no line")}
    made.put_back(delivery(7, "bob"))
    assert behind["bob"] == Place(6, 7, 0, 0, "")
    assert made.changed == {KEY}
    assert (made.somebody_waits, book().somebody_waits) == (True, False)


def test_a_game_of_which_nothing_is_known_stands_at_the_message() -> None:
    made = ProgressBook()
    made.put_back(delivery(6), 99, "why")
    assert made.cursors[KEY].upto == 6
    assert made.cursors[KEY].behind == {"ann": Place(5, 6, 0, 99, "why")}


def test_how_often_was_tried_is_noted_with_the_place() -> None:
    made, tried = book(7), delivery(6)
    tried.tries = 4
    made.failed(tried, 50, "x")
    assert made.cursors[KEY].behind["ann"] == Place(5, 7, 4, 50, "x")
    assert made.delivered.later == []


def test_those_who_wait_are_found_by_receiver() -> None:
    made = book(7, ann=Place(1, 1), bob=Place(2, 2))
    assert made.waiting() == {(KEY, "ann"): Place(1, 1), (KEY, "bob"): Place(2, 2)}
    assert made.waiting([("box", "bob"), ("post", "ann")]) == {(KEY, "bob"): Place(2, 2)}


def test_who_was_behind_is_told_what_they_missed_and_nobody_else_is() -> None:
    made = book(7, ann=Place(3, 5, 2, 99, "why"))
    talk = [False, True] * 4
    read = [delivery(n, who, talk=talk[n]) for n in range(8) for who in ("ann", "bob")]
    found = list(made.missed(read, made.waiting()))
    assert [(one.seq, one.reader.sender) for one in found] == [(4, "ann"), (6, "ann"), (7, "ann")]
    # The first of each kind was tried.
    assert [(one.tries, one.again) for one in found] == [(2, True), (0, False), (2, True)]
    assert made.cursors[KEY].behind == {}, "they wait no longer"


def test_who_waits_no_longer_when_that_is_read_is_told_all_the_same() -> None:
    """A door may have been opened anew meanwhile."""
    made, places = book(5, bob=Place(3, 3)), {(KEY, "ann"): Place(3, 3)}
    (missed,) = made.missed([delivery(3), delivery(4)], places)
    assert (missed.seq, missed.again) == (4, False), "it was never tried"
    assert made.cursors[KEY].behind == {"bob": Place(3, 3)}


# ---- what is noted


def test_a_cursor_moves_on_and_never_back() -> None:
    made = ProgressBook()
    for upto in (4, 9, 6):
        made.move_on(KEY, upto)
    assert (made.cursors[KEY].upto, made.changed) == (9, {KEY})
    assert made.report([], []).cursors == {KEY: Cursor(door="box", game="g", upto=9, behind={})}
    assert made.cursors == {}, "of a game in which nobody is behind nothing is kept"
    assert made.report([], []).cursors == {}, "it is noted once"


def test_what_is_on_its_way_counts_as_not_told_when_it_is_noted() -> None:
    made = book(7, bob=Place(2, 2))
    made.changed.add(KEY)
    way = [delivery(6), delivery(5, talk=True), delivery(1, game="other"), Delivery.of(out())]
    acts = [AuditEntry.of(1, "x", "y", "g")]
    report = made.report(way, acts)
    (cursor,) = report.cursors.values()
    assert cursor.behind == {"ann": Place(5, 4), "bob": Place(2, 2)}
    assert made.cursors[KEY].behind == {"bob": Place(2, 2)}, "it may still arrive"
    assert (report.acts, acts) == ([AuditEntry.of(1, "x", "y", "g")], []), "noted once"


def test_a_message_that_is_gone_or_can_never_arrive_is_passed_over() -> None:
    made = ProgressBook()
    made.passed(delivery(3))
    assert (made.changed, made.delivered.gone) == ({KEY}, [])
    made.passed(Delivery.of(out(5)))
    assert made.report([], []).gone == [5]
    assert made.gone == {5}
    made.lost(delivery(3), "no such user")
    assert (made.changed, made.delivered.lost) == ({KEY}, [("box", "no such user")])
    made.lost(Delivery.of(out(6)), "gone")
    assert made.delivered.gone == [6]


def test_a_stored_message_that_failed_is_taken_up_again() -> None:
    made, failed = ProgressBook(), Delivery.of(out(5))
    made.taken |= {5, 6}
    assert [one.stored for one in made.not_in_hand([out(4), out(5)])] == [out(4)]
    made.failed(failed, 99, "full")
    assert made.delivered.later == [(5, 3, "full")]
    assert made.taken == {6}
    assert made.cursors == {}, "it is no place in a game"
    made.gone = {6, 7}
    made.forget([6])
    assert (made.taken, made.gone) == (set(), {7})


# ---- whose turn it is


def test_reports_come_before_talk_and_games_take_turns() -> None:
    queue = ReceiverQueue()
    for seq, game, talk in (
        *((1, "g", True), (2, "g", False), (3, "g", False)),
        *((4, "h", False), (5, "h", True), (6, "h", False)),
    ):
        queue.add(delivery(seq, game=game, talk=talk))
    assert sorted(numbers(queue.heads())) == [1, 2, 4, 5]
    assert numbers(queue.rest()) == [2, 4, 3, 6, 1, 5]
    assert queue.next() is None
    assert numbers(queue.heads()) == []


def test_what_is_flying_is_ahead_of_all() -> None:
    queue = ReceiverQueue(delivery(9))
    queue.add(delivery(10))
    assert numbers(queue.heads()) == [9, 10]
    assert numbers(queue.rest()) == [10]
