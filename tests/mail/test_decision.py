"""The table that decides whether a mail is played, waits for a YES, or is refused: cases of each
row.
"""

from typing import Any

import pytest

from mail.incoming import decision
from tests.kit.data import beside
from tests.kit.each import each
from tests.mail.people import outcome_at

DATA = beside(__file__)


def test_each_row_has_cases() -> None:
    names = {row.name.replace(" ", "-") for row in decision.HOLD_RULES}
    assert names | {"clear", "refused"} == set(DATA)


@each("name, case", [(name, case) for name, row in DATA.items() for case in row["cases"]])
def test_a_mail_is_decided_by_the_table(
    name: str, case: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, text, orders = case
    rows: list[str] = []

    def decide(mail: decision.MailOrders) -> Any:
        found = decided(mail)
        rows.append(found.row.name.replace(" ", "-") if found.row else "")
        return found

    decided = decision.decide
    monkeypatch.setattr("mail.incoming.interpreter.decide", decide)
    found = outcome_at(position, text)
    match name:
        case "clear":
            assert (found.played, found.held) == (orders, ())
        case "refused":
            assert (found.played, found.held) == ((), ())
        case _:
            assert (found.played, found.held, rows[-1]) == ((), orders, name)
