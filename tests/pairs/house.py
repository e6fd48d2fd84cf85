"""A whole house: database, writer and doors, and what each viewer gets of it at every surface.

Nothing is read but what comes out: what doors hand over, what connections carry, receipts, files,
the numbers of `/metrics`, lines of the log. Only to decide what is ordered next the table is looked
at, as a player would look at it.
"""

import asyncio
import hashlib
import logging
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from bot.config import PagesConfig
from bot.discord.door import DiscordDoor
from bot.line.doors import JsonDoor
from bot.line.seats import Seats, hashed
from bot.line.server import Connection
from bot.local.door import LocalDoor
from bot.pages.calendars import FOLDER, CalendarService
from bot.pages.site import Site
from bot.play.door import TERMINAL, Tray
from bot.play.programs import Programs
from bot.play.sitting import Sitting, TerminalSeat
from bot.queries import opened_game
from bot.service.health import HealthService
from bot.webhooks import WebhookDoor
from engine.errors import TryLater, Undeliverable, UserError
from engine.messages import Address, Message, Outgoing, Receipt
from engine.referee import clock, writer
from engine.referee.accounts import SERVER_NOTES, key
from engine.referee.batch import Batch
from engine.referee.doors import Door, GameView, News, Repeats
from engine.state import PUBLIC, REFEREE, Event, Join, Seat, Setup
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from engine.table import GameTable
from engine.testing.kit import Case
from mail.door import MailDoor
from mail.names import MailNames
from mail.outgoing import envelope, sentences
from tests.mail.stage import KEY, MX, parsed, reply
from tests.pairs import cup
from tests.pairs.surfaces import shown
from tests.pairs.wires import Wire, comparable

START = 1_700_000_000
GAME = cup.GAME
SOON = 5.0
"""Seconds of the loop in which what has been put off for a moment is done."""
BOX = "box"
MARK = re.compile(rb"\b[0-9a-f]{32}\b")
KNOWS = "(knows everything)"
"""A viewer that nobody compares."""
encode = msgspec.json.Encoder(order="deterministic", enc_hook=repr).encode

Heard = dict[Seat, dict[str, list[Any]]]
"""For each viewer and surface, what has come, in order."""


class Told(msgspec.Struct, frozen=True):
    """What the box is told: each event, and whether it is a reveal; and all there is beside."""

    events: tuple[tuple[bool, str], ...]
    rest: str


class Box(Door):
    name, looks, shares = BOX, True, False
    repeats: Repeats = "dropped"

    def __init__(self, reveals: Callable[[Event], bool]):
        self.reveals = reveals

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        events = tuple((self.reveals(event), repr(event)) for event in news.events)
        menu = (seen.menu.help(), seen.menu.idle, repr(seen.menu.why), repr(seen.menu.default))
        rest = (news.at, news.reason, news.own, news.mine, news.prompted, news.talk, news.settings)
        shown = (seen.view, seen.question, seen.asked, seen.due, seen.result, seen.chairs)
        return encode(Told(events, encode((rest, menu, shown, seen.sealed)).decode()))

    def send(self, outgoing: Outgoing) -> None:
        """Take it."""


class Post:
    """A provider of mail that takes everything. ``mails``: the last one to each."""

    def __init__(self, heard: Callable[[str, str, Any], None]):
        self.heard, self.mails = heard, dict[str, bytes]()

    async def send(self, mail: envelope.Mail) -> None:
        self.mails[mail.to] = mail.raw
        self.heard("mail", mail.to, (mail.envelope, mail.id, mail.raw, mail.at, mail.chat))

    async def close(self) -> None:
        """Nothing is open."""


class Lines(logging.Handler):
    def __init__(self, house: "House"):
        super().__init__(logging.INFO)
        self.house = house

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage().replace(str(self.house.folder), "")
        self.house.heard[PUBLIC]["log"].append((record.name, record.levelname, text))


