"""What people ask for: menus, completions, boards, histories, games;
each for the asker's eyes alone.
"""

import asyncio
import itertools
import random
import re
from functools import partial
from pathlib import Path

import discord
import pytest

from engine.messages import Message
from engine.referee import new_games
from engine.referee.clock import HandClock
from engine.state import PUBLIC
from tests.discord.server.world import DM, User
from tests.discord.stage import Stage, staged, until


async def two(stage: Stage, options: str = "") -> tuple[str, User, User]:
    people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
    game = await stage.game(people["ann"], [people["bob"]], options)
    asked = people.pop(await stage.turn(game))
    return game, asked, *people.values()  # type: ignore[return-value]  # one is left


async def test_orders_are_completed_from_the_seats_own_menu(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread = stage.thread(game)

        async def offered(user: User, text: str) -> list[str]:
            return (
                await stage.people.slash(user, thread, "order", focused="text", text=text)
            ).choices

        assert {"bomb", "pass", "withdraw"} <= set(await offered(asked, ""))
        assert set(await offered(asked, "bomb ")) >= {"bomb ann", "bomb bob"}
        assert await offered(asked, "bomb ann 3") != []
        assert await offered(asked, "nonsense") == []
        assert await offered(other, "") == ["withdraw"]
        assert await offered(stage.user("zoe"), "") == []


async def test_an_order_out_of_turn_or_wrong_is_answered_politely_and_privately(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread = stage.thread(game)
        before = len(stage.in_channel(thread))
        said = await stage.people.slash(other, thread, "order", text="pass")
        assert "not your turn" in said.text
        assert said.shown.only == other.id
        said = await stage.people.slash(asked, thread, "order", text="bomb nobody 1 1")
        assert "nobody" in said.text
        assert "Possible here: ann, bob." in said.text
        zoe = stage.user("zoe")
        said = await stage.people.slash(zoe, thread, "order", text="pass")
        assert "You have no seat in this game" in said.text
        said = await stage.people.slash(zoe, thread, "withdraw")
        assert "You have no seat in this game" in said.text
        await stage.quiet()
        assert len(stage.in_channel(thread)) == before


async def test_who_is_not_asked_and_who_may_mean_several_games_is_told_which(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        game, _, other = await two(stage)
        direct = stage.world.direct(other)
        await stage.people.write(other, direct, "pass")
        await stage.quiet()
        answer = stage.direct(other)[-1]
        assert f"Nothing is asked of you now in `{game}`" in answer.text
        zoe = stage.user("zoe")
        more = [await stage.game(other, [zoe]) for _ in range(2)]
        for said in (
            await stage.people.slash(other, stage.lobby, "menu"),
            await stage.people.slash(other, stage.lobby, "order", text="pass"),
        ):
            assert any(one in said.text for one in more), said.text


async def test_a_form_takes_an_order_once_and_not_in_another_situation(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        panel = await stage.people.click(asked, stage.card(game), "Orders")
        panel = await stage.people.choose(asked, panel.shown, "bomb")
        form = await stage.people.click(asked, panel.shown, "Type…")
        assert form.response == 9
        assert form.data["components"][0]["component"]["value"] == "bomb"
        said = await stage.people.fill_in(form, text="pass")
        assert "Accepted: `pass`" in said.text
        late = await stage.people.fill_in(form, text="pass")
        assert "nothing has happened" in late.text


async def test_a_script_is_played_until_something_comes_up(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        panel = await stage.people.click(asked, stage.card(game), "Orders")
        form = await stage.people.click(asked, panel.shown, "Type…")
        said = await stage.people.fill_in(form, text="pass\nbomb ann 0 0")
        assert "Accepted: `pass`" in said.text
        assert "Not done, because of what happened before" in said.text


async def test_a_passer_by_sees_the_public_board_and_a_player_his_own(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        zoe, thread = stage.user("zoe"), stage.thread(game)
        pictures = []
        for user in (asked, zoe):
            said = await stage.people.slash(user, thread, "game board")
            (file,) = said.shown.json["attachments"]
            pictures.append((stage.world.blobs[file["id"]], file["description"]))
        (own, own_alt), (public, public_alt) = pictures
        assert own != public
        assert "your city" in own_alt
        assert "your city" not in public_alt
        said = await stage.people.click(zoe, stage.card(game), "Orders")
        assert "You have no seat" in said.text
        assert said.shown.buttons == {}


async def test_a_history_is_the_askers_own(tmp_path: Path) -> None:
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        game, asked, other = await two(stage)
        thread = stage.thread(game)
        mine = (await stage.people.slash(asked, thread, "game history")).text
        his = (await stage.people.slash(other, thread, "game history")).text
        theirs = (await stage.people.slash(stage.user("zoe"), thread, "game history")).text
        assert mine.count("Nobody else is told") == his.count("Nobody else is told") == 1
        assert "Nobody else is told" not in theirs
        assert mine != his


async def test_games_are_listed_with_where_one_is_asked(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        text = (await stage.people.slash(asked, stage.lobby, "game list")).text
        assert game in text
        assert "your turn" in text
        assert "your turn" not in (await stage.people.slash(other, stage.lobby, "game list")).text
        direct = stage.world.direct(asked)
        assert "your turn" in (await stage.people.slash(asked, direct, "game list")).text


async def test_a_game_of_another_server_is_as_good_as_none(tmp_path: Path) -> None:
    """The same sentence for a game that does not exist and for one that
    is none of the asker's business.
    """
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        elsewhere = stage.world.guild("Elsewhere")
        channel = stage.world.channel(elsewhere, "general")
        zoe = stage.world.user("zoe", elsewhere)
        for name in ("game status", "game board", "game history", "menu", "game export"):
            real = await stage.people.slash(zoe, channel, name, game=game)
            none = await stage.people.slash(zoe, channel, name, game="zzzzzz")
            assert real.text == none.text
            assert real.shown.json["attachments"] == []
        mine = await stage.people.slash(asked, channel, "game status", game=game)
        assert game in mine.text


async def test_rules_and_a_finished_game_come_as_files(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        thread = stage.thread(game)
        rules = await stage.people.slash(asked, thread, "game rules", kind="battleboard")
        (file,) = rules.shown.json["attachments"]
        assert b"BB-12" in stage.world.blobs[file["id"]]
        running = await stage.people.slash(asked, thread, "game export")
        assert running.shown.json["attachments"] == []
        assert "when it is over" in running.text
        said = await stage.people.slash(asked, thread, "withdraw")
        assert "This cannot be undone" in said.text
        still = await stage.people.click(asked, said.shown, "Keep playing")
        assert "You are still in the game" in still.text
        assert (await stage.opened(game)).table.state.result is None
        said = await stage.people.slash(asked, thread, "withdraw")
        (leave,) = [one for one in said.shown.buttons if one.startswith("Withdraw, ")]
        assert "Accepted" in (await stage.people.click(asked, said.shown, leave)).text
        await stage.quiet()
        over = await stage.people.slash(asked, thread, "game export")
        (file,) = over.shown.json["attachments"]
        assert b'"secret"' in stage.world.blobs[file["id"]]


NO_PAGES = 1 << 2
"""The flag of a message whose links show no pages of others below it."""


async def test_talk_to_all_is_in_the_thread_and_talk_to_one_is_not(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread = stage.thread(game)
        name = str(other.json["username"])
        await stage.people.slash(asked, thread, "say", to="*", words="hello @everyone **all**")
        await stage.people.slash(asked, thread, "say", to=name, words="psst")
        await stage.quiet()
        spoken = [m for m in stage.in_channel(thread) if "hello" in m.text]
        assert len(spoken) == 1
        assert "\\*\\*all\\*\\*" in spoken[0].text
        assert spoken[0].json["mentions"] == []
        assert spoken[0].json["flags"] & NO_PAGES
        assert not any("psst" in m.text for m in stage.in_channel(thread))
        assert sum("psst" in m.text for m in stage.direct(other)) == 1
        assert sum("hello" in m.text for m in stage.direct(other)) == 0


async def test_each_reads_his_own_language(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, lin = stage.user("ann"), stage.user("lin", locale="zh-TW")
        game = await stage.game(ann, [lin])
        # Who begins is drawn: lin is asked, or told of the board.
        assert re.search("你|轟炸", stage.direct(lin)[-1].text)
        assert "Your board" in stage.direct(ann)[1].text
        said = await stage.people.slash(lin, stage.thread(game), "game status")
        assert "對局" in said.text
        assert "bomb a square" in stage.card(game).text


async def test_who_takes_no_direct_messages_is_told_so_and_reads_behind_the_button(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob", direct=False)
        made = await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard")
        assert "Privacy Settings" not in made.text
        (post,) = stage.in_channel(stage.lobby)
        joined = await stage.people.click(bob, post, "Join")
        assert "Privacy Settings" in joined.text
        assert joined.shown.only == bob.id
        await stage.quiet()
        (game,) = stage.door.memory.places
        panel = await stage.people.click(bob, joined.shown, "Orders")
        assert "Nobody else is told" in panel.text
        assert stage.direct(bob) == []
        # As soon as he opens them, they come directly, to who wants them.
        bob.direct = True
        await stage.wishes(bob, "private")
        await stage.people.click(bob, stage.card(game), "Orders")
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        await stage.people.slash(user, stage.thread(game), "order", text="pass")
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await stage.quiet()
        assert any("bomb a square" in message.text for message in stage.direct(bob))


async def test_whoever_is_asked_is_called_by_the_card_alike_whatever_private_messages_do(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob", direct=False)
        game = await stage.game(ann, [bob])
        for _ in range(3):
            turn = await stage.turn(game)
            card = stage.card(game)
            assert card is stage.in_channel(stage.thread(game))[-1]
            assert [one["username"] for one in card.json["mentions"]] == [turn]
            user = {"ann": ann, "bob": bob}[turn]
            await stage.people.slash(user, stage.thread(game), "order", text="pass")
            await stage.quiet()
            assert f"{turn} passed" in stage.card(game).text


def test_a_game_of_two_doors_is_one_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            ann = stage.user("ann")
            await stage.people.slash(ann, stage.lobby, "game new", kind="battleboard")
            (game,) = stage.door.memory.places
            writer = stage.door.writer
            messages = 0

            async def bob(text: str) -> str:
                nonlocal messages
                messages += 1
                message = Message(
                    door="terminal",
                    id=f"line {messages}",
                    sender="bob",
                    text=text,
                    at=writer.clock.now(),
                    game=game,
                    name="bob",
                )
                return (await writer.submit(message)).status

            assert await bob("join") == "answered"
            for _ in range(4):
                if await stage.turn(game) == "bob":
                    assert await bob("pass") == "taken"
                else:
                    said = await stage.people.slash(ann, stage.thread(game), "order", text="pass")
                    assert "Accepted" in said.text
            await stage.quiet()
            told = [m.text for m in stage.in_channel(stage.thread(game))]
            assert sum(text.count("bob passed") for text in told) == 2
            assert sum(text.count("ann passed") for text in told) == 2
            assert any(m.json["mentions"] for m in stage.in_channel(stage.thread(game)))
            seen = await writer.run(lambda batch: batch.game(game))
            assert seen is not None
            assert [a.door for a in seen.addresses if a.viewer != PUBLIC] == ["discord", "terminal"]

    asyncio.run(play())


async def test_a_game_that_began_elsewhere_is_told_directly(tmp_path: Path) -> None:
    from bot import arguments

    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        setup = arguments.setup(new_games.game_called("battleboard"), 1, {})
        await stage.door.writer.make("battleboard", setup, [])
        for user in (ann, bob):
            said = await stage.people.slash(user, stage.lobby, "game join", game=setup.id)
            assert "You have seat" in said.text
        user = {"ann": ann, "bob": bob}[await stage.turn(setup.id)]
        said = await stage.people.slash(user, stage.world.direct(user), "order", text="pass")
        assert "You passed" in said.text
        await stage.quiet()
        other = bob if user is ann else ann
        assert any("passed" in message.text for message in stage.direct(other))


async def test_who_orders_reads_what_came_of_it_in_the_answer_and_not_once_more(
    tmp_path: Path,
) -> None:
    """Dice chess: a turn of several moves. The mover is asked again and again, and
    gets no direct message for it.
    """
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
        await stage.people.click(bob, stage.in_channel(stage.lobby)[0], "Join")
        await stage.quiet()
        (game,) = stage.door.memory.places
        users, asked, moves = {"white": ann, "black": bob}, "", 0
        while moves < 8 and (seat := await stage.turn(game)):
            before = len(stage.direct(users[seat]))
            assert seat == asked or before
            asked = seat
            table = (await stage.opened(game)).table
            text = table.menu(seat).write(
                table.game.robot(table.view(seat), table.menu(seat), random.Random(moves))
            )
            said = await stage.people.slash(users[seat], stage.thread(game), "order", text=text)
            assert "Accepted" in said.text
            moves += 1
            await stage.quiet()
            assert len(stage.direct(users[seat])) == before
            if await stage.turn(game) == seat:
                assert "What do you want to do?" in str(said.shown.json["components"])
                assert said.shown.json["attachments"]
        named = [
            m.text.split("\n")[0]
            for m in stage.in_channel(stage.thread(game))
            if m.text.startswith("<@")
        ]
        assert len(named) < moves
        assert all(one != following for one, following in itertools.pairwise(named))


async def test_a_command_of_an_earlier_version_is_answered(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        gone = {"id": "1", "name": "attack", "description": "", "options": []}
        stage.discord.rest.commands = [*stage.discord.rest.commands, gone]
        said = await stage.people.slash(ann, stage.lobby, "attack")
        assert "has changed" in said.text
        assert said.shown.only == ann.id


async def test_an_order_that_is_written_twice_directly_is_played_once(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        message = await stage.people.write(asked, stage.world.direct(asked), "pass")
        await stage.discord.gateway.dispatch("MESSAGE_CREATE", message.json, None)
        await until(lambda: any("Accepted" in m.text for m in stage.direct(asked)))
        await stage.quiet()
        assert sum("passed" in m.text for m in stage.in_channel(stage.thread(game))) == 1
        assert sum("Accepted" in m.text for m in stage.direct(asked)) == 1
        assert stage.world.channels[message.json["channel_id"]].json["type"] == DM


async def test_an_answer_that_has_to_wait_too_long_comes_as_a_direct_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)

        async def later(*_: object, **__: object) -> None:
            raise discord.RateLimited(60)

        monkeypatch.setattr(discord.Interaction, "edit_original_response", later)
        before = len(stage.direct(asked))
        await stage.people.slash(asked, stage.thread(game), "order", text="pass", wait=0.5)
        await until(lambda: any("Accepted" in m.text for m in stage.direct(asked)[before:]))


async def test_looking_words_are_answered_where_they_are_typed(tmp_path: Path) -> None:
    """Behind `/order` in the thread, and written to the bot; to each what they may know."""
    wanted = {
        "status": "Waiting for: ",
        "board": "Waiting for: ",
        "history": "`1` ",
        "orders": "to the open question so far:",
        "rules BB-16": "BB-16",
        "help": "Possible orders now, for example: ",
        "help bomb": "bomb bob",
        "ping": "The referee heard you at <t:",
    }
    async with staged(tmp_path) as stage:
        game, asked, _ = await two(stage)
        thread, direct = stage.thread(game), stage.world.direct(asked)
        for text, told in wanted.items():
            typed = await stage.people.slash(asked, thread, "order", text=text)
            assert told in typed.text, text
            await stage.people.write(asked, direct, text)
            await until(partial(last_says, stage, asked, told))
        assert asked.json["username"] == await stage.turn(game)
        refused = await stage.people.slash(asked, thread, "order", text="board zz")
        assert "This game has no board view “zz”." in refused.text


def last_says(stage: Stage, user: User, told: str) -> bool:
    """Return whether the last private message holds these words."""
    return told in stage.direct(user)[-1].text
