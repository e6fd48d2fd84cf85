"""Where games are shown: the thread, the status message, the lobby post; and what
happens when they are deleted.
"""

import asyncio

from engine.referee.clock import HandClock
from tests.discord.server.world import NEWS, NEWS_THREAD
from tests.discord.stage import Duel, Stage, names_in, until


async def passed(duel: Duel) -> None:
    said = await duel.stage.slash(await duel.asked(), "order", text="pass", game=duel.game)
    assert "Accepted" in said.text
    await duel.stage.quiet()


async def test_a_new_game_has_a_post_and_a_thread_and_a_card_when_all_are_there(
    stage: Stage,
) -> None:
    """The post says who plays, what is free and what is unusual."""
    ann, bob, eve = (stage.user(name) for name in ("ann", "bob", "eve"))
    options = 'players=2 size=8x8 clock="24h"'
    made = await stage.slash(ann, "game new", kind="battleboard", options=options)
    await stage.quiet()
    game = stage.only_game
    assert f"`{game}`" in made.text
    (post,) = stage.in_channel(stage.lobby)
    for text in ("Players: ann", "BattleBoard: ann and one free seat", "size=8x8", "clock=1d"):
        assert text in post.text
    assert "cities" not in post.text, "what is usual is not listed"
    assert [file["filename"] for file in post.json["attachments"]] == ["board.png"]
    assert list(post.buttons) == ["Join"]
    thread = stage.thread(game)
    assert thread.json["name"] == f"BattleBoard {game}"
    assert thread.json["parent_id"] == stage.lobby.id
    assert thread.json["thread_metadata"]["auto_archive_duration"] == 10080
    (times,) = stage.in_channel(thread)
    assert times.text.startswith("The clock of this game")
    await stage.people.click(bob, post, "Join")
    await stage.quiet()
    assert [post] == stage.in_channel(stage.lobby)
    assert "Players: ann and bob" in post.text
    assert list(post.buttons) == ["Watch"]
    card = stage.card(game)
    assert stage.in_channel(thread) == [times, card]
    assert list(card.buttons) == ["Orders", "Board", "Watch"]
    (board,) = card.json["attachments"]
    assert board["content_type"] == "image/png"
    assert "ann" in board["description"]
    assert thread.members >= {ann.id, bob.id}
    said = await stage.people.click(eve, post, "Watch")
    assert "among your threads" in said.text
    assert eve.id in thread.members


async def test_a_deadline_is_shown_in_each_readers_own_zone(stage: Stage, clock: HandClock) -> None:
    duel = await stage.duel("timeout=2h")
    assert "<t:1800007200:R>" in duel.card.text
    seat = await stage.turn(duel.game)
    clock.advance(7200)
    await until(lambda: "<t:1800007200:R>" not in duel.card.text)
    await stage.quiet()
    assert await stage.turn(duel.game) != seat
    assert "<t:1800014400:R>" in duel.card.text
    assert duel.told("ran out of time")


