"""What people ask for: menus, completions, boards, histories, games;
each for the asker's eyes alone.
"""

import re

from bot import arguments
from engine.referee import new_games
from engine.store import record
from tests.discord.server.world import DM, User
from tests.discord.stage import Stage, names_in, until


async def test_orders_are_completed_from_the_seats_own_menu(stage: Stage) -> None:
    duel = await stage.duel()
    asked, other = await duel.sides()

    async def offered(user: User, text: str) -> set[str]:
        return set((await duel.slash(user, "order", focused="text", text=text)).choices)

    assert {"bomb", "pass", "withdraw"} <= await offered(asked, "")
    assert {"bomb ann", "bomb bob"} <= await offered(asked, "bomb ")
    assert await offered(asked, "bomb ann 3")
    assert await offered(asked, "nonsense") == set()
    assert await offered(other, "") == {"withdraw"}
    assert await offered(stage.user("zoe"), "") == set()


async def test_an_order_out_of_turn_or_wrong_is_answered_politely_and_privately(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    (asked, other), zoe = await duel.sides(), stage.user("zoe")
    before = len(duel.posts)
    for user, command, values, why in (
        (other, "order", {"text": "pass"}, "not your turn"),
        (asked, "order", {"text": "bomb nobody 1 1"}, "Possible here: ann, bob."),
        (zoe, "order", {"text": "pass"}, "You have no seat in this game"),
        (zoe, "withdraw", {}, "You have no seat in this game"),
    ):
        said = await duel.slash(user, command, **values)
        assert why in said.text
        assert said.shown.only == user.id
    await stage.quiet()
    assert len(duel.posts) == before


async def test_who_is_not_asked_and_who_may_mean_several_games_is_told_which(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    _, other = await duel.sides()
    await stage.people.write(other, stage.world.direct(other), "pass")
    await stage.quiet()
    assert f"Nothing is asked of you now in `{duel.game}`" in stage.direct(other)[-1].text
    zoe = stage.user("zoe")
    more = [await stage.game(other, [zoe]) for _ in range(2)]
    for said in (await stage.slash(other, "menu"), await stage.slash(other, "order", text="pass")):
        assert any(one in said.text for one in more), said.text


async def test_a_form_takes_an_order_once_and_not_in_another_situation(stage: Stage) -> None:
    duel = await stage.duel()
    asked = await duel.asked()
    panel = await stage.people.click(asked, (await duel.click(asked, "Orders")).shown, "7")
    form = await stage.people.click(asked, panel.shown, "Type…")
    assert form.response == 9
    assert form.data["components"][0]["component"]["value"].endswith(" 7")
    assert "Accepted: `pass`" in (await stage.people.fill_in(form, text="pass")).text
    assert "nothing has happened" in (await stage.people.fill_in(form, text="pass")).text


async def test_a_passer_by_sees_the_public_board_and_history_and_a_player_his_own(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    (asked, other), zoe = await duel.sides(), stage.user("zoe")
    own, public = [(await duel.slash(user, "game board")).shown for user in (asked, zoe)]
    assert stage.data(own) != stage.data(public)
    assert "your city" in own.json["attachments"][0]["description"]
    assert "your city" not in public.json["attachments"][0]["description"]
    said = await duel.click(zoe, "Orders")
    assert "You have no seat" in said.text
    assert said.shown.buttons == {}
    mine, his, theirs = [
        (await duel.slash(user, "game history")).text for user in (asked, other, zoe)
    ]
    assert mine.count("Nobody else is told") == his.count("Nobody else is told") == 1
    assert "Nobody else is told" not in theirs
    assert mine != his


async def test_a_game_of_another_server_is_as_good_as_none(stage: Stage) -> None:
    """The same sentence for a game that does not exist and for one that
    is none of the asker's business.
    """
    duel = await stage.duel()
    elsewhere = stage.world.guild("Elsewhere")
    channel, zoe = stage.world.channel(elsewhere, "general"), stage.world.user("zoe", elsewhere)
    for name in ("game status", "game board", "game history", "menu", "game export"):
        real = await stage.people.slash(zoe, channel, name, game=duel.game)
        none = await stage.people.slash(zoe, channel, name, game="zzzzzz")
        assert real.text == none.text
        assert real.shown.json["attachments"] == []
    mine = await stage.people.slash(duel.ann, channel, "game status", game=duel.game)
    assert duel.game in mine.text


async def test_rules_and_a_finished_game_come_as_files(stage: Stage) -> None:
    duel = await stage.duel()
    asked = await duel.asked()
    rules = await duel.slash(asked, "game rules", kind="battleboard")
    assert b"BB-12" in stage.data(rules.shown)
    running = await duel.slash(asked, "game export")
    assert running.shown.json["attachments"] == []
    assert "when it is over" in running.text
    said = await duel.slash(asked, "withdraw")
    assert "This cannot be undone" in said.text
    still = await stage.people.click(asked, said.shown, "Keep playing")
    assert "You are still in the game" in still.text
    assert (await duel.table()).state.result is None
    said = await duel.slash(asked, "withdraw")
    (leave,) = [one for one in said.shown.buttons if one.startswith("Withdraw, ")]
    assert "Accepted" in (await stage.people.click(asked, said.shown, leave)).text
    await stage.quiet()
    exported = stage.data((await duel.slash(asked, "game export")).shown)
    assert b'"secret"' in exported
    # Accounts and private talk are nobody else's.
    found = record.read(exported)
    assert not found.addresses
    assert not found.talk


NO_PAGES = 1 << 2
"""The flag of a message whose links show no pages of others below it."""


async def test_talk_to_all_is_in_the_thread_and_talk_to_one_is_not(stage: Stage) -> None:
    duel = await stage.duel()
    await duel.slash(duel.ann, "say", to="*", words="hello @everyone **all**")
    await duel.slash(duel.ann, "say", to="bob", words="psst")
    await stage.quiet()
    (spoken,) = [m for m in duel.posts if "hello" in m.text]
    assert "\\*\\*all\\*\\*" in spoken.text
    assert names_in(spoken) == []
    assert spoken.json["flags"] & NO_PAGES
    assert not duel.told("psst")
    alone = [m.text for m in stage.direct(duel.bob)]
    assert sum("psst" in text for text in alone) == 1
    assert sum("hello" in text for text in alone) == 0


async def test_each_reads_his_own_language(stage: Stage) -> None:
    duel = await stage.duel(bob=stage.user("lin", locale="zh-TW"))
    lin = duel.bob
    # Who begins is drawn.
    assert re.search("你|轟炸", stage.direct(lin)[-1].text)
    assert re.search("Your board|bomb a square", stage.direct(duel.ann)[-1].text)
    assert "對局" in (await duel.slash(lin, "game status")).text
    assert "bomb a square" in duel.card.text


async def test_a_game_that_began_elsewhere_is_told_directly(stage: Stage) -> None:
    people = {name: stage.user(name) for name in ("ann", "bob")}
    setup = arguments.setup(new_games.game_called("battleboard"), 1, {})
    await stage.door.writer.make("battleboard", setup, [])
    for user in people.values():
        assert "You have seat" in (await stage.slash(user, "game join", game=setup.id)).text
    user = people.pop(await stage.turn(setup.id))
    said = await stage.people.slash(user, stage.world.direct(user), "order", text="pass")
    assert "You passed" in said.text
    await stage.quiet()
    (other,) = people.values()
    assert any("passed" in message.text for message in stage.direct(other))


async def test_a_command_of_an_earlier_version_is_answered(stage: Stage) -> None:
    ann = stage.user("ann")
    gone = {"id": "1", "name": "attack", "description": "", "options": []}
    stage.discord.rest.commands = [*stage.discord.rest.commands, gone]
    said = await stage.slash(ann, "attack")
    assert "has changed" in said.text
    assert said.shown.only == ann.id


async def test_an_order_that_is_written_twice_directly_is_played_once(stage: Stage) -> None:
    duel = await stage.duel()
    asked = await duel.asked()
    message = await stage.people.write(asked, stage.world.direct(asked), "pass")
    await stage.discord.gateway.dispatch("MESSAGE_CREATE", message.json, None)
    await until(lambda: any("Accepted" in m.text for m in stage.direct(asked)))
    await stage.quiet()
    assert duel.told("passed") == 1
    assert sum("Accepted" in m.text for m in stage.direct(asked)) == 1
    assert stage.world.channels[message.json["channel_id"]].json["type"] == DM


async def test_looking_words_are_answered_where_they_are_typed(stage: Stage) -> None:
    """Behind `/order` in the thread, and written to the bot; to each what they may know."""
    duel = await stage.duel()
    asked = await duel.asked()
    for text, told in {
        "status": "Waiting for: ",
        "board": "Waiting for: ",
        "history": "`1` ",
        "orders": "to the open question so far:",
        "rules BB-16": "BB-16",
        "help": "Possible orders now, for example: ",
        "help bomb": "bomb bob",
        "ping": "The referee heard you at <t:",
    }.items():
        assert told in (await duel.slash(asked, "order", text=text)).text, text
        before = len(stage.direct(asked))
        await stage.people.write(asked, stage.world.direct(asked), text)
        await until(lambda: len(stage.direct(asked)) > before + 1)  # noqa: B023
        assert told in stage.direct(asked)[-1].text
    assert asked is await duel.asked()
    refused = await duel.slash(asked, "order", text="board zz")
    assert "This game has no board view “zz”." in refused.text
