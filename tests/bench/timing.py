"""IS-27: whether a player can tell by times that somebody else has given a secret answer.
``python -m tests.bench.timing json 5000 2`` makes that many trials at the JSON port beside two busy
loops; ``terminal`` and ``webhook`` are the other doors.

In half of the trials a seat changes its sealed orders, in the others it does not. Meanwhile a spy
makes the same server work again and again: its opponent asks for the public view, at the port or
at a terminal, or somebody passes in a public game whose news goes to a webhook. The best of six
statistics is chosen on one half of the trials, and judged on the other.
"""

import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

from aiohttp import web
from click.testing import CliRunner

from bot import sockets
from bot.cli import main
from bot.local import wire
from tests.bench.table import Row, at_most

PORT = ("-c", "from bot.line.command import line_command; line_command()", "ambush", "--json")
HOUSE = """
import asyncio, sys
from pathlib import Path
from bot.cli_commands.remote_commands import REMOTE_COMMANDS
from bot.cli_commands.serve import until_told
from bot.local.host import LocalService
from bot.webhooks import WebhookDoor, WebhookService
from engine.referee.webhooks import CLUB, Webhook
db, url = Path(sys.argv[1]), sys.argv[2]
hook = Webhook(url=url, secret="whsec_" + "A" * 44, by=("webhook", CLUB)) if url else None
local, hooks = LocalService(db, remote_commands=REMOTE_COMMANDS), WebhookDoor("en", hook)
asyncio.run(until_told(db, [local, WebhookService(hooks)]))
"""
"""A served house with terminals and the club's webhook."""
WINDOW = "--option=window=2d"  # it must not close before the last trial
HOST = "127.0.0.1"
TRIALS = 200
GOAL = 0.55
LISTENING, SPREAD = 0.15, 0.10
"""Seconds for which the spy asks, and within which the secret answer comes."""

Times = list[float]
"""Seconds from each act of the spy to its effect."""
Spy = Callable[[], Awaitable[None]]

STATISTICS: dict[str, Callable[[Times], float]] = {
    "slowest": max,
    "mean": statistics.fmean,
    "fastest": min,
    "spread": statistics.pstdev,
    "middle": statistics.median,
    "first": lambda times: times[0],
}


