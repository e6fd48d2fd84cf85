"""One player at a paper map, who types by mail what the enemy declares (DS-24)."""

from pathlib import Path

from tests.desert.worked import ALONE
from tests.mail.stage import PEOPLE, address, office, prompt, reply, rows, text_of

UNTIL = "lose PZ-A medium 1 light 1"
"""What comes then depends on dice."""


def sheets() -> list[str]:
    """The lines of the worked segment, a mail for each answer."""
    said = [line.replace("; ", "\n") for _, line in ALONE["cw"]]
    found, lines = list[str](), list[str]()
    for line in said[: said.index(UNTIL)]:
        lines.append(line)
        if line.split("\n")[-1].split()[0] in ("ok", "done") or line.startswith("aa C"):
            found.append("\n".join(lines))
            lines = []
    return found


async def test_a_paper_game_is_typed_by_mail_and_each_question_says_what_to_write(
    tmp_path: Path,
) -> None:
    async with office(tmp_path / "m.db") as at:
        await at.make_other("desert", paper="cw", stages=0)
        await at.door.invite("g12", address("Ann"))
        await at.take(reply(await at.latest("Ann"), "join", PEOPLE["Ann"]))
        for text in sheets():
            asked = text_of(prompt(at))
            if "type what the enemy declares" in asked:
                assert "Write “" in asked or "(“" in asked, asked
            await at.says("Ann", text)
            at.clock.advance(600)
            await at.quiet()
            answer = await at.latest("Ann")
            assert len(rows(answer)) == len(text.splitlines()), text
        assert "VP" not in await at.heard("Ann")
        assert (await at.table()).world.step == "aa_loss"
        await at.take(reply(await at.latest("Ann"), "board handout", PEOPLE["Ann"]))
        assert "Hexes in contact: B1, B3, B2 (quiet), B4 (quiet)" in await at.heard("Ann")
