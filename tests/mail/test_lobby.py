"""Finding games, making them, looking after them: the desk's words by mail, none of
them known to the door by name. More of it is told in tales/lobby.toml.
"""

import asyncio
import json
import re
from email.message import EmailMessage
from typing import Any

import pytest

from engine.referee import commands
from mail.door import LARGEST
from mail.outgoing.envelope import ReplayOf
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    EVE,
    PEOPLE,
    Office,
    about,
    address,
    empty,
    ended,
    parsed,
    play_to_the_end,
    played,
    reply,
    said,
)
from tests.replay.browser import Browser, Tab
from tests.stored import every_game


@pytest.mark.parametrize(
    ("verdict", "what"), [("none", "drop"), (None, "drop"), ("fail", "drop"), ("pass", "lobby")]
)
@on(empty)
async def test_only_who_is_vouched_for_makes_games(
    at: Office, *, verdict: str | None, what: str
) -> None:
    assert (await at.take(reply(about(), "new battleboard", EVE, verdict))).what == what
    games = await at.writer.run(lambda batch: len(every_game(batch.store)))
    assert games == len(at.provider.mails) == (what == "lobby")


@on(empty)
async def test_a_private_game_is_nobody_elses_business(at: Office) -> None:
    """The answer is the same for a private game and for one that does not exist."""
    await at.take(reply(about(), "new battleboard private=yes", ANN))
    (game,) = re.findall(r"Game (\w+) ", await at.heard("Ann"))
    answers = []
    asked = [(f"[{game}]", "join"), ("[zzzzzz]", "join"), ("", f"join {game}"), ("", "join zzzzzz")]
    for subject, text in asked:
        named = (subject or text)[-7:].strip("[] ")
        await at.take(reply(about(subject), text, EVE))
        answers.append((await at.heard("Eve")).replace(named, "GAME"))
        at.clock.advance(3_600)
        await at.quiet()
    assert answers[0] == answers[1]
    assert answers[2] == answers[3]
    # who is invited may join
    await at.take(reply(await at.latest("Ann"), "invite eve@evil.example", ANN))
    invitation = await at.latest("Eve")
    assert "Ann invites you" in invitation["Subject"]
    await at.take(reply(invitation, "join", EVE))
    assert "You have seat Eve." in await at.heard("Eve")


@on(empty)
async def test_a_game_is_joined_by_its_name_behind_the_word(at: Office) -> None:
    await at.take(reply(about(), "new battleboard", ANN))
    (game,) = re.findall(r"Game (\w+) ", await at.heard("Ann"))
    await at.take(reply(about(), f"Join [{game.upper()}]", EVE))
    assert "You have seat Eve." in await at.heard("Eve")


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


@on(played)
async def test_a_press_of_the_button_that_ends_a_list(at: Office) -> None:
    """RFC 2369, 3.2: a mail with this subject to this address; what a program writes besides does
    not matter. No game ends of it.
    """
    mail = at.mails("Ann")[-1]
    to = re.fullmatch(r"<mailto:([^?]+)\?subject=mute&body=mute>", str(mail["List-Unsubscribe"]))
    assert to
    for text in ("", "This message was sent by your mail program."):
        head, _, _ = reply(parsed(mail.as_bytes()), text, ANN).partition(b"\r\n\r\n")
        raw = head.replace(f"Re: {mail['Subject']}".encode(), b"mute")
        raw = raw.replace(str(mail["Reply-To"]).encode(), to[1].encode())
        await at.take(raw + f"\r\n\r\n{text}\r\n".encode())
        receipt = await at.heard("Ann")
        assert "only when it needs your answer" in receipt
        assert not text or f"SET ASIDE {text}" in receipt
    assert await at.asked() == "Ann"


@on(played)
async def test_an_invitation_goes_to_an_address_as_mail_writes_it(at: Office) -> None:
    await at.make("g13")
    await at.door.invite("g13", "Ann@münchen.example")
    assert at.provider.to("ann@xn--mnchen-3ya.example")
    with pytest.raises(ValueError, match="own address"):
        await at.door.invite("g13", "referee@play.example")


@on(played)
async def test_only_the_reader_who_must_act_sees_a_gold_card_and_its_orders_are_links(
    at: Office,
) -> None:
    before = (await at.latest("Ann")).get_body(("html",))
    assert before is not None
    asked = str(before.get_content())
    assert 'class="ask"' in asked
    assert (await at.latest("Ann"))["From"].addresses[0].display_name == "Referee – your turn"
    tag = str((await at.latest("Ann"))["Reply-To"]).rpartition("<")[2].rstrip(">")
    assert f'href="mailto:{tag}?subject=Re%3A%20' in asked
    assert "body=bomb%20Bob%20" in asked
    await said(at, "bomb Bob 1 1")
    body = (await at.latest("Ann")).get_body(("html",))
    assert body is not None
    assert 'class="ask"' not in str(body.get_content())
    assert (await at.latest("Ann"))["From"].addresses[0].display_name == "Referee"


@on(ended)
async def test_records_come_as_files(at: Office) -> None:
    async def attached(word: str) -> Any:
        await said(at, word)
        (file,) = (await at.latest("Ann")).iter_attachments()
        return json.loads(file.get_content())

    kept = await attached("my data")
    assert "ann@mail.example" in {one["name"] for one in kept["accounts"]}
    assert "bob@post.example" not in str(kept)
    record = await attached("export")
    assert (record["kind"], "bob@post.example" in str(record)) == ("battleboard", False)


@on(played)
async def test_the_game_so_far_and_the_whole_game_come_as_a_page_in_a_browser(
    at: Office,
) -> None:
    folder = at.writer.referee.store.path.parent

    def page(mail: EmailMessage) -> bytes:
        (file,) = mail.iter_attachments()
        assert (file.get_filename(), file.get_content_type()) == ("replay.html", "text/html")
        data = file.get_payload(decode=True)
        assert isinstance(data, bytes)
        return data

    await said(at, "replay")
    running = page(await at.latest("Ann"))
    assert b'"viewers":[["Ann","Ann"]]' in running, "nobody else's view, and no proof yet"
    await play_to_the_end(at)
    pages = {page(await at.last(address(seat))) for seat in PEOPLE}
    assert len(pages) == 1, "all see the whole game, and it is drawn once"
    (folder / "replay.html").write_bytes(pages.pop())

    async def look(tab: Tab) -> None:
        await tab.open(folder / "replay.html")
        assert await tab.value("document.body.dataset.proof") == "right"
        assert tab.problems == []

    with Browser(folder / "profile") as browser:
        await asyncio.to_thread(browser.show, look)

    async def large(_: ReplayOf) -> bytes:
        return b" " * (LARGEST + 1)

    at.door.replay_page = large
    await said(at, "replay")
    *_, note = (await at.latest("Ann")).walk()
    assert isinstance(note, EmailMessage)
    assert "meanwhile replay g12 --html" in note.get_content()
