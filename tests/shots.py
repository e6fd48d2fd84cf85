"""Pictures of pages, taken by Chromium where it is installed."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from renderers.toolkit.colours import Colour, palette_of
from tests.renderers import gallery

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
SHOTS = gallery.FOLDER / "shots.json"
"""For pictures of mails and pages: the game, and the mark of its picture in the gallery."""
SCHEMES = {"light": 1, "dark": 0}
NARROWEST = 500
"""Pixels: Chromium's own window is never narrower."""


def note(picture: Path, kind: str) -> None:
    """Write down how the game on a picture of the docs is drawn today; a test compares."""
    known = json.loads(SHOTS.read_text("ascii")) if SHOTS.exists() else {}
    known[picture.name] = [kind, json.loads(gallery.MARKS.read_text("ascii"))[kind]]
    SHOTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "ascii")


def few(picture: Image.Image, colours: int) -> Image.Image:
    """Return a picture with a palette of this size. Half of it are the most frequent bright
    colours, so that a small badge keeps its colour beside large grey areas.
    """
    counted: Any = picture.getcolors(picture.width * picture.height) or []

    def weight(found: tuple[int, Colour]) -> int:
        return found[0] * (max(found[1]) - min(found[1]) + 8)

    own = [ink for _, ink in sorted(counted, key=weight, reverse=True)[: colours // 2]]
    rest = picture.quantize(colours - len(own), kmeans=1).getpalette() or []
    palette = palette_of([*own, *zip(rest[::3], rest[1::3], rest[2::3], strict=True)][:colours])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def shoot(page: Path, width: int, scheme: str = "dark", height: int = 2_400) -> Image.Image:
    """Return a picture of the page, so many pixels wide, without the empty ground below."""
    assert CHROMIUM is not None, "neither chromium nor google-chrome was found"
    with tempfile.TemporaryDirectory() as folder:
        # In a window that is wider than the page, a frame of the right width stands for it.
        frame, picture = Path(folder, "frame.html"), Path(folder, "picture.png")
        frame.write_text(
            f'<body style="margin:0"><iframe src="{page.as_uri()}" width="{width}"'
            f' height="{height}" style="border:0"></iframe>'
        )
        command = (
            CHROMIUM,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--allow-file-access-from-files",
            f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
            f"--window-size={max(width, NARROWEST)},{height}",
            f"--screenshot={picture}",
            (frame if width < NARROWEST else page).as_uri(),
        )
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        with Image.open(picture) as whole:
            part = whole.convert("RGB").crop((0, 0, width, whole.height))
    ground = Image.new("RGB", part.size, part.getpixel((width - 1, part.height - 1)))
    used = ImageChops.difference(part, ground).getbbox()
    return part.crop((0, 0, width, min(part.height, (used or (0, 0, 0, 0))[3] + 16)))
