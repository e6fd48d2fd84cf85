"""The club's pages: what is in the folder, and what is not."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import feedparser  # type: ignore[import-untyped]  # it has none
import pytest

from bot.config import PagesConfig
from bot.pages.site import POLICY, Site
from engine.messages import Message, Receipt
from engine.referee.referee import Referee
from engine.store.sqlite import SqliteStore
from tests.records import played
from tests.replay.browser import Browser, Tab

NOW = 2 * 86_400
FILES = ("board.png", "feed.xml", "index.html", "now.json")
EVIL = "<img src=x onerror=document.title=0>\u202e\"'"
"""A name that wants to be more than a name."""


def person(referee: Referee, name: str, text: str, game: str | None = None) -> None:
    id = f"{name} {text} {game}"
    message = Message(door="test", id=id, sender=name, text=text, at=150, game=game, name=name)
    receipt = referee.take([message], 150).answers[0]
    assert receipt.status in ("taken", "answered"), receipt


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A game that is over, one that runs, one that is open, and a private one. Ann is named."""
    with SqliteStore(tmp_path / "g.db") as found:
        referee = played.referee(found)
        played.send(referee, "ann", "say * what nobody may read")
        played.play_out(referee)
        played.referee(found, "g2")
        played.referee(found, "g3", {"players": 3})
        played.referee(found, "g4", private=True)
        person(referee, "ann", "pages on")
        yield found


def moderated(referee: Referee, text: str, game: str) -> Receipt:
    message = Message(
        door="test", id=text + game, sender="m", text=text, at=150, game=game, rank="moderator"
    )
    receipt = referee.take([message], 150).answers[0]
    assert isinstance(receipt, Receipt)
    return receipt


def site_in(folder: Path, title: str = "Club") -> Site:
    return Site(folder, PagesConfig(title=title, url="https://club.example"), "en", {"mail": "a@b"})


def made(store: SqliteStore, folder: Path, title: str = "Club") -> list[str]:
    site = site_in(folder, title)
    return [*site.look(store, NOW), *site.replays(store, NOW)]


