"""Looks up the public keys of signatures in the DNS."""

import asyncio
from collections.abc import Iterable
from typing import Protocol

import dns.asyncresolver
import dns.exception
import dns.rdatatype
import dns.resolver

from mail.parse.verdicts import organisation

LIMIT = 3.0
"""Maximum seconds for all keys of one mail."""
REMEMBERED = 1_000
"""Maximum number of answers remembered within their lifetime, and of domains known to answer."""
CAREFUL = 60.0
"""Seconds after a time-out during which only domains that answered before are asked.

This way a slow DNS server delays only a few mails.
"""


class Keys(Protocol):
    """A source of domains' keys."""

    async def look_up(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return the keys found under these names in time. Never raises."""


class DnsKeys:
    """Looks up keys with the machine's resolver, or with ``resolver``."""

    def __init__(self, resolver: dns.asyncresolver.Resolver | None = None, limit: float = LIMIT):
        self.resolver, self.limit = resolver, limit
        self.quick: dict[str, None] = {}
        self.careful_until = 0.0

    async def look_up(self, names: Iterable[str]) -> dict[str, bytes]:
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
        """Return the resolver; the machine's settings are read at first use. Raises
        ``DNSException`` if the machine has no resolver.
        """
        if self.resolver is None:
            self.resolver = dns.asyncresolver.Resolver()
            self.resolver.cache = dns.resolver.LRUCache(REMEMBERED)
        return self.resolver
