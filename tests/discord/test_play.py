"""A whole game over the wire."""

import asyncio
import random
from pathlib import Path

from tests.discord.stage import staged


def test_three_people_play_a_whole_game(tmp_path: Path) -> None:
    asyncio.run(whole_game(tmp_path))


async def whole_game(path: Path) -> None:
    async with staged(path) as stage:
        ann, bob, eve = stage.user("ann"), stage.user("bob"), stage.user("eve")
        people = {"ann": ann, "bob": bob, "eve": eve}
        game = await stage.game(ann, [bob, eve], "size=3x3 cities=1")
        for name, user in people.items():
            print(name, [m.text for m in stage.direct(user)])
        rng = random.Random(1)
        thread = stage.thread(game)
        for _ in range(80):
            seat = stage.turn(game)
            if not seat:
                break
            view = stage.door.writer.referee.memory[game].table
            order = view.game.suggest(view.view(seat), view.menu(seat), rng)
            text = view.menu(seat).write(order)
            said = await stage.people.slash(people[seat], thread, "order", text=text)
            assert "Taken" in said.text, said.text
        await stage.quiet()
        assert not stage.turn(game)
        for m in stage.in_channel(thread):
            print("THREAD", m.text)
        for m in stage.in_channel(stage.lobby):
            print("LOBBY", m.text, m.buttons)
        print(len(stage.discord.requests))
        for m in stage.direct(ann):
            print("ANN", m.text, m.buttons, [a["filename"] for a in m.json["attachments"]])