def contents(folder: Path) -> dict[str, tuple[float, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_folder_has_public_games_and_is_the_same_when_it_is_made_again(
    store: SqliteStore, tmp_path: Path
) -> None:
    made(store, tmp_path / "one")
    one = contents(tmp_path / "one")
    assert {name.split("/")[1] for name in one if name.startswith("games/")} == {"g1", "g2", "g3"}
    assert b"what nobody may read" not in b"".join(data for _, data in one.values())
    written = [*made(store, tmp_path / "one")]
    assert contents(tmp_path / "one") == one
    assert not [name for name in written if name.startswith("games/")]
    made(store, tmp_path / "other")
    assert contents(tmp_path / "other") == one
    line = json.loads(gzip.decompress(one["archive.jsonl.gz"][1]))
    assert (line["id"], line["players"]) == ("g1", ["ann", "player-2"])
    assert "bob" not in json.dumps(line)
    assert {*line} <= {
        *json.loads(one["archive.schema.json"][1])["$defs"]["ArchivedGame"]["properties"]
    }


def test_only_who_agreed_is_named(store: SqliteStore, tmp_path: Path) -> None:
    made(store, folder := tmp_path / "club")
    whole = b"".join(data for name, (_, data) in contents(folder).items() if "png" not in name)
    assert b"player-2" in whole
    assert b"bob" not in whole
    assert len([*(folder / "players").glob("*.html")]) == 2, "the list, and ann"
    referee = Referee(store, {})
    person(referee, "ann", "pages off")
    made(store, folder)
    assert [path.name for path in (folder / "players").glob("*.html")] == ["index.html"]
    assert b">ann<" not in (folder / "games" / "g2" / "index.html").read_bytes()


def test_a_page_that_grows_with_the_game_is_the_one_made_at_once(
    store: SqliteStore, tmp_path: Path
) -> None:
    referee, site = Referee(store, {}), site_in(tmp_path / "grown")
    told = ("bomb bob 0 0", "undo", "pages on", "bomb ann 1 1", "pages off", "pause", "resume")
    for n, text in enumerate(told):
        played.send(referee, "bob" if n == 3 else "ann", text, "g2")
        played.send(referee, "bob", "agree", "g2")
        [*site.look(store, NOW)]
    [*site_in(tmp_path / "once").look(store, NOW)]
    for name in ("games/g2/index.html", "games/g2/feed.xml", "index.html", "feed.xml"):
        assert (tmp_path / "grown" / name).read_bytes() == (tmp_path / "once" / name).read_bytes()


def test_a_running_game_has_a_replay_of_the_days_before_without_what_is_hidden(
    store: SqliteStore, tmp_path: Path
) -> None:
    referee = Referee(store, {})
    made(store, folder := tmp_path / "club")
    replay = folder / "games" / "g2" / "replay.html"
    before = replay.read_text()
    named = re.compile(r"\b(ann|bob)\b").findall
    assert {*named(before)} == {"ann"}
    assert '<script type="application/json" id="checks">null' in before
    played.send(referee, "ann", "bomb bob 0 0", "g2")
    assert replay.stat().st_mtime < NOW
    person(referee, "ann", "pages off")
    made(store, folder)
    assert not named(replay.read_text())


def test_a_private_game_has_a_page_that_nothing_leads_to_if_a_moderator_wants_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    referee, site = Referee(store, {}), site_in(folder := tmp_path / "club")
    [*site.look(store, NOW)]
    before = {name: data for name, (_, data) in contents(folder).items()}
    place = moderated(referee, "gm page on", "g4").facts["place"]
    assert re.fullmatch(r"games/[0-9a-f]{32}/index.html", place)
    [*site.look(store, NOW)]
    after = {name: data for name, (_, data) in contents(folder).items()}
    new = {name: data for name, data in after.items() if before.get(name) != data}
    assert {*new} == {place.replace("index.html", name) for name in FILES}
    assert b'name="robots"' in new[place]
    assert b'name="robots"' not in after["games/g2/index.html"]
    moderated(referee, "gm page off", "g4")
    [*site.look(store, NOW)]
    assert {name: data for name, (_, data) in contents(folder).items()} == before
    assert moderated(referee, "gm page on", "g2").refusal


def test_feeds_tell_what_is_public_and_no_name_breaks_them(
    store: SqliteStore, tmp_path: Path
) -> None:
    [*site_in(folder := tmp_path / "club", EVIL + "\x0b").look(store, NOW)]
    club, game = (feedparser.parse(folder / name) for name in ("feed.xml", "games/g1/feed.xml"))
    assert club.feed.title == EVIL
    ids = [[one.id for one in feed.entries] for feed in (club, game)]
    home = "https://club.example/games/g1/index.html#"
    assert {f"{home}began", f"{home}ended"} <= {*ids[0]}
    assert not [id for id in ids[0] if "/g4/" in id]
    assert all(id.startswith(home) for id in ids[1])
    for feed, name in ((club, "index.html"), (game, "games/g1/index.html")):
        assert (feed.version, feed.bozo) == ("atom10", False)
        assert feed.feed.updated == max(one.updated for one in feed.entries)
        own = [*dict.fromkeys(one.id for one in feed.entries)]
        assert len(own) == len(feed.entries)
        assert b'rel="alternate"' in (folder / name).read_bytes()
    files = contents(folder).items()
    whole = b"".join(data for name, (_, data) in files if name.endswith(".xml"))
    assert b"player-2" in whole
    assert b"bob" not in whole
    assert b"what nobody may read" not in whole


def test_each_page_opens_and_no_name_is_more_than_a_name(
    store: SqliteStore, tmp_path: Path
) -> None:
    referee = Referee(store, {})
    person(referee, EVIL, "join", "g3")
    person(referee, EVIL, "pages on")
    moderated(referee, f"gm announce {EVIL}", "g3")
    moderated(referee, f"gm close {EVIL}", "g3")
    made(store, tmp_path / "club", EVIL)
    with Browser(tmp_path / "browser") as browser:

        async def look(tab: Tab) -> None:
            for domain in ("Page", "Network", "Runtime", "Log"):
                await tab.do(f"{domain}.enable")
            for path in sorted((tmp_path / "club").rglob("*.html")):
                if path.name == "replay.html":
                    continue
                for width, scheme in ((390, "dark"), (1280, "light")):
                    await tab.looks(width, 800, scheme)
                    tab.loaded = False
                    await tab.do("Page.navigate", url=path.as_uri())
                    while not tab.loaded:
                        await tab.next()
                    wide = await tab.value("document.scrollingElement.scrollWidth")
                    assert wide == width, (path, wide)
                    assert await tab.value("document.title.endsWith(`\"'`)"), path
                    assert await tab.value("document.querySelectorAll('[onerror]').length") == 0
            assert tab.problems == []
            assert all(url.startswith("file:") for url in tab.requests)

        browser.show(look)
    assert "unsafe" not in POLICY
