"""What is posted where on a server: games in forums and private threads, results, the moderators'
log, calls for substitutes, also after a channel or a role was deleted.
"""

import re
from typing import Any

import pytest

from engine.referee.clock import HandClock
from tests.discord.server.rights import ATTACH
from tests.discord.server.world import FORUM, PRIVATE_THREAD, Channel, DiscordMessage
from tests.discord.stage import Duel, Stage, until
from tests.discord.test_mods import ALL_BUT

DAY = 86_400


class Server:
    def __init__(self, stage: Stage):
        self.stage, self.mod = stage, stage.user("sam")
        self.channels: dict[str, Channel] = {
            name: stage.world.channel(stage.guild, name, kind)
            for name, kind in (("results", 0), ("log", 0), ("games", FORUM))
        }
        self.roles = {
            name: stage.world.role(stage.guild, name, 0)
            for name in ("players", "substitutes", "moderators")
        }

    @classmethod
    async def make(cls, stage: Stage, **settings: str) -> "Server":
        server = cls(stage)
        await server.restart()
        await server.set("mod settings", open=stage.lobby)
        there = server.channels | server.roles
        await server.set("mod posts", **{name: there[value] for name, value in settings.items()})
        return server

    async def restart(self) -> None:
        await self.stage.restart()
        self.stage.door.club.pause = 0.02

    async def set(self, command: str, **values: Any) -> str:
        return (await self.stage.slash(self.mod, command, **values)).text

    def posts(self, channel: str) -> list[DiscordMessage]:
        return self.stage.in_channel(self.channels[channel])

    def calls(self, role: str) -> list[DiscordMessage]:
        return [
            message
            for message in self.stage.world.messages.values()
            if self.roles[role]["id"] in message.json["mention_roles"]
        ]

    async def listed(self) -> str:
        return await self.set("mod list")


async def ended(duel: Duel) -> None:
    user = await duel.asked()
    leave = (await duel.slash(user, "withdraw")).shown
    await duel.stage.people.press(user, leave, leave.pressable[0]["custom_id"])
    await duel.stage.quiet()
    assert (await duel.table()).state.result is not None


async def test_a_game_is_begun_in_its_forum_and_its_end_is_posted_once(stage: Stage) -> None:
    server = await Server.make(stage, results="results", home="games", call="players")
    duel = await stage.duel(kind="dicechess")
    post = stage.lobby_post(duel.game)
    assert (post.json["channel_id"], post.id) == (duel.thread.id, duel.thread.id)
    assert duel.thread.json["parent_id"] == server.channels["games"].id
    assert "Players: ann and bob" in post.text, "and it follows the game"
    assert server.roles["players"]["id"] in post.edits[0]["mention_roles"]
    await ended(duel)
    await until(lambda: server.posts("results"))
    (result,) = server.posts("results")
    for text in ("Dice Chess", duel.game, "resignation"):
        assert text in result.text
    won, lost = (int(one) for one in re.findall(r"\(([+-]\d+)\)", result.text))
    assert won == -lost != 0, "a game between equals"
    files = [file["filename"] for file in result.json["attachments"]]
    assert files == ["board.png", "film.gif", "replay.html"]
    assert "Rematch" in result.buttons
    await server.restart()
    await stage.quiet()
    assert server.posts("results") == [result]


@pytest.mark.parametrize(
    ("tags", "chosen"), [(("News", "Battle"), 1), (("News", "Art"), 0), ((), None)]
)
async def test_a_forum_that_requires_a_tag_gets_that_of_the_game_or_another(
    stage: Stage, tags: tuple[str, ...], chosen: int | None
) -> None:
    server = Server(stage)
    forum, requires = server.channels["games"].json, 1 << 4
    made = [{"id": stage.world.snowflake(), "name": name, "moderated": False} for name in tags]
    more = {"emoji_id": None, "emoji_name": None}
    forum |= {"available_tags": [one | more for one in made], "flags": requires if tags else 0}
    await server.restart()
    await server.set("mod posts", home=server.channels["games"])
    game = await stage.new(server.mod)
    wanted = [] if chosen is None else [made[chosen]["id"]]
    assert stage.thread(game).json["applied_tags"] == wanted


async def test_a_deleted_post_of_a_forum_is_made_again(stage: Stage) -> None:
    await Server.make(stage, home="games")
    duel = await stage.duel()
    old = duel.thread
    await stage.discord.rest.places.vanish(old)
    said = await stage.slash(await duel.asked(), "order", text="pass", game=duel.game)
    assert "Accepted" in said.text
    await stage.quiet()
    assert duel.thread is not old
    assert duel.card.json["channel_id"] == duel.thread.id == stage.lobby_post(duel.game).id


