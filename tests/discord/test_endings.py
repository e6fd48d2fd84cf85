"""The end of a game: its last card, and what stands behind the buttons of that."""

from pathlib import Path

import pytest

import renderers
from engine.referee.clock import HandClock
from engine.state import PUBLIC
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged, until

DAY = 86_400


async def over(stage: Stage) -> tuple[str, User, User]:
    """A game of two that somebody has left: its id, who has won, who has left."""
    people = {"ann": stage.user("ann"), "bob": stage.user("bob")}
    game = await stage.game(people["ann"], [people["bob"]])
    loser = people.pop(await stage.turn(game))
    (winner,) = people.values()
    await stage.people.slash(loser, stage.thread(game), "order", text="withdraw!")
    await stage.people.slash(loser, stage.thread(game), "order", text="pass")
    await stage.quiet()
    assert (await stage.opened(game)).table.state.result is not None
    return game, winner, loser


async def test_the_last_card_has_board_and_film_and_calls_all_once(tmp_path: Path) -> None:
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        game, winner, loser = await over(stage)
        card = stage.card(game)
        assert card is stage.in_channel(stage.thread(game))[-1]
        names = {one["username"] for one in card.json["mentions"]}
        assert names == {"ann", "bob"}
        assert f"{winner.json['username']} has won" in card.text
        assert [file["filename"] for file in card.json["attachments"]] == [
            "board.png",
            "film.gif",
        ]
        assert list(card.buttons) == ["Rematch", "Film from my side", "Fair play"]
        proof = await stage.people.click(loser, card, "Fair play")
        assert proof.shown.only == loser.id
        assert "SHA-256" in proof.text
        film = await stage.people.click(loser, card, "Film from my side")
        assert film.shown.only == loser.id
        assert film.shown.json["attachments"]
        others = [m.text for m in stage.in_channel(stage.thread(game))]
        assert not any("SHA-256" in text for text in others)


async def test_the_last_card_says_once_who_has_won(tmp_path: Path) -> None:
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob], kind="derelict")
        leave = (await stage.people.slash(ann, stage.thread(game), "withdraw")).shown
        await stage.people.press(ann, leave, leave.pressable[0]["custom_id"])
        await stage.quiet()
        assert stage.card(game).text.count("have won: the other side has resigned") == 1


async def test_a_rematch_is_made_once_and_keeps_its_seats_for_a_day(tmp_path: Path) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        game, winner, loser = await over(stage)
        card, eve = stage.card(game), stage.user("eve")
        assert "no seat" in (await stage.people.click(eve, card, "Rematch")).text
        made = await stage.people.click(loser, card, "Rematch")
        assert "You have seat" in made.text
        (again,) = set(stage.door.memory.places) - {game}
        late = await stage.people.click(winner, card, "Rematch")
        place = stage.door.memory.places[again]
        assert place.link in late.text
        assert len(stage.door.memory.places) == 2
        lobby = stage.world.messages[str(place.lobby)]
        assert lobby.json["channel_id"] == stage.lobby.id
        said = await stage.people.click(eve, lobby, "Join")
        assert "kept for a day" in said.text
        assert "You have seat" in (await stage.people.click(winner, lobby, "Join")).text
        await stage.quiet()
        old = (await stage.opened(game)).table.setup
        new = (await stage.opened(again)).table.setup
        assert new.options == old.options
        assert new.secret != old.secret


async def test_after_a_day_anybody_takes_a_seat_of_a_rematch(tmp_path: Path) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        game, _, loser = await over(stage)
        await stage.people.click(loser, stage.card(game), "Rematch")
        (again,) = set(stage.door.memory.places) - {game}
        lobby = stage.world.messages[str(stage.door.memory.places[again].lobby)]
        clock.advance(DAY + 1)
        said = await stage.people.click(stage.user("eve"), lobby, "Join")
        assert "You have seat" in said.text


async def test_the_thread_is_put_away_after_a_week_and_not_before(tmp_path: Path) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        game, _, _ = await over(stage)
        thread = stage.thread(game).json["thread_metadata"]
        clock.advance(7 * DAY - 60)
        await stage.door.show.put_away()
        assert not thread["archived"]
        clock.advance(120)
        await stage.stop()
        await stage.start()
        await until(lambda: thread["archived"])
        await until(lambda: stage.door.memory.places[game].away)


@pytest.mark.parametrize("kind", ["battleboard", "dicechess", "derelict", "ambush", "desert"])
async def test_a_game_that_a_moderator_ends_says_so_and_asks_nothing(
    kind: str, tmp_path: Path
) -> None:
    """In the card, in what its picture is in words, and for who looks at how it stands."""
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        ann, bob, eve = (stage.user(name) for name in ("ann", "bob", "eve"))
        game = await stage.game(ann, [bob], kind=kind)
        table = (await stage.opened(game)).table
        view = table.view(PUBLIC)
        asked = renderers.scene_of(kind, view, "en").banner
        thread = stage.thread(game)
        await stage.people.slash(eve, thread, "mod close", reason="enough")
        await stage.quiet()
        card = stage.card(game)
        first, *rest = card.text.splitlines()
        assert first.startswith("**A moderator ended the game. Reason: enough.** ")
        assert "A moderator" not in "".join(rest)
        alt = card.json["attachments"][0]["description"]
        status = (await stage.people.slash(ann, thread, "game status")).text
        for text in (card.text, alt, status):
            assert asked not in text
        assert "The game has ended without a winner" in status
