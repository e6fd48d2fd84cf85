"""A server of two hundred: settings, bans, the post with the open games, what needs a moderator,
the inbox, reports.
"""

import asyncio
from typing import Any

import pytest

from engine.referee.clock import HandClock
from tests.discord.server.world import Channel, DiscordMessage, User
from tests.discord.stage import Stage, until
from tests.discord.test_mods import ALL_BUT

THREE = "players=3"


async def said(stage: Stage, who: User, command: str, **values: Any) -> str:
    return (await stage.slash(who, command, **values)).text


async def pinned(stage: Stage, mod: User) -> DiscordMessage:
    await stage.slash(mod, "mod settings", open=stage.lobby)
    await until(lambda: stage.discord.rest.places.pins(stage.lobby))
    (post,) = stage.discord.rest.places.pins(stage.lobby)
    return post


def buttons(message: DiscordMessage, label: str) -> list[str]:
    return [one["custom_id"] for one in message.pressable if one["label"] == label]


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
    assert f"Channels: <#{other.id}>" in shown
    assert "Most games of one person at once: 1." in shown
    assert f"<#{other.id}>" in await said(stage, ann, "game new", kind="battleboard")
    stage.lobby = other
    assert "Dice Chess" not in await said(stage, ann, "game new", kind="ambush")
    assert not stage.places
    game = await stage.new(ann, "players=2")
    assert (await stage.opened(game)).table.setup.clock is not None
    assert stage.places[game].language == "zh-TW"
    assert "already play 1 games" in await said(stage, ann, "game new", kind="battleboard")
    assert set(stage.places) == {game}


async def test_settings_that_cannot_be_are_named_and_change_nothing(stage: Stage) -> None:
    mod = stage.user("sam")
    for values, why in (
        ({"channels": "lobby", "most": 3}, "names no channel"),
        ({"games": "chess", "most": 3}, "battleboard"),
        ({"clock": "soon", "most": 3}, "is no clock"),
    ):
        assert why in await said(stage, mod, "mod settings", **values)
    assert stage.door.servers.settings == {}


async def test_only_who_has_the_role_begins_games(stage: Stage) -> None:
    mod, ann = stage.user("sam"), stage.user("ann", rights=ALL_BUT)
    (everyone,) = stage.guild["roles"]
    role = everyone | {"id": stage.world.snowflake(), "name": "hosts"}
    stage.guild["roles"].append(role)
    await stage.restart()
    await said(stage, mod, "mod settings", creators=role)
    assert f"<@&{role['id']}>" in await said(stage, ann, "game new", kind="battleboard")
    await said(stage, mod, "mod settings", creators=everyone)
    await stage.new(ann)


async def test_who_is_banned_neither_begins_nor_joins(stage: Stage) -> None:
    mod, eve, ann = stage.user("sam"), *(stage.user(x, rights=ALL_BUT) for x in ("eve", "ann"))
    game = await stage.new(ann, THREE)
    assert "can no longer" in await said(stage, mod, "mod ban", person=eve)
    assert "do not let you join" in await said(stage, eve, "game new", kind="battleboard")
    assert "do not let you join" in await said(stage, eve, "game join", game=game)
    assert "again" in await said(stage, mod, "mod ban", person=eve, lift=True)
    assert "You have seat" in await said(stage, eve, "game join", game=game)


async def test_the_post_with_the_open_games_is_pinned_and_follows_them(stage: Stage) -> None:
    stage.door.club.pause = 0.05
    mod, bob = stage.user("sam"), stage.user("bob")
    post = await pinned(stage, mod)
    assert "No game wants players" in post.text
    games = [await stage.new(mod, THREE) for _ in range(9)]
    await until(lambda: "2 more" in post.text)
    assert len(buttons(post, "Join")) == 7
    await until(lambda: post.text.count("**BattleBoard** · sam · 2 of 3 seats free") == 7)
    await stage.people.press(bob, post, buttons(post, "Join")[0])
    await until(lambda: "sam, bob · 1 of 3" in post.text)
    assert {game for game in games if game in post.text} < set(games)
    private = await stage.new(mod, "players=2 private=yes")
    await stage.quiet()
    await asyncio.sleep(0.2)
    assert private not in post.text


async def test_the_post_is_edited_once_in_a_pause_however_much_happens(stage: Stage) -> None:
    stage.door.club.pause = 0.02
    mod = stage.user("sam")
    post = await pinned(stage, mod)
    before, stage.door.club.pause = len(post.edits), 1e9
    for _ in range(4):
        await stage.new(mod)
    await stage.quiet()
    assert len(post.edits) == before
    assert stage.door.club.again


async def test_a_post_that_takes_no_edits_is_posted_anew_pinned_and_the_old_one_deleted(
    stage: Stage,
) -> None:
    stage.limited, stage.door.club.pause = True, 0.05
    mod = stage.user("sam")
    old = await pinned(stage, mod)
    stage.discord.skew += 3700
    stage.discord.old_edits = (0, 600.0)
    stage.discord.rest.edits[old.id] = [stage.discord.now()]
    await stage.new(mod)
    await until(lambda: old.id not in stage.world.messages)
    assert "BattleBoard" in stage.discord.rest.places.pins(stage.lobby)[0].text


async def test_moderators_see_what_needs_them_and_rule_with_a_reason_to_all(stage: Stage) -> None:
    mod, duel = stage.user("sam"), await stage.duel(kind="dicechess")
    await duel.slash(duel.ann, "appeal", reason="E3 was out of range")
    listed = await stage.slash(mod, "mod list")
    assert "1 of 1 running games" in listed.text
    assert "E3 was out of range" in listed.text
    form = await stage.people.click(mod, listed.shown, "Rule…")
    assert form.response == 9
    await stage.people.fill_in(form, text="it was in range")
    await stage.quiet()
    assert duel.told("it was in range")
    assert "0 of 1" in await said(stage, mod, "mod list")


