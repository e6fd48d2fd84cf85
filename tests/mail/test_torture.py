"""Hundreds of mails over a line that is cut again and again or falls silent, while
the server of mailboxes is restarted and the referee is killed: each does once what
it says, and each is answered.
"""

import random
import re
import signal
import smtplib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from tests.mail.app import App, wait_until
from tests.mail.posts import Person, Post, people, settings
from tests.mail.proxy import Proxy
from tests.mail.stage import text_of
from tests.mail.test_whole import BOARD, TWO, join

LONG = 900.0
"""Seconds for the largest of these."""


@contextmanager
def line(target: int, seed: int, cut: tuple[int, int], silent: float) -> Iterator[Proxy]:
    proxy = Proxy(target, seed, cut, silent)
    try:
        yield proxy
    finally:
        proxy.stop()


def torture(post: Post, folder: Path, mails: int, seed: int, blows: str) -> dict[str, float]:
    """So many mails, every tenth of them twice; what went wrong, in numbers. ``blows``:
    at each ``k`` the referee is killed, at each ``r`` the mailboxes are gone for a
    moment, at places that are drawn.
    """
    lot = random.Random(seed)
    with ExitStack() as stack:
        referee, ann, bob = stack.enter_context(people(post, "referee", "ann", "bob"))
        imap = stack.enter_context(line(post.imap, seed, (6_000, 40_000), 0.05))
        smtp = stack.enter_context(line(post.smtp, seed + 1, (20_000, 200_000), 0.02))
        app = App(folder, settings(post, referee.user, imap.port, smtp.port))
        app.command = ["-m", "tests.mail.impatient"]
        imap.calm = smtp.calm = True
        app.start()
        stack.callback(lambda: app.running and app.end(signal.SIGKILL))
        game = app.game(TWO, **BOARD)
        for person in (ann, bob):
            app.invite(game, person.address)
            join(person)
        imap.calm = smtp.calm = False
        began = time.monotonic()
        sent = {person.name: write(person, mails // 2, lot) for person in (ann, bob)}
        for blow, number in zip(
            blows, sorted(lot.sample(range(1, mails), len(blows))), strict=True
        ):
            wait_until(partial(reached, app, game, number), LONG)
            if blow == "k":
                app.end(signal.SIGKILL)
                app.start()
            else:
                post.restart()
        wait_until(partial(reached, app, game, mails), LONG)
        wait_until(lambda: referee.folder("INBOX") == 0 and not unsent(app), LONG)
        assert app.running
        assert app.end() == 0
        took = time.monotonic() - began
        for person, other in ((ann, bob), (bob, ann)):
            each_once(person, other, sent[person.name])
        assert done(app, game) == mails, "nothing was said twice"
        assert referee.folder("Aside") == 0
        # Mails are fetched in sets: thirty may come through between two cuts.
        assert imap.fates["cut"] >= mails // 50
        return {
            "seconds": took,
            **{f"imap {fate}": n for fate, n in imap.fates.items()},
            "smtp cut": smtp.fates["cut"],
        }


def write(person: Person, mails: int, lot: random.Random) -> set[str]:
    """Say something in so many mails, of which every tenth is
    handed in twice; their Message-IDs.
    """
    receipt = next(mail for mail in person.mails if mail["Auto-Submitted"] == "auto-replied")
    other = "bob" if person.name == "ann" else "ann"
    written: list[EmailMessage] = []
    with smtplib.SMTP("127.0.0.1", person.post.smtp) as program:
        program.starttls(context=person.trust)
        program.login(person.user, "sandbox")
        for number in range(mails):
            padding = "\n".join(f"> {'x' * 60}" for _ in range(lot.choice((0, 0, 20, 200))))
            mail = person.written(
                receipt, f"say {other} word {number} of {person.name}\n\n{padding}"
            )
            for _ in range(2 if number % 10 == 9 else 1):
                program.send_message(mail)
            written.append(mail)
    return {str(mail["Message-ID"]) for mail in written}


def done(app: App, game: str) -> int:
    return counted(app, f"select count(*) from news where kind = 'talk' and game = '{game}'")


def counted(app: App, sql: str) -> int:
    with sqlite3.connect(f"file:{app.db}?mode=ro", uri=True) as db:
        (count,) = db.execute(sql).fetchone()
        return int(count)


def reached(app: App, game: str, number: int) -> bool:
    return done(app, game) >= number


def unsent(app: App) -> int:
    return counted(app, "select count(*) from finished")


def each_once(person: Person, other: Person, sent: set[str]) -> None:
    """Each mail has its one receipt; each word has reached the other once. A mail
    that the provider has, but could not say so any more, comes twice: the same
    mail, with the same Message-ID.
    """
    # The provider too may have had to wait for the server of mailboxes.
    wait_until(lambda: len(heard(person, other)) >= len(sent) and set(answers(person)) >= sent)
    assert sorted(answer for answer in answers(person) if answer in sent) == sorted(sent)
    assert len(heard(person, other)) == len(set(heard(person, other))) == len(sent)


def different(person: Person) -> Iterable[EmailMessage]:
    person.look()
    return {str(mail["Message-ID"]): mail for mail in person.mails}.values()


def answers(person: Person) -> list[str]:
    return [
        str(mail["In-Reply-To"])
        for mail in different(person)
        if mail["Auto-Submitted"] == "auto-replied"
    ]


def heard(person: Person, other: Person) -> list[str]:
    shape = rf"word \d+ of {other.name}"
    unasked = [mail for mail in different(person) if mail["Auto-Submitted"] == "auto-generated"]
    return [found[0] for mail in unasked if (found := re.search(shape, text_of(mail)))]


def test_thirty_mails(post: Post, tmp_path: Path) -> None:
    print(torture(post, tmp_path, 30, 6, "kr"))


@pytest.mark.nightly
def test_five_hundred_mails(post: Post, tmp_path: Path) -> None:
    print(torture(post, tmp_path, 500, 2026, "krkrk"))
