"""Webhooks: who gets what, signed, once it can be delivered; and where nothing is ever posted."""

import asyncio
import json
import runpy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from aiohttp import web

from bot.config import Config
from bot.web import served
from bot.webhooks import ENTRY, WebhookDoor, WebhookService, WebhookSettings
from engine.errors import UserError
from engine.plan import DAY, HOUR
from engine.referee import personal
from engine.referee.batch import Batch
from engine.referee.commands import outside
from engine.referee.webhooks import Webhook, checked, is_public
from engine.rulings.rulings import WebhookEnded
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.office import Office
from tests.referee.stage import DOOR, POST, House, Table, code
from tests.repo.tree import ROOT

SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
HTTPS = "https://example.org/news"


class Web:
    """Some address of the web. ``status`` is its answer, ``got`` what was posted there."""

    def __init__(self) -> None:
        self.status, self.asked = 204, list[str]()
        self.got: list[tuple[str, dict[str, str], bytes]] = []

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.asked.append(request.path)
        if self.status == 204:
            heads = {name.lower(): value for name, value in request.headers.items()}
            self.got.append((request.path, heads, body))
        return web.Response(status=self.status, headers={"Location": "/elsewhere"})

    def data(self, path: str) -> list[dict[str, Any]]:
        return [json.loads(body) for at, _, body in self.got if at == path]

    def lines(self, path: str) -> list[str]:
        return [line for one in self.data(path) for line in one["data"]["news"]]


@asynccontextmanager
async def at_web(house: House, *, local: bool = True) -> AsyncIterator[tuple[Office, Web, str]]:
    there = Web()
    app = web.Application()
    app.router.add_route("*", "/{path}", there.take)
    async with served(app, "there", 0) as port:
        door = WebhookDoor(
            "en", Webhook(url=f"http://127.0.0.1:{port}/club", secret=SECRET, by=("", ""))
        )
        door.local = local
        house.again()
        office, service = Office(house, {"webhook": door}), WebhookService(door)
        service.on_open(office.writer)
        await office.writer.start()
        watching = asyncio.ensure_future(service.run())
        await office.quiet()
        yield office, there, f"http://127.0.0.1:{port}"
        watching.cancel()
        await office.writer.stop()


@pytest.fixture
def board(opened: Opener) -> House:
    return new_board(opened)


def new_board(opened: Opener) -> House:
    return opened(Table(kind="battleboard"), doors=(DOOR, POST, "webhook"))


async def test_news_arrives_signed_and_nothing_is_lost_or_told_to_others(board: House) -> None:
    async with at_web(board) as (office, there, home):
        receipt = await office.say("ann", f"webhook {home}/ann", None)
        secret = receipt.facts["secret"]
        assert (await office.say("ann", "webhook", None)).facts == {
            "did": "webhook",
            "how": "on",
            "host": "127.0.0.1",
            "secret": "",
        }
        await office.says("bomb ann 1 1", "say ann psst", "say * hello", by="bob")
        await office.says("bomb bob 0 0", "say bob mine", by="ann")
        kinds = [one["type"] for one in there.data("/ann")]
        assert kinds == ["game.asked", "game.talk", "game.talk", "game.news"]
        asked = there.data("/ann")[0]["data"]
        assert (asked["seat"], asked["asked"]) == ("ann", ["ann"])
        assert asked["suggestions"]
        assert set(asked["question"]) <= set(there.data("/ann")[0]["text"].splitlines())
        # It can't be reached, then the referee is begun again, then it is back.
        there.status = 503
        await office.says("bomb ann 2 2", by="bob")
        assert (await office.say("ann", "webhook", None)).facts["how"] == "failing"
        assert len(there.got) == 4
        verify = verifier(there.got[1][1])
        assert all(verify(secret, heads, body) for _, heads, body in there.got)
        assert not verify(secret, there.got[1][1], there.got[1][2] + b" ")
        assert not verify(SECRET, there.got[1][1], there.got[1][2])
        board.opens = office.clock.now() + 1
    async with at_web(board) as (office, there, home):
        await office.say("ann", f"webhook {home}/ann", None)
        await office.says("bomb bob 3 3", by="ann")
        await office.later(HOUR)
        ids = [heads["webhook-id"] for _, heads, _ in there.got]
        assert ["2 2" in line for line in there.lines("/ann")].count(True) == 1
        assert len(ids) == len({*ids})
        assert "psst" not in "".join(there.lines("/ann"))


