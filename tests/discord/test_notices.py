"""What people must hear is a message of its own: requests, votes and appeals call aloud, rulings,
looks and announcements quietly; and a request is answered by its buttons, after a restart as well.
"""

from collections.abc import Callable
from typing import Any

import pytest

from bot import queries
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.signals import SIGNALS
from engine.rulings import rulings, salts, times
from engine.state import REFEREE, Event, Order
from engine.table import GameTable
from engine.undo import undo_to
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
        if not quiet and command != "appeal":
            said = new.text.splitlines()[1]
            assert said[:30] in (await duel.slash(duel.bob, "inbox")).text


@pytest.mark.parametrize("label", ["Agree", "Disagree"])
@pytest.mark.parametrize("asks", ["gm remove bob", "pause", "extend 2h"])
async def test_a_request_is_answered_by_its_button_after_a_restart(
    stage: Stage, clock: HandClock, label: str, asks: str
) -> None:
    duel = await a_game(stage)
    bob, seen = duel.bob, set(stage.world.messages)
    due = (await duel.table()).state.due
    for _ in range(5):
        await duel.slash(duel.ann, "order", text=asks)
        await stage.quiet()
    (asked,) = fresh(duel, seen)
    (private,) = [m for m in stage.direct(bob) if m.id not in seen]  # it floods nobody
    await stage.restart()
    assert asked.text.splitlines()[1] in (await duel.slash(bob, "inbox")).text
    seen = set(stage.world.messages)
    said = await stage.people.click(bob, asked, label)
    await stage.quiet()
    state = (await duel.table()).state
    done = "bob" in state.people.removed if asks.startswith("gm") else state.due != due
    assert done == (label == "Agree"), said.text
    assert done or ["ann"] in [names_in(one) for one in fresh(duel, seen)], "and ann hears it"
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


RULINGS: tuple[Order | Callable[[GameTable], Order], ...] = (
    rulings.AskFor("ann", "gm close", ("ann",), 0),
    rulings.AskAgain(("bob",)),
    rulings.Disagree("bob"),
    rulings.AskFor("ann", "gm close", ("ann",), 0),
    rulings.Approve("ann", "gm close"),
    lambda table: undo_to(table, 3, "moderator", 1, revealed=False),
    rulings.Propose("ann", 1, 1),
    times.Wish("ann", "pause", 0, True),
    times.Oppose("bob", "pause", 0),
    rulings.Appeal("bob", "late"),
    rulings.Decide("It stands."),
    rulings.View("eve", "discord", "ann"),
    rulings.Admit("eve", "discord", "ann"),
    rulings.LinkPage(True),
    rulings.Announce("Soup."),
    rulings.Correct("dealt", 1, "A slip."),
    rulings.Unreach("bob", "mail"),
    rulings.Hush("bob", True),
    rulings.Appoint("eve", False),
    times.Pause("moderator"),
    times.Resume("moderator"),
    times.Extend(60, "moderator"),
    times.SetDue(1_900_000_000, "moderator"),
    times.BeginGrace(3_600),
    times.HandOver(),
    times.Force("ann", "moderator"),
    times.Force("bob", "moderator"),
    rulings.Vacate("bob"),
    times.Return("bob"),
    rulings.Vacate("bob"),
    rulings.Replace("bob", "bob"),
    rulings.Remove("bob"),
    rulings.Close("Soup."),
)
BEFORE = salts.Awaited
"""Told before a game begins."""


@pytest.mark.parametrize("wish", ["", "private", "mention"])
@pytest.mark.parametrize("direct", [True, False])
async def test_whom_an_event_concerns_has_a_signal(
    stage: Stage, clock: HandClock, wish: str, direct: bool
) -> None:
    """Each row of the table: a private message, or a mention in the thread. Their messages were
    open when the game began, so nobody knows that they are closed.
    """
    ann, bob = (stage.user(name, rights=PLAIN) for name in ("ann", "bob"))
    for user in (ann, bob):
        await stage.wishes(user, wish or "usual")
    duel = await a_game(stage, 'clock="24h"', 5)
    world, told, missed = stage.world, set[type[Event]](), list[Any]()
    for user in (ann, bob):
        user.direct = direct

    def rule(batch: Batch, ruling: Any) -> list[Event | None]:
        table = (opened := queries.opened_game(batch, duel.game)).table
        if not isinstance(ruling, Order):
            ruling = ruling(table)
        bulletin = batch.enter(opened, table.state.now, REFEREE, ruling)
        return [one.event for one in bulletin.told]

    for ruling in RULINGS:
        seen = set(world.messages)
        events = await stage.door.writer.run(rule, ruling)
        await stage.quiet()
        new = [message for id, message in world.messages.items() if id not in seen]
        called = {name for message in new for name in names_in(message)}
        called |= {user.json["username"] for user in (ann, bob) if {*stage.direct(user)} & {*new}}
        for event in filter(None, events):
            row = SIGNALS.get(type(event))
            if row is not None and row.loud != "silent" and row.when(event):
                told.add(type(event))
                missed += [(event, one) for one in {*row.to(event, ("ann", "bob"))} - called]
        assert duel.posts[-1] is duel.card
    assert missed == []
    assert told | {BEFORE} == {kind for kind, row in SIGNALS.items() if row.loud != "silent"}
