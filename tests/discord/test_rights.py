"""A right that the bot lacks from the beginning, or loses in a game: nobody who must act is without
a signal, moderators and the operator read which right it is, and what waits comes when it is back.
"""

import random
from pathlib import Path
from typing import Any

import pytest

from bot.discord import closing
from bot.discord.ids import Act
from engine.errors import TryLater
from engine.referee.clock import HandClock
from engine.referee.delivery import LATE
from tests.discord.server.rights import SIX
from tests.discord.server.world import (
    ADMINISTRATOR,
    DM,
    EVERYTHING,
    MANAGE_THREADS,
    Channel,
    DiscordMessage,
    User,
)
from tests.discord.stage import Stage, staged, until

NEEDED_BY_CARDS = ("View Channel", "Send Messages in Threads", "Attach Files")
"""Without these Discord takes no card; without the others a game that has begun goes on."""
EVERYBODY, SOMEBODY = 0, 1
"""What an overwrite is for: a role, or a person."""


class Club:
    def __init__(self, stage: Stage, game: str, people: dict[str, User], aside: Channel):
        self.stage, self.game, self.people, self.aside = stage, game, people, aside

    @classmethod
    async def make(cls, stage: Stage, kind: str = "battleboard", options: str = "") -> "Club":
        stage.limited = True
        people = {name: stage.user(name) for name in ("ann", "bob")}
        aside = stage.world.channel(stage.guild, "aside")
        stage.guild["system_channel_id"] = aside.id
        await stage.stop()
        await stage.start()
        game = await stage.game(people["ann"], [people["bob"]], options, kind)
        return cls(stage, game, people, aside)

    async def asked(self) -> list[User]:
        opened = await self.stage.opened(self.game)
        ask = opened.table.ask()
        seats = ask.seats if ask is not None else ()
        return [self.people[seat] for seat in seats]

    async def order(self) -> None:
        question = await self.question()
        while await self.question() == question:
            user = (await self.asked())[0]
            text = "pass"
            said = await self.stage.people.slash(
                user, self.aside, "order", text=text, game=self.game
            )
            assert "Accepted" in said.text

    async def question(self) -> int:
        table = (await self.stage.opened(self.game)).table
        return table.state.question

    async def deny(self, right: int, by: str) -> None:
        places, guild = self.stage.discord.rest.places, self.stage.guild
        if by == "role":
            everyone = guild["roles"][0]
            await places.grant(guild, everyone, EVERYTHING & ~ADMINISTRATOR & ~right)
        else:
            kind = EVERYBODY if by == "channel" else SOMEBODY
            id = guild["id"] if by == "channel" else self.stage.world.bot.id
            await places.overwrite(self.stage.lobby, id, kind, right)

    def heard(self, user: User, since: set[str]) -> list[DiscordMessage]:
        world = self.stage.world
        return [
            message
            for message in world.messages.values()
            if message.id not in since
            and message.only is None
            and (
                (
                    (there := world.channels[message.json["channel_id"]]).json["type"] == DM
                    and user.id in there.members
                )
                or user.id in [one["id"] for one in message.json["mentions"]]
            )
        ]

    async def listed(self) -> DiscordMessage:
        mod = self.stage.user("mod")
        return (await self.stage.people.slash(mod, self.aside, "mod list")).shown


def cards(club: Club) -> list[str]:
    return [m.id for m in club.stage.in_channel(club.stage.thread(club.game)) if m.buttons]


@pytest.mark.parametrize("right", SIX)
async def test_a_game_is_not_begun_where_a_right_is_missing(tmp_path: Path, right: str) -> None:
    async with staged(tmp_path) as stage:
        ann, club = stage.user("ann"), Club(stage, "", {}, stage.lobby)
        await club.deny(SIX[right], "member")
        before = len(stage.discord.requests)
        for command in ("game new", "game form"):
            said = await stage.people.slash(ann, stage.lobby, command, kind="dicechess")
            assert f"I lack **{right}**." in said.text
        assert stage.door.memory.places == {}
        sent = [one.path for one in stage.discord.requests[before:]]
        assert not [path for path in sent if path.startswith("/channels/")]
        await club.deny(0, "member")
        said = await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
        assert "is here" in said.text


@pytest.mark.parametrize("option", ["open", "channels"])
async def test_no_channel_is_settled_in_which_the_bot_may_not_write(
    tmp_path: Path, option: str
) -> None:
    async with staged(tmp_path) as stage:
        mod, club = stage.user("mod"), Club(stage, "", {}, stage.lobby)
        await club.deny(SIX["Send Messages"], "channel")
        hall = stage.world.channel(stage.guild, "hall")
        value: Any = stage.lobby if option == "open" else f"<#{stage.lobby.id}>"
        said = await stage.people.slash(mod, hall, "mod settings", **{option: value})
        assert "I lack **Send Messages**" in said.text
        settings = stage.door.servers.of(int(stage.guild["id"]))
        assert (settings.open, settings.channels) == (0, ())


