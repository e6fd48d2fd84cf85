"""Where games are shown: the thread, the status message, the lobby post; and what
happens when they are deleted.
"""

import asyncio
from pathlib import Path

import pytest

from engine.referee.clock import HandClock
from tests.discord.server.world import DM
from tests.discord.stage import Stage, staged, until


async def passed(stage: Stage, game: str, people: dict[str, object]) -> None:
    """Whoever is asked passes."""
    user = people[await stage.turn(game)]
    said = await stage.people.slash(user, stage.lobby, "order", text="pass", game=game)  # type: ignore[arg-type]  # a user
    assert "Accepted" in said.text
    await stage.quiet()


def test_a_new_game_has_a_post_a_thread_and_a_status_message_with_the_board(tmp_path: Path) -> None:
    async def play() -> None:
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
            status = stage.status(game)
            assert {"Your orders", "Join"} == set(status.buttons)
            (board,) = status.json["attachments"]
            assert board["content_type"] == "image/png"
            assert "ann" in board["description"]
            await stage.people.click(bob, post, "Join")
            await stage.quiet()
            (post,) = stage.in_channel(stage.lobby)
            assert "Players: ann, bob" in post.text
            assert post.buttons == {}
            assert set(stage.status(game).buttons) == {"Your orders"}
            assert len([m for m in stage.in_channel(thread) if m.json["attachments"]]) == 1

    asyncio.run(play())


