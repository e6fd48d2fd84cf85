"""Looks up keys of signatures in the DNS."""

import asyncio
from collections.abc import Iterable
from typing import Protocol

import dns.asyncresolver
import dns.exception
import dns.rdatatype
import dns.resolver

from mail.parse.verdicts import organisation

LIMIT = 3.0
"""Seconds for all keys of one mail."""
REMEMBERED = 1_000
"""Most answers remembered, within their lifetime, and most domains known to answer."""
CAREFUL = 60.0
"""Seconds after a time-out during which only domains that have answered before are asked.

So nobody's mail waits long because of others' slow DNS.
"""


class Keys(Protocol):
    """A source of domains' keys."""

    async def look_up(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return the keys found under these names in time. Never raises."""


class DnsKeys:
    """The DNS, by the machine's resolver or by ``resolver``."""

    def __init__(self, resolver: dns.asyncresolver.Resolver | None = None, limit: float = LIMIT):
        self.resolver, self.limit = resolver, limit
        self.quick: dict[str, None] = {}
        self.careful_until = 0.0

    async def look_up(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return the keys that are found, or none if the DNS fails."""
        wanted = list(names)
        found = await asyncio.gather(*map(self.one, wanted))
        return {name: key for name, key in zip(wanted, found, strict=True) if key is not None}

    async def one(self, name: str) -> bytes | None:
        whose, now = organisation(name), asyncio.get_running_loop().time
        if now() < self.careful_until and whose not in self.quick:
            return None
        try:
            async with asyncio.timeout(self.limit):
                answer = await self.asked().resolve(
                    f"{name}.", dns.rdatatype.TXT, lifetime=self.limit
                )
        except (dns.exception.Timeout, TimeoutError):
            self.quick.pop(whose, None)
            self.careful_until = now() + CAREFUL
            return None
        except (dns.exception.DNSException, OSError):
            return None
        self.quick[whose] = None
        if len(self.quick) > REMEMBERED:
            del self.quick[next(iter(self.quick))]
        return next((b"".join(record.strings) for record in answer), None)

    def asked(self) -> dns.asyncresolver.Resolver:
        """Return the resolver; the machine's own is read at first use.

        Raises ``DNSException`` if it has none.
        """
        if self.resolver is None:
            self.resolver = dns.asyncresolver.Resolver()
            self.resolver.cache = dns.resolver.LRUCache(REMEMBERED)
        return self.resolver
