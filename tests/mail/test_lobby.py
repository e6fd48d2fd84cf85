"""Finding games, making them, looking after them: the desk's words by mail, none of
them known to the door by name.
"""

import re

import pytest

from engine.referee import commands
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    BOB,
    PEOPLE,
    Office,
    address,
    asks,
    bomb,
    empty,
    parsed,
    played,
    reply,
    rows,
    said,
    text_of,
)
from tests.stored import every_game

EVE = "Eve <eve@mail.example>"
FIRST = parsed(
    b"Subject: hello\r\nReply-To: referee@play.example\r\nMessage-ID: <1@x>\r\n\r\nhello"
)


def about(game: str) -> bytes:
    return FIRST.as_bytes().replace(b"hello", f"[{game}]".encode(), 1)


@on(empty)
async def test_a_whole_game_that_nobody_has_begun_for_them(at: Office) -> None:
    """Eve makes a game and joins it by mail, Bob finds it in the
    list and joins it, and they play.
    """
    handled = await at.take(reply(FIRST, "new battleboard order=join size=4x3", EVE))
    assert handled.what == "lobby"
    made = await at.last("eve@mail.example")
    (game,) = re.findall(r"Game (\w+) \(BattleBoard\) is ready", text_of(made))
    await at.take(reply(made, "join Eve", EVE))
    assert "You have seat Eve." in text_of(await at.last("eve@mail.example"))
    handled = await at.take(reply(FIRST, "games", BOB))
    for mail in handled.direct:
        assert f"{game} (BattleBoard)" in text_of(parsed(mail.raw))
    await at.take(reply(parsed(about(game)), "join Bob", BOB))
    report = await at.latest("Bob")
    assert "Receipt 1 of yours" in text_of(report)
    assert asks(await at.last("eve@mail.example"))
    await at.take(reply(await at.last("eve@mail.example"), "bomb Bob 0 0", EVE))
    assert await at.asked(game) == "Bob"


@pytest.mark.parametrize(
    ("verdict", "what"), [("none", "drop"), (None, "drop"), ("fail", "drop"), ("pass", "lobby")]
)
@on(empty)
async def test_only_who_is_vouched_for_makes_games(
    at: Office, *, verdict: str | None, what: str
) -> None:
    assert (await at.take(reply(FIRST, "new battleboard", EVE, verdict))).what == what
    games = await at.writer.run(lambda batch: len(every_game(batch.store)))
    assert games == (what == "lobby")
    assert len(at.provider.mails) == (what == "lobby")


@on(empty)
async def test_a_private_game_is_nobody_elses_business(at: Office) -> None:
    """The answer is the same for a private game and for one that does not exist."""
    await at.take(reply(FIRST, "new battleboard private=yes", ANN))
    (game,) = re.findall(r"Game (\w+) ", await at.heard("Ann"))
    answers = []
    for named in (game, "zzzzzz"):
        await at.take(reply(parsed(about(named)), "join", EVE))
        answers.append(text_of(await at.last("eve@mail.example")).replace(named, "GAME"))
        at.clock.advance(3_600)
        await at.quiet()
    assert answers[0] == answers[1]
    # who is invited may join
    await at.take(reply(await at.latest("Ann"), "invite eve@mail.example", ANN))
    invitation = await at.last("eve@mail.example")
    assert "Ann invites you" in invitation["Subject"]
    await at.take(reply(invitation, "join", EVE))
    assert "You have seat Eve." in text_of(await at.last("eve@mail.example"))


@on(played)
async def test_looking_on_by_mail(at: Office) -> None:
    async def said_by_eve(at: Office, text: str) -> str:
        await at.take(reply(parsed(about("g12")), text, EVE))
        return text_of(await at.last("eve@mail.example"))

    await at.take(reply(parsed(about("g12")), "observe", EVE))
    first = await at.last("eve@mail.example")
    assert "You are watching this game." in text_of(first)
    assert "You are watching game g12." in text_of(first)
    assert "your cities are" not in text_of(first)
    await bomb(at, "Ann", "0 0")
    assert "bombed" in await said_by_eve(at, "status")
    assert "You stopped watching this game." in await said_by_eve(at, "observe off")


