"""Who sees what of a game: a whole game, swept for what only somebody else may read; private
messages that are closed; a channel for few.
"""

import random

import pytest

from bot.discord import answer
from tests.discord.eyes import reading
from tests.discord.server import rights
from tests.discord.server.world import User
from tests.discord.stage import Stage
from tests.discord.test_secrets import leak_publicly

SEATS = ("ann", "bob", "eve")


class Sweep:
    """A game of three; Zoe passes by."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.users = {name: stage.user(name) for name in (*SEATS, "zoe")}

    async def begin(self) -> None:
        ann, bob, eve, _ = self.users.values()
        self.game = await self.stage.game(ann, [bob, eve], "size=6x6 cities=2")

    async def sweep(self) -> None:
        """Look for squares of cities, which nobody has bombed or bombed beside, in what others are
        told privately: in public a square is named when another board is bombed there.
        """
        table = (await self.stage.opened(self.game)).table
        public = table.view("*")
        read = {name: reading(self.stage.world, user) for name, user in self.users.items()}
        boards = {seat: table.world.board(seat) for seat in SEATS}
        for owner, board in boards.items():
            known = {(mark.x, mark.y) for mark in public.board(owner).marks}
            for x, y in {*board.living} - known:
                assert f"{x} {y}" in read[owner]
                for name in {*read} - {owner}:
                    own = boards.get(name)
                    if own is None or (x, y) not in (*own.living, *own.wrecks):
                        private = read[name].replace("\\n", "\n").splitlines()
                        told = [line for line in private if "Nobody else is told" in line]
                        assert not [line for line in told if f"{x} {y}" in line], (name, owner)


async def test_a_game_with_a_restart_in_which_nobody_reads_anothers_secrets(stage: Stage) -> None:
    club, rng, played = Sweep(stage), random.Random(5), 0
    await club.begin()
    thread = stage.thread(club.game)
    while (seat := await stage.turn(club.game)) and played < 60:
        table = (await stage.opened(club.game)).table
        menu, user = table.menu(seat), club.users[seat]
        order = menu.write(table.game.robot(table.view(seat), menu, rng))
        said = await stage.people.slash(user, thread, "order", text=order)
        assert said.shown.only == user.id
        assert f"Accepted: `{order}`" in said.text
        played += 1
        if played == 4:
            await stage.quiet()
            await stage.restart()
        if played % 5 == 0:
            looks = ("game board", "game history", "standing list", "game mine", "game talk")
            for name in (*looks, "time cancel"):
                said = await stage.people.slash(user, thread, name)
                assert said.shown.only == user.id
            await stage.quiet()
            await club.sweep()
    await stage.quiet()
    assert "has won" in reading(stage.world, club.users["zoe"])


async def test_a_planted_answer_to_everybody_is_found_by_the_sweep(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Sweep(stage)
    await club.begin()
    await club.sweep()
    leak_publicly(monkeypatch)
    assert answer.acknowledge.__module__ == leak_publicly.__module__
    await stage.people.slash(club.users["bob"], stage.thread(club.game), "game history")
    with pytest.raises(AssertionError):
        await club.sweep()


async def test_closed_direct_messages_are_told_to_their_owner_alone(stage: Stage) -> None:
    """What is told privately is behind the button, until they are opened again."""
    ann, bob, zoe = stage.user("ann"), stage.user("bob", direct=False), stage.user("zoe")
    made = await stage.slash(ann, "game new", kind="battleboard")
    assert "Privacy Settings" not in made.text
    game = stage.only_game
    joined = await stage.people.click(bob, stage.lobby_post(game), "Join")
    assert "Privacy Settings" in joined.text
    assert joined.shown.only == bob.id
    await stage.quiet()
    panel = await stage.people.click(bob, joined.shown, "Orders")
    assert "Nobody else is told" in panel.text
    assert panel.shown.only == bob.id
    assert stage.direct(bob) == []
    for other in (ann, zoe):
        assert "Privacy Settings" not in reading(stage.world, other)
    bob.direct = True
    await stage.wishes(bob, "private")
    await stage.people.click(bob, stage.card(game), "Orders")
    people = {"ann": ann, "bob": bob}
    for _ in people:
        user: User = people[await stage.turn(game)]
        await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await stage.quiet()
    assert any("bomb a square" in message.text for message in stage.direct(bob))


async def test_who_cannot_see_the_channel_sees_nothing_of_the_game(stage: Stage) -> None:
    """All of a game is in the channel in which it was begun, and in a public thread of that."""
    dan, zoe = stage.user("dan"), stage.user("zoe")
    players = stage.world.role(stage.guild, "players", rights.VIEW, dan)
    hidden = stage.world.channel(stage.guild, "hidden")
    hidden.json["permission_overwrites"] = [
        {"id": stage.guild["id"], "type": 0, "allow": "0", "deny": str(rights.VIEW)},
        {"id": players["id"], "type": 0, "allow": str(rights.VIEW), "deny": "0"},
        {"id": stage.world.bot.id, "type": 1, "allow": str(rights.VIEW), "deny": "0"},
    ]
    await stage.restart()
    made = await stage.people.slash(dan, hidden, "game new", kind="battleboard")
    assert "is here" in made.text
    await stage.quiet()
    thread = stage.thread(stage.only_game)
    used = [one for one in stage.world.channels.values() if one.guild and stage.in_channel(one)]
    assert used == [hidden]
    assert thread.json["parent_id"] == hidden.id
    for there in (hidden, thread):
        assert rights.within(stage.world, dan, there) & rights.VIEW
        assert not rights.within(stage.world, zoe, there) & rights.VIEW