async def test_moderators_decide_about_who_is_late(stage: Stage, clock: HandClock) -> None:
    mod, ann, bob, cy = (stage.user(name) for name in ("sam", "ann", "bob", "cy"))
    game = await stage.game(ann, [bob, cy], 'clock="1h replace 4"')
    for _ in range(6):
        due = (await stage.opened(game)).table.state.due
        clock.advance(3600)
        while (await stage.opened(game)).table.state.due == due:
            await asyncio.sleep(0.01)
    listed = await stage.slash(mod, "mod list")
    assert "deadlines in a row" in listed.text
    decide = buttons(listed.shown, "Decide…")
    choice = await stage.people.press(mod, listed.shown, decide[0])
    await stage.people.click(mod, choice.shown, "Give the seat away")
    await stage.quiet()
    assert (await stage.opened(game)).table.state.people.vacant


async def test_the_game_of_an_owner_who_has_left_is_taken_over(stage: Stage) -> None:
    mod, duel = stage.user("sam"), await stage.duel()
    await stage.discord.rest.places.leave(duel.ann, stage.guild)
    listed = await stage.slash(mod, "mod list")
    assert "its owner has left the server" in listed.text
    await stage.people.click(mod, listed.shown, "Take it over")

    def owned(batch: Any) -> Any:
        return batch.accounts.role(duel.game, ("discord", mod.id))

    assert await stage.door.writer.run(owned) == "owner"


async def test_a_game_without_its_channel_is_shown_where_a_moderator_says(stage: Stage) -> None:
    mod, duel = stage.user("sam"), await stage.duel()
    await stage.discord.rest.places.vanish(stage.lobby)
    await until(lambda: duel.place.lost == "channel")
    stage.lobby = stage.world.channel(stage.guild, "new")
    created = stage.discord.gateway.dispatch
    await created("CHANNEL_CREATE", stage.lobby.json, stage.guild["id"], 1)
    listed = await stage.slash(mod, "mod list")
    assert "its channel was deleted" in listed.text
    await stage.people.click(mod, listed.shown, "New thread")
    assert duel.thread.json["parent_id"] == stage.lobby.id
    assert duel.place.lost == ""


async def test_a_notice_goes_to_all_running_games(stage: Stage) -> None:
    mod, duels = stage.user("sam"), [await stage.duel() for _ in range(2)]
    text = await said(stage, mod, "mod announce", words="the bot moves on Sunday", game="all")
    assert "Told in 2 games" in text
    await stage.quiet()
    assert all(duel.told("the bot moves on Sunday") for duel in duels)


async def test_the_list_is_for_moderators_and_shows_them_their_own_games_alone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    mod, duel = stage.user("sam"), await stage.duel()
    bob = duel.bob
    await duel.slash(bob, "appeal", reason="wrong")
    bob.rights = ALL_BUT

    def given(_: User, __: Channel, path: list[str]) -> Any:
        return next(one for one in stage.discord.rest.commands if one["name"] == path[0])

    with monkeypatch.context() as patch:  # a server that gives a command to a role
        patch.setattr(stage.people, "command", given)
        assert "wrong" not in await said(stage, bob, "mod list")
        for command, values in (
            ("mod announce", {"words": "x", "game": "all"}),
            ("mod settings", {"most": 1}),
            ("mod ban", {"person": duel.ann}),
        ):
            assert "moderators" in await said(stage, bob, command, **values)
    assert "wrong" in await said(stage, mod, "mod list")


async def test_the_inbox_has_what_waits_for_its_reader_with_links_and_nothing_else(
    stage: Stage,
) -> None:
    duel = await stage.duel("timeout=2h")
    asked, other = await duel.sides()
    mine = await stage.slash(asked, "inbox")
    assert "0 of your 1 game waits for others" in mine.text
    assert mine.shown.links == {"Open": duel.place.link}
    theirs = await said(stage, other, "inbox")
    for text in ("Nothing waits for you", duel.game, "</game new:"):
        assert text in theirs
    direct = stage.world.direct(asked)
    assert "Open" in (await stage.people.slash(asked, direct, "inbox")).shown.links


async def test_help_names_commands_to_press(stage: Stage) -> None:
    text = await said(stage, stage.user("ann", rights=ALL_BUT), "help")
    ids = {one["name"]: one["id"] for one in stage.discord.rest.commands}
    assert f"</inbox:{ids['inbox']}>" in text
    assert f"</game new:{ids['game']}>" in text
    assert "mod list" not in text
    await stage.restart()
    assert f"</mod list:{ids['mod']}>" in await said(stage, stage.user("sam"), "help")


async def test_a_report_is_a_link_for_moderators_and_not_the_text(stage: Stage) -> None:
    mod, duel = stage.user("sam"), await stage.duel(bob=stage.user("bob", rights=ALL_BUT))
    rude = await stage.people.write(duel.ann, stage.lobby, "something rude")
    told = await stage.people.context(duel.bob, rude, "Report to moderators")
    assert "see a link" in told.text
    listed = await stage.slash(mod, "mod list")
    assert f"/{rude.json['channel_id']}/{rude.id}" in listed.text
    assert "something rude" not in listed.text
    done = await stage.people.click(mod, listed.shown, "Done")
    assert rude.id not in done.text
