"""Telling the readers of a game what has happened: for each the news, and the finished message
that the door makes of it.
"""

import logging
from collections.abc import Collection

from msgspec.structs import replace

from engine.errors import StoreError
from engine.letters import Address
from engine.menu import Menu
from engine.referee.doors import Door, Gathers, News, Seen, Talk, zone_of
from engine.referee.open_game import OpenGame
from engine.referee.unit_of_work import UnitOfWork
from engine.state import PUBLIC, Bulletin, Seat
from engine.store.history import pages
from engine.store.journal import encode
from engine.store.rows import BulletinRow
from engine.table import GameTable

log = logging.getLogger(__name__)


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
    """Note a bulletin, and tell everybody whom it brings something. ``by`` gave the order; seats
    that have ``answered`` beforehand need no prompt; ``again``: see ``Reason``.
    """
    if bulletin.told or bulletin.rolls or bulletin.fresh:
        told, rolls = encode(bulletin.told), encode(bulletin.rolls)
        batch.rows_of(opened.id).bulletins.append(
            BulletinRow(opened.id, opened.n, bulletin.at, told, rolls, undo_to)
        )
    for address in opened.addresses:
        news = news_of(bulletin, address.viewer, address.sender, by, answered, again=again)
        if news is not None:
            tell(batch, opened, address, news)


def news_of(
    bulletin: Bulletin,
    viewer: Seat,
    sender: str,
    by: Seat,
    answered: Collection[Seat] = (),
    *,
    again: bool = False,
) -> News | None:
    """Return what a bulletin brings to one reader, if anything; see ``publish``."""
    asked = bulletin.asked.seats if bulletin.fresh and bulletin.asked is not None else ()
    prompted = viewer in asked and viewer not in answered
    events = tuple(bulletin.events(viewer))
    if not (events or prompted or (asked and viewer == PUBLIC)):
        return None
    return News(
        sender=sender,
        at=bulletin.at,
        reason="again" if asked and again else "asked" if asked else "told",
        events=events,
        own=tuple(bulletin.own(viewer)) if viewer != PUBLIC else (),
        mine=by == viewer,
        prompted=prompted,
    )


def say(batch: UnitOfWork, opened: OpenGame, address: Address, talk: Talk) -> None:
    """Tell one reader what is said to them, or by them."""
    news = News(sender=address.sender, at=batch.now, reason="talk", talk=talk)
    tell(batch, opened, address, news)


def tell(batch: UnitOfWork, opened: OpenGame, address: Address, news: News) -> None:
    """Tell one reader, unless nothing is wanted there. A message that says no more than that a
    question is open is not handed over once it is not.
    """
    door = batch.doors.get(address.door)
    if door is None or address.quiet:
        return
    notes = batch.notes_of(address.door)
    if door.looks:
        settings = batch.register.settings((address.door, address.sender))
        zone = settings.zone or zone_of(opened.table, address.viewer)
        news = replace(news, settings=replace(settings, zone=zone))
    news = replace(news, entry=opened.n)
    if isinstance(door, Gathers) and news.reason != "talk":
        after = door.told_until(opened.id, address.sender, notes)
        rows = batch.bulletins(opened, after)
        news = replace(news, past=tuple(pages(opened.table.game, rows, address.viewer)))
    before = notes.fresh.copy()
    try:
        payload = door.compose(news, seen_by(door, opened, address, news), notes)
    except StoreError:
        raise
    except Exception as error:
        notes.fresh = before
        batch.not_composed(opened, address.door, error)
        payload = neutral(batch, door, opened, address, news)
    if payload is not None:
        only_asks = not (news.events or news.past or news.talk)
        question = opened.table.state.question if only_asks else None
        batch.post(opened, address, payload, question)


def seen_by(door: Door, opened: OpenGame, address: Address, news: News) -> Seen:
    """Return the game as a reader may know it, as far as the door looks at it."""
    if not door.looks or news.talk is not None:
        return Seen.bare(opened.table, address.viewer)
    return seen_of(opened.table, address.viewer)


def seen_of(table: GameTable, viewer: Seat) -> Seen:
    """Return the game as a reader may know it, with the menu of who is asked."""
    seen = Seen.bare(table, viewer)
    menu = table.menu(viewer) if seen.is_asked else Menu(idle="not-asked")
    return replace(seen, view=table.view(viewer), menu=menu)


def neutral(
    batch: UnitOfWork, door: Door, opened: OpenGame, address: Address, news: News
) -> bytes | None:
    """Return the message in place of one that could not be composed, which concerns its reader
    alone. Raises ``StoreError`` if the store fails.
    """
    bare = News(
        sender=news.sender,
        at=news.at,
        reason="neutral",
        prompted=news.asks,
        settings=news.settings,
        entry=news.entry,
    )
    try:
        seen = Seen.bare(opened.table, address.viewer)
        return door.compose(bare, seen, batch.notes_of(address.door))
    except StoreError:
        raise
    except Exception as error:
        log.error("door %s has no neutral message either: %s", address.door, type(error).__name__)
        return None
