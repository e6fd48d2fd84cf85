"""Three `meanwhile serve` on one database on a server, with both doors under load, each in a folder
of its own as on a machine of its own; any of them is killed, again and again: what
``test_both_doors`` asks of one process holds for all of them together.
"""

import asyncio
import json
import random
import signal
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from bot import stores
from bot.config import MailConfig
from tests.discord.server import Discord
from tests.discord.test_serve import PROGRAM
from tests.mail.app import served, wait_until
from tests.mail.posts import Post
from tests.mail.test_both_doors import TALKATIVE, Served, killed_again_and_again
from tests.store import server

MACHINES = 3


class Machine(Served):
    def __init__(self, folder: Path, config: MailConfig, discord: Discord, url: str):
        folder.mkdir()
        super().__init__(folder, config, discord)
        program = PROGRAM.replace(', "--db", sys.argv[3]', "")
        self.command = ["-c", TALKATIVE + program, discord.http, discord.gateway.address]
        with (folder / "config.toml").open("a") as settings:
            settings.write(f"[store]\nurl = {json.dumps(url)}\n")


class Machines(Served):
    """All of them: to be killed, one at a time, and begun again."""

    def __init__(self, folder: Path, config: MailConfig, discord: Discord):
        self.url, self.rng = server.fresh(), random.Random(5)
        self.machines = [
            Machine(folder / f"m{k}", config, discord, self.url) for k in range(MACHINES)
        ]
        first = self.machines[0]
        self.folder, self.db, self.config, self.discord = first.folder, first.db, config, discord
        stores.elsewhere[self.db] = self.url

    def start(self) -> None:
        for one in self.machines:
            if not one.running:
                one.begin()
        # Somebody has the terminals, and so the other parts that nobody else has.
        wait_until(lambda: any(served(one.db) for one in self.machines))

    def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        if sign == signal.SIGKILL:
            return self.rng.choice(self.machines).end(sign)
        return max(one.end(sign) for one in self.machines)

    def drop(self) -> None:
        del stores.elsewhere[self.db]
        for one in self.machines:
            one.drop()

    def talk(self, game: str) -> Counter[str]:
        sql = "select convert_from(body, 'UTF8')::json ->> 2 from news where kind = 'talk' and"
        with psycopg.connect(self.url) as db:
            return Counter(text for (text,) in db.execute(f"{sql} game = %s".encode(), (game,)))

    def waiting(self) -> int:
        with psycopg.connect(self.url) as db:
            sql = "select (select count(*) from finished) + (select count(*) from untold)"
            ((count,),) = db.execute(sql).fetchall()
            return int(count)


def test_any_of_three_is_killed_with_both_doors_open(tmp_path: Path, embedded: Post) -> None:
    twice = asyncio.run(
        killed_again_and_again(embedded, tmp_path, games=2, rounds=2, most=25, program=Machines)
    )
    assert twice["discord"] == 0


@pytest.mark.nightly
def test_any_of_three_is_killed_forty_times(tmp_path: Path, embedded: Post) -> None:
    twice = asyncio.run(
        killed_again_and_again(embedded, tmp_path, games=2, rounds=40, most=1_500, program=Machines)
    )
    assert twice["discord"] == 0
