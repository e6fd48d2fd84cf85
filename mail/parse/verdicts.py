"""What the own mail exchanger says of the sender: Authentication-Results (RFC 8601), of which
others may be forged.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from authres import AuthenticationResultsHeader, AuthResError
from msgspec import Struct
from publicsuffixlist import PublicSuffixList

Verdict = Literal["pass", "fail", "none", "absent"]
"""``none``: it has looked and found nothing to go by; ``absent``: it has not said anything."""

DOMAINS = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom",),
}
"""Where a method says of which domain it speaks."""
MOST = 50
"""Results of one header that are read."""


class Result(Struct, frozen=True):
    """What one method has found of one domain; nothing where it does not say which."""

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
    results = [found for item in items[:MOST] for found in result_of(item)]
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
    """Return the list of the names under which anybody may have a domain."""
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
