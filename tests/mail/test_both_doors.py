"""`meanwhile serve` with both doors under load, killed again and again, with SIGKILL, at any
moment: nothing that was acknowledged is lost, nothing is played twice, and whatever somebody
gets twice is marked as the same message.
"""

import asyncio
import contextlib
import math
import random
import re
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field
from sqlite_utils import Database

from bot.config import MailConfig
from tests.bot.program import ENVIRONMENT, run
from tests.discord.server import Discord, spec
from tests.discord.server.world import Channel, User
from tests.discord.stage import GENEROUS, until
from tests.discord.test_serve import PROGRAM
from tests.mail.app import App, wait_until
from tests.mail.posts import Person, Post, about, people, settings
from tests.mail.stage import rows, text_of

EARLIEST, LATEST = 0.3, 2.0
"""Seconds that a process has to live once it serves."""
PAUSE = 0.2
"""Seconds between two things that somebody says."""
TALKATIVE = """
from engine.referee.commands import talk
talk.LIMITS = ((1_000_000, 60),)
"""


class Served(App):
    """Serves Discord too: a Discord of the test's own."""

    def __init__(self, folder: Path, config: MailConfig, discord: Discord):
        super().__init__(folder, config)
        self.discord = discord
        places = discord.http, discord.gateway.address, str(self.db)
        self.command = ["-c", TALKATIVE + PROGRAM, *places]
        self.environment = {**ENVIRONMENT, "MEANWHILE_DISCORD_TOKEN": discord.token}

    def start(self) -> None:
        super().start()
        assert self.running, self.complaints()

    def drop(self) -> None:
        if self.process is not None and self.running:
            self.process.kill()
            self.process.wait()

    def talk(self, game: str) -> Counter[str]:
        with contextlib.closing(Database(self.db)) as found:
            return Counter(
                text
                for (text,) in found.execute(
                    "select json_extract(body, '$[2]') from news where kind = 'talk' and game = ?",
                    (game,),
                )
            )

    def waiting(self) -> int:
        with contextlib.closing(Database(self.db)) as found:
            (count,) = found.execute("select count(*) from finished").fetchone()
            return int(count)


class Pair(Struct):
    """A game of one who plays in Discord against one who plays by mail. ``acknowledged`` and
    ``open`` are what was said in Discord and answered, or not, before the process died;
    ``mailed`` what was sent by mail.
    """

    game: str
    thread: Channel
    user: User
    person: Person
    acknowledged: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    mailed: list[str] = field(default_factory=list)


async def made_in_discord(
    discord: Discord, user: User, lobby: Channel, **options: Any
) -> tuple[str, Channel]:
    """Let somebody make a game there; return its name and its thread."""
    made = await discord.people.slash(user, lobby, "game new", wait=60, **options)
    found = re.search(r"Game (\w+) is here", re.sub("[*`]", "", made.text))
    assert found, made.text
    channels = discord.world.channels.values()
    return found[1], next(one for one in channels if one.is_thread and found[1] in str(one.json))


async def begun(app: Served, discord: Discord, lobby: Channel, user: User, person: Person) -> Pair:
    options = "players=2 size=6x6 cities=1 order=join"
    game, thread = await made_in_discord(discord, user, lobby, kind="battleboard", options=options)
    await asyncio.to_thread(app.invite, game, person.address)
    await asyncio.to_thread(
        lambda: person.answer(person.wait(about("You are invited")), f"join {person.name}")
    )
    await asyncio.to_thread(person.wait, lambda mail: bool(rows(mail)))
    return Pair(game, thread, user, person)


async def talk_in_discord(discord: Discord, pair: Pair, most: int, ending: asyncio.Event) -> None:
    number = 0
    while number < most and not ending.is_set():
        number += 1
        text = f"{pair.user.json['username']} says number {number}."
        answer = await discord.people.slash(
            pair.user, pair.thread, "say", to="*", words=text, wait=1.0
        )
        (pair.acknowledged if answer.answered.is_set() else pair.unsure).append(text)
        await asyncio.sleep(PAUSE)


def talk_by_mail(pair: Pair, most: int, ending: asyncio.Event, rng: random.Random) -> None:
    first = pair.person.wait(lambda mail: bool(rows(mail)))
    number = 0
    while number < most and not ending.is_set():
        number += 1
        text = f"{pair.person.name} says number {number}."
        mail = pair.person.answer(first, f"say * {text}")
        pair.mailed.append(text)
        if rng.random() < 0.2:
            pair.person.send(mail)
        time.sleep(PAUSE)


async def lives(app: Served, rounds: int, seconds: float, rng: random.Random) -> int:
    """One process after the other, killed in the midst of its work, so often or for so long;
    return how often.
    """
    end, kills = time.monotonic() + seconds, 0
    while kills < rounds and time.monotonic() < end:
        await asyncio.sleep(rng.uniform(EARLIEST, LATEST))
        await asyncio.to_thread(app.end, signal.SIGKILL)
        await asyncio.to_thread(app.start)
        kills += 1
    return kills