class House:
    """One of a pair. ``number`` is 1 or 2; ``doors`` are those that there are beside JSON, the
    terminal and the box.
    """

    def __init__(
        self, folder: Path, number: int, case: Case, setup: Setup, doors: tuple[str, ...] = ()
    ):
        self.folder, self.number, self.case, self.setup, self.more = (
            folder / str(number),
            number,
            case,
            setup,
            doors,
        )
        self.folder.mkdir()
        self.generation, self.messages = 0, 0
        self.clock = clock.HandClock(START)
        self.heard: Heard = defaultdict(lambda: defaultdict(list))
        self.marks: set[str] = set()
        self.post = Post(self.note)
        self.taken: dict[str, Seat] = {}
        self.down, self.refusing = "", set[tuple[str, Seat]]()
        self.lines = Lines(self)
        self.wires: dict[Seat, Wire] = {}
        self.screens: dict[Seat, Wire] = {}
        self.kind = case.game.name
        pages = PagesConfig(url="https://a.example")
        self.site = Site(self.folder / "pages", pages, "en", {})
        self.calendars = CalendarService(self.folder, pages, "en")

    @property
    def db(self) -> Path:
        return self.folder / f"{self.generation}.db"

    # ---- what comes out

    def viewer(self, sender: str) -> Seat:
        if sender in self.taken:
            return self.taken[sender]
        for seat in self.seats:
            if sender in (f"{GAME}/{seat}", f"{BOX}/{seat}", mailbox(seat), self.user(seat)):
                return seat
        return PUBLIC

    def user(self, seat: Seat) -> str:
        return str(7_000 + self.seats.index(seat))

    def note(self, surface: str, sender: str, what: Any) -> None:
        self.heard[self.viewer(sender)][f"{surface} {sender}"].append(what)

    def sent(self, send: Callable[[Outgoing], Any], outgoing: Outgoing) -> Any:
        """Keep what is handed to a door, once: a repetition bears the same mark."""
        self.notice(outgoing.door, outgoing.sender)
        if outgoing.door == self.down:
            raise TryLater("the line is dead")
        if (outgoing.door, self.viewer(outgoing.sender)) in self.refusing:
            raise Undeliverable("takes nothing")
        if outgoing.mark not in self.marks:
            self.marks.add(outgoing.mark)
            shown = (len(outgoing.mark), outgoing.game, comparable(outgoing))
            self.note(f"to {outgoing.door}", outgoing.sender, shown)
        return send(outgoing)

    def notice(self, door: str, sender: str) -> None:
        """Take note of who has which seat by now: they read what that seat may know."""
        opened = self.writer.referee.memory.get(GAME)
        for one in opened.addresses if opened else ():
            if (one.door, one.sender) == (door, sender) and one.viewer != PUBLIC:
                self.taken[sender] = one.viewer

    def blinded(self, found: re.Match[bytes]) -> bytes:
        """Return what stands for a mark: it is as good as random to whoever has not the key."""
        return b"mark" if found[0].decode() in self.marks else found[0]

    def collected(self) -> Heard:
        for surface, wires in (("line", self.wires), ("screen", self.screens)):
            for seat, wire in wires.items():
                if came := wire.take():
                    text = came.replace(str(self.folder).encode(), b"").replace(
                        self.db.name.encode(), b""
                    )
                    self.heard[seat][surface].append(MARK.sub(self.blinded, text))
        for path in sorted((self.folder / "pictures").rglob("*.png")):
            seat = path.relative_to(self.folder / "pictures").parts[0]
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            self.heard[seat]["file"].append((path.name, digest))
            path.unlink()
        heard, self.heard = self.heard, defaultdict(lambda: defaultdict(list))
        return heard

    # ---- the process

    async def open(self) -> None:
        self.json, self.local, box = JsonDoor(), LocalDoor(), Box(self.case.kit.reveals)
        self.mail = MailDoor(
            sentences.Writing(MailNames(KEY, "referee@play.example")),
            self.post,  # type: ignore[arg-type]  # as much of a sender as the door needs
            MX,
        )
        discord = DiscordDoor("token")
        doors: dict[str, Any] = {"json": self.json, TERMINAL: self.local, BOX: box}
        doors["webhook"] = WebhookDoor("en")
        doors |= {
            name: door
            for name, door in (("mail", self.mail), ("discord", discord))
            if name in self.more
        }
        for name, door in doors.items():
            send = (lambda _: None) if name in ("discord", "webhook") else door.send
            door.send = lambda outgoing, send=send: self.sent(send, outgoing)
        self.store = SqliteStore(self.db)
        self.writer = writer.Writer(self.store, doors, self.clock)
        self.mail.on_open(self.writer)
        discord.on_open(self.writer)
        self.calendars.on_open(self.writer)
        self.mail.read_before = START + (1 << 30)
        await self.writer.start()
        self.health = HealthService(self.db, 0, [])
        self.health.on_open(self.writer)
        self.health.begun = START
        self.programs = Seats(self.writer, self.json, self.kind, GAME)

    async def close(self) -> None:
        for seat in list(self.wires):
            await self.hang_up(seat)
        for seat in list(self.screens):
            await self.get_up(seat)
        await self.writer.stop()
        self.store.close()

    async def killed(self) -> None:
        await self.quiet()
        await self.writer.run(lambda _: None)
        old = self.db
        self.generation += 1
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copy(f"{old}{suffix}", f"{self.db}{suffix}")
        kept = self.heard
        self.generation -= 1
        sitting = list(self.wires), list(self.screens)
        kept = self.collected()
        await self.close()
        self.generation += 1
        self.heard = kept
        await self.open()
        await self.seated(*sitting)

    async def restarted(self) -> None:
        sitting = list(self.wires), list(self.screens)
        kept = self.collected()
        await self.close()
        self.heard.clear()
        self.heard.update(kept)
        await self.open()
        await self.seated(*sitting)

    async def seated(self, wires: list[Seat], screens: list[Seat]) -> None:
        for seat in wires:
            await self.connect(seat)
        for seat in screens:
            try:
                await self.sit(seat)
            except UserError as error:
                # Somebody else has the seat by now.
                self.heard[seat]["screen"].append(str(error).encode())
                del self.screens[seat]

    async def begin(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        await self.open()
        await self.writer.run(self.make)
        for seat in seats:
            await self.connect(seat)
        for seat in self.case.kit.viewers:
            if seat != PUBLIC:
                await self.sit(seat)
        await self.quiet()

    async def end(self) -> None:
        if hasattr(self, "writer"):
            await self.close()

    def make(self, batch: Batch) -> None:
        addresses: list[Address] = []
        for seat in (*self.seats, PUBLIC):
            senders = {BOX: f"{BOX}/{seat}", "webhook": f"{GAME}/{seat}"}
            # The name of a real one is a secret of its own.
            calendar = None if seat == PUBLIC else seat
            batch.notes_of(SERVER_NOTES).put(key("calendar", BOX, f"{BOX}/{seat}"), calendar)
            if seat != PUBLIC:
                senders |= {"json": f"{GAME}/{seat}"}
                senders |= {"discord": self.user(seat)} if "discord" in self.more else {}
            else:
                senders |= {"discord": "thread"} if "discord" in self.more else {}
            if "mail" in self.more:
                senders |= {"mail": mailbox(seat)}
            if seat in self.case.kit.viewers and seat != PUBLIC:
                senders |= {TERMINAL: f"{GAME}/{seat}"}
            for door, sender in senders.items():
                token = hashed(f"token {seat}") if door == "json" else b""
                address = Address(door=door, sender=sender, game=GAME, viewer=seat, key=token)
                addresses.append(address)
        opened = batch.make(self.kind, self.setup, addresses)
        for seat in self.seats:
            batch.enter(opened, START, REFEREE, Join(seat, seat, f"salt of {seat}"))
        if self.setup.contest:
            cup.make(
                batch,
                self.kind,
                self.seats,
                {seat: f"{BOX}/{seat}" for seat in (*self.seats, PUBLIC)},
            )

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Keep what is logged meanwhile: the other house logs at other times."""
        root = logging.getLogger()
        level = root.level
        root.setLevel(logging.INFO)
        root.addHandler(self.lines)
        try:
            yield
        finally:
            root.removeHandler(self.lines)
            root.setLevel(level)

    async def quiet(self) -> None:
        await asyncio.sleep(SOON)

    @property
    def is_over(self) -> bool:
        return self.writer.referee.memory[GAME].table.state.result is not None

    # ---- people

    async def connect(self, seat: Seat) -> None:
        wire = self.wires[seat] = Wire()
        connection = Connection(self.messages, wire, wire, 4096)  # type: ignore[arg-type]  # both ends of it
        wire.begin(self.programs.serve(connection))
        await wire.say(f"join token {seat}")

    async def hang_up(self, seat: Seat) -> None:
        wire = self.wires.pop(seat)
        for sender, connection in list(self.json.plugged.items()):
            if sender == f"{GAME}/{seat}":
                await self.programs.broken(connection)
        await wire.end()

    async def sit(self, seat: Seat) -> None:
        wire = self.screens[seat] = Wire()
        form = Programs(wire.lines(), wire.write)
        tray = Tray(form.show)
        place = TerminalSeat(self.db, self.folder / "pictures" / seat, "en")
        sitting = Sitting(self.writer, tray, place, GAME, self.local.robots_of(GAME))
        await sitting.take((seat,), "")

        async def play() -> None:
            self.local.plug(tray, [f"{GAME}/{seat}"], "en")
            try:
                await sitting.collect()
                await form.play(sitting, resumed=True)
            finally:
                self.local.unplug(tray)

        wire.begin(play())
        await wire.idle.wait()

    async def get_up(self, seat: Seat) -> None:
        await self.screens.pop(seat).end()

    async def say(self, seat: Seat, text: str, rng: Any = None) -> None:
        if seat in self.screens and rng is not None and rng.random() < 0.4:
            line = f"{seat}?" if text == "?" else text if text == "public?" else f"{seat}: {text}"
            await self.screens[seat].say(line)
        elif seat in self.wires:
            await self.wires[seat].say(text)
        else:
            await self.submit(f"{GAME}/{seat}", text, "json")
        await self.quiet()

    async def submit(self, sender: str, text: str, door: str = BOX, **more: Any) -> Receipt:
        self.messages += 1
        message = Message(
            door=door,
            id=f"<{self.messages}>",
            sender=sender,
            text=text,
            at=self.clock.now(),
            game=GAME,
            name=sender,
            **more,
        )
        receipt = await self.writer.submit(message)
        if receipt.seat is not None and sender not in self.taken:
            # Whoever takes a seat reads from now on what that seat may know.
            self.taken[sender] = receipt.seat
            for surface in [name for name in self.heard[PUBLIC] if name.endswith(f" {sender}")]:
                self.heard[receipt.seat][surface] = self.heard[PUBLIC].pop(surface)
        if text.startswith("gm look") and receipt.status == "answered":
            # Whoever has been shown everything is nobody from whom it is to be kept.
            self.taken[sender] = KNOWS
        self.note("receipt", sender, (text, encode(receipt)))
        await self.quiet()
        return receipt

    async def mails(self, seat: Seat, text: str) -> None:
        address = mailbox(seat)
        if "mail" in self.more and address in self.post.mails:
            self.messages += 1
            last = parsed(self.post.mails[address])
            raw = reply(last, text, address, id=f"<{self.messages}@mail.example>")
            handled = await self.mail.take(raw, self.clock.now())
            self.note("handled", address, handled.outcome if hasattr(handled, "outcome") else "")
            await self.quiet()

    async def passes(self, seconds: int) -> None:
        self.clock.advance(max(0, seconds))
        await self.quiet()

    async def sleeps(self, seconds: int) -> None:
        """Have the machine sleep: the clock goes on, and no time passes for the process."""
        self.clock.jump(seconds)
        await self.passes(60)

    # ---- what is looked at

    async def table(self) -> GameTable:
        return await self.writer.run(lambda batch: opened_game(batch, GAME).table)

    async def reads(self, viewer: Seat) -> None:
        """Note all that a viewer could read now."""
        games = (GAME, cup.CUP) if self.setup.contest else (GAME,)
        every = await self.writer.run(
            lambda b: [one for id in games for one in shown(b, id, viewer)]
        )
        for surface, what in every:
            self.heard[viewer][surface].append(repr(what))

    async def pages(self) -> None:
        """Note all files of the club's pages, their times, and the order in which they came."""
        look, now = self.site.look, self.clock.now()

        def mark_of(_: Any, *parts: str) -> str:
            """Make names of people's pages without the secret of each house."""
            return hashlib.sha256(repr(parts).encode()).hexdigest()

        def every(batch: Batch) -> list[str]:
            game = batch.store.game(GAME)
            # A game that is over has no secrets, and its replay takes long.
            over = game is not None and game.result is not None
            replayed = () if over else self.site.replays(batch.store, now)
            return [*look(batch.store, now), *replayed]

        with patch("bot.pages.facts.mark_of", mark_of):
            written = await self.writer.run(every)
        folder = self.site.folder
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            shown = (path.relative_to(folder), path.stat().st_mtime, path.read_bytes())
            self.heard[PUBLIC]["pages"].append(shown)
        self.heard[PUBLIC]["pages"].append(written)
        await self.calendars.look()
        for path in (self.folder / FOLDER).glob("*.ics"):
            made = path.stat().st_mtime, path.read_bytes()
            self.heard[path.stem]["calendar"].append(made)

    async def numbers(self) -> None:
        with patch("bot.service.health.time", SimpleNamespace(time=self.clock.now)):
            shown: Any = await self.health.metrics(SimpleNamespace())  # type: ignore[arg-type]  # is not read
        for line in str(shown.text).splitlines():
            self.heard[PUBLIC]["metrics"].append(line)
        said: Any = await self.health.healthz(SimpleNamespace())  # type: ignore[arg-type]  # is not read
        self.heard[PUBLIC]["healthz"].append((said.status, said.text))


def mailbox(seat: Seat) -> str:
    return f"{'public' if seat == PUBLIC else seat.lower()}@mail.example"


def parts_of(told: bytes) -> Told:
    return msgspec.json.decode(told, type=Told)
