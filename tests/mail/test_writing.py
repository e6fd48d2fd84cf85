"""What is mailed: one receiver, fixed bytes, nothing that a header or
an order could be mistaken for.
"""

import asyncio
import email
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parseaddr
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine.menu import Refused
from mail.incoming.own_lines import what
from mail.names import Capability, MailNames
from mail.outgoing.blocks import Block
from mail.outgoing.envelope import Draft, Headers, finished
from mail.outgoing.sentences import Writing
from mail.parse.reading import read
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in
from tests.kit.each import each
from tests.mail.stage import (
    KEY,
    address,
    asks,
    bomb,
    office,
    own_lines,
    parsed,
    reply,
    seated,
    text_of,
)

NAMES = MailNames(KEY, "referee@play.example")
HEADERS = Headers(
    sender="referee@play.example",
    reply_to="referee+x@play.example",
    envelope="b@play.example",
    host="play.example",
    game="g12",
    root="<root@x>",
)
DRAFT = Draft(
    to="ann@mail.example",
    subject="[g12] x",
    blocks=(Block("text", ("hello",)),),
    at=1_700_000_000,
    picture=b"PNG",
    alt='a "b" <c>',
)
BREAKS = [
    *("\r\nBcc: eve@evil.example", "\nBcc: eve@evil.example", "\rBcc: x", "\x0bBcc: x"),
    *("\x85Bcc: x", "\u2028Bcc: x"),
]


def test_a_mail_is_the_same_bytes_every_time() -> None:
    assert finished(DRAFT, HEADERS, "<1@x>") == finished(DRAFT, HEADERS, "<1@x>")
    raw = finished(DRAFT, HEADERS, "<1@x>").raw
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_how_a_client_sees_it() -> None:
    message = parsed(finished(DRAFT, HEADERS, "<1@x>").raw)
    assert [part.get_content_type() for part in message.walk()] == [
        *("multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"),
    ]
    *_, picture = message.walk()
    page = message.get_body(("html",))
    assert page is not None
    html = str(page.get_content())
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html
    assert 'alt="a &quot;b&quot; &lt;c&gt;"' in html
    assert html.count("http") == 0  # nothing is fetched from anywhere
    assert (picture.get_content(), picture.get_content_disposition()) == (b"PNG", "inline")
    assert text_of(message) == "hello\n"


def test_what_is_told_unasked_and_what_answers() -> None:
    told = parsed(finished(DRAFT, HEADERS, "<1@x>").raw)
    answer = parsed(
        finished(msgspec.structs.replace(DRAFT, answers="<7@mail.example>"), HEADERS, "<1@x>").raw
    )
    assert (told["Auto-Submitted"], answer["Auto-Submitted"]) == ("auto-generated", "auto-replied")
    assert (told["In-Reply-To"], answer["In-Reply-To"]) == ("<root@x>", "<7@mail.example>")
    assert answer["References"] == "<root@x> <7@mail.example>"
    for message in (told, answer):
        assert message["X-Auto-Response-Suppress"] == "All"
        assert message["List-Id"] == "<g12.play.example>"
        assert read(message.as_bytes(), "play.example").kind == "own"


@each("line_break", BREAKS)
def test_nobody_adds_a_header(line_break: str) -> None:
    """Header injection on the way out: in the address, in the subject, in what a mail answers."""
    for bad in (
        {"to": f"ann@mail.example{line_break}"},
        {"subject": f"x{line_break}"},
        {"answers": f"<1@x>{line_break}"},
    ):
        with pytest.raises(ValueError, match=r"address|linefeed|newline"):
            finished(msgspec.structs.replace(DRAFT, **bad), HEADERS, "<1@x>")
    for alt in (line_break, f"x{line_break}"):
        message = parsed(finished(msgspec.structs.replace(DRAFT, alt=alt), HEADERS, "<1@x>").raw)
        assert message["Bcc"] is None


@each(
    "to",
    [
        *("", "ann", "ann@x.example, eve@x.example", "Ann <ann@x.example>", "a@x.example\n"),
        "ä@x.example",
    ],
)
def test_one_plain_receiver(to: str) -> None:
    with pytest.raises(ValueError, match="address"):
        finished(msgspec.structs.replace(DRAFT, to=to), HEADERS, "<1@x>")


@each("line_break", BREAKS)
def test_nothing_from_outside_becomes_a_header_of_an_answer(line_break: str) -> None:
    """Header injection on the way in: an id, a subject or a name that is broken
    over lines is one line, or none.
    """
    raw = (
        f"From: A{line_break}\r\n\tx <ann@mail.example>\r\nSubject: x{line_break}\r\n\ty\r\n"
        f"Message-ID: <1@x{line_break}>\r\n\r\nsay * hello{line_break}\r\n"
    ).encode()
    said = read(raw)
    for text in (said.id, said.subject, said.name, *said.lines):
        assert text.isprintable()
    answer = Writing(NAMES).answer("ann@mail.example", said.id, f"x {said.subject}", said.lines, 0)
    assert parsed(answer.raw)["Bcc"] is None


