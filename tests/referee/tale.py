"""Tests that are told line by line: who says what, when, and what comes of it.

    table clock=24h seats=ann,bob,cy
    wait 24h             -> Missed(ann); due 48h
    ann at 25h: add 1    -> !not-your-turn; unchanged

A line is about the game ``g``, unless it says ``in h``, or ``in -`` for no game. The doors vouch
for ``mod`` and ``op``; ``post/x`` is somebody at another door; ``named X`` gives a name;
``9 times`` repeats the line, of which ``{n}`` is the number. Times count from the beginning of the
game; ``@6h`` is one of the clock on the wall. After ``->``, which
may begin a line of its own, stands what comes of this line: a status; ``!code`` of a refusal; when
the question is ``due``; all events of a kind that somebody is told (``E(…)``: everybody;
``bob hears E(…)``; ``no E``); ``journal who/Order@time``; ``acts``, the new ones of the audit log;
``sent``, to whom something goes; ``asks``, who is prompted; ``unchanged``; ``nobody hears``;
``ends``, the kinds of the last events that everybody reads; ``history``, those of the last pages,
where ``~`` marks what was taken back; ``PATH=VALUE`` in the state or in the facts of the receipt.
``viewers.NAME`` is whose view a reader gets with each message of this line, and ``spoken`` is all
talk of the game. ``person ADDRESS ADDRESS`` lists all addresses of the person at the first
one. ``let NAME=FACT`` keeps a fact for ``{NAME}``.

Without a colon, a line is ``wait TIME``, ``restart``, ``slept FROM-UNTIL`` (the referee did),
``robots SEAT=VOTE`` (what they have ready for the open question), ``heard SEAT`` (the open request
is delivered), ``owner NAME`` or ``moderator NAME``.

A tale that begins with ``alike but=SEAT`` is told twice: lines with ``?`` happen in the first
world alone, lines with ``|`` in the second. Everybody but this seat hears the same in both, and
deadlines, banks and misses are the same.
"""

import re
import shlex
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from engine.referee.commands import consent
from engine.referee.doors import ROBOT
from engine.referee.referee import Referee
from engine.rulings import votes
from engine.state import PUBLIC, Order, Seat
from engine.store.history import pages
from tests.kit.data import beside
from tests.referee.relay import Vote
from tests.referee.stage import DOOR, POST, START, Box, House, Table, Told, events, slept
from tests.tables import audit, noted

RANKS = {"mod": "moderator", "op": "operator"}
LENGTH = re.compile(r"\b(?=\d+[dhms])(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?\b")
SAID = re.compile(r"(\S+?)(?: in (\S+))?(?: named (\S+))?(?: at (\S+))?(?: (\d+) times)?: ?(.*)")
EVENT = re.compile(r"(?:(\S+) hears )?([A-Z]\w*)(\(.*\))")
NONE = re.compile(r"(?:(\S+) hears )?no ([A-Z]\w*)")


def seconds(text: str) -> str:
    """Return a text with its lengths of time as seconds."""

    def count(found: re.Match[str]) -> str:
        units = zip(found.groups("0"), (86_400, 3_600, 60, 1), strict=True)
        return str(sum(int(part) * unit for part, unit in units))

    return LENGTH.sub(count, text)


def moment(text: str) -> int:
    wall = text.startswith("@")
    return int(seconds(text[wall:])) + (0 if wall else START)


