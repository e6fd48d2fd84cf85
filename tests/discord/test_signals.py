"""Nobody who must act is left without a signal: a direct message, or a mention in the
thread that makes a noise. In games with sealed questions it is the same for all who are
asked, whatever their settings.
"""

import asyncio
from pathlib import Path

import pytest

from bot.discord.door import DiscordDoor
from engine.referee.clock import HandClock
from tests.discord.stage import Duel, Stage, names_in, staged, until

HOUR = 3_600


@pytest.fixture(autouse=True)
def receipts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.referee.clock.STEP", 1e-6)


async def bob_has_answered(stage: Stage) -> Duel:
    """A game in which Bob wants private messages, up to a turn of Ann's after one of his."""
    bob = stage.user("bob")
    await stage.wishes(bob, "private")
    duel = await stage.duel(bob=bob)
    while await duel.asked() is bob or len(duel.posts) < 2:
        await duel.order()
    return duel


async def test_who_wants_private_messages_and_closes_them_is_called_by_posts_from_then_on(
    stage: Stage,
) -> None:
    """Never at the moment at which the private message fails: nobody sees that it did. If nothing
    is posted for long, the card is posted anew.
    """
    stage.door.patience = 4.0
    duel = await bob_has_answered(stage)
    duel.bob.direct, shown = False, duel.posts
    await duel.order()
    assert duel.calls(shown) == []
    await until(lambda: duel.calls(shown))
    await stage.quiet()
    assert duel.calls(shown) == [["bob"]]
    assert duel.card is duel.posts[-1]
    # From now on it is known: the card itself calls them, and no message is tried.
    await duel.order()
    shown, count = duel.posts, len(stage.discord.requests)
    await duel.order()
    assert [names_in(post) for post in duel.since(shown)] == [["bob"]]
    assert 403 not in [request.status for request in stage.discord.requests[count:]]


async def test_who_is_owed_a_call_is_called_after_a_restart(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await bob_has_answered(stage)
    duel.bob.direct = False
    await duel.order()
    await stage.stop()
    shown = duel.posts
    monkeypatch.setattr(DiscordDoor, "patience", 0.2)
    await stage.start()
    await until(lambda: duel.calls(shown))
    await stage.quiet()
    assert duel.calls(shown) == [["bob"]]
    await until(lambda: stage.door.memory.person(int(duel.bob.id)).owed == {})


@pytest.mark.parametrize("direct", [True, False])
async def test_a_reminder_reaches_who_is_asked_on_one_of_the_two_ways(
    stage: Stage, clock: HandClock, direct: bool
) -> None:
    ann, bob = (stage.user(name, direct=direct) for name in ("ann", "bob"))
    duel = await stage.duel('clock="24h"', ann=ann, bob=bob)
    asked, shown = await duel.asked(), duel.posts
    alone = len(stage.direct(asked))
    clock.advance(21 * HOUR + 1)
    await until(lambda: len(stage.direct(asked)) > alone or duel.since(shown))
    await stage.quiet()
    assert duel.calls(shown) == ([] if direct else [[asked.json["username"]]])
    assert len(stage.direct(asked)) - alone == direct
    assert duel.posts[-1] is duel.card


async def reminded(path: Path, answers: bool, closed: bool) -> list[tuple[str, list[str]]]:
    clock = HandClock(1_800_000_000)
    path.mkdir()
    async with staged(path, clock) as stage:
        bob = stage.user("bob", direct=not closed)
        duel = await stage.duel("deadline=24h", "ambush", bob=bob)
        while len(seats := await duel.seats()) == 1:
            await duel.default(seats[0])
        assert seats == ("A", "B")
        if answers:
            await duel.default("B")
        shown = duel.posts
        clock.advance(21 * HOUR + 60)
        await until(lambda: duel.since(shown))
        await stage.quiet()

        def plain(text: str) -> str:
            for user in (duel.ann, duel.bob):
                text = text.replace(user.id, user.json["username"])
            return text

        return [(plain(message.text), names_in(message)) for message in duel.since(shown)]


def test_the_thread_reminds_all_who_are_asked_whoever_has_answered_and_whatever_their_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.referee.new_games.new_id", lambda: "k3x9fa")
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes(32))
    monkeypatch.setattr("engine.referee.new_games.new_salt", lambda: "salt")
    worlds = [
        asyncio.run(reminded(tmp_path / f"{answers}{closed}", answers, closed))
        for answers, closed in ((False, False), (True, False), (True, True))
    ]
    assert [names for _, names in worlds[0]] == [["ann", "bob"]]
    assert worlds == [worlds[0]] * 3


async def test_who_has_just_answered_and_is_asked_again_reads_it_in_the_answer_and_is_not_called(
    stage: Stage,
) -> None:
    ann, bob = (stage.user(name, direct=False) for name in ("ann", "bob"))
    duel = await stage.duel(kind="derelict", ann=ann, bob=bob)
    again = 0
    while again < 2:
        (before,), shown = await duel.seats(), duel.posts
        await duel.default(before)
        (now,) = await duel.seats()
        other = [] if now == before else [[duel.users[now].json["username"]]]
        assert duel.calls(shown) == other
        again += now == before
