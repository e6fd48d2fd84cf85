"""Turns connection errors at the provider into sentences with a remedy."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import aiosmtplib
from aioimaplib import aioimaplib
from msgspec import Struct, field

from mail.transport import imap, reasons, smtp


class MailFindings(Struct):
    """The result of the checks: ``good`` news, and ``faults`` with a remedy each."""

    good: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @contextmanager
    def judging(self, table: str, server: smtp.MailServer) -> Iterator[None]:
        """Turn an error of this server into a fault."""
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


def meaning(error: Exception, server: smtp.MailServer) -> str:
    said = reasons.reason(error)
    advice = reasons.ADVICE.get(reasons.code_in(said), "")
    if isinstance(error, (PermissionError, aiosmtplib.SMTPAuthenticationError)):
        return f"{server.user} is not let in ({said}): {advice or reasons.PASSWORD}"
    if isinstance(error, imap.Unwelcome):
        return f"{said}: wait, or ask the host what it means"
    if isinstance(error, imap.Said):
        refused = said if error.at_login else f"we are let in, and {said}"
        return f"{refused}: {advice}" if advice else refused
    # The library wraps the real error as the cause.
    if (certificate := reasons.certificate_error(error)) is not None:
        return f"{said}: {reasons.about_certificate(certificate)}"
    other = "starttls" if server.security == "tls" else "tls"
    return (
        f"cannot be used ({said}): check host, port and security"
        f" ({server.security!r} now; {other!r} may be what this port wants)"
    )


def encrypted(tls: ssl.SSLObject | None) -> str:
    return "in clear" if tls is None else f"encrypted ({tls.version()}), the certificate is good"
