"""A right that the bot lacks from the beginning, or loses in a game: nobody who must act is without
a signal, moderators and the operator read which right it is, and what waits comes when it is back.
"""

import asyncio
import random
import time
from functools import partial
from typing import Any

import pytest

from bot.discord import closing
from bot.discord.connection import rights_lacking
from bot.discord.ids import Act
from engine.errors import TryLater
from engine.messages import Message
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
from tests.discord.stage import Duel, Stage, names_in, until
from tests.kit.games import names

NEEDED_BY_CARDS = ("View Channel", "Send Messages in Threads", "Attach Files")
"""Without these Discord takes no card; without the others a game that has begun goes on."""
EVERYBODY, SOMEBODY = 0, 1
"""What an overwrite is for: a role, or a person."""


WAYS = ("role", "own role", "channel", "member")


async def deny(stage: Stage, right: int, by: str) -> None:
    places, guild = stage.discord.rest.places, stage.guild
    if by == "role":
        rights = EVERYTHING & ~ADMINISTRATOR & ~right
        await places.grant(guild, guild["roles"][0], rights)
    elif by == "own role":
        for role in guild["roles"][1:]:
            await places.delete_role(guild, role)
        if right:
            role = await places.add_role(guild, stage.world.bot)
            await places.overwrite(stage.lobby, role["id"], EVERYBODY, right)
    elif by == "channel":
        await places.overwrite(stage.lobby, guild["id"], EVERYBODY, right)
    else:
        await places.overwrite(stage.lobby, stage.world.bot.id, SOMEBODY, right)


class Club:
    def __init__(self, stage: Stage, duel: Duel, aside: Channel):
        self.stage, self.duel, self.aside = stage, duel, aside

    @classmethod
    async def make(cls, stage: Stage, options: str = "", kind: str = "battleboard") -> "Club":
        stage.limited = True
        aside = stage.world.channel(stage.guild, "aside")
        stage.guild["system_channel_id"] = aside.id
        await stage.restart()
        return cls(stage, await stage.duel(options, kind), aside)

    async def order(self) -> User:
        """Give the default orders until something else is asked; return who is asked then."""
        question = (await self.duel.table()).state.question
        while (table := await self.duel.table()).state.question == question:
            ask = table.ask()
            assert ask is not None
            if ask.window is not None:
                await self.duel.expire()
            for seat in ask.seats if ask.window is None else ():
                menu = (await self.duel.table()).menu(seat)
                text, user = menu.write(menu.default), self.duel.users[seat]
                said = await self.stage.people.slash(
                    user, self.aside, "order", text=text, game=self.duel.game
                )
                assert "Accepted" in said.text
        return await self.duel.asked()

    def hears(self, user: User, since: set[str]) -> bool:
        world = self.stage.world
        for message in world.messages.values():
            there = world.channels[message.json["channel_id"]]
            alone = there.json["type"] == DM and user.id in there.members
            named = user.json["username"] in names_in(message)
            if message.id not in since and message.only is None and (alone or named):
                return True
        return False

    async def listed(self) -> DiscordMessage:
        mod = self.stage.user("mod")
        return (await self.stage.people.slash(mod, self.aside, "mod list")).shown

    def cards(self) -> set[str]:
        return {message.id for message in self.duel.posts if message.buttons}

    async def shown_again(self, before: set[str]) -> None:
        await until(lambda: self.cards() - before, 10)
        await until(lambda: not self.duel.place.lost, 10)


@pytest.mark.parametrize("right", SIX)
async def test_a_game_is_not_begun_where_a_right_is_missing(stage: Stage, right: str) -> None:
    ann = stage.user("ann")
    await deny(stage, SIX[right], "member")
    before = len(stage.discord.requests)
    for command in ("game new", "game form"):
        said = await stage.slash(ann, command, kind="dicechess")
        assert f"I lack **{right}**." in said.text
    assert stage.places == {}
    sent = [one.path for one in stage.discord.requests[before:]]
    assert not [path for path in sent if path.startswith("/channels/")]
    await deny(stage, 0, "member")
    await stage.new(ann, kind="dicechess")


