"""Accounts, roles, invitations and settings of people, stored in the referee's notes. No position
depends on them.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Literal
from urllib.parse import quote, unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.messages import Message
from engine.plaintext import clean_name
from engine.store.notes import Aging, Notes
from engine.store.rows import RequestHeard

SERVER_NOTES = "house"
"""The owner of these notes. No door has this name."""

Role = Literal["owner", "moderator"]
"""The ``owner`` of a game created it and is also one of its moderators."""

LOCAL = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63})+)"
ADDRESS = re.compile(f"{LOCAL}@{DOMAIN}")
"""Mail addresses that the server can write to: simple ones with a dot in the host name."""

Account = tuple[str, str]
"""A door and a sender."""

Signals = Literal["", "private", "mention", "mail", "silent"]
"""How to alert a person who must act: by private message, by mention in public, by mail alone, or
silently. Empty: as each question requires.
"""

LASTS = 900
"""Seconds for which a linking code is valid."""

AGING: Aging = (
    ("code", 86_400),
    ("coded", 86_400),
    ("invitations", 86_400),
    ("notices", 86_400),
    ("asked", 86_400),
    ("files", 86_400),
    ("talk", 86_400),
    ("tries", 86_400),
    ("seek", 14 * 86_400),
    ("called", "ended"),
    ("appeal", "ended"),
    ("asking", "ended"),
    ("venue", "ended"),
    ("hooked", "ended"),
    ("invited", "ended"),
    ("offered", "ended"),
    ("kicked", "ended"),
    ("mute", "ended"),
    ("sat", "ended"),
    ("viewed", "ended"),
    ("admitted", "ended"),
    ("reads", "ended"),
)
"""The folders of notes that expire, with their age in seconds. ``ended``: with their game."""

LONGEST = 200
"""The maximum length of a name, in characters."""

heard_in = msgspec.json.Decoder(RequestHeard).decode
contacts_in = msgspec.json.Decoder(list[Account]).decode
times_in = msgspec.json.Decoder(list[int]).decode
venue_in = msgspec.json.Decoder(Account).decode
appeal_in = msgspec.json.Decoder(tuple[int, str]).decode
named_in = msgspec.json.Decoder(Account).decode
coded_in = msgspec.json.Decoder(tuple[str, str, int]).decode


@lru_cache(maxsize=4_096)
def key(*parts: str) -> str:
    """Build the name of a note. Different parts never give the same name."""
    return "/".join(quote(part, safe="") for part in parts)


def encode_note(value: object) -> str:
    return msgspec.json.encode(value).decode()


def digest(code: str) -> str:
    """Return the hash under which a linking code is stored. Case and dashes are ignored."""
    return blake2b(code.replace("-", "").upper().encode(), digest_size=16).hexdigest()


def account_named(name: str) -> Account:
    _, door, sender = map(unquote, name.split("/"))
    return door, sender


class Settings(Struct, frozen=True, omit_defaults=True):
    language: str = ""  # empty: not set
    zone: str = ""  # empty: not set
    quiet: bool = False  # this account gets no messages
    signals: Signals = ""  # how to alert the person when they must act


settings_in = msgspec.json.Decoder(Settings).decode
message_in = msgspec.json.Decoder(Message).decode


class Accounts:
    def __init__(self, notes: Notes):
        self.notes = notes

    # ---- requests for the players' agreement

    def ask_for(self, game: str, message: Message | None) -> None:
        self.notes.put(key("asked", game), None if message is None else encode_note(message))

    def asked_for(self, game: str) -> Message:
        return message_in(self.notes.get(key("asked", game)) or "")

    def mail(self, game: str, who: Account, asking: RequestHeard | None) -> None:
        self.notes.put(key("asking", game, *who), None if asking is None else encode_note(asking))

    def mailed(self, game: str, who: Account) -> RequestHeard | None:
        value = self.notes.get(key("asking", game, *who))
        return heard_in(value) if value else None

    # ---- roles and invitations

    def role(self, game: str, who: Account) -> Role | None:
        found = [self.notes.get(key("role", game, *account)) for account in self.person(who)]
        return "owner" if "owner" in found else "moderator" if "moderator" in found else None

    def give_role(self, game: str, who: Account, role: Role | None) -> None:
        for account in self.person(who):
            self.notes.put(key("role", game, *account), None)
        if role is not None:
            self.notes.put(key("role", game, *who), role)

    def name_by(self, game: str, who: Account, by: Account | None) -> None:
        self.notes.put(key("named", game, *who), by and encode_note(by))

    def named_by(self, game: str, who: Account) -> Account | None:
        value = self.notes.get(key("named", game, *who))
        return named_in(value) if value else None

    def staff(self, game: str) -> dict[Account, Role]:
        found: dict[Account, Role] = {}
        for name, role in self.notes.below(key("role", game)).items():
            door, sender = map(unquote, name.split("/"))
            found[door, sender] = "owner" if role == "owner" else "moderator"
        return found

    def games_of(self, who: Account) -> list[str]:
        mine = {key(*account) for account in self.person(who)}
        return sorted(
            {
                name.split("/", 1)[0]
                for name in self.notes.below("role")
                if name.split("/", 1)[1] in mine
            }
        )

    def operate(self, operators: Iterable[Account]) -> None:
        """Make these accounts the only operators. An operator moderates every game."""
        wanted = {key(*who) for who in operators}
        known = set(self.notes.below("operator"))
        for name in known ^ wanted:
            self.notes.put(f"operator/{name}", "yes" if name in wanted else None)

    def operators(self) -> list[Account]:
        found = self.notes.below("operator")
        return [(unquote(d), unquote(s)) for d, s in (name.split("/") for name in sorted(found))]

    def operates(self, who: Account) -> bool:
        return any(self.notes.get(key("operator", *account)) for account in self.person(who))

    def invite(self, game: str, who: Account, *, on: bool = True) -> None:
        """Let this person join a private game, or withdraw the invitation."""
        for account in self.person(who):
            self.notes.put(key("invited", game, *account), None)
            self.notes.put(key("kicked", game, *account), None)
        if on:
            self.notes.put(key("invited", game, *who), "yes")

    def kick(self, game: str, who: Account) -> None:
        self.invite(game, who, on=False)
        self.notes.put(key("kicked", game, *who), "yes")

    def kicked(self, game: str, who: Account) -> bool:
        return any(self.notes.get(key("kicked", game, *account)) for account in self.person(who))

    def guests(self, game: str) -> list[Account]:
        names = self.notes.below(key("invited", game))
        return [(unquote(d), unquote(s)) for d, s in (name.split("/") for name in names)]

    def invited(self, game: str, who: Account) -> bool:
        return any(self.notes.get(key("invited", game, *account)) for account in self.person(who))

    def call(self, who: Account, name: str) -> None:
        if name and name != self.notes.get(key("name", *who)):
            self.notes.put(key("name", *who), name[:LONGEST])

    def name(self, who: Account) -> str:
        """Return a display name. It never reveals the domain of a mail address."""
        named = [
            name for account in self.person(who) if (name := self.notes.get(key("name", *account)))
        ]
        return named[0] if named else clean_name(who[1].split("@")[0])

    def offer(self, game: str, seat: str, who: Account | None) -> None:
        self.notes.put(key("offered", game, seat), None if who is None else encode_note(who))

    def offered(self, game: str, who: Account) -> str | None:
        mine = self.person(who)
        found = self.notes.below(key("offered", game)).items()
        return next((unquote(seat) for seat, to in found if venue_in(to) in mine), None)

    # ---- venues, such as a Discord server, may have rules of their own

    def hold(self, game: str, venue: Account) -> None:
        self.notes.put(key("venue", game), encode_note(venue))

    def venue(self, game: str) -> Account | None:
        value = self.notes.get(key("venue", game))
        return venue_in(value) if value else None

    def ban(self, venue: Account, who: Account, *, on: bool) -> None:
        for account in self.person(who):
            self.notes.put(key("banned", *venue, *account), None)
        if on:
            self.notes.put(key("banned", *venue, *who), "yes")

    def banned(self, venue: Account, who: Account) -> bool:
        found = (self.notes.get(key("banned", *venue, *one)) for one in self.person(who))
        return any(found)

    def allow(self, venue: Account, most: int) -> None:
        self.notes.put(key("most", *venue), str(most) if most else None)

    def most(self, venue: Account) -> int:
        return int(self.notes.get(key("most", *venue)) or 0)

    # ---- appeals

    def appeal(self, game: str, seat: str, at: int, text: str) -> None:
        self.notes.put(key("appeal", game, seat), encode_note((at, text)) if text else None)

    def appeals(self, game: str) -> dict[str, tuple[int, str]]:
        found = self.notes.below(key("appeal", game))
        return {unquote(seat): appeal_in(value) for seat, value in found.items()}

    # ---- what a person has seen of a game; linking and unlinking accounts doesn't change it

    def sit(self, game: str, who: Account, seat: str | None) -> None:
        for account in self.person(who):
            self.notes.put(key("sat", game, *account), seat)

    def sat(self, game: str, who: Account) -> str | None:
        return self.notes.get(key("sat", game, *who))

    def view(self, game: str, who: Account) -> None:
        self.notes.put(key("viewed", game, *who), "yes")

    def viewed(self, game: str, who: Account) -> bool:
        return self.notes.get(key("viewed", game, *who)) is not None

    def views(self, accounts: Iterable[Account]) -> set[str]:
        mine = {key(*account) for account in accounts}
        return {
            name.split("/", 1)[0]
            for name in self.notes.below("viewed")
            if name.split("/", 1)[1] in mine
        }

    # ---- people whom seats let read their view

    def admit(self, game: str, seat: str, who: Account) -> None:
        self.notes.put(key("admitted", game, seat, *who), "yes")

    def admits(self, game: str, seat: str, who: Account) -> bool:
        found = (self.notes.get(key("admitted", game, seat, *one)) for one in self.person(who))
        return any(found)

    def admitted(self, game: str, who: Account) -> bool:
        ends = tuple(f"/{key(*one)}" for one in self.person(who))
        return any(name.endswith(ends) for name in self.notes.below(key("admitted", game)))

    def read(self, game: str, who: Account, seat: str | None) -> None:
        for account in self.person(who):
            self.notes.put(key("reads", game, *account), None)
        self.notes.put(key("reads", game, *who), seat)

    def reads(self, game: str, who: Account) -> str | None:
        """Return the seat whose view a person reads."""
        found = (self.notes.get(key("reads", game, *one)) for one in self.person(who))
        return next(filter(None, found), None)

    def end_admissions(self, game: str, seat: str) -> None:
        """Let nobody read this seat's view any longer, because somebody else may take it."""
        for name in self.notes.below(key("admitted", game, seat)):
            self.notes.put(f"{key('admitted', game, seat)}/{name}", None)
        for name, of in self.notes.below(key("reads", game)).items():
            if of == seat:
                self.notes.put(f"{key('reads', game)}/{name}", None)

    def kin(self, who: Account, since: int) -> list[Account]:
        """Return all accounts linked to this person at any time from second ``since`` on."""
        found, wanted = list[Account](), [who]
        while wanted:
            if (account := wanted.pop()) not in found:
                found.append(account)
                wanted += self.person(account)
                for name, until in self.notes.below(key("parted", *account)).items():
                    door, sender = map(unquote, name.split("/"))
                    wanted += [(door, sender)] if int(until) >= since else []
        return found

    def was(self, one: Account, other: Account, at: int) -> None:
        """Record that these accounts belonged to one person until second ``at``."""
        self.notes.put(key("parted", *one, *other), str(at))
        self.notes.put(key("parted", *other, *one), str(at))

    # ---- people who agreed to be named on the club's pages

    def publish(self, who: Account, *, on: bool) -> None:
        for account in self.person(who):
            self.notes.put(key("listed", *account), "yes" if on else None)

    def listed(self) -> set[Account]:
        """Return the accounts of everybody who may be named."""
        found = [account_named(f"/{name}") for name in self.notes.below("listed")]
        return {account for one in found for account in self.person(one)}

    def publish_at(self, url: str) -> None:
        """Set the address of the club's pages; "" if they have none."""
        if url != self.home():
            self.notes.put("pages", url or None)

    def home(self) -> str:
        return self.notes.get("pages") or ""

    def link_page(self, game: str, *, on: bool) -> None:
        self.notes.put(key("linked", game), "yes" if on else None)

    def page_linked(self, game: str) -> bool:
        return self.notes.get(key("linked", game)) is not None

    # ---- muted seats

    def mute(self, game: str, viewer: str, seat: str, *, on: bool) -> None:
        self.notes.put(key("mute", game, viewer, seat), "yes" if on else None)

    def mutes(self, game: str, viewer: str, seat: str) -> bool:
        return self.notes.get(key("mute", game, viewer, seat)) is not None

    # ---- settings

    def settings(self, who: Account) -> Settings:
        value = self.notes.get(key("settings", *who))
        return settings_in(value) if value else Settings()

    def set(self, who: Account, settings: Settings) -> None:
        value = encode_note(settings) if settings != Settings() else None
        self.notes.put(key("settings", *who), value)

    def settings_at(self, door: str) -> dict[str, Settings]:
        found = self.notes.below(key("settings", door))
        return {unquote(name): settings_in(value) for name, value in found.items()}

    def signals(self, who: Account) -> Signals:
        said = (self.settings(one).signals for one in (who, *self.person(who)))
        return next(filter(None, said), "")

    def signal(self, who: Account, signals: Signals) -> None:
        for one in self.person(who):
            self.set(one, replace(self.settings(one), signals=signals))

    def lose(self, who: Account, *, on: bool = True) -> None:
        self.notes.put(key("lost", *who), "yes" if on else None)

    def lost(self, who: Account) -> bool:
        return self.notes.get(key("lost", *who)) is not None

    # ---- one person at several doors

    def person(self, who: Account) -> list[Account]:
        group = self.notes.get(key("person", *who))
        members = self.notes.get(key("group", group)) if group else None
        return contacts_in(members) if members else [who]

    def at(self, who: Account, door: str) -> list[str]:
        return [sender for other, sender in self.person(who) if other == door]

    def code_for(self, who: Account, code: str, at: int) -> None:
        """Store a code that links another account to this one within ``LASTS`` seconds."""
        if before := self.notes.get(key("coded", *who)):
            self.notes.put(key("code", before), None)
        self.notes.put(key("coded", *who), digest(code))
        self.notes.put(key("code", digest(code)), encode_note((*who, at + LASTS)))

    def redeem(self, code: str, at: int) -> Account | None:
        """Use up a linking code. Return the account it was issued to, unless it has expired."""
        value = self.notes.get(key("code", digest(code)))
        if value is None:
            return None
        door, sender, until = coded_in(value)
        self.notes.put(key("code", digest(code)), None)
        self.notes.put(key("coded", door, sender), None)
        return (door, sender) if at < until else None

    def times(self, what: str, who: Account, since: int) -> list[int]:
        """Return the seconds of an account's rate-limited actions after second ``since``."""
        value = self.notes.get(key(what, *who))
        return [when for when in times_in(value) if when > since] if value else []

    def note_time(self, what: str, who: Account, at: int, since: int) -> None:
        self.notes.put(key(what, *who), encode_note([*self.times(what, who, since), at]))

    def link(self, one: Account, other: Account) -> list[Account]:
        together = sorted({*self.person(one), *self.person(other)})
        group = digest(key(*together[0]))
        for account in together:
            self.notes.put(key("person", *account), group)
        self.notes.put(key("group", group), encode_note(together))
        return together

    def unlink(self, who: Account, at: int) -> None:
        """Make this account a separate person. The former link is remembered, because secrets seen
        at one account were seen by the person of both.
        """
        group = self.notes.get(key("person", *who))
        rest = [account for account in self.person(who) if account != who]
        self.notes.put(key("person", *who), None)
        for account in rest:
            self.was(who, account, at)
        if group is not None:
            self.notes.put(key("group", group), encode_note(rest) if len(rest) > 1 else None)
            for account in rest if len(rest) == 1 else ():
                self.notes.put(key("person", *account), None)
