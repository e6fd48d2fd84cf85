"""What speaks for a sender: Authentication-Results (RFC 8601) of our own mail exchanger, of which
others may be forged, and signatures: DKIM (RFC 6376) and ARC (RFC 8617).
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from email.message import Message
from functools import cache
from typing import Literal

import dkim
from authres import AuthenticationResultsHeader, AuthResError
from dkim.util import InvalidTagValueList, parse_tag_value
from msgspec import Struct
from publicsuffixlist import PublicSuffixList

from mail.parse.charsets import END_OF_HEADERS, KEPT, opened

Verdict = Literal["pass", "fail", "none", "absent"]
"""``none``: it has looked and found nothing to go by; ``absent``: it has not said anything."""

DOMAINS = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom",),
}
"""Where a method says of which domain it speaks."""
MOST_RESULTS = 50
"""Results of one header that are read."""


class Result(Struct, frozen=True):
    method: str
    result: str
    domain: str


def verdict(headers: Sequence[str], authserv_id: str, domain: str) -> Verdict:
    """Return what the topmost header of our own exchanger, ``authserv_id``, says of mail from
    ``domain``. Those that write no name (Outlook) are configured as an empty one. Without a DMARC
    policy, a signature or a path of the same organisation will do; and if that fails, or nobody
    says whose it is that fails, it counts as much.
    """
    for header in headers:
        items = items_of(header)
        name = "" if "=" in items[0] else name_in(header)
        if name.casefold() == authserv_id.casefold() and (name or "=" in items[0]):
            return judged(items if not name else items[1:], domain.casefold())
    return "absent"


def name_in(header: str) -> str:
    """Return who has written a verdict; some write no name."""
    first = items_of(header)[0]
    return "" if "=" in first else next(iter(first.split()), "")


def judged(items: Sequence[str], domain: str) -> Verdict:
    """Return what the results of one header come to."""
    results = [found for item in items[:MOST_RESULTS] for found in result_of(item)]
    if any(one.method == "dmarc" and one.result == "fail" for one in results):
        return "fail"
    if any(one.result == "pass" and aligned(domain, one.domain) for one in results):
        return "pass"
    for one in results:
        if one.result == "fail" and (not one.domain or aligned(domain, one.domain)):
            return "fail"
    return "none"


def result_of(item: str) -> Iterator[Result]:
    """Yield the result that stands between two semicolons, if one can be read."""
    item = item.translate({ord("<"): None, ord(">"): None})
    try:
        found = AuthenticationResultsHeader.parse_value(f"x; {item}").results
    except AuthResError:
        return
    for one in found:
        method = one.method.casefold()
        if method in DOMAINS:
            named = {f"{p.type}.{p.name}".casefold(): p.value for p in one.properties}
            domain = next((named[key] for key in DOMAINS[method] if key in named), "")
            domain = domain.strip('".').rpartition("@")[2].casefold()
            yield Result(method, one.result.casefold(), domain)


@cache
def suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def organisation(domain: str) -> str:
    """Return the domain under which somebody has all of theirs; nothing for one that is nobody's,
    such as a whole country's.
    """
    return suffixes().privatesuffix(domain.casefold().strip(".")[:253]) or ""


def aligned(domain: str, other: str) -> bool:
    """Return whether ``other`` speaks for mail from ``domain``: both are of one organisation (RFC
    7489, 3.1.1, relaxed).
    """
    whose = organisation(domain)
    return bool(whose) and whose == organisation(other)


def items_of(header: str) -> list[str]:
    """Return what stands between the semicolons of a header, one at least, without what stands in
    parentheses, however nested: senders can put anything there, and between quotation marks. What
    is never closed takes the rest with it.
    """
    items: list[list[str]] = [[]]
    depth, in_quotes, escaped = 0, False, False
    for sign in header:
        if escaped:
            escaped = False
        elif sign == "\\" and (depth or in_quotes):
            escaped = True
        elif in_quotes:
            in_quotes = sign != '"'
        elif sign == '"' and not depth:
            in_quotes = True
        elif sign == "(":
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            continue
        elif sign == ";" and not depth:
            items.append([])
            continue
        if not depth:
            items[-1].append(sign)
    return ["".join(item).strip() for item in items]


MOST_SIGNATURES = 3
"""Signatures of one mail that are checked."""
HOPS = 5
"""Hosts in a row that may have passed a mail on."""
LONGEST = 4_000
"""Characters of a header with a signature."""
KEY = 1_000
"""Bytes of a key's record: one of 4096 bits has about 750."""
BITS = 1_024
"""Bits of a key at the least (RFC 8301, 3.2)."""
BLANKS = re.compile(rb"[ \t]{500}")
BLANKS_IN_HEADERS = re.compile(rb"\s{40}")
"""More than any program writes in a row."""
LABELS = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.){1,20}[a-z0-9-]{2,63}")
ONCE = frozenset(
    b"from sender reply-to to cc subject date message-id in-reply-to references content-type"
    b" content-transfer-encoding mime-version".split()
)
"""Headers of which a mail has one at the most (RFC 5322, 3.6): of a second one a signature may say
nothing, and a reader take it for the one that is signed.
"""
SIGNATURE, SEAL = "DKIM-Signature", "ARC-Seal"
ARC = (SEAL, "ARC-Message-Signature", "ARC-Authentication-Results")

