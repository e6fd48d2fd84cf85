"""Makes the pages' folder from the store, in steps. It can be deleted and made again."""

import io
import logging
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, cached_property
from hashlib import blake2b
from importlib.resources import files as resources
from itertools import groupby
from pathlib import Path
from shutil import rmtree
from typing import Any

import jinja2
import msgspec
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

import renderers
from bot.config import PagesConfig
from bot.pages import feeds, files, persons, replays
from bot.pages.facts import Names, PublicGame, facts
from bot.pages.feeds import FeedEntry
from bot.pages.persons import PersonPage
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
    " base-uri 'none'; form-action 'none'"
)
PLACES = (("games", "index.html"), ("players", "players/index.html"), ("archive", "archive.html"))
"""The pages that every page links to."""
THUMB = 480, 340
COLOURS = 64
FINISHED = 8
"""The number of finished games on the first page."""
UNFIT = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may have."""


class Now(Struct, frozen=True):
    """The file that browsers ask for again and again: ``digest`` is that of the page beside it."""

    digest: str = ""
    facts: str = ""  # hash of the facts on the page


class Site:
    """The pages of one folder.

    ``games`` are those with a page, without board and log. ``stamps`` show whether something has
    happened in a game since it was looked at. ``unreplayed`` are finished games that still need a
    replay.
    """

    def __init__(self, folder: Path, config: PagesConfig, language: str, doors: Mapping[str, str]):
        self.folder, self.config, self.doors = folder, config, doors
        self.said = words(language)
        self.games: dict[str, PublicGame] = {}
        self.stamps: dict[str, tuple[object, ...]] = {}
        self.unreplayed: dict[str, None] = {}
        self.people: tuple[PersonPage, ...] = ()
        self.known: object = None  # the facts on the pages of people
        self.listed: object = None  # the facts on the pages that list games and people
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
            if self.look_at(store, names, id):
                yield f"games/{id}"
        for id in self.stamps.keys() - stamps.keys():
            del self.stamps[id]
            self.forget(id)
        if first:
            self.clear("games", self.games)
        self.look_at_people(names, today)
        yield from self.lists()
        for id in [*self.unreplayed]:
            del self.unreplayed[id]
            self.replay(store, names, id)
            yield f"games/{id}/replay.html"
        if self.day != today:
            self.day = today
            replays.archive(self.folder, [one for one in self.over() if one.at // DAY < today])
            yield from self.lists()

    def look_at(self, store: Store, names: Names, id: str) -> bool:
        """Write the page of a game if it has changed. Return whether it has."""
        game = self.facts(store, names, id)
        if game is None:
            self.forget(id)
            return False
        self.games[id] = replace(game, board=None, log=())
        was = self.now_at(f"games/{id}")
        if changed := was.facts != self.hash_of(game):
            replays.drop(self.folder, id)
            self.write_game(game)
        if game.state == "over" and not replays.is_made(self.folder, id):
            self.unreplayed[id] = None
        return changed

    def facts(self, store: Store, names: Names, id: str) -> PublicGame | None:
        row = store.game(id)
        try:
            return None if row is None else facts(store, row, self.said, names)
        except UNREADABLE as error:
            log.warning("game %s has no page: %s", id, error)
            return None

    def forget(self, id: str) -> None:
        if self.games.pop(id, None) is not None:
            rmtree(self.folder / "games" / id, ignore_errors=True)

    def clear(self, folder: str, known: Mapping[str, object]) -> None:
        """Remove what is left in a folder of things that are gone."""
        for path in sorted((self.folder / folder).glob("*")):
            if path.is_dir() and path.name not in known:
                rmtree(path, ignore_errors=True)
            elif path.suffix == ".html" and path.stem not in known:
                path.unlink()

    def replay(self, store: Store, names: Names, id: str) -> None:
        row, game = store.game(id), self.facts(store, names, id)
        if row is None or game is None:
            return
        try:
            replay = replays.replay_of(store, row, names)
        except Unforgettable as error:
            log.warning("game %s has no replay: %s", id, error)
            return
        replays.write(self.folder, game, replay, row.edition, self.said.language)
        self.write_game(game)

    def over(self) -> list[PublicGame]:
        found = [game for game in self.games.values() if game.state == "over"]
        return sorted(found, key=lambda game: (-game.at, game.id))

    # ---- pages

    def write_game(self, game: PublicGame) -> None:
        shown: dict[str, Any] = {"drawn": False, "text": "", "alt": ""}
        language, place = self.said.language, f"games/{game.id}"
        try:
            scene = renderers.scene_of(game.kind, game.board, language)
            shown["text"] = renderers.laid_out(game.kind, scene, language, WHOLE)
            shown["alt"] = renderer(game.kind).alt(scene, language)
            shown |= self.draw(game, renderers.encoded(game.kind, scene))
        except Exception as error:
            # A board that can't be drawn must not stop the others.
            log.warning("game %s cannot be drawn: %s", game.id, type(error).__name__)
        made = self.page(
            f"{place}/index.html",
            "game.html",
            game.at,
            heading=f"{game.title} {game.id}",
            here="games",
            live=True,
            wide=True,
            game=game,
            replayed=replays.is_made(self.folder, game.id),
            log=[
                (at, [*reversed([*lines])])
                for at, lines in groupby(reversed(game.log), key=lambda line: line.at)
            ],
            **shown,
        )
        self.feed(f"{place}/", game.at, f"{game.title} {game.id}", feeds.of_game(game))
        self.put_now(place, game.at, made, self.hash_of(game))

    def draw(self, game: PublicGame, board: bytes) -> dict[str, Any]:
        """Write the board and its thumbnail: the whole board, on its own ground."""
        image = Image.open(io.BytesIO(board))
        size = image.size
        files.put(self.folder, f"games/{game.id}/board.png", board, game.at)
        small = image.convert("RGB")
        ground = small.getpixel((2, small.height - 3))
        small.thumbnail(THUMB, reducing_gap=2.0)
        whole = Image.new("RGB", THUMB, ground)
        whole.paste(small, ((THUMB[0] - small.width) // 2, (THUMB[1] - small.height) // 2))
        buffer = io.BytesIO()
        whole.quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG")
        files.put(self.folder, f"games/{game.id}/thumb.png", buffer.getvalue(), game.at)
        return {"drawn": digest(board), "width": size[0], "height": size[1]}

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
        packed = (self.folder / replays.ARCHIVE).exists()
        listed = [*self.games.values()], self.people, packed
        if listed == self.listed:
            return
        games, over = sorted(self.games.values(), key=by_due), self.over()
        at = max((game.at for game in games), default=0)
        known = [one for one in self.people if one.name]
        facts = {"standings": persons.standings(known), "people": known}
        made = self.page(
            "index.html",
            "index.html",
            at,
            heading=self.said.say("pages-games"),
            here="games",
            live=True,
            running=[game for game in games if game.state == "running"],
            open=[game for game in games if game.free],
            over=over[:FINISHED],
            **facts,
        )
        self.feed("", at, self.config.title, feeds.club(games, self.said))
        self.put_now("", at, made)
        yield "index.html"
        heading = self.said.say("pages-players")
        self.page(
            "players/index.html", "players.html", at, heading=heading, here="players", **facts
        )
        for one in known:
            own = [
                game
                for game in sorted(games, key=by_age)
                if any(player.page == one.page for player in game.players)
            ]
            at = max([one.at, *(game.began for game in own)])
            place = f"players/{one.page}.html"
            self.page(
                place, "person.html", at, heading=one.name, here="players", person=one, games=own
            )
        yield "players/index.html"
        self.page(
            "archive.html",
            "archive.html",
            over[0].at if over else 0,
            heading=self.said.say("pages-archive"),
            here="archive",
            games=over,
            packed=packed,
        )
        for name in ("club.css", "club.js"):
            files.put(self.folder, name, source(name), 0)
        self.listed = listed
        yield "archive.html"

    def page(self, name: str, template: str, at: int, *, here: str, **facts: Any) -> bytes:
        facts = {**self.common, "up": "../" * name.count("/"), "here": here, **facts}
        made = UNFIT.sub("", templates().get_template(template).render(facts)).encode()
        files.put(self.folder, name, made, at)
        return made

    def feed(self, place: str, at: int, heading: str, entries: list[FeedEntry]) -> None:
        """Write a feed, which needs addresses: without ``url`` there is none."""
        name, facts = f"{place}feed.xml", {"heading": heading, "entries": entries}
        updated = max((one.at for one in entries), default=at)
        if self.config.url:
            self.page(name, "feed.xml", at, here="", place=place, updated=updated, **facts)
        else:
            files.drop(self.folder, name)

    def put_now(self, place: str, at: int, page: bytes, facts: str = "") -> None:
        data = msgspec.json.encode(Now(digest(page), facts))
        files.put(self.folder, f"{place}/now.json".lstrip("/"), data, at)

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
    def common(self) -> dict[str, Any]:
        """The names that every template may use."""
        return {
            "say": self.said.say,
            "language": self.said.language,
            "title": self.config.title,
            "url": self.config.url.rstrip("/"),
            "policy": POLICY,
            "places": PLACES,
            "doors": [*self.doors.items()],
            "drawn_at": lambda id: (self.folder / "games" / id / "thumb.png").exists(),
            "wide": False,
            "live": False,
        }


@cache
def templates() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("bot.pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    made.filters |= {"iso": iso, "stamp": stamp, "day": day}
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
