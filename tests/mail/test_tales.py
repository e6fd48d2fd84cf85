"""Tales of the folder `tales`, told as `tests.mail.tale` says."""

import tomllib
from pathlib import Path

import pytest

from tests.mail.tale import tell

FILES = sorted((Path(__file__).parent / "tales").glob("*.toml"))
TALES = {
    f"{path.stem}: {title}": text
    for path in FILES
    for title, text in tomllib.loads(path.read_text("utf-8")).items()
}


@pytest.mark.parametrize("title", TALES)
def test_the_tales(title: str, tmp_path: Path) -> None:
    tell(tmp_path, TALES[title])
