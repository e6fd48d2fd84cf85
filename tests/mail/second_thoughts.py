"""Mails that take an order back, or make it depend on something, and mails that are clear to a
person. What must come of each was decided before any of them was read by the program, by somebody
who did not write its reader.
"""

import tempfile
from pathlib import Path
from typing import Literal

from tests.kit.data import beside
from tests.mail.stage import ANN, BOB, Office, address, reply, seat_all, stage

DATA = beside(__file__)
Fate = Literal["played", "held", "refused"]

DOUBTFUL: dict[str, tuple[str, ...]] = DATA["doubtful"]
"""Nothing of these may be played at once."""

CLEAR: dict[str, tuple[tuple[str, str], ...]] = DATA["clear"]
"""These are played as they stand; a question about one is a nuisance and no danger."""


@stage
async def three(at: Office) -> None:
    await at.make_other("battleboard", players=3, order="join", size="8x8", cities=4)
    await seat_all(at, senders=[ANN, BOB, "Cy <cy@mail.example>"])
    assert await at.asked() == "Ann"


def fate(text: str) -> Fate:
    found: list[Fate] = []

    async def play(at: Office) -> None:
        await at.take(reply(await at.latest("Ann"), text, ANN))
        asked = "do you mean this?" in (await at.last(address("Ann")))["Subject"]
        played = await at.asked() != "Ann"
        found.append("played" if played else "held" if asked else "refused")

    with tempfile.TemporaryDirectory() as folder:
        three(Path(folder), play)
    return found[0]
