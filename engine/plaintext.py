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
    return ODD.sub(lambda found: found[0] if found[0] in keep else shown(found[0]), text)


def shown(character: str) -> str:
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


def toml_in(text: str) -> dict[str, Any]:
    """Return what a text says as TOML. Raise ``ValueError``, also for what is nested too deep or
    has a number that is too long.
    """
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