async def test_a_deleted_role_takes_no_rights_away(stage: Stage) -> None:
    """Its overwrites vanish at Discord without an event, and the library keeps them."""
    await deny(stage, SIX["Attach Files"], "own role")
    lacks = partial(rights_lacking, stage.door.connection, int(stage.lobby.id))
    await until(lambda: lacks() == ("attach_files",))
    await deny(stage, 0, "own role")
    await until(lambda: lacks() == ())


async def test_no_channel_is_settled_in_which_the_bot_may_not_write(stage: Stage) -> None:
    """Nor one that it does not know."""
    mod = stage.user("mod")
    await deny(stage, SIX["Send Messages"], "channel")
    hall = stage.world.channel(stage.guild, "hall")
    values: tuple[dict[str, Any], ...] = (
        {"open": stage.lobby},
        {"channels": f"<#{stage.lobby.id}>"},
    )
    for value in values:
        said = await stage.people.slash(mod, hall, "mod settings", **value)
        assert "I lack **Send Messages**" in said.text
    said = await stage.slash(mod, "mod settings", open=hall)
    assert f"I cannot see <#{hall.id}>" in said.text
    settings = stage.door.servers.of(int(stage.guild["id"]))
    assert (settings.open, settings.channels) == (0, ())


@pytest.mark.parametrize(
    ("kind", "moments"),
    [("battleboard", 2), *(pytest.param(k, 30, marks=pytest.mark.nightly) for k in names())],
)
@pytest.mark.parametrize("right", SIX)
async def test_whoever_must_act_hears_it_whenever_a_right_is_lost(
    stage: Stage, clock: HandClock, right: str, kind: str, moments: int
) -> None:
    """All who are asked, in sealed questions too; whatever takes the right away, and whoever takes
    no private messages.
    """
    club, rng = await Club.make(stage, 'clock="24h"', kind), random.Random(right)
    duel, needed, slowest = club.duel, right in NEEDED_BY_CARDS, 0.0
    closed = rng.random() < 0.5  # then a channel is left in which Bob is named
    for moment in range(moments):
        if (await duel.table()).state.result is not None:
            club = await Club.make(stage, 'clock="24h"', kind)
            duel = club.duel
        clock.advance(600)
        await stage.quiet()
        by, since = "channel" if closed else rng.choice(WAYS), set(stage.world.messages)
        duel.bob.direct = not closed
        await deny(stage, SIX[right], by)
        await club.order()
        if (await duel.table()).state.result is None:
            for seat in await duel.seats():
                await until(lambda: club.hears(duel.users[seat], since), 60)  # noqa: B023
        if needed:
            await until(lambda: duel.place.lost == "closed", 60)  # noqa: B023
            assert right in (await club.listed()).text
            assert "missing in channel" in closing.ails(stage.door)
        before, begun = club.cards(), time.monotonic()
        await deny(stage, 0, by)
        if needed:
            await club.shown_again(before)
            slowest = max(slowest, time.monotonic() - begun)
        assert closing.ails(stage.door) == "", moment
    assert "0 of 1" in (await club.listed()).text
    print(f"{kind}, {right}: {moments} moments, healed in {slowest:.1f} s at most")


