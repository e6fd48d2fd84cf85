"""The card is the last message of the thread, whatever Discord takes and does not take; what could
not be changed is changed later, without anybody's doing anything, and without a storm of requests.
"""

import copy
import itertools
import time
from typing import Any

import pytest

from engine.referee.clock import HandClock
from tests.discord.server.rest import Request
from tests.discord.server.world import DiscordMessage
from tests.discord.stage import Duel, Stage, names_in, until

TOO_OFTEN, SILENT = 30046, 1 << 12


async def move(duel: Duel) -> DiscordMessage:
    old = duel.card
    await duel.slash(await duel.asked(), "order", text="pass")
    await until(lambda: duel.card is not old)
    return old


def edits_in(duel: Duel, id: str = "") -> str:
    return f"/channels/{duel.thread.id}/messages/{id}"


@pytest.mark.parametrize(
    "fault",
    [{"code": 50001, "status": 403}, {"status": 503}, {"code": 0, "status": 400}],
    ids=lambda f: str(f["status"]),
)
async def test_a_card_that_could_not_be_retired_is_retired_later_without_any_news(
    stage: Stage, fault: dict[str, Any]
) -> None:
    """Also after an outage of the routes alone, of which the gateway knows nothing."""
    duel = await stage.duel()
    stage.door.show.first_wait = 0.05
    broken = stage.discord.fail("PATCH", edits_in(duel), times=3, **fault)
    old = await move(duel)
    await until(lambda: not broken.times)
    assert old.buttons
    await until(lambda: not old.buttons)
    await stage.quiet()
    assert "<@" not in old.text
    assert old.json["attachments"]
    tried = [one for one in stage.discord.requests if one.method == "PATCH"]
    assert sum(one.path == edits_in(duel, old.id) for one in tried) == 4
    assert (stage.door.show.failures, stage.door.show.later) == ({}, {})


async def test_what_can_never_be_changed_is_tried_ever_more_seldom(stage: Stage) -> None:
    duel = await stage.duel()
    stage.door.show.first_wait = first = 0.02
    stage.discord.fail("PATCH", edits_in(duel), 50001, status=403, times=1_000)
    tried: list[float] = []

    def note(request: Request) -> None:
        if request.method == "PATCH" and request.path.startswith(edits_in(duel)):
            tried.append(time.monotonic())

    stage.discord.watch = note
    old = await move(duel)
    await stage.quiet()
    # From now on no news make it try again.
    told = len(tried)
    await until(lambda: len(tried) >= told + 4)
    waits = [later - earlier for earlier, later in itertools.pairwise(tried)]
    later = list(range(told, len(tried)))
    assert [n for n in later if waits[n - 1] < first * 2 ** (n - 2)] == []
    # It is done with the next news when it works again, and what waited is forgotten.
    stage.discord.faults.clear()
    await move(duel)
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
    stage: Stage, clock: HandClock, fault: dict[str, Any]
) -> None:
    stage.limited = True
    duel = await stage.duel("rated=no")
    old = duel.card
    stage.discord.fail("PATCH", f"{edits_in(duel, old.id)}$", times=1_000, **fault)
    await duel.slash(duel.ann, "order", text="away until 2027-01-20")
    await until(lambda: duel.card is not old)
    await stage.quiet()
    new = duel.card
    assert "ann is away from" in new.text
    assert "Order of turns" in new.text, "what the old one said is not lost"
    assert names_in(new) == []
    assert new.json["attachments"], "with the board"
    assert old.id not in stage.world.messages
    # The new one is edited as always.
    await duel.slash(duel.ann, "order", text="away until 2027-01-25")
    await stage.quiet()
    assert duel.card is new
    assert new.text.count("ann is away from") == 2


async def test_what_cannot_be_drawn_is_told_in_words_and_says_no_more_than_its_type(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise MemoryError("what is hidden")

    duel = await stage.duel()
    with monkeypatch.context() as broken:
        broken.setattr("bot.discord.words.told", fails)
        await move(duel)
        await stage.quiet()
    assert "could not be" in duel.card.text
    assert await stage.turn(duel.game) in names_in(duel.card)
    await move(duel)
    await stage.quiet()
    assert "passed" in duel.card.text
    assert "could not be composed: MemoryError" in caplog.text
    assert "what is hidden" not in caplog.text


async def test_a_window_has_a_card_of_its_own_which_goes_at_the_tick_three_requests_at_a_time(
    stage: Stage, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ambush: at the order the window's card, the buttons off the one before, the private message;
    at the tick the result's card, the window's deleted, the private message ended.
    """
    monkeypatch.setattr("engine.referee.clock.STEP", 1e-6)
    duel, windows = await stage.duel(kind="ambush"), 0
    while windows < 1:
        ask, before, sent = (await duel.table()).ask(), duel.card, len(stage.discord.requests)
        assert ask is not None
        await duel.step()
        made = [
            (one.method, one.path.split("/")[-1])
            for one in stage.discord.requests[sent:]
            if one.path.startswith("/channels/")
        ]
        methods = [method for method, _ in made]
        now = (await duel.table()).ask()
        assert now is not None
        if ask.window is not None:
            windows += 1
            assert ("DELETE", before.id) in made
            assert before.id not in stage.world.messages
            assert duel.posts[-1] is duel.card
            assert methods.count("PATCH") == len(ask.seats)
            for seat in ask.seats:
                assert "closed" in stage.direct(duel.users[seat])[-1].all_text
            assert len(made) <= 3
        elif now.window is not None:
            assert ("PATCH", before.id) in made
            assert methods.count("POST") == 1 + len(now.seats)
            assert len(made) <= 3
            assert "may interrupt" in duel.card.text


async def test_a_press_on_an_old_card_does_nothing_and_leads_to_the_newest(stage: Stage) -> None:
    """A program that has not refreshed still shows its buttons."""
    duel = await stage.duel()
    seen, shown = duel.card, copy.deepcopy(duel.card.json)
    await duel.order()
    seen.json = shown
    turn, before = await stage.turn(duel.game), (await stage.opened(duel.game)).n
    said = await stage.people.click(stage.user("eve"), seen, "Orders")
    assert "This card is old" in said.text
    assert f"{turn}, bomb a square" in said.text
    assert duel.place.link in str(said.shown.json["components"])
    assert "Board" in said.shown.buttons
    assert (await stage.opened(duel.game)).n == before


async def test_what_players_say_stands_above_the_card_which_names_who_must_act_without_a_noise(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    await duel.order()
    stage.door.show.quiet = 0.1
    old, turn, count = duel.card, await stage.turn(duel.game), len(stage.discord.requests)
    for text in ("Hello?", "Are you there?", "Well then."):
        await duel.slash(duel.ann, "say", to="*", words=text)
    await until(lambda: duel.card is not old)
    await stage.quiet()
    card, shown = duel.card, duel.posts
    assert shown[-1] is card
    assert old.id not in {message.id for message in shown}
    assert card.text == old.text
    assert names_in(card) == [turn]
    assert card.json["flags"] & SILENT
    assert card.buttons.keys() == {"Orders", "Board", "Watch"}
    place = f"/channels/{duel.thread.id}/"
    there = [one for one in stage.discord.requests[count:] if place in one.path]
    assert [one.method for one in there] == ["POST", "POST", "POST", "POST", "DELETE"]
