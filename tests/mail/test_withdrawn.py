"""Orders beside words that may take them back wait for a YES; orders beside courtesy are played."""

from pathlib import Path

import pytest

from mail.parse.courtesy import is_neutral
from mail.parse.quotes import clean
from tests.kit.story import on
from tests.mail.stage import Office, office, reply, rows, text_of
from tests.mail.test_game import PEOPLE, address, seated
from tests.mail.test_incoming import played, prompt
from tests.mail.test_sheets import hiding
from tests.mail.test_verbs import said

ANN = PEOPLE["Ann"]
B = "bomb Bob 1 1"

WITHDRAWN = {
    "English": [
        f"{B}\noops I meant\nbomb Bob 2 2",
        f"{B}\n\nSorry, wrong square. I want 2 2",
        f"{B}\nno wait, 2 2",
        f"{B}\n\nActually don't. I'll think about it.",
        f"{B}\nor\nbomb Bob 2 2",
        f"{B}\n\nHold that thought, I have to look at the map first.",
        f"Unless Bob surrenders:\n{B}",
        f"if it is still my turn on friday,\n{B}",
        f"Not this one:\n{B}",
        f"{B}\n\nthe above was a joke",
        f"Would this be any good?\n\n{B}",
        f"{B}\nbomb Bob 2 2 instead",
        f"{B}\nwait",
        f"{B}\n\n???",
        f"{B}\n🤔",
    ],
    "German": [
        f"{B}\nHalt, doch lieber\nbomb Bob 2 2",
        f"{B}\n\nAch nein, vergiss es.",
        f"Falls Bob noch lebt:\n{B}",
        f"{B}\n\nDas war ein Versehen, ich überlege noch.",
        f"{B}\noder\nbomb Bob 2 2",
        f"Erst wenn ich es bestätige:\n{B}",
        f"{B}\n\nBitte noch nicht ausführen!",
        f"{B}\nQuatsch, 2 2 natürlich",
    ],
    "French": [
        f"{B}\nnon, plutôt\nbomb Bob 2 2",
        f"{B}\n\nOubliez ce message, je me suis trompée.",
        f"Si Bob ne répond pas :\n{B}",
        f"{B}\nou bien\nbomb Bob 2 2",
        f"{B}\n\nFinalement, j'attends demain.",
        f"Pas encore :\n{B}",
    ],
    "Spanish": [
        f"{B}\nperdón, quería decir\nbomb Bob 2 2",
        f"{B}\n\nMejor no, espera.",
        f"Si todavía es mi turno el viernes:\n{B}",
        f"{B}\no\nbomb Bob 2 2",
        f"{B}\n\nIgnora este correo.",
    ],
    "Italian": [
        f"{B}\nanzi no\nbomb Bob 2 2",
        f"{B}\n\nAspetta, ci devo pensare.",
        f"Solo se Bob passa:\n{B}",
        f"{B}\noppure\nbomb Bob 2 2",
        f"{B}\n\nHo sbagliato casella.",
    ],
    "Dutch": [f"{B}\nof nee, toch niet", f"Als Bob past:\n{B}", f"{B}\n\nWacht hier nog even mee."],
    "Polish": [f"{B}\nalbo nie", f"Jeśli Bob spasuje:\n{B}", f"{B}\n\nPomyłka, jeszcze pomyślę."],
    "Russian": [
        f"{B}\nнет, лучше не надо",
        f"Если Боб пропустит:\n{B}",
        f"{B}\n\nОй, ошибся клеткой.",
    ],
    "Chinese": [f"{B}\n等等，我再想想", f"如果 Bob 還在：\n{B}", f"{B}\n\n寫錯了，不是這格。"],
}
"""The words beside the order speak against it, by anybody's reading of them."""

COURTEOUS = [
    f"{B}\n\nGreat game! See you tomorrow.",
    f"Haha, nice one Bob :D\n{B}",
    f"Hi all,\n\nhere is my move:\n{B}\n\nHave a nice weekend!\nAnn",
    f"{B}\n\nSorry for the late reply, good luck!",
    f"Hallo zusammen,\n{B}\nViel Glück euch allen!\nLG Ann",
    f"{B}\n\nDanke fürs Warten. Bis morgen!",
    f"Bonjour,\nvoici mon ordre :\n{B}\nBonne soirée à tous !",
    f"¡Hola!\n{B}\nMucha suerte a todos. ¡Hasta mañana!",
    f"Ciao,\n{B}\nBuona serata a tutti",
    f"{B}\n\nSucces allemaal, tot morgen!",
    f"{B}\n\nPowodzenia! Do jutra.",
    f"{B}\n\nВсем удачи, до завтра!",
    f"{B}\n\n謝謝大家，祝好運！",
    f"{B}\n\n👍",
    f"{B}\n\nBest regards,\nAnn Smith\nSenior Engineer, Acme GmbH\nTel. +49 30 1234567",
]


