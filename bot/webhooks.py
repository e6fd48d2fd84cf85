"""The door of webhooks: posts news to addresses on the web, signed as `Standard Webhooks` says.

People name these addresses, so a connection is made only to a public one, whatever the name server
says, and no redirect is followed.
"""

import asyncio
import hmac
import os
import socket
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from errno import EADDRNOTAVAIL
from pathlib import Path
from typing import Any, Literal

import aiohttp
import msgspec
from msgspec import Struct

from bot.config import Config
from bot.service.entries import DoorEntry
from bot.service.supervisor import Service
from engine.errors import NotStored, TryLater, UserError
from engine.messages import Outgoing
from engine.referee import webhooks
from engine.referee.batch import Batch
from engine.referee.commands import outside
from engine.referee.doors import WEBHOOK, Door, GameView, News
from engine.referee.webhooks import CLUB, SECRET, Webhook
from engine.referee.writer import Writer
from engine.state import PUBLIC, Committed
from engine.store.notes import Notes
from renderers import Sentences, names, reading, sentences_in

SECONDS = aiohttp.ClientTimeout(total=10, connect=5)
"""The time for one message."""
AT_ONCE = 20
"""Messages on their way at the same time, at most."""
LINES, LONGEST = 40, 500
"""Lines of news in a message, and characters of each, at most."""
SUGGESTED = 5
GONE = 410
"""The answer that ends a webhook at once."""
ENVIRONMENT = "MEANWHILE_WEBHOOK_SECRET"
"""The environment variable that overrides the setting."""

Type = Literal["game.news", "game.asked", "game.reminder", "game.talk", "game.over"]


class WebhookData(Struct, frozen=True, kw_only=True):
    """The facts of a message. ``seat`` is the reader's, empty for public facts."""

    game: str
    kind: str
    title: str
    seat: str
    news: list[str]  # sentences
    asked: list[str]  # the seats that are asked something now
    question: list[str]  # sentences about that
    suggestions: list[str]  # orders, if the reader is asked
    due: int | None  # in seconds since 1970
    result: str | None


class WebhookBody(Struct, frozen=True):
    """A message. ``text`` has all of it for people."""

    type: Type
    timestamp: str  # when it happened
    text: str
    data: WebhookData


def body(said: Sentences, news: News, seen: GameView) -> WebhookBody:
    kind, public = seen.kind.name, seen.viewer == PUBLIC
    neutral, talk = news.reason == "neutral", news.talk
    lines, asked, waits = list[str](), None, False
    if talk is not None:
        lines = [f"{talk.by}: {talk.text}"]
    elif neutral:
        lines = [said.say("not-composed", game=seen.game)]
    else:
        events = [event for event in news.events if not isinstance(event, Committed)]
        lines = said.news(kind, events, seen.viewer, names(kind, seen.view))
        waits = news.prompted and seen.is_asked
        asked = reading.asked(said, seen) if waits or (news.asks and public) else None
    question = [reading.written(one) for one in reading.prompt(said, seen)] if asked else []
    lines, title = [line[:LONGEST] for line in lines[:LINES]], said.title(kind)
    return WebhookBody(
        type=type_of(news, seen, asked=asked is not None),
        timestamp=f"{datetime.fromtimestamp(news.at, UTC):%Y-%m-%dT%H:%M:%SZ}",
        text="\n".join((f"{title} {seen.game}", *lines, *question)),
        data=WebhookData(
            game=seen.game,
            kind=kind,
            title=title,
            seat="" if public else seen.viewer,
            news=lines,
            asked=[one.seat for one in asked.who] if asked else [],
            question=question,
            suggestions=[one.order for one in reading.suggestions(said, seen, SUGGESTED)]
            if waits
            else [],
            due=seen.due if asked else None,
            result=None if neutral or talk else seen.result,
        ),
    )


def type_of(news: News, seen: GameView, *, asked: bool) -> Type:
    if news.talk is not None:
        return "game.talk"
    if news.reason == "reminder":
        return "game.reminder"
    if news.reason != "neutral" and seen.result is not None:
        return "game.over"
    return "game.asked" if asked else "game.news"


def headers(hook: Webhook, mark: str, at: int, payload: bytes) -> dict[str, str]:
    """Return the headers that prove who sends a message, which has the same ``mark`` each time."""
    signed = f"{mark}.{at}.".encode() + payload
    digest = hmac.digest(b64decode(hook.secret.removeprefix(SECRET)), signed, "sha256")
    return {
        "content-type": "application/json",
        "user-agent": "Meanwhile",
        "webhook-id": mark,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }


def public_socket(address: Any) -> socket.socket:
    """Open a socket for a connection to a public address. Called with each address that a name has
    just now. Raises ``OSError`` for all others.
    """
    family, kind, protocol, _, where = address
    if not webhooks.is_public(where[0]):
        raise OSError(EADDRNOTAVAIL, "not a public address")
    return socket.socket(family, kind, protocol)


class WebhookDoor(webhooks.WebDoor):
    """``club`` is the operator's own, which may be anywhere."""

    looks, shares = True, True
    says_who_heard = True

    def __init__(self, language: str, club: Webhook | None = None):
        self.language, self.club = language, club
        self.ails = ""  # why the club's webhook fails
        self.writer: Writer
        self.turns = asyncio.Semaphore(AT_ONCE)

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:  # noqa: ARG002
        if news.talk is not None and news.talk.by == seen.viewer:
            return None
        said = sentences_in(news.settings.language or self.language)
        return msgspec.json.encode(body(said, news, seen))

    async def send(self, outgoing: Outgoing) -> None:
        sender, game, run = outgoing.sender, outgoing.game, self.writer.run
        club, failed = sender == CLUB, False
        try:
            hook = self.club if club else await run(outside.find, sender, game)
            if hook is None:
                return  # it has ended
            async with self.turns:
                status, why = await self.post(hook, outgoing, anywhere=club or self.local)
            failed, gone = bool(why), status == GONE
            if club:
                self.ails = f"{hook.host}: {why}" if failed else ""
            elif (failed or hook.failing) and not await run(
                outside.report, sender, game, failed=failed, gone=gone
            ):
                return
        except NotStored as error:
            raise TryLater(str(error)) from error
        if failed:
            raise TryLater(f"{hook.host}: {why}")

    async def post(self, hook: Webhook, outgoing: Outgoing, *, anywhere: bool) -> tuple[int, str]:
        """Return the answer's status, and why the message was not taken."""
        sent = headers(hook, outgoing.mark, self.writer.clock.now(), outgoing.payload)
        # A new connection each time, because a name may have another address by now.
        connector = aiohttp.TCPConnector(
            force_close=True, socket_factory=None if anywhere else public_socket
        )
        try:
            async with (
                aiohttp.ClientSession(
                    connector=connector, timeout=SECONDS, cookie_jar=aiohttp.DummyCookieJar()
                ) as session,
                session.post(
                    hook.url, data=outgoing.payload, headers=sent, allow_redirects=False
                ) as answer,
            ):
                answer.close()  # its text is not read
                good = answer.status // 100 == 2
                return answer.status, "" if good else f"answers {answer.status}"
        except (OSError, aiohttp.ClientError, ValueError) as error:
            # The text of an error may contain the address, which may be a password.
            return 0, getattr(error, "strerror", None) or type(error).__name__


class WebhookService(Service):
    name = "webhooks"

    def __init__(self, door: WebhookDoor):
        self.door = door

    @property
    def doors(self) -> Mapping[str, Door]:
        return {WEBHOOK: self.door}

    def on_open(self, writer: Writer) -> None:
        self.door.writer = writer

    def ails(self) -> str:
        return self.door.ails

    async def run(self) -> None:
        on = self.door.club is not None

        def watch(batch: Batch) -> None:
            webhooks.watch(batch.accounts, (WEBHOOK, CLUB), on=on)

        await self.door.writer.run(watch)
        await asyncio.Event().wait()


class WebhookSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The table ``[doors.webhook]``: the club's own webhook."""

    url: str = ""
    secret: str = ""


class WebhookEntry(DoorEntry):
    name, title, settings = WEBHOOK, "webhooks", WebhookSettings
    needs = "the table [doors.webhook] for webhooks (docs/operations.md)"

    def checked(self, name: str) -> str | None:  # noqa: ARG002
        return None  # nobody can be invited here

    def secrets(self, config: Config) -> Iterator[str]:
        if (settings := self.told(config)) is not None and settings.url:
            yield settings.secret

    def service(self, config: Config, settings: Any, db: Path) -> Service:  # noqa: ARG002
        secret, club = os.environ.get(ENVIRONMENT, settings.secret), None
        if settings.url:
            try:
                b64decode(secret.removeprefix(SECRET), validate=True)
            except NotBase64:
                secret = ""
            if not secret.startswith(SECRET) or len(secret) < 38:
                raise UserError(
                    f"[doors.{WEBHOOK}]: `url` needs a `secret` of 24 random bytes or more; to make"
                    f' one: echo "{SECRET}$(openssl rand -base64 32)"'
                )
            club = Webhook(url=settings.url, secret=secret, by=(WEBHOOK, CLUB))
        return WebhookService(WebhookDoor(config.language, club))


ENTRY = WebhookEntry()
