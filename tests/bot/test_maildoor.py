"""The mail door from its settings: what they come to, and a sentence for
everything that could not work.
"""

import asyncio
import email
from email import policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.arguments import setup
from bot.cli_commands.new import make
from bot.config import ImapConfig, MailConfig, OAuthConfig, Security, SmtpConfig
from bot.local.remote import done
from bot.service import mail as maildoor
from bot.service.mail import RefreshToken, believed, built, listening, mail_invite, service
from bot.service.supervisor import Service, serve
from bot.service.watch import WatchService
from engine.errors import UserError
from engine.referee.new_games import game_called
from engine.store import counts, journal, sqlite
from mail.parse.verdicts import verdict
from tests.kit.each import each

GOOD = MailConfig(
    address="referee@play.example",
    authserv_id="mx.play.example",
    imap=ImapConfig(host="imap.play.example", password="one"),
    smtp=SmtpConfig(host="smtp.play.example", user="dispatcher"),
)
OAUTH = OAuthConfig(endpoint="https://login.play.example/token", client_id="id", refresh_token="r1")


@pytest.fixture(autouse=True)
def _no_secrets_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        maildoor.PASSWORD,
        maildoor.SMTP_PASSWORD,
        maildoor.CLIENT_SECRET,
        maildoor.REFRESH_TOKEN,
    ):
        monkeypatch.delenv(name, raising=False)


def parts(config: MailConfig) -> Any:
    return built(config, RefreshToken("", config), b"key")


def test_what_the_settings_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    inbox, outgoing, names = parts(GOOD)
    server, sender = inbox.server, outgoing.server
    assert (server.user, server.security) == ("referee@play.example", "tls")
    assert (server.password, sender.password) == ("one", "one"), "for both, unless said"
    assert (sender.user, sender.port) == ("dispatcher", 465)
    assert outgoing.quota.limits == [(20, 60), (400, 86_400)]
    assert names.pattern == "referee+{tag}@play.example"
    monkeypatch.setenv(maildoor.PASSWORD, "two")
    monkeypatch.setenv(maildoor.SMTP_PASSWORD, "three")
    inbox, outgoing, _ = parts(GOOD)
    assert (inbox.server.password, outgoing.server.password) == ("two", "three")


def test_tokens_take_the_place_of_passwords_where_somebody_logs_in() -> None:
    inbox, outgoing, _ = parts(
        replace(GOOD, imap=ImapConfig(host="imap.play.example"), oauth=OAUTH)
    )
    assert inbox.server.tokens is outgoing.server.tokens is not None
    inbox, _, _ = parts(replace(GOOD, oauth=OAuthConfig(command="print-a-token me")))
    assert inbox.server.tokens.source.words == ["print-a-token", "me"]
    plain = SmtpConfig(host="localhost", port=25, security="plain")
    server = parts(replace(GOOD, smtp=plain, oauth=OAUTH))[1].server
    assert (server.user, server.password, server.tokens) == ("", "", None)


@each(
    "changed, said",
    [
        ({"address": "referee"}, ["address", "referee@play.example"]),
        ({"name": "Referee\r\nBcc: all"}, ["name", "one line"]),
        ({"pattern": "referee@play.example"}, ["{tag}"]),
        ({"ca_file": "no-such.pem"}, ["ca_file", "no-such.pem"]),
        ({"imap": ImapConfig(password="one")}, ["[mail.imap] host"]),
        ({"smtp": SmtpConfig()}, ["[mail.smtp] host"]),
        ({"imap": ImapConfig(host="imap.play.example")}, [maildoor.PASSWORD]),
        ({"oauth": replace(OAUTH, refresh_token="")}, [maildoor.REFRESH_TOKEN]),
        (
            {"oauth": replace(OAUTH, endpoint="http://login.play.example")},
            ["[mail.oauth]", "https:"],
        ),
        ({"oauth": OAuthConfig(command="say 'a")}, ["[mail.oauth] command"]),
    ],
)
def test_what_could_not_work_is_said_in_a_sentence(
    changed: dict[str, Any], said: list[str]
) -> None:
    with pytest.raises(UserError) as problem:
        parts(replace(GOOD, **changed))
    assert [word for word in said if word not in str(problem.value)] == []


@each("table", ["imap", "smtp"])
@each(
    "host, security, good",
    [
        ("mail.play.example", "plain", False),
        ("mail.play.example", "plain-over-the-network", True),
        ("127.0.0.1", "plain", True),
        ("mail.play.example", "starttls", True),
    ],
)
def test_a_plain_connection_must_be_meant(
    table: str, host: str, security: Security, good: bool
) -> None:
    changed = replace(getattr(GOOD, table), host=host, security=security)
    config = replace(GOOD, **{table: changed})
    if good:
        parts(config)
    else:
        with pytest.raises(UserError, match=rf"\[mail\.{table}\] security"):
            parts(config)


