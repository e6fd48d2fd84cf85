"""Replies as people write them: no order is played against its writer's will."""

import pytest

from tests.mail.said import counted

MOST = {
    "corrections": 6, "conditions": 3, "negations": 3, "no-order": 3, "mixed": 20,
    "two-answers": 5, "everyday": 4, "typos": 12, "spelling": 22, "dictation": 14, "prose": 15,
    "yesno": 5,
}  # fmt: skip
"""How many replies of each class have another outcome than a person would give them."""


@pytest.mark.parametrize("name", MOST)
def test_replies_are_read_as_people_mean_them(name: str) -> None:
    ((_, found),) = counted(name)
    assert found["danger"] == 0
    assert found["wrong"] <= MOST[name], found
