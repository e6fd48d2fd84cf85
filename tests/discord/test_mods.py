"""Moderators: Discord shows the commands to few, and who may use one is asked
again. The words are the desk's.
"""

from pathlib import Path
from typing import Any

import pytest

from bot.discord.commands import referee_words
from bot.discord.words import words
from engine.referee.clock import HandClock
from engine.referee.commands import WORDS
from engine.referee.commands.word import Word
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged

MANAGE_GUILD = 1 << 5
"""Discord's number for the right to manage a server (its documentation, permissions)."""
ALL_BUT = ((1 << 46) - 1) & ~MANAGE_GUILD


def word(command: str) -> type[Word]:
    return next(one for one in WORDS if one.command() == command)


async def asked(stage: Stage, user: User, game: str, name: str, **values: Any) -> str:
    """The answer to a command in the thread, where the server has given it to this person's
    role.
    """
    rights, user.rights = user.rights, user.rights | MANAGE_GUILD
    people, command = stage.people, stage.people.command

    def given(who: User, channel: Any, path: list[str]) -> Any:
        found = command(who, channel, path)
        who.rights = rights
        return found

    people.command = given  # type: ignore[method-assign,assignment]  # a server that gives a command to a role
    said = await people.slash(user, stage.thread(game), name, **values)
    people.command = command  # type: ignore[method-assign]  # as it was
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


async def test_only_moderators_may(tmp_path: Path) -> None:
    """Who has the command by a role, and is no moderator of the server nor of the
    game, is refused by every word.
    """
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob", rights=ALL_BUT)
        game = await stage.game(ann, [bob])
        before = (await stage.opened(game)).n
        filled = {
            "length": "24h",
            "level": 1,
            "end": "2030-01-01",
            "seat": "ann",
            "who": f"<@{bob.id}>",
            "line": 1,
            "path": "turn",
            "value": "x",
            "reason": "y",
            "words": "hi",
            "game": game,
        }
        for one in WORDS:
            if one.by == "moderator" and one.command().startswith("mod "):
                values = {name: filled[name] for name in one.fields()}
                text = await asked(stage, bob, game, one.command(), **values)
                assert text.startswith("Only moderators of this game can do that."), one
        assert "Only moderators" in await asked(stage, bob, game, "mod lock")
        assert "Only moderators" in await asked(stage, bob, game, "game kick", seat="ann")
        with pytest.raises(PermissionError):
            await stage.people.slash(bob, stage.thread(game), "mod audit")
        with pytest.raises(LookupError):
            await stage.people.slash(ann, stage.world.direct(ann), "mod audit")
        await stage.quiet()
        assert (await stage.opened(game)).n == before


