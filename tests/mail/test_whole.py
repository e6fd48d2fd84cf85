"""Whole games between people who have nothing but SMTP and IMAP, one of them with somebody at a
terminal; and what their mail programs make of what they get.
"""

import io
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

from PIL import Image

from tests.mail.app import App, Terminal, serving
from tests.mail.posts import Person, Post, about, people, settings
from tests.mail.stage import asks, own_lines, tells_the_end, text_of

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
    for line in own_lines(mail)[:3]:
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
    assert others == list(pictures.values())
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
