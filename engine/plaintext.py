"""Text that people have written, and the names that they have given
themselves, as others can be shown it.
"""

import re
import tomllib
import unicodedata
from typing import Any

ODD = re.compile(
    r"[^ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u05ff\u3000-\u3163\u3165-\uabff\uff01-\uff9f]"
)
"""What has to be looked at; the letters that most people write need not be."""
BLANK = ("Cc", "Zl", "Zp")
"""Commands to a terminal, and what some reader takes for the end of a line:
a blank stands in their place.
"""
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Characters that are letters, marks or signs by their kind, and show nothing."""


LINES = "\n\t"
"""What may stand in a text of several lines."""


def clean(text: str, keep: str = "") -> str:
    """Return the text without characters that command a terminal, turn the direction of writing or
    show nothing; those to ``keep`` stay.
    """
    return ODD.sub(
        lambda found: found[0] if found[0] in keep else name_of_character(found[0]), text
    )


def name_of_character(character: str) -> str:
    """Return what stands in the place of a character."""
    kind = unicodedata.category(character)
    if kind in BLANK:
        return " "
    if kind == "Cs":
        return "\ufffd"
    return "" if kind == "Cf" or character in UNSEEN else character


def clean_name(name: str) -> str:
    """Return a name in one line, without blanks at its ends."""
    return " ".join(clean(name).split())


def unclean(value: Any, keep: str = "") -> str | None:
    """Return the first text in plain data, keys included, that ``clean`` would change; None if
    there is none.
    """
    # No recursion: what strangers send may be nested deeper than that goes.
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str) and clean(one, keep) != one:
            return one
        if isinstance(one, dict):
            left += [*one.values(), *one]
        elif isinstance(one, list | tuple):
            left += reversed(one)
    return None


QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments of TOML; one that does not end goes to the end of the text."""
DEEPEST = 8
"""Most parts of a key in TOML: the parser takes the square of their number."""
DEEP = re.compile(rf"(?:\.[^.=,\[\]{{}}\n]*+){{{DEEPEST}}}")


def toml_in(text: str) -> dict[str, Any]:
    """Return what a text says as TOML. Raises ``ValueError``, also for a key of too many parts,
    tables that are nested too deep, and numbers that are too long. Linear in the text.
    """
    bare = QUOTED.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    if (deep := DEEP.search(bare)) is not None:
        line = bare.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a key has at most {DEEPEST} parts, so write tables (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
