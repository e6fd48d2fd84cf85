"""``ask TEXT``: a question reaches the people who look after the game, and nobody else."""

from pathlib import Path

from tests.mail.stage import PEOPLE, address, office, prompt, reply, rows, seated, text_of

OLGA = "olga@mail.example"


async def test_a_question_reaches_the_moderator_and_nobody_else(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.writer.run(
            lambda batch: batch.register.give_role("g12", ("mail", OLGA), "moderator")
        )
        before = len(at.provider.to(address("Bob")))
        await at.take(reply(prompt(at), "ask May I bomb diagonally?", PEOPLE["Ann"]))
        assert rows(await at.last(address("Ann"))) == ["ask May I bomb diagonally?"]
        told = text_of(await at.last(OLGA))
        assert "“May I bomb diagonally?”" in told
        assert "Ann" in told
        assert len(at.provider.to(address("Bob"))) == before


async def test_without_moderators_who_operates_the_server_is_asked(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.take(reply(prompt(at), "ask Hello?", PEOPLE["Ann"]))
        assert rows(await at.last(address("Ann")), "NOT DONE") == ["ask Hello?"]
        await at.writer.run(lambda batch: batch.register.operate([("mail", OLGA)]))
        await at.take(reply(prompt(at), "ask Hello?", PEOPLE["Ann"], id="<2@mail.example>"))
        assert "“Hello?”" in text_of(await at.last(OLGA))
