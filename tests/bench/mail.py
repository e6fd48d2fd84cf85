"""Mails in and out, beside the same without our code; a
mail's own work; a large mail.

In comes what lies in a mailbox of Dovecot, or of the sandbox where Dovecot is missing; the
floor is a loop that fetches each mail and moves it away, and does nothing with it.
"""

import asyncio
import imaplib
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import aiosmtplib
from msgspec import Struct

from engine.messages import Address
from engine.referee.batch import Batch
from engine.referee.clock import Clock
from engine.referee.referee import Referee
from engine.referee.writer import Writer
from engine.state import REFEREE, Join
from engine.store.sqlite import SqliteStore
from mail.door import MailDoor
from mail.inbox import serve
from mail.incoming.incoming import Handled
from mail.incoming.senders import judge
from mail.memberships import Memberships
from mail.names import Capability, MailNames
from mail.outgoing import envelope, sentences
from mail.parse.charsets import KEPT
from mail.parse.reading import read
from mail.transport.mailbox import DONE, ImapInbox
from mail.transport.smtp import MailServer, SmtpSender
from tests.bench.table import Row
from tests.kit.made import setup_of
from tests.mail import real, stage
from tests.mail.posts import LOOPBACK, PASSWORD, Certificate, Embedded, Post, Real

MAILS = 300
GAMES = 500
LARGE = 5_000_000
RUNS = 3
KEY = b"k" * 32


class Nowhere(SmtpSender):
    async def send(self, mail: envelope.Mail) -> None:
        """Done."""


class Bare(MailDoor):
    async def take_set(self, mails: Sequence[tuple[bytes, int]]) -> list[Handled | Exception]:
        return [Handled("accept") for _ in mails]


class House(Struct):
    folder: Path
    games: int
    names: MailNames

    def address(self, game: int) -> str:
        return f"ann{game}@mail.example"

    def open(self) -> SqliteStore:
        store = SqliteStore(self.folder / f"{time.perf_counter_ns()}.db")
        referee = Referee(store, {})

        def make(batch: Batch) -> None:
            for game in range(self.games):
                key = f"{game:032}".encode()  # no two games have the same cities
                options = {"players": 2, "size": "10x8", "order": "join"}
                setup = setup_of(f"g{game}", key, options, at=1_000)
                seats = [
                    Address(door="mail", sender=self.address(game), game=setup.id, viewer="ann"),
                    Address(door="mail", sender="bob@b.example", game=setup.id, viewer="bob"),
                ]
                opened = batch.make("battleboard", setup, seats)
                for seat in ("ann", "bob"):
                    batch.enter(opened, 1_000, REFEREE, Join(seat, seat, "salt"))

        referee.take([make], 1_000)
        return store

    def raw(self, number: int) -> bytes:
        """Return a mail of an Ann, as people write them: an order above what is answered, each in
        the next of the games.
        """
        game = number % self.games
        to = self.names.reply_to(Capability(f"g{game}", 1, 2))
        quoted = "".join(
            f"> line {line} of the report that is answered, with a board in it\r\n"
            for line in range(30)
        )
        headers = [
            "Authentication-Results: mx.test; dmarc=pass header.from=mail.example",
            f"From: Ann <{self.address(game)}>",
            f"To: {to}",
            f"Subject: Re: [g{game}] question 2",
            f"Message-ID: <{number}.{time.perf_counter_ns()}@mail.example>",
            "Content-Type: text/plain; charset=utf-8",
        ]
        head = "\r\n".join(headers)
        order = f"bomb bob {number % 10} {number % 8}"
        answered = f"On Tue, 3 Nov 2026 at 10:00, Referee wrote:\r\n{quoted}"
        return f"{head}\r\n\r\n{order}\r\n\r\n{answered}".encode()

    def door(self, kind: type[MailDoor] = MailDoor) -> MailDoor:
        return kind(
            sentences.Writing(self.names),
            Nowhere(MailServer(host=LOOPBACK, security="none"), Clock()),
            "mx.test",
        )


# ---- in


async def emptied(
    house: House, inbox: ImapInbox, kind: type[MailDoor], left: Callable[[], int]
) -> tuple[float, float]:
    """Return mails a second, and milliseconds of our processor a mail, until the last mail that
    they make is sent.
    """
    door = house.door(kind)
    with house.open() as store:
        writer = Writer(store, {door.name: door}, Clock())
        door.on_open(writer)
        await writer.start()
        began, worked = time.perf_counter(), time.process_time()
        task = asyncio.create_task(serve(door, inbox))
        while await asyncio.to_thread(left):
            await asyncio.sleep(0.02)
        await writer.run(lambda _: None)
        while not writer.dispatcher.idle:
            await asyncio.sleep(0.02)
        took, worked = time.perf_counter() - began, time.process_time() - worked
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await writer.stop()
    return MAILS / took, worked / MAILS * 1_000


async def one_by_one(inbox: ImapInbox) -> float:
    await inbox.connect()
    began = time.perf_counter()
    while uids := await inbox.listed():
        for uid in uids:
            assert len(await inbox.fetch([uid])) == 1
            await inbox.done([uid], DONE)
    took = time.perf_counter() - began
    inbox.close()
    return MAILS / took