async def test_an_order_makes_one_message_and_takes_the_buttons_off_the_one_before(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    for _ in range(4):
        before, old = len(stage.discord.requests), duel.card
        await passed(duel)
        sent = [(r.method, r.path) for r in stage.discord.requests[before:]]
        there = f"/channels/{duel.thread.id}/messages"
        assert [one for one in sent if one[1].startswith(f"/channels/{duel.thread.id}/")] == [
            ("POST", there),
            ("PATCH", f"{there}/{old.id}"),
        ]
        beside = [one for one in sent if "interactions" in one[1] or "webhooks" in one[1]]
        assert len(beside) == 2, "acknowledged and answered"
        assert duel.card is duel.posts[-1]
        assert list(duel.card.buttons) == ["Orders", "Board", "Watch"]
        assert old.buttons == {}
        assert "<@" not in old.text
        assert old.json["attachments"], "the board of then stays"


async def test_a_private_message_is_ended_when_its_question_is_closed_after_a_restart_too(
    stage: Stage,
) -> None:
    """And until then it takes an answer, or opens a panel; which is too late after the answer."""
    ann, bob = stage.user("ann"), stage.user("bob")
    for user in (ann, bob):
        await stage.wishes(user, "private")
    duel = await stage.duel(ann=ann, bob=bob)
    first, other = await duel.sides()
    prompt = stage.direct(first)[-1]
    assert {"pass", "bomb…", "Orders"} <= set(prompt.buttons)
    await stage.restart()
    panel = (await stage.people.click(first, prompt, "bomb…")).shown
    for label in ("2", "1"):
        panel = (await stage.people.click(first, panel, label)).shown
    assert "Accepted: `pass`" in (await stage.people.click(first, prompt, "pass")).text
    await stage.quiet()
    (send,) = [label for label in panel.buttons if label.startswith("Send")]
    assert "earlier moment" in (await stage.people.click(first, panel, send)).text
    assert prompt.buttons == {}
    assert "This is closed" in prompt.all_text
    assert "bomb a square" in prompt.text, "what was asked can still be read"
    assert "pass" in stage.direct(other)[-1].buttons


async def test_a_deleted_lobby_post_stays_away(stage: Stage) -> None:
    game = await stage.new(stage.user("ann"))
    await stage.quiet()
    await stage.discord.rest.delete(stage.in_channel(stage.lobby)[0])
    await stage.people.slash(stage.user("bob"), stage.thread(game), "game join")
    await stage.quiet()
    assert stage.in_channel(stage.lobby) == []
    assert await stage.turn(game)


async def test_a_deleted_thread_is_made_again_and_the_game_goes_on(stage: Stage) -> None:
    duel = await stage.duel()
    old = duel.thread
    del stage.world.channels[old.id]
    await passed(duel)
    assert duel.thread.id != old.id
    assert duel.told("passed")
    assert duel.card.json["channel_id"] == duel.thread.id
    # Commands in the new thread are for this game, after a restart too.
    await stage.restart()
    assert "Accepted" in (await duel.order()).text


async def test_a_thread_in_an_announcement_channel_is_made_again(stage: Stage) -> None:
    stage.lobby = stage.world.channel(stage.guild, "news", NEWS)
    await stage.restart()
    duel = await stage.duel()
    await stage.discord.rest.places.vanish(duel.thread)
    await duel.stage.slash(await duel.asked(), "order", text="pass", game=duel.game)
    await until(lambda: str(duel.place.thread) in stage.world.channels)
    assert duel.thread.json["type"] == NEWS_THREAD


async def test_two_who_notice_a_deleted_thread_at_once_make_one(stage: Stage) -> None:
    duel = await stage.duel()
    place = duel.place
    del stage.world.channels[str(place.thread)]
    one, other = await asyncio.gather(*(stage.door.show.new_thread(place) for _ in range(2)))
    assert one.thread == other.thread != place.thread
    assert len(stage.threads()) == 1


async def test_an_archived_thread_is_opened_again(stage: Stage) -> None:
    duel = await stage.duel()
    duel.thread.json["thread_metadata"]["archived"] = True
    before = duel.card.text
    await passed(duel)
    assert not duel.thread.archived
    assert duel.card.text != before


async def test_commands_are_told_to_discord_only_when_they_have_changed(stage: Stage) -> None:
    await stage.restart()
    puts = [r.path for r in stage.discord.requests if r.method == "PUT"]
    assert [path.endswith("/commands") for path in puts] == [True]
    order = next(one for one in stage.discord.rest.commands if one["name"] == "order")
    assert order["name_localizations"] == {"zh-TW": "指令"}
    assert order["description_localizations"]["zh-TW"] == "下達指令，或分行下達數個"


async def test_who_takes_no_private_messages_hears_elsewhere_that_a_thread_is_gone(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    duel.bob.direct = False
    await stage.discord.rest.places.vanish(duel.thread)
    await until(lambda: names_in(stage.in_channel(stage.lobby)[-1]) == ["bob"])
    assert "was deleted" in stage.direct(duel.ann)[-1].text