quiet = logging.Logger("signatures", logging.CRITICAL + 1)
"""Where the library says what it thinks of others' signatures."""


class Signatures(Struct, frozen=True):
    """What of a mail is worth checking for one sender: its signatures of the sender's own
    organisation, by their number from the top, and whether a chain of trusted seals stands in it;
    each with the ``names`` under which the keys are found.
    """

    raw: bytes
    domain: str
    signed: tuple[tuple[int, str], ...] = ()
    seals: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names under which keys are to be looked up."""
        return frozenset(self.seals) | {name for _, name in self.signed}


def signatures_in(raw: bytes, domain: str, sealers: AbstractSet[str]) -> Signatures:
    """Return which signatures may speak for mail from ``domain``; ``sealers`` are the domains whose
    seals are believed. Raises ``Unreadable``.
    """
    found = Signatures(raw, domain.casefold())
    head = END_OF_HEADERS.search(raw)
    if len(raw) > KEPT or head is None or BLANKS.search(raw):
        return found
    if BLANKS_IN_HEADERS.search(raw, 0, head.start()):
        return found
    message = opened(raw)
    names = [name.casefold().encode("ascii", "replace") for name in message]
    if any(names.count(name) > 1 for name in ONCE):
        return found
    signed = []
    for at, tags in enumerate(tags_of(message, SIGNATURE)):
        key = key_name(tags)
        covered = map(str.strip, text(tags, b"h").casefold().split(":"))
        # With a length anybody may write on below what is signed.
        whole = b"l" not in tags and "from" in covered
        if key and whole and aligned(domain, text(tags, b"d")):
            signed.append((at, key))
    return Signatures(raw, found.domain, tuple(signed[:MOST_SIGNATURES]), seals(message, sealers))


def seals(message: Message, sealers: AbstractSet[str]) -> tuple[str, ...]:
    """Return the names of the keys of a chain of seals; nothing where one of them is nobody's who
    is believed: they may have changed the mail.
    """
    chain = [tags for name in ARC[:2] for tags in tags_of(message, name)]
    keys = tuple(dict.fromkeys(map(key_name, chain)))
    believed = all(text(tags, b"d").casefold() in sealers and b"l" not in tags for tags in chain)
    return keys if 0 < len(chain) <= 2 * HOPS and believed and all(keys) else ()


def tags_of(message: Message, name: str) -> list[dict[bytes, bytes]]:
    """Return the tags of all headers of one name, the topmost first; none for one that cannot be
    read.
    """
    found: list[dict[bytes, bytes]] = []
    for value in message.get_all(name) or []:
        tags: dict[bytes, bytes] = {}
        if len(str(value)) <= LONGEST:
            with suppress(InvalidTagValueList):
                tags = parse_tag_value(
                    re.sub(rb"\r?\n", b"", str(value).encode("ascii", "replace"))
                )
        found.append(tags)
    return found


def text(tags: Mapping[bytes, bytes], name: bytes) -> str:
    return tags.get(name, b"").decode("ascii", "replace")


def key_name(tags: Mapping[bytes, bytes]) -> str:
    """Return under which name the key of a signature is found; nothing for none that could be."""
    name = f"{text(tags, b's')}._domainkey.{text(tags, b'd')}".casefold()
    return name if len(name) <= 253 and LABELS.fullmatch(name) else ""


def speaks(found: Signatures, keys: Mapping[str, bytes]) -> str:
    """Return what speaks for the sender: ``signed`` or ``sealed``; nothing where nothing does.
    Never raises: a signature that cannot be checked is none.
    """

    def key(name: bytes, **_timeout: float) -> bytes | None:
        record = keys.get(name.decode("ascii", "replace").rstrip(".").casefold())
        return record if record is not None and len(record) <= KEY else None

    for at, _ in found.signed:
        with suppress(Exception):
            if dkim.DKIM(found.raw, logger=quiet, minkey=BITS).verify(at, key):
                return "signed"
    if found.seals:
        with suppress(Exception):
            chain = dkim.ARC(found.raw, logger=quiet, minkey=BITS)
            verdict, sets, _ = chain.verify(key)
            # Who saw it first has seen it as its writer sent it.
            first = str(sets[-1]["aar-value"], "ascii", "replace")
            if verdict == dkim.CV_Pass and judged(items_of(first)[2:], found.domain) == "pass":
                return "sealed"
    return ""