@on(empty)
async def test_a_moderator_has_nothing_but_mail(at: Office) -> None:
    await at.take(reply(FIRST, "new battleboard order=join size=4x3", EVE))
    made = await at.last("eve@mail.example")
    (game,) = re.findall(r"Game (\w+) ", text_of(made))
    for seat, sender in PEOPLE.items():
        await at.take(reply(parsed(about(game)), f"join {seat}", sender))
    await at.take(reply(made, "gm announce The room is closed on Sunday.", EVE))
    assert "DONE      gm announce The room is closed on Sunday. Announced." in text_of(
        await at.last("eve@mail.example")
    )
    assert rows(await at.last("eve@mail.example"), "NOT DONE") == []
    await at.take(reply(await at.last("eve@mail.example"), "gm nonsense", EVE))
    assert "NOT DONE  gm nonsense" in text_of(await at.last("eve@mail.example"))
    # players are told, and have no such words
    told = await at.latest("Ann")
    assert "Message from the moderators: The room is closed on Sunday." in text_of(told)
    await at.take(reply(told, "gm pause", ANN))
    assert "Only moderators of this game can do that." in await at.heard("Ann")


@on(played)
async def test_what_is_urgent_is_told_at_once(at: Office) -> None:
    """A proposal that all must agree to, and its end; in short mails,
    and not to whose doing it was.
    """
    await bomb(at, "Ann", "0 0")
    await bomb(at, "Bob", "0 0")
    before = {seat: len(at.mails(seat)) for seat in PEOPLE}
    assert "waits" in (text := await said(at, "undo 5")) or "asked" in text
    (asked,) = at.mails("Bob")[before["Bob"] :]
    assert "Ann asks to go back to line 5 of the history." in text_of(asked)
    assert "image/png" not in [part.get_content_type() for part in asked.walk()]
    assert len(at.mails("Ann")) == before["Ann"] + 1
    await at.take(reply(asked, "agree", BOB))
    told = await at.heard("Ann")
    assert "the game is back at line 5 of its history" in told
    assert told.startswith("Ann, bomb a square, or pass.")
    assert await at.asked() == "Ann"


@on(played)
async def test_every_word_of_the_desk_reaches_it(at: Office) -> None:
    """Whatever words it has: none is taken for an order, none for a sentence."""
    for word in commands.VERBS:
        if word in ("leave", "cancel"):
            continue
        at.clock.advance(3_600)
        answer = await said(at, word)
        assert "There is no order" not in answer, word
        assert "SET ASIDE" not in answer, word


@on(played, timeout="4h")
async def test_a_reminder_is_a_short_mail_to_who_has_not_answered(at: Office) -> None:
    due = (await at.table()).state.due
    assert due is not None
    before = len(at.provider.mails)
    while at.clock.now() < due - 3 * 3_600 + 60:
        at.clock.advance(60)
        await at.quiet()
    (sent,) = at.provider.mails[before:]
    assert sent[1] == address("Ann")
    reminder = await at.latest("Ann")
    assert "This is a reminder" in text_of(reminder)
    assert "(UTC), in 3 hours." in text_of(reminder)
    assert [part.get_content_type() for part in reminder.walk()][-1] == "text/html"
    await at.take(reply(reminder, "bomb Bob 0 0", ANN))
    assert await at.asked() == "Bob"


@on(played)
async def test_a_press_of_the_button_that_ends_a_list(at: Office) -> None:
    """List-Unsubscribe (RFC 2369): a mail with this subject to this address, and
    nothing in it; no game ends of it.
    """
    mail = at.mails("Ann")[-1]
    to = re.fullmatch(r"<mailto:([^?]+)\?subject=mute&body=mute>", str(mail["List-Unsubscribe"]))
    assert to
    raw = reply(parsed(mail.as_bytes()), "", ANN).replace(
        f"Re: {mail['Subject']}".encode(), b"mute"
    )
    await at.take(raw.replace(str(mail["Reply-To"]).encode(), to[1].encode()))
    assert "only when it needs your answer" in await at.heard("Ann")
    assert await at.asked() == "Ann"


@on(empty)
async def test_leaving_before_the_start(at: Office) -> None:
    await at.make()
    await at.door.invite("g12", address("Ann"))
    await at.take(reply(await at.latest("Ann"), "join", ANN))
    assert "You left the game." in await said(at, "leave")
    assert [chair.seat for chair in (await at.table()).state.chairs] == []
    # and the invitation still holds
    await at.take(reply(await at.latest("Ann"), "join", ANN))
    assert [chair.seat for chair in (await at.table()).state.chairs] == ["Ann"]
