"""What is wrong with a connection to the provider becomes a sentence that says what to do."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import aiosmtplib
from aioimaplib import aioimaplib
from msgspec import Struct, field

from mail.transport.imap import Said
from mail.transport.smtp import MailServer


class MailFindings(Struct):
    """What was found: ``good`` to know, and ``faults``, each with what to do."""

    good: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @contextmanager
    def judging(self, table: str, server: MailServer) -> Iterator[None]:
        """Have whatever goes wrong with this server become a fault."""
        try:
            yield
        except (
            OSError,
            TimeoutError,
            aiosmtplib.SMTPException,
            aioimaplib.AioImapException,
        ) as error:
            where = f"[mail.{table}] {server.host}, port {server.port}"
            self.faults.append(f"{where}: {meaning(error, server)}")


def meaning(error: Exception, server: MailServer) -> str:
    """Return what an error of a connection means, and what to do."""
    if isinstance(error, (PermissionError, aiosmtplib.SMTPAuthenticationError)):
        return (
            f"{server.user} is not let in ({told(error)}): check user and password;"
            " many hosts want a password made for programs, or tokens ([mail.oauth])"
        )
    if isinstance(error, Said):
        return f"we are let in, and {error}"
    # What really happened stands behind what the library says.
    cause = error.__cause__ or error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return (
            f"the certificate is not believed ({cause.verify_message}): use the"
            " name that is in it as host, or name its authority with ca_file"
        )
    other = "starttls" if server.security == "tls" else "tls"
    return (
        f"cannot be used ({told(error)}): check host, port and security"
        f" ({server.security!r} now; {other!r} may be what this port wants)"
    )


def encrypted(tls: ssl.SSLObject | None) -> str:
    """Return how a connection is encrypted."""
    return "in clear" if tls is None else f"encrypted ({tls.version()}), the certificate is good"


def told(error: Exception) -> str:
    """Return what an error says, on one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
