"""Evidence for the sender of a mail: Authentication-Results, DKIM and ARC.

Only the results of our own mail exchanger (RFC 8601) count, since others may be forged. DKIM is RFC
6376, ARC is RFC 8617.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from email.message import Message
from functools import cache, lru_cache
from typing import Literal

import dkim
from authres import AuthenticationResultsHeader, AuthResError
from dkim.util import InvalidTagValueList, parse_tag_value
from msgspec import Struct
from publicsuffixlist import PublicSuffixList

from mail.parse.charsets import END_OF_HEADERS, KEPT, opened

Verdict = Literal["pass", "fail", "none", "absent"]
"""``none``: the exchanger checked and found no evidence. ``absent``: it added no result."""

DOMAINS = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom",),
}
"""The properties in which each method names its domain."""
MOST_RESULTS = 50
"""Maximum number of results read from one header."""


class Result(Struct, frozen=True):
    method: str
    result: str
    domain: str


def verdict(headers: Sequence[str], authserv_id: str, domain: str) -> Verdict:
    """Return the verdict of our own exchanger's topmost header about mail from ``domain``.

    ``authserv_id`` is the name of the exchanger, empty for one that writes none (Outlook). Without
    a DMARC policy, a DKIM or SPF result for the same organisation decides. A failure that names no
    domain counts as one for ``domain``.
    """
    for header in headers:
        items = items_of(header)
        name = "" if "=" in items[0] else name_in(header)
        if name.casefold() == authserv_id.casefold() and (name or "=" in items[0]):
            return judged(items if not name else items[1:], domain.casefold())
    return "absent"


def name_in(header: str) -> str:
    """Return the exchanger's name in a header, or an empty string if it has none."""
    first = items_of(header)[0]
    return "" if "=" in first else next(iter(first.split()), "")


def judged(items: Sequence[str], domain: str) -> Verdict:
    results = [found for item in items[:MOST_RESULTS] for found in results_of(item)]
    if any(one.method == "dmarc" and one.result == "fail" for one in results):
        return "fail"
    if any(one.result == "pass" and aligned(domain, one.domain) for one in results):
        return "pass"
    for one in results:
        if one.result == "fail" and (not one.domain or aligned(domain, one.domain)):
            return "fail"
    return "none"


@lru_cache(maxsize=256)
def results_of(item: str) -> tuple[Result, ...]:
    """Return the result between two semicolons, or nothing if it can't be parsed."""
    return tuple(parsed(item))


def parsed(item: str) -> Iterator[Result]:
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
    """Return the registrable domain of an organisation, or an empty string for a public suffix."""
    return suffixes().privatesuffix(domain.casefold().strip(".")[:253]) or ""


def aligned(domain: str, other: str) -> bool:
    """Return whether ``other`` counts as evidence for mail from ``domain``. Both must belong to one
    organisation (RFC 7489, 3.1.1, relaxed).
    """
    whose = organisation(domain)
    return bool(whose) and whose == organisation(other)


def items_of(header: str) -> list[str]:
    """Split a header at its semicolons into at least one part.

    Comments in parentheses are removed, however nested, since senders can write anything there.
    Quoted text is kept together. An unclosed quotation or comment takes the rest of the header.
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
"""Maximum number of signatures of one mail that are checked."""
HOPS = 5
"""Maximum number of consecutive hosts that may have relayed a mail."""
LONGEST = 4_000
"""Maximum length of a header with a signature."""
KEY = 1_000
"""Maximum size of a key's record, in bytes; a 4096-bit key needs about 750."""
BITS = 1_024
"""Minimum size of a key, in bits (RFC 8301, 3.2)."""
BLANKS = re.compile(rb"[ \t]{500}")
BLANKS_IN_HEADERS = re.compile(rb"\s{40}")
"""More white space in a row than any mail program writes."""
LABELS = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.){1,20}[a-z0-9-]{2,63}")
ONCE = frozenset(
    b"from sender reply-to to cc subject date message-id in-reply-to references content-type"
    b" content-transfer-encoding mime-version".split()
)
"""Headers that may appear only once (RFC 5322, 3.6).

A signature may not cover a second one, and a reader could mistake it for the signed one.
"""
SIGNATURE, SEAL = "DKIM-Signature", "ARC-Seal"
ARC = (SEAL, "ARC-Message-Signature", "ARC-Authentication-Results")

quiet = logging.Logger("signatures", logging.CRITICAL + 1)
"""Swallows the library's log messages about other people's signatures."""


class Signatures(Struct, frozen=True):
    """The signatures of a mail that may count for one sender."""

    raw: bytes
    domain: str
    # the sender's own organisation: number from the top, and name of the key
    signed: tuple[tuple[int, str], ...] = ()
    seals: tuple[str, ...] = ()  # key names of a chain of trusted seals

    @property
    def names(self) -> frozenset[str]:
        """The DNS names of all keys to look up."""
        return frozenset(self.seals) | {name for _, name in self.signed}


def signatures_in(raw: bytes, domain: str, sealers: AbstractSet[str]) -> Signatures:
    """Return the signatures that may count for mail from ``domain``. ``sealers`` are the domains
    whose seals are trusted. Raises ``Unreadable`` if the mail exceeds a limit.
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
        # With a length tag, anybody could append text below the signed part.
        whole = b"l" not in tags and "from" in covered
        if key and whole and aligned(domain, text(tags, b"d")):
            signed.append((at, key))
    return Signatures(raw, found.domain, tuple(signed[:MOST_SIGNATURES]), seals(message, sealers))


def seals(message: Message, sealers: AbstractSet[str]) -> tuple[str, ...]:
    """Return the key names of a chain of seals, or nothing if one seal is not trusted. An untrusted
    host may have changed the mail.
    """
    chain = [tags for name in ARC[:2] for tags in tags_of(message, name)]
    keys = tuple(dict.fromkeys(map(key_name, chain)))
    believed = all(text(tags, b"d").casefold() in sealers and b"l" not in tags for tags in chain)
    return keys if 0 < len(chain) <= 2 * HOPS and believed and all(keys) else ()


def tags_of(message: Message, name: str) -> list[dict[bytes, bytes]]:
    """Return the tags of all headers with one name, topmost first. Unreadable ones have none."""
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
    """Return the DNS name of a signature's key, or an empty string if it can't be valid."""
    name = f"{text(tags, b's')}._domainkey.{text(tags, b'd')}".casefold()
    return name if len(name) <= 253 and LABELS.fullmatch(name) else ""


def speaks(found: Signatures, keys: Mapping[str, bytes]) -> str:
    """Return ``signed`` or ``sealed`` if a signature proves the sender, otherwise an empty string.
    Never raises: a signature that can't be checked counts as missing.
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
            # The first host saw the mail as its writer sent it.
            first = str(sets[-1]["aar-value"], "ascii", "replace")
            if verdict == dkim.CV_Pass and judged(items_of(first)[2:], found.domain) == "pass":
                return "sealed"
    return ""
