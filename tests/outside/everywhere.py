"""A game that two outside packages bring, played to its end by mail and through a folder of
files, with nothing but the program, a mail client and an editor.
"""

import email
import imaplib
import re
import signal
import smtplib
import subprocess
import time
from collections.abc import Callable, Sequence
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from msgspec import Struct

TRIES, PAUSE = 600, 0.1
"""How often something is looked for, and the seconds between."""
TERMINAL = "take 3\nagain\ntake 1\ntake 3\n"
"""A game at a terminal: ann, bob, ann, bob."""


class Words(Struct, frozen=True, kw_only=True):
    prompt: str
    took: str
    again: str
    last: str
    refused: str


WORDS = {
    "en": Words(
        prompt="Take up to three sticks",
        took="ann takes 3.",
        again="bob says “again”.",
        last="bob takes 3 and wins.",
        refused="“4”",
    ),
    "zh-TW": Words(
        prompt="請拿走一到三根火柴",
        took="ann 拿走 3 根。",
        again="bob 說「再拿一次」。",
        last="bob 拿走 3 根，獲勝。",
        refused="「4」",
    ),
}


def found(look: Callable[[], Any], what: str, process: "subprocess.Popen[str]") -> Any:
    """Return what ``look`` finds, as soon as it is there."""
    for _ in range(TRIES):
        if thing := look():
            return thing
        assert process.poll() is None, process.stdout and process.stdout.read()
        time.sleep(PAUSE)
    raise AssertionError(f"{what} did not come")


class Mailbox:
    def __init__(self, name: str, imap: int, smtp: int):
        self.name, self.imap, self.smtp = name, imap, smtp

    def mails(self) -> list[EmailMessage]:
        with imaplib.IMAP4("127.0.0.1", self.imap) as imap:
            imap.login(self.name, "sandbox")
            imap.select()
            numbers = imap.search(None, "ALL")[1][0].split()
            raw: list[Any] = [imap.fetch(number, "(RFC822)")[1][0] for number in numbers]
        return [email.message_from_bytes(one[1], policy=policy.default) for one in raw]

    def saying(self, text: str) -> EmailMessage | None:
        return next((mail for mail in self.mails()[-1:] if text in text_of(mail)), None)

    def reply(self, mail: EmailMessage, text: str) -> None:
        answer = EmailMessage()
        answer["From"], answer["To"] = f"{self.name}@meanwhile.test", mail["Reply-To"]
        answer["Subject"] = f"Re: {mail['Subject']}"
        answer["In-Reply-To"] = answer["References"] = mail["Message-ID"]
        answer["Message-ID"] = f"<{len(text)}.{time.time_ns()}@meanwhile.test>"
        answer.set_content(f"{text}\n")
        with smtplib.SMTP("127.0.0.1", self.smtp) as smtp:
            smtp.login(self.name, "sandbox")
            smtp.send_message(answer)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return f"{mail['Subject']}\n{'' if body is None else body.get_content()}"


class Box:
    def __init__(self, folder: Path, name: str):
        self.orders, self.news = folder / name / "orders", folder / name / "news"
        self.orders.mkdir(parents=True)

    def say(self, game: str, text: str) -> None:
        part = self.orders / "part"
        part.write_text(f"{text}\n", "utf-8")
        part.rename(self.orders / f"{game}.txt")

    def saying(self, text: str) -> str | None:
        every = [file.read_text("utf-8") for file in sorted(self.news.glob("*.txt"))]
        return next((news for news in every if text in news), None)


def by_mail_and_box(
    meanwhile: Sequence[str], folder: Path, environment: dict[str, str], language: str
) -> None:
    """Play a game of Nim: ann by mail, bob through the box."""
    words, box = WORDS[language], Box(folder / "box", "bob")
    settings = f'language = "{language}"\n[doors.box]\nfolder = "box"\nevery = 0.05\n'
    (folder / "config.toml").write_text(settings)
    with subprocess.Popen(
        [*meanwhile, "serve", "--sandbox", "--game", "nim", "--seats", "ann"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout is not None
            begun = ""
            while "Stop with" not in begun:
                line = process.stdout.readline()
                assert line, begun
                begun += line
            imap, smtp = map(int, re.findall(r"(?:IMAP|SMTP) at \S+, port (\d+)", begun))
            (game,) = re.findall(r"into game (\w+)", begun)
            ann = Mailbox("ann", imap, smtp)

            def mailed(text: str) -> EmailMessage:
                mail = found(lambda: ann.saying(text), f"a mail that says {text!r}", process)
                assert isinstance(mail, EmailMessage)
                return mail

            def boxed(text: str) -> str:
                return str(found(lambda: box.saying(text), f"a file that says {text!r}", process))

            ann.reply(mailed(game), "join")
            found(lambda: len(ann.mails()) > 1, "an answer to ann", process)
            box.say(game, "join")
            ann.reply(mailed(words.prompt), "take 3")
            news = boxed(words.took)
            assert words.prompt in news
            assert "| | | |" in news, "the board"
            box.say(game, "again")
            ann.reply(mailed(words.again), "take 1")
            boxed(words.took.replace("3", "1"))
            box.say(game, "take 4")
            boxed(words.refused)
            box.say(game, "take 3")
            mailed(words.last)
            boxed("Accepted: take 3")
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0, process.stdout.read()
            assert not list(box.orders.iterdir()), "orders that nobody has read"
        finally:
            process.kill()
