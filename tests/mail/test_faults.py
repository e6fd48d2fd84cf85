"""What servers do wrong, as a table: nothing is lost, nothing is done twice, and the operator
reads one clear line, in the server's own words where it has said something.
"""

import asyncio
import datetime
import gc
import logging
import re
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
import trustme
from msgspec import Struct

from engine.referee.clock import HandClock
from mail.outgoing.envelope import Mail
from mail.sandbox.boxes import DELETED
from mail.sandbox.imap import CAPABILITIES
from mail.transport.checks import meaning
from mail.transport.mailbox import SET, SHARE, ImapInbox, QueueKey, WaitingMail, fair
from mail.transport.smtp import LOGIN_PAUSE, SmtpSender
from mail.transport.tokens import AccessToken, Tokens
from tests.kit.data import beside
from tests.kit.each import each
from tests.kit.story import on
from tests.mail.imapserver import Faulty, ImapServer
from tests.mail.stage import (
    PEOPLE,
    START,
    Office,
    Provider,
    local,
    office,
    prompt,
    reply,
    seated,
    text_of,
)
from tests.mail.test_inbox import reading, served, until
from tests.mail.test_tls import TokenProvider

ONLY_COPY, USUAL = "IMAP4rev1 IDLE", "IMAP4rev1 IDLE MOVE"


class Fault(Struct, kw_only=True):
    """Something that a server does wrong: how it begins, how it is mended (nothing: of itself),
    and what the operator reads in between.
    """

    begins: Callable[[ImapServer], None]
    says: str
    ends: Callable[[ImapServer], object]
    capabilities: str


def refuses(command: str, says: str) -> Callable[[ImapServer], None]:
    def begin(server: ImapServer) -> None:
        server.refuse, server.says = {command}, says

    return begin


def is_mended(server: ImapServer) -> None:
    server.refuse, server.keeps = set(), None
    server.drop()


def greets(*greetings: bytes | None) -> Callable[[ImapServer], None]:
    return lambda server: server.greetings.extend(greetings)


def once(command: str, act: Callable[[ImapServer], None]) -> Callable[[ImapServer], None]:
    def begin(server: ImapServer) -> None:
        left = [act]

        def came(name: str) -> None:
            if name == command and left:
                left.pop()(server)

        server.on_command = came

    return begin


def moved_and_cut(server: ImapServer) -> None:
    server.boxes["Done"].mails += server.boxes["INBOX"].mails[:1]
    del server.boxes["INBOX"].mails[:1]
    server.drop()


def numbered_anew(server: ImapServer) -> None:
    box = server.boxes["INBOX"]
    box.validity += 1
    for number, mail in enumerate(box.mails, 1):
        mail.uid = number
    box.next = len(box.mails) + 1
    server.drop()


def puts(line: bytes) -> Callable[[ImapServer], None]:
    def say(server: ImapServer) -> None:
        for session in list(server.sessions):
            assert isinstance(session, Faulty)
            session.writer.write(line)

    return say


FAULTS = beside(__file__)["faults"]
ACTS: dict[str, Callable[[ImapServer], None]] = {
    "drop": ImapServer.drop,
    "moved_and_cut": moved_and_cut,
    "numbered_anew": numbered_anew,
}


def fault_called(name: str) -> Fault:
    (kind, *words), says, mended, capabilities = FAULTS[name]
    match kind:
        case "refuses":
            begins = refuses(*words)
        case "greets" | "silent":
            begins = greets(words[0].encode() if words else None)
        case "puts":
            begins = puts(words[0].encode("latin-1"))
        case _:
            command, act, *line = words
            begins = once(command, puts(line[0].encode("latin-1")) if line else ACTS[act])
    ends = is_mended if mended else id
    return Fault(begins=begins, says=says, ends=ends, capabilities=capabilities or USUAL)


