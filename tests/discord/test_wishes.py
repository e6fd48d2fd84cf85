"""How somebody wants to hear that they must act, and that they do hear it: whatever they choose,
but to hear nothing.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from engine.messages import Message
from engine.referee.clock import HandClock
from mail import memberships
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged
from tests.discord.test_clubs import Letterbox
from tests.discord.test_signals import asked, begun, default, heard, passed, receipts_at_once, since

__all__ = ["receipts_at_once"]

MAILS = "bob@mail.example"
FEBRUARY_2 = 1_801_526_400
"""The second at which the first of February 2027 is over, UTC."""
QUESTIONS, MOST = 3, 60
"""Questions of somebody in which it is looked whether they hear, and of both at the most."""


async def linked(stage: Stage, user: User) -> None:
    said = await stage.people.slash(user, stage.lobby, "me link")
    (code,) = re.findall(r"link (\S+?)[”\s]", said.text)
    await mailed(stage, "1", f"link {code}")


async def mailed(stage: Stage, id: str, text: str, game: str | None = None) -> None:
    now = stage.door.writer.clock.now()
    message = Message(door="mail", id=id, sender=MAILS, text=text, at=now, game=game)
    assert (await stage.door.writer.submit(message)).status in ("taken", "answered")
    await stage.quiet()


async def signals_of(path: Path, kind: str, wish: str, *, direct: bool = True) -> list[set[str]]:
    """By what Bob hears of each question that is put to them: *card*, *private*, *mail*."""
    clock, found = HandClock(1_800_000_000), list[set[str]]()
    async with staged(path, clock) as stage:
        await stage.stop()
        box = Letterbox()
        stage.beside = [box]
        await stage.start()
        ann, bob = stage.user("ann"), stage.user("bob", direct=direct)
        if wish == "mail":
            await linked(stage, bob)
        await stage.wishes(bob, wish)
        game, people = await begun(stage, kind, ann, bob)
        thread = stage.thread(game)
        (seat,) = [seat for seat, user in people.items() if user is bob]
        for _ in range(MOST):
            posts, alone = stage.in_channel(thread), len(stage.direct(bob))
            mails = len(box.got.get(MAILS, []))
            table = (await stage.opened(game)).table
            ask = table.ask()
            assert ask is not None
            if ask.window is not None:
                await passed(stage, clock, game)
            else:
                for one in ask.seats:
                    await default(stage, people[one], game, one)
            await stage.quiet()
            if seat not in await asked(stage, game) or seat in ask.seats:
                continue  # who has just answered reads it in the answer
            names = [
                name for call in heard(since(stage.in_channel(thread), posts)) for name in call
            ]
            said = {
                "card": "bob" in names,
                "private": len(stage.direct(bob)) > alone,
                "mail": any("True" in got for got in box.got.get(MAILS, [])[mails:]),
            }
            found.append({way for way, come in said.items() if come})
            if len(found) == QUESTIONS:
                break
    assert found, "nothing was asked"
    return found


@pytest.mark.parametrize(
    ("wish", "ways"),
    [
        ("usual", {"card"}),
        ("private", {"private"}),
        ("mention", {"card"}),
        ("mail", {"mail"}),
        ("silent", set[str]()),
    ],
)
def test_who_must_act_hears_it_as_they_have_chosen(
    tmp_path: Path, wish: str, ways: set[str]
) -> None:
    found = asyncio.run(signals_of(tmp_path, "battleboard", wish))
    assert found == [ways] * len(found)


@pytest.mark.parametrize("wish", ["usual", "private", "mention", "mail"])
@pytest.mark.parametrize("kind", ["battleboard", "ambush"])
def test_nobody_who_must_act_is_left_without_a_signal_though_they_take_no_private_messages(
    tmp_path: Path, kind: str, wish: str
) -> None:
    found = asyncio.run(signals_of(tmp_path, kind, wish, direct=False))
    assert all(found)


@pytest.mark.parametrize("wish", ["private", "mail", "silent"])
def test_where_questions_are_sealed_the_card_names_everybody_whatever_they_have_chosen(
    tmp_path: Path, wish: str
) -> None:
    found = asyncio.run(signals_of(tmp_path, "ambush", wish))
    assert all("card" in ways for ways in found)


async def test_who_wants_mail_and_mutes_it_or_is_not_reached_by_it_is_called_as_usual(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        await stage.stop()
        stage.beside = [Letterbox()]
        await stage.start()
        ann, bob = stage.user("ann"), stage.user("bob")
        said = await stage.people.slash(bob, stage.lobby, "me signals", how="mail")
        assert "No mail address of yours is linked" in said.text
        await linked(stage, bob)
        await stage.wishes(bob, "mail")
        game, _ = await begun(stage, "battleboard", ann, bob)
        thread, calls = stage.thread(game), list[list[list[str]]]()
        for case in ("reached", "muted", "heard again", "lost"):
            if case == "muted":
                await stage.people.slash(bob, thread, "game mute", seat="mail")
            if case == "heard again":
                await stage.people.slash(bob, thread, "game unmute", seat="mail")
            if case == "lost":
                await stage.door.writer.run(lambda batch: memberships.lost(batch, MAILS, 0))
                await stage.quiet()
            if await stage.turn(game) == "bob":
                await default(stage, bob, game, "bob")
                await stage.quiet()
            shown = stage.in_channel(thread)
            await default(stage, ann, game, "ann")
            await stage.quiet()
            calls.append(heard(since(stage.in_channel(thread), shown)))
        assert calls == [[[]], [["bob"]], [[]], [["bob"]]]


async def test_who_wants_mail_is_called_by_the_card_as_soon_as_mail_does_not_reach_them(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        await stage.stop()
        stage.beside = [Letterbox()]
        await stage.start()
        ann, bob = stage.user("ann"), stage.user("bob")
        await linked(stage, bob)
        await stage.wishes(bob, "mail")
        game, _ = await begun(stage, "battleboard", ann, bob)
        if await stage.turn(game) == "ann":
            await default(stage, ann, game, "ann")
            await stage.quiet()
        shown = stage.in_channel(stage.thread(game))
        await stage.door.writer.run(lambda batch: memberships.lost(batch, MAILS, 0))
        await stage.quiet()
        (new,) = since(stage.in_channel(stage.thread(game)), shown)
        assert heard([new]) == [["bob"]]
        assert new is stage.card(game)


async def test_a_mail_says_how_somebody_is_told_at_discord(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        await stage.stop()
        stage.beside = [Letterbox()]
        await stage.start()
        bob = stage.user("bob")
        await linked(stage, bob)
        await mailed(stage, "2", "signals silent")
        said = await stage.people.slash(bob, stage.lobby, "me signals")
        assert "Nothing calls you" in said.text


async def test_the_inbox_shows_how_one_is_told_and_changes_it(tmp_path: Path) -> None:
    """A press edits the message; what is chosen cannot be chosen again."""
    async with staged(tmp_path) as stage:
        bob = stage.user("bob")
        inbox = (await stage.people.slash(bob, stage.lobby, "inbox")).shown
        shown = (await stage.people.click(bob, inbox, "How I am told…")).shown
        for way in ("Private message", "Your name in the thread", "E-mail", "Not at all"):
            assert f"**{way}" in shown.text
        assert [one["disabled"] for one in choices(shown.json)] == [True, *[False] * 4]
        press = choices(shown.json)[2]["custom_id"]
        shown = (await stage.people.press(bob, shown, press)).shown
        assert [one["disabled"] for one in choices(shown.json)] == [
            *(False, False, True, False, False)
        ]
        said = await stage.people.slash(bob, stage.lobby, "me signals")
        assert "by a mention in the thread" in said.text
        press = choices(shown.json)[3]["custom_id"]
        shown = (await stage.people.press(bob, shown, press)).shown
        assert "No mail address of yours is linked" in shown.text
        assert [one["disabled"] for one in choices(shown.json)][2]


def choices(json: dict[str, Any]) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()

    def walk(part: object) -> None:
        if isinstance(part, list):
            for one in part:
                walk(one)
        elif isinstance(part, dict):
            if isinstance(part.get("accessory"), dict):
                found.append({"disabled": False} | part["accessory"])
            walk(part.get("components", []))

    walk(json["components"])
    return found


async def test_an_absence_is_written_into_a_form_of_the_inbox(tmp_path: Path) -> None:
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        await stage.game(ann, [bob], 'clock="24h"')
        inbox = (await stage.people.slash(bob, stage.lobby, "inbox")).shown
        form = await stage.people.click(bob, inbox, "Away until…")
        said = await stage.people.fill_in(form, end="2027-02-01")
        assert f"to <t:{FEBRUARY_2}:f>" in said.text
        said = await stage.people.fill_in(form, end="soon")
        assert "2026-12-24" in said.text or "cannot" in said.text or "“soon”" in said.text
