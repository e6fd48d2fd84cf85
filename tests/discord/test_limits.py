"""Every text that a game can produce keeps Discord's limits, as the
server of these tests counts them.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

import renderers
from bot import queries
from bot.discord import app, panel, ways, words
from bot.discord.channels import DiscordPerson, GameChannel
from bot.discord.door import DiscordDoor
from bot.discord.ids import ButtonNames, read
from bot.discord.lobby import lobby_post
from bot.discord.panel import PanelPlace
from bot.discord.post import (
    ButtonRow,
    CardNews,
    Post,
    Select,
    card_of,
    decode,
    embeds_of,
    files_of,
    fitted,
    view_of,
)
from bot.discord.show import text_of
from bot.discord.ways import Ways, answers
from engine.games import find
from engine.menu import Refused
from engine.messages import Address, Receipt
from engine.referee.accounts import Settings
from engine.referee.doors import GameView
from engine.referee.news import news_of
from engine.state import PUBLIC, REFEREE, Bulletin, Setup
from engine.store.notes import Notes
from engine.testing.doors import standing_of, told_of
from engine.testing.kit import Case, Play, choose, fresh
from renderers.reading import Person
from tests.discord.fingers import best, ways_on
from tests.discord.server import limits as discord
from tests.discord.server import spec
from tests.discord.server.rest import Request
from tests.kit.each import each
from tests.kit.games import registered

LANGUAGES = ("en", "zh-TW")
NOTES = Notes.nothing("discord")
"""This door notes nothing."""
USER = 10**19 - 1
"""The longest id."""
NASTY = (
    "*_~`|>#[a](b)",
    "@everyone",
    "<@1234567890123456789>",
    "\\" * 32,
    "陳" * 32,
    "`" * 32,
    "_" * 32,
)
CASES = registered()
MOST = 99
"""Presses of an order, or a panel leads in circles."""


def check(post: Post) -> None:
    view = view_of(post)
    files = [{"id": n, "description": one.description} for n, one in enumerate(files_of(post))]
    components: Any = cast(Any, view).to_components() if view else []
    embeds = [dict(embed.to_dict()) for embed in embeds_of(post)]
    body = {"content": post.text, "components": components, "attachments": files, "embeds": embeds}
    described("/channels/1/messages", body)
    discord.message(post.text, components, files, embeds)
    assert post.text or post.picture or not post.card
    if post.parts:
        shown = replace(post, picture=b"\x89PNG", alt="x" * 2000)
        card = cast(Any, card_of(shown)).to_components()
        described("/channels/1/messages", {"components": card, "flags": discord.ONLY_COMPONENTS})
        discord.message("", card, files, flags=discord.ONLY_COMPONENTS)


def described(path: str, body: Any) -> None:
    assert spec.fault(Request("POST", path, body, {}, 204)) == ""


def door() -> DiscordDoor:
    return DiscordDoor("token")


def seen(play: Play, seat: str) -> GameView:
    return queries.seen_by(play.table, seat)


def told(play: Play, one: DiscordDoor, bulletin: Bulletin, language: str) -> Iterator[Post]:
    """What a bulletin brings to everybody, with and without a thread, and the
    characters that naming people takes.
    """
    for place in (None, GameChannel(game=play.setup.id, guild=USER, channel=USER, thread=USER)):
        one.memory.places = {play.setup.id: place} if place else {}
        for seat in (PUBLIC, *play.table.seats):
            sender = "place" if seat == PUBLIC else str(USER)
            happening, standing = told_of(bulletin, REFEREE, 0), standing_of(play)
            reader = Address(door="discord", sender=sender, game=play.setup.id, viewer=seat)
            happened = news_of(happening, standing, reader)
            if happened is None:
                continue
            happened = replace(happened, settings=Settings(language))
            if (payload := one.compose(happened, standing.seen(seat), NOTES)) is not None:
                post = decode(payload)
                if post.card is not None:
                    text = text_of(words.words(language), post.card, {}, "x" * 3000)
                    people = {asked: USER for asked, _ in post.card.asked}
                    check(replace(post, text=text))
                    shown = text_of(words.words(language), post.card, people, post.card.news)
                    post = replace(post, text=shown)
                if post.text or post.picture:
                    yield post


def looked(play: Play, names: ButtonNames, rng: random.Random, language: str) -> Iterator[Post]:
    said = words.words(language)
    yield Post(
        words.status(said, seen(play, PUBLIC)),
        alt=renderers.alt_text(play.game.name, play.table.view(PUBLIC)),
    )
    yield lobby_post(said, names, seen(play, PUBLIC), play.table.setup, None)
    for seat in (PUBLIC, *play.table.seats):
        there = seen(play, seat)
        path: tuple[int, ...] = ()
        lately = [f"{word} " * 30 for word in NASTY]
        yield panel.panel(said, names, Ways(there), None, lately, "x" * 300)[0]
        for _ in range(6):
            begun = rng.choice(("", "0", panel.STEPS))
            at = PanelPlace(path, rng.randrange(3), begun=begun)
            yield panel.panel(said, names, Ways(there), at, lately, "x" * 300)[0]
            options = Ways(there).on(Ways(there).walk(path) or "")
            if not options:
                break
            path = (*path, rng.randrange(len(options)))
        for text in ("", "bomb", "x" * 4000, "`" * 50, *NASTY):
            try:
                there.menu.parse(text)
            except Refused as refused:
                answer = Receipt(
                    status="refused",
                    game=play.setup.id,
                    seat=seat,
                    order=text,
                    refusal=refused.refusal,
                    dropped=(text,) * 3,
                )
                yield fitted(Post(words.receipt(said, answer, play.game.name)), "answer.txt")


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderers, "encoded", lambda *_: b"\x89PNG")


@each("case", CASES)
@each("language", LANGUAGES)
def test_everything_that_is_told_and_asked_in_random_games_fits(case: Case, language: str) -> None:
    rng, one = random.Random(1), door()
    one.memory.people[USER] = DiscordPerson(True)
    counted = 0
    play = fresh(case, 0)
    for bulletin in (play.first, *play.bulletins):
        for post in told(play, one, bulletin, language):
            check(post)
    for _ in range(8):
        if play.over:
            break
        for post in told(play, one, play.write(*choose(play, rng)), language):
            check(post)
            counted += 1
    for post in looked(play, one.names, rng, language):
        check(post)
        counted += 1
    assert counted > 20


def crowd(names: tuple[str, ...]) -> Play:
    setup = Setup(
        id="crowd9",
        secret=bytes(32),
        options={"players": 20, "size": "26x26", "cities": 30},
        scenario={},
        at=1_000,
    )
    play = Play(find("battleboard"), setup)
    seats = [f"{names[i % len(names)].replace(' ', '_')}"[:29] + f"{i:03}" for i in range(20)]
    play.join(tuple(seats))
    return play


@each("language", LANGUAGES)
def test_a_crowd_with_nasty_names_fits(language: str) -> None:
    play, one, rng = crowd(NASTY), door(), random.Random(2)
    one.memory.people[USER] = DiscordPerson(True)
    for bulletin in play.bulletins[-1:]:
        for post in told(play, one, bulletin, language):
            check(post)
    for _ in range(2):
        for post in told(play, one, play.write(*choose(play, rng)), language):
            check(post)
    for post in looked(play, one.names, rng, language):
        check(post)


@each("begun", ["", "b", "bomb", "bomb ", "bomb 陳", "bomb x", "withdraw", "x" * 500])
def test_what_is_offered_while_typing_fits_and_goes_on_from_it(begun: str) -> None:
    play = crowd(NASTY)
    (seat,) = play.table.ask().seats  # type: ignore[union-attr]  # the game has begun
    offered = ways.typing(play.table.menu(seat), begun, 1)
    choices = [{"name": text, "value": text} for text in offered]
    described("/interactions/1/t/callback", {"type": 8, "data": {"choices": choices}})
    assert all(text.casefold().startswith(begun.casefold().strip()) for text in offered)
    assert offered or begun in ("bomb x", "x" * 500)


def pressed_to(there: GameView, text: str) -> int:
    """Press from the card on until this order can be sent. Return the number of presses."""
    names, said, one, count = ButtonNames("secret"), words.words("en"), Ways(there), 1
    at: PanelPlace | None = None
    while count < MOST:
        shown, sketch = panel.panel(said, names, one, at)
        rows = [part.buttons for part in shown.parts if isinstance(part, ButtonRow)]
        buttons = [button.id for row in rows for button in row if not button.off]
        menus = [(part.id, part.numbers) for part in shown.parts if isinstance(part, Select)]
        now = f"{sketch.order} {at.begun if at else ''}".strip().removesuffix(panel.STEPS)
        way = best([*ways_on(one, names, buttons, menus)], now.strip(), text)
        count += way.presses
        if way.sends:
            return count
        at = way.at
    raise AssertionError(text)


@each("case", registered())
def test_every_order_is_reached_by_pressing(case: Case) -> None:
    rng, tried = random.Random(5), 0
    play = fresh(case, 3)
    for _ in range(8):
        asked = play.table.ask()
        for seat in asked.seats if asked is not None and not play.over else ():
            there = seen(play, seat)
            texts = answers(there.menu).examples(rng.randrange(99), 4)
            for text in (
                one for one in texts if seat not in one.split()
            ):  # nobody bombs themselves
                assert pressed_to(there, text) <= 2 + 3 * len(text.split()), text
                tried += 1
        if not play.over:
            play.enter(*choose(play, rng))
    assert tried > 8


def test_a_button_is_no_good_in_another_game_seat_or_question() -> None:
    play, names = crowd(("p",)), ButtonNames("secret")
    asked, other = play.table.ask().seats[0], play.table.seats[-1]  # type: ignore[union-attr]  # the game has begun
    there = seen(play, asked)
    button = next(
        b
        for b in panel.SeatPanel(words.words("en"), names, Ways(there)).prompt()
        if b.label == "pass"
    )
    name = read(button.id)
    assert name is not None
    assert Ways(there).resolved(names, name) == "pass"
    for change in ({"game": "other"}, {"viewer": other}, {"question": there.question + 1}):
        assert Ways(replace(there, **change)).resolved(names, name) is None
    assert Ways(there).resolved(ButtonNames("another token"), name) is None


@each("name", ["", "mw", "mw~a~b~c", "mw~a~b~c~1.x", "other~a~b~c~1", "mw~a~b~c~²", "mw~a~b~c~1~2"])
def test_a_name_that_is_none_of_ours_is_not_read(name: str) -> None:
    assert read(name) is None


def test_twenty_people_who_are_asked_and_the_longest_news_fit_on_a_card() -> None:
    asked = tuple((f"seat {n}", "\\_" * 32) for n in range(20))
    for people in ({}, {seat: USER for seat, _ in asked}):
        for language in LANGUAGES:
            who = tuple(Person(seat, name) for seat, name in asked)
            card = CardNews(question=(*who, "x" * 300), aside="x" * 200, asked=asked)
            check(Post(text_of(words.words(language), card, people, "x" * 3000)))


def test_both_catalogues_say_the_same_things() -> None:
    """But names of commands, which are English unless another language has its own."""
    folder = Path(words.__file__).parent / "locale"
    texts = [(folder / f"{language}.ftl").read_text("utf-8") for language in LANGUAGES]
    one, other = (
        {line.split(" =")[0] for line in text.splitlines() if " =" in line} for text in texts
    )
    assert one == {message for message in other if not message.startswith("name-")}


def parts(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from parts(option)


async def test_every_command_has_a_name_and_a_description_in_every_language() -> None:
    """Names beside each other differ. Commands in the menu of a message have no description."""
    commands = await app.payload(app.DiscordClient(DiscordDoor("token")).tree)
    for part in (part for one in commands if one["type"] == 1 for part in parts(one)):
        assert part["description_localizations"]["zh-TW"], part["name"]
        groups = [one for one in part.get("options", []) if one["type"] in (1, 2)]
        assert len({one["name_localizations"]["zh-TW"] for one in groups}) == len(groups)
