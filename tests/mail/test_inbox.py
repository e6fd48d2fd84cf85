"""The mailbox is emptied, each mail is handled once, and nothing that a
server or a line does stops that.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.referee.clock import HandClock
from mail.inbox import serve
from mail.incoming.incoming import Handled, Incoming
from mail.transport import mailbox
from mail.transport.imap import ImapClient, Lost
from mail.transport.mailbox import ImapInbox, MailSet, second_of, unranked
from mail.transport.smtp import MailServer
from mail.transport.tokens import Tokens
from tests.kit.each import each
from tests.kit.story import on
from tests.mail.imapserver import ImapServer
from tests.mail.stage import (
    PEOPLE,
    START,
    Office,
    local,
    office,
    prompt,
    reply,
    rows,
    seated,
)

QUICK = 0.002, 0.01


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.002)


@asynccontextmanager
async def reading(
    at: Office, server: ImapServer, port: int = 0, tokens: Tokens | None = None
) -> AsyncIterator[None]:
    port = port or await server.start()
    box = ImapInbox(local(port, user="referee", password="pw", timeout=2, tokens=tokens))
    task = asyncio.create_task(serve(at.door, box, QUICK))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await server.stop()


def served(
    path: Path,
    play: Callable[[Office, ImapServer], Awaitable[None]],
    server: ImapServer | None = None,
    **options: Any,
) -> None:
    async def all_of_it() -> None:
        async with office(path / "m.db") as at:
            await seated(at, order="join", **options)
            at.clock.time = START + 200
            own = server or ImapServer()
            async with reading(at, own):
                await play(at, own)

    asyncio.run(all_of_it())


def told(at: Office, server: ImapServer, mails: int) -> bool:
    return server.waiting == 0 and len(at.provider.mails) >= mails


@pytest.mark.parametrize("capabilities", ["IMAP4rev1 IDLE MOVE", "IMAP4rev1 IDLE"])
def test_each_mail_once_over_a_line_that_is_cut_again_and_again(
    tmp_path: Path, capabilities: str
) -> None:
    """Forty mails, each of them twice, and a connection that is cut after
    200 to 6,000 bytes, sixty times.
    """
    lot = random.Random(7)
    server = ImapServer(capabilities=capabilities)
    server.cuts = [lot.randint(200, 6_000) for _ in range(60)]

    async def play(at: Office, server: ImapServer) -> None:
        latest = prompt(at)
        mails = [reply(latest, f"say Bob number {i}", PEOPLE["Ann"]) for i in range(40)]
        for raw in [*mails, *mails]:
            server.deliver(raw, START + 100)
        await until(lambda: server.waiting == 0 and not server.cuts)
        await at.quiet()
        talk = [mail for mail in at.mails("Bob") if "message from" in mail["Subject"]]
        receipts = [mail for mail in at.mails("Ann") if rows(mail)]
        assert (len(talk), len(receipts)) == (40, 41)
        assert server.connections > 20

    served(tmp_path, play, server)


@pytest.mark.parametrize("capabilities", ["IMAP4rev1 IDLE MOVE NAMESPACE", "IMAP4rev1 IDLE MOVE"])
def test_folders_that_lie_below_the_inbox(tmp_path: Path, capabilities: str) -> None:
    """RFC 2342: where own folders have a prefix, ours have it too;
    some servers do not tell who asks.
    """
    server = ImapServer(capabilities=capabilities, prefix="INBOX.")

    async def play(at: Office, server: ImapServer) -> None:
        for text in ("say Bob one", "pass"):
            server.deliver(reply(prompt(at), text, PEOPLE["Ann"]), START + 100)
        await until(lambda: server.waiting == 0)
        assert (await at.table()).state.orders == {"Ann": 1}
        assert len(server.boxes["INBOX.Done"].mails) == 2
        assert server.connections == 1

    served(tmp_path, play, server)


@pytest.mark.parametrize(
    ("refused", "capabilities"),
    [
        ("MOVE", "IMAP4rev1 IDLE MOVE"),
        ("COPY", "IMAP4rev1 IDLE"),
        ("FETCH", "IMAP4rev1 IDLE MOVE"),
    ],
)
def test_a_mail_that_the_server_will_not_move_or_hand_out_keeps_back_no_other(
    tmp_path: Path, refused: str, capabilities: str, caplog: pytest.LogCaptureFixture
) -> None:
    server = ImapServer(capabilities=capabilities)
    server.keeps = refused, 1

    async def play(at: Office, server: ImapServer) -> None:
        server.drop()
        for number in range(4):
            server.deliver(
                reply(prompt(at), f"say Bob number {number}", PEOPLE["Ann"]), START + 100
            )
        moved = refused != "FETCH"
        await until(lambda: server.waiting == int(moved))
        server.deliver(reply(prompt(at), "say Bob number 4", PEOPLE["Ann"]), START + 101)
        await until(lambda: server.waiting == int(moved))
        await at.quiet()
        talk = [mail for mail in at.mails("Bob") if "message from" in mail["Subject"]]
        assert len(talk) == 4 + moved
        given_up = sum("is not handed out:" in line for line in caplog.messages)
        assert given_up == (0 if moved else mailbox.TRIES - 1)
        assert "not now" in caplog.text
        server.keeps = None
        server.drop()
        await until(lambda: server.waiting == 0)

    served(tmp_path, play, server)


@on(served)
async def test_a_mail_that_is_announced_with_another_answer_is_not_forgotten(
    at: Office, server: ImapServer
) -> None:
    """It comes while the one before is moved away: its EXISTS is part of that
    answer, and IDLE will not repeat it.
    """
    first, second = (reply(prompt(at), f"say Bob {text}", PEOPLE["Ann"]) for text in ("one", "two"))
    later = [second]

    def also(name: str) -> None:
        if name == "UID MOVE" and later:
            server.deliver(later.pop(), START + 101)

    server.on_command = also
    server.deliver(first, START + 100)
    await until(lambda: not later and server.waiting == 0)


@on(served)
async def test_a_mail_from_the_future_has_arrived_now(at: Office, server: ImapServer) -> None:
    """The server's clock is ahead of ours."""
    server.deliver(reply(prompt(at), "pass", PEOPLE["Ann"]), START + 5_000)
    await until(lambda: server.waiting == 0)
    assert (await at.table()).state.now == START + 200


