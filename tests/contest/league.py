"""A league of sixteen, half of it at Discord and half by mail, which robots play to its end:
``python -m tests.contest.league FOLDER SEED``.

Its orders are slash commands and mails. At the end the pages are written, and everything is
verified from outside. The last line says what was counted.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from click.testing import CliRunner

from bot.cli import main as cli
from engine.game import robot_order
from engine.games import contest as g
from engine.referee import contests
from engine.referee.clock import HandClock
from tests.discord.opportunities import Letterbox, run
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged
from tests.mail.stage import asks, parsed, reply, text_of
from tests.repo.tree import ROOT
from tests.stored import every_game

OPTIONS = "form=league entrants=16 division=8 open=3 game=battleboard game.size=5x5 clock=3d"
HALF = 8


class League:
    def __init__(self, stage: Stage, clock: HandClock, box: Letterbox, seed: int):
        self.stage, self.clock, self.box = stage, clock, box
        self.rng, self.tally = random.Random(seed), Counter[str]()
        self.users: dict[str, User] = {}

    async def enter(self) -> str:
        stage = self.stage
        owner = stage.user("olga")
        id = await self.made(owner)
        for k in range(HALF):
            user = stage.user(f"d{k}")
            self.users[user.id] = user
            await stage.people.click(user, stage.lobby_post(id), "Join")
            box = f"m{k}@mail.example"
            await self.box.door.invite(id, box)
            raw = reply(parsed(self.box.mails[box][-1]), "join", box, written=self.clock.now())
            await self.box.door.take(raw, self.clock.now())
            await stage.quiet()
        return id

    async def made(self, owner: User) -> str:
        said = await self.stage.slash(
            owner, "game new", kind="contest", options=OPTIONS, join=False
        )
        assert "is here" in said.text, said.text
        return self.stage.only_game

    async def play(self, id: str) -> None:
        store = self.stage.door.writer.referee.store
        while True:
            rows = [row for row in every_game(store) if row.decoded_setup().contest == id]
            live = [row for row in rows if row.result is None]
            if not live:
                break
            for row in live:
                await self.order(row.id)

    async def order(self, game: str) -> None:
        table = (await self.stage.opened(game)).table
        ask = table.ask()
        if ask is None or table.state.result is not None:
            return
        seat = ask.seats[0]
        menu = table.menu(seat)
        order = menu.write(robot_order(table.game, table.view(seat), menu, self.rng, 1))
        (who,) = [one for one in (await self.stage.opened(game)).addresses if one.viewer == seat]
        begun = time.process_time()
        if who.door == "mail":
            last = next(
                m
                for m in map(parsed, reversed(self.box.mails[who.sender]))
                if game in str(m["Subject"]) + text_of(m) and asks(m)
            )
            assert "of contest" in text_of(last), "a mail names its round"
            raw = reply(last, order, who.sender, written=self.clock.now())
            await self.box.door.take(raw, self.clock.now())
        else:
            user, thread = self.users[who.sender], self.stage.thread(game)
            said = await self.stage.people.slash(user, thread, "order", text=order)
            assert "ccepted" in said.text, said.text
        await self.stage.quiet()
        self.tally[who.door] += 1
        self.tally[f"{who.door} CPU ms"] += int(1000 * (time.process_time() - begun))


async def same(_game: str, post: object, _language: str) -> object:
    return post


async def league(folder: Path, seed: int) -> None:
    clock, box = HandClock(1_800_000_000), Letterbox()
    async with staged(folder, clock, beside=(box,)) as stage:
        stage.door.with_film = same  # type: ignore[assignment]  # films take seconds
        at = League(stage, clock, box, seed)
        id = await at.enter()
        await at.play(id)
        await stage.door.writer.run(contests.look)
        await stage.quiet()
        world: g.World = (await stage.opened(id)).table.world
        print(stage.lobby_post(id).text)
        for line in world.standings():
            print(line.group + 1, line.place, world.entry(line.entrant).name, line.points / 120)
        rows = every_game(stage.door.writer.referee.store)
        games = [row.id for row in rows if row.decoded_setup().contest == id]
        later = [row.id for row in rows if row.kind == "contest" and row.id != id]
        at.tally |= {"games": len(games), "next seasons": len(later)}
        assert len(stage.threads()) >= len(games) + 2
        mails = [mail for some in box.mails.values() for mail in some]
        at.tally["mails"] = len(mails)
        at.tally["requests"] = len(stage.discord.requests)
    print(dict(at.tally))
    verify(folder, id, games)


def verify(folder: Path, id: str, games: list[str]) -> None:
    """Verify the league and its games, its draws, and that its page has both divisions."""
    db = str(folder / "games.db")
    for one in (id, *games):
        call("verify", one, "--db", db)
    call("export", id, "--db", db, "-o", str(folder / "league.json"))
    script = str(ROOT / "docs" / "examples" / "fair-play" / "draw.py")
    command = [sys.executable, script, str(folder / "league.json")]
    print(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    call("pages", str(folder / "pages"), "--db", db)
    page = folder / "pages" / "games" / id / "index.html"
    assert "Division 2" in page.read_text()
    print(len(games) + 1, "games verified;", page)


def call(*arguments: str) -> None:
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, (arguments, done.output)


def main(folder: str, seed: str) -> None:
    run(league(Path(folder), int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:3])
