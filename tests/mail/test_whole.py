"""Whole games between people who have nothing but SMTP and IMAP, one of them with somebody at a
terminal; and what their mail programs make of what they get.
"""

import asyncio
import io
import random
import re
import signal
import smtplib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from functools import partial
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from bot.cli_commands.new import make
from bot.local import remote
from engine.referee.clock import Clock
from engine.store.journal import encode
from mail.incoming import rate_limit
from tests.discord.opportunities import HIDES, WAY, duel
from tests.mail.app import App, Terminal, serving, wait_until
from tests.mail.posts import Person, Post, about, people, settings
from tests.mail.proxy import Proxy
from tests.mail.season import GAMES, season
from tests.mail.stage import asks, own_lines, rows, tells_the_end, text_of

WIDTH, HEIGHT = 3, 2
BOARD = {"size": f"{WIDTH}x{HEIGHT}", "cities": "1"}
TWO = "boards = [[[2, 0]], [[1, 1]]]\norder = [0, 1]\n"
"""Bob finds Ann's city with his third bomb; she would need five."""
THREE = "boards = [[[1, 0]], [[0, 1]], [[2, 0]]]\norder = [0, 1, 2]\n"
"""Cy finds Ann's city with his second bomb, Bob Cy's with his third."""
SQUARES = [f"{x} {y}" for y, x in product(range(HEIGHT), range(WIDTH))]


def join(person: Person) -> None:
    person.answer(person.wait(about("You are invited")), "Count me in!\n\njoin\n\nCheers")
    person.wait(lambda mail: mail["Auto-Submitted"] == "auto-replied")


def to_the_end(person: Person, others: Sequence[str]) -> None:
    """Bomb square after square of one opponent after the other, whenever it is one's move,
    until the game is over. Who is out by then is not to be bombed, which the referee says.
    """
    answered: set[str] = set()
    orders = (f"bomb {other} {square}" for other in others for square in SQUARES)

    def next_one(mail: EmailMessage) -> bool:
        asked = asks(mail) or tells_the_end(mail)
        return asked and mail["Message-ID"] not in answered

    while not tells_the_end(mail := person.wait(next_one)):
        answered.add(str(mail["Message-ID"]))
        person.answer(mail, f"Hi,\n{next(orders)}\nBest wishes\n{person.name}")


def at_once(*works: Callable[[], None]) -> None:
    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result(120)


def test_a_whole_game_by_mail(post: Post, tmp_path: Path) -> None:
    with people(post, "referee", "ann", "bob") as (referee, ann, bob):
        with serving(tmp_path, settings(post, referee.user)) as app:
            game = app.game(TWO, **BOARD)
            for person in (ann, bob):
                app.invite(game, person.address)
                join(person)
            at_once(lambda: to_the_end(ann, ["bob"]), lambda: to_the_end(bob, ["ann"]))
        for person in (ann, bob):
            as_a_mail_program_sees_it(person, referee.address)
        assert referee.folder("INBOX") == 0
        assert referee.folder("Aside") == 0
        assert referee.folder("Done") == len(ann.sent) + len(bob.sent)


def test_a_whole_game_with_somebody_at_a_terminal(post: Post, tmp_path: Path) -> None:
    with people(post, "referee", "ann", "bob") as (referee, ann, bob):
        with serving(tmp_path, settings(post, referee.user)) as app:
            game = app.game(THREE, players="3", **BOARD)
            for person in (ann, bob):
                app.invite(game, person.address)
                join(person)
            results: list[str] = []
            at_once(
                lambda: to_the_end(ann, ["bob", "cy"]),
                lambda: to_the_end(bob, ["cy", "ann"]),
                lambda: results.append(at_the_terminal(app, game)),
            )
        for person in (ann, bob):
            as_a_mail_program_sees_it(person, referee.address)
            last = person.wait(tells_the_end)
            assert results[0] in text_of(last)
            assert any("cy" in line for line in own_lines(last)), (
                "the one at the terminal is in the same game"
            )


