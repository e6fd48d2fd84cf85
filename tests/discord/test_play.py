"""A whole game over the wire, with everything that goes wrong in one."""

import discord
import pytest

from tests.discord.stage import Stage, until


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
