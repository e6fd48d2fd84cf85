"""`meanwhile serve` as its operator runs it, and people with nothing but a mail
program: processes, ports, bytes.
"""

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

from mail.sandbox.host import Host
from tests.bot import program
from tests.bot.program import ENVIRONMENT, MEANWHILE, Program
from tests.kit.data import beside
from tests.mail.app import served, wait_until
from tests.mail.posts import Person, Plain, about
from tests.mail.stage import asks, rows, text_of
from tests.mail.test_sandbox import with_host

DATA = beside(__file__)
GIVEN = {**ENVIRONMENT, "MEANWHILE_MAIL_PASSWORD": "sandbox"}
ROUNDS = 4


@contextmanager
def serving(
    folder: Path, *arguments: str, ending: signal.Signals = signal.SIGTERM
) -> Iterator[Program]:
    """The command, until the block ends. It must end well then, unless it is
    killed, and have nothing to complain.
    """
    command = (MEANWHILE, "serve", *arguments)
    process = Program(folder, *command, environment=GIVEN, stdout=PIPE, stderr=PIPE)
    try:
        yield process
    finally:
        process.send_signal(ending)
        _, complained = process.communicate(timeout=120)
    good = -ending if ending == signal.SIGKILL else 0
    assert (process.returncode, complained.decode()) == (good, "")


def line_with(process: Program, word: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if word in line.decode():
            return line.decode()
    raise AssertionError(f"it never says {word}")


def joins(person: Person, text: str) -> None:
    person.answer(person.wait(about("You are invited")), text)
    assert rows(person.wait(lambda mail: bool(rows(mail)))) == [text]


def test_a_newcomer_plays_by_mail_without_an_account(tmp_path: Path) -> None:
    with serving(tmp_path, "--sandbox", "--game", "battleboard", ending=signal.SIGINT) as process:
        ports = [int(re.findall(r"port (\d+)", line_with(process, "port"))[0]) for _ in range(2)]
        ann, bob = (Person(Plain(*ports), name) for name in ("ann", "bob"))
        for person in (ann, bob):
            joins(person, "join")

        def asked() -> list[Person]:
            for person in (ann, bob):
                person.look()
            return [person for person in (ann, bob) if any(map(asks, person.mails))]

        wait_until(lambda: bool(asked()))
        (first,) = asked()
        other = bob if first is ann else ann
        first.answer(first.wait(asks), f"bomb {other.name} a1")
        told = other.wait(asks)
        assert f"{first.name} bombed your board at" in text_of(told)
        assert [part.get_content_type() for part in told.walk()][-1] == "image/png"
        for person in (ann, bob):
            person.close()
    assert list(tmp_path.glob("*.db*")) == []


def run(folder: Path, *arguments: str) -> str:
    done = program.run(folder, *arguments, environment=GIVEN)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_killed_and_begun_again_every_mail_counts_once(tmp_path: Path) -> None:
    """Ann's mails arrive while the referee works, while it is killed,
    and while it is down; each twice.
    """
    host = Host()

    def play(*ports: int) -> None:
        (tmp_path / "config.toml").write_text(DATA["settings"].format(*ports))
        ann, bob = (Person(Plain(*ports), name) for name in ("ann", "bob"))
        game = run(tmp_path, "new", "battleboard", "--option", "order=join").partition(":")[0]
        with serving(tmp_path) as process:
            line_with(process, "serving")
            wait_until(lambda: served(tmp_path / "meanwhile.db"))
            for person in (ann, bob):
                run(tmp_path, "mail", "invite", game, person.address)
                joins(person, f"join {person.name}")
            prompt = ann.wait(asks)
        for number in range(ROUNDS):
            with serving(tmp_path, ending=signal.SIGKILL) as process:
                line_with(process, "serving")
                mail = ann.answer(prompt, f"say bob number {number}")
                time.sleep(0.03 * number)
            ann.send(mail)
        with serving(tmp_path):
            ann.answer(prompt, "pass")
            bob.wait(asks)
            inbox = host.accounts["referee"].folders["INBOX"]
            # Talk comes after the reports.
            wait_until(lambda: len(talk_to(bob)) >= ROUNDS and not inbox.mails)
        assert len(talk_to(bob)) == ROUNDS
        ann.look()
        receipts = {str(mail["Message-ID"]) for mail in ann.mails if rows(mail)}
        assert len(receipts) == 1 + ROUNDS + 1
        assert "all is well" in run(tmp_path, "doctor")
        for person in (ann, bob):
            person.close()

    with_host(play, host)


def talk_to(person: Person) -> set[str]:
    person.look()
    return {str(mail["Message-ID"]) for mail in person.mails if about("message from")(mail)}
