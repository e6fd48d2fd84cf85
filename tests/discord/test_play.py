"""A whole game over the wire, with everything that goes wrong in one."""

import random

import discord
import pytest

from tests.discord.server.world import User
from tests.discord.stage import Stage, ever_named, names_in, until

SECRET = 32 * [5]


async def by_panel(stage: Stage, user: User, game: str, text: str) -> str:
    """Give an order by pressing: word after word, from the panel's beginning on, and send. What is
    said then.
    """
    await stage.quiet()
    said = await stage.people.click(user, stage.card(game), "Orders")
    while "Back" in said.shown.buttons:
        said = await stage.people.click(user, said.shown, "Back")
    words = text.split()
    for k, word in enumerate(words):
        if f"So far: `{' '.join(words[: k + 1])}" not in said.text:  # a word without a choice
            said = await stage.people.pick(user, said.shown, word)
    (send,) = [label for label in said.shown.buttons if label.startswith("Send")]
    return (await stage.people.click(user, said.shown, send)).text


async def by_message(stage: Stage, user: User, text: str) -> str:
    before = len(stage.direct(user))

    def answers() -> list[str]:
        return [m.text for m in stage.direct(user)[before:] if "Accepted" in m.text]

    await stage.people.write(user, stage.world.direct(user), text)
    await until(answers)
    return answers()[0]


async def test_three_people_play_a_whole_game_through_restarts_closed_messages_and_old_buttons(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed, pressed and written directly: all the same orders, and each is played once."""
    # Dice with which nobody is out before being asked, and the game is long enough
    # for all that goes wrong in it.
    monkeypatch.setattr("engine.referee.new_games.new_id", lambda: "k3x9fa")
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes(SECRET))
    monkeypatch.setattr("engine.referee.new_games.new_salt", lambda: "salt")
    people = {name: stage.user(name, direct=name != "bob") for name in ("ann", "bob", "eve")}
    ann, bob, eve = people.values()
    game = await stage.game(ann, [bob, eve], "size=4x3 cities=1")
    rng, thread, played = random.Random(1), stage.thread(game), 0
    while seat := await stage.turn(game):
        table, user = (await stage.opened(game)).table, people[seat]
        text = table.menu(seat).write(table.game.robot(table.view(seat), table.menu(seat), rng))
        if played % 3 == 1:
            said = await by_panel(stage, user, game, text)
        elif played % 3 == 2 and user.direct:
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
    posts = stage.in_channel(thread)
    assert sum(post.text.count("bombed") for post in posts) == played
    assert sum("has won" in post.text for post in posts) == 1
    assert posts[-1] is stage.card(game)
    assert "has won" in posts[-1].text
    assert stage.direct(bob) == []
    # Nothing in the thread tells whose direct messages are closed: everybody who
    # is asked is called the same way, and everybody when it is over.
    assert {(name,) for name in people} <= ever_named(posts)
    assert set(names_in(posts[-1])) == set(people)


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


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param({"code": 1006}, id="the wire is cut"),
        pytest.param({"code": 4000}, id="closed with 4000"),
        pytest.param({"code": 1000}, id="closed with 1000"),
        pytest.param({"op": 7}, id="asked to reconnect"),
    ],
)
async def test_an_order_given_while_the_wire_was_down_is_played_once(
    stage: Stage, cut: dict[str, int]
) -> None:
    duel = await stage.duel()
    resumed, asked = stage.discord.gateway.resumed, await duel.asked()
    await stage.discord.gateway.drop(**cut)  # type: ignore[arg-type]  # one of the faults above
    # Time stands still for Discord, so that the reconnection is never too late to acknowledge.
    stage.discord.frozen = stage.discord.now()
    said = await duel.slash(asked, "order", text="pass", wait=20)
    stage.discord.frozen = None
    assert "Accepted: `pass`" in said.text
    assert stage.discord.gateway.resumed == resumed + 1
    assert await duel.asked() is not asked
    await stage.quiet()
    assert duel.told("passed") == 1


async def test_a_session_that_discord_has_forgotten_is_begun_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library waits for five seconds before a session of its own is begun again; not here."""

    async def at_once(*_: object, **__: object) -> None:
        return

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    duel = await stage.duel()
    identified = stage.discord.gateway.identified
    await stage.discord.gateway.drop(4000, forget=True)
    await until(lambda: stage.discord.gateway.identified > identified, 30)
    await until(lambda: stage.ready)
    assert "Accepted: `pass`" in (await duel.order()).text


async def test_an_order_whose_answer_cannot_be_drawn_is_said_to_be_taken(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that nothing has changed: the order stands."""

    def fails(*_: object, **__: object) -> None:
        raise MemoryError("no room for the picture")

    duel = await stage.duel()
    asked = await duel.asked()
    monkeypatch.setattr("bot.discord.panel.panel", fails)
    said = await duel.order()
    assert "Accepted: `pass`" in said.text
    assert "Please look at the board" in said.text
    assert await duel.asked() is not asked