def test_a_deadline_is_shown_in_each_readers_own_zone(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock(1_800_000_000)
        async with staged(tmp_path, clock) as stage:
            game = await stage.game(stage.user("ann"), [stage.user("bob")], "timeout=2h")
            assert "<t:1800007200:R>" in stage.status(game).text
            seat = await stage.turn(game)
            clock.advance(7200)
            await until(lambda: "<t:1800007200:R>" not in stage.status(game).text)
            await stage.quiet()
            assert await stage.turn(game) != seat
            assert "<t:1800014400:R>" in stage.status(game).text
            assert any("ran out of time" in m.text for m in stage.in_channel(stage.thread(game)))

    asyncio.run(play())


def test_one_order_makes_one_message_one_edit_and_one_direct_message(tmp_path: Path) -> None:
    """At most one public message, one edit of the status, one direct message to who is asked;
    two to answer. With the direct message goes at most one edit of an older one.
    """

    async def play() -> None:
        async with staged(tmp_path) as stage:
            people = {"ann": stage.user("ann"), "bob": stage.user("bob"), "eve": stage.user("eve")}
            ann, bob, eve = people.values()
            game = await stage.game(ann, [bob, eve])
            await stage.quiet()
            for _ in range(4):
                before = len(stage.discord.requests)
                await passed(stage, game, dict(people))
                sent = [(r.method, r.path.split("/")) for r in stage.discord.requests[before:]]
                made = [(method, parts[1], parts[-1]) for method, parts in sent]
                new = [one for one in made if one == ("POST", "channels", "messages")]
                private = [
                    channel.id
                    for channel in stage.world.channels.values()
                    if channel.json["type"] == DM
                ]
                changed = [
                    parts[2]
                    for method, parts in sent
                    if method == "PATCH" and parts[1] == "channels"
                ]
                old = [channel for channel in changed if channel in private]
                edits = [channel for channel in changed if channel not in private]
                answers = [one for one in made if one[1] in ("interactions", "webhooks")]
                assert len(new) == 2, made
                assert len(edits) == 1, made
                assert len(answers) == 2, made
                assert len(old) <= 1, made
                assert len(made) == 5 + len(old), made

    asyncio.run(play())


def test_the_buttons_of_a_closed_prompt_go_away_with_the_next_message(tmp_path: Path) -> None:
    """No edit of its own: it goes with what its reader is told next; and a
    restart in between forgets nothing.
    """

    async def play() -> None:
        async with staged(tmp_path) as stage:
            people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
            game = await stage.game(people["ann"], [people["bob"]])
            first, second = (
                people[name] for name in sorted(people, key=(await stage.turn(game)).__ne__)
            )
            prompt = stage.direct(first)[-1]
            assert set(prompt.buttons) == {"pass", "bomb…", "withdraw", "Your orders"} - {
                "withdraw"
            }
            await stage.people.slash(first, stage.thread(game), "order", text="pass")
            await stage.quiet()
            assert "pass" in prompt.buttons, "whoever has ordered is not written to"
            await stage.stop()
            await stage.start()
            await stage.people.slash(second, stage.thread(game), "order", text="pass")
            await stage.quiet()
            assert list(prompt.buttons) == ["Your orders"]
            assert "pass" in stage.direct(first)[-1].buttons
            edits = [
                request.path for request in stage.discord.requests if request.method == "PATCH"
            ]
            assert sum(path.endswith(prompt.id) for path in edits) == 1

    asyncio.run(play())


def test_a_burst_of_orders_makes_few_edits(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path, quiet=0.5) as stage:
            people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
            game = await stage.game(people["ann"], [people["bob"]])
            before = len(stage.discord.requests)
            for _ in range(8):
                user = people[await stage.turn(game)]
                await stage.people.slash(user, stage.thread(game), "order", text="pass")
            await stage.quiet()
            status = f"/channels/{stage.thread(game).id}/"
            edits = [
                r
                for r in stage.discord.requests[before:]
                if r.method == "PATCH" and status in r.path
            ]
            assert len(edits) <= 4

    asyncio.run(play())


def test_a_deleted_status_message_is_made_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
            game = await stage.game(people["ann"], [people["bob"]])
            old = stage.status(game)
            await stage.discord.rest.delete(old)
            await passed(stage, game, dict(people))
            assert stage.status(game).id != old.id
            assert stage.status(game).json["attachments"]

    asyncio.run(play())


def test_a_deleted_lobby_post_stays_away(tmp_path: Path) -> None:
    async def play() -> None:
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

    asyncio.run(play())


def test_a_deleted_thread_is_made_again_and_the_game_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
            game = await stage.game(people["ann"], [people["bob"]])
            old = stage.thread(game)
            del stage.world.channels[old.id]
            await passed(stage, game, dict(people))
            new = stage.thread(game)
            assert new.id != old.id
            assert any("passed" in message.text for message in stage.in_channel(new))
            assert stage.status(game).json["channel_id"] == new.id
            # Commands in the new thread are for this game, after a restart too.
            await stage.stop()
            await stage.start()
            user = people[await stage.turn(game)]
            assert "Accepted" in (await stage.people.slash(user, new, "order", text="pass")).text

    asyncio.run(play())


def test_two_who_notice_a_deleted_thread_at_once_make_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            game = await stage.game(stage.user("ann"), [stage.user("bob")])
            place = stage.door.memory.places[game]
            del stage.world.channels[str(place.thread)]
            one, other = await asyncio.gather(
                *(stage.door.show.new_thread(place) for _ in range(2))
            )
            assert one.thread == other.thread != place.thread
            assert len(stage.threads()) == 1

    asyncio.run(play())


def test_an_archived_thread_is_opened_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
            game = await stage.game(people["ann"], [people["bob"]])
            thread = stage.thread(game)
            thread.json["thread_metadata"]["archived"] = True
            before = stage.status(game).text
            await passed(stage, game, dict(people))
            assert not thread.json["thread_metadata"]["archived"]
            assert stage.status(game).text != before

    asyncio.run(play())


@pytest.mark.parametrize("where", ["messages$", "threads$"])
def test_a_missing_right_is_named_and_nothing_is_left_behind(tmp_path: Path, where: str) -> None:
    async def play() -> None:
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

    asyncio.run(play())


def test_a_thread_that_has_been_closed_to_us_waits(tmp_path: Path) -> None:
    """Nothing is lost while we may not write: the messages come when we may again, in order."""

    async def play() -> None:
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
            await until(
                lambda: sum(request.status == 403 for request in stage.discord.requests) > 0
            )
            thread.denied = 0
            clock.advance(3600)
            await stage.quiet()
            told = [
                message.text for message in stage.in_channel(thread) if "passed" in message.text
            ]
            assert len(told) == 3
            assert [text.count("ann passed") for text in told] in ([1, 0, 1], [0, 1, 0])

    asyncio.run(play())


def test_commands_are_told_to_discord_only_when_they_have_changed(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            await stage.stop()
            await stage.start()
            assert [
                r.path.endswith("/commands") for r in stage.discord.requests if r.method == "PUT"
            ] == [True]
            order = next(one for one in stage.discord.rest.commands if one["name"] == "order")
            assert order["name_localizations"] == {"zh-TW": "指令"}
            assert order["description_localizations"]["zh-TW"] == "下達指令，或分行下達數個"

    asyncio.run(play())