async def test_a_private_game_has_a_private_thread_with_its_people_alone(stage: Stage) -> None:
    """Nobody else can tell that there is one: no post, no list, no answer."""
    ann, bob, zoe = (stage.user(name, rights=ALL_BUT) for name in ("ann", "bob", "zoe"))
    game = await stage.new(ann, "players=2 private=yes rated=no")
    thread = stage.thread(game)
    assert thread.json["type"] == PRIVATE_THREAD
    assert stage.in_channel(stage.lobby) == []
    await stage.people.slash(ann, thread, "game invite", who=f"<@{bob.id}>")
    await stage.quiet()
    assert {ann.id, bob.id} <= thread.members
    await stage.people.click(bob, stage.direct(bob)[-1], "Join")
    await stage.quiet()
    nothing = (await stage.slash(zoe, "game board", game="abcdef")).text
    assert (await stage.slash(zoe, "game board", game=game)).text == nothing
    assert game not in (await stage.slash(zoe, "game list")).text
    # A moderator of the server looks on, and no longer.
    mod = stage.user("sam")
    for word, watching in (("watch", True), ("unwatch", False)):
        await stage.people.slash(mod, stage.lobby, f"game {word}", game=game)
        await stage.quiet()
        assert (mod.id in thread.members) == watching
    assert thread.members == {ann.id, bob.id, stage.world.bot.id}
    # Bob was invited, and has lost his seat since.
    await stage.people.slash(mod, stage.lobby, "mod seat replace", seat="bob", game=game)
    await stage.quiet()
    assert thread.members == {ann.id, stage.world.bot.id}


async def test_the_moderators_log_has_what_the_table_marks_and_calls_when_they_must_act(
    stage: Stage, clock: HandClock
) -> None:
    server = await Server.make(stage, log="log", moderators="moderators")
    duel = await stage.duel('clock="24h"')
    await duel.order()
    await duel.slash(duel.bob, "appeal", reason="He is late.")
    await until(lambda: server.posts("log"))
    (called,) = server.calls("moderators")
    assert "He is late." in called.text
    await server.restart()
    await duel.slash(server.mod, "mod rule", reason="It stands.")
    await until(lambda: len(server.posts("log")) == 2)
    await stage.quiet()
    assert "It stands." in server.posts("log")[-1].text
    assert server.calls("moderators") == [called]


async def test_substitutes_are_called_for_a_free_seat_until_somebody_has_it(
    stage: Stage, clock: HandClock
) -> None:
    """By the rules of the clock, which the server sets for games that have none."""
    server = await Server.make(stage, substitutes="substitutes")
    await server.set("mod settings", idle="7d")
    duel = await stage.duel()
    idle = await duel.asked()
    clock.advance(7 * DAY + 1)
    await until(lambda: server.calls("substitutes"))
    await server.restart()
    await stage.quiet()
    (call,) = server.calls("substitutes")
    assert idle.json["username"] in call.text
    dan = stage.user("dan")
    assert "You have seat" in (await stage.people.click(dan, call, "Join")).text
    await until(lambda: not server.calls("substitutes"))
    await stage.quiet()
    assert duel.place.calls == ()


@pytest.mark.parametrize("lost", ["channel", "right"])
async def test_what_waits_is_posted_when_a_channel_or_a_right_is_back(
    stage: Stage, lost: str
) -> None:
    stage.limited = True
    server = await Server.make(stage, results="results", log="log", moderators="moderators")
    places, channel = stage.discord.rest.places, server.channels["results"]
    if lost == "channel":
        await places.vanish(channel)
    else:
        await places.overwrite(channel, stage.guild["id"], 0, ATTACH)
    await places.delete_role(stage.guild, server.roles["moderators"])
    duel = await stage.duel()
    await duel.slash(duel.bob, "appeal", reason="He is late.")
    await until(lambda: server.posts("log"))
    await ended(duel)
    await until(lambda: (int(stage.guild["id"]), "results") in stage.door.club.failing)
    listed = await server.listed()
    assert "The role for the log was deleted" in listed
    assert "The channel of results" in listed
    if lost == "channel":
        server.channels["results"] = channel = stage.world.channel(stage.guild, "new")
        await stage.discord.gateway.dispatch("CHANNEL_CREATE", channel.json, channel.guild, 1)
        await server.set("mod posts", results=channel)
    else:
        assert "Attach Files" in listed
        await places.overwrite(channel, stage.guild["id"], 0, 0)
    await until(lambda: server.posts("results"))
    assert "The channel of results" not in await server.listed()


async def test_settings_are_shown_and_the_same_again_removes_them(stage: Stage) -> None:
    server = await Server.make(stage, results="results", substitutes="substitutes")
    both = {"call": server.roles["players"], "home": server.channels["games"]}
    shown = await server.set("mod posts", kind="ambush", **both)
    for text in (f"<#{server.channels['results'].id}>", "Ambush in <#", "Ambush: <@&"):
        assert text in shown
    shown = await server.set("mod posts", results=server.channels["results"])
    assert "results: none" in shown