@pytest.mark.parametrize("name", FAULTS)
def test_nothing_is_lost_or_done_twice_and_one_line_says_why(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fault = fault_called(name)
    server = ImapServer(capabilities=fault.capabilities)

    async def play(at: Office, server: ImapServer) -> None:
        await until(lambda: any(session.idling for session in server.sessions))
        fault.begins(server)
        server.drop()
        for number in range(4):
            raw = reply(prompt(at), f"say Bob number {number}", PEOPLE["Ann"])
            server.deliver(raw, START + 100)
        await until(lambda: fault.says in caplog.text)
        fault.ends(server)
        await until(lambda: server.waiting == 0)
        await at.quiet()
        talk = [mail for mail in at.mails("Bob") if "message from" in mail["Subject"]]
        assert len(talk) == 4
        assert len(server.boxes["Aside"].mails) == 0

    served(tmp_path, play, server)
    gc.collect()
    lines = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert any(fault.says in line for line in lines)
    assert not any(one.exc_info for one in caplog.records)
    for line in lines:
        assert "never retrieved" not in line
        assert not re.search(r"UID FETCH|BODY\.PEEK|Error\b|: $", line)


@pytest.mark.parametrize("more", ["", " UIDPLUS"])
def test_without_move_mails_leave_the_inbox_and_nobody_elses_are_removed(
    more: str, tmp_path: Path
) -> None:
    server = ImapServer(capabilities=ONLY_COPY + more)

    async def play(at: Office, server: ImapServer) -> None:
        box = server.boxes["INBOX"]
        for number in range(3):
            raw = reply(prompt(at), f"say Bob number {number}", PEOPLE["Ann"])
            server.deliver(raw, START + 100)
        await until(lambda: not box.mails)
        assert len(server.boxes["Done"].mails) == 3
        # Somebody else has marked a mail: it is theirs to remove.
        box.add(b"Subject: theirs\r\n\r\n", START, {DELETED})
        server.deliver(reply(prompt(at), "pass", PEOPLE["Ann"]), START + 101)
        await until(lambda: len(server.boxes["Done"].mails) == 4)
        await until(lambda: server.waiting == 0)
        assert any(b"theirs" in mail.raw for mail in box.mails)

    served(tmp_path, play, server)


@each(
    "code, advice",
    [
        ("AUTHENTICATIONFAILED", "password"),
        ("EXPIRED", "new password"),
        ("UNAVAILABLE", "this passes"),
        ("OVERQUOTA", "empty the folders"),
    ],
)
def test_the_doctor_says_what_to_do_about_what_the_server_says(code: str, advice: str) -> None:
    async def play() -> str:
        server = ImapServer()
        server.refuse, server.says = {"LOGIN" if code != "OVERQUOTA" else "CREATE"}, f"[{code}] so"
        if code == "OVERQUOTA":
            server.refuse |= {"STATUS"}
        at = local(await server.start(), user="referee", password="pw", timeout=2)
        inbox = ImapInbox(at)
        with pytest.raises(OSError, match=code) as raised:
            await inbox.connect()
        inbox.close()
        await server.stop()
        assert isinstance(raised.value, OSError)
        return meaning(raised.value, at)

    said = asyncio.run(play())
    assert f"[{code}] so" in said
    assert advice in said
    assert "security" not in said


def out_of_date() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    authority = trustme.CA()
    yesterday = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    issued = authority.issue_cert("127.0.0.1", not_after=yesterday)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    issued.configure_cert(server)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    return server, client


def test_a_certificate_that_has_expired_is_said_to_have_expired_in_both_directions() -> None:
    async def play() -> tuple[str, str]:
        own, trust = out_of_date()
        imap, provider = ImapServer(), Provider()
        at = local(await imap.start(own), security="tls", timeout=2, user="referee")
        inbox = ImapInbox(at, trust=trust)
        with pytest.raises(ssl.SSLCertVerificationError) as raised:
            await inbox.connect()
        inbox.close()
        out = local(await provider.start(own), security="tls", timeout=2)
        sender = SmtpSender(out, HandClock(START), trust)
        mail = Mail(envelope="b@play.example", to="ann@x.example", id="<1@x>", raw=b"\r\n")
        with pytest.raises(Exception, match="certificate has expired"):
            await sender.send(mail)
        await sender.close()
        await imap.stop()
        await provider.stop()
        return meaning(raised.value, at), sender.ails()

    doctor, ails = asyncio.run(play())
    assert "certificate has expired" in doctor
    assert "renew" in doctor
    assert "certificate has expired" in ails


class Renewed(Tokens):
    """Tokens as a helper program prints them, one for each login."""

    def __init__(self) -> None:
        self.text = "of yesterday"
        super().__init__(self.printed)

    async def printed(self) -> AccessToken:
        return AccessToken(self.text)


def test_mail_waits_for_a_new_token_in_both_directions(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A token has expired (XOAUTH2): orders stay in the mailbox, mails in the outbox, the operator
    reads what the servers say, and a new token is enough to set all going again.
    """
    server = ImapServer(capabilities=f"{CAPABILITIES} AUTH=XOAUTH2")
    server.tokens, provider, tokens = {"new"}, TokenProvider(), Renewed()

    async def play() -> None:
        async with office(tmp_path / "m.db") as at:
            await seated(at, order="join")
            raws = [reply(prompt(at), f"say Bob number {n}", PEOPLE["Ann"]) for n in range(2)]
            port, user = await provider.start(), "referee@play.example"
            at.provider = provider
            out = at.door.outgoing = SmtpSender(local(port, user=user, tokens=tokens), at.clock)
            async with reading(at, server, tokens=tokens):
                for raw in raws:
                    server.deliver(raw, START + 1)
                await until(lambda: at.door.shut_out)
                assert "the server does not let us in" in at.door.unread
                await at.submit("Ann", "say Bob number 2")
                await until(lambda: bool(out.ails()))
                assert "the provider does not let us in" in out.ails()
                assert (server.waiting, provider.mails) == (2, [])
                tokens.text = "new"
                await until(lambda: server.waiting == 0)
                at.clock.advance(LOGIN_PAUSE + 60)
                await until(lambda: len(provider.mails) >= 5)
                await at.quiet()
                assert (at.door.unread, at.door.shut_out, out.ails()) == ("", False, "")
            talk = [text_of(one) for one in at.mails("Bob") if "message from" in one["Subject"]]
            assert sorted(re.findall(r"number \d", " ".join(talk))) == [
                f"number {n}" for n in range(3)
            ]
            await out.close()
            await provider.stop()

    asyncio.run(play())
    lines = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert len([line for line in lines if "no mail is handed over" in line]) == 1
    assert not any("of yesterday" in line for line in lines)


def test_of_a_flood_of_one_sender_a_few_come_before_everybody_else() -> None:
    flood = QueueKey(1, "flood@x.example")
    known = {uid: WaitingMail(flood, 1) for uid in range(1, 10_001)}
    known |= {uid: WaitingMail(QueueKey(1, f"{uid}@y.example"), 2) for uid in (10_001, 10_002)}
    first = fair(known, known, ())[:SET]
    assert first[: SHARE + 2] == [*range(1, SHARE + 1), 10_001, 10_002]
    assert fair(range(1, SHARE + 1), {}, ()) == list(range(1, SHARE + 1))
    assert fair(known, known, {flood})[:2] == [10_001, 10_002]


def test_of_a_better_rank_all_come_before_the_others() -> None:
    known = {uid: WaitingMail(QueueKey(4, f"{uid}@x.example"), 1) for uid in range(1, 10_001)}
    known |= {uid: WaitingMail(QueueKey(0, "ann@mail.example"), 2) for uid in range(10_001, 10_020)}
    assert fair(known, known, ())[:19] == [*range(10_001, 10_020)]


@pytest.mark.parametrize(
    "kind", ["stranger", "strangers", "named", "seen", "forged", "forgers", "wrong", "say"]
)
@on(served)
async def test_a_flood_does_not_keep_back_the_next_person(
    at: Office, server: ImapServer, *, kind: str
) -> None:
    """Three hundred mails of one sender, or of as many: the order that comes after them is done
    when no more than two sets of them are. ``named``: they show Ann's address as their name;
    ``seen``: strangers who have seen Bob's address; ``forgers`` write as Ann, to no address of
    hers.
    """
    await until(lambda: any(session.idling for session in server.sessions))
    bob, box = at.mails("Bob")[-1], server.boxes["INBOX"]
    for number in range(300):
        text = f"bomb nobody {number} 1" if kind == "wrong" else f"say Ann word {number}"
        sender = {
            "stranger": "s@evil.example",
            "strangers": f"s{number}@evil{number}.example",
            "named": f'"ann@mail.example" <s{number}@evil.example>',
            "seen": f"s{number}@evil{number}.example",
            "forgers": PEOPLE["Ann"],
        }.get(kind, PEOPLE["Bob"])
        raw = reply(bob, text, sender, None if "forge" in kind or kind == "seen" else "pass")
        away = kind in ("stranger", "strangers", "named", "forgers")
        box.add(raw.replace(b"referee+", b"nobody+") if away else raw, START)
    server.deliver(reply(prompt(at), "pass", PEOPLE["Ann"]), START + 100)
    done = server.boxes["Done"]

    def found() -> int:
        numbers = [n for n, mail in enumerate(done.mails) if b"\r\n\r\npass" in mail.raw]
        return numbers[0] if numbers else -1

    await until(lambda: found() >= 0)
    # The connection begins with a few, and the next set is fetched while one is done.
    assert found() < 3 * SET
    assert (await at.table()).state.orders == {"Ann": 1}


@on(served, timeout="1h")
async def test_who_must_wait_for_older_mails_waits_behind_all_others(
    at: Office, server: ImapServer
) -> None:
    """Ann answers a second too late, while mails wait that came in time: hers is done when they
    are, and keeps back none of them.
    """
    due = (await at.table()).state.due
    assert due is not None
    await until(lambda: any(session.idling for session in server.sessions))
    box, done = server.boxes["INBOX"], server.boxes["Done"]
    box.add(reply(prompt(at), "pass", PEOPLE["Ann"]), due + 1)
    for number in range(30):
        raw = reply(prompt(at), f"say Ann word {number}", "s@evil.example")
        box.add(raw.replace(b"referee+", b"nobody+"), due - 10)
    at.clock.advance(due + 10 - at.clock.now())
    server.deliver(b"Subject: the last\r\n\r\n", due + 2)
    await until(lambda: server.waiting == 0)
    assert len(done.mails) == 32
    assert any(b"\r\n\r\npass" in mail.raw for mail in done.mails[-2:])
    assert (await at.table()).state.orders == {}, "it came too late"
