"""Where games are shown: the thread, the status message, the lobby post; and what
happens when they are deleted.
"""

import asyncio
import re
from pathlib import Path

import pytest

from engine.referee.clock import HandClock
from tests.discord.stage import Stage, staged, until


async def passed(stage: Stage, game: str, people: dict[str, object]) -> None:
    user = people[await stage.turn(game)]
    said = await stage.people.slash(user, stage.lobby, "order", text="pass", game=game)  # type: ignore[arg-type]  # a user
    assert "Accepted" in said.text
    await stage.quiet()


async def test_a_new_game_has_a_post_and_a_thread_and_a_card_when_all_are_there(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        made = await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard")
        await stage.quiet()
        (game,) = stage.door.memory.places
        assert f"`{game}`" in made.text
        (post,) = stage.in_channel(stage.lobby)
        assert "Players: ann" in post.text
        assert "Join" in post.buttons
        thread = stage.thread(game)
        assert thread.json["name"] == f"BattleBoard {game}"
        assert thread.json["parent_id"] == stage.lobby.id
        assert thread.json["thread_metadata"]["auto_archive_duration"] == 10080
        assert stage.in_channel(thread) == []
        await stage.people.click(bob, post, "Join")
        await stage.quiet()
        (post,) = stage.in_channel(stage.lobby)
        assert "Players: ann and bob" in post.text
        assert list(post.buttons) == ["Watch"]
        card = stage.card(game)
        assert [card] == stage.in_channel(thread)
        assert list(card.buttons) == ["Orders", "Board", "Watch"]
        (board,) = card.json["attachments"]
        assert board["content_type"] == "image/png"
        assert "ann" in board["description"]
        assert thread.members >= {ann.id, bob.id}


async def test_a_deadline_is_shown_in_each_readers_own_zone(tmp_path: Path) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        game = await stage.game(stage.user("ann"), [stage.user("bob")], "timeout=2h")
        assert "<t:1800007200:R>" in stage.card(game).text
        seat = await stage.turn(game)
        clock.advance(7200)
        await until(lambda: "<t:1800007200:R>" not in stage.card(game).text)
        await stage.quiet()
        assert await stage.turn(game) != seat
        assert "<t:1800014400:R>" in stage.card(game).text
        assert any("ran out of time" in m.text for m in stage.in_channel(stage.thread(game)))


async def test_an_order_makes_one_message_and_takes_the_buttons_off_the_one_before(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob"), "eve": stage.user("eve")}
        ann, bob, eve = people.values()
        game = await stage.game(ann, [bob, eve])
        thread = stage.thread(game)
        await stage.quiet()
        for _ in range(4):
            before, old = len(stage.discord.requests), stage.card(game)
            await passed(stage, game, dict(people))
            sent = [(r.method, r.path) for r in stage.discord.requests[before:]]
            public = [one for one in sent if one[1].startswith(f"/channels/{thread.id}/")]
            assert public == [
                ("POST", f"/channels/{thread.id}/messages"),
                ("PATCH", f"/channels/{thread.id}/messages/{old.id}"),
            ]
            beside = [one for one in sent if "interactions" in one[1] or "webhooks" in one[1]]
            assert len(beside) == 2, "acknowledged and answered"
            card = stage.card(game)
            assert card is stage.in_channel(thread)[-1]
            assert list(card.buttons) == ["Orders", "Board", "Watch"]
            assert old.buttons == {}
            assert "<@" not in old.text
            assert old.json["attachments"], "the board of then stays"


async def test_a_private_message_is_ended_when_its_question_is_closed_after_a_restart_too(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        for user in people.values():
            await stage.wishes(user, "private")
        game = await stage.game(people["ann"], [people["bob"]])
        first = people[await stage.turn(game)]
        prompt = stage.direct(first)[-1]
        assert {"pass", "bomb…", "Orders"} <= set(prompt.buttons)
        await stage.stop()
        await stage.start()
        await passed(stage, game, dict(people))
        assert prompt.buttons == {}
        assert "This is closed" in prompt.all_text
        assert "bomb a square" in prompt.text, "what was asked can still be read"
        other = people[await stage.turn(game)]
        assert "pass" in stage.direct(other)[-1].buttons


async def test_a_deleted_card_is_made_again(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        game = await stage.game(people["ann"], [people["bob"]])
        old = stage.card(game)
        await stage.discord.rest.delete(old)
        await passed(stage, game, dict(people))
        assert stage.card(game).id != old.id
        assert stage.card(game).json["attachments"]


async def test_a_deleted_lobby_post_stays_away(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard")
        await stage.quiet()
        (game,) = stage.door.memory.places
        await stage.discord.rest.delete(stage.in_channel(stage.lobby)[0])
        await stage.people.slash(bob, stage.thread(game), "game join")
        await stage.quiet()
        assert stage.in_channel(stage.lobby) == []
        assert await stage.turn(game)


async def test_a_deleted_thread_is_made_again_and_the_game_goes_on(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        game = await stage.game(people["ann"], [people["bob"]])
        old = stage.thread(game)
        del stage.world.channels[old.id]
        await passed(stage, game, dict(people))
        new = stage.thread(game)
        assert new.id != old.id
        assert any("passed" in message.text for message in stage.in_channel(new))
        assert stage.card(game).json["channel_id"] == new.id
        # Commands in the new thread are for this game, after a restart too.
        await stage.stop()
        await stage.start()
        user = people[await stage.turn(game)]
        assert "Accepted" in (await stage.people.slash(user, new, "order", text="pass")).text


async def test_two_who_notice_a_deleted_thread_at_once_make_one(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game = await stage.game(stage.user("ann"), [stage.user("bob")])
        place = stage.door.memory.places[game]
        del stage.world.channels[str(place.thread)]
        one, other = await asyncio.gather(*(stage.door.show.new_thread(place) for _ in range(2)))
        assert one.thread == other.thread != place.thread
        assert len(stage.threads()) == 1


async def test_an_archived_thread_is_opened_again(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        game = await stage.game(people["ann"], [people["bob"]])
        thread = stage.thread(game)
        thread.json["thread_metadata"]["archived"] = True
        before = stage.card(game).text
        await passed(stage, game, dict(people))
        assert not thread.json["thread_metadata"]["archived"]
        assert stage.card(game).text != before


@pytest.mark.parametrize("where", ["messages$", "threads$"])
async def test_a_missing_right_is_named_and_nothing_is_left_behind(
    tmp_path: Path, where: str
) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        stage.discord.fail("POST", f"/channels/.*{where}", code=50013)
        said = await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard")
        assert "I am missing a permission" in said.text
        assert said.shown.only == ann.id
        await stage.quiet()
        assert stage.in_channel(stage.lobby) == []
        assert stage.door.memory.places == {}
        assert (
            "is here"
            in (await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard")).text
        )


async def test_a_thread_that_has_been_closed_to_us_waits(tmp_path: Path) -> None:
    """Nothing is lost while we may not write: the messages come when we may again, in order."""
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        game = await stage.game(people["ann"], [people["bob"]])
        thread = stage.thread(game)
        thread.denied = 50001
        for _ in range(3):
            user = people[await stage.turn(game)]
            said = await stage.people.slash(user, stage.lobby, "order", text="pass", game=game)
            assert "Accepted" in said.text
        await until(lambda: sum(request.status == 403 for request in stage.discord.requests) > 0)
        thread.denied = 0
        clock.advance(3600)
        await stage.quiet()
        told = [message.text for message in stage.in_channel(thread) if "passed" in message.text]
        order = re.findall(r"(ann|bob) passed", " ".join(told))
        assert order in (["ann", "bob", "ann"], ["bob", "ann", "bob"])


async def test_commands_are_told_to_discord_only_when_they_have_changed(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        await stage.stop()
        await stage.start()
        assert [
            r.path.endswith("/commands") for r in stage.discord.requests if r.method == "PUT"
        ] == [True]
        order = next(one for one in stage.discord.rest.commands if one["name"] == "order")
        assert order["name_localizations"] == {"zh-TW": "指令"}
        assert order["description_localizations"]["zh-TW"] == "下達指令，或分行下達數個"


async def test_the_post_in_the_channel_says_who_plays_what_is_free_and_what_is_unusual(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        options = 'players=2 size=8x8 clock="24h"'
        await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard", options=options)
        await stage.quiet()
        (post,) = stage.in_channel(stage.lobby)
        assert "BattleBoard: ann and one free seat" in post.text
        assert "size=8x8" in post.text
        assert "clock=1d" in post.text
        assert "cities" not in post.text, "what is usual is not listed"
        assert [file["filename"] for file in post.json["attachments"]] == ["board.png"]
        assert list(post.buttons) == ["Join"]
        await stage.people.click(bob, post, "Join")
        await stage.quiet()
        assert "BattleBoard: ann and bob" in post.text
        assert list(post.buttons) == ["Watch"]
        eve = stage.user("eve")
        said = await stage.people.click(eve, post, "Watch")
        (game,) = stage.door.memory.places
        assert "among your threads" in said.text
        assert eve.id in stage.thread(game).members
