"""Explains connection errors in the server's words, never in those of a protocol or a library."""

import re
import ssl
from typing import Literal

import aiosmtplib
from aioimaplib import aioimaplib
from msgspec import Struct

CODE = re.compile(r"\[([A-Z-]{3,30})[\] ]")
PASSING = frozenset(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"])
"""Response codes (RFC 5530, RFC 9051) of temporary faults."""
PASSWORD = (
    "check user and password; many hosts want a password made for programs, or tokens"
    " ([mail.oauth])"
)
ADVICE = {
    "AUTHENTICATIONFAILED": PASSWORD,
    "AUTHORIZATIONFAILED": "this user may not open this mailbox: check user, or ask the host",
    "EXPIRED": "set a new password at the host",
    "PRIVACYREQUIRED": "set security to starttls or tls",
    "CONTACTADMIN": "ask the host",
    "UNAVAILABLE": "this passes; ask the host if it does not",
    "SERVERBUG": "this passes; ask the host if it does not",
    "INUSE": "end other programs that use this mailbox, or wait",
    "LIMIT": "end other programs that use this mailbox, or wait",
    "OVERQUOTA": "empty the folders Done and Aside, or have the host give the mailbox more room",
    "NOPERM": "have the host allow this user to make folders and to move mails",
}
EXPIRED, OTHER_NAME = 10, 62
"""OpenSSL's numbers of these certificate errors."""

SILENT = "the server does not answer in time"
GARBLED = "the server says what cannot be read"


def code_in(said: str) -> str:
    """Return the response code in a server's answer, or an empty string."""
    found = CODE.search(said)
    return found[1] if found else ""


def certificate_error(error: BaseException) -> ssl.SSLCertVerificationError | None:
    """Return the certificate error that caused an error, or ``None``."""
    cause = error.__cause__ or error
    return cause if isinstance(cause, ssl.SSLCertVerificationError) else None


def about_certificate(error: ssl.SSLCertVerificationError) -> str:
    if error.verify_code == EXPIRED:
        return "have the host renew it"
    if error.verify_code == OTHER_NAME:
        return "use the name that is in it as host"
    return "use the name that is in it as host, or name its authority with ca_file"


def reason(error: BaseException) -> str:
    if (certificate := certificate_error(error)) is not None:
        return f"the certificate is not believed ({certificate.verify_message})"
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return " ".join(f"{error.code} {error.message}".split())[:300]
    if isinstance(error, aioimaplib.CommandTimeout):
        return SILENT
    if isinstance(error, aioimaplib.AioImapException):
        return GARBLED
    said = error.strerror if isinstance(error, OSError) else None
    return " ".join((said or str(error)).split())[:300] or (
        SILENT if isinstance(error, TimeoutError) else "the connection has failed"
    )


Step = Literal["connection", "sender", "receiver", "mail"]
"""The step of a delivery at which it was refused."""
Meaning = Literal["us", "person", "mail", "later", "doubtful"]
"""The meaning of a refusal.

``us``: the server would refuse every mail now, because of our login or our volume. ``person``: this
receiver can't be reached. ``mail``: this mail will never be accepted. ``later``: a retry for this
receiver may succeed. ``doubtful``: a permanent code that some hosts use for temporary faults.
"""

STATUS = re.compile(r"[245]\.(\d{1,3})\.(\d{1,3})(?![\d.])")
UNPROVED = {
    (7, 25): "publish a PTR record for the address that sends, and an A record that points back",
    (7, 26): "publish SPF and DKIM records for the domain of the referee's address",
    (7, 27): "publish an SPF record that names the server that sends",
    (7, 29): "let the server that sends encrypt (STARTTLS)",
    (7, 32): "let SPF or DKIM be for the domain of the referee's address, so that DMARC passes",
    (
        7,
        509,
    ): "publish SPF and DKIM records that pass DMARC for the domain of the referee's address",
    (7, 515): "publish SPF, DKIM and DMARC records for the domain of the referee's address",
}
"""Advice for the operator if a host (Gmail, Microsoft) wants proof of our identity.

The host accepts our mails once that is done.
"""
OUR_CODES = frozenset([421, 530, 534, 535, 538])
"""Codes that end the connection, or require or refuse a login."""
OUR_STATUS = frozenset(
    [
        *((1, 7), (1, 8), (1, 90)),  # our address as the sender; all receivers of a day
        (2, 252),  # we may not send as this address
        (4, 5),  # the provider is congested; Gmail: our mails of a day
        *(
            (7, detail) for detail in (8, 9, 10, 11, 12, 13, 14)
        ),  # our login, and how it is encrypted
        *UNPROVED,
        *(
            (7, 28),
            (7, 30),
            (7, 57),
            (7, 60),
            (7, 139),
        ),  # too many mails, this kind of login, or not our address
        *(
            (7, detail) for detail in (*range(500, 516), *range(606, 650), *range(700, 800))
        ),  # Microsoft: the account, its address (banned: 511, 606 to 649), its rate
    ]
)
FULL = frozenset([(2, 2), (2, 121), (2, 122)])
"""The mailbox is full or receives too much. Other receivers are not affected."""
DOUBTFUL = frozenset([(2, 0), (2, 1), (3, 1), (3, 2)])
"""A fault of the mailbox or the host.

The mailbox is switched off (Gmail: receives too much just now), or the host is full or asleep.
"""
TOO_MUCH = 552
"""A code without a status: the mailbox is full, or after the mail, the mail is too long."""


class SmtpRefusal(Struct, frozen=True):
    """An SMTP reply that refuses something."""

    step: Step
    code: int
    text: str

    @property
    def said(self) -> str:
        """The provider's own words, on one line."""
        return " ".join(f"{self.code} {self.text}".split())[:300]

    @property
    def status(self) -> tuple[int, int] | None:
        """Subject and detail of the enhanced status code, or ``None`` without one."""
        match = STATUS.match(self.text)
        return (int(match[1]), int(match[2])) if match else None

    @property
    def remedy(self) -> str:
        """The DNS records that the operator must publish, or an empty string."""
        return UNPROVED.get(self.status or (0, 0), "")

    def means(self) -> Meaning:
        status = self.status
        if self.code in OUR_CODES or status in OUR_STATUS or self.step == "connection":
            return "us"
        if self.step == "sender":
            return "mail" if self.code == TOO_MUCH or status == (3, 4) else "us"
        if not 500 <= self.code < 600 or status in FULL:
            return "later"
        if self.step == "receiver":
            return self.of_receiver(status)
        return self.of_mail(status)

    def of_receiver(self, status: tuple[int, int] | None) -> Meaning:
        """Return the meaning of a permanent refusal of the receiver."""
        if status is None and self.code == TOO_MUCH:
            return "later"
        return "doubtful" if status in DOUBTFUL else "person"

    def of_mail(self, status: tuple[int, int] | None) -> Meaning:
        """Return the meaning of a permanent refusal after the mail was sent."""
        if status is None:
            return "mail" if self.code == TOO_MUCH else "doubtful"
        if status in DOUBTFUL or status[0] in (0, 5) or status in ((7, 0), (7, 1)):
            return "doubtful"
        return "person" if status[0] in (1, 2, 4) and status != (2, 3) else "mail"
