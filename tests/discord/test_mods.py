"""Moderators: Discord shows the commands to few, and who may use one is asked
again. The words are the desk's.
"""

from typing import Any
from unittest.mock import patch

import pytest

from bot.discord.commands import referee_words
from bot.discord.words import words
from engine.referee.clock import HandClock
from engine.referee.commands import WORDS
from engine.referee.commands.word import Word
from tests.discord.server.world import User
from tests.discord.stage import Duel, Stage, names_in

MANAGE_GUILD = 1 << 5
"""Discord's number for the right to manage a server (its documentation, permissions)."""
ALL_BUT = ((1 << 46) - 1) & ~MANAGE_GUILD


def word(command: str) -> type[Word]:
    return next(one for one in WORDS if one.command() == command)


async def asked(duel: Duel, user: User, name: str, **values: Any) -> str:
    people, rights = duel.stage.people, user.rights
    command = people.command

    def given(who: User, channel: Any, path: list[str]) -> Any:
        who.rights |= MANAGE_GUILD
        found = command(who, channel, path)
        who.rights = rights
        return found

    with patch.object(people, "command", given):
        said = await duel.slash(user, name, **values)
    assert said.shown.only == user.id
    return said.text


def test_the_spelling_with_the_most_places_is_said_that_are_filled_in() -> None:
    away, close = word("time away"), word("mod close")
    until = {"end": "2026-12-24", "start": None}
    assert referee_words.spelt(away, until) == "away until 2026-12-24"
    filled = {"end": "2026-12-24", "start": " 2026-12-01 "}
    assert referee_words.spelt(away, filled) == "away 2026-12-01 to 2026-12-24"
    assert referee_words.spelt(close, {"reason": "two\nlines;  one"}) == "gm close two lines; one"
    assert referee_words.spelt(close, {}) == "gm close"


async def test_only_moderators_may(stage: Stage) -> None:
    """Who has the command by a role, and is no moderator of the server nor of the
    game, is refused by every word.
    """
    duel = await stage.duel(bob=stage.user("bob", rights=ALL_BUT))
    before = (await stage.opened(duel.game)).n
    filled: dict[str, Any] = dict.fromkeys(("path", "value", "reason", "words"), "x")
    filled |= {
        "length": "24h",
        "level": 1,
        "line": 1,
        "end": "2030-01-01",
        "game": duel.game,
        "how": "on",
    }
    filled |= {"table": "1/1", "result": "draw", "seat": "ann", "who": f"<@{duel.bob.id}>"}
    filled |= {"url": "https://example.org/news", "start": "2030-01-01"}
    commands: list[tuple[str, dict[str, Any]]] = [
        (one.command(), {name: filled[name] for name in one.fields()})
        for one in WORDS
        if one.by == "moderator" and one.command().startswith("mod ")
    ]
    commands += [("mod lock", {}), ("game kick", {"seat": "ann"})]
    for command, values in commands:
        text = await asked(duel, duel.bob, command, **values)
        assert text.startswith("Only moderators of this game can do that."), command
    with pytest.raises(PermissionError):
        await duel.slash(duel.bob, "mod audit")
    with pytest.raises(LookupError):
        await stage.people.slash(duel.ann, stage.world.direct(duel.ann), "mod audit")
    await stage.quiet()
    assert (await stage.opened(duel.game)).n == before


async def test_moderators_of_another_server_are_nobody_here(stage: Stage) -> None:
    duel, other = await stage.duel(), stage.world.guild("Elsewhere")
    hall, eve = stage.world.channel(other, "hall"), stage.world.user("eve", other)
    said = await stage.people.slash(eve, hall, "mod pause", game=duel.game)
    assert "Only moderators" in said.text or "no such game" in said.text
    assert "The clock is paused" not in said.text


