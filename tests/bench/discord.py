"""What an order of dice chess leaves in the database when it is played at Discord, with a
picture for everybody who is told.
"""

import asyncio
import random
from pathlib import Path

from bot.discord import ways
from engine.store.sqlite import SqliteStore
from tests.bench import meter, table
from tests.discord.stage import Stage, staged

EARLIER, ORDERS, BYTES = 6, 24, 2_048.0


async def grown(folder: Path) -> float:
    async with staged(folder) as stage:
        people = [stage.user("ann"), stage.user("bob")]
        game = await stage.game(people[0], people[1:], kind="dicechess")
        rng = random.Random(1)
        for _ in range(EARLIER):
            await order(stage, game, rng)
        before = used(stage)
        for _ in range(ORDERS):
            await order(stage, game, rng)
        return (used(stage) - before) / ORDERS


async def order(stage: Stage, game: str, rng: random.Random) -> None:
    opened = await stage.opened(game)
    seat = await stage.turn(game)
    (who,) = (place.sender for place in opened.addresses if place.viewer == seat)
    text = (menu := opened.table.menu(seat)).write(ways.answers(menu).sample(rng))
    user = stage.world.users[who]
    await stage.people.slash(user, stage.thread(game), "order", text=text)
    await stage.quiet()


def used(stage: Stage) -> int:
    with SqliteStore(stage.path, reading=True) as store:
        return meter.used_bytes(store)


def rows(folder: Path) -> list[table.Row]:
    return [
        table.Row(
            "dice chess at Discord, pictures on: bytes of the database an order",
            asyncio.run(grown(folder)),
            "",
            BYTES,
            below=True,
        )
    ]
