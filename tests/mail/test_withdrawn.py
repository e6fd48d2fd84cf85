"""Orders beside words that may take them back wait for a YES, those beside courtesy are played.
What a YES and a NO do then is told in tales/withdrawn.toml.
"""

import pytest

from mail.parse.consent import consent
from mail.parse.courtesy import is_neutral
from mail.parse.quotes import clean
from tests.kit.data import beside
from tests.kit.each import each
from tests.kit.story import on
from tests.mail.stage import ANN, Office, played, prompt, reply, rows, text_of

DATA = beside(__file__)


@on(played)
async def test_what_its_writer_may_have_withdrawn_waits_for_a_yes(at: Office) -> None:
    """The words beside the order speak against it, by anybody's reading of them."""
    asked = prompt(at)
    for text in (text for texts in DATA["withdrawn"].values() for text in texts):
        at.clock.advance(3_600)
        count = len(at.mails("Ann"))
        await at.take(reply(asked, text, ANN))
        assert await at.asked() == "Ann", text
        (question,) = at.mails("Ann")[count:]
        assert "do you mean this?" in question["Subject"], text
        quoted = text_of(question)
        assert [x for x in map(clean, text.splitlines()) if x not in quoted] == []


@pytest.mark.parametrize("text", DATA["courteous"])
@on(played)
async def test_courtesy_beside_an_order_asks_nothing(at: Office, *, text: str) -> None:
    await at.says("Ann", text)
    assert rows(await at.latest("Ann")) == ["bomb Bob 1 1"]


@on(played)
async def test_a_program_that_answers_every_question_is_not_asked_for_ever(at: Office) -> None:
    for n in range(30):
        mail = await at.latest("Ann")
        await at.take(reply(mail, f"bomb Bob 1 1\nI am away until day {n}.", ANN))
    questions = [m for m in at.mails("Ann") if "do you mean" in m["Subject"]]
    assert 0 < len(questions) <= 20


@each("line", DATA["changes_an_order"])
def test_phrases_that_change_an_order_are_not_neutral(line: str) -> None:
    assert not is_neutral(line, ["bob", "ann"])


@each("meant, lines", [(meant, lines) for meant, lines in DATA["consent"].items()])
def test_people_say_yes_and_no_in_many_ways(meant: str, lines: tuple[str, ...]) -> None:
    wanted = "" if meant == "neither" else meant
    assert {line: consent(line.splitlines(), ["ann"]) for line in lines} == dict.fromkeys(
        lines, wanted
    )