def verifier(heads: dict[str, str]) -> Any:
    """Return the function of the documentation, at the time of a message."""
    found = runpy.run_path(str(ROOT / "docs" / "examples" / "webhooks" / "verified.py"))
    verified = found["verified"]
    now = int(heads["webhook-timestamp"]) + 9
    verified.__globals__["time"] = SimpleNamespace(time=lambda: now)
    return verified


async def test_a_game_and_the_club_hear_public_facts_alone(board: House) -> None:
    board.give("owner", (DOOR, "mia"))
    async with at_web(board) as (office, there, home):
        assert code(await office.say("ann", f"gm webhook {home}/game")) == "not-moderator"
        facts = (await office.say("mia", f"gm webhook {home}/game")).facts
        assert facts["secret"].startswith("whsec_")
        for more in ("", " private=yes"):
            game = (await office.say("ann", f"new battleboard size=4x4{more}", None)).facts["game"]
            await office.say("ann", "join", game)
            if more:
                refused = await office.say("ann", f"gm webhook {home}/game", game)
                assert code(refused) == "private-game"
        await office.says("bomb ann 0 0", by="bob")
        await office.says("say bob psst", "say * hello", by="ann")
        assert {one["data"]["game"] for one in there.data("/game")} == {"g"}
        assert there.lines("/game")[-1] == "ann: hello"
        assert {one["data"]["seat"] for one in there.data("/game") + there.data("/club")} == {""}
        games = {one["data"]["game"] for one in there.data("/club")}
        assert len(games) == 1, "the public one that was made since"
        assert not games & {"g", game}
        assert not [line for line in there.lines("/game") if "Your board" in line or "psst" in line]
        acts = board.store.acts("g", but="", most=9)
        assert [home.split("//")[1].split(":")[0] in one.facts for one in acts] == [True]
        await office.say("mia", "gm webhook off")
        await office.says("bomb bob 0 0", by="ann")
        assert there.lines("/game")[-1] == "ann: hello"


