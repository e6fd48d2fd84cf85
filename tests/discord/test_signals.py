"""Nobody who must act is left without a signal: a direct message, or a mention in the
thread that makes a noise. In games with sealed questions it is the same for all who are
asked, whatever their settings.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot import queries
from bot.discord.door import DiscordDoor
from engine.referee.clock import HandClock
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Stage, staged, until

HOUR = 3_600


@pytest.fixture(autouse=True)
def receipts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.referee.clock.STEP", 1e-6)


def heard(messages: Sequence[DiscordMessage]) -> list[list[str]]:
    return [[user["username"] for user in message.json["mentions"]] for message in messages]


def called(messages: Sequence[DiscordMessage]) -> list[list[str]]:
    return [names for names in heard(messages) if names]


def since(
    messages: Sequence[DiscordMessage], before: Sequence[DiscordMessage]
) -> list[DiscordMessage]:
    return [message for message in messages if message not in before]


async def asked(stage: Stage, game: str) -> tuple[str, ...]:
    ask = (await stage.opened(game)).table.ask()
    return ask.seats if ask is not None else ()


async def default(stage: Stage, user: User, game: str, seat: str) -> None:
    menu = (await stage.opened(game)).table.menu(seat)
    await stage.people.slash(user, stage.thread(game), "order", text=menu.write(menu.default))


async def begun(
    stage: Stage, kind: str, ann: User, bob: User, options: str = ""
) -> tuple[str, dict[str, User]]:
    await stage.people.slash(ann, stage.lobby, "game new", kind=kind, options=options)
    (game,) = stage.door.memory.places
    lobby = stage.world.messages[str(stage.door.memory.places[game].lobby)]
    await stage.people.click(bob, lobby, "Join")
    await stage.quiet()
    people = await stage.door.writer.run(queries.seats, game, "discord")
    return game, {seat: stage.world.users[id] for seat, id in people.items()}


async def passed(stage: Stage, clock: HandClock, game: str) -> None:
    state = (await stage.opened(game)).table.state
    assert state.due is not None
    question = state.question
    clock.advance(state.due - clock.now() + 1)
    async with asyncio.timeout(15):
        while (await stage.opened(game)).table.state.question == question:
            await asyncio.sleep(0.01)
    await stage.quiet()


async def asked_after_windows(path: Path, closed: bool) -> list[tuple[tuple[str, ...], list[str]]]:
    found, clock = [], HandClock(1_800_000_000)
    async with staged(path, clock) as stage:
        game, people = await begun(
            stage, "ambush", stage.user("ann"), stage.user("bob", direct=not closed)
        )
        for _ in range(11):
            table = (await stage.opened(game)).table
            ask, shown = table.ask(), stage.in_channel(stage.thread(game))
            assert ask is not None
            if ask.window is not None:
                await passed(stage, clock, game)
            else:
                for seat in ask.seats:
                    await default(stage, people[seat], game, seat)
            await stage.quiet()
            before, ask = ask, (await stage.opened(game)).table.ask()
            assert ask is not None
            if before.window is not None and ask.window is None:
                posts = since(stage.in_channel(stage.thread(game)), shown)
                found.append((ask.seats, [name for names in called(posts) for name in names]))
    return found


@pytest.mark.parametrize("closed", [True, False])
def test_who_was_asked_by_a_window_is_called_again_for_the_order_whatever_direct_messages_do(
    tmp_path: Path, closed: bool
) -> None:
    """In a game with sealed windows all who are asked hear it alike,
    so that nobody's settings show.
    """
    names = {"A": "ann", "B": "bob"}
    found = asyncio.run(asked_after_windows(tmp_path, closed))
    assert found, "no window was played"
    assert [names for _, names in found] == [[names[seat] for seat in seats] for seats, _ in found]


async def test_who_wants_private_messages_and_closes_them_is_called_by_posts_from_then_on(
    tmp_path: Path,
) -> None:
    """Never at the moment at which the private message fails: nobody sees that it did. If nothing
    is posted for long, the card is posted anew.
    """
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        await stage.wishes(bob, "private")
        stage.door.patience = 0.3
        game = await stage.game(ann, [bob])
        thread, users = stage.thread(game), {"ann": ann, "bob": bob}
        if await stage.turn(game) == "ann":
            await stage.people.slash(ann, thread, "order", text="pass")
            await stage.quiet()
        await stage.people.slash(bob, thread, "order", text="pass")
        await stage.quiet()
        bob.direct, shown = False, stage.in_channel(thread)
        await stage.people.slash(ann, thread, "order", text="pass")
        await stage.quiet()
        assert called(since(stage.in_channel(thread), shown)) == []
        await until(lambda: called(since(stage.in_channel(thread), shown)))
        await stage.quiet()
        assert called(since(stage.in_channel(thread), shown)) == [["bob"]]
        assert stage.card(game) is stage.in_channel(thread)[-1]
        # From now on it is known: the card itself calls them, and no message is tried.
        for turn in ("bob", "ann"):
            shown, count = stage.in_channel(thread), len(stage.discord.requests)
            await stage.people.slash(users[turn], thread, "order", text="pass")
            await stage.quiet()
        assert heard(since(stage.in_channel(thread), shown)) == [["bob"]]
        tried = [request.status for request in stage.discord.requests[count:]]
        assert 403 not in tried


async def test_who_is_owed_a_call_is_called_after_a_restart(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        await stage.wishes(bob, "private")
        game = await stage.game(ann, [bob])
        thread = stage.thread(game)
        for turn in ("bob", "ann", "bob"):
            if await stage.turn(game) == turn:
                user = {"ann": ann, "bob": bob}[turn]
                await stage.people.slash(user, thread, "order", text="pass")
                await stage.quiet()
        if await stage.turn(game) == "bob":
            await stage.people.slash(bob, thread, "order", text="pass")
            await stage.quiet()
        bob.direct = False
        await stage.people.slash(ann, thread, "order", text="pass")
        await stage.quiet()
        await stage.stop()
        shown = stage.in_channel(thread)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(DiscordDoor, "patience", 0.2)
            await stage.start()
            await until(lambda: called(since(stage.in_channel(thread), shown)))
            await stage.quiet()
            assert called(since(stage.in_channel(thread), shown)) == [["bob"]]
            assert stage.door.memory.person(int(bob.id)).owed == {}


@pytest.mark.parametrize("direct", [True, False])
async def test_a_reminder_reaches_who_is_asked_on_one_of_the_two_ways(
    tmp_path: Path, direct: bool
) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        people = {
            "ann": stage.user("ann", direct=direct),
            "bob": stage.user("bob", direct=direct),
        }
        game = await stage.game(people["ann"], [people["bob"]], 'clock="24h"')
        thread, turn = stage.thread(game), await stage.turn(game)
        public, alone = stage.in_channel(thread), len(stage.direct(people[turn]))
        clock.advance(21 * HOUR + 1)
        await until(
            lambda: (
                len(stage.direct(people[turn])) > alone or since(stage.in_channel(thread), public)
            )
        )
        await stage.quiet()
        told = since(stage.in_channel(thread), public)
        assert called(told) == ([] if direct else [[turn]])
        assert len(stage.direct(people[turn])) - alone == direct
        assert stage.in_channel(thread)[-1] is stage.card(game)


async def reminded(path: Path, answers: bool, closed: bool) -> list[tuple[str, list[str]]]:
    clock = HandClock(1_800_000_000)
    async with staged(path, clock) as stage:
        bob = stage.user("bob", direct=not closed)
        game, people = await begun(stage, "ambush", stage.user("ann"), bob, "deadline=24h")
        while len(seats := await asked(stage, game)) == 1:
            await default(stage, people[seats[0]], game, seats[0])
            await stage.quiet()
        assert seats == ("A", "B")
        if answers:
            await default(stage, people["B"], game, "B")
            await stage.quiet()
        thread = stage.thread(game)
        shown = stage.in_channel(thread)
        clock.advance(21 * HOUR + 60)
        await until(lambda: since(stage.in_channel(thread), shown))
        await stage.quiet()
        told = since(stage.in_channel(thread), shown)
        ids = {user.id: user.json["username"] for user in people.values()}
        texts = [message.text for message in told]
        for id, name in ids.items():
            texts = [text.replace(id, name) for text in texts]
        return list(zip(texts, heard(told), strict=True))


def test_the_thread_reminds_all_who_are_asked_whoever_has_answered_and_whatever_their_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.referee.new_games.new_id", lambda: "k3x9fa")
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes(32))
    worlds = []
    for answers in (False, True):
        for closed in (False, True):
            folder = tmp_path / f"{answers}{closed}"
            folder.mkdir()
            worlds.append(asyncio.run(reminded(folder, answers, closed)))
    assert worlds[0], "nobody was reminded"
    assert [names for _, names in worlds[0]] == [["ann", "bob"]]
    assert worlds == [worlds[0]] * 4


async def test_who_has_just_answered_and_is_asked_again_reads_it_in_the_answer_and_is_not_called(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann", direct=False), stage.user("bob", direct=False)
        game, people = await begun(stage, "derelict", ann, bob)
        again = 0
        while again < 2:
            (before,), shown = (
                await asked(stage, game),
                stage.in_channel(stage.thread(game)),
            )
            await default(stage, people[before], game, before)
            await stage.quiet()
            (now,) = await asked(stage, game)
            names = [
                name
                for call in called(since(stage.in_channel(stage.thread(game)), shown))
                for name in call
            ]
            assert names == ([] if now == before else [str(people[now].json["username"])])
            again += now == before
