"""Who is who in the house: what people are in a game, who is invited, and which addresses at
several doors are one person's. Kept with what the doors keep, under the name of the house; no
position of any game depends on it.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal
from urllib.parse import quote, unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.letters import Letter
from engine.plaintext import clean_name
from engine.store.notes import Aging, Notes
from engine.store.rows import RequestHeard

HOUSE_NOTES = "house"
"""In whose name it is kept. No door is called like that."""

Role = Literal["owner", "moderator"]
"""Who has made a game is its ``owner``, and one of its moderators."""

LOCAL = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63})+)"
ADDRESS = re.compile(f"{LOCAL}@{DOMAIN}")
"""The mail addresses that can be written to: plain ones, of a host with a dot in its name."""

Contact = tuple[str, str]
"""A door, and the name of somebody there."""

Signals = Literal["", "private", "mention", "mail", "silent"]
"""How somebody wants to hear that they must act: by a private message, by their name where
everybody reads it, by mail alone, or not at all; "": as each question needs it.
"""

LASTS = 900
"""Seconds for which a code to link two doors is good."""

AGING: Aging = (
    ("code", 86_400),
    ("coded", 86_400),
    ("invitations", 86_400),
    ("notices", 86_400),
    ("asked", 86_400),
    ("files", 86_400),
    ("talk", 86_400),
    ("tries", 86_400),
    ("appeal", "ended"),
    ("asking", "ended"),
    ("venue", "ended"),
    ("invited", "ended"),
    ("offered", "ended"),
    ("kicked", "ended"),
    ("mute", "ended"),
    ("sat", "ended"),
    ("viewed", "ended"),
)
"""Which notes grow old."""

LONGEST = 200
"""Characters of a name."""

heard_in = msgspec.json.Decoder(RequestHeard).decode
contacts_in = msgspec.json.Decoder(list[Contact]).decode
times_in = msgspec.json.Decoder(list[int]).decode
venue_in = msgspec.json.Decoder(Contact).decode
appeal_in = msgspec.json.Decoder(tuple[int, str]).decode
coded_in = msgspec.json.Decoder(tuple[str, str, int]).decode


def key(*parts: str) -> str:
    """Return the name of a note: whatever stands in a part, no two are alike."""
    return "/".join(quote(part, safe="") for part in parts)


def written(value: object) -> str:
    """Return a value as a note holds it."""
    return msgspec.json.encode(value).decode()


def digest(code: str) -> str:
    """Return what is kept of a code. Case and dashes do not count."""
    return blake2b(code.replace("-", "").upper().encode(), digest_size=16).hexdigest()


def contact_named(name: str) -> Contact:
    """Return whose note of the kind ``WHAT/DOOR/SENDER`` it is."""
    _, door, sender = map(unquote, name.split("/"))
    return door, sender


class Settings(Struct, frozen=True, omit_defaults=True):
    """How somebody wants to be told, in all games: the language and the time zone, "" where they
    have said none; ``quiet``: nothing is to be heard there; ``signals``: how they hear that they
    must act.
    """

    language: str = ""
    zone: str = ""
    quiet: bool = False
    signals: Signals = ""


settings_in = msgspec.json.Decoder(Settings).decode
letter_in = msgspec.json.Decoder(Letter).decode


class Register:
    """The register as a batch has it."""

    def __init__(self, notes: Notes):
        self.notes = notes

    # ---- what the players of a game are asked to agree to

    def ask_for(self, game: str, letter: Letter | None) -> None:
        """Keep what somebody asks for in a game, as they have said it."""
        self.notes.put(key("asked", game), None if letter is None else written(letter))

    def asked_for(self, game: str) -> Letter:
        return letter_in(self.notes.get(key("asked", game)) or "")

    def mail(self, game: str, who: Contact, asking: RequestHeard | None) -> None:
        """Note which stored message puts a request to this contact."""
        self.notes.put(key("asking", game, *who), None if asking is None else written(asking))

    def mailed(self, game: str, who: Contact) -> RequestHeard | None:
        """Return which stored message puts a request to this contact, if one does."""
        value = self.notes.get(key("asking", game, *who))
        return heard_in(value) if value else None

    # ---- roles and invitations

    def role(self, game: str, who: Contact) -> Role | None:
        """Return what this person is in a game beside a player, whichever door is named."""
        found = [self.notes.get(key("role", game, *contact)) for contact in self.person(who)]
        return "owner" if "owner" in found else "moderator" if "moderator" in found else None

    def give_role(self, game: str, who: Contact, role: Role | None) -> None:
        """Have this person be that from now on; ``None``: nothing any more."""
        for contact in self.person(who):
            self.notes.put(key("role", game, *contact), None)
        if role is not None:
            self.notes.put(key("role", game, *who), role)

    def staff(self, game: str) -> dict[Contact, Role]:
        """Return the owner and the moderators of a game."""
        found: dict[Contact, Role] = {}
        for name, role in self.notes.below(key("role", game)).items():
            door, sender = map(unquote, name.split("/"))
            found[door, sender] = "owner" if role == "owner" else "moderator"
        return found

    def games_of(self, who: Contact) -> list[str]:
        """Return the games in which this person is owner or moderator."""
        mine = {key(*contact) for contact in self.person(who)}
        return sorted(
            {
                name.split("/", 1)[0]
                for name in self.notes.below("role")
                if name.split("/", 1)[1] in mine
            }
        )

    def operate(self, operators: Iterable[Contact]) -> None:
        """Have these, and nobody else, operate the house: they moderate every game."""
        wanted = {key(*who) for who in operators}
        known = set(self.notes.below("operator"))
        for name in known ^ wanted:
            self.notes.put(f"operator/{name}", "yes" if name in wanted else None)

    def operators(self) -> list[Contact]:
        """Return who operates the server."""
        found = self.notes.below("operator")
        return [(unquote(d), unquote(s)) for d, s in (name.split("/") for name in sorted(found))]

    def operates(self, who: Contact) -> bool:
        """Return whether this person operates the server."""
        return any(self.notes.get(key("operator", *contact)) for contact in self.person(who))

    def invite(self, game: str, who: Contact, *, on: bool = True) -> None:
        """Let this person join a private game, or no longer."""
        for contact in self.person(who):
            self.notes.put(key("invited", game, *contact), None)
            self.notes.put(key("kicked", game, *contact), None)
        if on:
            self.notes.put(key("invited", game, *who), "yes")

    def kick(self, game: str, who: Contact) -> None:
        """Keep this person from joining that game again, until invited."""
        self.invite(game, who, on=False)
        self.notes.put(key("kicked", game, *who), "yes")

    def kicked(self, game: str, who: Contact) -> bool:
        """Return whether this person was kicked out of that game."""
        return any(self.notes.get(key("kicked", game, *contact)) for contact in self.person(who))

    def guests(self, game: str) -> list[str]:
        """Return who is invited, as the notes have it."""
        return list(self.notes.below(key("invited", game)))

    def invited(self, game: str, who: Contact) -> bool:
        return any(self.notes.get(key("invited", game, *contact)) for contact in self.person(who))

    def call(self, who: Contact, name: str) -> None:
        """Have this person shown under that name, as far as one is known."""
        if name and name != self.notes.get(key("name", *who)):
            self.notes.put(key("name", *who), name[:LONGEST])

    def name(self, who: Contact) -> str:
        """Return how this person is shown; not by a mail address, which is nobody's business."""
        named = [
            name for contact in self.person(who) if (name := self.notes.get(key("name", *contact)))
        ]
        return named[0] if named else clean_name(who[1].split("@")[0])

    def offer(self, game: str, seat: str, who: Contact | None) -> None:
        """Note that a seat is this person's when they join; ``None``: nobody's any more."""
        self.notes.put(key("offered", game, seat), None if who is None else written(who))

    def offered(self, game: str, who: Contact) -> str | None:
        """Return the seat that is this person's when they join."""
        mine = self.person(who)
        found = self.notes.below(key("offered", game)).items()
        return next((unquote(seat) for seat, to in found if venue_in(to) in mine), None)

    # ---- where games are played: a server at Discord, say, has rules of its own for who plays

    def hold(self, game: str, venue: Contact) -> None:
        """Note that a game is played at this venue: a door, and the name of a place there."""
        self.notes.put(key("venue", game), written(venue))

    def venue(self, game: str) -> Contact | None:
        """Return where a game is played, if it is a place with rules of its own."""
        value = self.notes.get(key("venue", game))
        return venue_in(value) if value else None

    def ban(self, venue: Contact, who: Contact, *, on: bool) -> None:
        """Keep this person from taking a seat there, by whichever door; or no longer."""
        for contact in self.person(who):
            self.notes.put(key("banned", *venue, *contact), None)
        if on:
            self.notes.put(key("banned", *venue, *who), "yes")

    def banned(self, venue: Contact, who: Contact) -> bool:
        """Return whether this person may take no seat there."""
        found = (self.notes.get(key("banned", *venue, *one)) for one in self.person(who))
        return any(found)

    def allow(self, venue: Contact, most: int) -> None:
        """Note in how many games one person may play there at once; 0: in any number."""
        self.notes.put(key("most", *venue), str(most) if most else None)

    def most(self, venue: Contact) -> int:
        """Return in how many games one person may play there at once; 0: in any number."""
        return int(self.notes.get(key("most", *venue)) or 0)

    # ---- what somebody who plays thinks is wrong

    def appeal(self, game: str, seat: str, at: int, text: str) -> None:
        """Note what a seat asks the moderators to rule on; nothing, if it has no text."""
        self.notes.put(key("appeal", game, seat), written((at, text)) if text else None)

    def appeals(self, game: str) -> dict[str, tuple[int, str]]:
        """Return what is to be ruled on in a game, by seat: since when, and why."""
        found = self.notes.below(key("appeal", game))
        return {unquote(seat): appeal_in(value) for seat, value in found.items()}

    # ---- what people have seen of a game: rights are a person's, and no account's of the moment

    def sit(self, game: str, who: Contact, seat: str | None) -> None:
        """Note that this person has had a seat of a game; ``None``: they left before it began."""
        for contact in self.person(who):
            self.notes.put(key("sat", game, *contact), seat)

    def sat(self, game: str, who: Contact) -> str | None:
        """Return the seat that this contact has, or had, in a game."""
        return self.notes.get(key("sat", game, *who))

    def view(self, game: str, who: Contact) -> None:
        """Note that hidden information of a game was shown to this contact."""
        self.notes.put(key("viewed", game, *who), "yes")

    def viewed(self, game: str, who: Contact) -> bool:
        """Return whether hidden information of a game was shown to this contact."""
        return self.notes.get(key("viewed", game, *who)) is not None

    def views(self, contacts: Iterable[Contact]) -> set[str]:
        """Return the games of which hidden information was shown to one of these."""
        mine = {key(*contact) for contact in contacts}
        return {
            name.split("/", 1)[0]
            for name in self.notes.below("viewed")
            if name.split("/", 1)[1] in mine
        }

    def kin(self, who: Contact, since: int) -> list[Contact]:
        """Return all contacts that are this person's, or were at any time from second ``since``
        on.
        """
        found, wanted = list[Contact](), [who]
        while wanted:
            if (contact := wanted.pop()) not in found:
                found.append(contact)
                wanted += self.person(contact)
                for name, until in self.notes.below(key("parted", *contact)).items():
                    door, sender = map(unquote, name.split("/"))
                    wanted += [(door, sender)] if int(until) >= since else []
        return found

    def was(self, one: Contact, other: Contact, at: int) -> None:
        """Note that these were one person until second ``at``."""
        self.notes.put(key("parted", *one, *other), str(at))
        self.notes.put(key("parted", *other, *one), str(at))

    # ---- what a seat does not want to hear

    def mute(self, game: str, viewer: str, seat: str, *, on: bool) -> None:
        """Note that the viewer does not want to hear that seat talk, or wants to again."""
        self.notes.put(key("mute", game, viewer, seat), "yes" if on else None)

    def mutes(self, game: str, viewer: str, seat: str) -> bool:
        """Return whether this viewer does not want to hear that seat."""
        return self.notes.get(key("mute", game, viewer, seat)) is not None

    # ---- settings

    def settings(self, who: Contact) -> Settings:
        """Return how somebody wants to be told there."""
        value = self.notes.get(key("settings", *who))
        return settings_in(value) if value else Settings()

    def set(self, who: Contact, settings: Settings) -> None:
        """Note how somebody wants to be told there from now on."""
        value = written(settings) if settings != Settings() else None
        self.notes.put(key("settings", *who), value)

    def settings_at(self, door: str) -> dict[str, Settings]:
        """Return the settings of everybody at a door who has some, by sender."""
        found = self.notes.below(key("settings", door))
        return {unquote(name): settings_in(value) for name, value in found.items()}

    def signals(self, who: Contact) -> Signals:
        """Return how this person wants to hear that they must act, at whichever door they said
        so.
        """
        said = (self.settings(one).signals for one in (who, *self.person(who)))
        return next(filter(None, said), "")

    def signal(self, who: Contact, signals: Signals) -> None:
        """Note how this person wants to hear that they must act from now on."""
        for one in self.person(who):
            self.set(one, replace(self.settings(one), signals=signals))

    def lose(self, who: Contact, *, on: bool = True) -> None:
        """Note that what goes to this contact does not arrive, or seems to arrive again."""
        self.notes.put(key("lost", *who), "yes" if on else None)

    def lost(self, who: Contact) -> bool:
        """Return whether what goes to this contact does not arrive, as far as anybody knows."""
        return self.notes.get(key("lost", *who)) is not None

    # ---- one person at several doors

    def person(self, who: Contact) -> list[Contact]:
        """Return all contacts of the person that is reached there, this one among them."""
        group = self.notes.get(key("person", *who))
        members = self.notes.get(key("group", group)) if group else None
        return contacts_in(members) if members else [who]

    def at(self, who: Contact, door: str) -> list[str]:
        """Return the names of this person at another door: of an account, for example, its mail
        addresses.
        """
        return [sender for other, sender in self.person(who) if other == door]

    def code_for(self, who: Contact, code: str, at: int) -> None:
        """Have this code, said at another door before ``LASTS`` seconds are over, link that door to
        this one. An earlier code is void.
        """
        if before := self.notes.get(key("coded", *who)):
            self.notes.put(key("code", before), None)
        self.notes.put(key("coded", *who), digest(code))
        self.notes.put(key("code", digest(code)), written((*who, at + LASTS)))

    def redeem(self, code: str, at: int) -> Contact | None:
        """Return who has been given this code. It is used up, whether or not it is still good."""
        value = self.notes.get(key("code", digest(code)))
        if value is None:
            return None
        door, sender, until = coded_in(value)
        self.notes.put(key("code", digest(code)), None)
        self.notes.put(key("coded", door, sender), None)
        return (door, sender) if at < until else None

    def times(self, what: str, who: Contact, since: int) -> list[int]:
        """Return when somebody has done something that they may not do all the time."""
        value = self.notes.get(key(what, *who))
        return [when for when in times_in(value) if when > since] if value else []

    def note_time(self, what: str, who: Contact, at: int, since: int) -> None:
        """Note that they have done it now; what was not after ``since`` is forgotten."""
        self.notes.put(key(what, *who), written([*self.times(what, who, since), at]))

    def link(self, one: Contact, other: Contact) -> list[Contact]:
        """Make these one person from now on; return all contacts of that person."""
        together = sorted({*self.person(one), *self.person(other)})
        group = digest(key(*together[0]))
        for contact in together:
            self.notes.put(key("person", *contact), group)
        self.notes.put(key("group", group), written(together))
        return together

    def unlink(self, who: Contact, at: int) -> None:
        """Make this contact a person of its own again. That it was not until second ``at`` is
        kept: whoever has seen something by one of their addresses has seen it by all.
        """
        group = self.notes.get(key("person", *who))
        rest = [contact for contact in self.person(who) if contact != who]
        self.notes.put(key("person", *who), None)
        for contact in rest:
            self.was(who, contact, at)
        if group is not None:
            self.notes.put(key("group", group), written(rest) if len(rest) > 1 else None)
            for contact in rest if len(rest) == 1 else ():
                self.notes.put(key("person", *contact), None)
