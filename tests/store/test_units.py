"""What every engine of the store does with a batch: it is written whole or not at all, nothing that
happened changes, and who only reads changes nothing.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from engine.errors import Contradicts, InUse, StoreError
from engine.store import counts
from engine.store import rows as r
from engine.store.rows import Cursor, DeliveryReport, JournalRow, Place, Rows
from engine.store.store import Store
from tests.store.engines import Opener
from tests.store.test_contract import made, message, news, reader, row, snapshot

LETTER = r.InboxRow("mail", "<1>", b"digest", 7, "g", b"receipt")
HELLO = b'["ann","*","hello"]'


def batch(store: Store, game: str, n: int) -> dict[str, Any]:
    """Return a batch that has something of everything; ``n`` tells it from others."""
    out = structs.replace(message(store, "ann", store.take_number()), game=game)
    late = structs.replace(message(store, "bob", store.take_number()), game=game)
    cursor = Cursor(door="mail", game=game, upto=n, behind={"ann": Place(n - 1, n, 1, 5, "no")})
    return {
        "inbox": [r.InboxRow("mail", f"<{n}>", b"digest", n, game, b"receipt")],
        "games": {
            game: Rows(
                made=[row(game, created=n)] if n == 1 else [],
                addresses=[
                    reader("mail", "ann", "ann", game, since=n),
                    reader("mail", "bob", "ann", game, quiet=bool(n % 2)),
                ],
                journal=[JournalRow(game, n, b"entry", b"hash")],
                news=[
                    structs.replace(news(2 * n - 1, n=n), game=game),
                    structs.replace(news(2 * n, "talk", n, HELLO), game=game),
                ],
                snapshot=r.Snapshot(
                    n=n, hash=b"%d" % n, state=b"{}", due=90 + n, result=None, told=2 * n
                ),
                remind=40 + n,
            )
        },
        "delivered": DeliveryReport(
            cursors={("mail", game): cursor},
            finished=[out, late],
            gone=[out.id],
            later=[(late.id, n, "later")],
            lost=[("mail", "gone")],
            acts=[r.AuditEntry(n, "mail", "not composed", game, "{}")],
        ),
        "acts": [r.AuditEntry(n, "ann", "act", game, "{}")],
        "notes": [("mail", "name", str(n)), ("mail", "kept", "yes" if n == 1 else None)],
    }


def everything(store: Store, *games: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "letters": [store.answered("mail", f"<{n}>") for n in range(4)],
        "games": [store.ids(), store.summaries(store.ids())],
        "lists": [store.newest_running(9), store.ended("tiny", 9)],
        "of": [store.games_of("mail", who) for who in ("ann", "bob")],
        "read": [store.games_read("mail", who) for who in ("ann", "bob")],
        "notes": [store.notes(door) for door in ("mail", "house")],
        "due": [store.due(999, 9), store.reminders(999, 9)],
        "next": [store.next_due(), counts.last_told(store)],
        "counts": [*counts.game_counts(store)],
        "waiting": [counts.waiting(store), counts.lost(store), counts.not_composed(store)],
        "tally": structs.asdict(counts.tally(store)),
        "outbox": [store.behind("mail"), store.finished("mail")],
        "mark": store.mark("this"),
    }
    for game in games:
        found[game] = (
            store.game(game),
            *(store.readers(game), store.addresses(game)),
            *(store.journal(game), store.news(game), store.bulletins(game), store.talk(game)),
            *(store.acts(game, but="", most=9), store.reminder(game), store.cursor("mail", game)),
        )
    return found


# ---- whole or not at all


OF_NO_GAME = {
    "an entry": Rows(journal=[JournalRow("x", 1, b"e", b"h")]),
    "news": Rows(news=[r.NewsRow(game="x", seq=1, n=0, at=0, kind="told")]),
    "a reader": Rows(addresses=[reader("mail", "ann", game="x")]),
    "a state": Rows(snapshot=snapshot(0)),
    "a reminder": Rows(remind=4),
}


def of_game(more: dict[str, Any]) -> Rows:
    rows: Rows = more["games"]["g"]
    return rows


CONTRADICTIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a letter that was answered": lambda more: more["inbox"].append(LETTER),
    "a game that there is": lambda more: of_game(more).made.append(row("g")),
    "an entry of that number": lambda more: of_game(more).journal.append(
        JournalRow("g", 1, b"other", b"o")
    ),
    "news of that number": lambda more: of_game(more).news.append(news(1, body=b"[[]]")),
    "a message of that number": lambda more: more["delivered"].finished.append(
        more["delivered"].finished[0]
    ),
    "a number too great": lambda more: more["games"].update(x=made("x", due=2**70)),
    # No database takes half of a character.
    "half a character": lambda more: more["acts"].append(
        r.AuditEntry(1, "\ud800", "act", "g", "{}")
    ),
    **{
        f"{what} of no game": partial(lambda more, rows: more["games"].update(x=rows), rows=rows)
        for what, rows in OF_NO_GAME.items()
    },
}


def test_of_a_batch_that_contradicts_what_is_stored_nothing_is_written(opened: Opener) -> None:
    store = opened()
    store.write(1, **batch(store, "g", 1))
    before = everything(store, "g", "x")
    for what, spoil in CONTRADICTIONS.items():
        spoil(more := batch(store, "g", 2))
        with pytest.raises(Contradicts):
            store.write(2, **more)
        assert everything(store, "g", "x") == before, what
    store = opened()
    assert everything(store, "g", "x") == before
    store.write(2, **batch(store, "g", 2))
    assert everything(store, "g", "x") != before, "and the same batch is written without it"


def test_of_a_batch_that_is_broken_off_nothing_is_written(opened: Opener) -> None:
    store = opened()
    store.write(1, **batch(store, "g", 1))
    before = everything(store, "g")

    def notes() -> Iterator[tuple[str, str, str | None]]:
        yield "mail", "name", "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.write(2, **batch(store, "g", 2) | {"notes": notes()})
    assert everything(store, "g") == before
    assert everything(opened(), "g") == before


def test_a_letter_is_answered_once_at_each_door(store: Store) -> None:
    assert store.answered("mail", "<1>") is None
    store.write(0, inbox=[LETTER, structs.replace(LETTER, door="chat", receipt=b"other")])
    with pytest.raises(Contradicts):
        store.write(1, inbox=[structs.replace(LETTER, receipt=b"new")])
    assert store.answered("mail", "<1>") == (b"digest", b"receipt")
    assert store.answered("chat", "<1>") == (b"digest", b"other")
    assert store.answered("mail", "<2>") is None
    with pytest.raises(UnicodeEncodeError):
        store.answered("mail", "<\ud800>")


# ---- cursors


def test_a_cursor_never_goes_back(store: Store) -> None:
    """An old report, for instance of a task that has hung, has nothing told again."""
    store.write(0, games={"g": made("g")})

    def report(upto: int, **behind: Place) -> Cursor:
        cursor = Cursor(door="mail", game="g", upto=upto, behind=behind)
        store.write(1, delivered=DeliveryReport(cursors={("mail", "g"): cursor}))
        return store.cursor("mail", "g")

    bob, eve = Place(4, 4, 1, 9, "no"), Place(2, 3)
    assert (report(5, bob=bob).upto, store.cursor("chat", "g").upto) == (5, 0)
    old = report(3, eve=eve)
    assert (old.upto, old.behind) == (5, {"bob": bob})
    same = report(5, eve=eve)
    assert (same.upto, same.behind) == (5, {"eve": eve})


# ---- opening and closing


def test_who_reads_sees_one_moment_and_changes_nothing(opened: Opener) -> None:
    store = opened()
    store.write(1, **batch(store, "g", 1))
    before = everything(store, "g")
    reader = opened.make(reading=True)
    assert (reader.reading, store.reading) == (True, False)
    assert everything(reader, "g") == before
    store.write(2, **batch(store, "g", 2))
    after = everything(store, "g")
    assert everything(reader, "g") == before != after
    with store.read_only() as alongside:
        assert everything(alongside, "g") == after
    with pytest.raises(StoreError):
        reader.write(3, **batch(reader, "g", 3))
    with pytest.raises(StoreError):
        reader.put_notes("mail", {"name": "new"})
    reader.close()
    assert everything(store, "g") == after


def test_one_writes_at_a_time_unless_processes_share_it(opened: Opener) -> None:
    store = opened()
    if store.shared:
        other = opened.make()
        other.write(0, games={"h": made("h")})
        other.close()
        assert store.ids() == ["h"]
        return
    with pytest.raises(InUse, match="in use"):
        opened.make()
    store.write(0, games={"g": made("g")})
    assert opened().ids() == ["g"]


def test_what_is_closed_answers_nothing_and_writes_nothing(opened: Opener) -> None:
    store = opened()
    store.write(0, games={"g": made("g")})
    store.close()
    uses: list[Callable[[], object]] = [
        lambda: store.game("g"),
        lambda: store.ids(),
        lambda: store.note("mail", "name"),
        lambda: store.next_due(),
        lambda: list(store.faults()),
        lambda: store.write(1, games={"h": made("h")}),
        lambda: store.put_notes("mail", {"name": "new"}),
    ]
    for use in uses:
        with pytest.raises(StoreError):
            use()
    store = opened()
    assert (store.ids(), store.note("mail", "name")) == (["g"], None)


def test_a_copy_counts_its_games_and_must_find_its_place(store: Store, tmp_path: Path) -> None:
    store.write(0, games={"g": made("g"), "h": made("h")})
    assert store.back_up(tmp_path / "copy") == 2
    assert (tmp_path / "copy").stat().st_size
    with pytest.raises(StoreError):
        store.back_up(tmp_path / "nowhere" / "copy")
