"""FETCH: the data of one mail (RFC 9051, 6.4.5)."""

import re
import time

from mail.sandbox import grammar, parts
from mail.sandbox.boxes import SEEN, StoredMail

MACROS = {
    "FAST": ["FLAGS", "INTERNALDATE", "RFC822.SIZE"],
    "ALL": ["FLAGS", "INTERNALDATE", "RFC822.SIZE", "ENVELOPE"],
    "FULL": ["FLAGS", "INTERNALDATE", "RFC822.SIZE", "ENVELOPE", "BODY"],
}
OLD = {"RFC822": "BODY[]", "RFC822.HEADER": "BODY.PEEK[HEADER]", "RFC822.TEXT": "BODY[TEXT]"}
"""The item names of RFC 1730, and their modern equivalents."""
BODY = re.compile(r"BODY(\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?", re.I | re.S)


def fetched(mail: StoredMail, items: list[str], *, uid: bool, read_only: bool) -> bytes:
    """Return the answer to FETCH, without its parentheses. Raises ``Wrong`` for an unknown item."""
    wanted = [item for one in items for item in MACROS.get(one.upper(), [one])]
    if uid and "UID" not in map(str.upper, wanted):
        wanted.insert(0, "UID")
    bodies = [BODY.fullmatch(OLD.get(one.upper(), one)) for one in wanted]
    if not read_only and SEEN not in mail.flags and any(body and not body[1] for body in bodies):
        mail.flags.add(SEEN)
        if "FLAGS" not in map(str.upper, wanted):
            wanted.append("FLAGS")
    return b" ".join(one_of(mail, item) for item in wanted)


def one_of(mail: StoredMail, item: str) -> bytes:
    """Return one item with its name. Raises ``Wrong`` if the item is unknown."""
    name = item.upper()
    if name == "UID":
        return b"UID %d" % mail.uid
    if name == "FLAGS":
        return f"FLAGS ({' '.join(sorted(mail.flags))})".encode()
    if name == "INTERNALDATE":
        return time.strftime(
            'INTERNALDATE "%d-%b-%Y %H:%M:%S +0000"', time.gmtime(mail.at)
        ).encode()
    if name == "RFC822.SIZE":
        return b"RFC822.SIZE %d" % len(mail.raw)
    if name == "ENVELOPE":
        return b"ENVELOPE " + parts.envelope(mail.raw)
    if name in ("BODY", "BODYSTRUCTURE"):
        return name.encode() + b" " + parts.structure(mail.raw, extended=name == "BODYSTRUCTURE")
    match = BODY.fullmatch(OLD.get(name, item))
    if match is None:
        raise grammar.Wrong(item)
    data, shown = parts.section(mail.raw, match[2]), name if name in OLD else f"BODY[{match[2]}]"
    if match[3] is not None:
        data, shown = data[int(match[3]) :][: int(match[4])], f"{shown}<{match[3]}>"
    return f"{shown} {{{len(data)}}}\r\n".encode() + data