def test_long_names_are_folded_and_come_back_whole() -> None:
    host = "a-very-long-name-of-a-host.in-a-very-long-name-of-a-domain.example"
    names = MailNames(KEY, f"the-referee@{host}")
    of = Capability("a-game-with-a-name-of-thirty-x", 12, 1234567)
    mail = Writing(names).answer("ann@mail.example", "<1@mail.example>", "x " * 60, ["y"], 0, of=of)
    message = parsed(mail.raw)
    said = read(mail.raw)
    assert names.in_addresses([message["Reply-To"].rpartition("<")[2].rstrip(">")]) == [of]
    assert names.in_thread([said.id]) == [of]
    assert message["Message-ID"] == mail.id == said.id


@each(
    "subject",
    [
        "[g12] receipt: ann, bob",
        "[g12] 收據：小安，還有很多很多很多很多很多很多很多很多很多很多很多很多很多很多很多很多字",
        "Zoë " * 60,
        "=?utf-8?q?not_encoded?=",
        "x" * 300,
        "a  b" * 40,
        "a\tb",
    ],
)
@each("name", ["Referee", "Spiel-Leitung, Ähre & 裁判" * 4, 'A "b" (c), d', "=?x"])
def test_every_client_reads_the_headers_that_were_meant(subject: str, name: str) -> None:
    """RFC 2047, RFC 5322: put together by us, read by the library."""
    headers = msgspec.structs.replace(HEADERS, name=name)
    mail = finished(msgspec.structs.replace(DRAFT, subject=subject), headers, "<1@x>")
    message = parsed(mail.raw)
    assert message["Subject"].strip() == subject.strip()
    # Of encoded words in names, the library's newer reader keeps the blanks between.
    plain = email.message_from_bytes(mail.raw)
    for header, shown, to in (
        ("From", name, "referee@play.example"),
        ("Reply-To", f"{name} g12", "referee+x@play.example"),
    ):
        read_name, read_address = parseaddr(plain[header])
        assert str(make_header(decode_header(read_name))) == shown
        assert read_address == to
    assert mail.raw.isascii()
    assert max(map(len, mail.raw.split(b"\r\n"))) <= 998
    assert not message.defects
    assert not message["Subject"].defects


@each("text", ["a\r\nb\rc", ".", "From x", "tail \n", "=3D", "Zoë 裁判 " * 7])
def test_every_client_reads_the_text_that_was_meant(text: str) -> None:
    blocks = (Block("plain", (text,)),)
    raw = finished(
        msgspec.structs.replace(DRAFT, blocks=blocks, picture=b"\0PNG" * 99), HEADERS, "<1@x>"
    ).raw
    message = parsed(raw)
    lines = text_of(message).encode().splitlines()
    assert lines == f"{text.rstrip()}\n".encode().splitlines()
    *_, picture = message.walk()
    assert picture.get_content() == b"\0PNG" * 99
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert not any(part.defects for part in message.walk())


def test_reports_are_for_one_reader_and_hold_no_orders(tmp_path: Path) -> None:
    async def play() -> list[tuple[str, EmailMessage]]:
        async with office(tmp_path / "m.db") as at:
            await seated(at, order="join")
            for seat, square in (("Ann", "0 0"), ("Bob", "0 0"), ("Ann", "0 1")):
                await bomb(at, seat, square)
            table = await at.table()
            menus = {seat: table.menu(seat) for seat in ("Ann", "Bob")}
            mails = [(seat, mail) for seat in menus for mail in at.mails(seat)]
            for seat, mail in mails:
                for line in own_lines(mail):
                    with pytest.raises(Refused):
                        menus[seat].parse(line)
                # and of a client that quotes without marks nothing is done
                quoted = read(reply(mail, text_of(mail), address(seat))).body
                what_is = partial(what, menus[seat], game=table.game)
                said = said_in(quoted, runs_of(text_of(mail)), ["Referee"], what_is)
                assert said.own == ()
            return mails

    mails = asyncio.run(play())
    bobs = [text_of(mail) for seat, mail in mails if seat == "Bob"]
    anns = [text_of(mail) for seat, mail in mails if seat == "Ann"]
    (cities,) = {line for text in bobs for line in text.splitlines() if "your cities are" in line}
    assert not any(cities in text for text in anns)


def test_the_order_of_a_report(tmp_path: Path) -> None:
    async def play() -> str:
        async with office(tmp_path / "m.db") as at:
            await seated(at, order="join", timeout="2d")
            return text_of([m for m in at.mails("Ann") if asks(m)][-1])

    text = asyncio.run(play())
    wanted = [
        "Ann, bomb a square, or pass.",
        "Due Thu 16 Nov, 22:13 (UTC), in 2 days. Otherwise it is a pass.",
        *("#1 Ann (you)", "Since the last mail", "You have 2 cities left."),
        *("Reply with one line, for example", "what is done without an answer"),
        *("Write your order as the first line", "Mail for Ann alone, game g12."),
    ]
    places = [text.index(part) for part in wanted]
    assert places == sorted(places)
