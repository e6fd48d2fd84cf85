"""Cleaning of texts and names that people typed, before others see them."""

import re
import tomllib
import unicodedata
from typing import Any

ODD = re.compile(
    r"[^ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u05ff\u3000-\u3163\u3165-\uabff\uff01-\uff9f]"
)
"""Characters that need checking. The letters of most languages need none."""
BLANK = ("Cc", "Zl", "Zp")
"""Categories of characters that are replaced by a blank: terminal control codes and line
separators.
"""
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Characters that Unicode classes as letters, marks or symbols, but that show nothing."""


LINES = "\n\t"
"""Control characters allowed in a text of several lines."""


def clean(text: str, keep: str = "") -> str:
    """Return the text without invisible characters, terminal control codes and changes of writing
    direction. Characters in ``keep`` stay.
    """
    return ODD.sub(
        lambda found: found[0] if found[0] in keep else name_of_character(found[0]), text
    )


def name_of_character(character: str) -> str:
    """Return the replacement of a character: itself if it is harmless, a blank, or nothing."""
    kind = unicodedata.category(character)
    if kind in BLANK:
        return " "
    if kind == "Cs":
        return "\ufffd"
    return "" if kind == "Cf" or character in UNSEEN else character


def clean_name(name: str) -> str:
    """Return a cleaned name on one line, with single blanks. It is no link anywhere."""
    return " ".join(SCHEME.sub("", clean(name)).split())


SCHEME = re.compile(r"[a-z][a-z0-9+.-]{0,20}:(?://)+", re.I)
"""The beginning of a text that Discord shows as a link."""


def unclean(value: Any, keep: str = "") -> str | None:
    """Return the first text in plain data, keys included, that ``clean`` would change."""
    # No recursion, because data from strangers may be nested too deeply for it.
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
"""Strings and comments of TOML. A string without an end reaches to the end of the text."""
DEEPEST = 8
"""The maximum number of parts in a TOML key. The parser's time grows with its square."""
MOST_PARTS = 12_000
"""The maximum number of lines, keys, parts of keys, tables and items in a TOML file. The largest of
ours has 2,724.
"""
DEEP = re.compile(rf"(?:\.[^.=,\[\]{{}}\n]*+){{{DEEPEST}}}")


def toml_in(text: str) -> dict[str, Any]:
    """Parse TOML from a stranger, in time linear in the length of the text.

    Raises ``ValueError`` if it is not TOML, a key has too many parts, a number is too long, tables
    are nested too deeply, or the file has too many parts.
    """
    bare = QUOTED.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    if (deep := DEEP.search(bare)) is not None:
        line = bare.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a key has at most {DEEPEST} parts, so write tables (at line {line})")
    if sum(map(bare.count, "\n=.,[{")) > MOST_PARTS:
        raise ValueError(f"it may have {MOST_PARTS:,} lines, keys, tables and list items together")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
