"""A whole double-blind game of Ambush, one side at Discord and the other by mail: nobody reads of
a unit that they have not seen.
"""

import random
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import Struct, field

from engine.game import robot_order
from engine.games import editions
from engine.referee import new_games
from engine.referee.clock import HandClock
from engine.state import PUBLIC, Seat, Setup
from tests.discord.opportunities import MAILBOX, Letterbox, run
from tests.discord.stage import Duel, Stage, staged
from tests.mail.stage import asks, parsed, reply, tells_the_end, text_of

GAME = editions("ambush")[max(editions("ambush"))]
UNIT = re.compile(r"\b[AB]H?\d\b")
EXAMPLE = re.compile(r"deploy A1 \S+, or hide AH1|A1↓ unit")


class Dark(Struct, kw_only=True):
    """``known``: by viewer, the units that it has seen. ``read``: how much of Ann's panels, of each
    message, and of Bob's mails was looked at.
    """

    stage: Stage
    clock: HandClock
    box: Letterbox
    duel: Duel
    known: dict[Seat, set[str]] = field(
        default_factory=lambda: {viewer: set() for viewer in ("A", "B", PUBLIC)}
    )
    panels: list[str] = field(default_factory=list)
    read: dict[str, int] = field(default_factory=dict)
    texts: int = 0
    lines: list[str] = field(default_factory=list)
    number: int = -1

    def sheet(self, text: str, number: int) -> list[str]:
        """A mail replaces the one before: what was said to this question is said again."""
        if self.number != number:
            self.number, self.lines = number, []
        self.lines.append(text)
        return self.lines

    async def order(self, seat: Seat, text: str, number: int) -> None:
        if seat == "B":
            last = next(m for m in map(parsed, reversed(self.box.mails[MAILBOX])) if asks(m))
            raw = reply(
                last, "\n".join(self.sheet(text, number)), MAILBOX, written=self.clock.now()
            )
            await self.box.door.take(raw, self.clock.now())
        else:
            click = self.stage.people.click
            panel = (await click(self.duel.ann, self.duel.card, "Orders")).shown
            self.panels.append(str(panel.json))
            form = await click(self.duel.ann, panel, "Type…")
            said = await self.stage.people.fill_in(form, text=text)
            self.panels.append(said.text)
            assert "Accepted" in said.text, said.text
        await self.stage.quiet()

    async def wait(self) -> None:
        state = (await self.duel.table()).state
        assert state.due is not None
        self.clock.advance(state.due - self.clock.now() + 1)
        await self.stage.quiet()

    def new(self) -> Iterator[tuple[Seat, str]]:
        """What each has got since this was called last."""
        direct = {one.id for one in self.stage.direct(self.duel.ann)}
        texts = [
            (
                "A" if message.id in direct else PUBLIC,
                message.id,
                [*map(str, message.edits), str(message.json)],
            )
            for message in self.stage.world.messages.values()
            if message.only is None
        ]
        mails = [text_of(parsed(raw)) for raw in self.box.mails[MAILBOX]]
        for viewer, name, states in (*texts, ("A", "panels", self.panels), ("B", "mails", mails)):
            for text in states[self.read.get(name, 0) :]:
                yield viewer, text
            self.read[name] = len(states)

    async def look(self) -> None:
        table = await self.duel.table()
        for viewer, known in self.known.items():
            view = table.view(viewer)
            known |= {*view.units, *(one.unit for one in view.ghosts or ())}
            known |= {one.id for one in view.reserves}
        for viewer, text in self.new():
            self.texts += 1
            print(f"---- {viewer}\n{text}")
            assert set(UNIT.findall(EXAMPLE.sub("", text))) <= self.known[viewer], (viewer, text)


WOOD = {"battle": "wood", "window": "10m", "blind": "double"}


@pytest.mark.timeout(3_600)
def test_a_whole_game_at_discord_and_by_mail_tells_neither_more_than_it_sees(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        clock, box = HandClock(1_800_000_000), Letterbox()
        made = Setup(id="k3x9fa", secret=bytes(32), options=WOOD, scenario={}, at=clock.now())
        async with AsyncExitStack() as stack:
            stack.enter_context(patch.object(new_games, "setup", lambda *_, **__: made))
            stage = await stack.enter_async_context(staged(tmp_path, clock, beside=(box,)))
            stage.discord.frozen = stage.discord.now()
            ann, zoe = stage.user("ann"), stage.user("zoe")
            game = await stage.new(ann, "", "ambush")
            await box.door.invite(game, MAILBOX)
            raw = reply(parsed(box.mails[MAILBOX][-1]), "join", MAILBOX)
            await box.door.take(raw, clock.now())
            await stage.quiet()
            at = Dark(
                stage=stage,
                clock=clock,
                box=box,
                duel=Duel(stage, game, (ann, zoe), {"A": ann}),
            )
            rng = random.Random(5)
            while (ask := (table := await at.duel.table()).ask()) is not None and table.state.stack:
                await at.look()
                waiting = [seat for seat in ask.seats if seat not in table.state.answers]
                for seat in waiting[:1]:
                    menu = table.menu(seat)
                    order = robot_order(GAME, table.view(seat), menu, rng, 1)
                    await at.order(seat, menu.write(order), table.state.question)
                if not waiting:
                    await at.wait()
            assert {"A", "B"} <= {unit[0] for unit in at.known["A"]}
            assert tells_the_end(parsed(box.mails[MAILBOX][-1]))
            assert table.world.round == 9
            print(at.texts, table.state.result)

    run(play())
