"""What is noted: one line an event, and no secret in any of them."""

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.config import Config, DiscordConfig, ImapConfig, MailConfig
from bot.logs import log_to
from mail.names import Capability, MailNames

PASSWORD = "correct horse battery"
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
"""A token in the form in which Discord documents them."""


@pytest.fixture
def noted(tmp_path: Path) -> Iterator[Callable[..., str]]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level

    def note(form: str, text: str, *facts: object, fault: bool = False) -> str:
        mail = MailConfig(imap=ImapConfig(password=PASSWORD))
        file = tmp_path / f"{form}.log"
        config = Config(
            log=str(file),
            log_form="json" if form == "json" else "text",
            mail=mail,
            discord=DiscordConfig(),
        )
        log_to(config, serving=True)
        logging.getLogger("mail.inbox").info(text, *facts, exc_info=fault)
        return file.read_text("utf-8")

    yield note
    for handler in root.handlers:
        if handler not in before:
            handler.close()
    root.handlers[:] = before
    root.setLevel(level)


def test_a_line_of_json(noted: Callable[..., str]) -> None:
    line = json.loads(noted("json", "mail %s of %s", 12, "安"))
    assert (line["event"], line["level"], line["logger"]) == ("mail 12 of 安", "info", "mail.inbox")
    assert line["timestamp"].endswith("Z")


def test_a_line_of_text(noted: Callable[..., str]) -> None:
    (line,) = noted("text", "the mailbox is empty").splitlines()
    assert [
        word for word in ("info", "mail.inbox", "the mailbox is empty") if word not in line
    ] == []


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_fault_is_noted_whole_and_without_secrets(noted: Callable[..., str], form: str) -> None:
    try:
        raise ValueError(f"login referee {PASSWORD}")
    except ValueError:
        said = noted(form, "a fault", fault=True)
    assert "Traceback" in said
    assert "ValueError: login referee ***" in said
    assert PASSWORD not in said


@pytest.mark.parametrize("form", ["json", "text"])
def test_what_strangers_send_begins_no_line_and_commands_no_terminal(
    noted: Callable[..., str], form: str
) -> None:
    """The name of a mail, and what a server answers, stand in the log."""
    planted = "x\n2026-12-24T00:00:00Z [error] planted\r\x1b[2J\x9b\u202e\u2028planted"
    (line,) = noted(form, "mail %s was not answered", planted).splitlines()
    assert "planted" in line
    try:
        raise ValueError(planted)
    except ValueError:
        said = noted(form, "a fault", fault=True)
    assert sum(begun.startswith(("20", "{")) for begun in said.split("\n")) == 2, "two events"
    assert not set(said) & set("\r\x1b\x9b\u202e\u2028")


def tags() -> list[str]:
    names, of = MailNames(b"k" * 32, "referee@play.example"), Capability("g12", 2, 3)
    return [
        names.reply_to(of),
        names.message_id(of, b""),
        names.envelope("g12", 2),
        names.root("g12", 2),
    ]


@pytest.mark.parametrize("secret", [*tags(), TOKEN, "Bearer ya29.a0AfH6SMBx"])
@pytest.mark.parametrize("form", ["json", "text"])
def test_proofs_and_tokens_are_taken_out(noted: Callable[..., str], form: str, secret: str) -> None:
    said = noted(form, "mail to %s was not answered", secret)
    proof = (
        secret.split(".")[-1]
        if "@" not in secret
        else secret.split("@")[0].split(".")[3 if secret[0] == "<" else -1]
    )
    assert proof.split()[-1].strip(">") not in said
    assert "***" in said


def test_a_secret_of_the_environment(
    noted: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEANWHILE_MAIL_CLIENT_SECRET", "a secret of the environment")
    assert "environment" not in noted("json", "a secret of the environment was refused")


def test_what_libraries_chat_about_is_left_out(noted: Callable[..., str], tmp_path: Path) -> None:
    noted("json", "hello")
    for name in ("mail.log", "aioimaplib.aioimaplib", "aiohttp.access", "discord.client"):
        logging.getLogger(name).info("%s %s", PASSWORD, name)
    assert len((tmp_path / "json.log").read_text().splitlines()) == 1