def test_a_hidden_unit_fires_by_mail(post: Post, tmp_path: Path) -> None:
    """Ann walks past Bob's hidden walker. Bob alone is told so, answers, and the shot is played;
    until then, Ann has read nothing of where it hides.
    """
    made = msgspec.structs.replace(
        duel(""), options={"window": "25s", "tick": "1s"}, at=Clock().now()
    )
    with people(post, "referee", "ann", "bob") as (referee, ann, bob):
        with serving(tmp_path, settings(post, referee.user)) as app:
            remote.done(app.db, make, kind="ambush", setup=encode(made).decode())
            seen = {ann: 0, bob: 0}
            for person in seen:
                app.invite(made.id, person.address)
                join(person)

            def is_named(mail: EmailMessage) -> bool:
                """The walker and its hex are named in one line."""
                return any("BX" in line and "0502" in line for line in text_of(mail).splitlines())

            def answer(person: Person, words: str, text: str) -> EmailMessage:
                asked = person.wait(
                    lambda mail: asks(mail) and words in text_of(mail), seen[person]
                )
                seen[person] = len(person.mails)
                person.answer(asked, text)
                person.wait(lambda mail: bool(rows(mail)), seen[person])
                return asked

            answer(bob, "deploy", "deploy B1 0612/0")
            answer(ann, "deploy", "deploy A1 0601/3")
            answer(bob, "hide your", f"hide BX {HIDES['near']}\nok")
            answer(ann, "hide your", "ok")
            answer(ann, "move", WAY)
            asked = answer(bob, "interrupt", "fire BX")
            ann.look()
            before = len(ann.mails)
            ann.wait(is_named, before)
            assert "fire BX" in text_of(asked)
            assert not any(map(is_named, ann.mails[:before]))
        assert referee.folder("Aside") == 0


def at_the_terminal(app: App, game: str) -> str:
    cy = Terminal(app.folder, game, "cy")
    orders = (f"cy: bomb {other} {square}" for other in ("ann", "bob") for square in SQUARES)
    winner = ""
    for thing in cy.read():
        if thing.get("event") == "TurnStarted" and thing["data"]["seat"] == "cy":
            cy.say(next(orders))
        if thing.get("event") == "Won":
            winner = thing["data"]["seat"]
        if thing["kind"] == "result":
            break
    assert cy.end() == 0
    return winner


# ---- what a mail program sees


def as_a_mail_program_sees_it(person: Person, referee: str) -> None:
    reports = 0
    for mail, raw in zip(person.mails, person.raws, strict=True):
        head_is_sound(mail, person, referee)
        reports += body_is_sound(mail)
        # RFC 5321, 4.5.3.1.6, and nothing that a relay would have to write anew
        assert raw.isascii()
        assert max(map(len, raw.splitlines())) <= 200
    assert reports > 2
    assert len({mail["Message-ID"] for mail in person.mails}) == len(person.mails)
    assert len(threads([*person.mails, *person.sent])) == 1


def head_is_sound(mail: EmailMessage, person: Person, referee: str) -> None:
    """Who writes, to whom, where answers go, and that no program
    may answer of itself (RFC 3834).
    """
    assert [address.addr_spec for address in mail["From"].addresses] == [referee]
    assert [address.addr_spec for address in mail["To"].addresses] == [person.address]
    user, _, domain = referee.partition("@")
    assert re.fullmatch(
        rf"{re.escape(user)}\+[a-z0-9.]+@{re.escape(domain)}",
        mail["Reply-To"].addresses[0].addr_spec,
    )
    assert mail["Auto-Submitted"] in ("auto-generated", "auto-replied")
    assert mail["Auto-Submitted"] == "auto-generated" or mail["In-Reply-To"] in {
        one["Message-ID"] for one in person.sent
    }
    assert mail["Return-Path"] != "<>"
    assert mail["Date"].datetime.tzinfo is not None


