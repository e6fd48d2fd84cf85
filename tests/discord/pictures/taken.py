"""The pictures beside the docs: made, and known to be current."""

import hashlib
import io
import json
import tempfile
from pathlib import Path

from tests.discord.opportunities import run
from tests.discord.pictures.film import film, shots
from tests.discord.pictures.page import Screen, Writing, page
from tests.discord.pictures.scenes import SCENES
from tests.repo.tree import ROOT
from tests.shots import few, shoot

FOLDER = ROOT / "docs/pictures"
SOURCES = FOLDER / "discord.json"
"""For each picture, the hash of what it was made of."""
FILM = "interrupt"
NAMES = (FILM, *SCENES)
"""Of all pictures."""
COLOURS = (160, 128, 96, 64)
LARGEST = 110_000
"""Bytes of a picture at the most: it gets as many colours as fit."""
TALLEST = 2_600


def screens(name: str) -> list[Screen]:
    if name == FILM:
        return [screen for shot in shots() for screen in (shot.left, shot.right)]
    with tempfile.TemporaryDirectory() as folder:
        found: list[Screen] = run(SCENES[name].play(Path(folder)))
        return found


def digest(shown: list[Screen]) -> str:
    source = json.dumps([screen.source() for screen in shown], sort_keys=True)
    return hashlib.sha256(source.encode()).hexdigest()


def taken(shown: list[Screen], width: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        path.write_text(page("".join(Writing(one).screen() for one in shown)), "utf-8")
        picture = shoot(path, width, height=TALLEST)
    for colours in COLOURS:
        made = io.BytesIO()
        few(picture, colours).save(made, "PNG", optimize=True)
        if made.tell() <= LARGEST:
            return made.getvalue()
    raise ValueError(f"{made.tell()} bytes in {COLOURS[-1]} colours")


def noted() -> dict[str, str]:
    found: dict[str, str] = json.loads(SOURCES.read_text("utf-8")) if SOURCES.exists() else {}
    return found


def stale(name: str) -> bool:
    return noted().get(name) != digest(screens(name))


def make(name: str) -> None:
    if name == FILM:
        (FOLDER / f"discord-{name}.gif").write_bytes(film(shots()))
    else:
        made = taken(screens(name), SCENES[name].width)
        (FOLDER / f"discord-{name}.png").write_bytes(made)
    known = noted() | {name: digest(screens(name))}
    kept = {one: known[one] for one in sorted(NAMES) if one in known}
    SOURCES.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
