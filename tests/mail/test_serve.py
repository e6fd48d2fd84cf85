"""`meanwhile serve` as its operator runs it, and people with nothing but a mail
program: processes, ports, bytes.
"""

import asyncio
import email
import imaplib
import os
import re
import signal
import smtplib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from email import policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from subprocess import PIPE

import pytest

from mail.sandbox.host import Host
from tests.bot import program
from tests.bot.program import ENVIRONMENT, MEANWHILE, Program
from tests.mail.app import served, wait_until
from tests.mail.stage import asks, rows, text_of

PATIENCE = 120.0

numbers = count(1)


class Person:
    def __init__(self, name: str, imap: int, smtp: int):
        self.name, self.imap, self.smtp = name, imap, smtp
        self.address = f"{name}@meanwhile.test"

    def mails(self) -> list[EmailMessage]:
        try:
            raws = self.raws()
        except ConnectionRefusedError:
            return []
        return [email.message_from_bytes(raw, policy=policy.default) for raw in raws]

    def raws(self) -> list[bytes]:
        with imaplib.IMAP4("127.0.0.1", self.imap) as box:
            box.login(self.name, "sandbox")
            box.select(readonly=True)
            answer: Sequence[object] = box.fetch("1:*", "(BODY.PEEK[])")[1]
            return [bytes(part[1]) for part in answer if isinstance(part, tuple)]

    def answer(self, mail: EmailMessage, text: str, id: str = "") -> str:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = (
            self.address,
            mail["Reply-To"],
            f"Re: {mail['Subject']}",
        )
        message["Message-ID"] = id or f"<{next(numbers)}@{self.name}.test>"
        message["In-Reply-To"] = mail["Message-ID"]
        quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
        message.set_content(f"{text}\n\nOn Tuesday, Referee wrote:\n{quoted}")
        with smtplib.SMTP("127.0.0.1", self.smtp) as program:
            program.login(self.name, "sandbox")
            program.send_message(message)
        return str(message["Message-ID"])

    async def mail(self, wanted: Callable[[EmailMessage], bool]) -> EmailMessage:
        async with asyncio.timeout(PATIENCE):
            while True:
                if found := [mail for mail in await asyncio.to_thread(self.mails) if wanted(mail)]:
                    return found[-1]
                await asyncio.sleep(0.05)


def about(*words: str) -> Callable[[EmailMessage], bool]:
    return lambda mail: all(word in str(mail["Subject"]) for word in words)


@asynccontextmanager
async def serving(
    folder: Path, *arguments: str, ending: signal.Signals = signal.SIGTERM
) -> AsyncIterator[Program]:
    """The command, until the block ends. It must end well then, unless it is
    killed, and have nothing to complain.
    """
    process = Program(
        folder,
        *(MEANWHILE, *arguments),
        environment={**ENVIRONMENT, **os.environ},
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield process
    finally:
        process.send_signal(ending)
        _, complained = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
    assert (process.returncode, complained.decode()) == (
        -ending if ending == signal.SIGKILL else 0,
        "",
    )


async def line_with(process: Program, word: str) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while line := (await asyncio.to_thread(process.stdout.readline)).decode():
            if word in line:
                return line
    assert process.stderr is not None
    raise AssertionError(process.stderr.read().decode())


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_newcomer_plays_by_mail_without_an_account(tmp_path: Path, sign: signal.Signals) -> None:
    async def play() -> None:
        async with serving(
            tmp_path, "serve", "--sandbox", "--game", "battleboard", ending=sign
        ) as process:
            ports = [
                int(re.findall(r"port (\d+)", await line_with(process, "port"))[0])
                for _ in range(2)
            ]
            ann, bob = Person("ann", *ports), Person("bob", *ports)
            for person in (ann, bob):
                person.answer(await person.mail(about("You are invited")), "join")
                assert rows(await person.mail(lambda mail: bool(rows(mail)))) == ["join"]
            first, other = (ann, bob) if (await turns(ann, bob)) is ann else (bob, ann)
            first.answer(await first.mail(asks), f"bomb {other.name} a1")
            told = await other.mail(asks)
            assert f"{first.name} bombed your board at" in text_of(told)
            assert [part.get_content_type() for part in told.walk()][-1] == "image/png"

    asyncio.run(play())
    assert list(tmp_path.glob("*.db*")) == []


async def turns(*people: Person) -> Person:
    async with asyncio.timeout(PATIENCE):
        while True:
            for person in people:
                if any(asks(mail) for mail in await asyncio.to_thread(person.mails)):
                    return person
            await asyncio.sleep(0.05)


SETTINGS = """
[mail]
address = "referee@meanwhile.test"
authserv_id = "meanwhile.test"
[mail.imap]
host = "127.0.0.1"
port = {}
security = "plain"
user = "referee"
[mail.smtp]
host = "127.0.0.1"
port = {}
security = "plain"
user = "referee"
per_minute = 0
"""


async def run(folder: Path, *arguments: str) -> str:
    environment = {**ENVIRONMENT, **os.environ}
    done = await asyncio.to_thread(program.run, folder, *arguments, environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


ROUNDS = 4


def talk_to(person: Person) -> set[str]:
    return {str(mail["Message-ID"]) for mail in person.mails() if about("message from")(mail)}


def test_killed_and_begun_again_every_mail_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's mails arrive while the referee works, while it is killed,
    and while it is down; each twice.
    """
    monkeypatch.setenv("MEANWHILE_MAIL_PASSWORD", "sandbox")

    async def play() -> None:
        host = Host()
        host.open("referee", "ann", "bob")
        ports = await host.start()
        (tmp_path / "config.toml").write_text(SETTINGS.format(*ports))
        ann, bob = Person("ann", *ports), Person("bob", *ports)
        try:
            game = (await run(tmp_path, "new", "battleboard", "--option", "order=join")).split(":")[
                0
            ]
            async with serving(tmp_path, "serve") as process:
                await line_with(process, "serving")
                await asyncio.to_thread(wait_until, lambda: served(tmp_path / "meanwhile.db"))
                for person in (ann, bob):
                    await run(tmp_path, "mail", "invite", game, person.address)
                    invitation = await person.mail(about("You are invited"))
                    await asyncio.to_thread(person.answer, invitation, f"join {person.name}")
                    await person.mail(lambda mail: bool(rows(mail)))
                prompt = await ann.mail(asks)
            for i in range(ROUNDS):
                async with serving(tmp_path, "serve", ending=signal.SIGKILL) as process:
                    await line_with(process, "serving")
                    id = await asyncio.to_thread(ann.answer, prompt, f"say bob number {i}")
                    await asyncio.sleep(0.03 * i)
                await asyncio.to_thread(ann.answer, prompt, f"say bob number {i}", id)
            async with serving(tmp_path, "serve"):
                await asyncio.to_thread(ann.answer, prompt, "pass")
                await bob.mail(asks)
                # Talk comes after the reports.
                async with asyncio.timeout(PATIENCE):
                    while len(await asyncio.to_thread(talk_to, bob)) < ROUNDS:
                        await asyncio.sleep(0.05)
                    while host.accounts["referee"].folders["INBOX"].mails:
                        await asyncio.sleep(0.05)
            assert len(await asyncio.to_thread(talk_to, bob)) == ROUNDS
            got = {
                str(mail["Message-ID"]): bool(rows(mail))
                for mail in await asyncio.to_thread(ann.mails)
            }
            assert sum(got.values()) == 1 + ROUNDS + 1
            assert "all is well" in await run(tmp_path, "doctor")
        finally:
            await host.stop()

    asyncio.run(play())
