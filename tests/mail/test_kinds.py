"""Programs are never answered (RFC 3834), and bounces are understood (RFC 3464)."""

from mail.parse.reading import read
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

HOST = "play.example"


def mail(headers: str, body: str = "move 3 to E5") -> bytes:
    plain = "" if "Content-Type" in headers else "Content-Type: text/plain\n"
    sender = "" if "From:" in headers else "From: Ann <ann@mail.example>\n"
    return f"{sender}{plain}{headers}\n\n{body}\n".replace("\n", "\r\n").encode()


@each(
    "headers, kind",
    DATA["the_sort_of_a_mail"],
)
def test_the_sort_of_a_mail(headers: str, kind: str) -> None:
    said = read(mail(headers), HOST)
    assert said.kind == kind
    assert bool(said.lines) == (kind in ("person", "list"))


BOUNCE = DATA["bounce"]


REPORT = (
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\nFrom:"
    " MAILER-DAEMON@mx.example"
)


@each("kind", ["message/rfc822", "text/rfc822-headers"])
def test_what_a_bounce_says(kind: str) -> None:
    said = read(mail(REPORT, BOUNCE.format(kind=kind)), HOST)
    assert [(f.receiver, f.action, f.status) for f in said.failed] == [
        ("ann@mail.example", "failed", "5.1.1"),
        ("bob@mail.example", "delayed", "4.4.1"),
    ]


def test_a_bounce_that_says_nothing() -> None:
    said = read(mail("From: MAILER-DAEMON@mx.example", "It did not arrive."), HOST)
    assert (said.kind, said.failed) == ("bounce", ())


@each(
    "subject, text",
    DATA["a_delay_said_in_words_alone"],
)
def test_a_delay_said_in_words_alone(subject: str, text: str) -> None:
    said = read(mail(f"From: MAILER-DAEMON@mx.example\nSubject: {subject}", text), HOST)
    assert [failure.action for failure in said.failed] == ["delayed"]


@each(
    "subject, text",
    DATA["what_is_given_up_is_no_delay"],
)
def test_what_is_given_up_is_no_delay(subject: str, text: str) -> None:
    assert (
        read(mail(f"From: MAILER-DAEMON@mx.example\nSubject: {subject}", text), HOST).failed == ()
    )


FORMS = DATA["forms"]
"""As servers write that know no report (by the lines alone that programs know them by)."""


@each("form", FORMS)
def test_a_bounce_in_words_alone_names_whom_it_is_about(form: str) -> None:
    subject, text = FORMS[form]
    said = read(mail(f"From: MAILER-DAEMON@mx.example\n{subject}", text), HOST)
    assert [(f.receiver, f.action) for f in said.failed] == [("ann@mail.example", "failed")]


def test_words_of_the_mail_that_came_back_say_nothing() -> None:
    """Somebody may have written to it that he is delayed."""
    body = (
        "--b\nContent-Type: text/html\n\n<p>Sorry\n--b\nContent-Type: message/rfc822\n\nSubject:"
        " x\n\ndelayed\n--b--"
    )
    assert read(mail(REPORT, body), HOST).failed == ()


def test_a_report_of_delivery_that_names_nobody_still_says_what_was_done() -> None:
    block = "Reporting-MTA: dns; mx\n\nAction: delayed\nStatus: 4.4.7\n\n--b--"
    body = f"--b\nContent-Type: message/delivery-status\n\n{block}"
    assert [(f.receiver, f.action, f.status) for f in read(mail(REPORT, body), HOST).failed] == [
        ("", "delayed", "4.4.7")
    ]
