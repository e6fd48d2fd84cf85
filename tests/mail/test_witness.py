"""Signatures as a second witness: they speak for a sender of whom the own exchanger says nothing,
and a DNS that fails loses nothing.
"""

import asyncio
import base64
from collections.abc import Iterable, Mapping
from pathlib import Path

import dkim
import dns.asyncresolver
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from mail.incoming.senders import Witness
from mail.parse.reading import Reading, read
from mail.parse.verdicts import KEY, signatures_in
from mail.transport.keys import DnsKeys
from tests.kit.each import each
from tests.mail.stage import MX, office, reply, text_of

ANN = "ann@mail.example"


def pair() -> tuple[bytes, bytes]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


PRIVATE, PUBLIC = pair()
MAIL = (
    b"From: Ann <ann@mail.example>\r\nTo: referee@play.example\r\nSubject: Re: [g12]\r\n"
    b"Date: Tue, 03 Nov 2026 21:14:00 +0100\r\nMessage-ID: <1@mail.example>\r\n\r\npass\r\n"
)
RECORDS = {
    "s._domainkey.mail.example": PUBLIC,
    "s._domainkey.m.mail.example": PUBLIC,
    "s._domainkey.evil.example": PUBLIC,
    "s._domainkey.relay.example": PUBLIC,
    "s._domainkey.other.example": PUBLIC,
}


class Zone:
    """A DNS of our own: what it knows, and what it was asked."""

    def __init__(self, records: Mapping[str, bytes] = RECORDS):
        self.records, self.asked = records, [""][:0]

    async def look_up(self, names: Iterable[str]) -> dict[str, bytes]:
        names = list(names)
        self.asked += names
        return {name: self.records[name] for name in names if name in self.records}


def signed(raw: bytes = MAIL, domain: str = "mail.example", **more: object) -> bytes:
    made: bytes = dkim.sign(raw, b"s", domain.encode(), PRIVATE, **more)
    return made + raw


def sealed(raw: bytes, domain: str, results: str) -> bytes:
    raw = f"Authentication-Results: {domain}; {results}\r\n".encode() + raw
    headers = dkim.arc_sign(raw, b"s", domain.encode(), PRIVATE, domain.encode())
    return b"".join(headers) + raw


def seen(
    raw: bytes, sealers: tuple[str, ...] = (), zone: Zone | None = None, above: str = ""
) -> Reading:
    raw = (f"Authentication-Results: {MX}; {above}\r\n".encode() if above else b"") + raw
    return asyncio.run(Witness(zone or Zone(), sealers).look(raw, read(raw, "play.example"), MX))


def test_a_signature_of_the_senders_organisation_speaks_for_them() -> None:
    """RFC 6376, 6.3, and RFC 7489, 3.1.1: aligned, the relaxed way."""
    assert seen(signed()).witness == "signed"
    assert seen(signed(domain="m.mail.example")).witness == "signed"
    assert seen(signed(signed(), "evil.example")).witness == "signed"


@each(
    "raw",
    [
        MAIL,
        signed(domain="evil.example"),
        signed().replace(b"pass", b"bomb bob 0 0"),
        signed().replace(b"From: Ann <ann@", b"From: Bob <bob@"),
        signed() + b"pass\r\n",
        signed(length=True) + b"withdraw\r\n",
        b"Subject: [other]\r\n" + signed(),
        b"From: ann@mail.example\r\n" + signed(),
        signed(include_headers=[b"From", b"Subject"]).replace(b"h=from", b"h=xrom"),
        signed().replace(b"s=s;", b"s=nobody;"),
        signed().replace(b"a=rsa-sha256", b"a=rsa-md5"),
        signed().replace(b"d=mail.example", b"d=mail..example"),
        b"DKIM-Signature: x\r\n" + MAIL,
        b"DKIM-Signature: " + b"v=1;" * 2_000 + b"\r\n" + MAIL,
    ],
)
def test_what_does_not_hold_says_nothing(raw: bytes) -> None:
    assert seen(raw).witness == ""


def test_a_signature_speaks_for_who_has_written_through_a_list() -> None:
    assert seen(signed(b"List-Id: <x.example>\r\n" + MAIL)).witness
    assert not seen(signed(b"Auto-Submitted: auto-replied\r\n" + MAIL)).witness


def test_what_others_sign_is_not_even_looked_up() -> None:
    zone = Zone()
    assert seen(signed(domain="evil.example"), zone=zone).witness == ""
    assert zone.asked == []


def test_the_exchanger_is_asked_first() -> None:
    """What it has found is not outweighed by a signature; what it could not find is."""
    zone = Zone()
    assert seen(signed(), above="dmarc=pass header.from=mail.example", zone=zone).witness == ""
    assert seen(signed(), above="dmarc=fail header.from=mail.example", zone=zone).witness == ""
    assert zone.asked == []
    assert seen(signed(), above="spf=none smtp.mailfrom=x.example", zone=zone).witness == "signed"


