"""What the own mail exchanger says of the sender: Authentication-Results (RFC 8601),
of which others may be forged.
"""

import re
from collections.abc import Sequence
from typing import Literal

Verdict = Literal["pass", "fail", "none", "absent"]
"""``none``: it has looked and found nothing to go by; ``absent``: it has not said anything."""

METHOD = re.compile(r"\s*([a-z0-9-]{1,20})(?:/\d+)?\s*=\s*([a-z]{1,20})\b(.*)", re.I | re.S)
DOMAINS = {
    "dmarc": re.compile(r"header\.from\s*=\s*([^\s;]{1,255})", re.I),
    "dkim": re.compile(r"header\.(?:d|i)\s*=\s*(?:[^\s;@]{0,64}@)?([^\s;@]{1,255})", re.I),
    "spf": re.compile(r"smtp\.mailfrom\s*=\s*(?:[^\s;@]{0,64}@)?([^\s;@]{1,255})", re.I),
}


def verdict(headers: Sequence[str], authserv_id: str, domain: str) -> Verdict:
    """Return what the topmost header of our own exchanger, ``authserv_id``, says of mail from
    ``domain``. Those that write no name (Outlook) are configured as an empty one. Without a DMARC
    policy, a signature or a path of the same domain will do; and if that fails, it counts as
    much.
    """
    for header in headers:
        items = without_comments(header).split(";")
        name = items[0].split()
        if "=" in items[0]:
            own = authserv_id == ""
        else:
            own = bool(name) and bool(authserv_id) and name[0].casefold() == authserv_id.casefold()
            items = items[1:]
        if own:
            return judged(items, domain.casefold())
    return "absent"


def judged(items: Sequence[str], domain: str) -> Verdict:
    """Return the results of one header."""
    results = [
        (m[1].casefold(), m[2].casefold(), m[3]) for item in items if (m := METHOD.match(item))
    ]
    if any(method == "dmarc" and result == "fail" for method, result, _ in results):
        return "fail"
    named = [
        (method, result, found[1].casefold().strip('."'))
        for method, result, properties in results
        if method in DOMAINS and (found := DOMAINS[method].search(properties))
    ]
    if any(result == "pass" and aligned(domain, other) for _, result, other in named):
        return "pass"
    failed = {other for method, result, other in named if result == "fail" and method != "dmarc"}
    return (
        "fail"
        if any(aligned(domain, other) or aligned(other, domain) for other in failed)
        else "none"
    )


def aligned(domain: str, other: str) -> bool:
    """Return whether mail from ``domain`` is spoken for by ``other``: the same domain, or one
    above it that is no whole country's.
    """
    return "." in other and (domain == other or domain.endswith("." + other))


def without_comments(header: str) -> str:
    """Return the header without what stands in parentheses, however nested, and in quotation
    marks: senders can put anything there. What is never closed takes the rest with it.
    """
    kept: list[str] = []
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
        elif not depth:
            kept.append(sign)
    return "".join(kept)
