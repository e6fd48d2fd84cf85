"""The page of a game, in a browser: boards, log and keys; the proof, and what is changed in it;
what it may not load, and what is not in it.
"""

import io
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import renderers
from bot.cli import main
from bot.replay_page.contents import Contents, contents
from bot.replay_page.page import page, written
from bot.replaying import Replay
from engine.store.sqlite import SqliteStore
from engine.store.updates import of_rows
from renderers.film import changes
from tests.kit.games import registered
from tests.records import played, sealed
from tests.replay.browser import Browser, Tab
from tests.replay.stored import reel_of
from tests.replay.taken_back import Wanderer

MEGABYTE = 1_000_000
HUNDRED = 100
NO_WEBCRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
PUT_IN = "a stranger said so"
"""What nobody may find in a page."""


@pytest.fixture(scope="module")
def battleboard(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    with SqliteStore(tmp_path_factory.mktemp("battleboard") / "g.db") as store:
        referee = played.referee(store)
        for word in ("say *", "appeal"):
            receipt = played.send(referee, "ann", f"{word} {PUT_IN}")
            assert receipt.status in ("taken", "answered"), receipt
        played.play_out(referee)
        return reel_of(store, "g1")


@pytest.fixture(scope="module")
def ambush(tmp_path_factory: pytest.TempPathFactory) -> Contents:
    case = next(case for case in registered() if case.game.name == "ambush")
    with SqliteStore(tmp_path_factory.mktemp("ambush") / "g.db") as store:
        return contents(reel_of(store, sealed.play_out(store, case, 1)), "en")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture(scope="module")
def file(battleboard: Replay, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("page") / "game.html"
    found.write_bytes(page(battleboard, "en"))
    return found


def changed(data: bytes, change: Callable[[Any], None]) -> bytes:
    start = data.index(b'id="checks">') + len(b'id="checks">')
    end = data.index(b"</script>", start)
    checks = json.loads(data[start:end])
    change(checks)
    return data[:start] + json.dumps(checks).encode() + data[end:]


async def said_of(tab: Tab) -> dict[str, str]:
    found: dict[str, str] = await tab.value("({ ...document.body.dataset })")
    return found


def proven(browser: Browser, tmp_path: Path, data: bytes) -> tuple[dict[str, str], str, int, int]:
    """What a page says of its proof, on its mark too, and how many marks are green and red in the
    log and in the tables.
    """
    (tmp_path / "page.html").write_bytes(data)
    found: list[Any] = []

    async def look(tab: Tab) -> None:
        await tab.open(tmp_path / "page.html")
        assert tab.problems == []
        count = "document.querySelectorAll('td.mark.{0}, #log .mark.{0}').length"
        found.extend(
            (
                await said_of(tab),
                await tab.value("document.querySelector('#mark').textContent"),
                await tab.value(count.format("ok")),
                await tab.value(count.format("bad")),
            )
        )

    browser.show(look)
    return tuple(found)


def test_slider_keys_and_viewers_show_what_they_should(browser: Browser, file: Path) -> None:
    async def look(tab: Tab) -> None:
        await tab.open(file)
        last = int(await tab.value("stops.length - 1"))
        assert last > 5
        place = "document.querySelector('#place').textContent"
        assert await tab.value(place) == f"{last} / {last}"
        await tab.key("Home")
        await tab.key("ArrowLeft")
        assert await tab.value(place) == f"0 / {last}"
        await tab.key("ArrowRight")
        assert await tab.value(place) == f"1 / {last}"
        await tab.value(
            "slider = document.querySelector('input[type=range]'), slider.value = 5,"
            " slider.dispatchEvent(new Event('input')), 0"
        )
        assert await tab.value(place) == f"5 / {last}"
        assert (await said_of(tab))["viewer"] == "+"
        await tab.key("1", "1")
        assert (await said_of(tab))["viewer"] == "*"
        public = await tab.value("document.querySelector('pre').textContent")
        await tab.key("2", "2")
        assert (await said_of(tab))["viewer"] == "ann"
        assert await tab.value("document.querySelector('pre').textContent") != public
        await tab.key("t", "t")
        visible = "document.querySelector('{0}').checkVisibility()"
        assert await tab.value(visible.format("pre"))
        assert not await tab.value(visible.format("canvas"))
        await tab.key("End")
        assert await tab.value("document.querySelector('#log li[aria-current]') !== null")
        await tab.value("document.querySelector('#log li').click()")
        assert await tab.value(place) == f"1 / {last}"
        assert tab.problems == []

    browser.show(look)


def test_on_a_phone_board_and_controls_are_in_view_and_a_swipe_is_a_step(
    browser: Browser, tmp_path: Path
) -> None:
    """The board of ambush is higher than it is wide."""
    case = next(case for case in registered() if case.game.name == "ambush")
    with SqliteStore(tmp_path / "g.db") as store:
        Wanderer(store, case, 1).play(8)
        begun = contents(reel_of(store, "g"), "en")
    (tmp_path / "page.html").write_bytes(written(begun, "en"))
    box = "JSON.stringify(document.querySelector('{0}').getBoundingClientRect())"

    async def touch(kind: str, *at: tuple[int, int]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        await tabs[0].do("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    async def look(tab: Tab) -> None:
        tabs.append(tab)
        await tab.looks(390, 844)
        await tab.do("Emulation.setTouchEmulationEnabled", enabled=True)
        await tab.open(tmp_path / "page.html")
        assert await tab.value("[innerWidth, document.scrollingElement.scrollWidth].join()") == (
            "390,390"
        )
        board, bar = [json.loads(await tab.value(box.format(one))) for one in ("canvas", "#bar")]
        assert 0 < board["top"] < board["bottom"] <= bar["top"] < bar["bottom"] <= 844
        assert board["height"] > 400
        keys = await tab.value(
            "[...document.querySelectorAll('.key')].map(key => key.getBoundingClientRect().width)"
        )
        assert min(keys) >= 44
        last = await tab.value("stops.length - 1")
        for x, place in ((300, f"{last - 1} / {last}"), (60, f"{last} / {last}")):
            await touch("touchStart", (360 - x, 400))
            for k in range(1, 5):
                await touch("touchMove", (360 - x + (x - 180) * k // 2, 400))
            await touch("touchEnd")
            assert await tab.value("document.querySelector('#place').textContent") == place

    tabs = list[Tab]()
    browser.show(look)


def test_each_board_is_the_picture_of_its_position(
    browser: Browser, battleboard: Replay, file: Path
) -> None:
    wanted = [
        Image.open(io.BytesIO(png)).convert("RGB")
        for png in changes([renderers.picture("battleboard", view) for view in battleboard.views()])
    ]
    assert len(wanted) > 5

    async def look(tab: Tab) -> None:
        await tab.open(file)
        await tab.key("1", "1")
        await tab.key("Home")
        urls = list[str]()
        for _ in range(await tab.value("stops.length")):
            urls.append(await tab.value("document.querySelector('canvas').toDataURL()"))
            await tab.key("ArrowRight")
        for url, board in zip(changes(urls), wanted, strict=True):
            drawn = Image.open(io.BytesIO(b64decode(url.partition(",")[2]))).convert("RGB")
            assert drawn.size == board.size
            off = ImageStat.Stat(ImageChops.difference(drawn, board))
            assert max(off.mean) < 1, "beside the one palette, it is that picture"

    browser.show(look)


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1240, "dark")])
def test_a_page_is_as_wide_as_its_window(
    browser: Browser, file: Path, width: int, scheme: str
) -> None:
    async def look(tab: Tab) -> None:
        await tab.looks(width, 800, scheme)
        await tab.open(file)
        assert await tab.value("document.scrollingElement.scrollWidth") == width
        ground = await tab.value("getComputedStyle(document.body).backgroundColor")
        dark = max(map(int, re.findall(r"\d+", ground))) < 80
        assert dark == (scheme == "dark")

    browser.show(look)


def test_a_page_loads_nothing_and_may_not(browser: Browser, file: Path) -> None:
    async def look(tab: Tab) -> None:
        await tab.open(file)
        kinds = {url.partition(":")[0] for url in tab.requests}
        assert kinds == {"file", "data"}
        assert sum(url.startswith("file:") for url in tab.requests) == 1
        refused = await tab.value("fetch('http://127.0.0.1:9/').then(() => '', String)")
        assert "TypeError" in refused
        assert any("connect-src" in problem for problem in tab.problems)
        await tab.value("document.body.append(document.createElement('script')), 0")
        await tab.value("document.body.lastChild.textContent = 'window.planted = 1', 0")
        assert await tab.value("window.planted") is None

    browser.show(look)


@pytest.mark.parametrize("by", ["browser", "page"])
def test_the_proof_is_computed_in_the_browser(browser: Browser, file: Path, by: str) -> None:
    async def look(tab: Tab) -> None:
        if by == "page":
            await tab.do("Page.enable")
            await tab.do("Page.addScriptToEvaluateOnNewDocument", source=NO_WEBCRYPTO)
        await tab.open(file)
        found = await said_of(tab)
        assert (found["proof"], found["by"], found["rolls"]) == ("right", by, "0")
        assert int(found["good"]) > 4
        rolls = await tab.value("document.querySelectorAll('#rolls tbody .mark.ok').length")
        assert rolls == int(found["good"])

    browser.show(look)


def test_its_own_sha256_is_that_of_the_browser(browser: Browser, file: Path) -> None:
    """HMAC: RFC 4231, test case 2."""

    async def look(tab: Tab) -> None:
        await tab.open(file)
        same = await tab.value(
            "(async () => { for (let n = 0; n < 200; n++) {"
            " const m = crypto.getRandomValues(new Uint8Array(n));"
            " if (hex(ownSha256(m)) !== hex(await sha256(m))) return n; } return -1; })()"
        )
        assert same == -1
        mac = await tab.value("hex(ownHmac(text('Jefe'), text('what do ya want for nothing?')))")
        assert mac == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"

    browser.show(look)


TYPED = """(() => { const field = document.querySelector('#kept input'); field.value = %s;
field.dispatchEvent(new Event('input')); return document.querySelector('output').textContent })()"""


def other_die(checks: Any) -> None:
    die = checks["rolls"][3]["dice"][0]
    die[1] = (die[1] + 1) % die[0]


def other_order(checks: Any) -> None:
    order = checks["orders"][-2]
    order[0] = order[0].replace('"at":', '"at":1')


def other_secret(checks: Any) -> None:
    checks["secret"] = "ff" + checks["secret"][2:]


@pytest.mark.parametrize(
    ("change", "rolls", "said"),
    [
        (other_die, "1", "of 5 rolls wrong"),
        (other_order, "0", "The chain of orders breaks at order"),
        (other_secret, "5", "The secret does not fit the commitment"),
    ],
)
def test_what_was_changed_turns_red(
    browser: Browser,
    file: Path,
    tmp_path: Path,
    change: Callable[[Any], None],
    rolls: str,
    said: str,
) -> None:
    data = changed(file.read_bytes(), change)
    found, mark, _, red = proven(browser, tmp_path, data)
    assert found["proof"] == "wrong"
    assert found["rolls"] == rolls
    assert said in mark
    assert (red > 0) == (rolls != "0")


def test_a_kept_update_is_compared_in_the_browser(
    browser: Browser, file: Path, tmp_path: Path, battleboard: Replay
) -> None:
    made = of_rows(battleboard.setup, battleboard.rows, battleboard.bulletins)[1]
    lines = [f"update {one.number} · {one.head[:8]} {one.head[8:16]}" for one in made]

    def other_event(checks: Any) -> None:
        checks["updates"][-2][0] = checks["updates"][-2][0].replace("1", "2", 1)

    async def look(tab: Tab) -> None:
        await tab.open(tmp_path / "page.html")
        for line in (lines[0], lines[-1], "41"):
            said.append(await tab.value(TYPED % json.dumps(line)))

    for data, marks in ((file.read_bytes(), "✓✓"), (changed(file.read_bytes(), other_event), "✓✗")):
        (tmp_path / "page.html").write_bytes(data)
        said = list[str]()
        browser.show(look)
        assert "".join(one[:1] for one in said) == marks, said


def test_sealed_answers_and_hidden_places_are_proven(
    browser: Browser, tmp_path: Path, ambush: Contents
) -> None:
    """CM-1, CM-2: roots and places are right, and a leaf or a place that was changed is not."""
    data = written(ambush, "en")
    assert ambush.checks is not None
    assert ambush.checks.places, "nothing was hidden"
    found, _, green, red = proven(browser, tmp_path, data)
    assert (found["proof"], red) == ("right", 0)
    every = ambush.checks.rolls, ambush.checks.seals, ambush.checks.places
    assert green > sum(map(len, every))

    def leaf(checks: Any) -> None:
        checks["seals"][2]["leaves"][0] += " "

    def place(checks: Any) -> None:
        one = checks["places"][0]
        one["opened"] = one["opened"].replace("|", "||", 1)

    def placed(checks: Any) -> None:
        checks["places"][0]["text"] = checks["places"][0]["text"][1:]

    found = proven(browser, tmp_path, changed(data, leaf))[0]
    assert (found["proof"], found["seals"], found["rolls"]) == ("wrong", "1", "0")
    for change in (place, placed):
        found = proven(browser, tmp_path, changed(data, change))[0]
        assert (found["proof"], found["places"], found["seals"]) == ("wrong", "1", "0")


def test_a_hundred_boards_of_ambush_are_less_than_a_megabyte(ambush: Contents) -> None:
    assert sum(map(len, ambush.shown.boards.values())) >= HUNDRED
    assert len(written(ambush, "en")) < MEGABYTE


def test_marks_stand_on_the_lines_that_tell_of_the_roll(ambush: Contents) -> None:
    """A roll is told by what comes after it, not by the first line of its order."""
    assert ambush.checks is not None
    texts = ambush.shown.texts
    told = {
        texts[ambush.shown.marked[roll.line][1]]
        for roll in ambush.checks.rolls
        if "/psr:" in roll.key and roll.line >= 0 and not roll.loaded
    }
    assert told
    assert all("rolls" in sentence for sentence in told), told


def test_talk_and_who_plays_from_where_are_not_in_a_page(battleboard: Replay) -> None:
    found = contents(battleboard, "en")
    assert found.checks is not None
    assert sum(text is None for text, _ in found.checks.orders) == 1, "the appeal"
    whole = repr(found) + written(found, "en").decode()
    assert PUT_IN not in whole
    assert "says" not in "".join(found.shown.texts)


def test_a_page_of_a_running_game_has_what_everybody_knows_alone(
    browser: Browser, tmp_path: Path
) -> None:
    with SqliteStore(tmp_path / "g.db") as store:
        referee = played.referee(store)
        played.send(referee, "ann", "bomb bob 1 1")
        replay = reel_of(store, "g1")
    found = contents(replay, "en")
    assert (found.viewers, found.checks) == ((("*", "everybody"),), None)
    assert replay.setup.secret.hex() not in repr(found)
    assert all(number for line in found.shown.lines["*"] for number in line[1:2])
    said, mark, *_ = proven(browser, tmp_path, written(found, "en"))
    assert said["proof"] == "later"
    assert mark == "the dice can be checked when the game is over"


def test_a_seat_of_a_running_game_sees_its_own_page(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "g.db") as store:
        played.referee(store)
        replay = reel_of(store, "g1")
    replay.viewer = "ann"
    found = contents(replay, "en")
    assert [who for who, _ in found.viewers] == ["ann"]
    assert found.checks is None


def test_names_cannot_end_the_page(battleboard: Replay) -> None:
    found = replace(contents(battleboard, "en"), title="</title></script><b>@GAME@")
    text = written(found, "en").decode()
    assert "</script><b>" not in text
    assert text.count('<script type="application/json" id="game">') == 1


def test_the_command_writes_it(battleboard: Replay, tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "g.db") as store:
        played.send(played.referee(store), "ann", "pass")

    def run(*arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(
            main, ["replay", "g1", *arguments, "--db", str(tmp_path / "g.db")]
        )
        return done.exit_code, done.output

    code, text = run("--html", str(tmp_path / "game.html"))
    assert code == 0, text
    assert (tmp_path / "game.html").read_bytes().startswith(b"<!doctype html>")
    code, text = run("3", "--html", str(tmp_path / "other.html"))
    assert code == 2
    assert "leave NUMBER, --from and --to out" in text
    assert not (tmp_path / "other.html").exists()
