"""What the Discord door costs: ``python -m tests.discord.bench``.

The server of the tests and the bot share one process and one event loop here,
so that the bot alone is faster.
"""

import asyncio
import logging
import random
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from bot.cli_commands.serve import no_long_collections
from bot.discord import ways
from engine.referee.clock import HandClock
from tests.discord.server.people import Interaction
from tests.discord.server.rest import Request
from tests.discord.stage import Stage, staged, until

MOST = 90
"""Orders of a game at the most."""
RATE, SECONDS, GAMES = 20, 15, 20
"""Interactions a second, for so long, spread over so many games."""


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def stalls(found: list[float]) -> None:
    """How late the event loop is, every five milliseconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        found.append(time.perf_counter() - before - 0.005)


async def order(
    stage: Stage, game: str, people: dict[str, object], rng: random.Random
) -> Interaction | None:
    seat = await stage.turn(game)
    if not seat:
        return None
    thread, user = stage.thread(game), people[seat]
    if rng.random() < 0.4:
        return await stage.people.slash(user, thread, "game board", wait=10)  # type: ignore[arg-type]  # a user
    menu = (await stage.opened(game)).table.menu(seat)
    text = menu.write(ways.answers(menu).sample(rng))
    return await stage.people.slash(user, thread, "order", text=text, wait=10)  # type: ignore[arg-type]  # a user


async def acknowledgements(path: Path) -> None:
    async with staged(path, quiet=1.0) as stage:
        stage.people.wait = 20
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        games = [await stage.game(people["ann"], [people["bob"]]) for _ in range(GAMES)]
        sent: dict[str, float] = {}
        took: list[float] = []
        late: list[float] = []
        deliver = stage.people.deliver

        async def timed(interaction: Interaction) -> None:
            sent[interaction.id] = time.perf_counter()
            await deliver(interaction)

        def seen(request: Request) -> None:
            if request.path.endswith("/callback"):
                took.append(time.perf_counter() - sent[request.path.split("/")[2]])

        stage.people.deliver = timed  # type: ignore[method-assign]  # with a stopwatch
        stage.discord.watch = seen
        no_long_collections()
        watching = asyncio.create_task(stalls(late))
        rng, tasks = random.Random(1), []
        for i in range(RATE * SECONDS):
            tasks.append(asyncio.create_task(order(stage, games[i % GAMES], dict(people), rng)))
            await asyncio.sleep(1 / RATE)
        await asyncio.gather(*tasks)
        watching.cancel()
        print(f"{len(took)} interactions at {RATE}/s: acknowledged after")
        for share in (0.5, 0.9, 0.99, 1.0):
            print(f"  p{share * 100:<4g} {percentile(took, share) * 1000:7.1f} ms")
        print("event loop late by")
        for share in (0.5, 0.99, 0.999, 1.0):
            print(f"  p{share * 100:<5g} {percentile(late, share) * 1000:6.1f} ms")


async def requests(path: Path) -> None:
    """Messages in the thread and requests for one order, beside its acknowledgement and answer: a
    whole game of each kind, or its first ``MOST`` orders, between two people, as the robots play.
    """
    print("game         orders  ticks  messages an order  requests an order  at most  board last")
    for kind in ("battleboard", "dicechess", "derelict", "ambush", "desert"):
        folder = path / kind
        folder.mkdir()
        print(await whole_game(folder, kind), flush=True)


async def whole_game(path: Path, kind: str) -> str:
    clock, rng = HandClock(1_800_000_000), random.Random(1)
    async with staged(path, clock) as stage:
        stage.people.wait = 60
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob], kind=kind)
        orders = ticks = most = posted = 0
        last, before = True, len(stage.discord.requests)
        shown = {message.id for message in stage.in_channel(stage.thread(game))}
        while orders < MOST:
            opened = await stage.opened(game)
            table = opened.table
            ask = table.ask()
            if ask is None or not ask.seats or table.state.result is not None:
                break
            people = {a.viewer: a.sender for a in opened.addresses if a.door == "discord"}
            sent = len(stage.discord.requests)
            if ask.window is not None:
                ticks += 1
                assert table.state.due is not None
                clock.advance(table.state.due - clock.now() + 1)
                await until(partial(closed, stage, game, table.state.question))
            else:
                seat = next(seat for seat in ask.seats if seat not in table.state.answers)
                menu = table.menu(seat)
                text = menu.write(table.game.robot(table.view(seat), menu, rng))
                user = stage.world.users[people[seat]]
                await stage.people.slash(user, stage.thread(game), "order", text=text)
                orders += 1
            await stage.quiet()
            made = [r for r in stage.discord.requests[sent:] if r.path.startswith("/channels/")]
            most = max(most, len(made))
            now = stage.in_channel(stage.thread(game))
            last &= now[-1] is stage.card(game) and bool(now[-1].json["attachments"])
        posted = len(stage.in_channel(stage.thread(game))) - len(shown)
        made = [r for r in stage.discord.requests[before:] if r.path.startswith("/channels/")]
        return (
            f"{kind:<12} {orders:>6} {ticks:>6} {posted / orders:>18.2f}"
            f" {len(made) / (orders + ticks):>18.2f} {most:>8}  {'yes' if last else 'NO'}"
        )


def closed(stage: Stage, game: str, question: int) -> bool:
    cards = stage.door.memory.places[game].card
    return cards is not None and (cards.question != question or not cards.window)


async def memory(path: Path, games: int = 500) -> None:
    async with staged(path, quiet=3600) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(games):
            await stage.people.slash(
                people["ann"], stage.lobby, "game new", kind="battleboard", join=False
            )
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(
            f"{after / 1024:.0f} MiB with {games} games and this server; {before / 1024:.0f} MiB"
            " without games"
        )


def main() -> None:
    logging.basicConfig(level=logging.ERROR)
    for part in (acknowledgements, requests, memory):
        if len(sys.argv) < 2 or part.__name__ in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as folder:
                asyncio.run(part(Path(folder)))


if __name__ == "__main__":
    main()
