"""A whole game over the wire, with everything that goes wrong in one."""

import asyncio
import random
from pathlib import Path

import discord
import pytest

from engine.state import Order
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged, until

SECRET = 32 * [3]

CUTS = (
    pytest.param({"code": 1006}, id="the wire is cut"),
    pytest.param({"code": 4000}, id="closed with 4000"),
    pytest.param({"code": 1000}, id="closed with 1000"),
    pytest.param({"op": 7}, id="asked to reconnect"),
)


async def suggested(stage: Stage, game: str, rng: random.Random) -> tuple[str, str]:
    table = (await stage.opened(game)).table
    seat = await stage.turn(game)
    order: Order = table.game.robot(table.view(seat), table.menu(seat), rng)
    return seat, table.menu(seat).write(order)


async def by_panel(stage: Stage, user: User, game: str, text: str) -> str:
    """Give an order by pressing: word after word from the menu, and send. What is said then."""
    await stage.quiet()
    said = await stage.people.click(user, stage.card(game), "Orders")
    for word in text.split():
        said = await stage.people.choose(user, said.shown, word)
    (send,) = [label for label in said.shown.buttons if label.startswith("Send")]
    return (await stage.people.click(user, said.shown, send)).text


async def by_message(stage: Stage, user: User, text: str) -> str:
    before = len(stage.direct(user))

    def answers() -> list[str]:
        return [m.text for m in stage.direct(user)[before:] if "Accepted" in m.text]

    await stage.people.write(user, stage.world.direct(user), text)
    await until(answers)
    return answers()[0]


