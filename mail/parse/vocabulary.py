"""Words and phrases of many languages, from ``words.toml``."""

import tomllib
from importlib.resources import files
from typing import Any

VOCABULARY: dict[str, Any] = tomllib.loads(
    files("mail.parse").joinpath("words.toml").read_text("utf-8")
)


def any_of(lines: str) -> str:
    """Return an expression for the alternatives of a text, one a line."""
    return "(?:" + "|".join(lines.strip("\n").split("\n")) + ")"


def phrases(texts: dict[str, str], parts: dict[str, str]) -> str:
    """Return an expression for the phrases of all texts. A dash begins a phrase, whose lines are
    joined without a blank. ``<NAME>`` stands for a part.
    """
    found = [
        part.replace("\n", "") for text in texts.values() for part in f"\n{text}".split("\n- ")
    ]
    whole = "(?:" + "|".join(f"(?:{one})" for one in found if one) + ")"
    for name, part in parts.items():
        whole = whole.replace(f"<{name}>", part)
    return whole
