"""`meanwhile serve` as its operator runs it, and people with nothing but a mail
program: processes, ports, bytes.
"""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

from tests.bot.program import ENVIRONMENT, MEANWHILE, Program
from tests.mail.app import wait_until
from tests.mail.posts import Person, Plain, about
from tests.mail.stage import asks, rows, text_of

GIVEN = {**ENVIRONMENT, "MEANWHILE_MAIL_PASSWORD": "sandbox"}


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