def inbound(post: Post, folder: Path) -> list[Row]:
    house, user = House(folder, MAILS, MailNames(KEY, "referee@play.example")), post.opened("bench")
    server = MailServer(
        host=LOOPBACK, port=post.imap, user=user, password=PASSWORD, security="starttls"
    )
    trust = post.certificate.client()
    box = imaplib.IMAP4(LOOPBACK, post.imap)
    box.starttls(trust)
    box.login(user, PASSWORD)

    def left() -> int:
        return int(box.select("INBOX", readonly=True)[1][0] or 0)

    def box_again() -> ImapInbox:
        for number in range(MAILS):
            box.append("INBOX", "", "", house.raw(number))
        return ImapInbox(server, trust=trust)

    rates = [
        (
            *asyncio.run(emptied(house, box_again(), MailDoor, left)),
            asyncio.run(one_by_one(box_again())),
            *asyncio.run(emptied(house, box_again(), Bare, left)),
        )
        for _ in range(RUNS)
    ]
    box.logout()
    own, cost, alone, bare, idle = (statistics.median(found) for found in zip(*rates, strict=True))
    share = statistics.median(ours / floor for ours, _, floor, *_ in rates)
    return [
        Row(
            f"mails that come in, {post.name} server",
            own,
            "/s",
            note="orders: done, durable, moved; each makes two mails with a board",
        ),
        Row("  work on a mail, without that of the loop", cost - idle, "ms", 5, below=True),
        Row("  fetched and moved away one by one", alone, "/s", note="nothing is done with them"),
        Row("  share", share, "", 0.6),
        Row("  our loop without our code", bare, "/s", note="in sets, nothing is done with them"),
    ]


# ---- one mail


def of_one_mail(folder: Path) -> list[Row]:
    """The work on one mail, in microseconds of the processor, where there are few
    games and where there are many.
    """
    found = []
    # The first round warms up.
    for games in (1, 1, GAMES):
        house = House(folder, games, MailNames(KEY, "referee@play.example"))
        raws = [house.raw(number) for number in range(MAILS)]
        with house.open() as store:

            def work(batch: Batch, house: House = house, raws: list[bytes] = raws) -> float:
                began = time.process_time()
                for raw in raws:
                    reading = read(raw, house.names.host)
                    (judgement,) = judge(reading, Memberships(batch, 1_001), house.names, "mx.test")
                    assert judgement.action == "accept", judgement
                return time.process_time() - began

            (took,) = Referee(store, {}).take([work], 1_001).answers
        found.append(took / MAILS * 1e6)
    _, few, many = found
    return [
        Row("read and judge a mail, 1 game", few, "us", 500, below=True),
        Row(f"  the same, {GAMES} games", many, "us"),
        Row("  times", many / few, "", 1.5, below=True),
    ]


def of_a_large_mail() -> Row:
    """What reading it takes at the most: of the mail itself no more
    than its beginning is fetched.
    """
    raw = House(Path(), 1, MailNames(KEY, "referee@play.example")).raw(0) + b"x" * 76 * (
        LARGE // 76
    )
    tracemalloc.start()
    read(raw[: KEPT + 1], "play.example")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Row("a mail of 5 MB, read", peak / 1e6, "MB", 5, below=True, note="memory at the most")


# ---- out


async def sent(mails: int) -> tuple[float, float]:
    """Mails a second to a server in this process: by us, and by
    aiosmtplib alone on one connection.
    """
    provider = stage.Provider()
    port = await provider.start()
    mail = envelope.Mail(
        envelope="b@play.example",
        to="ann@mail.example",
        id="<1@play.example>",
        raw=b"Subject: x\r\n\r\n" + b"board\r\n" * 900,
    )
    outgoing = SmtpSender(MailServer(host=LOOPBACK, port=port, security="none"), Clock())
    began = time.perf_counter()
    for _ in range(mails):
        await outgoing.send(mail)
    ours = mails / (time.perf_counter() - began)
    await outgoing.close()
    client = aiosmtplib.SMTP(hostname=LOOPBACK, port=port, use_tls=False, start_tls=False)
    await client.connect()
    began = time.perf_counter()
    for _ in range(mails):
        await client.sendmail(mail.envelope, [mail.to], mail.raw)
    alone = mails / (time.perf_counter() - began)
    await client.quit()
    await provider.stop()
    return ours, alone


def outbound() -> list[Row]:
    runs = [asyncio.run(sent(MAILS)) for _ in range(RUNS)]
    ours, alone = (statistics.median(rates) for rates in zip(*runs, strict=True))
    share = statistics.median(own / bare for own, bare in runs)
    return [
        Row("mails that go out", ours, "/s", note="6 kB each, a new connection after fifty"),
        Row("  aiosmtplib alone", alone, "/s", note="one connection"),
        Row("  share", share, "", 0.8),
    ]


def rows(folder: Path) -> list[Row]:
    with ExitStack() as stack:
        certificate = Certificate(folder)
        post: Post = Embedded(certificate) if real.missing() else Real(certificate)
        stack.callback(post.stop)
        return [*inbound(post, folder), *of_one_mail(folder), of_a_large_mail(), *outbound()]
