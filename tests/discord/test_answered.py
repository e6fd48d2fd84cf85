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
from tests.discord.opportunities import AMBUSH, begun
from tests.kit.games import registered

NAMES, SAID = ButtonNames("secret"), words.words("en")
Meant = tuple[ids.Name, str]
"""A button of a private message, and the words that it stood for when it was made."""


@pytest.mark.parametrize(
    ("seeds", "steps"), [((3,), 30), ((3, 4), 60)], ids=["a few orders", "night"]
)
def test_an_answer_shows_and_buttons_mean_the_same_while_a_question_is_open(
    seeds: tuple[int, ...], steps: int
) -> None:
    """The law, in random games: whatever has been written since."""
    for case in registered():
        for seed in seeds:
            keeps_its_buttons(case, seed, steps)


def keeps_its_buttons(case: Case, seed: int, steps: int) -> None:
    play, rng = fresh(case, seed), random.Random(f"buttons {seed}")
    kept = dict[tuple[str, int], list[Meant]]()
    while not play.over and len(play.entries) < steps:
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
                wide = max(map(len, words.sheet_block(SAID, seen, 10_000).splitlines()), default=0)
                assert wide <= 38, "a phone takes no more"
                assert ("You have answered. You may change it." in text_of(post)) == seen.answered
    assert kept


def text_of(post: Post) -> str:
    return "\n".join(part.text for part in post.parts if isinstance(part, TextPart))


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
        bob, slash = game.users["bob"], game.duel.slash
        message = game.stage.direct(bob)[-1]
        (frame,) = message.json["embeds"]
        assert "Your opportunity: A1 is in 0602" in frame["description"]
        if answer in message.buttons:
            said = await game.stage.people.click(bob, message, answer)
            assert "even if all have answered" in said.text
            assert "until all who are asked have answered" not in said.text, "said once"
        elif answer:
            await slash(bob, "order", text=answer)
        await game.passed()
        assert message.json["embeds"] == [frame]
        (asked,) = (line for line in message.text.splitlines() if "may interrupt" in line)
        assert re.fullmatch("~~.*~~", asked)
        assert not [label for label in message.buttons if label != "Thread"]
        chance = "You could have fired at A1, which was in 0602"
        own = (await slash(bob, "game history")).text
        for text in (message.text, own):
            assert text.count(chance) == 1
            assert ANSWERS[answer] in text
        for other in ("ann", "zoe"):
            history = await slash(game.users[other], "game history")
            assert "could have fired" not in history.text