def body_is_sound(mail: EmailMessage) -> bool:
    """Text and page say the same; every picture opens, has words beside it, and is shown in
    the page. ``True``: there is one.
    """
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert page is not None
    assert next(part for part in mail.walk() if not part.is_multipart()) is plain, (
        "the text comes first"
    )
    seen = Page(page.get_content())
    for line in own_lines(mail)[:2]:
        assert "".join(line.split()) in "".join(seen.text.split())
    pictures = {
        str(part["Content-ID"]).strip("<>"): part
        for part in mail.walk()
        if part.get_content_maintype() == "image"
    }
    assert [f"cid:{name}" for name in pictures] == [source for source, _ in seen.images]
    assert not re.search(r"https?://|<script|<link|url\(", page.get_content()), (
        "nothing is fetched from elsewhere"
    )
    for name, part in pictures.items():
        assert part.get_content_disposition() == "inline"
        with Image.open(io.BytesIO(part.get_content())) as picture:
            picture.load()
            assert picture.format == "PNG"
            assert min(picture.size) >= 200
        ((_, alt),) = [image for image in seen.images if image[0] == f"cid:{name}"]
        assert len(alt.split()) > 5, "what the picture shows, in words"
    others = [part for part in mail.walk() if not part.is_multipart() and part not in (plain, page)]
    replays = [part for part in others if part.get_content_disposition() == "attachment"]
    assert [str(part.get_filename())[-5:] for part in replays] in ([], [".html"])
    assert others == [*pictures.values(), *replays]
    return bool(pictures)


class Page(HTMLParser):
    """The words of a page, and its images: source and words beside it."""

    def __init__(self, text: str):
        super().__init__()
        self.words: list[str] = []
        self.images: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            found = dict(attrs)
            self.images.append((found["src"] or "", found["alt"] or ""))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def threads(mails: Sequence[EmailMessage]) -> list[set[str]]:
    """The conversations, as programs sort them: whatever refers to each other
    belongs together (RFC 5256, 4).
    """
    found: list[set[str]] = []
    for mail in mails:
        ids = set(
            re.findall(
                r"<[^<>\s]+>", f"{mail['Message-ID']} {mail['In-Reply-To']} {mail['References']}"
            )
        )
        together = [thread for thread in found if thread & ids]
        found = [thread for thread in found if not thread & ids]
        found.append(ids.union(*together))
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("kind", GAMES)
def test_a_game_is_played_to_its_end_by_the_first_example_of_each_mail(
    embedded: Post, tmp_path: Path, kind: str
) -> None:
    told = asyncio.run(season(embedded, kind, tmp_path))
    assert told.result != ""
    print(kind, dict(told.got), dict(told.done))
    # A mail that crosses the next question is refused, and loses nothing.
    assert sum(told.done.values()) > 20 * len(told.refused)


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
        person.enter(program)
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


@pytest.mark.nightly
def test_five_hundred_mails(post: Post, tmp_path: Path) -> None:
    print(torture(post, tmp_path, 500, 2026, "krkrk"))


def written(app: App) -> int:
    """Mails that have been handed over, or wait: what each said is noted."""
    return counted(
        app, "select count(*) from keepsake where door = 'mail' and name like 'mailed/%'"
    )


def at_rest(app: App, referee: Person, come: int) -> bool:
    done = referee.folder("Done") + referee.folder("Aside")
    return done == come and referee.folder("INBOX") == 0 and unsent(app) == 0


def test_a_mailbox_that_answers_everything(post: Post, tmp_path: Path) -> None:
    """A program without manners: it says nowhere that it is one, and answers every mail."""
    with (
        people(post, "referee", "ann", "bob") as (referee, ann, bob),
        serving(tmp_path, settings(post, referee.user)) as app,
    ):
        game = app.game(TWO, **BOARD)
        for person in (ann, bob):
            app.invite(game, person.address)
            join(person)
        before, answered = written(app), len(ann.mails)

        def answers_all() -> bool:
            nonlocal answered
            for mail in ann.mails[answered:]:
                ann.answer(mail, "I am on holiday and will read your mail next week!")
            answered = len(ann.mails)
            rest = at_rest(app, referee, len(ann.sent) + len(bob.sent))
            for person in (ann, bob):
                person.look()
            come = len(ann.mails) + len(bob.mails)
            return rest and len(ann.mails) == answered and come == written(app)

        wait_until(answers_all)
        assert len(ann.sent) > 1
        assert written(app) - before <= rate_limit.PLAYER[2] + 1
        still_heard(ann, bob)


def still_heard(person: Person, other: Person) -> None:
    person.answer(person.mails[-1], f"say {other.name} back again")
    assert other.wait(about("message from"))
