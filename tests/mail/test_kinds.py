"""Programs are never answered (RFC 3834), and bounces are understood (RFC 3464)."""

from mail.parse.reading import read
from tests.kit.each import each

HOST = "play.example"


def mail(headers: str, body: str = "move 3 to E5") -> bytes:
    plain = "" if "Content-Type" in headers else "Content-Type: text/plain\n"
    sender = "" if "From:" in headers else "From: Ann <ann@mail.example>\n"
    return f"{sender}{plain}{headers}\n\n{body}\n".replace("\n", "\r\n").encode()


@each(
    "headers, kind",
    [
        ("X-Meanwhile: g12", "own"),
        ("Message-ID: <g12.2.3.f6ahgbc5g3qy.c2.pxdnn4igx5qq@PLAY.example>", "own"),
        ("Message-ID: <pxdnn4igx5qq@play.example>", "own"),
        ("Message-ID: <20261103211405.1234@play.example>", "person"),
        ("Message-ID: <pxdnn4igx5qq@other.example>", "person"),
        ("Auto-Submitted: auto-replied", "automatic"),
        ("Auto-Submitted: auto-generated; type=x", "automatic"),
        ("Return-Path: <>", "automatic"),
        ("Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example>", "bounce"),
        ("From: postmaster@mx.example", "bounce"),
        ("From: MAILER-DAEMON (Mail Delivery System)", "bounce"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b", "bounce"),
        (
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
            "seen",
        ),
        ("Content-Type: multipart/report; report-type=feedback-report; boundary=b", "complaint"),
        ("X-Autoreply: yes", "automatic"),
        ("X-Autorespond: away", "automatic"),
        ("Precedence: auto_reply", "automatic"),
        ("Precedence: junk", "automatic"),
        ("Content-Type: text/calendar; method=REPLY", "automatic"),
        ("X-Autoresponse: yes", "automatic"),
        ("X-MS-Exchange-Inbox-Rules-Loop: ann@mail.example", "automatic"),
        ("Subject: Automatic reply: [g12] question 3", "automatic"),
        ("Subject: Out of Office: [g12] question 3", "automatic"),
        ("Subject: =?utf-8?b?6Ieq5YuV5Zue6KaG77yaW2cxMl0=?=", "automatic"),
        ("Subject: Ann Smith is out of the office (returning on Monday)", "automatic"),
        ("Subject: Re: Automatic reply: [g12] question 3", "person"),
        ("Subject: I am out of the office next week", "person"),
        ("Precedence: bulk", "list"),
        ("X-Zimbra-Auto: yes", "automatic"),
        ("Subject: Out of office\nPrecedence: bulk", "automatic"),
        ("Subject: Abwesenheitsnotiz", "automatic"),
        ("Subject: =?utf-8?q?R=C3=A9ponse_automatique_-_absence?=", "automatic"),
        ("Subject: Holiday plans (was: Re: [g12] question 3)", "person"),
        ("List-Id: <x.example>", "list"),
        ("Auto-Submitted: no", "person"),
        # Exchange puts this on what people write, too.
        ("X-Auto-Response-Suppress: All", "person"),
        ("Return-Path: <ann@mail.example>", "person"),
        ("Subject: Out of office", "person"),
    ],
)
def test_the_sort_of_a_mail(headers: str, kind: str) -> None:
    said = read(mail(headers), HOST)
    assert said.kind == kind
    assert bool(said.lines) == (kind in ("person", "list"))


BOUNCE = """\
--b
Content-Type: text/plain

I'm sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; Ann@mail.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

Final-Recipient: rfc822; bob@mail.example
Action: delayed
Status: 4.4.1

--b
Content-Type: {kind}

From: referee@play.example
Message-ID: <g12.2.3@play.example>
Subject: x

--b--
"""


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
    [
        (
            "Warning: message delayed 24 hours",
            "This message was created automatically. No action is required.",
        ),
        (
            "Warning",
            "Your message has not been delivered after 24 hours. It will be tried further.",
        ),
        (
            "Delayed Mail (still being retried)",
            "THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.",
        ),
        (
            "Warning: could not send message for past 4 hours",
            "Deferred: Connection timed out. Will keep trying.",
        ),
        (
            "Delivery Status Notification (Delay)",
            "There was a temporary failure. Gmail will retry.",
        ),
        ("Zustellung verzögert", "Es folgen weitere Zustellversuche."),
        ("x", "郵件延遲，系統會繼續重試。"),
    ],
)
def test_a_delay_said_in_words_alone(subject: str, text: str) -> None:
    said = read(mail(f"From: MAILER-DAEMON@mx.example\nSubject: {subject}", text), HOST)
    assert [failure.action for failure in said.failed] == ["delayed"]


@each(
    "subject, text",
    [
        ("Mail delivery failed: returning message to sender", "The delay was too long."),
        (
            "failure notice",
            "I'm not going to try again; this message has been delayed in the queue too long.",
        ),
        ("Undeliverable", "It was delayed."),
        ("x", "It was still being retried, and is given up now."),
        ("x", "<ann@mail.example>: 552 5.2.2 mailbox full, try again later"),
        ("x", "It will not be tried again after this delay."),
        ("x", "retry timeout exceeded after a delay"),
        ("x", "It did not arrive."),
    ],
)
def test_what_is_given_up_is_no_delay(subject: str, text: str) -> None:
    assert (
        read(mail(f"From: MAILER-DAEMON@mx.example\nSubject: {subject}", text), HOST).failed == ()
    )


FORMS = {
    "Exim": ("Subject: returned\nX-Failed-Recipients: ann@mail.example", "It came to nothing."),
    "qmail": (
        "Subject: failure notice",
        "Hi. This is the qmail-send program at mx.example.\n\n<ann@mail.example>:\n550 who?\n\n"
        "--- Below this line is a copy of the message.\n\nhello\n",
    ),
    "Exchange": (
        "Subject: Undeliverable: [g12]",
        "Your message did not reach the following recipient(s):\n\nann@mail.example on Tue, 3 Nov"
        " 2026\n    Who is this?\n",
    ),
}
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
