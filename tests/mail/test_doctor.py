"""The doctor of mail finds what is wrong with an account, and says what to do."""

import asyncio
import ssl
from pathlib import Path
from typing import Any

from bot.service.mail import look_at_mail
from engine.referee.clock import Clock
from mail.doctor import NOBODY, Doctor
from mail.names import MailNames
from mail.sandbox.boxes import MailAccount
from mail.sandbox.host import Host
from mail.transport.checks import MailFindings
from mail.transport.mailbox import DONE, ImapInbox
from mail.transport.smtp import MailServer, Security, SmtpSender
from tests.kit.each import each
from tests.mail.imapserver import ImapServer
from tests.mail.posts import Post, settings
from tests.mail.test_tls import of_server, trusting

ADDRESS = "referee@meanwhile.test"


class Deaf(Host):
    def account_of(self, address: str) -> MailAccount | None:
        return None if "+" in address else super().account_of(address)


class Forgetful(Host):
    def deliver(
        self, raw: bytes, sender: str, receiver: str, by: str = "", at: int | None = None
    ) -> None:
        account = self.account_of(receiver)
        assert account is not None
        account.deliver(raw.replace(b"To: " + receiver.encode(), b"To: players:;"), 1)


class Suspicious(Host):
    def deliver(
        self, raw: bytes, sender: str, receiver: str, by: str = "", at: int | None = None
    ) -> None:
        account = self.account_of(receiver)
        assert account is not None
        super().deliver(raw, sender, receiver, by, at)
        account.create("Junk")
        account.folders["Junk"].add(account.folders["INBOX"].mails.pop().raw, 1)


def examined(
    host: Host,
    believed: str = "meanwhile.test",
    way: Security = "none",
    trust: ssl.SSLContext | None = None,
    password: str = "sandbox",
    certificate: str = "localhost",
    patience: float = 30,
) -> MailFindings:
    async def play() -> MailFindings:
        host.open("referee")
        host.imap.starttls = host.starttls = of_server(certificate) if way == "starttls" else None
        imap, smtp = await host.start(tls=of_server(certificate) if way == "tls" else None)
        try:
            facts: dict[str, Any] = {
                "user": "referee",
                "password": password,
                "security": way,
                "timeout": 20,
            }
            at = "localhost" if way != "none" else "127.0.0.1"
            doctor = Doctor(
                ImapInbox(MailServer(host=at, port=imap, **facts), trust=trust),
                SmtpSender(MailServer(host=at, port=smtp, **facts), Clock(), trust),
                *(MailNames(b"", ADDRESS), believed, patience, 0.01),
            )
            return await doctor.examine()
        finally:
            await host.stop()

    return asyncio.run(play())


@each("way", ["none", "starttls", "tls"])
def test_a_good_account(way: Security) -> None:
    host = Host()
    found = examined(host, way=way, trust=trusting())
    assert found.faults == []
    text = "\n".join(found.good)
    assert ("TLSv1" in text) == (way != "none")
    for said in (
        "IMAP: IDLE",
        "IMAP: MOVE",
        "addresses with details arrive",
        "a forged one is not believed",
    ):
        assert said in text
    folders = host.accounts["referee"].folders
    assert (len(folders["INBOX"].mails), len(folders[DONE].mails)) == (0, 1)


def only(found: MailFindings) -> str:
    (fault,) = found.faults
    return fault


def test_a_host_that_lets_forged_verdicts_stand() -> None:
    found = examined(Forgetful())
    assert any(
        "forged verdict" in fault and "leave authserv_id empty" in fault for fault in found.faults
    )
    assert any("Delivered-To" in fault for fault in found.faults)


def test_no_verdict_is_believed_where_none_is_to_be() -> None:
    assert not any("forged" in fault for fault in examined(Forgetful(), NOBODY).faults)
    assert "verdicts of meanwhile.test" not in "\n".join(
        examined(Host(strips=False), "mx.elsewhere.example").faults
    )


@each("believed", ["mx.elsewhere.example", NOBODY])
def test_the_name_of_the_exchanger_is_said_where_another_one_or_none_is_set(believed: str) -> None:
    found = examined(Host(), believed)
    said = "\n".join([*found.good, *found.faults])
    assert "the verdicts in this mail are of meanwhile.test; if that is your exchanger" in said


def test_a_host_that_knows_no_details() -> None:
    assert "recipient_delimiter" in only(examined(Deaf()))


def test_a_host_that_takes_us_for_rubbish() -> None:
    assert "Junk" in only(examined(Suspicious()))


def test_a_mailbox_that_is_another_ones() -> None:
    class Lost(Host):
        def deliver(
            self, raw: bytes, sender: str, receiver: str, by: str = "", at: int | None = None
        ) -> None:
            """It goes nowhere."""

    assert "has arrived" in only(examined(Lost(), patience=0.1))


def test_a_wrong_password() -> None:
    fault = only(examined(Host(), password="wrong"))
    assert "check user and password" in fault
    assert "[AUTHENTICATIONFAILED]" in fault


@each("refused", ["CREATE", "SELECT"])
def test_what_the_server_refuses_is_said_once_in_its_own_words(refused: str) -> None:
    host = Host()
    host.imap = server = ImapServer("sandbox")
    server.accounts, server.refuse = host.accounts, {refused}
    fault = only(examined(host))
    assert fault.endswith("NO not now")
    assert "security" not in fault


def test_what_goes_wrong_while_a_mail_is_waited_for_is_said_once() -> None:
    host = Host()
    host.imap = server = ImapServer("sandbox")
    server.accounts, server.refuse = host.accounts, {"UID SEARCH"}
    assert "has arrived" in only(examined(host, patience=0.1))


@each("way", ["starttls", "tls"])
def test_a_certificate_that_is_not_believed(way: Security) -> None:
    assert "ca_file" in only(examined(Host(), way=way, trust=ssl.create_default_context()))
    assert "certificate" in only(
        examined(Host(), way=way, trust=trusting(), certificate="elsewhere.example")
    )


def test_the_wrong_way_to_encrypt() -> None:
    async def play() -> MailFindings:
        host = Host()
        imap, smtp = await host.start()
        try:
            server = MailServer(
                host="localhost",
                port=imap,
                user="referee",
                password="sandbox",
                security="tls",
                timeout=0.5,
            )
            outgoing = SmtpSender(MailServer(host="localhost", port=smtp, security="tls"), Clock())
            return await Doctor(
                ImapInbox(server), outgoing, MailNames(b"", ADDRESS), NOBODY
            ).examine()
        finally:
            await host.stop()

    fault = only(asyncio.run(play()))
    assert "'starttls' may be what this port wants" in fault


def test_both_families_of_servers_from_the_settings(post: Post, tmp_path: Path) -> None:
    found = look_at_mail(settings(post, post.opened("referee")), tmp_path / "there is none.db")
    assert found.faults == []
    text = "\n".join(found.good)
    for said in (
        "the certificate is good",
        "addresses with details arrive",
        "a forged one is not believed",
    ):
        assert said in text
