"""``python -m tests.mail.second_thoughts``: mails that take an order back, or make it depend on
something, and mails that are clear to a person. What must come of each was decided before any of
them was read by the program, by somebody who did not write its reader.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Literal

from tests.kit.data import beside
from tests.mail.stage import Office, office, reply

DATA = beside(__file__)

THREE = {name: f"{name} <{name.lower()}@mail.example>" for name in ("Ann", "Bob", "Cy")}
Fate = Literal["played", "held", "refused"]

DOUBTFUL: dict[str, tuple[str, ...]] = DATA["doubtful"]
"""Nothing of these may be played at once."""

CLEAR: dict[str, tuple[tuple[str, str], ...]] = DATA["clear"]
"""These are played as they stand; a question about one is a nuisance and no danger."""


async def begun(at: Office) -> None:
    await at.make_other("battleboard", players=3, order="join", size="8x8", cities=4)
    for sender in THREE.values():
        to = sender.partition("<")[2].rstrip(">")
        await at.door.invite("g12", to)
        await at.take(reply(await at.last(to), "join", sender))
    assert await at.asked() == "Ann"


async def fate(folder: Path, text: str) -> Fate:
    async with office(folder / "db") as at:
        await begun(at)
        await at.take(reply(await at.last("ann@mail.example"), text, THREE["Ann"]))
        if await at.asked() != "Ann":
            return "played"
        question = await at.last("ann@mail.example")
        return "held" if "do you mean this?" in question["Subject"] else "refused"


def fates(texts: list[str]) -> list[Fate]:
    async def every() -> list[Fate]:
        found = []
        for text in texts:
            with tempfile.TemporaryDirectory() as folder:
                found.append(await fate(Path(folder), text))
        return found

    return asyncio.run(every())


def main() -> None:
    doubtful = [text for texts in DOUBTFUL.values() for text in texts]
    clear = [text for texts in CLEAR.values() for text, _ in texts]
    dangerous = [
        text for text, fate in zip(doubtful, fates(doubtful), strict=True) if fate == "played"
    ]
    asked = [text for text, fate in zip(clear, fates(clear), strict=True) if fate != "played"]
    for why, texts in (("PLAYED", dangerous), ("NOT PLAYED", asked)):
        for text in texts:
            print(f"{why}: {text!r}")
    print(f"{len(doubtful)} doubtful: {len(dangerous)} played (dangerous)")
    print(f"{len(clear)} clear: {len(asked)} not played at once")


if __name__ == "__main__":
    main()