async def test_a_channel_that_the_bot_does_not_know_is_named_in_the_refusal(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        mod, hidden = stage.user("mod"), stage.world.channel(stage.guild, "hidden")
        said = await stage.people.slash(mod, stage.lobby, "mod settings", open=hidden)
        assert f"I cannot see <#{hidden.id}>" in said.text


@pytest.mark.parametrize("by", ["role", "channel", "member"])
@pytest.mark.parametrize("right", SIX)
async def test_whoever_must_act_hears_it_whatever_right_is_lost(
    tmp_path: Path, right: str, by: str
) -> None:
    """After 0 to 2 orders; one of the players takes no private messages."""
    rng = random.Random(f"{right} {by}")
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        club = await Club.make(stage, options='clock="24h"')
        for _ in range(rng.randrange(3)):
            await club.order()
        await stage.quiet()
        rng.choice(list(club.people.values())).direct = by != "channel"
        await club.deny(SIX[right], by)
        for _ in range(4):
            since = set(stage.world.messages)
            await club.order()
            (user,) = await club.asked()
            open_somewhere = user.direct or by == "channel" or right == "Attach Files"
            if open_somewhere or right not in NEEDED_BY_CARDS:
                await until(lambda: club.heard(user, since), 10)  # noqa: B023
        place = stage.door.memory.places[club.game]
        if right in NEEDED_BY_CARDS:
            assert place.lost == "closed"
            assert right in (await club.listed()).text
            assert club.game in closing.ails(stage.door)
            before = set(cards(club))
            await club.deny(0, by)
            await until(lambda: set(cards(club)) - before, 10)
        await until(lambda: not stage.door.memory.places[club.game].lost, 10)
        await stage.quiet()
        told = " ".join(m.text for m in stage.in_channel(stage.thread(club.game)))
        assert told.count("passed") + told.count("bombed") >= 4, "nothing is lost"
        assert closing.ails(stage.door) == ""
        assert "0 of 1" in (await club.listed()).text


@pytest.mark.parametrize("status", [500, 503])
async def test_moderators_read_that_a_place_takes_no_news_for_long(
    tmp_path: Path, status: int
) -> None:
    """An answer that does not close the place, and that never ends."""
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        club = await Club.make(stage)
        await stage.quiet()

        async def fails(*_: Any, **__: Any) -> None:
            raise TryLater(f"Discord answers {status}, code 0")

        in_public, stage.door.in_public = stage.door.in_public, fails  # type: ignore[method-assign]  # fails
        await club.order()
        await until(lambda: stage.door.writer.dispatcher.failing, 10)
        assert "Discord has not taken my news" not in (await club.listed()).text
        clock.advance(LATE)
        listed = await club.listed()
        assert "Discord has not taken my news" in listed.text
        assert "Try again" in listed.buttons
        assert not stage.door.memory.places[club.game].lost
        stage.door.in_public = in_public  # type: ignore[method-assign]  # again
        stage.door.writer.dispatcher.door_is_back(stage.door.name)
        await until(lambda: not stage.door.writer.dispatcher.late(), 10)
        assert "0 of 1" in (await club.listed()).text


async def test_a_locked_thread_closes_the_place_until_it_is_unlocked(tmp_path: Path) -> None:
    """Discord's 160005; no right of the six is missing."""
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        club = await Club.make(stage)
        await stage.quiet()
        await club.deny(MANAGE_THREADS, "member")
        thread = stage.thread(club.game)
        thread.json["thread_metadata"]["locked"] = True
        since = set(stage.world.messages)
        await club.order()
        (user,) = await club.asked()
        await until(lambda: club.heard(user, since), 10)
        await until(lambda: stage.door.memory.places[club.game].lost, 10)
        place = stage.door.memory.places[club.game]
        assert (place.lost, place.lacks, place.code) == ("closed", (), 160005)
        mod = stage.user("mod")
        listed = (await stage.people.slash(mod, club.aside, "mod list")).shown
        assert "160005" in listed.text
        assert club.game in closing.ails(stage.door)
        before = set(cards(club))
        thread.json["thread_metadata"]["locked"] = False
        again = stage.door.names.write(Act.TRY, club.game)
        assert again is not None
        await stage.people.press(mod, listed, again)
        await until(lambda: set(cards(club)) - before, 10)
        await until(lambda: not stage.door.memory.places[club.game].lost, 10)
        assert "0 of 1" in (await club.listed()).text
