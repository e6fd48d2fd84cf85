"""The mails of ``second_thoughts``, a few by day and all of them at night."""

import pytest

from tests.mail.second_thoughts import CLEAR, DOUBTFUL, fates


@pytest.mark.parametrize("language", DOUBTFUL)
def test_what_may_have_been_taken_back_is_not_played(language: str) -> None:
    texts = list(DOUBTFUL[language])
    assert [text for text, now in zip(texts, fates(texts), strict=True) if now == "played"] == []


def test_few_clear_mails_are_asked_about() -> None:
    texts = [text for each in CLEAR.values() for text, _ in each]
    asked = [text for text, now in zip(texts, fates(texts), strict=True) if now != "played"]
    assert len(asked) <= len(texts) // 10, asked
