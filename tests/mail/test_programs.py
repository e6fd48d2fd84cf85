"""Programs that people have: mutt reads and answers with the settings of docs/mail.md; mbsync
fetches and msmtp sends. They are Debian's.
"""

import email
import os
import pty
import re
import select
import shutil
import subprocess
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from mail.parse.reading import read
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in
from mail.sandbox.host import Host
from tests.mail.quoting import CARD, OURS, what
from tests.mail.test_sandbox import FROM, inbox, raw_of, send, with_host
from tests.repo.tree import ROOT

PATIENCE = 30.0
"""Seconds after which a program that has not ended will not end."""
LOOK = 0.1
"""Seconds between two looks at it."""
EDITOR = '#!/bin/sh\n{ echo "bomb bob 3 3"; echo; cat "$1"; } >"$1.new" && mv "$1.new" "$1"\n'


def needs(*programs: str) -> None:
    """Leave a test out where a program is missing; where ``CI`` is set, that is a failure."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"not installed: {', '.join(missing)}")
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def report() -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "Referee <referee@meanwhile.test>", FROM
    message["Reply-To"] = "Referee <referee+g12.2.3.x@meanwhile.test>"
    message["Subject"], message["Message-ID"] = "[g12] battleboard: ann, bob", "<7@play.test>"
    message.set_content(CARD)
    return message


def mutt_settings(imap: int, smtp: int) -> str:
    text = (ROOT / "docs" / "mail.md").read_text("utf-8")
    found = re.search(r"```text\n(set folder=.*?)```", text, re.S)
    assert found is not None
    return found[1].replace(":1143/", f":{imap}/").replace(":1025/", f":{smtp}/")


def in_a_terminal(folder: Path, *command: str) -> str:
    primary, secondary = pty.openpty()
    environment = os.environ | {
        "TERM": "vt100",
        "HOME": str(folder),
        "LINES": "40",
        "COLUMNS": "100",
    }
    process = subprocess.Popen(
        command, stdin=secondary, stdout=secondary, stderr=secondary, env=environment, cwd=folder
    )
    os.close(secondary)
    shown, looks = b"", round(PATIENCE / LOOK)
    while process.poll() is None and looks:
        looks -= 1
        if select.select([primary], [], [], LOOK)[0]:
            try:
                shown += os.read(primary, 65_536)
            except OSError:
                break
    if process.poll() is None:
        process.kill()
    process.wait()
    os.close(primary)
    return shown.decode("utf-8", "replace")


def answered(imap: int) -> bytes:
    with inbox(imap, "referee") as box:
        return raw_of(box.fetch("1", "(RFC822)")[1])


def orders(raw: bytes) -> tuple[str, ...]:
    return said_in(read(raw).body, runs_of(CARD), OURS, what).own


def test_mutt_plays_with_the_settings_of_the_page(tmp_path: Path) -> None:
    needs("mutt")
    editor = tmp_path / "editor"
    editor.write_text(EDITOR)
    editor.chmod(0o755)

    def play(imap: int, smtp: int) -> None:
        send(smtp, report(), "ann@meanwhile.test", "referee")
        settings = tmp_path / "muttrc"
        keys = "<first-entry><reply><send-message><quit>"
        settings.write_text(
            mutt_settings(imap, smtp)
            + f'set editor="{editor}" fast_reply=yes include=yes reply_to=yes quit=yes copy=no'
            + f" header_cache= sleep_time=0\nset postpone=no move=no\npush {keys}\n"
        )
        shown = in_a_terminal(tmp_path, "mutt", "-n", "-F", str(settings))
        with inbox(imap, "referee") as box:
            assert box.select()[1] == [b"1"], shown
        raw = answered(imap)
        found = email.message_from_bytes(raw, policy=policy.default)
        assert found["To"].addresses[0].addr_spec == "referee+g12.2.3.x@meanwhile.test"
        assert found["In-Reply-To"] == "<7@play.test>"
        assert orders(raw) == ("bomb bob 3 3",)

    with_host(play, Host())
