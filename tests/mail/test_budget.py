"""A mail has a budget: how often menus are made and read, how many examples are composed, and what
is looked at of a stranger's, whatever the mail says.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.lenient import Walk
from engine.menu import Choice, Menu
from engine.referee.referee import MOST_ORDERS
from engine.table import GameTable
from mail.incoming import order_sheet
from mail.incoming.decision import LINES
from mail.incoming.interpreter import WORDS, WORK
from mail.incoming.order_sheet import EXPLAINED
from mail.incoming.session import MailSession
from mail.incoming.spoken import TRIES
from mail.parse import reading
from mail.parse.subtract import TRIED
from tests.kit.story import on
from tests.mail.nasty import POSITIONS, messages, positioned
from tests.mail.positions import answer
from tests.mail.stage import Office, rows, text_of

LAWS = {
    # On a sheet that holds something a set is tried twice, then given; and once for the answer.
    "read": 4 * MOST_ORDERS,
    "menu": 3 * MOST_ORDERS + 5 * WORDS,
    # Once to tell a line from prose; once more, whether a word of ours is an order here; and for
    # the orders within a few sentences.
    "stops_at": 2 * TRIED + MOST_ORDERS + 2 * LINES * TRIES,
    # Menus of which examples are composed: one for each refusal with examples, at each reading.
    "examples": 2 * EXPLAINED + 2 * WORDS,
    # For telling orders from prose, deciding, and playing; the last reading may go beyond.
    "read_slot": 4 * WORK,
}
"""How often each is called for one mail at the most."""


def counted(patch: pytest.MonkeyPatch, owner: Any, name: str, counts: Counter[str]) -> None:
    called = getattr(owner, name)

    def count(*args: Any, **kwargs: Any) -> Any:
        counts[name] += 1
        return called(*args, **kwargs)

    patch.setattr(owner, name, count)


@pytest.mark.parametrize("position", POSITIONS)
def test_no_mail_makes_more_work_than_its_budget(
    position: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[str] = Counter()

    async def play(at: Office) -> None:
        counted(monkeypatch, Walk, "read_slot", counts)
        for name in {*LAWS} - {"read_slot"}:
            counted(monkeypatch, GameTable if name == "menu" else Menu, name, counts)
        for what, text in messages(position):
            counts.clear()
            await at.take(answer(at, text))
            over = {name: n for name, n in counts.items() if n > LAWS[name]}
            assert not over, what

    positioned(tmp_path, play, position)


@on(positioned, "desert, plans")
async def test_of_more_than_sixty_orders_none_is_tried(
    at: Office, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[str] = Counter()
    before = (await at.table()).save()
    counted(monkeypatch, order_sheet, "read", counts)
    counted(monkeypatch, MailSession, "submit", counts)
    await at.take(answer(at, "hold ART-2; " * MOST_ORDERS + "show"))
    assert not counts
    receipt = await at.latest("Ann")
    assert rows(receipt, "NOT DONE") == ["show"], "the first order too many is named"
    assert "That is 61 orders at once: the limit is 60." in text_of(receipt)
    assert (await at.table()).save() == before


@on(positioned, "desert, plans")
async def test_refusals_after_the_third_have_no_examples_and_a_line_that_looks_is_tried_once(
    at: Office, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampled: Counter[str] = Counter()
    counted(monkeypatch, Choice, "sample", sampled)
    await at.take(answer(at, "hold x"))
    one = sampled.total()
    sampled.clear()
    await at.take(answer(at, "\n".join(f"hold x{n}" for n in range(MOST_ORDERS))))
    assert sampled.total() <= one
    sampled.clear()
    counted(monkeypatch, GameTable, "take", sampled)
    await at.take(answer(at, "\n".join(["show"] * MOST_ORDERS)))
    # Each is played once; beside that, the sheet is emptied and one of them is tried.
    assert sampled["take"] <= MOST_ORDERS + 3


@pytest.mark.parametrize("kind", ["forged", "unknown", "stale"])
@on(positioned, "battleboard")
async def test_beyond_the_budget_no_text_of_a_stranger_is_looked_at(
    at: Office, *, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``forged``: as Ann, and the exchanger says so; ``unknown``: somebody who has seen Ann's
    address; ``stale``: an address of an old question, under a name that nobody vouches for.
    """
    counts, taken = Counter[str](), Counter[str]()
    raw = answer(at, "bomb bob 3 5 maybe\n" * 50, verdict="fail")
    if kind == "unknown":
        raw = raw.replace(b"ann@mail.example", b"eve@evil.example")
    if kind == "stale":
        await at.take(answer(at, "pass"))
        await at.take(answer(at, "pass", "Bob"))
    own = answer(at, "pass")
    counted(monkeypatch, reading, "body_in", counts)
    for n in range(100):
        handled = await at.take(raw.replace(b"Message-ID: <", b"Message-ID: <%d." % n))
        taken[handled.what] += 1
    assert counts["body_in"] <= 40, "twice as many as an hour's answers"
    assert taken["too many"] >= 60
    assert (await at.take(own)).what == "accept", "Ann is read all the same"