PASSED = "dmarc=pass header.from=mail.example"


def test_a_seal_counts_if_everybody_who_passed_the_mail_on_is_believed() -> None:
    """RFC 8617, 9.2: whose seals count is for who runs the receiving host to say."""
    one = sealed(MAIL, "relay.example", PASSED)
    two = sealed(one, "other.example", "arc=pass; dmarc=fail header.from=mail.example")
    assert seen(one, ("relay.example",)).witness == "sealed"
    assert seen(one, ("Relay.example",), above="dmarc=fail").witness == "sealed"
    assert seen(one).witness == seen(one, ("other.example",)).witness == ""
    assert seen(two, ("relay.example",)).witness == seen(two, ("other.example",)).witness == ""
    assert seen(two, ("relay.example", "other.example")).witness == "sealed"


@each(
    "raw",
    [
        sealed(MAIL, "relay.example", "dmarc=fail header.from=mail.example"),
        sealed(MAIL, "relay.example", "dmarc=pass header.from=evil.example"),
        sealed(MAIL, "relay.example", PASSED).replace(b"pass\r\n", b"withdraw\r\n"),
        sealed(MAIL, "relay.example", "dmarc=fail").replace(b"dmarc=fail", b"dmarc=pass"),
    ],
)
def test_a_seal_on_something_else_says_nothing(raw: bytes) -> None:
    assert seen(raw, ("relay.example",)).witness == ""


async def test_a_sender_who_is_signed_for_is_vouched_for(tmp_path: Path) -> None:
    """From then on a mail without a signature is asked about."""
    async with office(tmp_path / "d.db") as o:
        o.door.witness = Witness(Zone())
        await o.make()
        for who in (ANN, "bob@mail.example"):
            await o.door.invite("g12", who)
            await o.take(reply(await o.last(who), "join", who, None))
        raw = reply(await o.last(ANN), "say all hello", ANN, None)
        handled = await o.take(signed(raw))
        assert handled.what == "accept"
        assert "hello" in text_of(await o.last("bob@mail.example"))
        handled = await o.take(reply(await o.last(ANN), "help", ANN, None))
        assert handled.what == "confirm"


# ---- the DNS


class Slow(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.asked = 0

    def datagram_received(self, data: bytes, _from: object) -> None:
        self.asked += 1


async def test_a_dns_that_says_nothing_costs_a_moment_and_no_verdict() -> None:
    """And for a while nobody else's mail waits for it."""
    loop = asyncio.get_running_loop()
    transport, server = await loop.create_datagram_endpoint(Slow, local_addr=("127.0.0.1", 0))
    resolver = dns.asyncresolver.Resolver(configure=False)
    resolver.nameservers = ["127.0.0.1"]
    resolver.port = transport.get_extra_info("sockname")[1]
    keys = DnsKeys(resolver, limit=0.2)
    raw = signed()
    reading = await Witness(keys).look(raw, read(raw, "play.example"), MX)
    assert reading.witness == ""
    assert server.asked == 1
    assert await keys.look_up(["s._domainkey.other.example"]) == {}
    assert server.asked == 1
    transport.close()


def test_a_machine_without_a_dns_has_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise dns.resolver.NoResolverConfiguration

    monkeypatch.setattr(dns.asyncresolver.Resolver, "read_resolv_conf", none)
    assert asyncio.run(DnsKeys().look_up(["s._domainkey.mail.example"])) == {}


BLANK = b"\r\n " * 300
FOLDED = (
    b"DKIM-Signature: v=1; a=rsa-sha256; d=mail.example; s=s; h=from; bh=x;" + BLANK + b"b=x\r\n"
)


@each(
    "raw",
    [
        signed(MAIL.replace(b"pass\r\n", b" " * 130_000)),
        signed().replace(b"Subject:", b"Subject:" + BLANK),
        FOLDED + MAIL,
    ],
)
def test_a_mail_with_blanks_without_end_is_not_checked(raw: bytes) -> None:
    assert signatures_in(raw, "mail.example", frozenset()).names == frozenset()


def test_a_key_without_measure_is_no_key() -> None:
    long = {"s._domainkey.mail.example": b"v=DKIM1; n=" + b"x" * KEY + b"; " + PUBLIC}
    assert seen(signed(), zone=Zone(long)).witness == ""


def test_no_more_than_three_signatures_are_looked_at() -> None:
    raw = MAIL
    for n in range(5):
        raw = signed(raw, f"m{n}.mail.example")
    assert len(signatures_in(raw, "mail.example", frozenset()).names) == 3
