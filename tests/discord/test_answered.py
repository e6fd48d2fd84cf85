"""What a person sees of an answer of theirs to a sealed question, and what the buttons of an
older message do while that question is open.
"""

import random
import re
from pathlib import Path

import pytest

from bot import queries
from bot.discord import ids, panel, words
from bot.discord.ids import Act, ButtonNames
from bot.discord.post import Post, TextPart
from bot.discord.ways import Ways
from engine.testing.kit import Case, choose, fresh
from tests.discord.opportunities import AMBUSH, GAME, begun
from tests.kit.each import each
from tests.kit.games import registered

NAMES, SAID = ButtonNames("secret"), words.words("en")
STEPS = 60
Meant = tuple[ids.Name, str]
"""A button of a private message, and the words that it stood for when it was made."""


@each("case", registered())
@each("seed", [3, 4])
def test_an_answer_shows_and_buttons_mean_the_same_while_a_question_is_open(
    case: Case, seed: int
) -> None:
    """The law, in random games: whatever has been written since."""
    play, rng = fresh(case, seed), random.Random(f"buttons {seed}")
    kept = dict[tuple[str, int], list[Meant]]()
    while not play.over and len(play.entries) < STEPS:
        play.enter(*choose(play, rng))
        ask = play.table.ask()
        for seat in ask.seats if ask else ():
            seen = queries.seen_by(play.table, seat)
            old = kept.setdefault((seat, seen.question), [])
            there = Ways(seen)
            assert [there.resolved(NAMES, name) for name, _ in old] == [t for _, t in old]
            for button in panel.SeatPanel(SAID, NAMES, there).prompt():
                name = ids.read(button.id or "")
                assert name is not None
                if name.act[:1] in (Act.PLAY, Act.SEND, Act.OPEN):
                    text = there.resolved(NAMES, name)
                    assert text is not None, button.label
                    if name.text:
                        old.append((name, text))
            assert ask is not None
            if ask.sealed:
                post, _ = panel.panel(SAID, NAMES, Ways(seen))
                assert ("You have answered. You may change it." in text_of(post)) == seen.answered
    assert kept


def text_of(post: Post) -> str:
    return "\n".join(part.text for part in post.parts if isinstance(part, TextPart))


async def test_who_has_answered_a_sealed_step_is_told_so_and_may_take_it_back(
    tmp_path: Path,
) -> None:
    """Hiding in Ambush is sealed and no opportunity: two are asked at once."""
    async with begun(tmp_path, AMBUSH, "near", "open") as game:
        await game.go(2)
        ann, people = game.users["ann"], game.stage.people
        said = await people.slash(ann, game.thread, "order", text="ok")
        assert "You have answered. You may change it." in said.text
        assert "`ok`" in said.text
        back = await people.click(ann, said.shown, "Take my answer back")
        assert "You have not answered yet." in back.text
        table = (await game.stage.opened(GAME)).table
        assert not table.state.answers


async def test_the_receipt_of_a_window_says_once_when_it_closes(tmp_path: Path) -> None:
    async with begun(tmp_path, AMBUSH, "near", "open") as game:
        await game.go()
        bob = game.users["bob"]
        message = game.stage.direct(bob)[-1]
        said = await game.stage.people.click(bob, message, "hold")
        assert "even if all have answered" in said.text
        assert "until all who are asked have answered" not in said.text


async def test_a_private_message_is_good_until_its_question_closes(tmp_path: Path) -> None:
    """A line was written since: *ok* is still what it says; what may not be written any more is
    refused with the reason.
    """
    async with begun(tmp_path, AMBUSH, "near", "open") as game:
        await game.go(2)
        bob, people = game.users["bob"], game.stage.people
        message = game.stage.direct(bob)[-1]
        offered = next(label for label in message.buttons if label.startswith("hide BY"))
        await game.order("B", "hide BX 0502/0")
        for label in (offered, "ok"):
            said = await people.click(bob, message, label)
            assert "earlier moment" not in said.text, label
        assert "Accepted: `ok`" in said.text


ANSWERS = {
    "hold": "You held your fire.",
    "fire BX": "Your answer was to fire with BX.",
    "noted": "You gave no order",
    "": "You gave no order",
}


@pytest.mark.parametrize("answer", ANSWERS)
async def test_a_chance_to_fire_stays_where_it_was_told_and_in_its_owners_history_alone(
    answer: str, tmp_path: Path
) -> None:
    async with begun(tmp_path, AMBUSH, "near", "open") as game:
        await game.go()
        bob, people = game.users["bob"], game.stage.people
        message = game.stage.direct(bob)[-1]
        (frame,) = message.json["embeds"]
        assert "Your opportunity: A1 is in 0602" in frame["description"]
        if answer:
            await people.slash(bob, game.thread, "order", text=answer)
        await game.passed()
        assert message.json["embeds"] == [frame]
        (asked,) = (line for line in message.text.splitlines() if "may interrupt" in line)
        assert re.fullmatch("~~.*~~", asked)
        assert not [label for label in message.buttons if label != "Thread"]
        chance = "You could have fired at A1, which was in 0602"
        own = (await people.slash(bob, game.thread, "game history")).text
        for text in (message.text, own):
            assert text.count(chance) == 1
            assert ANSWERS[answer] in text
        for other in ("ann", "zoe"):
            said = await people.slash(game.users[other], game.thread, "game history")
            assert "could have fired" not in said.text
