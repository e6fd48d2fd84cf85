"""The card is the last message of the thread, whatever Discord takes and does not take; what could
not be changed is changed later, without anybody's doing anything, and without a storm of requests.
"""

import asyncio
import copy
import itertools
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.referee.clock import HandClock
from engine.state import PUBLIC
from engine.testing.kit import choose, fresh
from tests.discord.server.rest import Request
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Stage, staged, until
from tests.kit.games import registered

TOO_OFTEN, SILENT = 30046, 1 << 12
Move = Callable[[], Awaitable[DiscordMessage]]


async def moved(stage: Stage) -> tuple[str, Move]:
    """A game of two: its id, and somebody's move, which returns the card that it makes old."""
    people: dict[str, User] = {"ann": stage.user("ann"), "bob": stage.user("bob")}
    game = await stage.game(people["ann"], [people["bob"]], "rated=no")

    async def move() -> DiscordMessage:
        old, turn = stage.card(game), await stage.turn(game)
        await stage.people.slash(people[turn], stage.thread(game), "order", text="pass")
        await until(lambda: stage.card(game) is not old)
        return old

    return game, move


def edits(stage: Stage, message: DiscordMessage) -> int:
    return sum(
        request.method == "PATCH" and request.path.endswith(f"/messages/{message.id}")
        for request in stage.discord.requests
    )


@pytest.mark.parametrize(
    "fault",
    [{"code": 50001, "status": 403}, {"status": 503}, {"code": 0, "status": 400}],
    ids=lambda f: str(f["status"]),
)
async def test_a_card_that_could_not_be_retired_is_retired_later_without_any_news(
    tmp_path: Path, fault: dict[str, Any]
) -> None:
    """Also after an outage of the routes alone, of which the gateway knows nothing."""
    async with staged(tmp_path) as stage:
        game, move = await moved(stage)
        stage.door.show.first_wait = 0.05
        broken = stage.discord.fail(
            "PATCH", rf"/channels/{stage.thread(game).id}/messages/", times=3, **fault
        )
        old = await move()
        await until(lambda: not broken.times)
        assert old.buttons
        await until(lambda: not old.buttons)
        await stage.quiet()
        assert "<@" not in old.text
        assert old.json["attachments"]
        assert edits(stage, old) == 4
        assert (stage.door.show.failures, stage.door.show.later) == ({}, {})