async def test_what_moderators_do_is_told_and_noted(stage: Stage, clock: HandClock) -> None:
    """Whoever has begun the game, and whoever manages the server."""
    eve = stage.user("eve")
    ann, bob = (stage.user(name, rights=ALL_BUT) for name in ("ann", "bob"))
    duel = await stage.duel("timeout=4h rated=no", ann=ann, bob=bob)
    said = await duel.slash(eve, "mod announce", words="Dinner at 8, @everyone")
    await stage.people.deliver(said)
    assert "Announced." in said.text
    assert "is paused" in await asked(duel, ann, "mod pause")
    assert "is running again" in await asked(duel, ann, "mod resume")
    assert "extended" in await asked(duel, ann, "mod extend", length="24h")
    assert "24h, 90m, 3d" in await asked(duel, ann, "mod extend", length="two weeks")
    seat = await stage.turn(duel.game)
    assert "no longer waits for" in await asked(duel, ann, "mod default")
    assert await stage.turn(duel.game) != seat
    assert "back at line" in await asked(duel, ann, "mod rollback", line=4)
    assert "muted" in await asked(duel, ann, "mod seat mute", seat="bob")
    looked = await duel.slash(eve, "mod look", seat="bob")
    assert looked.shown.only == eve.id
    (board,) = looked.shown.json["attachments"]
    assert "bob" in board["description"]
    assert "out of the game" in await asked(duel, ann, "mod seat remove", seat="bob")
    audit = (await asked(duel, ann, "mod audit")).replace("\\", "")
    for act in ("announce", "pause", "resume", "extend", "default", "rollback", "look"):
        assert f"gm {act}" in audit
    await stage.quiet()
    (told,) = [message for message in duel.posts if "Dinner" in message.text]
    assert set(names_in(told)) <= {"ann", "bob"}
    (seen,) = [m.text for m in duel.posts if "hidden information" in m.text]
    assert "eve (Discord) viewed hidden information: what bob sees." in seen


async def test_a_player_who_moderates_sees_nothing_behind_the_screen(stage: Stage) -> None:
    duel = await stage.duel()
    said = await duel.slash(duel.ann, "mod look", seat="bob")
    assert said.text == words("en").say("refusal-plays-himself")
    assert said.shown.json["attachments"] == []


async def test_somebody_else_gets_a_seat_with_what_it_knows(stage: Stage) -> None:
    duel, dan = await stage.duel("rated=no"), stage.user("dan")
    before = len(stage.direct(duel.bob))
    said = await asked(duel, duel.ann, "mod seat replace", seat="bob", who=f"<@{dan.id}>")
    assert "is offered to" in said
    await duel.slash(dan, "game join")
    await stage.quiet()
    read = [message.all_text for message in stage.direct(dan)]
    assert any("cities are at" in text or "city is at" in text for text in read)
    assert "no seat" not in (await duel.click(dan, "Orders")).text
    assert "no seat" in (await duel.click(duel.bob, "Orders")).text
    assert all("are at" not in message.all_text for message in stage.direct(duel.bob)[before:])


async def test_a_seat_that_is_free_is_said_to_be_taken_by_the_command_of_discord(
    stage: Stage,
) -> None:
    """To the former player, too, whose private messages are closed, and after a restart. Once."""
    duel = await stage.duel("rated=no")
    duel.bob.direct = False
    await stage.restart()
    said = await asked(duel, duel.ann, "mod seat replace", seat="bob")
    await stage.quiet()
    for text in (said, duel.posts[-2].text):
        assert "`/game join seat:bob`" in text
    assert set(names_in(duel.posts[-2])) == {"ann", "bob"}
    await duel.slash(stage.user("dan"), "game join")
    await stage.quiet()
    assert set(names_in(duel.posts[-2])) == {"ann", "dan"}


async def test_a_locked_thread_is_shown_no_more(stage: Stage) -> None:
    """Who plays in a rated game closes its thread to nobody."""
    duel = await stage.duel()
    said = await duel.slash(duel.ann, "mod lock")
    assert said.text == words("en").say("refusal-own-game")
    assert not duel.thread.locked
    duel = await stage.duel("rated=no", ann=duel.ann)
    assert "locked" in (await duel.slash(duel.ann, "mod lock")).text
    assert duel.thread.locked
    assert names_in(duel.posts[-1]) == ["ann", "bob"]
    stage.discord.fail("PATCH", f"/channels/{duel.thread.id}$", code=50013)
    assert "manage threads" in (await duel.slash(duel.ann, "mod lock")).text
