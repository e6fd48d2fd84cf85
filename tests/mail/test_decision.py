"""The table that decides whether a mail is played, waits for a YES, or is refused: cases of each
row.
"""

from pathlib import Path
from typing import Any

import pytest

from mail.incoming import decision
from mail.incoming.confirmations import NOTES
from mail.memberships import DOOR
from tests.kit.data import beside
from tests.kit.each import each
from tests.mail.nasty import positioned
from tests.mail.positions import answer
from tests.mail.said import journalled
from tests.mail.stage import Office

DATA = beside(__file__)


def test_each_row_has_cases() -> None:
    names = {row.name.replace(" ", "-") for row in decision.HOLD_RULES}
    assert names | {"clear", "refused"} == set(DATA)


@each("name, case", [(name, case) for name, row in DATA.items() for case in row["cases"]])
def test_a_mail_is_decided_by_the_table(
    name: str, case: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, text, orders = case
    rows: list[str] = []

    def decide(mail: decision.MailOrders) -> Any:
        found = decided(mail)
        rows.append(found.row.name.replace(" ", "-") if found.row else "")
        return found

    async def play(at: Office) -> None:
        before = await journalled(at, "Ann")
        await at.take(answer(at, text))
        played = tuple((await journalled(at, "Ann"))[len(before) :])
        left = await at.writer.run(lambda batch: NOTES.below(batch.notes_of(DOOR), "pending/g12"))
        held = tuple(line for one in left.values() for line in one.lines)
        assert played == (orders if name == "clear" else ())
        assert held == (() if name in ("clear", "refused") else orders)
        assert name in ("clear", "refused", *rows[-1:])

    decided = decision.decide
    monkeypatch.setattr("mail.incoming.interpreter.decide", decide)
    positioned(tmp_path, play, position)
