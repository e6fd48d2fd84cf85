"""Makes the pages' folder from the store, in steps. It can be deleted and made again."""

import logging
import struct
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from importlib.resources import files as resources
from pathlib import Path
from shutil import rmtree
from typing import Any

import jinja2
import msgspec
from msgspec import Struct
from msgspec.structs import replace

import renderers
from bot.config import PagesConfig
from bot.pages import feeds, files, persons, replays
from bot.pages.facts import Names, PublicGame, PublicLogs, facts, hashed
from bot.pages.feeds import FeedEntry
from bot.pages.persons import PersonPage
from bot.replay_page.contents import Shown, contents
from bot.stored import UNREADABLE
from bot.words import words
from engine.plan import DAY
from engine.referee.personal import Unforgettable
from engine.store import counts
from engine.store.store import Store
from renderers.registry import renderer
from renderers.toolkit.scene import WHOLE

log = logging.getLogger(__name__)

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " frame-src 'self'; base-uri 'none'; form-action 'none'"
)
PLACES = (("games", "index.html"), ("players", "players/index.html"), ("archive", "archive.html"))
"""The pages that every page links to."""
PLAIN = {"wide": False, "live": False, "hidden": False}
FINISHED = 8
"""The number of finished games on the first page."""
PARTS = 16_384
"""The number of moments of logs, of entries and of cards that are kept as HTML."""
UNFIT = bytes({*range(32)} - {*b"\t\n\r"})
"""Characters that no XML file may have, beside U+FFFE and U+FFFF."""


Hashes = tuple[str, str]


class Now(Struct, frozen=True):
    """The file that browsers ask for again and again: ``digest`` is that of the page beside it."""

    digest: str = ""
    facts: str = ""  # hash of the facts on the page
    players: str = ""  # hash of the names on it