@pytest.mark.parametrize("language", WITHDRAWN)
@on(played)
async def test_what_its_writer_may_have_withdrawn_waits_for_a_yes(
    at: Office, *, language: str
) -> None:
    asked = prompt(at)
    for text in WITHDRAWN[language]:
        at.clock.advance(3_600)
        count = len(at.provider.to(address("Ann")))
        await at.take(reply(asked, text, ANN))
        assert await at.asked() == "Ann", text
        (question,) = at.provider.to(address("Ann"))[count:]
        assert "do you mean this?" in question["Subject"], text
        quoted = text_of(question)
        assert [x for x in map(clean, text.splitlines()) if x not in quoted] == []


@pytest.mark.parametrize("text", COURTEOUS)
@on(played)
async def test_courtesy_beside_an_order_asks_nothing(at: Office, *, text: str) -> None:
    await at.take(reply(prompt(at), text, ANN))
    assert rows(await at.last(address("Ann"))) == [B]


@on(played)
async def test_yes_plays_what_was_held_once(at: Office) -> None:
    await at.take(reply(prompt(at), f"{B}\noops I meant\nbomb Bob 2 2", ANN))
    question = await at.last(address("Ann"))
    played_by_yes, _, rest = text_of(question).partition("nothing of the rest")
    assert "“bomb Bob 2 2”" in played_by_yes
    assert f"“{B}”" in rest
    assert (await at.take(reply(question, "Yes please", ANN))).what == "accept"
    assert rows(await at.last(address("Ann"))) == ["bomb Bob 2 2"]
    assert await at.asked() == "Bob"
    assert (await at.take(reply(question, "YES", ANN))).what == "again"


@on(played)
async def test_no_drops_what_was_held(at: Office) -> None:
    await at.take(reply(prompt(at), f"{B}\nscratch that", ANN))
    question = await at.last(address("Ann"))
    assert (await at.take(reply(question, "No, sorry", ANN))).what == "refused"
    assert "has been dropped" in text_of(await at.last(address("Ann")))
    assert (await at.take(reply(question, "YES", ANN))).what == "again"
    assert await at.asked() == "Ann"


@on(played)
async def test_no_to_a_mail_of_somebody_else_warns(at: Office) -> None:
    await at.take(reply(prompt(at), B, ANN, "fail"))
    question = await at.last(address("Ann"))
    await at.take(reply(question, "No, that was not me!", ANN))
    assert "tell the operator" in text_of(await at.last(address("Ann")))
    assert (await at.take(reply(question, "YES", ANN))).what == "again"


def test_newer_orders_replace_what_was_held(tmp_path: Path) -> None:
    """Under the report, or in answer to the question."""
    for answers_the_question in (False, True):

        async def play(at: Office, direct: bool = answers_the_question) -> None:
            report = prompt(at)
            await at.take(reply(report, f"{B}\nscratch that", ANN))
            question = await at.last(address("Ann"))
            await at.take(reply(question if direct else report, "bomb Bob 2 2", ANN))
            assert rows(await at.last(address("Ann"))) == ["bomb Bob 2 2"]
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
    await at.take(reply(prompt(at), "\u202ebomb Bob 1 2", ANN))
    assert await at.asked() == "Ann"
    assert "bomb Bob 1 2" in text_of(await at.last(address("Ann")))


async def test_a_program_that_answers_every_question_is_not_asked_for_ever(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        for n in range(60):
            mail = await at.last(address("Ann"))
            await at.take(reply(mail, f"{B}\nI am away until day {n}.", ANN))
        questions = [m for m in at.provider.to(address("Ann")) if "do you mean" in m["Subject"]]
        assert 0 < len(questions) <= 20


def test_phrases_that_change_an_order_are_not_neutral() -> None:
    lines = (
        "or/no/Bob/2 2/2,2/later/tomorrow/wait/instead/sorry/the other one/my move tomorrow/"
        "until tomorrow/the good one/better not/not yet/good, but not now/nein/warte/"
        "non/espera/aspetta/nie/нет/不/?/great game?/else:"
    )
    for line in lines.split("/"):
        assert not is_neutral(line, ["bob", "ann"]), line