def test_three_people_play_a_whole_game_through_restarts_closed_messages_and_old_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed, pressed and written directly: all the same orders, and each is played once."""
    # Dice with which nobody is out before being asked, and the game is long enough
    # for all that goes wrong in it.
    monkeypatch.setattr("engine.referee.new_games.new_id", lambda: "k3x9fa")
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes(SECRET))
    asyncio.run(whole_game(tmp_path))


async def whole_game(path: Path) -> None:
    async with staged(path) as stage:
        people = {
            "ann": stage.user("ann"),
            "bob": stage.user("bob", direct=False),
            "eve": stage.user("eve"),
        }
        ann, bob, eve = people.values()
        game = await stage.game(ann, [bob, eve], "size=4x3 cities=1")
        rng, thread = random.Random(1), stage.thread(game)
        played = 0
        while await stage.turn(game):
            seat, text = await suggested(stage, game, rng)
            user = people[seat]
            if played % 3 == 0:
                said = (await stage.people.slash(user, thread, "order", text=text)).text
            elif played % 3 == 1:
                said = await by_panel(stage, user, game, text)
            elif user.direct:
                said = await by_message(stage, user, text)
            else:
                said = (await stage.people.slash(user, thread, "order", text=text)).text
            assert f"Accepted: `{text}`" in said
            played += 1
            if played == 4:
                await stage.quiet()
                await stage.stop()
                down = await stage.people.click(eve, stage.card(game), "Orders", wait=0.1)
                assert down.response == 0
                await stage.start()
            if played == 6:
                await presses_old_buttons(stage, eve, game)
        assert played > 6, "all that goes wrong has gone wrong"
        await stage.quiet()
        shown = [message.text for message in stage.in_channel(thread)]
        assert sum(text.count("bombed") for text in shown) == played
        assert sum("has won" in text for text in shown) == 1
        assert stage.in_channel(thread)[-1] is stage.card(game)
        assert "has won" in stage.card(game).text
        assert stage.direct(bob) == []
        # Nothing in the thread tells whose direct messages are closed: everybody who
        # is asked is called the same way, and everybody when it is over.
        calls = [
            tuple(one["username"] for one in message.json["mentions"])
            for message in stage.in_channel(thread)
        ]
        assert {(name,) for name in people} <= set(calls)
        assert set(calls[-1]) == set(people)


async def presses_old_buttons(stage: Stage, user: User, game: str) -> None:
    """Buttons of earlier prompts are answered politely, for the
    presser's eyes alone, and do nothing.
    """
    await stage.quiet()
    n = (await stage.opened(game)).n
    for message in stage.direct(user):
        for label in ("pass", "bomb…"):
            if label in message.buttons and message is not stage.direct(user)[-1]:
                said = await stage.people.click(user, message, label)
                assert "nothing has happened" in said.text
                assert said.shown.only == user.id
    assert (await stage.opened(game)).n == n


@pytest.mark.parametrize("cut", CUTS)
def test_an_order_given_while_the_wire_was_down_is_played_once(
    tmp_path: Path, cut: dict[str, int]
) -> None:
    asyncio.run(while_down(tmp_path, cut))


async def while_down(path: Path, cut: dict[str, int]) -> None:
    async with staged(path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        game = await stage.game(people["ann"], [people["bob"]])
        resumed = stage.discord.gateway.resumed
        await stage.discord.gateway.drop(**cut)  # type: ignore[arg-type]  # one of the faults above
        seat = await stage.turn(game)
        # Time stands still for Discord, so that the reconnection is never too late to acknowledge.
        stage.discord.frozen = stage.discord.now()
        said = await stage.people.slash(
            people[seat], stage.thread(game), "order", text="pass", wait=20
        )
        stage.discord.frozen = None
        assert "Accepted: `pass`" in said.text
        assert stage.discord.gateway.resumed == resumed + 1
        assert await stage.turn(game) != seat
        await stage.quiet()
        assert (
            sum("passed" in message.text for message in stage.in_channel(stage.thread(game))) == 1
        )


def test_a_prompt_can_be_answered_by_its_button_after_a_restart(tmp_path: Path) -> None:
    asyncio.run(after_restart(tmp_path))


async def after_restart(path: Path) -> None:
    async with staged(path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        for user in people.values():
            await stage.wishes(user, "private")
        game = await stage.game(people["ann"], [people["bob"]])
        user = people[await stage.turn(game)]
        prompt = stage.direct(user)[-1]
        await stage.stop()
        await stage.start()
        form = await stage.people.click(user, prompt, "bomb…")
        assert [one["label"] for one in form.data["components"]] == ["Target", "Column", "Row"]
        (other,) = [name for name, one in people.items() if one is not user]
        targets = form.data["components"][0]["component"]["options"]
        assert [one["label"] for one in targets] == [other], "nobody is offered themselves"
        assert "Accepted: `pass`" in (await stage.people.click(user, prompt, "pass")).text
        late = await stage.people.fill_in(form, None, **{"0": ["0"], "1": ["2"], "2": ["1"]})
        assert "Accepted" not in late.text


def test_a_session_that_discord_has_forgotten_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library waits for five seconds before a session of its own is begun again; not here."""

    async def at_once(*_: object, **__: object) -> None:
        return

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    asyncio.run(forgotten(tmp_path))


async def forgotten(path: Path) -> None:
    async with staged(path) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
        game = await stage.game(people["ann"], [people["bob"]])
        identified = stage.discord.gateway.identified
        await stage.discord.gateway.drop(4000, forget=True)
        await until(lambda: stage.discord.gateway.identified > identified, 30)
        seat = await stage.turn(game)
        await until(lambda: stage.ready)
        said = await stage.people.slash(people[seat], stage.thread(game), "order", text="pass")
        assert "Accepted: `pass`" in said.text


async def test_an_order_whose_answer_cannot_be_drawn_is_said_to_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that nothing has changed: the order stands."""

    def fails(*_: object, **__: object) -> None:
        raise MemoryError("no room for the picture")

    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        turn = await stage.turn(game)
        asked = ann if turn == "ann" else bob
        monkeypatch.setattr("bot.discord.panel.panel", fails)
        said = await stage.people.slash(asked, stage.thread(game), "order", text="pass")
        assert "Accepted: `pass`" in said.text
        assert "Please look at the board" in said.text
        assert await stage.turn(game) != turn