class Seat:
    """A program at a seat: ``menu_line`` asks for its menu, ``before`` precedes its orders."""

    menu_line, before = "?", ""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    async def thing(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(await self.reader.readline())
        return read

    async def ask(self, text: str, until: str) -> dict[str, Any]:
        self.writer.write(f"{text}\n".encode())
        while True:
            thing = await self.thing()
            if thing["kind"] in (until, "refusal"):
                return thing

    async def order(self, text: str) -> None:
        found = await self.ask(f"{self.before}{text}", "receipt")
        assert found["kind"] == "receipt", found

    async def menu(self) -> dict[str, Any]:
        menu = await self.ask(self.menu_line, "menu")
        while (await self.thing())["kind"] != "board":
            pass
        return menu


async def to_the_shots(seats: dict[str, Seat]) -> None:
    dice = random.Random(5)
    while True:
        for seat in seats.values():
            menu = await seat.menu()
            if any(choice.startswith("fire ") for choice in menu["choices"]):
                return
            if menu["asked"]:
                await seat.order(dice.choice(menu["legal"]))


# ---- the doors


async def at_the_port(port: int, token: str) -> Seat:
    seat = Seat(*await asyncio.open_connection(HOST, port, limit=1 << 24))
    await seat.ask(f"join {token}", "receipt")
    return seat


@asynccontextmanager
async def json_door(folder: Path) -> AsyncIterator[tuple[Spy, Seat]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *PORT, WINDOW, f"--db={folder / 'timing.db'}", "--seed=05"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        said = json.loads(await process.stdout.readline())
        seats = {name: await at_the_port(said["port"], said["tokens"][name]) for name in "AB"}
        await to_the_shots(seats)

        async def spy() -> None:
            await seats["A"].ask("public?", "board")

        yield spy, seats["B"]
    finally:
        process.terminate()
        await process.wait()


async def sat_down(db: Path, game: str, *names: str, form: Any = "program") -> Seat:
    place = str(sockets.path_of(db))
    seat = Seat(*await asyncio.open_unix_connection(place, limit=1 << 24))
    request = wire.SitRequest(game=game, seats=names, name=names[0], form=form)
    seat.writer.write(wire.line(request))
    seat.menu_line, seat.before = f"{names[0]}?", f"{names[0]}: "
    assert (await seat.thing())["kind"] == "welcome"
    return seat


def made(db: Path, *arguments: str) -> str:
    done = CliRunner().invoke(main, ["new", *arguments, "--db", str(db)])
    found = re.match(r"(\w+):", done.output)
    assert found, done.output
    return found[1]


@asynccontextmanager
async def house(folder: Path, url: str = "") -> AsyncIterator[tuple[Path, str, dict[str, Seat]]]:
    """Serve a database with a game in which the shots are to be fired, and its two seats."""
    db = folder / "timing.db"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", HOUSE, str(db), url)
    try:
        while (there := sockets.connected(sockets.path_of(db))) is None:
            await asyncio.sleep(0.1)
        there.close()
        game = await asyncio.to_thread(made, db, "ambush", WINDOW, "--seed=05")
        seats = {name: await sat_down(db, game, name) for name in "AB"}
        await to_the_shots(seats)
        yield db, game, seats
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def terminal_door(folder: Path) -> AsyncIterator[tuple[Spy, Seat]]:
    async with house(folder) as (db, game, seats):
        seats["A"].writer.close()
        person = await sat_down(db, game, "A", form="person")

        async def answered() -> None:
            while not (await person.thing()).get("wanted"):
                pass

        async def spy() -> None:
            person.writer.write(wire.line(wire.TypedInput(b"status\n")))
            await answered()

        await answered()
        yield spy, seats["B"]


@asynccontextmanager
async def webhook_door(folder: Path) -> AsyncIterator[tuple[Spy, Seat]]:
    posted = asyncio.Queue[str]()

    async def take(request: web.Request) -> web.Response:
        posted.put_nowait((await request.json())["data"]["game"])
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, HOST, 0)
    await site.start()
    try:
        async with house(folder, f"http://{HOST}:{runner.addresses[0][1]}/") as (db, _, seats):
            other = await asyncio.to_thread(made, db, "battleboard", "--option=players=2")
            both = await sat_down(db, other, "ann", "bob")
            turn = cycle(("ann", "bob"))
            if (await both.ask("ann: pass", "receipt"))["kind"] == "receipt":
                next(turn)

            async def spy() -> None:
                await both.ask(f"{next(turn)}: pass", "receipt")
                while await posted.get() != other:
                    pass

            await spy()
            yield spy, seats["B"]
    finally:
        await runner.cleanup()


DOORS = {"json": json_door, "terminal": terminal_door, "webhook": webhook_door}


# ---- the trials


async def trial(spy: Spy, other: Seat, order: str | None, wait: float) -> Times:
    async def secretly() -> None:
        await asyncio.sleep(wait)
        if order is not None:
            await other.order(order)

    giving = asyncio.ensure_future(secretly())
    times: Times = []
    end = perf_counter() + LISTENING
    while (began := perf_counter()) < end:
        await spy()
        times.append(perf_counter() - began)
    await giving
    return times


def auc(quiet: list[float], busy: list[float]) -> float:
    pairs = [(b > q) + 0.5 * (b == q) for q in quiet for b in busy]
    return statistics.fmean(pairs)


async def trials(folder: Path, door: str, count: int) -> tuple[list[Times], list[Times]]:
    quiet: list[Times] = []
    busy: list[Times] = []
    async with DOORS[door](folder) as (spy, other):
        shot = next(line for line in (await other.menu())["legal"] if line.startswith("fire "))
        orders = [shot, f"cease {shot.split()[1]}"]
        coins = random.Random(7)
        for _ in range(count):
            secret = coins.random() < 0.5
            times = await trial(spy, other, orders[0] if secret else None, SPREAD * coins.random())
            (busy if secret else quiet).append(times)
            orders = orders[::-1] if secret else orders
    return quiet, busy


def judged(quiet: list[Times], busy: list[Times]) -> tuple[float, str]:
    def on(name: str, half: int) -> float:
        of = STATISTICS[name]
        return auc([of(t) for t in quiet[half::2]], [of(t) for t in busy[half::2]])

    best = max(STATISTICS, key=lambda name: abs(on(name, 0) - 0.5))
    found = on(best, 1)
    return (found if on(best, 0) >= 0.5 else 1 - found), best


@contextmanager
def loops(count: int) -> Iterator[None]:
    """Keep ``count`` processors busy meanwhile."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def row(folder: Path, door: str, count: int, beside: int) -> Row:
    with loops(beside):
        quiet, busy = asyncio.run(trials(folder, door, count))
    found, best = judged(quiet, busy)
    middle = statistics.median(time for times in quiet for time in times) * 1e3
    return at_most(
        f"times at the {door} door: a sealed order is told from none (AUC)",
        found,
        "",
        GOAL,
        note=f"{count} trials beside {beside} busy loops, by the {best};"
        f" an answer takes {middle:.1f} ms",
    )


def rows(folder: Path) -> list[Row]:
    found = []
    for door in DOORS:
        (place := folder / door).mkdir()
        found.append(row(place, door, TRIALS, 0))
    return found


if __name__ == "__main__":
    import tempfile

    from tests.bench.table import text

    chosen, *numbers = sys.argv[1:]
    counts = [int(number) for number in numbers] + [TRIALS, 0][len(numbers) :]
    with tempfile.TemporaryDirectory() as place:
        print(text([row(Path(place), chosen, *counts)]))
