"""A process that serves players ends at any point of the life of an order that came through a door:
it is there once, if it was acknowledged or not sent again, and everybody is told of it.
"""

import asyncio
from pathlib import Path

import pytest

from tests.crash import doors
from tests.mail.conftest import certificate as certificate
from tests.mail.conftest import embedded as embedded
from tests.mail.posts import Post


def test_at_the_terminal_line_at_the_first_points(tmp_path: Path) -> None:
    tried = asyncio.run(doors.line(tmp_path, range(9, 12)))
    assert tried.wrong == []
    assert tried.points == 3


@pytest.mark.nightly
def test_at_the_terminal_line(tmp_path: Path) -> None:
    tried = asyncio.run(doors.line(tmp_path))
    assert tried.wrong == []
    assert tried.points >= 12


@pytest.mark.nightly
@pytest.mark.parametrize("by", ["discord", "mail"])
def test_in_discord_and_by_mail(tmp_path: Path, embedded: Post, by: str) -> None:
    tried = asyncio.run(doors.served(embedded, tmp_path, by))
    assert tried.wrong == []
    assert tried.points >= 20
