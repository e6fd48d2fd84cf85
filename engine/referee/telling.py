"""Noting in the ledger what is to be told: one row an item, however many read it."""

from collections.abc import Collection, Iterable
from typing import Any

from engine.referee.news import About, NewsItem
from engine.referee.open_game import OpenGame
from engine.referee.register import Contact
from engine.referee.unit_of_work import UnitOfWork
from engine.state import Bulletin, Event, Seat, Told
from engine.store.journal import encode
from engine.store.rows import NewsRow


def note(
    batch: UnitOfWork,
    opened: OpenGame,
    kind: str,
    at: int,
    about: About,
    told: tuple[Told, ...] = (),
    **more: Any,
) -> None:
    """Put one row into the ledger."""
    opened.told += 1
    row = NewsRow(
        game=opened.id,
        seq=opened.told,
        n=opened.n,
        at=at,
        kind=kind,
        about=encode(about),
        **more,
    )
    batch.rows_of(opened.id).news.append(row)
    batch.news.setdefault(opened.id, []).append(NewsItem(row, about, told))


def publish(
    batch: UnitOfWork,
    opened: OpenGame,
    bulletin: Bulletin,
    by: Seat,
    undo_to: int | None = None,
    answered: Collection[Seat] = (),
    *,
    again: bool = False,
) -> None:
    """Note a bulletin for everybody whom it brings something. ``by`` gave the order; seats that
    have ``answered`` beforehand need no prompt; ``again``: see ``Reason``.
    """
    if not (bulletin.told or bulletin.rolls or bulletin.fresh or bulletin.commitments):
        return
    about = About.bulletin(bulletin, by, answered, again=again)
    note(
        batch,
        opened,
        "told",
        bulletin.at,
        about,
        bulletin.told,
        question=bulletin.question,
        body=encode(bulletin.told),
        rolls=encode(bulletin.rolls),
        undo_to=undo_to,
        commitments=encode(bulletin.commitments) if bulletin.commitments else b"",
    )


def say(
    batch: UnitOfWork,
    opened: OpenGame,
    at: int,
    said: tuple[Seat, Seat, str],
    hearers: Iterable[Seat],
) -> None:
    """Note what one seat has said to another, or to all: by, to, text."""
    note(batch, opened, "talk", at, About(by=said[0], to=tuple(hearers)), body=encode(said))


def remind(batch: UnitOfWork, opened: OpenGame, at: int, viewers: Iterable[Seat]) -> None:
    """Note that these are to be reminded of the open question."""
    about = About(to=tuple(sorted(viewers)))
    note(batch, opened, "reminder", at, about, question=opened.table.state.question)


def brief(
    batch: UnitOfWork,
    opened: OpenGame,
    reader: Contact,
    told: Iterable[Told],
    prompted: Seat = "",
) -> None:
    """Note what one reader alone is told; ``prompted``: the seat, if it is asked now."""
    happenings, state = tuple(told), opened.table.state
    asked = (prompted,) if prompted else ()
    about = About(asks=bool(prompted), prompted=asked, reader=reader)
    note(
        batch,
        opened,
        "brief",
        batch.now,
        about,
        happenings,
        question=state.question,
        body=encode(happenings),
    )


def copies(events: Iterable[Event], own: Iterable[Event], viewer: Seat) -> list[Told]:
    """Return events as one reader gets them; ``own`` are those that say more to this viewer."""
    alone = {id(event) for event in own}
    return [
        Told(None, {viewer: event}) if id(event) in alone else Told(event, {}) for event in events
    ]
