"""The supervisor: what ends is begun again, what cannot be run stops the
program, and the end is orderly.
"""

import asyncio
import json
import logging
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import arguments, logs
from bot.config import Config, DiscordConfig, ImapConfig, MailConfig
from bot.service.health import HealthService, metric_lines
from bot.service.supervisor import Fate, Histogram, Service, serve
from engine.errors import NotStored, UserError
from engine.messages import Message
from engine.referee.new_games import game_called
from engine.referee.writer import Writer
from mail.names import Capability, MailNames

QUICK = 0.001, 0.002


class Told(Service):
    def __init__(self, name: str, notes: list[str], stopping: asyncio.Event):
        self.name, self.notes, self.stopping = name, notes, stopping
        self.writer: Writer | None = None

    def note(self, what: str) -> None:
        self.notes.append(f"{self.name}: {what}")

    def on_open(self, writer: Writer) -> None:
        self.writer = writer
        self.note("opened")

    async def run(self) -> None:
        self.note("run")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.note("stopped")
            raise

    async def last_call(self) -> None:
        assert self.writer is not None
        await self.writer.run(lambda _: self.note("last call"))

    async def close(self) -> None:
        assert self.writer is not None
        with pytest.raises(NotStored):
            await self.writer.run(lambda _: None)
        self.note("closed")


class Last(Told):
    async def run(self) -> None:
        self.stopping.set()
        await super().run()


class Shaky(Told):
    async def run(self) -> None:
        self.note("run")
        tries = self.notes.count("shaky: run")
        if tries == 1:
            return
        if tries < 4:
            raise ConnectionError("cut")
        self.stopping.set()
        await asyncio.Event().wait()


class Hopeless(Told):
    async def run(self) -> None:
        asyncio.get_running_loop().call_later(0.05, self.stopping.set)
        raise UserError("the token is not accepted")


class Trying(Told):
    async def run(self) -> None:
        for why in ("no line", "no line at all", "", "no\nline"):
            self.complain(why)
        self.complain("no stamps", "sending")
        self.stopping.set()
        await asyncio.Event().wait()


def told(path: Path, **services: type[Told]) -> tuple[list[str], list[tuple[str, str, Fate]]]:
    """Serve until one of these services says stop: what they noted, and what was said of them."""
    notes, said, stopping = list[str](), list[tuple[str, str, Fate]](), asyncio.Event()
    made = [one(name, notes, stopping) for name, one in services.items()]
    serving = serve(
        path / "a.db", made, stopping, back_off=QUICK, say=lambda *what: said.append(what)
    )
    try:
        asyncio.run(asyncio.wait_for(serving, 30))
    except UserError as error:
        notes.append(str(error))
    return notes, said


def test_the_order_of_beginning_and_end(tmp_path: Path) -> None:
    assert told(tmp_path, a=Told, b=Last)[0] == [
        *("a: opened", "b: opened", "a: run", "b: run", "a: last call", "b: last call"),
        *("a: stopped", "b: stopped", "a: closed", "b: closed"),
    ]


def test_a_service_that_ends_or_fails_is_begun_again_and_disturbs_no_other(tmp_path: Path) -> None:
    notes, said = told(tmp_path, shaky=Shaky, calm=Told)
    assert [notes.count(f"{what}") for what in ("shaky: run", "calm: run")] == [4, 1]
    assert notes.count("calm: stopped") == 1
    assert said == [("shaky", "it has ended", "tried again")], "once, at the first"


def test_a_service_that_has_worked_is_complained_of_anew(tmp_path: Path) -> None:
    """A door that tries again by itself says so by the same way, for each of its parts."""
    assert told(tmp_path, post=Trying)[1] == [
        ("post", "no line", "tried again"),
        ("post", "no line", "tried again"),
        ("post (sending)", "no stamps", "tried again"),
    ]


def test_what_cannot_be_run_ends_the_program_with_its_reason_after_an_orderly_end(
    tmp_path: Path,
) -> None:
    notes, _ = told(tmp_path, calm=Told, hopeless=Hopeless)
    assert notes[-4:] == [
        *("calm: stopped", "calm: closed", "hopeless: closed", "the token is not accepted")
    ]


def test_what_has_run_well_and_cannot_go_on_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.supervisor.CALM", -1.0)
    notes, said = told(tmp_path, hopeless=Hopeless, calm=Told)
    assert said == [("hopeless", "the token is not accepted", "ended")]
    assert notes[-4:] == ["calm: last call", "calm: stopped", "hopeless: closed", "calm: closed"]


LINE = re.compile(
    r'(?P<name>meanwhile_[a-z_]+)(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? (?P<value>\d+)'
)
"""A sample in the text format of Prometheus, version 0.0.4, as far as it is used here."""


class Patient(Service):
    name = "patient"
    complaint = ""

    async def run(self) -> None:
        await asyncio.Event().wait()

    def ails(self) -> str:
        return self.complaint


def served(
    path: Path, play: Callable[[str, Patient, HealthService], Awaitable[None]], **settings: str
) -> None:
    """While ``play`` runs, the program does; it gets the address."""

    async def all_of_it() -> None:
        stopping, patient = asyncio.Event(), Patient()
        health = HealthService(path, 0, [patient], **settings)
        serving = asyncio.create_task(serve(path, [patient, health], stopping))
        while not health.port and not serving.done():
            await asyncio.sleep(0.005)
        try:
            if not serving.done():
                await play(f"http://127.0.0.1:{health.port}", patient, health)
        finally:
            stopping.set()
            await serving

    asyncio.run(all_of_it())