async def test_what_can_never_be_changed_is_tried_ever_more_seldom(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, move = await moved(stage)
        stage.door.show.first_wait = first = 0.02
        path = f"/channels/{stage.thread(game).id}/messages/"
        stage.discord.fail("PATCH", path, 50001, status=403, times=1_000)
        tried: list[float] = []

        def note(request: Request) -> None:
            if request.method == "PATCH" and request.path.startswith(path):
                tried.append(time.monotonic())

        stage.discord.watch = note
        old = await move()
        await stage.quiet()
        # From now on no news make it try again.
        told = len(tried)
        await until(lambda: len(tried) >= told + 4)
        waits = [later - earlier for earlier, later in itertools.pairwise(tried)]
        later = list(range(told, len(tried)))
        assert [n for n in later if waits[n - 1] < first * 2 ** (n - 2)] == []
        # It is done with the next news when it works again, and what waited is forgotten.
        stage.discord.faults.clear()
        await move()
        await until(lambda: not old.buttons)
        # The server has it before the answer is back.
        await until(lambda: stage.door.show.later == {})


@pytest.mark.parametrize(
    "fault",
    [
        {"code": TOO_OFTEN, "status": 429, "headers": {"Retry-After": "60"}},
        {"code": TOO_OFTEN, "status": 400},
        {"status": 429, "headers": {"Retry-After": "60"}},
    ],
    ids=["429 30046", "400 30046", "429"],
)
async def test_a_card_that_takes_no_more_edits_is_posted_anew_quietly_and_the_old_one_is_dropped(
    tmp_path: Path, fault: dict[str, Any]
) -> None:
    async with staged(tmp_path) as stage:
        stage.limited = True
        game, _ = await moved(stage)
        old, eve = stage.card(game), stage.user("eve")
        stage.discord.fail(
            "PATCH",
            rf"/channels/{stage.thread(game).id}/messages/{old.id}$",
            times=1_000,
            **fault,
        )
        await stage.people.slash(eve, stage.thread(game), "mod seat mute", seat="ann")
        await until(lambda: stage.card(game) is not old)
        await stage.quiet()
        new = stage.card(game)
        assert "muted ann" in new.text
        assert "Order of turns" in new.text, "what the old one said is not lost"
        assert new.json["mentions"] == []
        assert new.json["attachments"], "with the board"
        assert old.id not in stage.world.messages
        # The new one is edited as always.
        await stage.people.slash(eve, stage.thread(game), "mod seat unmute", seat="ann")
        await stage.quiet()
        assert stage.card(game) is new
        assert "ann can talk again" in new.text


def test_what_cannot_be_drawn_is_told_in_words_and_says_no_more_than_its_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            game, move = await moved(stage)
            with monkeypatch.context() as broken:

                def fails(*_: object) -> None:
                    raise MemoryError("what is hidden")

                broken.setattr("bot.discord.words.told", fails)
                await move()
                await stage.quiet()
                turn = await stage.turn(game)
                assert "could not be" in stage.card(game).text
                called = [one["username"] for one in stage.card(game).json["mentions"]]
                assert turn in called
            await move()
            await stage.quiet()
            assert "passed" in stage.card(game).text

    asyncio.run(play())
    assert "could not be composed: MemoryError" in caplog.text
    assert "what is hidden" not in caplog.text


def test_a_window_has_a_card_of_its_own_which_goes_at_the_tick_three_requests_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ambush: at the order the window's card, the buttons off the one before, the private message;
    at the tick the result's card, the window's deleted, the private message ended.
    """
    monkeypatch.setattr("engine.referee.clock.STEP", 1e-6)

    async def play() -> None:
        clock = HandClock(1_800_000_000)
        async with staged(tmp_path, clock) as stage:
            ann, bob = stage.user("ann"), stage.user("bob")
            await stage.people.slash(ann, stage.lobby, "game new", kind="ambush")
            (game,) = stage.door.memory.places
            lobby = stage.world.messages[str(stage.door.memory.places[game].lobby)]
            await stage.people.click(bob, lobby, "Join")
            await stage.quiet()
            thread, windows = stage.thread(game), 0
            people = {"A": ann, "B": bob}
            while windows < 3:
                opened = await stage.opened(game)
                ask = opened.table.ask()
                assert ask is not None
                seats = {a.viewer: a.sender for a in opened.addresses if a.door == "discord"}
                people = {s: stage.world.users[seats[s]] for s in ("A", "B")}
                before, sent = stage.card(game), len(stage.discord.requests)
                if ask.window is None:
                    for seat in ask.seats:
                        menu = (await stage.opened(game)).table.menu(seat)
                        text = menu.write(menu.default)
                        await stage.people.slash(people[seat], thread, "order", text=text)
                    await stage.quiet()
                    now = (await stage.opened(game)).table.ask()
                    assert now is not None
                    if now.window is not None:
                        requests = public(stage, sent)
                        assert ("PATCH", before.id) in requests
                        posts = [method for method, _ in requests if method == "POST"]
                        assert len(posts) == 1 + len(now.seats)
                        assert len(requests) <= 3
                        assert "may interrupt" in stage.card(game).text
                    continue
                windows += 1
                due = (await stage.opened(game)).table.state.due
                assert due is not None
                clock.advance(due - clock.now() + 1)
                await until(partial(renewed, stage, game, before))
                await stage.quiet()
                requests = public(stage, sent)
                assert ("DELETE", before.id) in requests
                assert before.id not in stage.world.messages
                assert stage.in_channel(thread)[-1] is stage.card(game)
                ended = [m for m, id in requests if m == "PATCH"]
                assert len(ended) == len(ask.seats)
                for seat in ask.seats:
                    assert "closed" in stage.direct(people[seat])[-1].all_text
                assert len(requests) <= 3

    asyncio.run(play())


def renewed(stage: Stage, game: str, before: DiscordMessage) -> bool:
    return stage.card(game) is not before


def public(stage: Stage, since: int) -> list[tuple[str, str]]:
    made = stage.discord.requests[since:]
    return [
        (one.method, one.path.split("/")[-1]) for one in made if one.path.startswith("/channels/")
    ]


async def test_a_press_on_an_old_card_does_nothing_and_leads_to_the_newest(tmp_path: Path) -> None:
    """A program that has not refreshed still shows its buttons."""
    async with staged(tmp_path) as stage:
        game, move = await moved(stage)
        seen = stage.card(game)
        shown = copy.deepcopy(seen.json)
        await move()
        await stage.quiet()
        seen.json = shown
        turn, before = await stage.turn(game), (await stage.opened(game)).n
        said = await stage.people.click(stage.user("eve"), seen, "Orders")
        assert "This card is old" in said.text
        assert f"{turn}, bomb a square" in said.text
        assert stage.door.memory.places[game].link in str(said.shown.json["components"])
        assert "Board" in said.shown.buttons
        assert (await stage.opened(game)).n == before


def test_the_picture_of_a_window_shows_nothing_of_the_order_that_waits() -> None:
    """Ambush: where the mover stands then is known at the tick; before it stands at its start."""
    case = next(case for case in registered() if case.game.name == "ambush")
    found = 0
    for seed in range(6):
        play, rng = fresh(case, seed), random.Random(seed)
        while not play.over and len(play.entries) < 80:
            view = play.table.view(PUBLIC)
            play.enter(*choose(play, rng))
            now = play.table.view(PUBLIC)
            if now.sealed and not view.sealed:
                mover = now.units[now.ordered]
                before = view.units[now.ordered]
                assert (mover.hex, mover.facing) == (before.hex, before.facing)
                assert now.trails == view.trails
                found += 1
    assert found


async def test_what_players_say_stands_above_the_card_which_names_who_must_act_without_a_noise(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path, quiet=0.1) as stage:
        game, move = await moved(stage)
        await move()
        await stage.quiet()
        old, turn, count = stage.card(game), await stage.turn(game), len(stage.discord.requests)
        ann = next(one for one in stage.world.users.values() if one.json["username"] == "ann")
        for text in ("Hello?", "Are you there?", "Well then."):
            await stage.people.slash(ann, stage.thread(game), "say", to="*", words=text)
        await until(lambda: stage.card(game) is not old)
        await stage.quiet()
        card, shown = stage.card(game), stage.in_channel(stage.thread(game))
        assert shown[-1] is card
        assert old.id not in {message.id for message in shown}
        assert card.text == old.text
        assert [user["username"] for user in card.json["mentions"]] == [turn]
        assert card.json["flags"] & SILENT
        assert card.buttons.keys() == {"Orders", "Board", "Watch"}
        place = f"/channels/{stage.thread(game).id}/"
        there = [one for one in stage.discord.requests[count:] if place in one.path]
        assert [one.method for one in there] == ["POST", "POST", "POST", "POST", "DELETE"]


async def test_a_card_that_could_not_be_put_at_the_end_is_put_there_after_a_restart(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        game, move = await moved(stage)
        await move()
        await stage.quiet()
        stage.door.show.quiet = 60.0
        ann = next(one for one in stage.world.users.values() if one.json["username"] == "ann")
        await stage.people.slash(ann, stage.thread(game), "say", to="*", words="Hello?")
        await until(lambda: "Hello?" in stage.in_channel(stage.thread(game))[-1].text)
        await stage.stop()
        await stage.start()
        await until(lambda: stage.in_channel(stage.thread(game))[-1] is stage.card(game))