class Site:
    """The pages of one folder.

    ``games`` are those with a page, without board and log. ``stamps`` show whether something has
    happened in a game since it was looked at. ``drawn`` have a picture. ``unreplayed``
    need a replay. ``shown`` are the facts of each page, or their hashes.
    """

    def __init__(self, folder: Path, config: PagesConfig, language: str, doors: Mapping[str, str]):
        self.folder, self.config, self.doors = folder, config, doors
        self.said = words(language)
        self.games: dict[str, PublicGame] = {}
        self.stamps: dict[str, tuple[object, ...]] = {}
        self.logs = PublicLogs()
        self.drawn = set[str]()
        self.unreplayed: dict[str, None] = {}
        self.people: tuple[PersonPage, ...] = ()
        self.known: object = None  # the facts on the pages of people
        self.shown: dict[str, Any] = {}
        self.day = 0

    # ---- one look at the store

    def look(self, store: Store, now: int) -> Iterator[str]:
        """Write all changes, and yield the name of each part once it is written, so that the
        caller may rest.

        Which games are looked at may depend on secrets. What is written, and in which order,
        depends on public facts alone.
        """
        names, today = Names(store), now // DAY
        stamps: dict[str, tuple[object, ...]] = {
            id: (told, today, names.listed) for id, told in counts.told(store).items()
        }
        first = not self.stamps
        for id in [id for id, stamp in stamps.items() if self.stamps.get(id) != stamp]:
            self.stamps[id] = stamps[id]
            if self.look_at(store, names, id, today):
                yield f"games/{id}"
        for id in self.stamps.keys() - stamps.keys():
            del self.stamps[id]
            self.forget(id)
        if first:
            for name in ("club.css", "club.js"):
                files.put(self.folder, name, source(name), 0)
            self.clear("games", {game.place for game in self.games.values()})
        self.look_at_people(names, today)
        yield from self.lists()

    def replays(self, store: Store, now: int, shown: Shown = iter) -> Iterator[str]:
        """Write the replays that are missing, then the archive of past days, and yield the name of
        each. ``shown`` passes on the steps of a replay, so that the caller may do more urgent work.
        """
        today = now // DAY
        while self.unreplayed:
            id = next(iter(self.unreplayed))
            del self.unreplayed[id]
            if self.replay(store, id, today * DAY, shown):
                yield f"games/{id}/replay.html"
        if self.day != today:
            self.day = today
            replays.archive(self.folder, [one for one in self.over() if one.at // DAY < today])
            yield from self.lists()

    def look_at(self, store: Store, names: Names, id: str, today: int) -> bool:
        """Write the page of a game if it has changed. Return whether it has."""
        game = self.facts(store, names, id)
        if game is None:
            self.forget(id)
            return False
        self.games[id] = replace(game, scene=None, log=())
        was = self.known_of(game)
        self.shown[id] = now = self.hash_of(game), hashed(game.players)
        if was[1] != now[1] or (was[0] != now[0] and game.state == "over"):
            replays.drop(self.folder, game.place)
        if was[0] != now[0]:
            self.write_game(game)
        if (self.folder / "games" / game.place / "board.png").exists():
            self.drawn.add(id)
        if replays.at_of(self.folder, game.place) != game.told_before(today * DAY):
            self.unreplayed[id] = None
        return was[0] != now[0]

    def facts(self, store: Store, names: Names, id: str) -> PublicGame | None:
        row = store.game(id)
        try:
            return None if row is None else facts(store, row, self.said, names, self.logs)
        except UNREADABLE as error:
            log.warning("game %s has no page: %s", id, error)
            return None

    def forget(self, id: str) -> None:
        self.shown.pop(id, None)
        if (game := self.games.pop(id, None)) is not None:
            rmtree(self.folder / "games" / game.place, ignore_errors=True)

    def clear(self, folder: str, known: Container[str]) -> None:
        """Remove what is left in a folder of things that are gone."""
        for path in sorted((self.folder / folder).glob("*")):
            if path.is_dir() and path.name not in known:
                rmtree(path, ignore_errors=True)
            elif path.suffix == ".html" and path.stem not in known:
                path.unlink()

    def replay(self, store: Store, id: str, midnight: int, shown: Shown) -> bool:
        names = Names(store)
        row, game = store.game(id), self.facts(store, names, id)
        if row is None or game is None:
            return False
        until = game.told_before(midnight)
        try:
            replay = replays.replay_of(store, row, names, until)
            found = contents(replay, self.said.language, shown)
        except Unforgettable as error:
            log.warning("game %s has no replay: %s", id, error)
            return False
        if self.games.get(id) is None or self.known_of(game)[1] != hashed(game.players):
            return False  # somebody has left the pages while it was made
        replays.write(self.folder, game, found, row.edition, self.said.language, until)
        self.write_game(game)
        return True

    def over(self) -> list[PublicGame]:
        found = [game for game in self.games.values() if game.state == "over" and game.listed]
        return sorted(found, key=lambda game: (-game.at, game.id))

    # ---- pages

    def write_game(self, game: PublicGame) -> None:
        shown: dict[str, Any] = {"drawn": False, "text": "", "alt": ""}
        language, place = self.said.language, f"games/{game.place}"
        try:
            if game.scene is not None:
                shown["text"] = renderers.laid_out(game.kind, game.scene, language, WHOLE)
                shown["alt"] = renderer(game.kind).alt(game.scene, language)
                shown |= self.draw(game, renderers.encoded(game.kind, game.scene))
        except Exception as error:
            # A board that can't be drawn must not stop the others.
            log.warning("game %s cannot be drawn: %s", game.id, type(error).__name__)
        moments = game.moments()
        made = self.page(
            f"{place}/index.html",
            "game.html",
            game.at,
            heading=f"{game.title} {game.id}",
            here="games",
            live=True,
            wide=True,
            game=game,
            hidden=not game.listed,
            replayed=replays.at_of(self.folder, game.place),
            log=self.parts("moment", moments),
            **shown,
        )
        entries = feeds.of_game(game, moments)
        self.feed(f"{place}/", game.began, f"{game.title} {game.id}", entries)
        self.put_now(place, game.at, made, self.hash_of(game), hashed(game.players))

    def draw(self, game: PublicGame, board: bytes) -> dict[str, Any]:
        """Write the board, and return its facts. A PNG begins with its size."""
        files.put(self.folder, f"games/{game.place}/board.png", board, game.at)
        width, height = struct.unpack(">II", board[16:24])
        return {"drawn": digest(board), "width": width, "height": height}

    def look_at_people(self, names: Names, today: int) -> None:
        """Write the pages of people if somebody's record may have changed."""
        known = (names.listed, today, [(one.id, one.at) for one in self.over()])
        if known != self.known:
            self.known = known
            self.people = tuple(
                persons.person_page(names, page, accounts, self.said, today)
                for page, accounts in names.everybody().items()
            )
            self.clear("players", {"index": None, **names.everybody()})

    def lists(self) -> Iterator[str]:
        """Write the first page, those of people, and the archive, if their facts have changed."""
        games = sorted((game for game in self.games.values() if game.listed), key=by_due)
        over, known = self.over(), [one for one in self.people if one.name]
        facts = {"standings": persons.standings(known), "people": known}
        if self.listing(
            "index.html",
            "index.html",
            max((game.at for game in games), default=0),
            heading=self.said.say("pages-games"),
            here="games",
            live=True,
            running=self.cards(game for game in games if game.state == "running"),
            open=[game for game in games if game.free],
            over=self.cards(over[:FINISHED]),
            **facts,
        ):
            yield "index.html"
        entries = feeds.club(games, self.said)
        if entries != self.shown.get("feed.xml"):
            self.shown["feed.xml"] = entries
            self.feed("", 0, self.config.title, entries)
        people = {"heading": self.said.say("pages-players"), "here": "players", **facts}
        at = max((one.at for one in known), default=0)
        wrote = self.listing("players/index.html", "players.html", at, **people)
        for one in known:
            own = [
                (game.place, f"{game.title} {game.id}", game.players, game.began)
                for game in sorted(games, key=by_age)
                if any(player.page == one.page for player in game.players)
            ]
            at = max([one.at, *(began for *_, began in own)])
            facts = {"heading": one.name, "here": "players", "person": one, "games": own}
            wrote |= self.listing(f"players/{one.page}.html", "person.html", at, **facts)
        if wrote:
            yield "players/index.html"
        if self.listing(
            "archive.html",
            "archive.html",
            over[0].at if over else 0,
            heading=self.said.say("pages-archive"),
            here="archive",
            games=over,
            packed=(self.folder / replays.ARCHIVE).exists(),
        ):
            yield "archive.html"

    def listing(self, name: str, template: str, at: int, **facts: Any) -> bool:
        """Write a page that lists things, if its facts have changed. Return whether they have."""
        if self.shown.get(name) == (at, facts):
            return False
        made = self.page(name, template, at, **facts)
        if facts.get("live"):
            self.put_now("", at, made)
        self.shown[name] = at, facts
        return True

    def cards(self, games: Iterable[PublicGame]) -> list[str]:
        return self.parts("card", ((game, game.id in self.drawn) for game in games))

    def parts(self, name: str, facts: Iterable[tuple[Any, ...]]) -> list[str]:
        """Return parts of a page as HTML. A part with known facts is not made again."""
        make: Any = self.templates.globals[name]
        return [make(*one) for one in facts]

    def page(self, name: str, template: str, at: int, *, here: str, **facts: Any) -> bytes:
        facts = {"up": "../" * name.count("/"), "here": here, **PLAIN, **facts}
        text: str = self.templates.get_template(template).render(facts)
        made = text.encode("utf-8", "ignore").translate(None, UNFIT)
        made = made.replace(b"\xef\xbf\xbe", b"").replace(b"\xef\xbf\xbf", b"")
        files.put(self.folder, name, made, at)
        return made

    def feed(self, place: str, began: int, heading: str, entries: list[FeedEntry]) -> None:
        """Write a feed, which needs addresses: without ``url`` there is none."""
        name = f"{place}feed.xml"
        parts = self.parts("entry", ((one,) for one in entries))
        at = max((one.at for one in entries), default=began)
        if self.config.url:
            facts = {"heading": heading, "place": place, "updated": at, "entries": parts}
            self.page(name, "feed.xml", at, here="", **facts)
        else:
            files.drop(self.folder, name)

    def put_now(self, place: str, at: int, page: bytes, *facts: str) -> None:
        data = msgspec.json.encode(Now(digest(page), *facts))
        files.put(self.folder, f"{place}/now.json".lstrip("/"), data, at)

    def known_of(self, game: PublicGame) -> Hashes:
        """Return the hashes of the facts and of the players on a game's page."""
        if game.id not in self.shown:
            now = self.now_at(f"games/{game.place}")
            self.shown[game.id] = now.facts, now.players
        found: Hashes = self.shown[game.id]
        return found

    def now_at(self, place: str) -> Now:
        try:
            return msgspec.json.decode(files.read(self.folder, f"{place}/now.json"), type=Now)
        except msgspec.DecodeError:
            return Now()

    def hash_of(self, game: PublicGame) -> str:
        return digest(f"{game.digest} {self.look_of_all}".encode())

    @cached_property
    def look_of_all(self) -> str:
        """A hash of everything that all pages share: settings, templates, and language."""
        every = sorted(one.read_text("utf-8") for one in (home() / "templates").iterdir())
        return digest(repr((self.config, self.said.language, every)).encode())

    @cached_property
    def templates(self) -> jinja2.Environment:
        """The templates, with the names that every one may use. Their parts are made once."""
        made = jinja2.Environment(
            loader=jinja2.PackageLoader("bot.pages"),
            autoescape=True,
            auto_reload=False,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
        )
        made.filters |= {"iso": iso, "stamp": stamp, "day": day}
        made.globals |= {
            "say": self.said.say,
            "language": self.said.language,
            "title": self.config.title,
            "url": self.config.url.rstrip("/"),
            "policy": POLICY,
            "places": PLACES,
            "doors": [*self.doors.items()],
        }
        parts = made.get_template("macros.html").module
        for name in ("card", "moment", "entry"):
            made.globals[name] = lru_cache(PARTS)(getattr(parts, name))
        return made


def home() -> Any:
    return resources("bot") / "pages"


@cache
def source(name: str) -> bytes:
    found: bytes = (home() / name).read_bytes()
    return found


def digest(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def by_due(game: PublicGame) -> tuple[bool, int, str]:
    return game.due is None, game.due or 0, game.id


def by_age(game: PublicGame) -> tuple[int, str]:
    return -game.began, game.id


def iso(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"


def stamp(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def day(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"
