"""`my data` and `forget me` by mail."""

from pathlib import Path

from engine.referee import forgetting
from tests.mail.stage import PEOPLE, address, office, prompt, reply, seated, text_of


async def test_what_is_kept_is_mailed_to_the_registered_address(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.take(reply(prompt(at), "my data", PEOPLE["Ann"]))
        answer = text_of(await at.last(address("Ann")))
        assert "This is everything that is kept about you." in answer
        assert f'"name": "{address("Ann")}"' in answer
        assert '"seat": "Ann"' in answer
        assert address("Bob") not in answer


async def test_who_plays_is_told_why_they_cannot_be_forgotten_yet(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.take(reply(prompt(at), "forget me yes", PEOPLE["Ann"]))
        answer = text_of(await at.last(address("Ann"))).replace("\n", " ")
        assert "in games that are not over" in answer
        assert "g12" in answer
        assert await at.writer.run(lambda batch: forgetting.wanted(batch.store)) == []
