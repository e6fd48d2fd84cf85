"""The provider on loopback, as mail programs see it: through imaplib
and smtplib, which are not ours.
"""

import asyncio
import email
import imaplib
import smtplib
from collections.abc import Callable, Sequence
from email import policy
from email.message import EmailMessage

import pytest

from mail.parse.verdicts import verdict
from mail.sandbox.host import Host
from tests.kit.each import each

FROM = "Ann <ann@meanwhile.test>"


def with_host(play: Callable[[int, int], None], host: Host | None = None) -> None:
    async def all_of_it() -> None:
        own = host or Host()
        own.open("ann", "bob", "referee")
        imap, smtp = await own.start()
        try:
            await asyncio.to_thread(play, imap, smtp)
        finally:
            await own.stop()

    asyncio.run(all_of_it())


def composed(text: str = "hello\n", sender: str = FROM) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = sender, "bob@meanwhile.test"
    message["Subject"], message["Message-ID"] = "A question", "<1@meanwhile.test>"
    message.set_content(text)
    return message


def send(
    port: int, message: EmailMessage, to: str = "bob@meanwhile.test", user: str = "ann"
) -> None:
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        if user:
            smtp.login(user, "sandbox")
        smtp.send_message(message, "ann@meanwhile.test", [to])


def inbox(port: int, user: str = "bob") -> imaplib.IMAP4:
    imap = imaplib.IMAP4("127.0.0.1", port)
    imap.login(user, "sandbox")
    imap.select()
    return imap


def raw_of(answer: Sequence[object]) -> bytes:
    (found,) = [part[1] for part in answer if isinstance(part, tuple)]
    return bytes(found)


def headers(port: int) -> EmailMessage:
    with inbox(port) as imap:
        message = email.message_from_bytes(
            raw_of(imap.fetch("1", "(RFC822)")[1]), policy=policy.default
        )
    assert isinstance(message, EmailMessage)
    return message


def test_a_mail_goes_from_one_to_the_other() -> None:
    def play(imap: int, smtp: int) -> None:
        send(smtp, composed(), "Bob+12.tag@Meanwhile.Test")
        found = headers(imap)
        assert (found["Subject"], found.get_content().strip()) == ("A question", "hello")
        assert (found["Delivered-To"], found["Return-Path"]) == (
            "Bob+12.tag@Meanwhile.Test",
            "<ann@meanwhile.test>",
        )

    with_host(play)


@each(
    "user, sender, said",
    [
        ("ann", FROM, "pass"),
        ("bob", FROM, "none"),
        ("", FROM, "none"),
        ("ann", "Eve <eve@evil.example>", "none"),
    ],
)
def test_only_who_has_logged_in_is_vouched_for(user: str, sender: str, said: str) -> None:
    def play(imap: int, smtp: int) -> None:
        message = composed(sender=sender)
        message["Authentication-Results"] = (
            f"meanwhile.test; dmarc=pass header.from={sender.split('@')[1].rstrip('>')}"
        )
        send(smtp, message, user=user)
        (stamp,) = headers(imap).get_all("Authentication-Results") or []
        found = verdict([str(stamp)], "meanwhile.test", sender.split("@")[1].rstrip(">"))
        assert (found == "pass") == (said == "pass")

    with_host(play)


def test_a_host_that_does_not_strip_leaves_forged_verdicts_below_its_own() -> None:
    def play(imap: int, smtp: int) -> None:
        message = composed()
        message["Authentication-Results"] = "meanwhile.test; dmarc=pass header.from=forged.example"
        send(smtp, message, user="")
        first, second = headers(imap).get_all("Authentication-Results") or []
        assert ("fail" in first, "forged" in second) == (True, True)

    with_host(play, Host(strips=False))


def test_nothing_leaves_this_machine() -> None:
    def play(_imap: int, smtp: int) -> None:
        for receiver in ("carol@meanwhile.test", "ann@mail.example"):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                send(smtp, composed(), receiver)

    with_host(play)


def test_a_wrong_password_opens_nothing() -> None:
    def play(imap: int, smtp: int) -> None:
        with (
            imaplib.IMAP4("127.0.0.1", imap) as client,
            pytest.raises(imaplib.IMAP4.error, match="AUTHENTICATIONF"),
        ):
            client.login("bob", "wrong")
        with (
            smtplib.SMTP("127.0.0.1", smtp) as program,
            pytest.raises(smtplib.SMTPAuthenticationError),
        ):
            program.login("ann", "wrong")

    with_host(play)


def test_what_a_mail_program_asks_for() -> None:
    """Folders, sizes, envelope, structure (RFC 3501, 7.4.2), flags, search,
    copy, move away, and what is sent.
    """

    def play(port: int, smtp: int) -> None:
        message = composed("how is it going?\n")
        message.add_alternative("<p>how is it going?</p>", subtype="html")
        message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename='a "b".png')
        send(smtp, message)
        send(smtp, composed("again\n"))
        with inbox(port) as imap:
            names = imap.list()[1]
            assert any(
                b"\\Sent" in name and b'"Sent"' in name for name in names if isinstance(name, bytes)
            )
            assert imap.status("INBOX", "(MESSAGES UNSEEN)")[1] == [
                b'"INBOX" (MESSAGES 2 UNSEEN 2)'
            ]
            (envelope,) = imap.fetch("1", "(ENVELOPE)")[1]
            assert isinstance(envelope, bytes)
            assert b'"A question" (("Ann" NIL "ann" "meanwhile.test"))' in envelope
            (structure,) = imap.fetch("1", "(BODYSTRUCTURE)")[1]
            assert isinstance(structure, bytes)
            for fact in (
                *(b'"plain" ("charset" "utf-8")', b'"html"', b'"alternative"'),
                *(b'"a \\"b\\".png"', b'"mixed"'),
            ):
                assert fact in structure
            assert (
                raw_of(imap.fetch("1", "(BODY.PEEK[1.2])")[1]).strip() == b"<p>how is it going?</p>"
            )
            assert (
                raw_of(imap.fetch("1", "(BODY.PEEK[HEADER.FIELDS (SUBJECT)])")[1])
                == b"Subject: A question\r\n\r\n"
            )
            assert raw_of(imap.fetch("1", "(BODY.PEEK[TEXT]<0.4>)")[1])[:2] == b"--"
            assert imap.search(None, "UNSEEN")[1] == [b"1 2"]
            imap.fetch("2", "(BODY[])")
            assert imap.search(None, "UNSEEN")[1] == [b"1"]
            assert imap.search(None, "TEXT", "going")[1] == [b"1"]
            assert imap.search(None, "NOT", "HEADER", "Message-ID", "1@meanwhile.test")[1] == [b""]
            with pytest.raises(imaplib.IMAP4.error):
                imap.search(None, "FUZZY")
            imap.store("2", "+FLAGS", r"(\Flagged)")
            assert imap.fetch("2", "(FLAGS)")[1] == [rb"2 (FLAGS (\Flagged \Seen))"]
            imap.copy("2", "Trash")
            imap.store("2", "+FLAGS", r"(\Deleted)")
            assert imap.expunge()[1] == [b"2"]
            imap.append("Sent", r"(\Seen)", None, b"Subject: mine\r\n\r\nsent\r\n")
            imap.select("Sent")
            assert imap.search(None, "SUBJECT", "mine")[1] == [b"1"]
            assert imap.select("Nowhere")[0] == "NO"

    with_host(play)
