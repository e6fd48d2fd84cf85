"""What people must hear is a message of its own: requests, votes and appeals call aloud, rulings,
looks and announcements quietly; and a request is answered by its buttons, after a restart as well.
"""

from typing import Any

import pytest

from engine.referee.clock import HandClock
from tests.discord.server.world import EVERYTHING, DiscordMessage
from tests.discord.stage import Duel, Stage, names_in

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


async def a_game(stage: Stage, options: str = 'clock="24h"', turns: int = 4) -> Duel:
    stage.limited = True
    ann, bob = (stage.user(name, rights=PLAIN) for name in ("ann", "bob"))
    duel = await stage.duel(options, ann=ann, bob=bob)
    for _ in range(turns):
        await duel.order()
    return duel


def fresh(duel: Duel, seen: set[str]) -> list[DiscordMessage]:
    return [m for m in duel.posts if m.id not in seen and m is not duel.card]


@pytest.mark.parametrize("quiet", [False, True])
async def test_what_people_must_hear_is_a_message_above_the_card(
    stage: Stage, clock: HandClock, quiet: bool
) -> None:
    for who, command, values in QUIET if quiet else LOUD:
        duel = await a_game(stage)
        users, seen = duel.users | {"eve": stage.user("eve")}, set(stage.world.messages)
        await duel.slash(users[who], command, **values)
        await stage.quiet()
        (new,) = fresh(duel, seen)
        assert bool(new.json["flags"] & SILENT) == quiet, command
        assert set(names_in(new)) == {"ann", "bob"} - {who}, command
        assert duel.card.id > new.id, "the card is below it again"


@pytest.mark.parametrize(("label", "removed"), [("Agree", True), ("Disagree", False)])
async def test_a_request_is_answered_by_its_button_after_a_restart(
    stage: Stage, clock: HandClock, label: str, removed: bool
) -> None:
    duel = await a_game(stage)
    bob, seen = duel.bob, set(stage.world.messages)
    for _ in range(5):
        await duel.slash(duel.ann, "order", text="gm remove bob")
        await stage.quiet()
    (asked,) = fresh(duel, seen)
    (private,) = [m for m in stage.direct(bob) if m.id not in seen]  # it floods nobody
    await stage.restart()
    assert "gm remove bob" in (await duel.slash(bob, "inbox")).text
    said = await stage.people.click(bob, asked, label)
    await stage.quiet()
    assert ("bob" in (await duel.table()).state.people.removed) == removed, said.text
    again = await stage.people.click(bob, private, label)
    assert "no longer open" in again.text


async def test_an_opponent_who_says_nothing_keeps_the_game(stage: Stage, clock: HandClock) -> None:
    """A month, and they are called twice: when they are asked, and once more."""
    duel = await a_game(stage, "", 0)
    seen = set(stage.world.messages)
    await duel.slash(duel.ann, "order", text="gm remove bob")
    await stage.quiet()
    for _ in range(30):
        clock.advance(86_400)
        await stage.quiet()
    assert (await duel.table()).state.result is None
    assert len([m for m in fresh(duel, seen) if "gm remove bob" in m.text]) == 2
    assert len([m for m in stage.direct(duel.bob) if m.id not in seen]) == 2