@each(
    "status, seconds, ends",
    [(410, 0, True), (302, 3 * DAY, False), (500, 4 * DAY, True)],
)
async def test_it_ends_after_days_of_failures_with_a_word_to_its_owner(
    opened: Opener, status: int, seconds: int, ends: bool
) -> None:
    board = new_board(opened)
    async with at_web(board) as (office, there, home):
        there.status = status
        await office.say("bob", f"webhook {home}/bob", None)
        await office.says("say bob hello", by="ann")
        for _ in range(seconds // DAY + 1):
            await office.later(DAY)
        told = [one for one in board.box.news if isinstance((*one.events, None)[0], WebhookEnded)]
        assert [(one.sender, one.events[0].host) for one in told] == [("bob", "127.0.0.1")] * ends
        how = (await office.say("bob", "webhook", None)).facts["how"]
        assert how == ("off" if ends else "failing")
        assert {*there.asked} == {"/bob"}, "no redirect is followed"
        asked, there.status = len(there.asked), 204
        await office.later(2 * HOUR)
        await office.says("say bob again", by="ann")
        assert (len(there.asked) > asked) != ends
        await office.say("bob", "webhook off", None)


async def test_a_name_that_means_an_inner_address_is_not_connected_to(board: House) -> None:
    """Names are looked up at each connection; so a name server can't change its mind between."""
    async with at_web(board, local=False) as (office, there, home):
        port = int(home.rpartition(":")[2])
        assert code(await office.say("ann", f"webhook {home}/ann", None)) == "bad-webhook"
        url = f"https://rebind.example:{port}/ann"
        assert (await office.say("ann", f"webhook {url}", None)).status == "answered"
        tried = []

        async def accepted(*_: Any, **__: Any) -> None:
            tried.append(_)

        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo("127.0.0.1", port, type=1)
        with (
            patch.object(loop, "getaddrinfo", return_value=found),
            patch.object(loop, "sock_connect", accepted),
        ):
            await office.says("say ann hello", by="bob")
        assert there.asked == []
        assert tried == []
        assert (await office.say("ann", "webhook", None)).facts["how"] == "failing"


@each(
    "address, public",
    [
        *((one, True) for one in ("93.184.216.34", "2606:4700::1111", "64:ff9b::5db8:d822")),
        *((one, False) for one in ("10.1.2.3", "172.16.0.1", "192.168.1.1", "127.0.0.1")),
        *((one, False) for one in ("0.0.0.0", "169.254.169.254", "100.64.1.1", "198.18.0.1")),
        *((one, False) for one in ("224.0.0.1", "240.0.0.1", "255.255.255.255", "168.63.129.16")),
        *((one, False) for one in ("::1", "::", "fe80::1%eth0", "fd00:ec2::254", "fec0::1")),
        *((one, False) for one in ("ff02::1", "::ffff:10.0.0.1", "::10.0.0.1")),
        *((one, False) for one in ("64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:a00:1::1")),
        ("2001:0:5db8:d822::f5ff:fffe", False),
    ],
)
def test_addresses_of_inner_networks_are_not_public(address: str, public: bool) -> None:
    assert is_public(address) == public


@each(
    "url, local, fits",
    [
        (HTTPS, False, True),
        ("<https://example.org/news>", False, True),
        ("HTTPS://example.org:8443/a?b=c", False, True),
        ("https://[2606:4700::1111]/", False, True),
        ("http://localhost:1/", True, True),
        ("http://[::1]:1/", True, True),
        *((one, True, False) for one in ("http://example.org/", "http://10.0.0.1/")),
        *(
            (one, False, False)
            for one in ("http://example.org/", "http://127.0.0.1/", "ftp://a.b/")
        ),
        *(
            (one, False, False)
            for one in ("https://127.0.0.1/", "https://localhost/", "https://a/")
        ),
        *((one, False, False) for one in ("https://[::1]/", "https://[::ffff:10.0.0.1]/")),
        *(
            (one, False, False)
            for one in ("https://2130706433/", "https://127.1/", "https://0x7f.1/")
        ),
        *((one, False, False) for one in ("https://ann:x@example.org/", "https://a.b\\@c.d/")),
        *((one, False, False) for one in ("https://[::1/", "https://a.b:99999/", "https:///x", "")),
        *((one, False, False) for one in (f"{HTTPS}#x", f"{HTTPS} x", f"{HTTPS}{'x' * 500}")),
        ("https://exämple.org/", False, False),
    ],
)
def test_only_public_addresses_are_taken(url: str, local: bool, fits: bool) -> None:
    assert (checked(url, local=local) is not None) == fits


def test_what_a_person_sets_goes_with_the_person(board: House) -> None:
    """It is linked at all their doors, listed in their data, and gone if they unlink or go."""
    board.link()
    assert board.say("ann", f"webhook {HTTPS}", None).facts["how"] == "new"
    assert board.say("ann@example.org", "webhook", None, by=POST).facts["host"] == "example.org"
    assert [one.viewer for one in board.store.addresses("g") if one.door == "webhook"] == ["ann"]
    data = board.say("ann", "my data", None).facts["data"]
    assert HTTPS in json.dumps(data["notes"])
    assert board.say("ann", "unlink post", None).status == "answered"
    assert board.say("ann", "webhook", None).facts["how"] == "off"
    assert code(board.say("ann", "unlink box", None)) == "not-linked"
    board.say("ann", f"webhook {HTTPS}", None)
    board.give("owner", (DOOR, "mia"))
    board.say("mia", f"gm webhook {HTTPS}/mia")
    notes = board.store.notes("house")
    assert sum(HTTPS in value for value in notes.values()) == 2
    for who in ("ann", "mia"):
        board.take([partial(forget, who=who)])
    assert not [name for name, value in board.store.notes("house").items() if HTTPS in value]


def forget(batch: Batch, who: str) -> None:
    personal.forget(batch, (DOOR, who))


def test_without_the_door_nobody_has_a_webhook(opened: Opener) -> None:
    house = opened()
    refused = house.say("ann", f"webhook {HTTPS}", None)
    assert code(refused) == "no-webhooks-here"
    wrong = house.say("ann", "webhook ftp://example.org", None).refusal
    assert wrong is not None
    assert (wrong.code, wrong.wanted) == ("bad-webhook", (outside.EXAMPLE, "off"))
    assert house.say("ann", "webhook off", None).facts["how"] == "off"


@each("secret, fits", [(SECRET, True), ("", False), ("whsec_x", False), (SECRET[6:], False)])
def test_the_club_needs_a_secret(secret: str, fits: bool) -> None:
    settings = WebhookSettings("http://10.0.0.1/n8n", secret)
    try:
        service = ENTRY.service(Config(), settings, ROOT)
    except UserError:
        assert not fits
    else:
        assert fits
        assert {*service.doors} == {"webhook"}
