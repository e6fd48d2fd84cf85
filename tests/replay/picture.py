"""``python -m tests.replay.picture``: write docs/pictures/replay.png, a page in a browser."""

import io
import tempfile
from pathlib import Path

from PIL import Image

from bot.replay_page.page import page
from engine.store.sqlite import SqliteStore
from tests.records import played
from tests.replay.browser import Browser, Tab
from tests.replay.stored import reel_of
from tests.repo.tree import ROOT
from tests.shots import few, note

TARGET = ROOT / "docs" / "pictures" / "replay.png"
SIZE = 1120, 900


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.html"
        with SqliteStore(Path(folder) / "g.db") as store:
            referee = played.referee(store, "k3x9fa", {"size": "6x6"})
            played.play_out(referee, 4, "k3x9fa", side=6)
            file.write_bytes(page(reel_of(store, "k3x9fa"), "en"))

        async def look(tab: Tab) -> None:
            await tab.looks(*SIZE)
            await tab.open(file, "#step=9")
            seen = Image.open(io.BytesIO(await tab.picture()))
            few(seen.convert("RGB"), 256).save(TARGET, optimize=True)
            note(TARGET, "battleboard")

        with Browser(Path(folder) / "home") as browser:
            browser.show(look)


if __name__ == "__main__":
    main()