async def killed_again_and_again(
    post: Post,
    folder: Path,
    games: int,
    rounds: int,
    most: int,
    seconds: float = math.inf,
) -> Counter[str]:
    """The whole thing; how often something was seen twice, by door, and how many kills and lines
    there were.
    """
    names = [f"m{k}" for k in range(games)]
    async with Discord(GENEROUS) as discord:
        with people(post, "referee", *names) as (referee, *mailers):
            app = Served(folder, settings(post, referee.user), discord)
            try:
                pairs, kills = await played(app, mailers, rounds, most, seconds)
                await asyncio.to_thread(wait_until, lambda: referee.folder("INBOX") == 0, 300)
                await asyncio.to_thread(wait_until, lambda: app.waiting() == 0, 300)
                assert await asyncio.to_thread(app.end) == 0
            finally:
                app.drop()
            assert referee.folder("Aside") == 0
            for pair in pairs:
                nothing_lost_nothing_played_twice(app, pair)
            assert "all is well" in run(app.folder, "doctor").stdout
            assert [said for request in discord.requests if (said := spec.fault(request))] == []
            lines = sum(len(pair.acknowledged) + len(pair.mailed) for pair in pairs)
            twice = sum((seen_twice(discord, pair) for pair in pairs), Counter[str]())
            return Counter({**twice, "kills": kills, "lines": lines})


async def played(
    app: Served, mailers: list[Person], rounds: int, most: int, seconds: float
) -> tuple[list[Pair], int]:
    """A game for each of these; everybody talks until the last process
    has begun, which is left alive.
    """
    discord, ending = app.discord, asyncio.Event()
    guild = discord.world.guild("Wargamers")
    lobby = discord.world.channel(guild, "lobby")
    users = [discord.world.user(f"d{k}", guild) for k in range(len(mailers))]
    await asyncio.to_thread(app.start)
    await until(lambda: discord.gateway.sessions, 60)
    pairs = [await begun(app, discord, lobby, *both) for both in zip(users, mailers, strict=True)]
    talkers = [asyncio.create_task(talk_in_discord(discord, pair, most, ending)) for pair in pairs]
    talkers += [
        asyncio.create_task(asyncio.to_thread(talk_by_mail, pair, most, ending, random.Random(k)))
        for k, pair in enumerate(pairs)
    ]
    try:
        kills = await lives(app, rounds, seconds, random.Random(11))
    finally:
        ending.set()
        await asyncio.gather(*talkers)
    return pairs, kills


def nothing_lost_nothing_played_twice(app: Served, pair: Pair) -> None:
    """What was acknowledged is there once, what was mailed is there once, what was
    neither is there once at most.
    """
    stored = app.talk(pair.game)
    assert set(stored.values()) <= {1}
    assert set(stored) <= {*pair.acknowledged, *pair.unsure, *pair.mailed}
    assert set(pair.acknowledged) <= set(stored)
    assert set(pair.mailed) <= set(stored)
    assert pair.acknowledged
    assert pair.mailed


def said(words: str) -> set[str]:
    return set(re.findall(r"\w+ says number \d+\.", words))


def seen_twice(discord: Discord, pair: Pair) -> Counter[str]:
    """How often the other side was told something again: in Discord never, by mail under the
    same Message-ID alone. Everybody was told everything.
    """
    pair.person.look()
    told: dict[str, set[str]] = {}
    copies = Counter[str]()
    for mail in pair.person.mails:
        for text in said(text_of(mail)) & set(pair.acknowledged):
            told.setdefault(text, set()).add(str(mail["Message-ID"]))
            copies[text] += 1
    assert set(told) == set(pair.acknowledged), "somebody was not told by mail"
    assert {len(ids) for ids in told.values()} == {1}, "the same in two mails of different names"
    in_thread = [
        message.text
        for message in discord.world.messages.values()
        if message.json["channel_id"] == pair.thread.id
    ]
    shown = Counter(text for message in in_thread for text in said(message) & set(pair.mailed))
    assert set(shown) == set(pair.mailed), "somebody was not told in Discord"
    return Counter(
        mail=sum(copies.values()) - len(copies), discord=sum(shown.values()) - len(shown)
    )


@pytest.mark.nightly
def test_killed_with_both_doors_open(tmp_path: Path, post: Post) -> None:
    """Discord knows a message by its nonce, mail does not: only there is one doubled."""
    twice = asyncio.run(killed_again_and_again(post, tmp_path, games=2, rounds=100, most=1_500))
    print(f"100 kills with Discord and mail: {dict(twice)}")
    assert twice["discord"] == 0
