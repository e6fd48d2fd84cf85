"""Two referees live through the same, one of which is put together anew from its rows: they answer,
store and tell the same.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from engine.messages import Receipt
from engine.referee.referee import Job
from engine.state import PUBLIC
from engine.store.rows import DeliveryReport
from tests.referee.stage import DOOR, House
from tests.referee.test_machine import GAMES, SENDERS, Life
from tests.stored import every_game

ADDRESSES = ("ann at home", "bob at home")


class Both(House):
    """A house, whose ``twin`` is told the same and never begins again."""

    twin: House | None = None

    def open(self) -> None:
        super().open()
        if self.twin is None:
            self.twin = House(self.path.with_name("twin"))

    def take(self, jobs: Sequence[Job], delivered: DeliveryReport | None = None) -> list[Any]:
        answers = super().take(jobs, delivered)
        assert self.twin is not None
        self.twin.at = self.at
        others = self.twin.take(jobs, delivered)
        assert list(map(plain, others)) == list(map(plain, answers))
        return answers

    def close(self) -> None:
        super().close()
        assert self.twin is not None
        self.twin.close()


def plain(answer: Any) -> Any:
    if isinstance(answer, Receipt) and "code" in answer.facts:
        return msgspec.structs.replace(answer, facts=answer.facts | {"code": "…"})
    return answer if isinstance(answer, Receipt) else type(answer)


class Twins(Life):
    """The life of both, with people who say that several addresses are theirs, and take it back."""

    opens = Both
    steps = 0
    """Taken in all lives."""

    @rule(who=st.sampled_from(SENDERS), other=st.sampled_from(ADDRESSES), right=st.booleans())
    def link(self, who: str, other: str, right: bool) -> None:
        """Somebody asks for a code and says it at another address, or something like it."""
        assert isinstance(self.house, Both)
        assert self.house.twin is not None
        for house in (self.house, self.house.twin):
            take = partial(House.take, house)
            house.at = self.house.at
            (receipt,) = take([house.message(who, "link", None, 0, id=f"<{who} {self.house.at}>")])
            code = str(receipt.facts.get("code", "ABCDEFGH")) if right else "ABCDEFGH"
            take([house.message(other, f"link {code}", None, 0, id=f"<{other} {self.house.at}>")])

    @rule(
        who=st.sampled_from(ADDRESSES),
        text=st.sampled_from(("speak red", "undo", "agree", "games", "unlink box", "say * hello")),
        game=st.sampled_from(GAMES),
    )
    def elsewhere(self, who: str, text: str, game: str) -> None:
        """Somebody says something at an address that may be another one of theirs."""
        self.take(self.house.message(who, text, game))

    @invariant()
    def both_have_stored_and_told_the_same(self) -> None:
        """Games, journals, news, addresses and cursors; views of everybody; messages."""
        Twins.steps += 1
        assert isinstance(self.house, Both)
        assert self.house.twin is not None
        one, other = self.house.store, self.house.twin.store
        assert every_game(one) == every_game(other)
        for row in every_game(one):
            for what in ("journal", "news", "readers", "addresses", "reminder"):
                assert getattr(one, what)(row.id) == getattr(other, what)(row.id), what
            assert one.cursor(DOOR, row.id) == other.cursor(DOOR, row.id)
            tables = [
                house.referee.memory[row.id].table
                for house in (self.house, self.house.twin)
                if row.id in house.referee.memory
            ]
            for viewer in (*SENDERS, PUBLIC):
                assert len({repr(table.view(viewer)) for table in tables}) <= 1
        told = [(out.sender, out.game, out.payload) for out in self.house.told]
        assert told == [(out.sender, out.game, out.payload) for out in self.house.twin.told]


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Rules and disk fail on purpose."""
    caplog.set_level(logging.CRITICAL)


def live(runs: int, steps: int) -> None:
    chosen = settings(max_examples=runs, stateful_step_count=steps)
    run_state_machine_as_test(Twins, settings=chosen)


def test_both_live_through_the_same(relay: object) -> None:
    live(6, 25)


@pytest.mark.nightly
def test_both_live_long_through_the_same(relay: object) -> None:
    live(40, 100)
