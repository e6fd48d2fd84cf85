"""Shows a picture at a terminal with colours: half blocks, two pixels each."""

from io import BytesIO

from PIL import Image

LOWER = "▄"
WIDEST = 160
"""Maximum width of a picture, in columns."""


def half_blocks(png: bytes, width: int) -> str:
    """Return a picture in lines of up to ``width`` half blocks, with codes for 24-bit colours."""
    image = Image.open(BytesIO(png)).convert("RGB")
    across = min(width - 1, WIDEST, image.width)
    down = max(2, round(image.height * across / image.width / 2) * 2)
    data = image.resize((across, down), Image.Resampling.LANCZOS).tobytes()
    lines = []
    for y in range(0, down, 2):
        line = ""
        for x in range(across):
            upper, lower = (
                ";".join(map(str, data[3 * at : 3 * at + 3]))
                for at in (y * across + x, (y + 1) * across + x)
            )
            line += f"\x1b[48;2;{upper}m\x1b[38;2;{lower}m{LOWER}"
        lines.append(f"{line}\x1b[0m")
    return "\n".join(lines)
