"""The laws of the store are asked of every engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.store import Store
from tests.store.engines import ENGINES, Opener


@pytest.fixture(params=ENGINES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    opener = Opener(ENGINES[request.param](tmp_path))
    yield opener
    opener.close()


@pytest.fixture
def store(opened: Opener) -> Store:
    return opened()
