"""Orders beside words that may take them back wait for a YES; orders beside courtesy are played."""

from pathlib import Path

import pytest

from mail.parse.courtesy import is_neutral
from mail.parse.quotes import clean
from tests.kit.data import beside
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    Office,
    hiding,
    office,
    played,
    prompt,
    reply,
    rows,
    said,
    seated,
    text_of,
)

DATA = beside(__file__)

B = "bomb Bob 1 1"

WITHDRAWN = DATA["withdrawn"]
"""The words beside the order speak against it, by anybody's reading of them."""

COURTEOUS = DATA["courteous"]


@on(played)
async def test_what_its_writer_may_have_withdrawn_waits_for_a_yes(at: Office) -> None:
    asked = prompt(at)
    for text in (text for texts in WITHDRAWN.values() for text in texts):
        at.clock.advance(3_600)
        count = len(at.mails("Ann"))
        await at.take(reply(asked, text, ANN))
        assert await at.asked() == "Ann", text
        (question,) = at.mails("Ann")[count:]
        assert "do you mean this?" in question["Subject"], text
        quoted = text_of(question)
        assert [x for x in map(clean, text.splitlines()) if x not in quoted] == []


@pytest.mark.parametrize("text", COURTEOUS)
@on(played)
async def test_courtesy_beside_an_order_asks_nothing(at: Office, *, text: str) -> None:
    await at.says("Ann", text)
    assert rows(await at.latest("Ann")) == [B]


@on(played)
async def test_yes_plays_what_was_held_once(at: Office) -> None:
    await at.says("Ann", f"{B}\noops I meant\nbomb Bob 2 2")
    question = await at.latest("Ann")
    played_by_yes, _, rest = text_of(question).partition("nothing of the rest")
    assert "“bomb Bob 2 2”" in played_by_yes
    assert f"“{B}”" in rest
    assert (await at.take(reply(question, "Yes please", ANN))).what == "accept"
    assert rows(await at.latest("Ann")) == ["bomb Bob 2 2"]
    assert await at.asked() == "Bob"
    assert (await at.take(reply(question, "YES", ANN))).what == "again"


@on(played)
async def test_no_drops_what_was_held(at: Office) -> None:
    await at.says("Ann", f"{B}\nscratch that")
    question = await at.latest("Ann")
    assert (await at.take(reply(question, "No, sorry", ANN))).what == "refused"
    assert "has been dropped" in await at.heard("Ann")
    assert (await at.take(reply(question, "YES", ANN))).what == "again"
    assert await at.asked() == "Ann"


@on(played)
async def test_no_to_a_mail_of_somebody_else_warns(at: Office) -> None:
    await at.says("Ann", B, "fail")
    question = await at.latest("Ann")
    await at.take(reply(question, "No, that was not me!", ANN))
    assert "tell the operator" in await at.heard("Ann")
    assert (await at.take(reply(question, "YES", ANN))).what == "again"


def test_newer_orders_replace_what_was_held(tmp_path: Path) -> None:
    """Under the report, or in answer to the question."""
    for answers_the_question in (False, True):

        async def play(at: Office, direct: bool = answers_the_question) -> None:
            report = prompt(at)
            await at.take(reply(report, f"{B}\nscratch that", ANN))
            question = await at.latest("Ann")
            await at.take(reply(question if direct else report, "bomb Bob 2 2", ANN))
            assert rows(await at.latest("Ann")) == ["bomb Bob 2 2"]
            before = (await at.table()).save()
            await at.take(reply(question, "YES", ANN))
            assert (await at.table()).save() == before

        path = tmp_path / str(answers_the_question)
        path.mkdir()
        played(path, play)


@pytest.mark.parametrize(
    "text", ["Ok.", "OK!\nWill send my orders tonight.", "ok\nSee you tomorrow!"]
)
@on(hiding)
async def test_an_everyday_word_among_others_closes_no_sheet(at: Office, *, text: str) -> None:
    said_back = await said(at, text)
    assert "Nothing has been played" in said_back
    assert (await at.table()).state.answers == {}


@on(played)
async def test_signs_that_turn_a_line_around_are_asked_about(at: Office) -> None:
    await at.says("Ann", "\u202ebomb Bob 1 2")
    assert await at.asked() == "Ann"
    assert "bomb Bob 1 2" in await at.heard("Ann")


async def test_a_program_that_answers_every_question_is_not_asked_for_ever(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        for n in range(60):
            mail = await at.latest("Ann")
            await at.take(reply(mail, f"{B}\nI am away until day {n}.", ANN))
        questions = [m for m in at.mails("Ann") if "do you mean" in m["Subject"]]
        assert 0 < len(questions) <= 20


def test_phrases_that_change_an_order_are_not_neutral() -> None:
    lines = (
        "or/no/Bob/2 2/2,2/later/tomorrow/wait/instead/sorry/the other one/my move tomorrow/"
        "until tomorrow/the good one/better not/not yet/good, but not now/nein/warte/"
        "non/espera/aspetta/nie/нет/不/?/great game?/else:"
    )
    for line in lines.split("/"):
        assert not is_neutral(line, ["bob", "ann"]), line
