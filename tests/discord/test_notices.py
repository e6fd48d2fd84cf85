"""What people must hear is a message of its own: requests, votes and appeals call aloud, rulings,
looks and announcements quietly; and a request is answered by its buttons, after a restart as well.
"""

from pathlib import Path
from typing import Any

import pytest

from engine.referee.clock import HandClock
from tests.discord.server.world import EVERYTHING, DiscordMessage, User
from tests.discord.stage import Stage, staged

PLAIN = EVERYTHING & ~(1 << 3) & ~(1 << 5)
"""The rights of people who neither administer the server nor manage it."""
SILENT = 4096
"""Discord's flag for a message that makes no noise (its documentation, message flags)."""

LOUD: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ann", "order", {"text": "gm remove bob"}),
    ("ann", "order", {"text": "gm close"}),
    ("ann", "order", {"text": "gm mute bob"}),
    ("ann", "undo", {"line": 6}),
    ("ann", "time pause", {}),
    ("ann", "time extend", {"length": "2h"}),
    ("bob", "appeal", {"reason": "He is late."}),
)
QUIET: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("eve", "mod announce", {"words": "Server is down on Sunday."}),
    ("eve", "mod rule", {"reason": "It stands."}),
    ("eve", "mod look", {"seat": "bob"}),
)


async def a_game(stage: Stage) -> tuple[dict[str, User], str]:
    stage.limited = True
    people = {name: stage.user(name, rights=PLAIN) for name in ("ann", "bob")}
    people["eve"] = stage.user("eve")
    game = await stage.game(people["ann"], [people["bob"]], 'clock="24h"')
    for _ in range(4):
        turn = await stage.turn(game)
        await stage.people.slash(people[turn], stage.thread(game), "order", text="pass")
        await stage.quiet()
    return people, game


def fresh(stage: Stage, game: str, seen: set[str]) -> list[DiscordMessage]:
    card = stage.card(game)
    return [m for m in stage.in_channel(stage.thread(game)) if m.id not in seen and m is not card]


@pytest.mark.parametrize(
    ("who", "command", "values", "quiet"),
    [(*one, False) for one in LOUD] + [(*one, True) for one in QUIET],
    ids=lambda one: one if isinstance(one, str) else "",
)
async def test_what_people_must_hear_is_a_message_above_the_card(
    tmp_path: Path, who: str, command: str, values: dict[str, Any], quiet: bool
) -> None:
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        people, game = await a_game(stage)
        seen = set(stage.world.messages)
        await stage.people.slash(people[who], stage.thread(game), command, **values)
        await stage.quiet()
        (new,) = fresh(stage, game, seen)
        named = {user["username"] for user in new.json["mentions"]}
        assert bool(new.json["flags"] & SILENT) == quiet
        assert named == ({"ann", "bob"} if quiet else {"ann", "bob"} - {who})
        assert stage.card(game).id > new.id, "the card is below it again"


@pytest.mark.parametrize(("label", "removed"), [("Agree", True), ("Disagree", False)])
async def test_a_request_is_answered_by_its_button_after_a_restart(
    tmp_path: Path, label: str, removed: bool
) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        people, game = await a_game(stage)
        thread, seen = stage.thread(game), set(stage.world.messages)
        for _ in range(5):
            await stage.people.slash(people["ann"], thread, "order", text="gm remove bob")
            await stage.quiet()
        (asked,) = fresh(stage, game, seen)
        private = [m for m in stage.direct(people["bob"]) if m.id not in seen]
        assert len(private) == 1, "the same request floods nobody"
        await stage.stop()
        await stage.start()
        said = await stage.people.slash(people["bob"], thread, "inbox")
        assert "gm remove bob" in said.text
        said = await stage.people.press(people["bob"], asked, asked.buttons[label])
        await stage.quiet()
        opened = await stage.opened(game)
        assert ("bob" in opened.table.state.people.removed) == removed, said.text
        again = await stage.people.press(people["bob"], private[0], private[0].buttons[label])
        assert "no longer open" in again.text


async def test_an_opponent_who_says_nothing_keeps_the_game(tmp_path: Path) -> None:
    """A month, and they are called twice: when they are asked, and once more."""
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        stage.limited = True
        ann, bob = (stage.user(name, rights=PLAIN) for name in ("ann", "bob"))
        game = await stage.game(ann, [bob])
        seen = set(stage.world.messages)
        await stage.people.slash(ann, stage.thread(game), "order", text="gm remove bob")
        await stage.quiet()
        for _ in range(30):
            clock.advance(86_400)
            await stage.quiet()
        assert (await stage.opened(game)).table.state.result is None
        called = [m for m in fresh(stage, game, seen) if "gm remove bob" in m.text]
        assert len(called) == 2
        assert len([m for m in stage.direct(bob) if m.id not in seen]) == 2
