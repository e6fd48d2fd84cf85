"""A witness of our own beside the mail exchanger: what it has not said of a sender, signatures may
say. Looked at before the writer has the mail, so that nobody waits for the DNS but the mail itself.
"""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from mail.parse.reading import Reading
from mail.parse.signatures import signatures_in, speaks
from mail.parse.verdicts import verdict
from mail.transport.keys import Keys


class Witness:
    """Checks signatures with ``keys``. ``sealers`` are the domains whose seals are believed."""

    def __init__(self, keys: Keys, sealers: Sequence[str] = ()):
        self.keys, self.sealers = keys, frozenset(map(str.casefold, sealers))

    async def look(self, raw: bytes, reading: Reading, authserv_id: str) -> Reading:
        """Return a mail with what speaks for its sender besides the exchanger, ``authserv_id``. A
        signature does where that has found nothing; that it has found the sender to be forged is
        outweighed only by the seal of somebody who is believed to have seen the mail before.
        """
        if reading.kind not in ("person", "list") or reading.sender is None or not reading.whole:
            return reading
        domain = reading.sender.rpartition("@")[2]
        said = verdict(reading.verdicts, authserv_id, domain)
        if said == "pass":
            return reading
        found = signatures_in(raw, domain, self.sealers)
        if said == "fail":
            found = replace(found, signed=())
        if not found.names:
            return reading
        keys = await self.keys.look_up(found.names)
        return replace(reading, witness=await asyncio.to_thread(speaks, found, keys))