def test_an_outage_over_a_deadline_costs_nobody_a_turn(tmp_path: Path) -> None:
    """Ann's mail arrives in time, and cannot be fetched before the next day; the clock waits,
    and the day is nobody's loss. What comes too late after that is too late.
    """
    server = ImapServer()

    async def play(at: Office, server: ImapServer) -> None:
        due = (await at.table()).state.due
        assert due is not None
        server.refuse = {"UID SEARCH"}
        server.drop()
        ann, late = (
            reply(prompt(at), "bomb Bob 0 0", PEOPLE["Ann"]),
            reply(prompt(at), "pass", PEOPLE["Ann"]),
        )
        server.deliver(ann, due - 1)
        server.deliver(late, due)
        at.clock.advance(due + 86_400 - at.clock.now())
        await at.quiet()
        assert await at.asked() == "Ann"
        server.refuse = set()
        await until(lambda: server.waiting == 0)
        assert await at.asked() == "Bob"
        assert (await at.table()).state.orders == {"Ann": 1}
        assert (await at.table()).state.due == at.clock.now() + 3_600
        await at.quiet()
        # Bob's mail is there when his time is up, and is read before the clock goes on
        server.deliver(
            reply(prompt(at, "Bob"), "bomb Ann 0 0", PEOPLE["Bob"]), at.clock.now() + 3_599
        )
        at.clock.advance(3_600)
        await until(lambda: server.waiting == 0)
        await at.quiet()
        assert await at.asked() == "Ann"
        # Ann says nothing: the mailbox is looked into once more, and is empty
        at.clock.advance(3_600)
        await until(lambda: at.door.read_before >= at.clock.now())
        await at.quiet()
        assert (await at.table()).state.orders == {"Ann": 1, "Bob": 1}
        assert await at.asked() == "Bob"

    served(tmp_path, play, server, timeout="1h")


@on(served)
async def test_the_mailbox_is_numbered_anew(at: Office, server: ImapServer) -> None:
    raw = reply(prompt(at), "pass", PEOPLE["Ann"])
    server.deliver(raw, START + 100)
    await until(lambda: server.waiting == 0)
    server.boxes["INBOX"].next = 1
    server.drop()
    server.deliver(raw, START + 100)
    await until(lambda: server.waiting == 0)
    assert (await at.table()).state.orders == {"Ann": 1}


