"""Discord's limits, from its documentation, and functions that fit texts to them."""

CONTENT = 2000
"""Maximum characters of a message."""
ALT = 1024
"""Maximum characters of a picture's description."""
CUSTOM_ID = 100
LABEL = 80
"""Maximum characters on a button."""
OPTION = 100
"""Maximum characters of a menu's option, and of an autocompletion and its value."""
CHOICES = 25
"""Maximum number of options of a menu, and of autocompletions."""
EMBED_TITLE = 256
EMBED_TEXT = 4096
COMPONENTS = 40
"""Maximum number of components of a panel, with those within others."""
ROW = 5
"""Maximum number of buttons in a row."""
PLACEHOLDER = 150
MODAL_TITLE = 45
MODAL_FIELDS = 5
MODAL_LABEL = 45
MODAL_HINT = 100
"""Maximum characters of a field's description, and of its placeholder."""
MODAL_TEXT = 4000
"""Maximum characters that a person can type into a form."""
THREAD_NAME = 100
NONCE = 25

FILE = 10 * 2**20
"""Maximum bytes of a file, at every server."""

ELLIPSIS = "…"


def clipped(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + ELLIPSIS


def lines_within(lines: list[str], most: int) -> tuple[str, bool]:
    """Return the last lines that fit together, and whether some are left out."""
    kept: list[str] = []
    room = most
    for line in reversed(lines):
        if kept and len(line) + 1 > room:
            return "\n".join(reversed(kept)), True
        kept.append(clipped(line, most))
        room -= len(kept[-1]) + 1
    return "\n".join(reversed(kept)), False
