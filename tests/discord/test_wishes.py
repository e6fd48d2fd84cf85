"""How somebody wants to hear that they must act, and that they do hear it: whatever they choose,
but to hear nothing.
"""

from typing import Any

import pytest

from engine.referee.clock import HandClock
from mail import memberships
from tests.discord.opportunities import MAILBOX
from tests.discord.stage import Duel, Stage, names_in
from tests.discord.test_clubs import boxed, linked
from tests.discord.test_signals import receipts_at_once
from tests.mail.stage import asks, parsed

__all__ = ["receipts_at_once"]

FEBRUARY_2 = 1_801_526_400
"""The second at which the first of February 2027 is over, UTC."""
QUESTIONS, MOST = 3, 60
"""Questions of somebody in which it is looked whether they hear, and of both at the most."""


async def signals_of(stage: Stage, kind: str, wish: str, *, direct: bool = True) -> list[set[str]]:
    """By what Bob hears of each question that is put to them: *card*, *private*, *mail*.

    After a sealed window the posts call all who are asked to order, and nobody else.
    """
    box, found, windows = await boxed(stage), list[set[str]](), 0
    bob = stage.user("bob", direct=direct)
    if wish == "mail":
        await linked(stage, bob)
    await stage.wishes(bob, wish)
    duel = await stage.duel(kind=kind, bob=bob)
    (seat,) = [seat for seat, user in duel.users.items() if user is bob]
    for _ in range(MOST):
        if len(found) >= QUESTIONS and (windows or kind != "ambush"):
            break
        posts, alone, mails = duel.posts, len(stage.direct(bob)), len(box.mails.get(MAILBOX, []))
        before = (await duel.table()).ask()
        await duel.step()
        now = (await duel.table()).ask()
        assert before is not None
        assert now is not None
        called = [name for names in duel.calls(posts) for name in names]
        if before.window is not None and now.window is None:
            windows += 1
            assert called == [duel.users[one].json["username"] for one in now.seats]
        if seat not in now.seats or seat in before.seats:
            continue  # who has just answered reads it in the answer
        said = {
            "card": "bob" in called,
            "private": len(stage.direct(bob)) > alone,
            "mail": any(asks(parsed(raw)) for raw in box.mails.get(MAILBOX, [])[mails:]),
        }
        found.append({way for way, come in said.items() if come})
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
async def test_who_must_act_hears_it_as_they_have_chosen(
    stage: Stage, clock: HandClock, wish: str, ways: set[str]
) -> None:
    found = await signals_of(stage, "battleboard", wish)
    assert found == [ways] * len(found)


@pytest.mark.parametrize("wish", ["usual", "private", "mention", "mail"])
@pytest.mark.parametrize("kind", ["battleboard", "ambush"])
async def test_nobody_who_must_act_is_left_without_a_signal_though_they_take_no_private_messages(
    stage: Stage, clock: HandClock, kind: str, wish: str
) -> None:
    assert all(await signals_of(stage, kind, wish, direct=False))


@pytest.mark.parametrize("wish", ["usual", "private", "mail", "silent"])
async def test_where_questions_are_sealed_the_card_names_everybody_whatever_they_have_chosen(
    stage: Stage, clock: HandClock, wish: str
) -> None:
    assert all("card" in ways for ways in await signals_of(stage, "ambush", wish))


async def by_mail(stage: Stage) -> Duel:
    await boxed(stage)
    bob = stage.user("bob")
    said = await stage.slash(bob, "me signals", how="mail")
    assert "No mail address of yours is linked" in said.text
    await linked(stage, bob)
    await stage.wishes(bob, "mail")
    return await stage.duel(bob=bob)


async def lose_mail(stage: Stage) -> None:
    await stage.door.writer.run(lambda batch: memberships.lost(batch, MAILBOX, 0))
    await stage.quiet()


async def test_who_wants_mail_and_mutes_it_or_is_not_reached_by_it_is_called_as_usual(
    stage: Stage,
) -> None:
    duel, calls = await by_mail(stage), list[list[list[str]]]()
    for case in ("reached", "muted", "heard again", "lost"):
        if case == "muted":
            await duel.slash(duel.bob, "game mute", seat="mail")
        if case == "heard again":
            await duel.slash(duel.bob, "game unmute", seat="mail")
        if case == "lost":
            await lose_mail(stage)
        while await duel.asked() is not duel.ann:
            await duel.order()
        shown = duel.posts
        await duel.order()
        calls.append([names_in(post) for post in duel.since(shown)])
    assert calls == [[[]], [["bob"]], [[]], [["bob"]]]


async def test_the_inbox_shows_how_one_is_told_and_changes_it(stage: Stage) -> None:
    bob, press = stage.user("bob"), stage.people.press
    inbox = (await stage.slash(bob, "inbox")).shown
    shown = (await stage.people.click(bob, inbox, "How I am told…")).shown
    for way in ("Private message", "Your name in the thread", "E-mail", "Not at all"):
        assert f"**{way}" in shown.text
    assert chosen(shown.pressable) == [0]
    shown = (await press(bob, shown, shown.pressable[2]["custom_id"])).shown
    assert chosen(shown.pressable) == [2]
    assert "by a mention in the thread" in (await stage.slash(bob, "me signals")).text
    shown = (await press(bob, shown, shown.pressable[3]["custom_id"])).shown
    assert "No mail address of yours is linked" in shown.text
    assert chosen(shown.pressable) == [2]


def chosen(buttons: list[dict[str, Any]]) -> list[int]:
    return [number for number, one in enumerate(buttons[:5]) if one.get("disabled")]


async def test_an_absence_is_written_into_a_form_of_the_inbox(
    stage: Stage, clock: HandClock
) -> None:
    duel = await stage.duel('clock="24h"')
    inbox = (await stage.slash(duel.bob, "inbox")).shown
    form = await stage.people.click(duel.bob, inbox, "Away until…")
    said = await stage.people.fill_in(form, end="2027-02-01")
    assert f"to <t:{FEBRUARY_2}:f>" in said.text
    said = await stage.people.fill_in(form, end="soon")
    assert "2026-12-24" in said.text or "cannot" in said.text or "“soon”" in said.text