async def asked(address: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        text = answer.content_type == "text/plain"
        return answer.status, await (answer.text() if text else answer.json())


def test_well_ailing_and_well_again(tmp_path: Path) -> None:
    async def play(address: str, patient: Patient, _: HealthService) -> None:
        assert await asked(f"{address}/healthz") == (200, {"status": "well"})
        patient.complaint = "the mailbox is not read"
        assert await asked(f"{address}/healthz") == (
            503,
            {"status": "ailing", "patient": "the mailbox is not read"},
        )
        patient.complaint = ""
        patient.ended = "the token was withdrawn"
        assert (await asked(f"{address}/healthz"))[1]["patient"] == "the token was withdrawn"

    served(tmp_path / "a.db", play)


def test_it_is_asked_on_this_machine_and_does_nothing(tmp_path: Path) -> None:
    async def play(address: str, _: Patient, health: HealthService) -> None:
        async with aiohttp.ClientSession() as session:
            for method, path, status in (
                ("POST", "/healthz", 405),
                ("DELETE", "/metrics", 405),
                ("GET", "/", 404),
                ("GET", "/metrics/../../a.db", 404),
            ):
                async with session.request(method, f"{address}{path}") as answer:
                    assert answer.status == status, path
        with pytest.raises(OSError, match="failed"):  # at another address of this machine
            await asyncio.open_connection("127.0.0.2", health.port)

    served(tmp_path / "a.db", play)


def test_a_histogram_counts_durations_up_to_each_bound() -> None:
    delay = Histogram(5, 10)
    for seconds in (5, 6, 11):
        delay.observe(seconds)
    lines = [*metric_lines("page_delay_seconds", "histogram", delay.samples())]
    shown = [line.removeprefix("meanwhile_page_delay_seconds") for line in lines[2:]]
    assert shown == [
        *('_bucket{le="5"} 1', '_bucket{le="10"} 2', '_bucket{le="+Inf"} 3'),
        *("_sum 22.0", "_count 3"),
    ]


def test_another_host_is_that_of_the_settings(tmp_path: Path) -> None:
    async def play(_: str, __: Patient, health: HealthService) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.2", health.port)
        writer.close()
        assert reader is not None

    served(tmp_path / "a.db", play, host="127.0.0.2")


def test_a_referee_that_takes_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.health.PATIENCE", 0.05)

    async def play(address: str, _: Patient, health: HealthService) -> None:
        go_on = threading.Event()
        stuck = asyncio.ensure_future(health.writer.run(lambda _: go_on.wait(1)))
        status, said = await asked(f"{address}/healthz")
        go_on.set()
        await stuck
        assert (status, "not taken anything up" in said["referee"]) == (503, True)

    served(tmp_path / "a.db", play)


def test_the_numbers(tmp_path: Path) -> None:
    async def play(address: str, patient: Patient, health: HealthService) -> None:
        made = arguments.setup(game_called("battleboard"), 0, {"order": "join"})
        await health.writer.make("battleboard", made, [])
        for n, text in enumerate(("join Ann", "join Bob", "bomb Bob a1")):
            sender = "bob" if "Bob" in text and "join" in text else "ann"
            await health.writer.submit(
                Message(door="line", id=str(n), sender=sender, text=text, at=1, game=made.id)
            )
        patient.complaint = "something"
        status, text = await asked(f"{address}/metrics")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert status == 200
        assert [line for line in lines if not LINE.fullmatch(line)] == []
        for line in (
            "meanwhile_news_total 4",
            'meanwhile_games_running{kind="battleboard"} 1',
            'meanwhile_service_ailing{service="patient"} 1',
            "meanwhile_overdue_seconds 0",
        ):
            assert line in lines
        kinds = dict(re.findall(r"# TYPE (\S+) (\S+)", text))
        assert re.findall(r"# HELP (\S+) \S", text) == [*kinds]
        assert all(
            kinds[match["name"]] in ("gauge", "counter")
            for match in map(LINE.fullmatch, lines)
            if match
        )

    served(tmp_path / "a.db", play)


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    try:
        with pytest.raises(UserError, match=rf"\[health\] port = {port}"):
            await serve(
                tmp_path / "a.db", [HealthService(tmp_path / "a.db", port, [])], asyncio.Event()
            )
    finally:
        taken.close()


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
        logs.log_to(config, serving=True)
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


ECHO = "BAD unknown command: AUTHENTICATE XOAUTH2 dXNlcj1yZWZlcmVlAWF1dGg9", "dXNlcj1y"
"""A mail host repeats the login that it refuses."""


def secrets() -> list[tuple[str, str]]:
    """What may stand in a text for the log, and the part of it that proves something."""
    names, of = MailNames(b"k" * 32, "referee@play.example"), Capability("g12", 2, 3)
    made = [names.reply_to(of), names.envelope("g12", 2)]
    found = [(one, one.split("@")[0].split(".")[-1]) for one in made]
    made = [names.message_id(of, b""), names.root("g12", 2)]
    found += [(one, one.split("@")[0].split(".")[3]) for one in made]
    return [*found, (TOKEN, TOKEN.split(".")[-1]), ("Bearer ya29.a0AfH6SMBx", "a0AfH6SMBx"), ECHO]


@pytest.mark.parametrize("form", ["json", "text"])
def test_proofs_and_tokens_are_taken_out(noted: Callable[..., str], form: str) -> None:
    for secret, proof in secrets():
        said = noted(form, "mail to %s was not answered", secret).splitlines()[-1]
        assert proof not in said
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
