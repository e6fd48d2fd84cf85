"""What a player wrote is found wherever his program put it, and nothing of what it quotes."""

import base64
from email.message import EmailMessage

from mail.parse.quotes import MARK
from mail.parse.reading import Reading, read
from tests.kit.data import beside
from tests.kit.each import each
from tests.mail import replies
from tests.repo.tree import ROOT

DATA = beside(__file__)

SAMPLES = ROOT / "tests" / "data" / "mail-samples"
ORDERS = "move 3 to E5\nattack E6"
WANTED = ("move 3 to E5", "attack E6")
REPORT = f"""{MARK}

Game g12 "Narrow Seas", turn 3, you are Blue.
Orders on file for turn 2:
  move 3 to D4
  attack D5

To move, answer with lines like:
  hold 7
Deadline: Thu 5 Nov 2026 20:00 UTC.
--
Referee - HELP for commands"""
BARE = REPORT.removeprefix(MARK).strip()
ADDRESS = "referee+g12.2.3.k7f3q9w2aaaa@play.example"


def quoted(report: str = REPORT) -> str:
    return "\n".join(f"> {line}".rstrip() for line in report.splitlines())


def mail(
    text: str,
    charset: str = "utf-8",
    subtype: str = "plain",
    cte: str | None = None,
    **parameters: str,
) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "Ann <ann@mail.example>", "Re: [g12] turn 3"
    message.set_content(text, subtype=subtype, charset=charset, cte=cte, params=parameters)
    return message.as_bytes()


def lines(text: str, **more: str) -> tuple[str, ...]:
    return read(mail(text, **more)).lines


def page(html: str) -> Reading:
    return read(
        mail(
            f"<html><head><title>move 9 to A1</title></head><body>{html}</body></html>",
            subtype="html",
        )
    )


def test_the_samples() -> None:
    assert len(list(SAMPLES.glob("*.eml"))) == 25
    assert replies.wrong(SAMPLES) == {}


def test_a_mark_alone_cuts() -> None:
    assert lines(f"{ORDERS}\n\n{REPORT}") == WANTED
    assert lines(f"{ORDERS}\n\n  {REPORT}") == WANTED


def test_orders_between_quotations_and_below() -> None:
    text = (
        f"On 3 Nov 2026 at 21:14, Referee wrote:\n{quoted()}\n\nmove 3 to E5\n\n> To move:\n>  "
        " hold 7\n\nattack E6\n"
    )
    assert lines(text) == WANTED
    assert (
        lines(
            f"move 3 to E5\n\nOn 3 Nov 2026, Referee wrote:\n{quoted()}\n\nattack E6\n--"
            " \nAnn\nhold 1\n"
        )
        == WANTED
    )


def test_an_order_with_a_date_stays_where_it_stands_above_a_quotation() -> None:
    text = f"away 2026-11-05 2026-11-09\nOn 03/11/2026 21:14, Referee wrote:\n{quoted()}\n"
    assert lines(text) == ("away 2026-11-05 2026-11-09",)


@each("text", ["say Bob: at 10:30", "say Bob meet at 10:30:\nhold 7", "to: E5\nfrom: D4"])
def test_what_looks_a_little_like_a_quotation_is_an_order(text: str) -> None:
    assert lines(text) == tuple(text.split("\n"))


@each("end", ["-- ", "--", "END", "end.", "Signoff", "quit"])
def test_nothing_below_a_signature_or_an_end_is_an_order(end: str) -> None:
    assert lines(f"{ORDERS}\n{end}\nhold 7\n") == WANTED


@each(
    "ending",
    DATA["courtesy_is_set_aside_and_kept_for_the_receipt"],
)
def test_courtesy_is_set_aside_and_kept_for_the_receipt(ending: str) -> None:
    reading = read(mail(f"Hi Referee,\n\n{ORDERS}\n\n{ending}\n"))
    assert reading.lines == WANTED
    assert len(reading.aside) == 1 + len(ending.split("\n"))


def test_orders_below_thanks_are_orders() -> None:
    assert lines("Thanks\nmove 3 to E5\nattack E6") == WANTED


def test_typographic_signs_are_what_was_typed() -> None:
    assert lines(
        "\ufeffmove\u00a03 to\u2009E5\u200b\n\u2022 attack\u00ad E6\nsay Bob \u201cno \u2013"
        " don\u2019t\u201d"
    ) == (
        *WANTED,
        'say Bob "no - don\'t"',
    )
    assert lines("*move 3 to E5*\nＡＴＴＡＣＫ Ｅ６") == ("move 3 to E5", "ATTACK E6")


@each(
    "charset, word",
    DATA["charsets"],
)
def test_charsets(charset: str, word: str) -> None:
    head = (
        "From: ann@mail.example\r\nContent-Type: text/plain;"
        f" charset={charset}\r\nContent-Transfer-Encoding: "
    )
    body = f"say Bob {word}".encode(charset)
    wanted = (f"say Bob {word}".replace("“", '"').replace("”", '"'),)
    assert read(f"{head}base64\r\n\r\n".encode() + base64.b64encode(body)).lines == wanted
    if charset != "utf-16":
        assert read(f"{head}8bit\r\n\r\n".encode() + body).lines == wanted


@each("charset", ["rot13", "zlib_codec", "unicode_escape", "idna", "punycode", "x" * 9_999])
def test_a_charset_that_is_none_is_not_used(charset: str) -> None:
    head = f"From: ann@mail.example\r\nContent-Type: text/plain; charset={charset}\r\n\r\n".encode()
    assert read(head + b"move 3 to E5 \\x41 +AEE-\r\n").lines == ("move 3 to E5 \\x41 +AEE-",)