def brief(value: Any) -> str:
    if isinstance(value, Struct):
        fields = (brief(getattr(value, name)) for name in value.__struct_fields__)
        return f"{type(value).__name__}({', '.join(fields)})"
    if isinstance(value, dict):
        return "+".join(f"{key}:{brief(one)}" for key, one in value.items()) or "-"
    if isinstance(value, list | tuple):
        return "+".join(map(brief, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value) or "-"


def follow(value: Any, path: list[str]) -> Any:
    for part in path:
        if isinstance(value, Mapping):
            value = value[part]
        else:
            value = value[int(part)] if part.isdigit() else getattr(value, part)
    return value


def read_table(parts: list[str]) -> Table:
    given: dict[str, Any] = {"options": {}}
    for key, value in (part.split("=", 1) for part in parts):
        if key in ("id", "kind", "clock"):
            given[key] = value
        elif key in ("seats", "rated"):
            given[key] = value == "yes" if key == "rated" else tuple(value.split(","))
        else:
            given["options"][key] = int(seconds(value))
    return Table(**given)


def as_heard(news: Told) -> tuple[Any, ...]:
    asks = news.question, news.prompted, news.asks, news.asked, news.due, news.mine
    return news.viewer, news.at, news.events, *asks


class Robots(Box):
    """A door that has answers ready: to these questions of the game ``g``, and no others."""

    def __init__(self, questions: Collection[int], ready: dict[Seat, Order]) -> None:
        super().__init__()
        self.questions, self.ready = questions, ready

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        return self.ready if game == "g" and question in self.questions else {}


def with_robots(house: House, questions: Collection[int], **ready: Order) -> None:
    """Robots have these answers ready to these questions of the game ``g``."""
    doors = {DOOR: house.box, ROBOT: Robots(questions, ready)}
    house.referee = Referee(house.store, doors)


class Teller:
    """A house in which a tale happens."""

    def __init__(self, open_house: Callable[..., House], text: str):
        lines = re.sub(r"\s*\n\s*->", " ->", text.strip()).splitlines()
        self.lines = [line.strip() for line in lines if line.strip() and line.strip()[0] != "#"]
        self.names = {"mail": "x@example.org"}
        tables: dict[str, list[Table]] = {"table": [], "waiting": []}
        while self.lines[0].split()[0] in tables:
            word, *parts = shlex.split(self.lines.pop(0))
            tables[word].append(read_table(parts))
        first = tables["table"] or [Table("h" if tables["waiting"] else "g")]
        self.house = open_house(*first, doors=(DOOR, POST))
        self.house.take([one.waiting for one in tables["waiting"]])
        self.heard: list[tuple[str, Any]] = []

    def tell(self) -> None:
        expected = [self.step(line) for line in self.lines]
        assert any(expected), "a tale that expects nothing"

    def step(self, line: str) -> int:
        """Let a line happen, as often as it says; return how much was expected of it."""
        act, _, expected = line.partition(" -> ")
        said = SAID.fullmatch(act.strip())
        wanted = [one.strip() for one in re.split("; | -> ", expected) if one.strip()]
        for n in range(int(said[5] or 1) if said else 1):
            self.names["n"] = str(n)
            self.line(act, said, wanted)
        return len(wanted)

    def line(self, act: str, said: re.Match[str] | None, wanted: list[str]) -> None:
        self.game = ((said and said[2]) or "g").format_map(self.names)
        self.before = self.kept() if "unchanged" in wanted else ()
        self.entries = len(self.house.store.journal(self.game))
        self.acts = len(audit(self.house.store))
        self.house.box.news.clear()
        self.house.told.clear()
        receipt: Any = self.spoken(said) if said else self.other(*act.split())
        self.heard += [(news.sender, as_heard(news)) for news in self.house.box.news]
        self.heard += [(out.sender, out.payload) for out in self.house.told]
        told, faults = defaultdict[tuple[str, str], list[str]](list), []
        for one in wanted:
            if event := EVENT.fullmatch(one):
                told[event[1] or "everybody", event[2]].append(seconds(event[2] + event[3]))
            elif none := NONE.fullmatch(one):
                assert told[none[1] or "everybody", none[2]] == []
            elif one.startswith("let "):
                name, fact = one[4:].split("=")
                self.names[name] = str(receipt.facts[fact])
            elif (pair := self.look(one, receipt))[0] != pair[1]:
                faults.append(f"not {one}: {pair[0]}")
        for (viewer, kind), said_so in told.items():
            heard = [e for n in self.house.box.news if n.sender == viewer for e in n.events]
            found = [seconds(brief(one)) for one in heard if type(one).__name__ == kind]
            if found != said_so:
                faults.append(f"{viewer} hears {found}, not {said_so}")
        assert not faults, "\n".join([act, *faults])

    def spoken(self, said: re.Match[str]) -> Any:
        _, game, name, at, _, _ = said.groups()
        who, text = said[1].format_map(self.names), said[6].format_map(self.names)
        where = None if game == "-" else self.game
        door, _, who = who.rpartition("/")
        more = {"by": door or DOOR} | ({"rank": RANKS[who]} if who in RANKS else {})
        more |= {"name": name} if name else {}
        when = self.house.at if at == "now" else moment(at) if at else None
        return self.house.say(who, text, where, at=when, **more)

    def other(self, word: str, *words: str) -> Any:
        what = words[0] if words else ""
        if word == "wait":
            self.house.wait(int(seconds(what)))
        elif word == "restart":
            self.house.again()
        elif word == "slept":
            begin, end = map(moment, what.split("-"))
            self.house.at = max(self.house.at, end)
            self.house.take([lambda batch: slept(batch, "g", (begin, end))])
        elif word == "robots":
            question = self.house.referee.memory["g"].table.state.question
            said = dict(one.split("=") for one in words)
            with_robots(self.house, [question], **{who: Vote(text) for who, text in said.items()})
        elif word == "moderator":
            door, _, sender = what.format_map(self.names).rpartition("/")
            game = words[2].format_map(self.names) if "in" in words else "g"
            self.house.give("moderator", (door or DOOR, sender), game=game)
        elif word == "heard":
            open_now = self.house.referee.memory["g"].table.state.people.proposal
            assert open_now is not None
            asked = votes.request_of(open_now)
            self.house.take([partial(consent.hear, game="g", seats=[what], asked=asked)])
        else:
            assert word == "owner", word
            self.house.give("owner", (DOOR, what))

    def kept(self) -> tuple[object, ...]:
        store, game = self.house.store, self.game
        return store.game(game), audit(store), store.addresses(game), noted(store), store.talk(game)

    def look(self, one: str, receipt: Any) -> tuple[Any, Any]:
        word, _, rest = one.partition(" ")
        path, equal, value = one.partition("=")
        if one == "unchanged":
            return self.kept(), self.before
        if one == "nobody hears":
            return [news.events for news in self.house.box.news], []
        if word == "sent":
            return sorted(out.sender for out in self.house.told), sorted(rest.split())
        if word == "asks":
            asked = {news.viewer for news in self.house.box.news if news.prompted}
            return sorted(asked), sorted(rest.split())
        if word == "ends":
            kinds = [type(event).__name__ for event in events(self.house, game=self.game)]
            return kinds[-len(rest.split()) :], rest.split()
        if word == "history":
            kind = self.house.referee.memory[self.game].table.game
            read = pages(kind, self.house.store.bulletins(self.game), PUBLIC)
            kinds = [type(page.events[0]).__name__ + "~" * page.undone for page in read]
            return kinds[-len(rest.split()) :], rest.split()
        if word == "person":
            addresses = rest.format_map(self.names).split()
            door, _, sender = addresses[0].partition("/")
            look = [lambda batch: batch.accounts.person((door, sender))]
            found = ["/".join(one) for one in self.house.take(look)[0]]
            return sorted(found), sorted(addresses)
        if word == "acts":
            acts = audit(self.house.store)[self.acts :]
            return " + ".join(f"{act.actor} {act.action}" for act in acts), rest
        if one.startswith("!"):
            return receipt.refusal.code if receipt.refusal else receipt.status, one[1:]
        if word == "due":
            within = self.house.at + int(seconds(rest[3:])) if rest.startswith("in ") else 0
            due = within or (None if rest == "none" else moment(rest))
            return self.house.row(self.game).due, due
        if word == "journal":
            rows = self.house.store.journal(self.game)[self.entries :]
            entries = [msgspec.json.decode(row) for row, _ in rows]
            made = [f"{e['seat']}/{e['order']['type']}@{e['at'] - START}" for e in entries]
            found = made if "@" in rest else [one.partition("@")[0] for one in made]
            return found, seconds(rest).split()
        if not equal:
            return receipt.status, one
        roots: dict[str, Any] = {"receipt": receipt, "facts": getattr(receipt, "facts", None)}
        if opened := self.house.referee.memory.get(self.game):
            state, homes = opened.table.state, self.house.store.addresses(self.game)
            roots |= {"world": state.world, "people": state.people, "times": state.people.times}
            roots |= {"state": state, "row": self.house.row(self.game), "chairs": state.chairs}
            roots |= {"homes": sorted(home.sender for home in homes)}
            roots |= {"request": self.house.store.note("house", f"asked/{self.game}")}
            viewers = roots["viewers"] = defaultdict[str, list[str]](list)
            for news in self.house.box.news:
                viewers[news.sender].append(news.viewer)
            talk = self.house.store.talk(self.game)
            roots["spoken"] = [f"{row.seat} to {row.receiver}: {row.text}" for row in talk]
        parts = path.split(".")
        found = follow(roots, parts if parts[0] in roots else ["facts", *parts])
        return seconds(brief(found)), seconds(value)


def tale(*texts: str) -> Callable[..., None]:
    """Return a test that tells this, each in a house of its own."""

    def test(opened: Callable[..., House]) -> None:
        for text in texts:
            tell(opened, text)

    return test


def tales(module: str) -> dict[str, Callable[..., None]]:
    """Return the tests that stand as tales in the file beside a module, given by its ``__file__``.
    Each is one tale or a list of them; a name in capitals is a piece, for which ``<NAME>`` stands.
    """
    found = beside(module)

    def whole(text: str) -> str:
        return re.sub("<([A-Z_]+)>", lambda piece: str(found[piece[1]]), text)

    return {
        name: tale(*map(whole, [texts] if isinstance(texts, str) else texts))
        for name, texts in found.items()
        if name.startswith("test_")
    }


def tell(opened: Callable[..., House], text: str) -> None:
    first, _, rest = text.strip().partition("\n")
    if first.startswith("alike but="):
        alike(opened, rest, first.removeprefix("alike but="))
    else:
        Teller(opened, text).tell()


def alike(opened: Callable[..., House], text: str, but: str) -> None:
    worlds = []
    for here, there in (("? ", "|"), ("| ", "?")):
        lines = [line.strip() for line in text.splitlines()]
        kept = [line.removeprefix(here) for line in lines if line[:1] != there]
        teller = Teller(opened, "\n".join(kept))
        teller.tell()
        times = teller.house.referee.memory["g"].table.state.people.times
        heard = [news for who, news in teller.heard if who != but]
        worlds.append((heard, teller.house.row().due, times.bank, times.misses))
    assert worlds[0] == worlds[1]
    assert worlds[0][0], "somebody hears something"
