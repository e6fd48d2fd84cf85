"""A server of two hundred: settings, bans, the post with the open games, what needs a moderator,
the inbox, reports.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from engine.referee.clock import HandClock
from tests.discord.server.world import Channel, DiscordMessage, User
from tests.discord.stage import Stage, staged, until
from tests.discord.test_mods import ALL_BUT
from tests.kit.story import on

Scene = Callable[[Stage], Awaitable[None]]


def play(path: Path, scene: Scene, clock: HandClock | None = None) -> None:
    async def played() -> None:
        async with staged(path, clock) as stage:
            stage.door.open_games.pause = 0.05
            await scene(stage)

    asyncio.run(played())


async def said(stage: Stage, who: User, command: str, **values: Any) -> str:
    return (await stage.people.slash(who, stage.lobby, command, **values)).text


async def made(stage: Stage, who: User, options: str = "players=3") -> str:
    before = set(stage.door.memory.places)
    await said(stage, who, "game new", kind="battleboard", options=options)
    (game,) = set(stage.door.memory.places) - before
    return game


def pinned(stage: Stage) -> list[DiscordMessage]:
    return stage.discord.rest.places.pins(stage.lobby)


def buttons(message: DiscordMessage, label: str) -> list[str]:
    return [one["custom_id"] for one in message.pressable if one["label"] == label]


@on(play)
async def test_settings_hold_for_new_games_and_only_moderators_change_them(stage: Stage) -> None:
    mod, ann = stage.user("sam"), stage.user("ann", rights=ALL_BUT)
    other = stage.world.channel(stage.guild, "games")
    shown = await said(
        stage,
        mod,
        "mod settings",
        channels=f"<#{other.id}>",
        games="battleboard dicechess",
        clock="36h",
        language="zh-TW",
        most=1,
    )
    assert f"channels: <#{other.id}>" in shown
    assert "most games of one person at once: 1" in shown
    refused = await said(stage, ann, "game new", kind="battleboard")
    assert f"<#{other.id}>" in refused
    there = stage.people.slash
    assert "Dice Chess" not in (await there(ann, other, "game new", kind="ambush")).text
    assert not stage.door.memory.places
    await there(ann, other, "game new", kind="battleboard", options="players=2")
    (game,) = stage.door.memory.places
    setup = (await stage.opened(game)).table.setup
    assert setup.clock is not None
    assert stage.door.memory.places[game].language == "zh-TW"
    again = await there(ann, other, "game new", kind="battleboard")
    assert "already play 1 games" in again.text
    assert set(stage.door.memory.places) == {game}


@on(play)
async def test_settings_that_cannot_be_are_named_and_change_nothing(stage: Stage) -> None:
    mod = stage.user("sam")
    for values, why in (
        ({"channels": "lobby", "most": 3}, "names no channel"),
        ({"games": "chess", "most": 3}, "battleboard"),
        ({"clock": "soon", "most": 3}, "is no clock"),
    ):
        assert why in await said(stage, mod, "mod settings", **values)
    assert stage.door.servers.settings == {}


@on(play)
async def test_only_who_has_the_role_begins_games(stage: Stage) -> None:
    mod, ann = stage.user("sam"), stage.user("ann", rights=ALL_BUT)
    (everyone,) = stage.guild["roles"]
    role = everyone | {"id": stage.world.snowflake(), "name": "hosts"}
    stage.guild["roles"].append(role)
    await stage.stop()
    await stage.start()
    await said(stage, mod, "mod settings", creators=role)
    assert f"<@&{role['id']}>" in await said(stage, ann, "game new", kind="battleboard")
    await said(stage, mod, "mod settings", creators=everyone)
    assert "is here" in await said(stage, ann, "game new", kind="battleboard")


@on(play)
async def test_who_is_banned_neither_begins_nor_joins(stage: Stage) -> None:
    mod, eve, ann = (stage.user(name) for name in ("sam", "eve", "ann"))
    eve.rights = ann.rights = ALL_BUT
    game = await made(stage, ann)
    assert "can no longer" in await said(stage, mod, "mod ban", person=eve)
    assert "do not let you join" in await said(stage, eve, "game new", kind="battleboard")
    assert "do not let you join" in await said(stage, eve, "game join", game=game)
    assert "again" in await said(stage, mod, "mod ban", person=eve, lift=True)
    assert "You have seat" in await said(stage, eve, "game join", game=game)


@on(play)
async def test_the_post_with_the_open_games_is_pinned_and_follows_them(stage: Stage) -> None:
    mod, bob = stage.user("sam"), stage.user("bob")
    await said(stage, mod, "mod settings", open=stage.lobby)
    await until(lambda: len(pinned(stage)) == 1)
    (post,) = pinned(stage)
    assert "No game wants players" in post.text
    games = [await made(stage, mod) for _ in range(9)]
    await until(lambda: "2 more" in post.text)
    assert len(buttons(post, "Join")) == 7
    await until(lambda: post.text.count("**BattleBoard** · sam · 2 of 3 seats free") == 7)
    await stage.people.press(bob, post, buttons(post, "Join")[0])
    await until(lambda: "sam, bob" in post.text)
    assert {game for game in games if game in post.text} < set(games)
    assert "sam, bob · 1 of 3" in post.text
    private = await made(stage, mod, "players=2 private=yes")
    await stage.quiet()
    await asyncio.sleep(0.2)
    assert private not in post.text


@on(play)
async def test_the_post_is_edited_once_in_a_pause_however_much_happens(stage: Stage) -> None:
    mod = stage.user("sam")
    stage.door.open_games.pause = 10.0
    await said(stage, mod, "mod settings", open=stage.lobby)
    await until(lambda: len(pinned(stage)) == 1)
    (post,) = pinned(stage)
    before = len(post.edits)
    for _ in range(4):
        await made(stage, mod)
    await stage.quiet()
    assert len(post.edits) == before
    assert stage.door.open_games.again


@on(play)
async def test_a_post_that_takes_no_edits_is_posted_anew_pinned_and_the_old_one_deleted(
    stage: Stage,
) -> None:
    mod = stage.user("sam")
    stage.limited = True
    await said(stage, mod, "mod settings", open=stage.lobby)
    await until(lambda: len(pinned(stage)) == 1)
    (old,) = pinned(stage)
    stage.discord.skew += 3700
    stage.discord.old_edits = (0, 600.0)
    stage.discord.rest.edits[old.id] = [stage.discord.now()]
    await made(stage, mod)
    await until(lambda: old.id not in stage.world.messages)
    (new,) = pinned(stage)
    assert "BattleBoard" in new.text


@on(play)
async def test_moderators_see_what_needs_them_and_rule_with_a_reason_to_all(stage: Stage) -> None:
    mod, ann, bob = stage.user("sam"), stage.user("ann"), stage.user("bob")
    game = await stage.game(ann, [bob], kind="dicechess")
    thread = stage.thread(game)
    await stage.people.slash(ann, thread, "appeal", reason="E3 was out of range")
    listed = await stage.people.slash(mod, stage.lobby, "mod list")
    assert "1 of 1 running games" in listed.text
    assert "E3 was out of range" in listed.text
    form = await stage.people.click(mod, listed.shown, "Rule…")
    assert form.response == 9
    await stage.people.fill_in(form, text="it was in range")
    await stage.quiet()
    assert any("it was in range" in m.text for m in stage.in_channel(thread))
    assert "0 of 1" in (await stage.people.slash(mod, stage.lobby, "mod list")).text


def test_moderators_decide_about_who_is_late(tmp_path: Path) -> None:
    clock = HandClock(1_800_000_000)

    async def scene(stage: Stage) -> None:
        mod, ann, bob, cy = (stage.user(name) for name in ("sam", "ann", "bob", "cy"))
        game = await stage.game(ann, [bob, cy], 'clock="1h replace 4"')
        for _ in range(6):
            due = (await stage.opened(game)).table.state.due
            clock.advance(3600)
            while (await stage.opened(game)).table.state.due == due:
                await asyncio.sleep(0.01)
        listed = await stage.people.slash(mod, stage.lobby, "mod list")
        assert "deadlines in a row" in listed.text
        decide = buttons(listed.shown, "Decide…")
        choice = await stage.people.press(mod, listed.shown, decide[0])
        await stage.people.click(mod, choice.shown, "Give the seat away")
        await stage.quiet()
        assert (await stage.opened(game)).table.state.people.vacant

    play(tmp_path, scene, clock)


@on(play)
async def test_the_game_of_an_owner_who_has_left_is_taken_over(stage: Stage) -> None:
    mod, ann, bob = stage.user("sam"), stage.user("ann"), stage.user("bob")
    game = await stage.game(ann, [bob])
    await stage.discord.rest.places.leave(ann, stage.guild)
    listed = await stage.people.slash(mod, stage.lobby, "mod list")
    assert "its owner has left the server" in listed.text
    await stage.people.click(mod, listed.shown, "Take it over")

    def owned(batch: Any) -> Any:
        return batch.accounts.role(game, ("discord", mod.id))

    assert await stage.door.writer.run(owned) == "owner"


@on(play)
async def test_a_game_without_its_channel_is_shown_where_a_moderator_says(stage: Stage) -> None:
    mod, ann, bob = stage.user("sam"), stage.user("ann"), stage.user("bob")
    game = await stage.game(ann, [bob])
    old = stage.lobby
    await stage.discord.rest.places.vanish(old)
    await until(lambda: stage.door.memory.places[game].lost == "channel")
    stage.lobby = stage.world.channel(stage.guild, "new")
    created = stage.discord.gateway.dispatch
    await created("CHANNEL_CREATE", stage.lobby.json, stage.guild["id"], 1)
    listed = await stage.people.slash(mod, stage.lobby, "mod list")
    assert "its channel was deleted" in listed.text
    await stage.people.click(mod, listed.shown, "New thread")
    assert stage.thread(game).json["parent_id"] == stage.lobby.id
    assert stage.door.memory.places[game].lost == ""


@on(play)
async def test_a_notice_goes_to_all_running_games(stage: Stage) -> None:
    mod, ann, bob = stage.user("sam"), stage.user("ann"), stage.user("bob")
    games = [await stage.game(ann, [bob]) for _ in range(2)]
    text = await said(stage, mod, "mod announce", words="the bot moves on Sunday", game="all")
    assert "Told in 2 games" in text
    await stage.quiet()
    for game in games:
        there = stage.in_channel(stage.thread(game))
        assert any("the bot moves on Sunday" in message.text for message in there)


@on(play)
async def test_the_list_is_for_moderators_and_shows_them_their_own_games_alone(
    stage: Stage,
) -> None:
    mod, ann, bob = stage.user("sam"), stage.user("ann"), stage.user("bob")
    game = await stage.game(ann, [bob])
    await stage.people.slash(bob, stage.thread(game), "appeal", reason="wrong")
    people, bob.rights = stage.people, ALL_BUT
    command = people.command

    def given(_: User, __: Channel, path: list[str]) -> Any:
        return next(one for one in stage.discord.rest.commands if one["name"] == path[0])

    people.command = given  # type: ignore[method-assign,assignment]  # a server that gives a command to a role
    assert "wrong" not in (await people.slash(bob, stage.lobby, "mod list")).text
    assert (
        "moderators"
        in (await people.slash(bob, stage.lobby, "mod announce", words="x", game="all")).text
    )
    assert "moderators" in (await people.slash(bob, stage.lobby, "mod settings", most=1)).text
    assert "moderators" in (await people.slash(bob, stage.lobby, "mod ban", person=ann)).text
    people.command = command  # type: ignore[method-assign]  # as it was
    assert "wrong" in (await people.slash(mod, stage.lobby, "mod list")).text


@on(play)
async def test_the_inbox_has_what_waits_for_its_reader_with_links_and_nothing_else(
    stage: Stage,
) -> None:
    ann, bob = stage.user("ann"), stage.user("bob")
    people = {"ann": ann, "bob": bob}
    game = await stage.game(ann, [bob], "timeout=2h")
    asked = people[await stage.turn(game)]
    other = ann if asked is bob else bob
    mine = await stage.people.slash(asked, stage.lobby, "inbox")
    assert "0 of your 1 game waits for others" in mine.text
    assert mine.shown.links == {"Open": stage.door.memory.places[game].link}
    theirs = await stage.people.slash(other, stage.lobby, "inbox")
    assert "Nothing waits for you" in theirs.text
    assert game in theirs.text
    assert "</game new:" in theirs.text
    direct = stage.world.direct(asked)
    assert "Open" in (await stage.people.slash(asked, direct, "inbox")).shown.links


@on(play)
async def test_help_names_commands_to_press(stage: Stage) -> None:
    ann = stage.user("ann", rights=ALL_BUT)
    text = await said(stage, ann, "help")
    ids = {one["name"]: one["id"] for one in stage.discord.rest.commands}
    assert f"</inbox:{ids['inbox']}>" in text
    assert f"</game new:{ids['game']}>" in text
    assert "mod list" not in text
    await stage.stop()
    await stage.start()
    assert f"</mod list:{ids['mod']}>" in await said(stage, stage.user("sam"), "help")


@on(play)
async def test_a_report_is_a_link_for_moderators_and_not_the_text(stage: Stage) -> None:
    mod, ann, bob = stage.user("sam"), stage.user("ann"), stage.user("bob", rights=ALL_BUT)
    await stage.game(ann, [bob])
    rude = await stage.people.write(ann, stage.lobby, "something rude")
    told = await stage.people.context(bob, rude, "Report to moderators")
    assert "see a link" in told.text
    listed = await stage.people.slash(mod, stage.lobby, "mod list")
    assert f"/{rude.json['channel_id']}/{rude.id}" in listed.text
    assert "something rude" not in listed.text
    done = await stage.people.click(mod, listed.shown, "Done")
    assert rude.id not in done.text


@on(play)
async def test_the_orders_of_a_game_are_in_the_menu_of_its_messages(stage: Stage) -> None:
    ann, bob = stage.user("ann"), stage.user("bob")
    game = await stage.game(ann, [bob])
    card = stage.in_channel(stage.thread(game))[-1]
    shown = await stage.people.context(ann, card, "Orders of this game")
    assert shown.shown.only == ann.id
    assert game in shown.text or "BattleBoard" in shown.text