async def test_moderators_of_another_server_are_nobody_here(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game = await stage.game(stage.user("ann"), [stage.user("bob")])
        other = stage.world.guild("Elsewhere")
        hall = stage.world.channel(other, "hall")
        eve = stage.world.user("eve", other)
        said = await stage.people.slash(eve, hall, "mod pause", game=game)
        assert "Only moderators" in said.text or "no such game" in said.text
        assert "The clock is paused" not in said.text


async def test_what_moderators_do_is_told_and_noted(tmp_path: Path) -> None:
    """Whoever has begun the game, and whoever manages the server."""
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        ann, eve = stage.user("ann", rights=ALL_BUT), stage.user("eve")
        people = {"ann": ann, "bob": stage.user("bob", rights=ALL_BUT)}
        game = await stage.game(ann, [people["bob"]], "timeout=4h rated=no")
        thread = stage.thread(game)
        said = await stage.people.slash(eve, thread, "mod announce", words="Dinner at 8, @everyone")
        await stage.people.deliver(said)
        assert "Announced." in said.text
        assert "is paused" in await asked(stage, ann, game, "mod pause")
        assert "is running again" in await asked(stage, ann, game, "mod resume")
        assert "extended" in await asked(stage, ann, game, "mod extend", length="24h")
        assert "24h, 90m, 3d" in await asked(stage, ann, game, "mod extend", length="two weeks")
        seat = await stage.turn(game)
        assert "no longer waits for" in await asked(stage, ann, game, "mod default")
        assert await stage.turn(game) != seat
        assert "back at line" in await asked(stage, ann, game, "mod rollback", line=4)
        assert "muted" in await asked(stage, ann, game, "mod seat mute", seat="bob")
        looked = await stage.people.slash(eve, thread, "mod look", seat="bob")
        assert looked.shown.only == eve.id
        (board,) = looked.shown.json["attachments"]
        assert "bob" in board["description"]
        assert "out of the game" in await asked(stage, ann, game, "mod seat remove", seat="bob")
        audit = await asked(stage, ann, game, "mod audit")
        for act in (
            *("gm announce", "gm pause", "gm resume", "gm extend", "gm default", "gm rollback"),
            "gm look",
        ):
            assert act in audit.replace("\\", ""), act
        await stage.quiet()
        told = [message for message in stage.in_channel(thread) if "Dinner" in message.text]
        assert len(told) == 1
        named = [one["id"] for one in told[0].json["mentions"]]
        assert set(named) <= {ann.id, people["bob"].id}
        seen = [
            message.text
            for message in stage.in_channel(thread)
            if "hidden information" in message.text
        ]
        assert len(seen) == 1
        assert (
            f"{eve.json['username']} (Discord) viewed hidden information: what bob sees." in seen[0]
        )


async def test_a_player_who_moderates_sees_nothing_behind_the_screen(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        game = await stage.game(ann, [stage.user("bob")])
        said = await stage.people.slash(ann, stage.thread(game), "mod look", seat="bob")
        assert said.text == words("en").say("refusal-plays-himself")
        assert said.shown.json["attachments"] == []


async def test_somebody_else_gets_a_seat_with_what_it_knows(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, bob, dan = stage.user("ann"), stage.user("bob"), stage.user("dan")
        game = await stage.game(ann, [bob], "rated=no")
        before = len(stage.direct(bob))
        said = await asked(stage, ann, game, "mod seat replace", seat="bob", who=f"<@{dan.id}>")
        assert "is offered to" in said
        await stage.people.slash(dan, stage.thread(game), "game join")
        await stage.quiet()
        assert any(
            "cities are at" in message.all_text or "city is at" in message.all_text
            for message in stage.direct(dan)
        )
        panel = await stage.people.click(dan, stage.card(game), "Orders")
        assert "no seat" not in panel.text
        gone = await stage.people.click(bob, stage.card(game), "Orders")
        assert "no seat" in gone.text
        assert all("are at" not in message.all_text for message in stage.direct(bob)[before:])


async def test_a_seat_that_is_free_is_said_to_be_taken_by_the_command_of_discord(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob], "rated=no")
        said = await asked(stage, ann, game, "mod seat replace", seat="bob")
        assert "`/game join seat:bob`" in said
        await stage.quiet()
        assert "`/game join seat:bob`" in stage.card(game).text


async def test_a_locked_thread_is_shown_no_more(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        rated = await stage.game(ann, [stage.user("bob")])
        said = await stage.people.slash(ann, stage.thread(rated), "mod lock")
        assert said.text == words("en").say("refusal-own-game"), (
            "who plays closes the thread to nobody"
        )
        assert not stage.thread(rated).json["thread_metadata"]["locked"]
        game = await stage.game(ann, [stage.user("cy")], "rated=no")
        thread = stage.thread(game)
        assert "locked" in (await stage.people.slash(ann, thread, "mod lock")).text
        assert thread.json["thread_metadata"]["locked"]
        stage.discord.fail("PATCH", f"/channels/{thread.id}$", code=50013)
        assert "manage threads" in (await stage.people.slash(ann, thread, "mod lock")).text