def test_without_a_name_no_verdict_is_believed() -> None:
    """Exchangers that write no name are another thing, and must be named."""
    nameless, named = (
        "dmarc=pass header.from=ann.example",
        "mx.play.example; dmarc=pass header.from=ann.example",
    )
    for header in (nameless, named):
        assert verdict([header], believed(""), "ann.example") == "absent"
    assert verdict([nameless], believed("unnamed"), "ann.example") == "pass"
    assert verdict([named], believed("mx.play.example"), "ann.example") == "pass"


def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    keys = [
        service(GOOD, tmp_path / name, "en").door.writing.names.key
        for name in ("a.db", "a.db", "b.db")
    ]
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == 32


def test_a_new_refresh_token_is_there_after_a_restart(tmp_path: Path) -> None:
    config = replace(GOOD, oauth=OAUTH)

    def token() -> str:
        return service(config, tmp_path / "a.db", "en").memory.value

    async def rotate() -> None:
        mail, stopping = service(config, tmp_path / "a.db", "en"), asyncio.Event()

        async def run() -> None:
            await mail.memory.changed("r2")
            stopping.set()
            await asyncio.Event().wait()

        mail.run = run  # type: ignore[method-assign]  # nothing is to be fetched here
        await serve(tmp_path / "a.db", [mail], stopping)

    assert token() == "r1"
    asyncio.run(rotate())
    assert token() == "r2"
    config = replace(GOOD, oauth=replace(OAUTH, refresh_token="r3"))
    assert token() == "r3", "whoever writes another one into the settings means it"


def test_a_port_that_is_taken_is_not_used() -> None:
    with listening(0) as taken:
        port = taken.getsockname()[1]
        with listening(port) as other:
            assert other.getsockname()[1] not in (0, port)
    with listening(port) as again:
        assert again.getsockname()[1] == port


def test_the_end_does_not_wait_for_a_provider_that_does_not_answer(tmp_path: Path) -> None:
    """Thirty people are invited through a server that takes connections and says nothing: one
    attempt is waited for, not thirty.
    """

    async def play() -> int:
        asked = asyncio.Event()
        connections = []

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.append(writer)
            asked.set()
            await reader.read()
            writer.close()

        provider = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = provider.sockets[0].getsockname()[1]
        smtp = SmtpConfig(host="127.0.0.1", port=port, security="plain", per_minute=0)
        imap = ImapConfig(host="127.0.0.1", port=port, security="plain", password="one")
        config = replace(GOOD, smtp=smtp, imap=imap)
        db, made = tmp_path / "a.db", setup(game_called("battleboard"), 0, {})
        done(db, make, kind="battleboard", setup=journal.encode(made).decode())
        for n in range(30):
            shown = {"address": config.address, "pattern": "", "shown": "Referee"}
            done(
                db, mail_invite, game=made.id, receiver=f"p{n}@mail.example", language="en", **shown
            )
        mail, stopping = service(config, db, "en"), asyncio.Event()
        mail.door.outgoing.server = replace(mail.door.outgoing.server, timeout=0.5)
        mail.run = asyncio.Event().wait  # type: ignore[method-assign,assignment]  # nothing is to be fetched here
        serving = asyncio.create_task(serve(db, [mail], stopping))
        await asked.wait()
        stopping.set()
        await serving
        provider.close()
        return len(connections)

    assert asyncio.run(play()) <= 2
    with sqlite.SqliteStore(tmp_path / "a.db") as store:
        assert (sum(some.count for some in counts.waiting(store)), counts.lost(store)) == (30, [])


def test_operators_are_mailed_what_is_out_of_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the whole program, with a door that ails from the beginning."""
    monkeypatch.setattr("bot.service.watch.LONG", 0)

    class Ailing(Service):
        name = "Discord"

        async def run(self) -> None:
            await asyncio.Event().wait()

        def ails(self) -> str:
            return "there is no connection"

    async def play() -> list[EmailMessage]:
        sandbox, stopping = maildoor.SandboxService("operator"), asyncio.Event()
        mail = service(sandbox.settings(), tmp_path / "a.db", "en")
        tell = partial(mail.tell, [sandbox.host.address("operator")])
        services = [
            sandbox,
            mail,
            Ailing(),
            WatchService(tmp_path / "a.db", [Ailing()], {"mail": tell}, every=0.05),
        ]
        serving = asyncio.create_task(serve(tmp_path / "a.db", services, stopping))
        folder = sandbox.host.accounts["operator"].folders["INBOX"]
        async with asyncio.timeout(30):
            while not folder.mails:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        stopping.set()
        await serving
        return [email.message_from_bytes(kept.raw, policy=policy.default) for kept in folder.mails]

    (mail,) = asyncio.run(play())
    assert mail["Subject"] == "Discord has been out of order for an hour: there is no connection"
    assert (mail["Auto-Submitted"], mail["From"]) == (
        "auto-generated",
        "Referee <referee@meanwhile.test>",
    )
    body = mail.get_body(("plain",))
    assert body is not None
    assert "there is no connection" in body.get_content()
