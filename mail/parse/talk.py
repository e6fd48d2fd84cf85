"""How people write ``say`` in mails, brought into the one spelling that the desk knows."""

import re

SAY = re.compile(r"say\s+(?:to\s+)?(?P<to>[^\s:,]+)\s*[:,]?(?:\s+(?P<text>\S.*))?$", re.I)
ALL = frozenset(["all", "everybody", "everyone", "*"])


def plain(line: str) -> str:
    """Return ``say to Bob: hello`` as ``say Bob hello``, ``say all hello`` as ``say * hello``;
    any other line as it is.
    """
    match = SAY.match(line)
    if match is None or not match["text"]:
        return line
    to = "*" if match["to"].casefold() in ALL else match["to"]
    return f"say {to} {match['text']}"


def is_prose(line: str) -> bool:
    """Return whether a line is a sentence, such as people write around their orders. A mistyped
    order is none, and is refused instead.
    """
    return line[-1] in ".:!?,。：！？" and (len(line.split()) > 2 or not line.isascii())
