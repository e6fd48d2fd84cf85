"""Commands for ways out of the house: webhooks and calendars."""

import secrets
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.messages import Address, Receipt
from engine.plan import DAY
from engine.referee import unit_of_work, webhooks
from engine.referee.accounts import key
from engine.referee.batch import Batch
from engine.referee.commands import recipients
from engine.referee.commands.moderators import Moderating
from engine.referee.commands.person import Own
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Facts, Read, says
from engine.referee.doors import WEBHOOK
from engine.referee.webhooks import WebDoor, Webhook, checked, name_of
from engine.rulings.plan_text import BadPlan
from engine.rulings.rulings import WebhookEnded
from engine.slots import OneOf
from engine.state import PUBLIC, Told

OFF, NEW = "off", "new"
EXAMPLE = "https://example.org/news"
GIVE_UP = 5 * DAY
"""Seconds of failures after which a webhook ends."""


def url_in(text: str) -> str:
    """Return the address in a text, or ``off``. Raises ``BadPlan``."""
    if text.casefold() == OFF:
        return OFF
    if (url := checked(text, local=True)) is None:
        raise BadPlan(text, EXAMPLE, OFF)
    return url


URL = Read("bad-webhook", url_in, str, EXAMPLE, OFF)


def new_webhook(request: Request, url: str) -> Webhook:
    """Return a new webhook. Raises ``No`` if nothing may be posted there from here."""
    doors = request.batch.doors
    door = doors.get(WEBHOOK)
    if doors and door is None and not request.batch.store.shared:
        raise No("no-webhooks-here")
    if checked(url, local=isinstance(door, WebDoor) and door.local) is None:
        raise No("bad-webhook", EXAMPLE, word=url)
    return webhooks.new(url, request.sender)


def shown(hook: Webhook | None, *, fresh: bool) -> dict[str, Any]:
    """Return the facts of a webhook. Its secret is told once."""
    if hook is None:
        return {"how": OFF, "host": "", "secret": ""}
    how = NEW if fresh else "failing" if hook.failing else "on"
    return {"how": how, "host": hook.host, "secret": hook.secret if fresh else ""}


@says("webhook", "webhook {url}", slash="me webhook", misread="bad-webhook")
class OwnWebhook(Own, frozen=True):
    """Post the sender's news to an address on the web, show where it goes, or end it.

    The account at the door stays linked after the end, and is used again.
    """

    places: ClassVar = {"url": URL}
    url: str = ""

    def do(self, request: Request) -> Facts:
        batch, accounts = request.batch, request.accounts
        person = accounts.person(request.sender)
        mine = [account for account in person if account[0] == WEBHOOK]
        fresh = self.url not in ("", OFF)
        hook = new_webhook(request, self.url) if fresh else None
        for _, sender in mine if self.url else ():
            webhooks.put(accounts, name_of(sender), None)
        if hook is not None:
            account = mine[0] if mine else (WEBHOOK, secrets.token_hex(8))
            webhooks.put(accounts, name_of(account[1]), hook)
            accounts.set(account, replace(accounts.settings(request.sender), quiet=False))
            if not mine:
                accounts.link(request.sender, account)
                for opened, _, seat in [*recipients.seated(batch, person)]:
                    recipients.reach(batch, opened, seat, request.sender)
            return shown(hook, fresh=True)
        found = (webhooks.get(accounts, name_of(sender)) for _, sender in mine)
        return shown(next(filter(None, found), None), fresh=False)


@says("gm webhook", "gm webhook {url}", misread="bad-webhook")
class GmWebhook(Moderating, frozen=True):
    """Post the public news of a game to an address on the web, show where it goes, or end it."""

    places: ClassVar = {"url": URL}
    url: str = ""

    def do(self, request: Request) -> Receipt:
        accounts, opened = request.accounts, request.opened
        if opened.table.setup.private:
            raise No("private-game")
        sender = webhooks.of_game(accounts, opened.id)
        hook = webhooks.get(accounts, name_of(sender, opened.id)) if sender else None
        fresh = self.url not in ("", OFF)
        if fresh:
            hook, sender = new_webhook(request, self.url), sender or secrets.token_hex(8)
            webhooks.put(accounts, name_of(sender, opened.id), hook)
            reader = Address(door=WEBHOOK, sender=sender, game=opened.id, viewer=PUBLIC)
            request.batch.settle(opened, reader)
        elif self.url and sender:
            end_of_game(request.batch, opened.id, sender)
            hook = None
        if self.url:
            request.audit("gm webhook", host=hook.host if hook else OFF)
        return request.done(did="gm webhook", **shown(hook, fresh=fresh))


def end_of_game(batch: Batch, game: str, sender: str) -> None:
    webhooks.put(batch.accounts, name_of(sender, game), None)
    if (opened := batch.known(game)) is not None:
        readers = [one for one in opened.addresses if (one.door, one.sender) == (WEBHOOK, sender)]
        batch.part(opened, readers)


def find(batch: Batch, sender: str, game: str) -> Webhook | None:
    """Return the webhook that gets news of a game, or ``None`` if it has ended."""
    own = webhooks.get(batch.accounts, name_of(sender))
    return own or webhooks.get(batch.accounts, name_of(sender, game))


def report(batch: Batch, sender: str, game: str, *, failed: bool, gone: bool = False) -> bool:
    """Record whether a message has reached a webhook, and return whether the webhook lasts.

    It ends if it is ``gone``, or after ``GIVE_UP``. The person who set it is told.
    """
    accounts, hook = batch.accounts, find(batch, sender, game)
    if hook is None:
        return False
    since = (hook.failing or batch.now) if failed else 0
    own = webhooks.get(accounts, name_of(sender)) is not None
    if not gone and (not failed or batch.now - since < GIVE_UP):
        if since != hook.failing:
            name = name_of(sender, "" if own else game)
            webhooks.put(accounts, name, replace(hook, failing=since))
        return True
    if own:
        webhooks.put(accounts, name_of(sender), None)
    else:
        end_of_game(batch, game, sender)
    opened = batch.known(game)
    for who in accounts.person(hook.by) if opened is not None else ():
        if opened is not None and who[0] != WEBHOOK:
            told = Told(None, {opened.seat_of(*who) or PUBLIC: WebhookEnded(hook.host)})
            unit_of_work.brief(batch, opened, who, [told])
    return False


@says("calendar", "calendar {act}", slash="me calendar")
class OwnCalendar(Own, frozen=True):
    """Keep a calendar of the questions that wait for the sender, at an address nobody guesses."""

    places: ClassVar = {"act": OneOf((NEW, OFF))}
    act: str = ""

    def do(self, request: Request) -> Facts:
        accounts, notes = request.accounts, request.accounts.notes
        names = [key("calendar", *account) for account in accounts.person(request.sender)]
        known = [value for name in names if (value := notes.get(name))]
        if self.act != OFF and not accounts.home():
            raise No("no-calendars-here")
        for name in names if self.act else ():
            notes.put(name, None)
        if self.act == OFF:
            return {"how": OFF, "url": ""}
        secret = known[0] if known and not self.act else secrets.token_hex(20)
        if self.act or not known:
            notes.put(key("calendar", *request.sender), secret)
        return {"how": "on", "url": f"{accounts.home()}/calendars/{secret}.ics"}