@on(served)
async def test_a_mail_on_which_the_referee_fails_is_set_aside(
    at: Office, server: ImapServer, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, tried = Incoming.handle, []

    def failing(mail: Incoming) -> Handled:
        if "poison" in mail.reading.divided().lines:
            tried.append(mail.at)
            raise RuntimeError("a mistake")
        return handle(mail)

    monkeypatch.setattr(Incoming, "handle", failing)
    server.deliver(reply(prompt(at), "poison", PEOPLE["Ann"]), START + 100)
    server.deliver(reply(prompt(at), "pass", PEOPLE["Ann"]), START + 101)
    server.deliver(b"X: y\r\n" * 1_000 + b"\r\n", START + 102)
    await until(lambda: server.waiting == 0)
    assert tried == [START + 100] * mailbox.TRIES
    assert len(server.boxes["Aside"].mails) == 2
    assert (await at.table()).state.orders == {"Ann": 1}


@on(served)
async def test_a_large_mail_is_fetched_in_part(at: Office, server: ImapServer) -> None:
    server.deliver(reply(prompt(at), "pass", PEOPLE["Ann"]) + b"> x\r\n" * 1_000_000, START + 100)
    await until(lambda: server.waiting == 0)
    assert (await at.table()).state.orders == {"Ann": 1}


async def client_of(server: ImapServer) -> ImapClient:
    client = ImapClient("127.0.0.1", await server.start(), timeout=2)
    await client.wait_hello_from_server()
    await client.login('"referee"', "pw")
    await client.select("INBOX")
    return client


async def test_thousands_of_lines_at_once() -> None:
    server = ImapServer()
    client = await client_of(server)
    (session,) = server.sessions
    session.put(b"* 1 EXPUNGE\r\n" * 5_000)
    assert (await client.noop()).result == "OK"
    client.abort()
    await server.stop()


async def test_a_lost_connection_wakes_who_waits() -> None:
    server = ImapServer(capabilities="IMAP4rev1 IDLE")
    client = await client_of(server)
    await client.protocol.capability()
    client.protocol.changed.clear()
    waiting = asyncio.create_task(client.idle_until_changed(600))
    await until(lambda: any(session.idling for session in server.sessions))
    server.drop()
    with pytest.raises(Lost):
        await asyncio.wait_for(waiting, 5)
    with pytest.raises(Lost):
        await client.noop()
    client.abort()
    await server.stop()


async def test_a_wrong_password_and_a_server_without_encryption() -> None:
    server = ImapServer("another")
    port = await server.start()
    with pytest.raises(PermissionError):
        await ImapInbox(local(port, user="referee", password="pw")).connect()
    before = len(server.lines)
    for security in ("starttls", "tls"):
        with pytest.raises((OSError, TimeoutError)):
            await ImapInbox(
                local(port, user="referee", password="pw", security=security, timeout=0.3)
            ).connect()
    assert not any("LOGIN" in line for line in server.lines[before:])
    with pytest.raises(ValueError, match="plain connection"):
        ImapInbox(MailServer(host="imap.example", security="none"))
    await server.stop()


def test_when_a_mail_arrived() -> None:
    assert second_of(" 3-Nov-2026 21:14:05 +0100") == 1793736845  # `date -d` says so
    assert second_of("03-Nov-2026 15:44:05 -0430") == 1793736845
    with pytest.raises(Lost):
        second_of("yesterday")


@each("fails", [False, True])
@each("where", ["fetch_new", "wait"])
def test_an_end_that_comes_with_an_answer_is_not_lost(where: str, *, fails: bool) -> None:
    """In Python 3.11 ``asyncio.wait_for`` returns, or raises, what comes as it is cancelled."""

    class Inbox:
        come = False

        async def connect(self) -> None:
            """There is nothing to say."""

        async def fetch_new(self) -> MailSet:
            await self.answer("fetch_new")
            return MailSet([], 0)

        async def insist(self) -> bool:
            return False

        async def wait(self) -> None:
            await self.answer("wait")
            if where == "fetch_new":
                await asyncio.Event().wait()
            await asyncio.sleep(0)

        async def answer(self, what: str) -> None:
            if what == where and not self.come:
                self.come = True
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
                if fails:
                    raise OSError

        def look_again(self) -> None:
            """Nobody asks."""

        def close(self) -> None:
            """Nothing is open."""

    async def story() -> None:
        async def read(began: int) -> None:
            """All that came before this is handed over."""

        clock = SimpleNamespace(clock=HandClock(START))
        door = SimpleNamespace(writer=clock, has_read=read, ranks=unranked)
        task = asyncio.create_task(serve(cast(Any, door), cast(Any, Inbox()), (60, 60)))
        await asyncio.sleep(0.01)
        task.cancel()
        async with asyncio.timeout(5):
            await asyncio.wait([task])
        assert task.cancelled()

    asyncio.run(story())
