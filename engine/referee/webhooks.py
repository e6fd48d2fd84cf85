"""Webhooks: addresses on the web to which news goes. Each is a reader at the door ``webhook``.

A person's webhook is linked like another account of theirs. A game's webhook and the club's read
public facts.
"""

import ipaddress
import secrets
from base64 import b64encode
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from engine.messages import Address
from engine.referee.accounts import Account, Accounts, encode_note, key
from engine.referee.doors import WEBHOOK, Door
from engine.state import PUBLIC

CLUB = "club"
"""The sender of the club's webhook, whose address the operator sets."""
LONGEST = 500
"""The maximum length of an address, in characters."""
SECRET = "whsec_"
"""The beginning of every secret; the rest is base64."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
METADATA = ipaddress.ip_address("168.63.129.16")
"""A public address at which a host of virtual machines serves secrets to them."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class WebDoor(Door):
    """A door that posts news to the web. ``local``: in a sandbox, also to this machine."""

    local = False


class Webhook(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A webhook as it is stored. ``by`` is told if it ends."""

    url: str
    secret: str
    by: Account
    failing: int = 0  # second since which every message has failed

    @property
    def host(self) -> str:
        """The only part of the address that others may read. The rest may be a password."""
        return urlsplit(self.url).hostname or ""


webhook_in = msgspec.json.Decoder(Webhook).decode


def checked(url: str, *, local: bool = False) -> str | None:
    """Return an address that may be posted to, or ``None``. Its host must still be looked up."""
    url = url.strip().removeprefix("<").removesuffix(">")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    if not (plain and host) or "@" in parts.netloc or parts.fragment:
        return None
    if local and host in LOOPBACK:
        return url if parts.scheme in ("http", "https") else None
    return url if parts.scheme == "https" and may_be_public(host) else None


def may_be_public(host: str) -> bool:
    """Return whether a host is a name with a dot, or a public address."""
    try:
        return is_public(host)
    except ValueError:
        return "." in host.strip(".") and not host.rpartition(".")[2].isdigit()


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public Internet, also if it contains one of
    version 4. Raises ``ValueError`` for anything else.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        within = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else None
        teredo = found.teredo
        inner = found.ipv4_mapped or found.sixtofour or within or (teredo and teredo[1])
        if inner:
            return is_public(str(inner))
        if found.is_site_local:
            return False
    odd = found.is_multicast or found.is_reserved or found == METADATA
    return found.is_global and not odd


# ---- as they are stored


def name_of(sender: str, game: str = "") -> str:
    """Return the name of the note of a game's webhook, or without ``game`` of a person's."""
    return key("hooked", game, WEBHOOK, sender) if game else key("hook", WEBHOOK, sender)


def get(accounts: Accounts, name: str) -> Webhook | None:
    value = accounts.notes.get(name)
    return webhook_in(value) if value else None


def put(accounts: Accounts, name: str, hook: Webhook | None) -> None:
    accounts.notes.put(name, None if hook is None else encode_note(hook))


def new(url: str, by: Account) -> Webhook:
    return Webhook(url=url, secret=SECRET + b64encode(secrets.token_bytes(32)).decode(), by=by)


def of_game(accounts: Accounts, game: str) -> str | None:
    """Return the sender of a game's webhook, if it has one."""
    names = accounts.notes.below(key("hooked", game, WEBHOOK))
    return next(iter(names), None)


# ---- readers of every public game


def watch(accounts: Accounts, who: Account, *, on: bool) -> None:
    """Let an account read every public game that is made from now on, or end that."""
    name = key("watching", *who)
    if (accounts.notes.get(name) is not None) != on:
        accounts.notes.put(name, "yes" if on else None)


def watchers(accounts: Accounts, game: str) -> list[Address]:
    names = accounts.notes.below("watching")
    return [
        Address(door=door, sender=sender, game=game, viewer=PUBLIC)
        for door, sender in (name.split("/") for name in names)
    ]
