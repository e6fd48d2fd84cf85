"""Random games in which people ask to go back, agree and refuse, and moderators rule."""

import random
from collections import Counter

from engine.messages import Address, Receipt
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.store.sqlite import SqliteStore
from engine.testing.kit import Case
from tests.kit.made import message_of
from tests.kit.seated import AT, chosen, making

RULINGS = ("gm pause", "gm resume", "gm announce a storm is coming", "gm undo")


class Wanderer:
    """Plays one game through the referee; ``done`` counts what the desk has done."""

    def __init__(self, store: SqliteStore, case: Case, seed: int):
        self.case, self.rng, self.referee = case, random.Random(seed), Referee(store, {})
        self.seats, self.messages = case.kit.setting(seed).seats, 0
        self.done = Counter[str]()
        homes = [Address(door="test", sender=seat, game="g", viewer=seat) for seat in self.seats]
        self.referee.take([making(case, seed, homes)], AT)

    def go_on(self, batch: Batch) -> tuple[int, int, bool]:
        opened = batch.game("g")
        assert opened is not None
        table = opened.table
        if table.state.result is None:
            batch.enter(opened, *chosen(table, self.rng))
        return opened.n, table.state.now, table.state.result is None

    def say(self, who: str, text: str, at: int, rank: str = "") -> None:
        self.messages += 1
        message = message_of(
            "test", f"{self.messages}", who, text, at=at, game="g", rank="moderator" if rank else ""
        )
        receipt = self.referee.take([message], at).answers[0]
        assert isinstance(receipt, Receipt), receipt
        if receipt.status == "answered":
            self.done[receipt.facts["did"]] += 1

    def beside(self, lines: int, at: int) -> None:
        rng = self.rng
        match rng.randrange(4):
            case 0:
                self.say("max", rng.choice(RULINGS), at, "moderator")
            case 1 if lines > 4:
                self.say("max", f"gm rollback {rng.randrange(2, lines)}", at, "moderator")
            case _:
                back = f"undo {rng.randrange(2, lines)}" if lines > 4 and rng.random() < 0.7 else ""
                self.say(rng.choice(self.seats), back or "undo", at)
                if rng.random() < 0.4:
                    self.say(rng.choice(self.seats), "disagree", at)
                else:
                    for seat in self.seats:
                        self.say(seat, "agree", at)

    def play(self, entries: int) -> None:
        for _ in range(entries):
            lines, at, going = self.referee.take([self.go_on], AT).answers[0]
            if not going:
                return
            if self.rng.random() < 0.5:
                self.beside(lines, at)
        self.say("max", "gm close", at, "moderator")
