"""Pictures of pages, taken by Chromium where it is installed."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
SCHEMES = {"light": 1, "dark": 0}
NARROWEST = 500
"""Pixels: Chromium's own window is never narrower."""


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