async def test_moderators_read_that_a_place_takes_no_news_for_long(
    stage: Stage, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that does not close the place, and that never ends."""
    club = await Club.make(stage)

    async def fails(*_: Any, **__: Any) -> None:
        raise TryLater("Discord answers 503, code 0")

    dispatcher = stage.door.writer.dispatcher
    with monkeypatch.context() as patch:
        patch.setattr(stage.door, "in_public", fails)
        await club.order()
        await until(lambda: dispatcher.failing, 10)
        assert "Discord has not taken my news" not in (await club.listed()).text
        clock.advance(LATE)
        listed = await club.listed()
        assert "Discord has not taken my news" in listed.text
        assert "Try again" in listed.buttons
        assert not club.duel.place.lost
    dispatcher.door_is_back(stage.door.name)
    await until(lambda: not dispatcher.late(), 10)
    assert "0 of 1" in (await club.listed()).text


@pytest.mark.parametrize("told", [False, True])
async def test_a_locked_thread_closes_the_place_until_it_is_unlocked(
    stage: Stage, clock: HandClock, told: bool
) -> None:
    """Discord's 160005; no right of the six is missing. ``told``: Discord says when it is unlocked,
    otherwise a moderator tries again.
    """
    club = await Club.make(stage)
    duel = club.duel
    await deny(stage, MANAGE_THREADS, "member")
    duel.thread.json["thread_metadata"]["locked"] = True
    since = set(stage.world.messages)
    user = await club.order()
    await until(lambda: club.hears(user, since), 10)
    await until(lambda: duel.place.lost, 10)
    assert (duel.place.lost, duel.place.lacks, duel.place.code) == ("closed", (), 160005)
    mod = stage.user("mod")
    listed = (await stage.people.slash(mod, club.aside, "mod list")).shown
    assert "160005" in listed.text
    assert duel.game in closing.ails(stage.door)
    before = club.cards()
    if told:
        await stage.discord.rest.places.lock(duel.thread, on=False)
    else:
        duel.thread.json["thread_metadata"]["locked"] = False
        again = stage.door.names.write(Act.TRY, duel.game)
        assert again is not None
        await stage.people.press(mod, listed, again)
    await club.shown_again(before)
    assert "0 of 1" in (await club.listed()).text


async def order_by_hand(club: Club) -> None:
    """An order that comes without an interaction, so that nothing but its news is requested."""
    duel, writer = club.duel, club.stage.door.writer
    user = await duel.asked()
    message = Message(
        door="discord",
        id="by hand",
        sender=user.id,
        text="pass",
        at=writer.clock.now(),
        game=duel.game,
    )
    assert (await writer.submit(message)).status == "taken"


async def test_a_page_of_the_proxy_stops_all_requests_for_a_minute(stage: Stage) -> None:
    """And nothing is lost: Cloudflare's answer says nothing about the place."""
    club, now = await Club.make(stage), [0.0]
    discord, brake = stage.discord, stage.door.connection.brake
    brake.now = lambda: now[0]
    discord.fail("POST", "/messages$", status=403, html=True)
    await order_by_hand(club)
    await until(lambda: brake.left and not discord.busy)
    sent, dispatcher = len(discord.requests), stage.door.writer.dispatcher
    for _ in range(3):
        dispatcher.door_is_back("discord")
        await asyncio.sleep(0.05)
    assert len(discord.requests) == sent
    assert "sends none for 60 s" in closing.ails(stage.door)
    assert not club.duel.place.lost
    now[0] += 61
    dispatcher.door_is_back("discord")
    await until(lambda: club.duel.told("passed"), 10)
    assert closing.ails(stage.door) == ""


async def test_the_bot_stops_long_before_discord_bans_its_address(stage: Stage) -> None:
    """Discord allows 10,000 invalid requests in ten minutes; here 30, and the bot a fifth."""
    club = await Club.make(stage)
    discord, brake = stage.discord, stage.door.connection.brake
    assert brake.most * 5 == discord.most_invalid
    brake.most, discord.most_invalid = 6, 30
    discord.fail("POST", "/messages$", code=50013, times=1_000)
    await order_by_hand(club)
    for _ in range(60):
        stage.door.writer.dispatcher.door_is_back("discord")
        await asyncio.sleep(0.01)
    assert len(discord.invalid) <= 8, "two may be on their way when it stops"
    assert "refuses too many requests" in closing.ails(stage.door)
