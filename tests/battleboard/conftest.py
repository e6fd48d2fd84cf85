from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.battleboard.line import Port, served


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "line.db"


@pytest.fixture
def two(path: Path) -> AbstractAsyncContextManager[Port]:
    return served(path, scenario={"boards": [[[0, 1]], [[2, 2]]]})


@pytest.fixture
def three(path: Path) -> AbstractAsyncContextManager[Port]:
    return served(path, scenario={"boards": [[[0, 0]], [[1, 1]], [[2, 2]]]}, players=3)