@each("charset", ["utf-8", "latin-1"])
def test_a_subject_that_is_not_encoded_is_read(charset: str) -> None:
    head = "From: Jürgen <ann@mail.example>\r\nSubject: Größe\r\n\r\n".encode(charset)
    assert (read(head).subject, read(head).name) == ("Größe", "Jürgen")


def test_bytes_without_a_charset_are_utf8_else_windows() -> None:
    head = b"From: ann@mail.example\r\n\r\n"
    assert read(head + "größe".encode()).lines == ("größe",)
    assert read(head + "größe".encode("latin-1")).lines == ("größe",)
    assert read(head + "攻撃".encode("iso-2022-jp")).lines == ("攻撃",)


def test_lines_broken_by_the_program_are_whole_again() -> None:
    text = "move 3 \nto E5\nattack E6\n-- \nAnn\n\nOn 03/11/2026 21:14, Referee wrote:\n" + quoted()
    assert lines(text, format="flowed") == WANTED
    assert lines("mo \nve 3 to E5", format="flowed", delsp="yes") == ("move 3 to E5",)
    assert lines(f"{quoted()}\n> hold \n> 7 \nmove 3 to E5", format="flowed") == ("move 3 to E5",)


PAGES = DATA["pages"]


@each("name", PAGES)
def test_pages_without_plain_text(name: str) -> None:
    reading = page(PAGES[name])
    assert (reading.lines, reading.text) == (WANTED, "html")


UNSEEN = DATA["unseen"]


UNSEEN["far behind in its tag"] = f'<div title="{"x" * 3_000}" style="display:none">{{}}</div>'


@each("name", UNSEEN)
def test_text_that_is_hidden_or_struck_out_is_never_an_order(name: str) -> None:
    """Whether the plain text of the same mail shows it or not."""
    struck = UNSEEN[name].format("hold 7")
    html = f"<html><body><div>{struck}</div><div>move 3 to E5</div><p>attack E6</p></body></html>"
    reading = read(mail(html, subtype="html"))
    assert (reading.lines, reading.text) == (WANTED, "html")
    assert read(both(f"hold 7\n{ORDERS}", html).as_bytes()).lines == WANTED
    assert page(f"move <span>{UNSEEN[name].format('2')}</span> 3 to E5<br>attack E6").lines in (
        WANTED,
        ("move", "3 to E5", "attack E6"),  # what begins a line ends one
    )


SEEN = DATA["seen"]


@each("name", SEEN)
def test_text_that_is_shown_is_read(name: str) -> None:
    assert page(SEEN[name].format("move 3 to E5") + "<p>attack E6</p>").lines == WANTED


def test_what_is_struck_out_below_a_quotation_says_nothing_of_the_plain_text() -> None:
    """Reports of others, and what hides in them, are quoted; the plain text goes on being read."""
    quoted_one = '<blockquote><div style="display:none">hold 7</div><s>hold 8</s></blockquote>'
    outlook = '<hr><div id="divRplyFwdMsg">x</div><s>hold 9</s>'
    for below in (quoted_one, outlook):
        reading = read(both(ORDERS, f"<div>move 3 to E5<br>attack E6</div>{below}").as_bytes())
        assert (reading.lines, reading.text) == (WANTED, "plain")


def test_what_stands_deeper_than_is_looked_is_not_read() -> None:
    assert page(f"<p>move 3 to E5</p><p>attack E6</p>{'<b>' * 2_000}<s>hold 7</s>").lines == WANTED


def both(plain: str, html: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "ann@mail.example"
    message.set_content(plain)
    message.add_alternative(html, subtype="html")
    return message


def test_plain_text_goes_before_a_page() -> None:
    assert read(both(ORDERS, "<p>hold 7").as_bytes()).lines == WANTED
    assert read(both(" \n", "<p>move 3 to E5<p>attack E6").as_bytes()).lines == WANTED
    stub = "This message is in HTML, please use another program."
    assert read(both(stub, "<p>move 3 to E5<p>attack E6").as_bytes()).lines == WANTED


def test_attachments_are_named_and_never_opened() -> None:
    message = both(ORDERS, "<p>x")
    message.add_attachment("hold 7", filename="orders.txt")
    message.add_attachment(
        b"PK", maintype="application", subtype="zip", filename="../../etc/passwd"
    )
    reading = read(message.as_bytes())
    assert reading.lines == WANTED
    assert reading.attachments[0] == "orders.txt"
    assert len(reading.attachments) == 2


def test_a_mail_within_the_mail_is_not_read() -> None:
    message = both(ORDERS, "<p>x")
    inner = EmailMessage()
    inner.set_content("hold 7")
    message.add_attachment(inner)
    assert read(message.as_bytes()).lines == WANTED


def test_an_empty_reply_has_no_lines() -> None:
    reading = read(mail(f"\n\nOn 03/11/2026 21:14, Referee wrote:\n{quoted()}\n"))
    assert (reading.lines, reading.aside) == ((), ())


def test_what_lies_beyond_128_kilobytes_is_not_read() -> None:
    reading = read(mail(ORDERS + "\n\n" + quoted() * 1_000 + "\nhold 7\n"))
    assert (reading.lines, reading.whole) == (WANTED, False)
    assert read(mail(ORDERS)).whole
