"""The end of a game: its last card, and what stands behind the buttons of that."""

import pytest

import renderers
from engine.referee.clock import HandClock
from engine.state import PUBLIC
from tests.discord.server.world import User
from tests.discord.stage import Duel, Stage, names_in, until

DAY = 86_400


async def over(stage: Stage) -> tuple[Duel, User, User]:
    duel = await stage.duel()
    loser, winner = await duel.sides()
    await duel.slash(loser, "order", text="withdraw!")
    await duel.slash(loser, "order", text="pass")
    await stage.quiet()
    assert (await duel.table()).state.result is not None
    return duel, winner, loser


async def test_the_last_card_has_board_and_film_and_calls_all_once(stage: Stage) -> None:
    duel, winner, loser = await over(stage)
    card = duel.card
    assert card is duel.posts[-1]
    assert set(names_in(card)) == {"ann", "bob"}
    assert f"{winner.json['username']} has won" in card.text
    files = [file["filename"] for file in card.json["attachments"]]
    assert files == ["board.png", "film.gif", "replay.html"]
    assert list(card.buttons) == ["Rematch", "Film from my side", "Fair play"]
    proof = await duel.click(loser, "Fair play")
    assert proof.shown.only == loser.id
    assert "SHA-256" in proof.text
    assert "meanwhile verify" in proof.text
    film = await duel.click(loser, "Film from my side")
    assert film.shown.only == loser.id
    assert film.shown.json["attachments"]
    assert not duel.told("SHA-256")


async def test_the_last_card_says_once_who_has_won(stage: Stage) -> None:
    duel = await stage.duel(kind="derelict")
    leave = (await duel.slash(duel.ann, "withdraw")).shown
    await stage.people.press(duel.ann, leave, leave.pressable[0]["custom_id"])
    await stage.quiet()
    assert duel.card.text.count("have won: the other side has resigned") == 1


async def rematch(stage: Stage, duel: Duel, user: User) -> str:
    made = await duel.click(user, "Rematch")
    assert "You have seat" in made.text
    (again,) = set(stage.places) - {duel.game}
    return again


async def test_a_rematch_is_made_once_and_keeps_its_seats_for_a_day(
    stage: Stage, clock: HandClock
) -> None:
    (duel, winner, loser), eve = await over(stage), stage.user("eve")
    assert "no seat" in (await duel.click(eve, "Rematch")).text
    again = await rematch(stage, duel, loser)
    late = await duel.click(winner, "Rematch")
    assert stage.places[again].link in late.text
    assert len(stage.places) == 2
    lobby = stage.lobby_post(again)
    assert lobby.json["channel_id"] == stage.lobby.id
    assert "kept for a day" in (await stage.people.click(eve, lobby, "Join")).text
    assert "You have seat" in (await stage.people.click(winner, lobby, "Join")).text
    await stage.quiet()
    old, new = [(await stage.opened(one)).table.setup for one in (duel.game, again)]
    assert new.options == old.options
    assert new.secret != old.secret


async def test_the_thread_is_put_away_after_a_week_and_not_before(
    stage: Stage, clock: HandClock
) -> None:
    duel, _, _ = await over(stage)
    clock.advance(7 * DAY - 60)
    await stage.door.show.put_away()
    assert not duel.thread.archived
    clock.advance(120)
    await stage.restart()
    await until(lambda: duel.thread.archived)
    await until(lambda: duel.place.away)


@pytest.mark.parametrize("kind", ["battleboard", "dicechess", "derelict", "ambush", "desert"])
async def test_a_game_that_a_moderator_ends_says_so_and_asks_nothing(
    kind: str, stage: Stage
) -> None:
    duel = await stage.duel(kind=kind)
    asked = renderers.scene_of(kind, (await duel.table()).view(PUBLIC), "en").banner
    await duel.slash(stage.user("eve"), "mod close", reason="enough")
    await stage.quiet()
    first, *rest = duel.card.text.splitlines()
    assert first.startswith("**A moderator ended the game. Reason: enough.** ")
    assert "A moderator" not in "".join(rest)
    alt = duel.card.json["attachments"][0]["description"]
    status = (await duel.slash(duel.ann, "game status")).text
    for text in (duel.card.text, alt, status):
        assert asked not in text
    assert "The game has ended without a winner" in status
