"""What went wrong with a connection: in the server's own words where it has said something, and
never in those of a protocol or of a library.
"""

import re
import ssl

import aiosmtplib
from aioimaplib import aioimaplib

CODE = re.compile(r"\[([A-Z-]{3,30})[\] ]")
PASSING = frozenset(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"])
"""Response codes (RFC 5530, RFC 9051) of what passes without anybody doing anything."""
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
"""What to do about a response code."""
EXPIRED, OTHER_NAME = 10, 62
"""What OpenSSL calls these errors of certificates."""

SILENT = "the server does not answer in time"
GARBLED = "the server says what cannot be read"


def code_in(said: str) -> str:
    """Return the response code in what a server says; nothing if there is none."""
    found = CODE.search(said)
    return found[1] if found else ""


def certificate_error(error: BaseException) -> ssl.SSLCertVerificationError | None:
    """Return what is wrong with a certificate, if that is what stands behind an error."""
    cause = error.__cause__ or error
    return cause if isinstance(cause, ssl.SSLCertVerificationError) else None


def about_certificate(error: ssl.SSLCertVerificationError) -> str:
    """Return what to do about a certificate."""
    if error.verify_code == EXPIRED:
        return "have the host renew it"
    if error.verify_code == OTHER_NAME:
        return "use the name that is in it as host"
    return "use the name that is in it as host, or name its authority with ca_file"


def reason(error: BaseException) -> str:
    """Return what went wrong, on one line."""
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
