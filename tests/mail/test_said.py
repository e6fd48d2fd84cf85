"""Replies as people write them: no order is played against its writer's will."""

import pytest

from tests.mail.said import OTHERS, counted

MOST = {
    "corrections": 2, "conditions": 0, "negations": 3, "no-order": 0, "mixed": 7,
    "two-answers": 5, "everyday": 1, "typos": 1, "spelling": 1, "dictation": 1, "prose": 3,
    "yesno": 2, "doubtful": 0, "plain": 0,
}  # fmt: skip
"""How many replies of each class have another outcome than a person would give them."""


@pytest.mark.parametrize("name", MOST)
def test_replies_are_read_as_people_mean_them(name: str) -> None:
    ((_, found),) = counted(name)
    assert found["danger"] == 0
    assert found["wrong"] <= MOST[name], found


def test_orders_are_read_as_people_type_them() -> None:
    found = [found for _, found in counted(corpus=OTHERS["typed"])]
    assert sum(one["danger"] for one in found) == 0
    assert sum(one["wrong"] for one in found) <= 4


def test_nothing_withdrawn_is_played_from_unseen_replies() -> None:
    names = ("corrections", "conditions", "two-answers")
    found = [found for _, found in counted(*names, corpus=OTHERS["unseen"])]
    assert sum(one["danger"] for one in found) == 0
