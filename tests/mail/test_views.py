"""The samples that are looked at can be made, for every game and in every language."""

from pathlib import Path

import pytest

from engine.testing.kit import Case
from tests.kit.games import registered
from tests.mail.test_whole import body_is_sound
from tests.mail.views import LANGUAGES, page_of, reports


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)
def test_a_report_of_every_game(case: Case, language: str, tmp_path: Path) -> None:
    mail = reports(case, language, tmp_path)
    assert body_is_sound(mail)
    assert "data:image/png;base64," in page_of(mail)
    assert "cid:" not in page_of(mail)
